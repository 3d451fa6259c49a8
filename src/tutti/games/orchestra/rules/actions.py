# tutti: compiled
"""The actions, their numbers and their notation. What depends on the pack comes last and is counted there."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.pack.names import ICONS, SECTIONS
from tutti.games.orchestra.types import Kind, Side

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

LEVELS: Final = ("i", "ii", "iii", "s")
TYPES: Final = ("b", "p", "i", "v")
KIND_NAMES: Final[tuple[Kind, ...]] = ("b", "p", "i", "v", "inv-b", "inv-p", "inv-i", "hire-b", "hire-p", "hire-i")
SPACES: Final = ("e1", "e2", "e3", "x", "c", "m")
AREAS: Final = ("a", "b", "c", "d")
SIDES: Final[tuple[Side, ...]] = ("left", "right")

_PLACES = tuple(f"{level}.{place}" for level in LEVELS for place in (1, 2, 3))

FIXED: Final[tuple[str, ...]] = (
    "skip",
    "pass",
    "pay",
    "develop",
    "gather",
    "wcu",
    *(f"evolve {space}" for space in SPACES[:3]),
    *(f"{space} {kind}" for space in SPACES[3:] for kind in KIND_NAMES[:7]),
    *(f"card {place}" for place in _PLACES),
    *(f"part {n}" for n in (1, 2, 3, 4)),
    *(f"with {kind}" for kind in KIND_NAMES),
    *(f"resolve {space}" for space in SPACES),
    "resolve banner",
    *(f"resolve {place}" for place in _PLACES),
    *(f"flip {icon}" for icon in ICONS),
    *(f"flip star-{icon}" for icon in ICONS),
    *(f"concert {icon}" for icon in ICONS),
    *(f"banner {section}" for section in SECTIONS),
    *(f"grid {column}" for column in (1, 2, 3, 4)),
    *(f"poster {n}" for n in (1, 2, 3, 4)),
    *(f"choose {n}" for n in (1, 2)),
    *(f"invite {kind}" for kind in TYPES[:3]),
    "coin money",
    "coin prestige",
    *(f"take {place}" for place in _PLACES),
    *(f"take {level}" for level in LEVELS),
    *SIDES,
    *(f"area {area}" for area in AREAS),
)


def number_actions(d: Box) -> None:
    """Give the pack's own things their actions, the chairs first: small numbers cost nothing to hand out."""
    texts = list(FIXED)
    d.a_at = len(texts)
    texts += [f"at {anchor}" for anchor in d.anchors]
    d.a_piece = len(texts)
    texts += [f"piece {shape}" for shape in d.shapes]
    d.a_keep = len(texts)
    texts += [f"keep {card}" for card in d.theater]
    d.a_spot = len(texts)
    texts += [f"assign {spot}" for spot in d.spots]
    d.a_to = len(texts) - 1  # spaces are numbered from 1
    texts += [f"to {space}" for space in range(1, d.last + 1)]
    d.a_return = len(texts)
    texts += [f"return {space}" for space in d.returns]
    d.a_show = len(texts)
    texts += [f"show {card}" for card in d.social]
    d.a_exchange = len(texts)
    texts += [f"exchange {d.exchange_m[i]}m {d.exchange_p[i]}p" for i in range(len(d.exchange_m))]
    d.texts = tuple(text.lower() for text in texts)
