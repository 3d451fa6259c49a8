# tutti: compiled
"""The actions: their numbers, what they mean and how they are written. What depends on the pack comes last."""

from __future__ import annotations

from itertools import product
from typing import Final

from tutti.games.orchestra.pack.box import RESERVED, Box
from tutti.games.orchestra.pack.names import AREA_NAMES, ICONS, LEVELS, LOOKS, SECTIONS, SPACE_NAMES, TYPES
from tutti.games.orchestra.types import Area, Coin, Icon, Kind, Level, Look, Section, Side, Space, Type
from tutti.kernel.verbs import Verb, Verbs

A_SKIP: Final = 0
A_PASS: Final = 1
A_PAY: Final = 2
A_DEVELOP: Final = 3
A_GATHER: Final = 4
A_WCU: Final = 5
A_EVOLVE: Final = 6
"""(3) e1 e2 e3"""
A_USE: Final = 9
"""(21) x c m, each by kind of the reserve"""
A_CARD: Final = 30
"""(12) level * 3 + place"""
A_PART: Final = 42
"""(4) top and bottom, or letters a, ab, abc"""
A_WITH: Final = 46
"""(10) kind"""
A_RESOLVE: Final = 56
"""(6) spaces"""
A_RESOLVE_BANNER: Final = 62
A_RESOLVE_CARD: Final = 63
"""(12) level * 3 + place"""
A_FLIP: Final = 75
"""(12) icon, then icon of Star cards"""
A_CONCERT: Final = 87
"""(6) icon"""
A_BANNER: Final = 93
"""(4) section"""
A_GRID: Final = 97
"""(4) column"""
A_POSTER: Final = 101
"""(4)"""
A_CHOOSE: Final = 105
"""(2)"""
A_INVITE: Final = 107
"""(3) type"""
A_COIN: Final = 110
"""(2) money, prestige"""
A_TAKE: Final = 112
"""(12) level * 3 + place"""
A_TAKE_DECK: Final = 124
"""(4) level"""
A_SIDE: Final = 128
"""(2) left, right"""
A_AREA: Final = 130
"""(4)"""
A_REST: Final = 134
"""The first action that depends on the pack."""

KIND_NAMES: Final[tuple[Kind, ...]] = ("b", "p", "i", "v", "inv-b", "inv-p", "inv-i", "hire-b", "hire-p", "hire-i")
SIDES: Final[tuple[Side, ...]] = ("left", "right")
COINS: Final[tuple[Coin, ...]] = ("money", "prestige")

_PLACES = tuple(f"{level}.{place}" for level in LEVELS for place in (1, 2, 3))


def number_actions(d: Box) -> None:
    """Give the pack's own things their actions, the chairs first: small numbers cost nothing to hand out."""
    d.a_at = A_REST
    d.a_piece = d.a_at + len(d.anchors)
    d.a_keep = d.a_piece + len(d.shapes)
    d.a_spot = d.a_keep + len(d.theater)
    d.a_to = d.a_spot + len(d.spots) - 1  # spaces are numbered from 1
    d.a_return = d.a_to + 1 + d.last
    d.a_show = d.a_return + len(d.returns)
    d.a_exchange = d.a_show + len(d.social)


def verbs(d: Box) -> Verbs:
    """The actions of a pack: arguments as printed, texts in small letters."""
    place, card, space, number = {"place": str}, {"card": str}, {"space": Space}, {"space": int}
    use = {"space": Space, "kind": Kind}
    fits = [KIND_NAMES[need] for need in d.space_need[:3]]
    return Verbs(
        Verb(A_SKIP, "skip"),
        Verb(A_PASS, "pass"),
        Verb(A_PAY, "pay"),
        Verb(A_DEVELOP, "develop"),
        Verb(A_GATHER, "gather"),
        Verb(A_WCU, "wcu"),
        Verb(A_EVOLVE, "evolve", use, zip(SPACE_NAMES[:3], fits, strict=True), "evolve {space}"),
        Verb(A_USE, "use", use, product(SPACE_NAMES[3:], KIND_NAMES[:RESERVED]), "{space} {kind}"),
        Verb(A_CARD, "card", place, zip(_PLACES)),
        Verb(A_PART, "part", {"part": int}, zip((1, 2, 3, 4))),
        Verb(A_WITH, "with", {"kind": Kind}, zip(KIND_NAMES)),
        Verb(A_RESOLVE, "resolve", space, zip(SPACE_NAMES)),
        Verb(A_RESOLVE_BANNER, "resolve_banner", text="resolve banner"),
        Verb(A_RESOLVE_CARD, "resolve_card", place, zip(_PLACES), "resolve {place}"),
        Verb(A_FLIP, "flip", {"look": Look}, zip(LOOKS)),
        Verb(A_CONCERT, "concert", {"icon": Icon}, zip(ICONS)),
        Verb(A_BANNER, "banner", {"section": Section}, zip(SECTIONS)),
        Verb(A_GRID, "grid", {"column": int}, zip((1, 2, 3, 4))),
        Verb(A_POSTER, "poster", {"place": int}, zip((1, 2, 3, 4))),
        Verb(A_CHOOSE, "choose", {"choice": int}, zip((1, 2))),
        Verb(A_INVITE, "invite", {"type": Type}, zip(TYPES[:3])),
        Verb(A_COIN, "coin", {"coin": Coin}, zip(COINS)),
        Verb(A_TAKE, "take", place, zip(_PLACES)),
        Verb(A_TAKE_DECK, "take_top", {"level": Level}, zip(LEVELS), "take {level}"),
        Verb(A_SIDE, "side", {"side": Side}, zip(SIDES), "{side}"),
        Verb(A_AREA, "area", {"area": Area}, zip(AREA_NAMES)),
        Verb(d.a_at, "at", {"chair": str}, zip(d.anchors)),
        Verb(d.a_piece, "piece", {"shape": str}, zip(d.shapes)),
        Verb(d.a_keep, "keep", card, zip(d.theater)),
        Verb(d.a_spot, "assign", {"spot": str}, zip(d.spots)),
        Verb(d.a_to + 1, "to", number, zip(range(1, d.last + 1))),
        Verb(d.a_return, "return", number, zip(d.returns)),
        Verb(d.a_show, "show", card, zip(d.social)),
        Verb(
            d.a_exchange,
            "exchange",
            {"money": int, "prestige": int},
            zip(d.exchange_m, d.exchange_p, strict=True),
            "exchange {money}m {prestige}p",
        ),
        notation=str.lower,
    )
