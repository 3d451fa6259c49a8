"""The runner: work of the dead is done again, order is kept, and nobody runs ahead without end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tutti.arena.runner import AHEAD, TRIES, Failed, TaskQueue, run


@dataclass(frozen=True)
class Squares:
    """Squares of numbers; a process dies at ``fatal`` as long as there are lives in the folder."""

    folder: Path
    fatal: int = -1
    lives: int = 0
    slow: int = -1

    def crew(self) -> Squares:
        return self

    def play(self, task: int) -> int:
        if task == self.fatal and len(list(self.folder.iterdir())) < self.lives:
            (self.folder / f"{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if task == self.slow:
            time.sleep(0.05)
        return task * task

    def close(self) -> None:
        pass


@pytest.mark.parametrize("ordered", [False, True])
def test_what_the_dead_were_at_is_done_again(tmp_path: Path, ordered: bool) -> None:
    found = list(run(Squares(tmp_path, fatal=3, lives=TRIES - 1), range(12), 2, ordered))
    assert sorted(found) == [n * n for n in range(12)]
    assert len(list(tmp_path.iterdir())) == TRIES - 1
    assert multiprocessing.active_children() == []


def test_a_task_that_kills_everybody_is_to_blame(tmp_path: Path) -> None:
    with pytest.raises(Failed) as caught:
        list(run(Squares(tmp_path, fatal=3, lives=99), range(12), 2))
    assert (caught.value.task, caught.value.reason) == (3, "SIGKILL")
    assert len(list(tmp_path.iterdir())) == TRIES


def test_order_is_kept_whoever_is_slow(tmp_path: Path) -> None:
    work = Squares(tmp_path, slow=0)
    assert list(run(work, range(40), 2, ordered=True)) == list(run(work, range(40), 1)) == [n * n for n in range(40)]


def test_nobody_runs_ahead_of_a_window() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    queue: TaskQueue[int, str] = TaskQueue(tasks(), 2 * AHEAD)
    first = queue.next()
    assert first == (0, 0)
    later = [job for _ in range(50) if (job := queue.next()) is not None]
    assert len(asked) == 2 * AHEAD
    for number, task in later:
        assert list(queue.done(number, task, f"{number}")) == []
    assert queue.next() is None
    assert list(queue.done(0, 0, "0")) == [f"{number}" for number in range(2 * AHEAD)]
    assert queue.next() == (2 * AHEAD, 2 * AHEAD)
