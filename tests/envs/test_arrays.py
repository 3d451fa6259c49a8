"""Observations as arrays, and what may never change unnoticed."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tutti
from support.kits import tables
from support.lines import Line, moves, new
from tutti.envs.arrays import forfeit, mask_of, returns, sight
from tutti.kernel.types import Result

GAMES = ("symphonimo", "symphony", "orchestra")
FIXED = Path(__file__).parent / "fixed.json"


@pytest.mark.parametrize(("game", "players"), [table for table in tables() if table[0] in GAMES])
def test_arrays_are_what_the_kernel_writes(game: str, players: int) -> None:
    line = Line(seed=players, options={}, first=b"", dice_seed=players, moves=60)
    match = new(game, players, line)
    seen = sight(match.game, players)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % 12 == 0:
            for seat in range(players):
                row = seen.observe(match.seen_by(seat), seat)
                assert row.tolist() == seen.rules.observe(match.seen_by(seat), seat)
                assert row.dtype == np.int16
                assert bool((row <= seen.high).all())
                assert seen.decode(row, seat)["active"] == list(match.active)
        mask = mask_of(match.game, match.game.legal(match.state, player))
        assert [match.game.actions[a] for a in np.flatnonzero(mask)] == list(match.legal(player))
        match.play(player, action)


def fingerprints(game: str) -> dict[str, object]:
    """Numbers of actions and cells of observations, as digests."""
    made = tutti.game(game)
    declared = made.shapes.observation
    assert declared is not None

    def digest(thing: object) -> str:
        return hashlib.sha256(json.dumps(thing).encode()).hexdigest()[:16]

    sizes = [sight(made, n).rules for n in range(made.low, made.high + 1)]
    return {
        "rules": made.version,
        "pack": made.pack,
        "actions": len(made.actions),
        "texts": digest(list(made.actions)),
        "observation": declared.version,
        "cells": [one.size for one in sizes],
        "fields": digest(
            [[(f.path, f.private, f.kind.told(), list(f.kind.cells)) for f in one.fields] for one in sizes]
        ),
    }


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_cells_change_with_their_version_only(game: str) -> None:
    """A learned policy is worth nothing under other numbers. Raise ``VERSION`` in the game's ``observation.py`` with
    every change of its fields; write what this test finds into ``fixed.json`` and the changelog in the same commit."""
    assert fingerprints(game) == json.loads(FIXED.read_text(encoding="utf-8"))[game]


def test_rewards_sum_to_nothing() -> None:
    tied = Result((0, 2), (1, 3, 1), (9, 4, 9), ({}, {}, {}), "deck_empty")
    assert returns(tied, "share") == pytest.approx([1 / 6, -1 / 3, 1 / 6])
    assert returns(tied, "margin") == [0, -5, 0]
    assert sum(forfeit(3, 1)) == pytest.approx(0)


def test_nothing_optional_is_loaded_with_tutti() -> None:
    extras = ("numpy", "gymnasium", "pettingzoo", "pyspiel")
    probe = f"import sys, tutti, tutti.envs; print([m for m in {extras} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("module", "absent", "line"),
    [
        ("tutti.envs.symphony_v0", "pettingzoo", "pettingzoo>="),
        ("tutti.envs.solo", "gymnasium", "gymnasium>="),
        ("tutti.envs.spiel", "pyspiel", "open_spiel>="),
    ],
)
def test_what_is_missing_is_named_with_its_line(module: str, absent: str, line: str) -> None:
    probe = f"import sys; sys.modules[{absent!r}] = None\nimport {module}"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert f"{absent} is not installed" in done.stderr
    assert "pip install '" in done.stderr
    assert line in done.stderr
