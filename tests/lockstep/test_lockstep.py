"""The same matches, compiled, from source, with the stand-ins for librt, and in Pyodide."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.machine import ROOT, SOURCES, compiler_here, environment, node

HERE = Path(__file__).parent
MATCHES = os.environ.get("TUTTI_LOCKSTEP", "3")
"""For each game and number of players."""

DRIVER = (sys.executable, str(HERE / "driver.py"), MATCHES)
PURE = {"TUTTI_PURE": "1"}
WAYS: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "source": (DRIVER, PURE, "# source librt linux"),
    "stand-ins": ((*DRIVER, "--hide"), PURE, "# source stand-in linux"),
    "pyodide": (
        (node(), str(HERE / "pyodide.mjs"), str(SOURCES), str(ROOT / "tests"), MATCHES),
        {},
        "# source stand-in emscripten",
    ),
}
if compiler_here():  # a machine without one has nothing compiled to compare
    WAYS["compiled"] = (DRIVER, {}, "# compiled librt linux")


@pytest.fixture(scope="module")
def played() -> Iterator[dict[str, subprocess.Popen[str]]]:
    """All ways at once, each in its own process."""
    started = {
        way: subprocess.Popen(
            command,
            cwd=HERE,
            env=environment(PYTHONPATH=str(SOURCES), **changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for way, (command, changes, _) in WAYS.items()
    }
    yield started
    for process in started.values():
        process.kill()


@pytest.fixture(scope="module")
def lines(played: dict[str, subprocess.Popen[str]]) -> dict[str, list[str]]:
    """What each way printed; nothing is left out when one of them fails."""
    printed = {}
    for way, process in played.items():
        out, err = process.communicate()
        printed[way] = out.splitlines() + [line for line in err.splitlines() if process.returncode]
    return printed


@pytest.mark.parametrize("way", WAYS)
def test_runs_in_the_way_it_is_meant_to(way: str, lines: dict[str, list[str]]) -> None:
    expected = WAYS[way][2].replace("linux", sys.platform)
    assert lines[way][0] == expected, "`make build` compiles; `npm ci` in tests/lockstep fetches Pyodide"


@pytest.mark.parametrize("way", [way for way in WAYS if way != "source"])
def test_plays_the_same_matches(way: str, lines: dict[str, list[str]]) -> None:
    assert lines[way][1:] == lines["source"][1:]


def test_every_game_and_number_of_players_is_there(lines: dict[str, list[str]]) -> None:
    games = {line.split()[0] for line in lines["source"][1:]}
    found = {path.parent.name for path in (SOURCES / "tutti" / "games").glob("*/__init__.py")}
    assert found <= games
    for game in games:
        counts = [line.split()[1] for line in lines["source"][1:] if line.startswith(f"{game} ")]
        assert {counts.count(count) for count in counts} == {int(MATCHES)}


def test_no_two_matches_are_alike(lines: dict[str, list[str]]) -> None:
    hashes = [line.split()[-1] for line in lines["source"][1:]]
    assert len(set(hashes)) == len(hashes)
