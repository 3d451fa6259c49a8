"""The same sources compiled and not: for information, and to see what a machine without compiler gets.

The uncompiled engine runs in a process of its own, which waits while the compiled one has its turn.
"""

import atexit
import os
import subprocess
import sys

from bench.harness import Lane, Measure, Rival
from bench.lanes import our_play

CHILD = "from bench.measures.symphonimo_pure import serve; serve()"


def serve() -> None:
    """The child: a slice for every line that comes in, its units and seconds as the answer."""
    own = our_play("symphonimo", 4)
    for _ in sys.stdin:
        units, seconds = own.slice()
        print(units, seconds, flush=True)


def measures() -> list[Measure]:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        env={**os.environ, "TUTTI_PURE": "1", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    asked, told = child.stdin, child.stdout
    assert asked is not None
    assert told is not None
    atexit.register(asked.close)

    def slice() -> tuple[float, float]:
        print("go", file=asked, flush=True)
        units, seconds = told.readline().split()
        return float(units), float(seconds)

    rival = Rival(Lane("the same, not compiled", slice))
    return [Measure("Symphonimo, compiled or not", "moves", our_play("symphonimo", 4), [rival])]
