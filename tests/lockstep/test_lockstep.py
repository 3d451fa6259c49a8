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
STEP = 2 if MATCHES == "1" else 1
"""Stand-ins and Pyodide run the same sources with the same stand-ins, and slowly: they share the tables between them,
where only one match is played at each. Every table is still played by a third way."""

DRIVER = (sys.executable, str(HERE / "driver.py"), MATCHES)
PURE = {"TUTTI_PURE": "1"}
ALL = ("0", "1")
HALVES = (("0", str(STEP)), (str(STEP - 1), str(STEP)))
WAYS: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "source": ((*DRIVER, *ALL), PURE, "# source librt linux"),
    "stand-ins": ((*DRIVER, *HALVES[0], "--hide"), PURE, "# source stand-in linux"),
    "pyodide": (
        (node(), str(HERE / "pyodide.mjs"), str(SOURCES), str(ROOT / "tests"), MATCHES, *HALVES[1]),
        {},
        "# source stand-in emscripten",
    ),
}
if compiler_here():  # a machine without one has nothing compiled to compare
    WAYS["compiled"] = ((*DRIVER, *ALL), {}, "# compiled librt linux")


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
        played = set(lines[way][1:])
        wanted = lines["source"][1:] if way == "compiled" else [one for one in lines["source"][1:] if one in played]
        assert lines[way][1:] == wanted, way
    assert set(lines["stand-ins"][1:] + lines["pyodide"][1:]) == set(lines["source"][1:])
    all_are_there([line.split() for line in lines["source"][1:]])


def all_are_there(played: list[list[str]]) -> None:
    """Every game as often as asked with each number of players, and no match twice."""
    found = {path.parent.name for path in (SOURCES / "tutti" / "games").glob("*/__init__.py")} | {"etude"}
    assert {game for game, *_ in played} == found
    counts = Counter((game, players) for game, players, *_ in played)
    assert set(counts.values()) == {int(MATCHES)}
    assert len({match[-1] for match in played}) == len(played)
