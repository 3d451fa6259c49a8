"""The words of the notation for things on the table; colours are players, so a disc is a player or black."""

from __future__ import annotations

from typing import Literal

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import BARS, IN_BAR, SEATS
from tutti.games.symphony.types import Column, Disc, Token

BLACK: Literal["black"] = "black"
COVERED: Literal["cover"] = "cover"
COLUMN_NAMES: tuple[Column, ...] = ("A", "B", "C", "D", "E")


def disc(code: int) -> Disc:
    """A player's number, ``black``, ``cover``, or None for no disc."""
    if code == 0:
        return None
    if code == bx.NEUTRAL:
        return BLACK
    return COVERED if code == bx.COVER else code - bx.OWN


def seat_text(seat: int) -> str:
    """A seat by its place: ``B3``."""
    return "ABCDE"[seat // bx.ROWS] + str(seat % bx.ROWS + 1)


def place_text(inst: int) -> str:
    """A seat, or 00 and 01 for the two printed spaces."""
    return seat_text(inst) if inst < SEATS else f"0{inst - SEATS}"


def note_text(code: int) -> str:
    """A note by its place: Voice, bar, number in the bar."""
    return f"{code // (BARS * IN_BAR) + 1}.{code // IN_BAR % BARS + 1}.{code % IN_BAR + 1}"


PLACE_NAMES = tuple(place_text(inst) for inst in range(SEATS + 2))


def place(inst: int) -> str:
    return PLACE_NAMES[inst]


def place_number(text: str) -> int:
    """The place of a name such as ``B3`` or ``01``; -1 if there is none."""
    known = {place_text(inst): inst for inst in range(SEATS + 2)}
    return known.get(text, -1)


def note(code: int) -> str:
    return note_text(code)


def token(number: int) -> Token | None:
    return bx.TOKEN_NAMES[number] if number >= 0 else None


def column(number: int) -> Column:
    return COLUMN_NAMES[number]
