"""Processes of a study, to be found and killed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path


def command(study: Path, out: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "tutti", "lab", str(study), "--out", str(out), *more]


def parent(pid: int) -> int:
    """Its parent; 0 for one that is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def ancestors(pid: int) -> list[int]:
    found = []
    while pid := parent(pid):
        found.append(pid)
    return found


def processes(named: bytes) -> list[int]:
    """All whose command line has this in it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:  # gone meanwhile
            continue
        if named in line:
            found.append(int(path.parent.name))
    return found


def workers_of(driver: int) -> list[int]:
    """Its processes that play; one that only watches over shared memory is none."""
    return [pid for pid in processes(b"spawn_main") if parent(pid) == driver]


def until(condition: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
