"""The C twin of the benchmark plays the same matches as the engine: else their speeds could not be compared."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from bench.measures import symphonimo_rollout

import tutti
from tutti.games.symphonimo.pack.box import FAMILIES
from tutti.games.symphonimo.rules.state import ROWS

ROOT = Path(__file__).parents[2]
GAME: tutti.Game[Any] = tutti.game("symphonimo")


@pytest.fixture(scope="module")
def twin() -> dict[str, Any]:
    """The module that compiles the twin. Without a C compiler this fails: the set-up installs one."""
    return runpy.run_path(str(ROOT / "bench" / "twin.py"))


def ours(seed: int, players: int, matches: int) -> tuple[int, bytes]:
    """As ``twin.rollouts``, with the moves counted by playing the same matches step by step."""
    options = tutti.prepare(GAME, players, {})
    dice = tutti.Dice(seed)
    stepper = tutti.Dice(seed)
    opening = GAME.setup(options, dice)
    GAME.setup(options, stepper)
    moves = 0
    for _ in range(matches):
        state = GAME.copy(opening)
        GAME.rollout(state, dice)
        walked = GAME.copy(opening)
        while choices := GAME.legal(walked):
            GAME.apply(walked, choices[stepper.below(len(choices))], stepper)
            moves += 1
        assert bytes(walked.cards)[:ROWS] == bytes(state.cards)[:ROWS]
    return moves, bytes(state.cards)[: players * FAMILIES]  # behind them lie the discards and the rows


@pytest.mark.parametrize("players", range(GAME.low, GAME.high + 1))
def test_twin_and_engine_end_alike(twin: dict[str, Any], players: int) -> None:
    for seed in range(60):
        wide = seed * 0x9E3779B97F4A7C15 % 2**63  # both halves of the seed count
        assert twin["rollouts"](wide, players, 2) == ours(wide, players, 2), f"seed {wide}"


def test_the_measure_compares_the_same_matches() -> None:
    """It once looked at the discards, too, which the twin has not."""
    assert symphonimo_rollout.ours(1) == symphonimo_rollout.theirs(1)


def test_twin_feels_the_seed(twin: dict[str, Any]) -> None:
    ends = {twin["rollouts"](seed, 4, 1) for seed in range(50)}
    assert len(ends) == 50
