"""Matches in several processes. Whatever happens to one of them is told at once; nothing waits for the dead."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

from tutti.arena.playing import Crew, Plan, Played
from tutti.arena.seating import Fixture

PATIENCE: Final = 5.0
"""Seconds a process gets to end before it is ended."""


class Broken(Exception):
    """A match that could not be played to its end."""

    def __init__(self, fixture: Fixture, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.fixture = fixture
        self.reason = reason
        self.details = details


@dataclass(frozen=True)
class Failed:
    """What a process says when a bot or the rules raised an error."""

    fixture: Fixture
    reason: str
    details: str


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(plan: Plan, jobs: int) -> Iterator[Played]:
    """All matches of the plan, in whatever order they end. Raises ``Broken``."""
    if min(jobs, len(plan.fixtures)) <= 1:
        return _one_by_one(plan)
    return _together(plan, min(jobs, len(plan.fixtures)))


def _one_by_one(plan: Plan) -> Iterator[Played]:
    crew = Crew(plan)
    try:
        for fixture in plan.fixtures:
            done = _played(crew, fixture)
            if isinstance(done, Failed):
                raise Broken(done.fixture, done.reason, done.details)
            yield done
    finally:
        crew.close()


def _played(crew: Crew, fixture: Fixture) -> Played | Failed:
    try:
        return crew.play(fixture)
    except Exception as fault:  # a bot is anybody's program
        last = traceback.extract_tb(fault.__traceback__)[-1]
        place = f"{os.path.basename(last.filename)}:{last.lineno}"  # noqa: PTH119 - not always a path
        return Failed(fixture, f"{type(fault).__name__}: {fault} ({place})", traceback.format_exc())


# -- several processes -------------------------------------------------------------------------


@dataclass
class Worker:
    """One process, its pipe, and the match it plays."""

    process: BaseProcess
    pipe: Connection
    fixture: Fixture | None = None
    done: bool = False
    """It knows that there are no more matches and ends by itself."""

    def give(self, waiting: deque[Fixture]) -> None:
        """The next match, or the word that there is none."""
        self.fixture = waiting.popleft() if waiting else None
        self.done = self.fixture is None
        with contextlib.suppress(OSError):  # it is gone: the next look at its pipe tells
            self.pipe.send(self.fixture)

    def take(self) -> Played:
        """What it has played. Its pipe is ready: with a match, or closed because the process is gone."""
        assert self.fixture is not None
        try:
            done = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(PATIENCE)
            raise Broken(self.fixture, _how(self.process.exitcode)) from None
        if isinstance(done, Failed):
            raise Broken(done.fixture, done.reason, done.details)
        assert isinstance(done, Played)
        return done


def _how(code: int | None) -> str:
    """How a process ended."""
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"


def _together(plan: Plan, jobs: int) -> Iterator[Played]:
    waiting = deque(plan.fixtures)
    workers: list[Worker] = []
    try:
        with _ctrl_c_later():
            for _ in range(jobs):
                workers.append(_start(plan))
        for worker in workers:
            worker.give(waiting)
        while busy := {worker.pipe: worker for worker in workers if worker.fixture is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # wait() returns what it was given
                done = worker.take()
                worker.give(waiting)
                yield done
    finally:
        _end(workers)


def _start(plan: Plan) -> Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(plan, theirs), daemon=True)
    process.start()
    theirs.close()  # so that its end is seen when the process ends
    return Worker(process, ours)


def _end(workers: list[Worker]) -> None:
    for worker in workers:
        worker.pipe.close()
        if not worker.done:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


@contextlib.contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Ctrl-C waits until this is done. Processes that are started meanwhile inherit that it does not reach them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(plan: Plan, pipe: Connection) -> None:
    """The life of a worker: matches until there are no more, or until nobody listens."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    crew = Crew(plan)
    try:
        while (fixture := pipe.recv()) is not None:
            pipe.send(_played(crew, fixture))
    except (EOFError, OSError):
        pass
    finally:
        crew.close()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
