"""Gain tokens, read once and strictly. The grammar is in rules/orchestra.md."""

from __future__ import annotations

import re
from typing import NamedTuple

from tutti.games.orchestra.pack.box import (
    ALLOW_AUDIENCE,
    ALLOW_WCU,
    BEGINNER,
    BOARD,
    FLAT,
    FREE,
    G_BACK,
    G_COIN,
    G_COLUMN,
    G_CONDUCTOR,
    G_EVOLVE,
    G_INVITE,
    G_MONEY,
    G_PIECES,
    G_POINTS,
    G_PRESTIGE,
    G_RETURN,
    G_TAKE,
    INSTRUMENTALIST,
    PROFESSIONAL,
    VIRTUOSO,
)
from tutti.kernel.reading import Reader

TYPE = {"B": BEGINNER, "P": PROFESSIONAL, "I": INSTRUMENTALIST, "V": VIRTUOSO}
EVERY_TYPE = 7
"""Value of an invitation without a named type: a mask of B, P and I."""

_NUMBER = re.compile(r"([mpcv])([1-9][0-9]?)")
_INVITE = re.compile(r"inv([BPI]?)")
_PIECES = re.compile(r"(A|W|AW):(free|pay|disc([1-9])|[1-9])(?:\*([1-9]))?")
_FIXED = {
    "ret": (G_RETURN, 0),
    "evoBP": (G_EVOLVE, BEGINNER),
    "evoPI": (G_EVOLVE, PROFESSIONAL),
    "takeI": (G_TAKE, 0b0001),
    "takeII": (G_TAKE, 0b0010),
    "takeS": (G_TAKE, 0b1000),
    "take123": (G_TAKE, 0b0111),
    "col1": (G_COLUMN, 1),
    "cond1": (G_CONDUCTOR, 1),
}
_COUNTED = {"m": G_MONEY, "p": G_PRESTIGE, "c": G_COIN, "v": G_POINTS}
_ALLOWS = {"A": ALLOW_AUDIENCE, "W": ALLOW_WCU, "AW": ALLOW_AUDIENCE | ALLOW_WCU}


class Offer(NamedTuple):
    """Pieces that may be placed: which, how they are paid, and up to how many."""

    allows: int
    mode: int
    price: int
    number: int


class Rows:
    """All rows of gains of a pack, each kept once; row 0 is empty."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = [()]
        self.tokens: list[list[tuple[int, int]]] = [[]]
        self.offers: list[Offer] = [Offer(ALLOW_AUDIENCE | ALLOW_WCU, FREE, 0, 1)]
        """Offer 0 is the one behind ``AW:back``."""

    def read(self, reader: Reader) -> int:
        """The number of a row of tokens."""
        tokens = [(token.text(), self._token(token)) for token in reader.items()]
        row = tuple(text for text, _ in tokens)
        if row not in self.rows:
            self.rows.append(row)
            self.tokens.append([parsed for _, parsed in tokens])
        return self.rows.index(row)

    def join(self, rows: list[int]) -> int:
        """The row of several rows, one after the other."""
        row = tuple(token for r in rows for token in self.rows[r])
        if row not in self.rows:
            self.rows.append(row)
            self.tokens.append([token for r in rows for token in self.tokens[r]])
        return self.rows.index(row)

    def _token(self, reader: Reader) -> tuple[int, int]:
        text = reader.text()
        if text in _FIXED:
            return _FIXED[text]
        if text == "AW:back":
            return G_BACK, 0
        if counted := _NUMBER.fullmatch(text):
            return _COUNTED[counted[1]], int(counted[2])
        if invite := _INVITE.fullmatch(text):
            return G_INVITE, 1 << TYPE[invite[1]] if invite[1] else EVERY_TYPE
        pieces = _PIECES.fullmatch(text)
        if pieces is None:
            reader.wrong("bad_token", rule="OR-004", found=text)
        return G_PIECES, self._offer(pieces[1], pieces[2], pieces[3], int(pieces[4] or 1))

    def _offer(self, allows: str, how: str, discount: str | None, count: int) -> int:
        if how == "free":
            offer = Offer(_ALLOWS[allows], FREE, 0, count)
        elif how == "pay" or discount:
            offer = Offer(_ALLOWS[allows], BOARD, int(discount or 0), count)
        else:
            offer = Offer(_ALLOWS[allows], FLAT, int(how), count)
        if offer not in self.offers:
            self.offers.append(offer)
        return self.offers.index(offer)
