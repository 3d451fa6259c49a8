"""A match as numbers: what every environment shares, whatever form it has. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from operator import index
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import tutti
from tutti.kernel.types import Fields, Result
from tutti.observe.observation import Observation

Row = NDArray[np.int16]
Mask = NDArray[np.int8]
REWARDS = ("share", "margin")
ILLEGAL = ("raise", "lose")


class Copied:
    """``copy.copy`` of an environment is a deep copy: two environments must not share a match."""

    def __copy__(self) -> Self:
        return deepcopy(self)


class Sight:
    """The observation of a game at a number of players, as arrays."""

    dtype = np.int16

    def __init__(self, game: tutti.Game[Any], players: int) -> None:
        self.rules = Observation(game, players)
        self.high: Row = np.array([cell.high for cell in self.rules.cells], self.dtype)
        self.orders = [np.array(order, np.intp) for order in self.rules.orders]
        first = np.array([cell.seats for cell in self.rules.cells], self.dtype)
        self.named = np.flatnonzero(first >= 0)
        """Cells that may name a seat."""
        self.first: Row = first[self.named]

    def __deepcopy__(self, memo: object) -> Sight:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return sight, (self.rules.game, self.rules.players)

    def observe(self, state: Any, seat: int) -> Row:
        """What a seat observes of a state that it may know of; a fresh array."""
        row = np.array(self.rules.row(state, seat), self.dtype)[self.orders[seat]]
        named = row[self.named]
        turned = (named - self.first - seat) % self.rules.players + self.first
        row[self.named] = np.where(named >= self.first, turned, named)
        return row

    def whole(self, state: Any) -> Row:
        """The table and the private blocks of all seats, absolute: for a trainer."""
        return np.array(self.rules.whole(state), self.dtype)

    def decode(self, observed: Sequence[int] | Row, seat: int = 0) -> Fields:
        """An observation as names and values; with its seat, players by their own numbers."""
        return self.rules.decode([int(cell) for cell in observed], seat)


@lru_cache(maxsize=64)
def sight(game: tutti.Game[Any], players: int) -> Sight:
    """The one of a game and a number of players: made once."""
    return Sight(game, players)


def mask_of(game: tutti.Game[Any], legal: Sequence[int]) -> Mask:
    """1 for each legal action, by its number."""
    mask = np.zeros(len(game.actions), np.int8)
    mask[list(legal)] = 1
    return mask


def one_of(what: str, chosen: str, known: Sequence[str]) -> str:
    if chosen not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, not {chosen!r}")
    return chosen


def number_of(action: Any) -> int:
    """The number of an action; what is no whole number is refused, not cut off."""
    try:
        return index(action)
    except TypeError:
        raise ValueError(f"an action is a whole number, not {action!r}") from None


def known_options(options: Fields | None, *known: str) -> Fields:
    """Options of a reset, all of which the environment knows."""
    given = options or {}
    if unknown := [name for name in given if name not in known]:
        knows = f"knows {', '.join(known)}" if known else "has no options"
        raise ValueError(f"reset {knows}, not {', '.join(map(repr, unknown))}")
    return given


def returns(result: Result, reward: str) -> list[float]:
    """What each seat gets at the end. ``share``: its share of the win less the mean, so that all sum to nothing;
    ``margin``: its points less those of the best rival."""
    players = len(result.points)
    if reward == "share":
        share = 1 / len(result.winners)
        return [(share if seat in result.winners else 0.0) - 1 / players for seat in range(players)]
    rivals = [max(points for other, points in enumerate(result.points) if other != seat) for seat in range(players)]
    return [float(points - best) for points, best in zip(result.points, rivals, strict=True)]


def forfeit(players: int, loser: int) -> list[float]:
    """After an illegal action that loses: the others share the win."""
    return [(0.0 if seat == loser else 1 / (players - 1)) - 1 / players for seat in range(players)]


class Seeds:
    """Seeds of matches in a row: one number makes all of them; without one, they are anybody's guess."""

    def __init__(self) -> None:
        self.base: str | None = None
        self.count = 0

    def next(self, seed: int | None) -> str | None:
        """The seed of the next match; a new number begins a new row, and is itself the seed of its first match."""
        if seed is not None:
            self.base, self.count = str(seed), 0
        if self.base is None:
            return None
        self.count += 1
        return self.base if self.count == 1 else f"{self.base}:{self.count}"
