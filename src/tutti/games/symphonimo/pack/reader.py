"""Reads a pack into ``box.Box``, strictly: every fault says where it is and what would be right."""

from __future__ import annotations

from tutti.games.symphonimo.pack.box import FAMILIES, MOST_CARDS, SIZE, Box
from tutti.games.symphonimo.types import Power
from tutti.kernel.packs import Pack, provenance
from tutti.kernel.reading import Reader

POWERS: tuple[Power, ...] = ("classic", "limit_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now")
"""As the rules number them; a pack names those that are in its box, in this order."""
SETS = ("soloist", "quartet")
PLAYERS = range(2, 7)
MOST_POINTS = 20
"""Of a set: eleven families of them and their quartets still fit one number."""


def read(pack: Pack) -> Box:
    """The tables of a pack, or ``BadPack`` with the place of the first fault."""
    top = pack.top
    top.only(("game", "name", "deck", "families_in_play", "conductors", "scoring", "false_note"))
    d = Box()
    d.name, d.hash = pack.name, pack.hash
    d.values = _values(_table(top, "deck", "families").at("families"))
    counts = _table(top, "families_in_play", *map(str, PLAYERS))
    d.in_play = bytes([0, 0, *(counts.at(str(n)).number(1, FAMILIES) for n in PLAYERS)])
    _conductors(d, _table(top, "conductors", "limit", "powers", "limit_two"))
    _scoring(d, _table(top, "scoring", *SETS))
    removed = _table(top, "false_note", "removed").at("removed")
    d.removed = removed.number(0, sum(d.values[: d.in_play[2]]) - 1)
    return d


def _table(top: Reader, key: str, *keys: str) -> Reader:
    reader = top.at(key)
    provenance(reader)
    reader.only(("mark", "src", *keys))
    return reader


def _values(reader: Reader) -> bytes:
    """SO-001: a family has as many cards as its value says, so no two families share one."""
    last = 0
    for item in reader.items(FAMILIES):
        last = item.number(last + 1, MOST_CARDS)
    return bytes(reader.value)


def _conductors(d: Box, reader: Reader) -> None:
    """SO-012, SO-040."""
    powers = reader.at("powers").items(len(POWERS) - 1)
    for power, name in zip(powers, POWERS[1:], strict=True):
        power.one_of((name,))
    d.powers = POWERS
    limits = {name: reader.at(name).number(1, SIZE) for name in ("limit", "limit_two")}
    d.limits = bytes(limits.get(power, limits["limit"]) for power in POWERS)


def _scoring(d: Box, reader: Reader) -> None:
    """SO-035, SO-037."""
    found = []
    for name in SETS:
        kind = reader.at(name)
        kind.only(("cards", "points"))
        found.append((name, kind.at("cards").number(1, MOST_CARDS), kind.at("points").number(0, MOST_POINTS)))
    if found[0][1] == found[1][1]:
        reader.at("quartet").at("cards").wrong("out_of_range", found=found[1][1], low=found[0][1] + 1, high=MOST_CARDS)
    d.sets = tuple(found)
    points = {cards: worth for _, cards, worth in found}
    d.worth = bytes(points.get(count, 0) for count in range(MOST_CARDS + 1))
    quartet = found[1][1]
    d.tally = bytes(d.worth[count] * (FAMILIES + 1) + (count == quartet) for count in range(MOST_CARDS + 1))
