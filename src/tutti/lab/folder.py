"""What a study keeps in its folder: its head, and a line for each match in the order of the matches.

The lines are the truth: whoever was interrupted, however rudely, counts them and goes on after the last whole one.
Reports are made from them, so that the same lines, which any number of processes write, give the same figures.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from tutti.arena.runner import Failed, run
from tutti.kernel.pickling import Kept
from tutti.kernel.types import Fields
from tutti.lab.playing import Work
from tutti.lab.study import BadStudy, Study, Task

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]  # a module that may be absent

HEAD: Final = "study.json"
LINES: Final = "matches.jsonl"
_BLOCK: Final = 1 << 20

Spread = Callable[[Work, Iterable[Task], int, bool], Iterator[bytes]]
"""How tasks are spread: over processes by ``runner.run``, or over a cluster."""


class Broken(Kept):
    """A match that could not be played; those before it are kept."""

    def __init__(self, arm: str, first: int, last: int, failed: Failed) -> None:
        super().__init__(failed.reason)
        self.arm, self.first, self.last = arm, first, last
        self.reason, self.details = failed.reason, failed.details


class Folder:
    """The folder of one study."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path = path
        self.study = study

    @property
    def lines(self) -> Path:
        return self.path / LINES

    @contextmanager
    def _open(self) -> Iterator[BinaryIO]:
        """The lines, for one writer at a time."""
        self.path.mkdir(parents=True, exist_ok=True)
        self._claim()
        with self.lines.open("a+b") as file:
            if fcntl is not None:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a dead writer holds nothing
                except OSError:
                    raise BadStudy("busy", folder=str(self.path)) from None
            yield file

    def _claim(self) -> None:
        """The folder is ours, or refused: figures of two studies are never mixed."""
        at = self.path / HEAD
        if at.exists():
            try:
                found = json.loads(at.read_text(encoding="utf-8"))
            except ValueError:
                found = None
            if found != self.study.head():
                raise BadStudy("other_study", folder=str(self.path))
            return
        if self.lines.exists():
            raise BadStudy("other_study", folder=str(self.path))
        part = at.with_suffix(".part")
        part.write_text(json.dumps(self.study.head(), indent=1) + "\n", encoding="utf-8")
        part.replace(at)

    def _whole(self, file: BinaryIO) -> int:
        """How many matches are there; a torn last line is cut off."""
        file.seek(0)
        count = end = at = 0
        while block := file.read(_BLOCK):
            count += block.count(b"\n")
            end = at + block.rfind(b"\n") + 1 if b"\n" in block else end
            at += len(block)
        file.truncate(end)
        if count > self.study.matches or (count and self._last(file, end) != self.study.place(count - 1)):
            raise BadStudy("damaged", path=str(self.lines))
        file.seek(0, os.SEEK_END)
        return count

    def _last(self, file: BinaryIO, end: int) -> tuple[int, int] | None:
        """Which match the last line is of."""
        file.seek(max(0, end - _BLOCK))
        line = file.read().rstrip(b"\n").rpartition(b"\n")[2]
        try:
            row = json.loads(line)
            return row["arm"], row["match"]
        except (ValueError, KeyError, TypeError):
            return None

    def fill(self, jobs: int, spread: Spread = run) -> Iterator[int]:
        """Play what is missing; tells how many matches are there, first and after each part. Raises ``Broken``."""
        with self._open() as file:
            done = self._whole(file)
            yield done
            tasks = self.study.tasks(done)
            try:
                played = spread(Work(self.study), self.study.tasks(done), jobs, True)
                for task, lines in zip(tasks, played, strict=True):
                    file.write(lines)
                    file.flush()
                    done += task.last - task.first
                    yield done
            except Failed as failed:
                task = failed.task
                raise Broken(self.study.arms[task.arm].name, task.first, task.last - 1, failed) from None

    def rows(self) -> Iterator[Fields]:
        """All matches that are there, one after another."""
        with self.lines.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield json.loads(line)
