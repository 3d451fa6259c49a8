"""Batches: steps alone, with masks and absolute rows, and steps with what the seat that is asked observes.

Against pgx, which has batches too, each with the like; and against environments that have none.
"""

import importlib.util
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np

import tutti
from bench.harness import Lane, Measure, Rival, lane
from bench.vectors import pgx_lane
from tutti.envs.batch import Batch

MATCHES = 1024
PLAYERS = 4
STEPS = 40
"""Of a slice: some milliseconds of Symphonimo."""
HEAVY = 2
"""Steps of a slice of the others."""
OBSERVED = ", with observations"


def inside(name: str, matches: int = MATCHES, steps: int = STEPS, seen: bool = False) -> Lane:
    """Random actions in compiled code, in matches that go on from slice to slice; ``seen``: observed after each."""
    batch, dice = Batch(name, matches, PLAYERS, seed=1), tutti.Dice(1)
    batch.random(200, dice)  # into the middle: no two at the same point
    out = batch.observe()

    def piece(_: int) -> None:
        if not seen:
            batch.random(steps, dice)
            return
        for _ in range(steps):
            batch.random(1, dice)
            batch.observe(out)

    return lane(f"Tutti, {name}, {matches:,} at once{OBSERVED if seen else ''}", piece, [matches * steps])


def outside(name: str, seen: bool = False) -> Lane:
    """Actions from numpy, known beforehand, through the checked ``step``; ``seen``: observed after each."""
    batch, random = Batch(name, MATCHES, PLAYERS, seed=1), np.random.default_rng(1)
    known = []
    for _ in range(16 * STEPS):
        known.append(batch.sample(random))
        batch.step(known[-1])
    batch.reset(1)
    turns = cycle([known[i : i + STEPS] for i in range(0, len(known), STEPS)])
    left, out = 0, batch.observe()

    def piece(_: int) -> None:
        nonlocal left
        if not left:
            batch.reset(1)
            left = len(known) // STEPS
        left -= 1
        for actions in next(turns):
            batch.step(actions)
            if seen:
                batch.observe(out)

    return lane(f"Tutti, {name}, {MATCHES:,} at once, from numpy{OBSERVED if seen else ''}", piece, [MATCHES * STEPS])


def connect_four() -> Lane:
    """PettingZoo's own loop with masks."""
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.env()  # type: ignore[no-untyped-call]  # PettingZoo tells no type
    random = np.random.default_rng(1)

    def match(seed: int) -> int:
        moves = 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
                moves += 1
        return moves

    return counted("PettingZoo, connect_four", match)


def leduc() -> Lane:
    """rlcard's environment with its own random agents; its quickest game."""
    import rlcard

    env = rlcard.make("leduc-holdem", config={"seed": 1})
    random = np.random.default_rng(1)

    def match(_: int) -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(int(random.choice(list(state["legal_actions"]))))
            moves += 1
        return moves

    return counted("rlcard, leduc-holdem", match)


def rl_environment() -> Lane:
    """OpenSpiel's environment for learners; its quickest game."""
    from open_spiel.python.rl_environment import Environment

    env: Any = Environment("tic_tac_toe")
    random = np.random.default_rng(1)

    def match(_: int) -> int:
        moves = 0
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([int(random.choice(step.observations["legal_actions"][player]))])
            moves += 1
        return moves

    return counted("OpenSpiel, rl_environment, tic_tac_toe", match)


def counted(name: str, match: Callable[[int], int]) -> Lane:
    """A lane whose matches count their moves as they are played."""
    seeds = cycle(range(1000))

    def slice() -> tuple[float, float]:
        start = time.thread_time()
        moves = match(next(seeds))
        return moves, time.thread_time() - start

    return Lane(name, slice)


def measures() -> list[Measure]:
    if missing := [name for name in ("pgx", "rlcard", "pettingzoo") if importlib.util.find_spec(name) is None]:
        raise SystemExit(f"batches are measured against {', '.join(missing)}: make bench installs them")
    others = [connect_four, leduc, rl_environment]
    found = [
        Measure(
            "Symphonimo batch, random inside",
            "steps",
            inside("symphonimo"),
            [Rival(pgx_lane("scan", MATCHES, False), 2.5)],
        ),
        Measure(
            "Symphonimo batch, random inside, with observations",
            "steps",
            inside("symphonimo", seen=True),
            [Rival(pgx_lane("scan", MATCHES, True))],
        ),
        Measure(
            "Symphonimo batch, from numpy",
            "steps",
            outside("symphonimo"),
            [Rival(pgx_lane("step", MATCHES, False), 3.0)],
        ),
        Measure(
            "Symphonimo batch, from numpy, with observations",
            "steps",
            outside("symphonimo", True),
            [Rival(pgx_lane("step", MATCHES, True)), *(Rival(one()) for one in others)],
        ),
    ]
    for name in ("orchestra", "symphony"):
        alone, seen = (inside(name, MATCHES, HEAVY, with_rows) for with_rows in (False, True))
        measure = f"{name.capitalize()} batch, random inside"
        found.append(Measure(measure, "steps", alone, [Rival(connect_four(), 20.0)]))
        found.append(Measure(f"{measure}{OBSERVED}", "steps", seen, [Rival(connect_four())]))
    return found
