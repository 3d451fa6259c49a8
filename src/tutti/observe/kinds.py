"""Kinds: how plain data of a view becomes a row of small ints of fixed length, and comes back.

A kind knows its cells: how large each can be, and which of them name a seat. Absent things are zeros. From these a game
declares its observation (``kernel.observation``); a value outside of what was declared is an error, never cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tutti.kernel.types import Json


class Cell(NamedTuple):
    """One int of a row: its largest value; from ``seats`` on it names a seat (-1: it never does)."""

    high: int
    seats: int = -1


class Misfit(ValueError):
    """A value that its kind was not declared for."""


class Kind:
    """How one value is written. ``cells`` has a member for each int."""

    cells: tuple[Cell, ...]

    def write(self, value: Json, row: list[int]) -> None:
        """Append the cells of a value."""
        raise NotImplementedError

    def read(self, row: Iterator[int]) -> Json:
        """Take the cells of a value, and give it back."""
        raise NotImplementedError

    def turned(self, seat: int) -> list[int]:
        """Which cell of an absolute row each cell shows to a seat that counts players from itself."""
        return list(range(len(self.cells)))

    def told(self) -> str:
        """The kind for a reader of the documentation."""
        raise NotImplementedError

    def nothing(self, row: list[int]) -> None:
        """Append zeros."""
        row.extend([0] * len(self.cells))

    def skip(self, row: Iterator[int]) -> None:
        for _ in self.cells:
            next(row)


class Number(Kind):
    """``low`` to ``high``, the lowest written as 0; with ``absent``, 0 says None and others are one more."""

    def __init__(self, high: int, absent: bool = False, low: int = 0) -> None:
        self.low = low
        self.high = high
        self.absent = absent
        self.shift = int(absent) - low
        self.cells = (Cell(high + self.shift),)

    def write(self, value: Json, row: list[int]) -> None:
        if value is None and self.absent:
            row.append(0)
            return
        if not self.low <= value <= self.high:
            raise Misfit(f"{value} is not within {self.low} to {self.high}")
        row.append(int(value) + self.shift)

    def read(self, row: Iterator[int]) -> Json:
        cell = next(row)
        return None if self.absent and not cell else cell - self.shift

    def told(self) -> str:
        if self.absent:
            return f"0: none; else one more than the number, 0 to {self.high}"
        return f"{self.low} to {self.high}" + f", written as the number + {-self.low}" * (self.low < 0)


class Flag(Number):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__(1)

    def read(self, row: Iterator[int]) -> Json:
        return bool(next(row))

    def told(self) -> str:
        return "0 or 1"


class Name(Kind):
    """One of these names, by its place; with ``absent``, 0 says None and others are one more."""

    def __init__(self, names: Sequence[Json], absent: bool = False) -> None:
        self.names = tuple(names)
        self.shift = int(absent)
        self.codes = {name: code + self.shift for code, name in enumerate(self.names)}
        self.cells = (Cell(len(self.names) - 1 + self.shift),)

    def write(self, value: Json, row: list[int]) -> None:
        if value is None and self.shift:
            row.append(0)
            return
        if value not in self.codes:
            raise Misfit(f"{value!r} is none of {self.names}")
        row.append(self.codes[value])

    def read(self, row: Iterator[int]) -> Json:
        cell = next(row)
        return None if self.shift and not cell else self.names[cell - self.shift]

    def told(self) -> str:
        return ("0: none; from 1: " if self.shift else "from 0: ") + listed(self.names)


class SeatRef(Kind):
    """0: nobody (``none``), then things that are no player, then the seats."""

    def __init__(self, players: int, none: Json = None, others: Sequence[str] = ()) -> None:
        self.players = players
        self.none = none
        self.others = tuple(others)
        self.first = 1 + len(self.others)
        self.cells = (Cell(self.first + players - 1, self.first),)

    def write(self, value: Json, row: list[int]) -> None:
        if value == self.none:
            row.append(0)
        elif value in self.others:
            row.append(1 + self.others.index(value))
        elif isinstance(value, int) and 0 <= value < self.players:
            row.append(self.first + value)
        else:
            raise Misfit(f"{value!r} is no seat")

    def read(self, row: Iterator[int]) -> Json:
        cell = next(row)
        if cell >= self.first:
            return cell - self.first
        return self.others[cell - 1] if cell else self.none

    def told(self) -> str:
        others = "".join(f"{code}: {name}; " for code, name in enumerate(self.others, 1))
        return f"0: none; {others}from {self.first}: a seat"


class Counts(Kind):
    """How many of each name: a list with repetitions in this order, a dict without zeros, or a text of letters."""

    def __init__(self, names: Sequence[Json], high: int = 1, form: str = "list") -> None:
        self.names = tuple(names)
        self.codes = {name: code for code, name in enumerate(self.names)}
        self.high = high
        self.form = form
        self.cells = (Cell(high),) * len(self.names)

    def write(self, value: Json, row: list[int]) -> None:
        found = [0] * len(self.names)
        for name in value:
            if name not in self.codes:
                raise Misfit(f"{name!r} is none of {self.names}")
            found[self.codes[name]] += value[name] if self.form == "dict" else 1
        if max(found) > self.high or min(found) < 0:
            raise Misfit(f"{value!r} has more than {self.high} of one name")
        row.extend(found)

    def read(self, row: Iterator[int]) -> Json:
        found = {name: next(row) for name in self.names}
        if self.form == "dict":
            return {name: count for name, count in found.items() if count}
        names = [name for name, count in found.items() for _ in range(count)]
        return "".join(names) if self.form == "text" else names

    def told(self) -> str:
        return f"{'how many of each' if self.high > 1 else 'whether each is there'}: {listed(self.names)}"


class Seats(Kind):
    """Some of the players."""

    def __init__(self, players: int) -> None:
        self.cells = (Cell(1),) * players

    def write(self, value: Json, row: list[int]) -> None:
        row.extend(int(seat in value) for seat in range(len(self.cells)))

    def read(self, row: Iterator[int]) -> Json:
        return [seat for seat in range(len(self.cells)) if next(row)]

    def turned(self, seat: int) -> list[int]:
        return [(seat + i) % len(self.cells) for i in range(len(self.cells))]

    def told(self) -> str:
        return "0 or 1 for each seat"


class EachSeat(Kind):
    """One value for each player."""

    def __init__(self, players: int, kind: Kind) -> None:
        self.players = players
        self.kind = kind
        self.cells = kind.cells * players

    def write(self, value: Json, row: list[int]) -> None:
        if len(value) != self.players:
            raise Misfit(f"{len(value)} values for {self.players} players")
        for one in value:
            self.kind.write(one, row)

    def read(self, row: Iterator[int]) -> Json:
        return [self.kind.read(row) for _ in range(self.players)]

    def turned(self, seat: int) -> list[int]:
        inner, width = self.kind.turned(seat), len(self.kind.cells)
        return [(seat + i) % self.players * width + at for i in range(self.players) for at in inner]

    def told(self) -> str:
        return f"for each seat: {self.kind.told()}"


class ListOf(Kind):
    """A list of up to ``most`` values; its length comes first, unless it always has all of them."""

    def __init__(self, kind: Kind, most: int, full: bool = False) -> None:
        self.kind = kind
        self.most = most
        self.full = full
        self.cells = (() if full else (Cell(most),)) + kind.cells * most

    def write(self, value: Json, row: list[int]) -> None:
        if len(value) > self.most or (self.full and len(value) < self.most):
            raise Misfit(f"{len(value)} values in a row of {self.most}")
        if not self.full:
            row.append(len(value))
        for one in value:
            self.kind.write(one, row)
        row.extend([0] * ((self.most - len(value)) * len(self.kind.cells)))

    def read(self, row: Iterator[int]) -> Json:
        count = self.most if self.full else next(row)
        found = [self.kind.read(row) for _ in range(count)]
        for _ in range(self.most - count):
            self.kind.skip(row)
        return found

    def turned(self, seat: int) -> list[int]:
        return list(range(not self.full)) + repeated(self.kind, seat, self.most, int(not self.full))

    def told(self) -> str:
        return f"{'' if self.full else 'how many, then '}{self.most} × ({self.kind.told()})"


class Maybe(Kind):
    """Whether there is one (0: None), then the value."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.cells = (Cell(1), *kind.cells)

    def write(self, value: Json, row: list[int]) -> None:
        row.append(int(value is not None))
        if value is None:
            self.kind.nothing(row)
        else:
            self.kind.write(value, row)

    def read(self, row: Iterator[int]) -> Json:
        if next(row):
            return self.kind.read(row)
        self.kind.skip(row)
        return None

    def turned(self, seat: int) -> list[int]:
        return [0, *repeated(self.kind, seat, 1, 1)]

    def told(self) -> str:
        return f"whether there is one, then {self.kind.told()}"


class DictOf(Kind):
    """A dict with these keys; those of ``optional`` may be left out, and each has a flag before it."""

    def __init__(self, keys: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> None:
        self.optional = optional or {}
        self.keys: dict[str, Kind] = {**keys, **{key: Maybe(kind) for key, kind in self.optional.items()}}
        self.cells = tuple(cell for kind in self.keys.values() for cell in kind.cells)

    def write(self, value: Json, row: list[int]) -> None:
        if not value.keys() <= self.keys.keys():
            raise Misfit(f"unknown keys: {sorted(value.keys() - self.keys.keys())}")
        for key, kind in self.keys.items():
            kind.write(value.get(key) if key in self.optional else value[key], row)

    def read(self, row: Iterator[int]) -> Json:
        found = {key: kind.read(row) for key, kind in self.keys.items()}
        return {key: value for key, value in found.items() if value is not None or key not in self.optional}

    def turned(self, seat: int) -> list[int]:
        order: list[int] = []
        for kind in self.keys.values():
            order += repeated(kind, seat, 1, len(order))
        return order

    def told(self) -> str:
        names = list(self.keys)
        if len(names) > 12 and len({kind.told() for kind in self.keys.values()}) == 1:
            return f"for each of {listed(names)}: {self.keys[names[0]].told()}"
        return "; ".join(f"*{key}*: {kind.told()}" for key, kind in self.keys.items())


class Keyed(Kind):
    """A dict from some of these names; what is not in it is all zeros, and a value never is."""

    def __init__(self, names: Sequence[str], kind: Kind) -> None:
        self.names = tuple(names)
        self.kind = kind
        self.cells = kind.cells * len(self.names)

    def write(self, value: Json, row: list[int]) -> None:
        if not value.keys() <= set(self.names):
            raise Misfit(f"unknown keys: {sorted(value.keys() - set(self.names))}")
        for name in self.names:
            if name in value:
                self.kind.write(value[name], row)
            else:
                self.kind.nothing(row)

    def read(self, row: Iterator[int]) -> Json:
        found = {}
        for name in self.names:
            cells = [next(row) for _ in self.kind.cells]
            if any(cells):
                found[name] = self.kind.read(iter(cells))
        return found

    def turned(self, seat: int) -> list[int]:
        return repeated(self.kind, seat, len(self.names))

    def told(self) -> str:
        return f"for each of {listed(self.names)}: {self.kind.told()}"


class Either(Kind):
    """A value of one of several types: 0 for None or the number of its kind from 1, then cells for each kind."""

    def __init__(self, *kinds: tuple[type, Kind]) -> None:
        self.kinds = kinds
        self.cells = (Cell(len(kinds)), *(cell for _, kind in kinds for cell in kind.cells))

    def write(self, value: Json, row: list[int]) -> None:
        which = next((i for i, (type, _) in enumerate(self.kinds, 1) if isinstance(value, type)), 0)
        if not which and value is not None:
            raise Misfit(f"{value!r} has no kind")
        row.append(which)
        for i, (_, kind) in enumerate(self.kinds, 1):
            if i == which:
                kind.write(value, row)
            else:
                kind.nothing(row)

    def read(self, row: Iterator[int]) -> Json:
        which, found = next(row), None
        for i, (_, kind) in enumerate(self.kinds, 1):
            if i == which:
                found = kind.read(row)
            else:
                kind.skip(row)
        return found

    def turned(self, seat: int) -> list[int]:
        order = [0]
        for _, kind in self.kinds:
            order += repeated(kind, seat, 1, len(order))
        return order

    def told(self) -> str:
        return "0: none; which of these, then each: " + "; ".join(kind.told() for _, kind in self.kinds)


def repeated(kind: Kind, seat: int, times: int, start: int = 0) -> list[int]:
    """The order of a kind's cells, several times over, from ``start`` on."""
    inner, width = kind.turned(seat), len(kind.cells)
    return [start + i * width + at for i in range(times) for at in inner]


def listed(names: Sequence[Json]) -> str:
    """Names for a reader, the middle of a long list left out."""
    shown = list(names) if len(names) <= 14 else [*names[:3], "…", *names[-2:]]
    return ", ".join(f"`{name}`" if name != "…" else name for name in shown) + f" ({len(names)})" * (len(names) > 14)
