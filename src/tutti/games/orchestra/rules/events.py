# tutti: compiled
"""What can be told, each declared once, and the bags of chance by number. Compiled code has the numbers inline."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack import names
from tutti.games.orchestra.pack.box import INSTRUMENTALIST, Box
from tutti.games.orchestra.pack.names import price
from tutti.games.orchestra.rules.actions import KIND_NAMES, SIDES
from tutti.games.orchestra.rules.state import BY_CARDS, PHASES, REASONS, ROW
from tutti.games.orchestra.types import (
    Area,
    Icon,
    Kind,
    Level,
    Look,
    Phase,
    PosterPart,
    Price,
    Reason,
    Seated,
    Section,
    Side,
    Source,
    Space,
    Type,
    Virtuoso,
)
from tutti.kernel.events import Event, Events, Value, value

# Bags.
BAG_FIRST: Final = 0
BAG_BOARD: Final = 1
BAG_THEATER: Final = 2
BAG_SOCIAL: Final = 3
BAG_LEVEL: Final = 4
"""(4) Level I, II, III, Star."""

# Events.
KEPT: Final = 0
ROUND_BEGAN: Final = 1
TURN_BEGAN: Final = 2
PASSED: Final = 3
PAID: Final = 4
MONEY_GAINED: Final = 5
PRESTIGE_GAINED: Final = 6
SCORED: Final = 7
SPACE_USED: Final = 8
SLOT_STAFFED: Final = 9
CARD_STAFFED: Final = 10
BANNER_ADDED: Final = 11
EVOLVED: Final = 12
REPEATED: Final = 13
SENT_BACK: Final = 14
EXCHANGED: Final = 15
COLUMN_MOVED: Final = 16
POSTER_TAKEN: Final = 17
SPOT_TAKEN: Final = 18
VIRTUOSO_WAITS: Final = 19
VIRTUOSO_JOINED: Final = 20
BEGINNER_JOINED: Final = 21
PIECE_PLACED: Final = 22
WCU_PLACED: Final = 23
STEPPED: Final = 24
STEPPED_BACK: Final = 25
ARRIVED_BOTH: Final = 26
INVITED_ONE: Final = 27
REVEALED: Final = 28
EYES_CLOSED: Final = 29
FULFILLED: Final = 30
GATHERED: Final = 31
CONCERT_GIVEN: Final = 32
LEVEL_OPENED: Final = 33
CARD_SHOWN: Final = 34
ROW_RENEWED: Final = 35
END_TRIGGERED: Final = 36
AREA_CHOSEN: Final = 37
THEATER_SHOWN: Final = 38
FINISHED: Final = 39
DECLINED: Final = 40
RETURNED: Final = 41
SOCIAL_SHUFFLED: Final = 42

SEATED: tuple[Seated, ...] = ("I", "V4", "V1", "V2", "V3")
"""From the Instrumentalist on."""
VIRTUOSOS: tuple[Virtuoso, ...] = ("V1", "V2", "V3", "V4")
POSTER_PARTS: tuple[PosterPart, ...] = ("a", "b", "c", "d")


def _theater(d: Box, raw: int) -> tuple[str, str]:
    return d.theater[raw], d.theater_names[raw]


def _coins(d: Box, raw: int) -> tuple[int, int, Price]:
    money, prestige = raw & 0xFFFF, raw >> 16
    return money, prestige, price(money, prestige)


def _phase(d: Box, raw: int) -> Phase:
    return PHASES[raw]


def _source(d: Box, raw: int) -> Source:
    return names.SOURCES[raw - BY_CARDS]


def _space(d: Box, raw: int) -> Space:
    return names.SPACE_NAMES[raw]


def _musician(d: Box, raw: int) -> Kind:
    return KIND_NAMES[raw]


def _from_one(d: Box, raw: int) -> int:
    return raw + 1


def _place(d: Box, raw: int) -> str:
    return f"{names.LEVELS[raw // ROW]}.{raw % ROW + 1}"


def _card(d: Box, raw: int) -> tuple[str, str]:
    return d.cards[raw], d.card_names[raw]


def _section(d: Box, raw: int) -> Section:
    return names.SECTIONS[raw]


def _type(d: Box, raw: int) -> Type:
    return names.TYPES[raw]


def _poster(d: Box, raw: int) -> tuple[str, str]:
    return d.posters[raw], d.poster_names[raw]


def _poster_part(d: Box, raw: int) -> PosterPart:
    return POSTER_PARTS[raw]


def _spot(d: Box, raw: int) -> str:
    return d.spots[raw]


def _seated(d: Box, raw: int) -> Seated:
    return SEATED[raw - INSTRUMENTALIST]


def _virtuoso(d: Box, raw: int) -> Virtuoso:
    return VIRTUOSOS[raw]


def _piece(d: Box, raw: int) -> str:
    return d.shapes[raw]


def _anchor(d: Box, raw: int) -> tuple[str, Area]:
    """The chair of its corner and the area where it lies, as ``audience.place_piece`` puts them together."""
    return d.anchors[raw & 0xFFFF], names.AREA_NAMES[raw >> 16]


def _side(d: Box, raw: int) -> Side:
    return SIDES[raw]


def _social(d: Box, raw: int) -> tuple[str, list[str]]:
    return d.social[raw], ["eye"] if d.social_eye[raw] else list(d.rows[d.social_gain[raw]])


def _truth(d: Box, raw: int) -> bool:
    return bool(raw)


def _look(d: Box, raw: int) -> Look:
    return names.LOOKS[raw]


def _icon(d: Box, raw: int) -> Icon:
    return names.ICONS[raw]


def _level(d: Box, raw: int) -> Level:
    return names.LEVELS[raw]


def _reason(d: Box, raw: int) -> Reason:
    reason = REASONS[raw]
    assert reason, "the match goes on"
    return reason


def _area(d: Box, raw: int) -> Area:
    return names.AREA_NAMES[raw]


THEATER = Value({"theater": str, "name": str}, _theater)
MONEY = value("money", int)
PRESTIGE = value("prestige", int)
COINS = Value({"money": int, "prestige": int, "price": Price}, _coins)
SPACE = value("space", Space, _space)
COLUMN = value("column", int, _from_one)
PLACE = value("place", str, _place)
CARD = Value({"card": str, "name": str}, _card)
POSTER = Value({"poster": str, "name": str}, _poster)
SOCIAL = Value({"social": str, "gain": list[str]}, _social)
TYPE = value("type", Type, _type)
SIDE = value("side", Side, _side)
TO = value("to", int)
LEVEL = value("level", Level, _level)
FLIPPED = value("first", Look, _look), value("second", Look, _look), value("third", Look, _look)

EVENTS = Events(
    (
        Event(KEPT, "kept", (THEATER,), private=True),
        Event(ROUND_BEGAN, "round_began", (value("round", int),)),
        Event(TURN_BEGAN, "turn_began", (value("phase", Phase, _phase),)),
        Event(PASSED, "passed"),
        Event(PAID, "paid", (COINS,)),
        Event(MONEY_GAINED, "money_gained", (MONEY,)),
        Event(PRESTIGE_GAINED, "prestige_gained", (PRESTIGE,)),
        Event(SCORED, "scored", (value("points", int), value("source", Source, _source))),
        Event(SPACE_USED, "space_used", (SPACE, value("musician", Kind, _musician))),
        Event(SLOT_STAFFED, "slot_staffed", (value("slot", int, _from_one),)),
        Event(CARD_STAFFED, "card_staffed", (PLACE, CARD)),
        Event(BANNER_ADDED, "banner_added", (value("section", Section, _section),)),
        Event(EVOLVED, "evolved", (TYPE, COLUMN)),
        Event(REPEATED, "repeated", (SPACE,)),
        Event(SENT_BACK, "sent_back", (SPACE,)),
        Event(EXCHANGED, "exchanged", (COINS,)),
        Event(COLUMN_MOVED, "column_moved", (value("from", int), TO)),
        Event(POSTER_TAKEN, "poster_taken", (POSTER, value("part", PosterPart, _poster_part))),
        Event(SPOT_TAKEN, "spot_taken", (value("spot", str, _spot), value("who", Seated, _seated))),
        Event(VIRTUOSO_WAITS, "virtuoso_waits", (value("virtuoso", Virtuoso, _virtuoso),)),
        Event(VIRTUOSO_JOINED, "virtuoso_joined"),
        Event(BEGINNER_JOINED, "beginner_joined", (COLUMN,)),
        Event(PIECE_PLACED, "piece_placed", (value("piece", str, _piece), Value({"at": str, "area": Area}, _anchor))),
        Event(WCU_PLACED, "wcu_placed", (value("number", int),)),
        Event(STEPPED, "stepped", (SIDE, TO)),
        Event(STEPPED_BACK, "stepped_back", (SIDE, TO)),
        Event(ARRIVED_BOTH, "arrived", (value("order", int),)),
        Event(INVITED_ONE, "invited", (TYPE,)),
        Event(REVEALED, "revealed", (SOCIAL,)),
        Event(EYES_CLOSED, "eyes_closed", (value("eyes", int), value("failed", bool, _truth), value("ignored", int))),
        Event(FULFILLED, "fulfilled", (CARD,)),
        Event(GATHERED, "gathered", FLIPPED),
        Event(CONCERT_GIVEN, "concert_given", (value("icon", Icon, _icon),)),
        Event(LEVEL_OPENED, "level_opened", (LEVEL,), player="null"),
        Event(CARD_SHOWN, "card_shown", (PLACE, CARD), player="null"),
        Event(ROW_RENEWED, "row_renewed", (LEVEL,), player="null"),
        Event(END_TRIGGERED, "end_triggered", (value("reason", Reason, _reason),), player="null"),
        Event(AREA_CHOSEN, "area_chosen", (value("area", Area, _area),)),
        Event(THEATER_SHOWN, "theater_shown", (THEATER, value("covered", int))),
        Event(FINISHED, "finished", player="null"),
        Event(DECLINED, "declined"),
        Event(RETURNED, "returned", (value("space_number", int),)),
        Event(SOCIAL_SHUFFLED, "social_shuffled", player="null"),
    )
)
