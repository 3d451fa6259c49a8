"""Where a game can work out the rest of a match, nobody needs to guess: the end played exactly."""

from __future__ import annotations

from typing import Any, Final

from tutti.ai.bot import Budget, Candidate, Thought
from tutti.ai.mind import mind_of
from tutti.ai.solver import Solver
from tutti.ai.weighing import TREES, Sample, Weighed, Weighing
from tutti.bots._search.clock import Clock
from tutti.kernel.chance import EVERYONE, Dice, Host, pick
from tutti.kernel.game import Game
from tutti.kernel.native import u8, vec
from tutti.kernel.perspective import Perspective

POSITIONS: Final = 1000
"""What an iteration of a budget buys here: so many that the seconds of the levels end first."""
MOST: Final = 1_250_000
"""Positions that are kept in mind at most: 84 MB for two players, half as much again while that room is made."""
SLICE: Final = 4096
"""Positions between two looks at the clock."""
FAR: Final = 3
"""Decisions of others that are told after the best one, each worked out anew."""
PART: Final = 0.5
"""Of the seconds: if the end is not reached by then, the rest is for the search."""


def offered(perspective: Perspective, world: Any) -> Solver | None:
    """Somebody who may know what each choice brings, where the end is near.

    Where there are secrets, one world that fits is not the one that is played: nothing is exact there.
    """
    game = perspective.game
    return None if game.secrets else mind_of(game).solver(world)


def worked_out(solver: Solver, budget: Budget, clock: Clock) -> bool:
    """Whether the end is known within the budget."""
    most = MOST if budget.iterations is None else min(MOST, budget.iterations * POSITIONS)
    while solver.states < most:
        if solver.run(min(SLICE, most - solver.states)):
            return True
        if clock.used() > PART or clock.stopped():
            return False
    return False


def ranked(perspective: Perspective, world: Any, solver: Solver) -> list[int]:
    """The choices from the best down: by share, by points, and by what the game thinks of them."""
    me, choices = perspective.player, perspective.legal()
    opinions = mind_of(perspective.game).opinions(world, me, choices)
    worth = {a: (int(solver.share(a, me)), int(solver.points(a, me)), int(opinions[i])) for i, a in enumerate(choices)}
    return sorted(choices, key=lambda a: (*(-one for one in worth[a]), a))


class Fate(Host):
    """Brings any card, and remembers that one came: what follows is then one of many ways."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = Dice(0)
        self.came = False

    def draw(self, bag: int, counts: vec[u8], total: int, to: int = EVERYONE) -> int:
        self.came = True
        return pick(counts, self.dice.below(total))


def line(game: Game[Any], world: Any, me: int, a: int, most: int) -> tuple[tuple[int, int], ...]:
    """How it goes on after an action if everybody plays the end exactly: until chance speaks, and not far."""
    told, s, fate = [(me, a)], game.copy(world), Fate()
    game.apply(s, a, fate, me)
    while len(told) <= FAR and not fate.came and (active := game.active(s)):
        player, choices = active[0], game.legal(s, active[0])
        solver = mind_of(game).solver(s) if len(choices) > 1 else None
        if len(choices) > 1 and (solver is None or not solver.run(most)):
            break
        best = choices[0] if solver is None else ranked(Perspective(game, s, player), s, solver)[0]
        told.append((player, best))
        game.apply(s, best, fate, player)
    return tuple(told)


def thought(perspective: Perspective, world: Any, solver: Solver) -> Thought:
    me, states = perspective.player, int(solver.states)
    found = [
        Candidate(a, states, int(solver.share(a, me)) / 1e6, int(solver.points(a, me)) / 1e3)
        for a in ranked(perspective, world, solver)
    ]
    return Thought(tuple(found), ((me, found[0].action),), states, exact=True)


def weighing(perspective: Perspective, world: Any, solver: Solver, most: int, also: tuple[int, ...]) -> Weighing:
    """The same for hints: every search would find the same, so nothing is unsure."""
    me, players = perspective.player, range(perspective.game.players(world))
    found: list[Weighed] = []
    order = ranked(perspective, world, solver)
    distinct = set(perspective.distinct())
    shown = {*[a for a in order if a in distinct][:most], *also}
    for a in order:
        if a in shown:
            shares = tuple(int(solver.share(a, p)) / 1e6 for p in players)
            points = tuple(int(solver.points(a, p)) / 1e3 for p in players)
            sample = Sample(shares[me], shares[me], points[me], shares, points)
            way = ((me, a),) if found else line(perspective.game, world, me, a, int(solver.states))
            found.append(Weighed(a, int(solver.states), (sample,) * TREES, way))
    return Weighing(tuple(found), int(solver.states), exact=True)
