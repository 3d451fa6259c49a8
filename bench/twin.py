"""The C twin of Symphonimo (``twin.c``), compiled on demand and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent / "twin.c"
BUILD = Path(__file__).parent.parent / "build" / "bench"
FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
FAMILIES = 11


class NoCompiler(RuntimeError):
    """There is no C compiler, so the twin cannot be built."""


def compiler() -> str:
    found = shutil.which("cc") or shutil.which("gcc")
    if found is None:
        raise NoCompiler("the C twin needs a compiler: install gcc")
    return found


def compiler_version() -> str:
    said = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]


@cache
def library() -> ctypes.CDLL:
    """The twin as a shared library, built again whenever its source has changed."""
    version = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    made = BUILD / f"twin-{version}.so"
    if not made.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        half = made.with_suffix(f".{os.getpid()}.tmp")  # renamed when whole: several processes may build at once
        subprocess.run([compiler(), *FLAGS, "-o", str(half), str(SOURCE)], check=True)
        half.replace(made)
    found = ctypes.CDLL(str(made))
    found.twin_rollouts.restype = ctypes.c_long
    found.twin_rollouts.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_long, ctypes.c_char_p]
    return found


def rollouts(seed: int, players: int, matches: int) -> tuple[int, bytes]:
    """Random matches from one opening: the moves of all of them, and the collections at the end of the last."""
    hands = ctypes.create_string_buffer(players * FAMILIES)
    moves = library().twin_rollouts(seed, players, matches, hands)
    return moves, hands.raw
