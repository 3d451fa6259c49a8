"""What all parts of a position are read with."""

from __future__ import annotations

from collections.abc import Sequence

from tutti.games.orchestra.state import OWN, State
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader


def pick(reader: Reader, names: Sequence[str]) -> int:
    """The number of a name."""
    return names.index(reader.one_of(names))


def keyed(reader: Reader, names: Sequence[str]) -> list[tuple[int, Reader]]:
    """An object whose keys are names: their numbers, and what belongs to each."""
    for name, member in reader.pairs():
        if name not in names:
            member.wrong("not_one_of", found=name, known=list(names))
    return [(names.index(name), member) for name, member in reader.pairs()]


def new_card(s: State, reader: Reader, level: int, seen: set[int]) -> int:
    """A Scenario Card of a level (-1: of any) that has not been seen before: none may lie in two places."""
    first = s.d.level_first[max(level, 0)]
    card = first + pick(reader, s.d.cards[first : s.d.level_first[level + 1] if level >= 0 else None])
    if card in seen:
        reader.wrong("card_twice", card=s.d.cards[card])
    seen.add(card)
    return card


def put(s: State, player: int, at: int, value: int) -> None:
    s.own[player * OWN + at] = u8(value)
