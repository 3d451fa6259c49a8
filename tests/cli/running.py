"""Runs the terminal: as a program with a pipe, as a program with a real terminal, or in this process by script."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import tutti
from tutti.cli.terminal import Leave, Terminal
from tutti.words import DEFAULT

PROGRAM = [sys.executable, "-m", "tutti"]


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """An environment of its own: no colours, 100 columns, kept matches in ``home``."""
    source = str(Path(tutti.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
    own = {"PYTHONPATH": path, "TUTTI_HOME": str(home), "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    return {**os.environ, **own, **more}


class Ran:
    """How a program ended and what it said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


def tutti_program(home: Path, *args: str, typed: str | bytes = "", **environment: str) -> Ran:
    """The program with lines typed into a pipe; it never shows a traceback."""
    given = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *args],
        input=given,
        capture_output=True,
        env=surroundings(home, **environment),
        cwd=home,
        timeout=120,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in ran.out + ran.err, ran.err
    return ran


class Script(Terminal):
    """A terminal whose person has decided beforehand what to type; then the input ends."""

    def __init__(self, lines: Iterable[str], lang: str = DEFAULT) -> None:
        super().__init__(fast=True, lang=lang)
        self.lines = list(lines)
        self.asked: list[str] = []

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self.lines:
            raise Leave
        return " ".join(self.lines.pop(0).split())


def script(lines: Sequence[str]) -> Script:
    return Script(lines)
