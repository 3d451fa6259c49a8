"""Gain tokens, read once and strictly. The grammar is in rules/orchestra.md."""

from __future__ import annotations

import re
from typing import NamedTuple

from tutti.games.orchestra.pack import box as bx
from tutti.kernel.reading import Reader

TYPE = {"B": bx.BEGINNER, "P": bx.PROFESSIONAL, "I": bx.INSTRUMENTALIST, "V": bx.VIRTUOSO}
EVERY_TYPE = 7
"""Value of an invitation without a named type: a mask of B, P and I."""

_NUMBER = re.compile(r"([mpcv])([1-9][0-9]?)")
_INVITE = re.compile(r"inv([BPI]?)")
_PIECES = re.compile(r"(A|W|AW):(free|pay|disc([1-9])|[1-9])(?:\*([1-9]))?")
_FIXED = {
    "ret": (bx.G_RETURN, 0),
    "evoBP": (bx.G_EVOLVE, bx.BEGINNER),
    "evoPI": (bx.G_EVOLVE, bx.PROFESSIONAL),
    "takeI": (bx.G_TAKE, 0b0001),
    "takeII": (bx.G_TAKE, 0b0010),
    "takeS": (bx.G_TAKE, 0b1000),
    "take123": (bx.G_TAKE, 0b0111),
    "col1": (bx.G_COLUMN, 1),
    "cond1": (bx.G_CONDUCTOR, 1),
}
_COUNTED = {"m": bx.G_MONEY, "p": bx.G_PRESTIGE, "c": bx.G_COIN, "v": bx.G_POINTS}
_ALLOWS = {"A": bx.ALLOW_AUDIENCE, "W": bx.ALLOW_WCU, "AW": bx.ALLOW_AUDIENCE | bx.ALLOW_WCU}


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
        self.offers: list[Offer] = [Offer(bx.ALLOW_AUDIENCE | bx.ALLOW_WCU, bx.FREE, 0, 1)]
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
            return bx.G_BACK, 0
        if counted := _NUMBER.fullmatch(text):
            return _COUNTED[counted[1]], int(counted[2])
        if invite := _INVITE.fullmatch(text):
            return bx.G_INVITE, 1 << TYPE[invite[1]] if invite[1] else EVERY_TYPE
        pieces = _PIECES.fullmatch(text)
        if pieces is None:
            reader.wrong("bad_token", rule="OR-004", found=text)
        return bx.G_PIECES, self._offer(pieces[1], pieces[2], pieces[3], int(pieces[4] or 1))

    def _offer(self, allows: str, how: str, discount: str | None, count: int) -> int:
        if how == "free":
            offer = Offer(_ALLOWS[allows], bx.FREE, 0, count)
        elif how == "pay" or discount:
            offer = Offer(_ALLOWS[allows], bx.BOARD, int(discount or 0), count)
        else:
            offer = Offer(_ALLOWS[allows], bx.FLAT, int(how), count)
        if offer not in self.offers:
            self.offers.append(offer)
        return self.offers.index(offer)
