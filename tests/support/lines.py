"""Lines of play: a match, and choices that Hypothesis draws and shrinks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import tutti
from support.kits import kit, tables
from support.seeds import try_seeds
from tutti.kernel.types import Fields

T = TypeVar("T")
SECONDS = 0.0 if os.environ.get("TUTTI_QUICK") == "1" else 0.05
"""How long a law goes on with fresh lines at one table of a heavy game, counted from its start."""


@dataclass
class Line:
    """How a match is played: the first choices one by one, the others from dice, up to a number of moves."""

    seed: int
    options: Fields
    first: bytes
    dice_seed: int
    moves: int | None

    def __post_init__(self) -> None:
        self.dice = tutti.Dice(self.dice_seed)
        self.taken = 0

    def below(self, n: int) -> int:
        """The next choice, for playing."""
        self.taken += 1
        return self.first[self.taken - 1] % n if self.taken <= len(self.first) else self.dice.below(n)

    def choose(self, things: tuple[T, ...] | list[T]) -> T:
        return things[self.below(len(things))]


def lines(game: str, players: int) -> st.SearchStrategy[Line]:
    """Any line of play. Failures shrink to few moves, first choices and seed 0.

    Of a light game every second line goes to the end, of a heavy one every third.
    """
    some = st.integers(0, 120)
    return st.builds(
        Line,
        seed=st.integers(0, 2**32),
        options=kit(game).options(players),
        first=st.binary(max_size=40),
        dice_seed=st.integers(0, 2**32),
        moves=some | some | st.none() if kit(game).HEAVY else some | st.none(),
    )


def new(game: str, players: int, line: Line) -> tutti.Match:
    return tutti.Match.new(game, players=players, seed=line.seed, options=line.options)


def moves(match: tutti.Match, line: Line) -> Iterator[tuple[int, str]]:
    """Each next move of the line; whoever iterates plays it (or another one)."""
    number = 0
    while match.active and number != line.moves:
        player = line.choose(match.active)
        yield player, line.choose(match.legal(player))
        number += 1


def played(game: str, players: int, line: Line) -> tutti.Match:
    match = new(game, players, line)
    for player, action in moves(match, line):
        match.play(player, action)
    return match


def in_turn(things: tuple[T, ...], number: int, most: int = 24) -> tuple[T, ...]:
    """Some of the things, no more than ``most``: with one number after another all of them have their turn."""
    rounds = -(-len(things) // most)
    return things[number % rounds :: rounds]


def state(match: tutti.Match) -> Any:
    """The state itself: for laws of the int level."""
    return match.state


def visible(match: tutti.Match, player: int) -> Any:
    """The state that the player may know of, at the int level: without another's open group."""
    return match.seen_by(player)


def every_table(secrets: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test at every table there is."""
    return pytest.mark.parametrize(("game", "players"), tables(secrets))


def tries(game: str) -> int:
    """How often a law is tried at one table, at least: fewer times for a game whose matches are long.

    The first line of all is always the empty one, so it does not count.
    """
    most = settings().max_examples
    return (max(1, most // 8) if kit(game).HEAVY else most) + 1


def on_fresh_seeds(game: str, attempt: Callable[[int], object], at_least: int = 1) -> None:
    """Try what starts from a seed: as often as asked, then on with other seeds while the law has time.

    Only long matches take it: those of a light game are tried often enough as it is.
    """
    try_seeds(attempt, at_least, SECONDS if kit(game).HEAVY else 0.0)


def law(secrets: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a law at every table there is, with choices that Hypothesis draws: other ones in every run.

    A failure shrinks, and says the line that repeats it.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def at_table(game: str, players: int) -> None:
            def attempt(number: int) -> None:
                drawn = settings(max_examples=tries(game), derandomize=False, database=None)(
                    given(data=st.data())(test)
                )
                seed(number)(drawn)(game=game, players=players)

            on_fresh_seeds(game, attempt)

        at_table.__name__ = test.__name__  # not functools.wraps: pytest would look for a fixture ``data``
        at_table.__doc__ = test.__doc__
        return every_table(secrets)(at_table)

    return decorate
