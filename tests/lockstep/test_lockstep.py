"""The same matches, compiled, from source, with the stand-ins for librt, and in Pyodide."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from support.machine import ROOT, SOURCES, compiler_here, environment, node

HERE = Path(__file__).parent
MATCHES = os.environ.get("TUTTI_LOCKSTEP", "1")
"""For each game and number of players; `make soak` plays many."""
COMPILED = compiler_here()
"""A machine without a compiler has nothing compiled to compare: there the sources play every table."""
SHARING = ("source", "stand-ins", "pyodide") if COMPILED else ("stand-ins", "pyodide")
STEP = len(SHARING) if MATCHES == "1" else 1
"""From source the matches are slow: where one is played at each table, the uncompiled ways share the tables among them.
Each of them plays every game, and every table is played by two ways; `make soak` has all tables by all."""

DRIVER = (sys.executable, str(HERE / "driver.py"), MATCHES)
PURE = {"TUTTI_PURE": "1"}
ALL = ("0", "1")
SHARE = {way: (str(number % STEP), str(STEP)) for number, way in enumerate(SHARING)}
WAYS: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "source": ((*DRIVER, *SHARE.get("source", ALL)), PURE, "# source librt linux"),
    "stand-ins": ((*DRIVER, *SHARE["stand-ins"], "--hide"), PURE, "# source stand-in linux"),
    "pyodide": (
        (node(), str(HERE / "pyodide.mjs"), str(SOURCES), str(ROOT / "tests"), MATCHES, *SHARE["pyodide"]),
        {},
        "# source stand-in emscripten",
    ),
}
if COMPILED:
    WAYS["compiled"] = ((*DRIVER, *ALL), {}, "# compiled librt linux")
WHOLE = "compiled" if COMPILED else "source"


def play() -> dict[str, list[str]]:
    """What each way prints, all of them at once, each in its own process; errors are shown as lines."""
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
    printed = {}
    for way, process in started.items():
        out, err = process.communicate()
        printed[way] = out.splitlines() + (err.splitlines() if process.returncode else [])
    return printed


def test_every_way_plays_the_same_matches() -> None:
    lines = play()
    for way, (_, _, header) in WAYS.items():
        expected = header.replace("linux", sys.platform)
        assert lines[way][0] == expected, "`make build` compiles; `npm ci` in tests/lockstep fetches Pyodide"
        assert [one for one in lines[way][1:] if one not in lines[WHOLE]] == [], way
        assert {one.split()[0] for one in lines[way][1:]} == {one.split()[0] for one in lines[WHOLE][1:]}, way
    others = [one for way in WAYS if way != WHOLE for one in lines[way][1:]]
    assert set(others) == set(lines[WHOLE][1:])
    assert len(others) == len(lines[WHOLE][1:]) * len(SHARING) // STEP
    all_are_there([line.split() for line in lines[WHOLE][1:]])


def all_are_there(played: list[list[str]]) -> None:
    """Every game as often as asked with each number of players, and no match twice."""
    found = {path.parent.name for path in (SOURCES / "tutti" / "games").glob("*/__init__.py")} | {"etude"}
    assert {game for game, *_ in played} == found
    counts = Counter((game, players) for game, players, *_ in played)
    assert set(counts.values()) == {int(MATCHES)}
    assert len({match[-1] for match in played}) == len(played)
