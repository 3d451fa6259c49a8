# tutti: compiled
"""What can be told, each declared once, and the bags of chance by number. Compiled code has the numbers inline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import TOKEN_NAMES, TRACK_NAMES, Box
from tutti.games.symphony.pack.reader import MASTERS
from tutti.games.symphony.types import Column, Disc, Master, Token, Track, Way
from tutti.kernel.events import Event, Events, Value, value
from tutti.kernel.types import Json

FIRST: Final = 0
FRONT_ROW: Final = 1
CHOIR_KEPT: Final = 2
DEALT: Final = 3
PICKED: Final = 4
DISCARDED: Final = 5
SEATED: Final = 6
CONTROLLED: Final = 7
COLUMN_WON: Final = 8
TOKEN_TAKEN: Final = 9
STACKED: Final = 10
REVEALED: Final = 11
BONUS: Final = 12
BATON: Final = 13
MOVEMENT: Final = 14
TOKEN_PLAYED: Final = 15
ADDED: Final = 16
CONDUCTED: Final = 17
PLACED: Final = 18
PAIRED: Final = 19
BURNED: Final = 20
TOKEN_FOUND: Final = 21
GAVE: Final = 22
DISTURBED: Final = 23
SHEET: Final = 24
ADVANCED: Final = 25
VOICE: Final = 26
LEFTOVER: Final = 27
FINAL_BONUS: Final = 28
TRACKS_SCORED: Final = 29
CLASHED: Final = 30
FINISHED: Final = 31
CLEF_POINTS: Final = 32
SET_UP: Final = 33
SWAPPED: Final = 34

BAG_FIRST: Final = 0
BAG_MASTER: Final = 1
BAG_SHEET: Final = 2
BAG_SIDE: Final = 3
BAG_TOKEN: Final = 4
BAG_CARD: Final = 5
BAG_CHOIR: Final = 6
BAG_VIRTUOSITY: Final = 7
BAG_CLEF: Final = 8
BAG_PRIZE: Final = 9
BAG_WORLD: Final = 10
"""Draws of a sampled world; never recorded."""

NOBODY_SEES: Final = 64
"""A mask that holds no player and is not EVERYONE."""

WAYS: tuple[Way, ...] = ("left", "1", "2", "3", "4", "5", "6", "swap")


def _place(d: Box, raw: int) -> str:
    return names.place(raw)


def _played(d: Box, raw: int) -> tuple[str, str]:
    """The place and the card, as ``instruments.told`` puts them together."""
    return names.place(raw & 255), d.ids[(raw >> 8) - 1]


def _card(d: Box, raw: int) -> str:
    return d.ids[raw]


def _token(d: Box, raw: int) -> Token:
    return TOKEN_NAMES[raw]


def _column(d: Box, raw: int) -> Column:
    return names.column(raw)


def _note(d: Box, raw: int) -> str:
    return names.note(raw)


def _disc(d: Box, raw: int) -> Disc:
    return names.disc(raw)


def _from_one(d: Box, raw: int) -> int:
    return raw + 1


def _bonus(d: Box, raw: int) -> tuple[int, str, str]:
    """A Virtuosity card: its number, and for what it pays."""
    return raw + 1, d.cards[raw].orchestra, d.cards[raw].symphony


def _part(d: Box, raw: int) -> int | None:
    return raw + 1 if raw >= 0 else None


def _way(d: Box, raw: int) -> Way:
    return WAYS[raw]


def _track(d: Box, raw: int) -> Track:
    return TRACK_NAMES[raw]


def _master(d: Box, raw: int) -> Master | None:
    return MASTERS[raw] if raw >= 0 else None


def _sheets(d: Box, raw: int) -> list[str]:
    return [d.faces[raw >> 8 * i & 255] for i in range(3)]


def _landed(d: Box, raw: int) -> tuple[Disc, int, int, bool]:
    return names.disc(raw & 15), raw >> 4 & 255, raw >> 12 & 255, bool(raw >> 20)


def _pair(d: Box, raw: int) -> tuple[Disc, Disc, int, int]:
    return names.disc(raw & 15), names.disc(raw >> 4 & 15), raw >> 8 & 255, raw >> 16 & 255


def _hidden_picks(options: Mapping[str, Json]) -> bool:
    """SY-182, SY-183."""
    return bool(options["draft"] != "public")


PLACE = value("instrument", str, _place)
INSTRUMENT = Value({"instrument": str, "card": str}, _played)
SEAT = value("seat", str, _place)
CARD = value("card", str, _card)
TOKEN = value("token", Token, _token)
COLUMN = value("column", Column, _column)
NOTE = value("note", str, _note)
DISC = value("disc", Disc, _disc)
BONUS_CARD = Value({"bonus": int, "orchestra": str, "symphony": str}, _bonus)
MASTER = value("master", Master | None, _master)
SHEETS = value("sheets", list[str], _sheets)
POINTS = value("points", int)
STEPS = value("steps", int)

EVENTS = Events(
    (
        Event(FIRST, "first"),
        Event(FRONT_ROW, "front_row", (SEAT, CARD), player="absent"),
        Event(CHOIR_KEPT, "choir_kept", (CARD,), private=True),
        Event(DEALT, "dealt", (CARD,), private=True),
        Event(PICKED, "picked", (CARD, value("round", int, _from_one)), private=_hidden_picks),
        Event(DISCARDED, "discarded", (CARD,), private=True),
        Event(SEATED, "seated", (SEAT, CARD)),
        Event(CONTROLLED, "controlled", (PLACE, value("part", int | None, _part), CARD)),
        Event(COLUMN_WON, "column_won", (COLUMN, TOKEN)),
        Event(TOKEN_TAKEN, "token_taken", (TOKEN,)),
        Event(STACKED, "stacked", (INSTRUMENT,)),
        Event(REVEALED, "revealed", (BONUS_CARD,)),
        Event(BONUS, "bonus", (BONUS_CARD, POINTS)),
        Event(BATON, "baton"),
        Event(MOVEMENT, "movement", (COLUMN,), player="absent"),
        Event(TOKEN_PLAYED, "token_played", (INSTRUMENT, TOKEN)),
        Event(ADDED, "added", (INSTRUMENT, value("space", int), DISC)),
        Event(CONDUCTED, "conducted", (INSTRUMENT, value("slot", int, _from_one), value("way", Way, _way))),
        Event(
            PLACED,
            "placed",
            (INSTRUMENT, NOTE, Value({"disc": Disc, "points": int, "virtuosity": int, "overwrites": bool}, _landed)),
        ),
        Event(
            PAIRED,
            "paired",
            (INSTRUMENT, NOTE, Value({"under": Disc, "over": Disc, "points": int, "virtuosity": int}, _pair)),
        ),
        Event(BURNED, "burned", (INSTRUMENT, DISC)),
        Event(TOKEN_FOUND, "token_found", (TOKEN, NOTE)),
        Event(GAVE, "gave", (TOKEN, value("to", int))),
        Event(DISTURBED, "disturbed", (INSTRUMENT, DISC)),
        Event(SHEET, "sheet", (value("sheet", int, _from_one), POINTS)),
        Event(ADVANCED, "advanced", (value("track", Track, _track), STEPS)),
        Event(VOICE, "voice", (value("voice", int, _from_one), POINTS)),
        Event(LEFTOVER, "leftover", (POINTS,)),
        Event(FINAL_BONUS, "final_bonus", (BONUS_CARD, POINTS)),
        Event(TRACKS_SCORED, "tracks_scored", (value("notes", int), value("zones", int), value("clashes", int))),
        Event(CLASHED, "clashed", (STEPS,)),
        Event(FINISHED, "finished", player="absent"),
        Event(CLEF_POINTS, "clef_points", (INSTRUMENT, POINTS)),
        Event(SET_UP, "set_up", (MASTER, SHEETS), player="absent"),
        Event(SWAPPED, "swapped", (INSTRUMENT, DISC)),
    )
)
