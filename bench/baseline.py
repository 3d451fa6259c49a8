"""``python -m bench.baseline``: maestro of v0.1.0 as an engine, for matches against the bots of today.

    tutti arena orchestra maestro "engine:.venv/bin/python -m bench.baseline" --players 2 --seconds 0.05 --games 100
    tutti arena symphony maestro "engine:.venv/bin/python -m bench.baseline" --players 2 --seconds 0.05 --pack standard

The build of then (``bench.against`` makes it) refuses positions of newer rules and options that it does not know, so
positions are told to it under the rules of then. In the usual match of two players these differ in one question: who
has paid for the card of Poster 1 c takes one (OR-103), where v0.1.0 could decline. Such an answer is illegal now; the
arena counts it as a fault, and chance decides. Symphony has to be played with the sheets of then: ``--pack standard``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from rich.console import Console

from bench.against import RELEASED, build, environment, unpacked

RULES = 1
"""Of all games then."""
LATER = {"easy": False}
"""Options that came later, with the value that means the game of then."""


def as_then(asked: dict[str, Any]) -> dict[str, Any]:
    """A request as v0.1.0 understands it. ``ValueError``: the match has an option that it cannot play."""
    for place in (asked, asked.get("position"), asked.get("record")):
        if not isinstance(place, dict):
            continue
        if "rules" in place:
            place["rules"] = RULES
        options: dict[str, Any] = place.get("options") or {}
        for name, usual in LATER.items():
            if options.pop(name, usual) != usual:
                raise ValueError(f"{RELEASED} does not know the option {name}")
    return asked


def main() -> int:
    sources = build(unpacked(RELEASED), Console(stderr=True))
    process = subprocess.Popen(
        [sys.executable, "-m", "tutti", "engine", "--bot", "maestro"],
        env=environment(PYTHONPATH=str(sources)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in sys.stdin:
        asked = as_then(json.loads(line))
        print(json.dumps(asked), file=process.stdin, flush=True)
        if asked.get("do") == "quit":
            break
        print(process.stdout.readline(), end="", flush=True)
    process.stdin.close()
    return process.wait()


if __name__ == "__main__":
    sys.exit(main())
