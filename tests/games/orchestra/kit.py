"""What the laws need to know of Orchestra."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as hs

from tutti.games.orchestra.pack.box import INVITED, RESERVED, SHAPES, VIRTUOSO
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.state import State
from tutti.kernel.types import Fields

SECRETS = True
HEAVY = True

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {"2p": (2, {}), "3p": (3, {}), "4p": (4, {"first_player": 2})}


def options(players: int) -> hs.SearchStrategy[Fields]:
    return hs.fixed_dictionaries({}, optional={"first_player": hs.none() | hs.integers(0, players - 1)})


def census(s: State) -> list[object]:
    """Musicians, Freelancers, pieces and cards, wherever they lie."""
    return [musicians(s), pieces(s), scenario_cards(s), social_cards(s), s.wcu <= s.d.wcu_total]


def faults(s: State) -> list[str]:
    """Nothing that its census does not assert."""
    census(s)
    return []


def musicians(s: State) -> list[tuple[object, int]]:
    """Own Musicians by player and type, Freelancers by type."""
    found: Counter[object] = Counter()

    def add(player: int, kind: int, count: int = 1) -> None:
        found[(player, kind) if kind < INVITED else ("freelance", TYPE_OF[kind])] += count

    for p in range(s.n):
        at = p * st.OWN
        for kind in range(RESERVED):
            add(p, kind, int(s.own[at + st.RESERVE + kind]))
        for row in range(3):
            add(p, row, int(s.own[at + st.GRID + row]).bit_count())
        for cell in (*range(st.SPACE, st.SPACE + 6), *range(st.SLOT, st.SLOT + 9)):
            if s.own[at + cell]:
                add(p, int(s.own[at + cell]) - 1)
        add(p, VIRTUOSO, sum(int(s.own[at + st.FREED + v]) != st.GONE for v in range(4)))
    for spot, owner in enumerate(s.spots):
        if owner:
            add(int(owner) - 1, s.d.spot_shape[spot])
    for place in range(st.PLACES):
        at = place * st.STAFF
        for i in range(4):
            if s.staff[at + st.FILL + i]:
                add(int(s.staff[at + st.OWNER]) - 1, int(s.staff[at + st.FILL + i]) - 1)
    for kind in range(3):
        found["freelance", kind] += int(s.pool[kind])
    return sorted(found.items(), key=repr)


def pieces(s: State) -> list[int]:
    """Audience Pieces by player: in the supply and on chairs; every chair belongs to one piece."""
    heads = [int(mark) for mark in s.chairs if mark >= 8]
    seats = sum(s.d.size[head // 8 - 1] for head in heads)
    assert seats == s.taken == sum(mark != 0 for mark in s.chairs)
    placed = Counter(head % 8 - 1 for head in heads)
    for p in range(s.n):
        assert placed[p] == sum(int(s.own[p * st.OWN + st.AREA + area]) for area in range(4))
    return [sum(int(s.own[p * st.OWN + st.SUPPLY + k]) for k in range(SHAPES)) + placed[p] for p in range(s.n)]


def scenario_cards(s: State) -> list[int]:
    """How often each Scenario Card is found: once."""
    found = [int(unseen) + (owner != 0) for unseen, owner in zip(s.bag, s.cards, strict=True)]
    for card in (*s.rows, *s.tail):
        if card:
            found[int(card) - 1] += 1
    for level in range(4):
        first, stop = s.d.level_first[level], s.d.level_first[level + 1]
        assert int(s.decks[level]) == sum(int(s.bag[card]) for card in range(first, stop))
        assert int(s.decks[4 + level]) == sum(s.tail[card] != 0 for card in range(first, stop))
    return found


def social_cards(s: State) -> list[int]:
    kinds = len(s.d.social)
    assert s.social_left == sum(int(count) for count in s.social[:kinds])
    found = [int(s.social[kind]) + int(s.social[kinds + kind]) for kind in range(kinds)]
    for f in s.stack:
        if f.step == st.SOCIAL:
            for card in (f.a, f.b, f.c):
                if card:
                    found[card - 1] += 1
    return found
