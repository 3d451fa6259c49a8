"""Work in several processes, or on a cluster: whoever dies is replaced, and what it was at is done again.

Arena, simulation and lab all run through here. *Work* is plain data from which every process makes a *crew*; a *task*
is what a crew is given, such as one match. Results come as they are done, or in the order of their tasks: then nobody
runs further ahead than a window, so that memory does not grow with the number of tasks.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Final, Generic, Protocol, TypeVar

from tutti.kernel.pickling import Kept

T = TypeVar("T")
R = TypeVar("R")
T_in = TypeVar("T_in", contravariant=True)
R_out = TypeVar("R_out", covariant=True)

PATIENCE: Final = 5.0
"""Seconds a process gets to end before it is ended."""
TRIES: Final = 3
"""A task at which so many processes have died is to blame itself."""
AHEAD: Final = 4
"""How many tasks for each process may be done before an earlier one is."""


class Crew(Protocol[T_in, R_out]):
    """Who does the work in one process."""

    def play(self, task: T_in) -> R_out: ...

    def close(self) -> None: ...


class Work(Protocol[T_in, R_out]):
    """What is to be done: plain data that travels to other processes."""

    def crew(self) -> Crew[T_in, R_out]: ...


class Failed(Kept):
    """A task that could not be done."""

    def __init__(self, task: Any, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.task = task
        self.reason = reason
        self.details = details


@dataclass(frozen=True)
class Fault:
    """What a process says when a bot or the rules raised an error."""

    reason: str
    details: str


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(work: Work[T, R], tasks: Iterable[T], jobs: int, ordered: bool = False) -> Iterator[R]:
    """All results, in the order of their tasks or as they come. Raises ``Failed``."""
    if jobs <= 1:
        return _one_by_one(work, tasks)
    return _in_processes(work, TaskQueue(tasks, jobs * AHEAD if ordered else None), jobs)


def attempt(crew: Crew[T, R], task: T) -> R | Fault:
    """The result, or what went wrong and where."""
    try:
        return crew.play(task)
    except Exception as fault:  # a bot is anybody's program
        last = traceback.extract_tb(fault.__traceback__)[-1]
        place = f"{os.path.basename(last.filename)}:{last.lineno}"  # noqa: PTH119 - not always a path
        return Fault(f"{type(fault).__name__}: {fault} ({place})", traceback.format_exc())


def _one_by_one(work: Work[T, R], tasks: Iterable[T]) -> Iterator[R]:
    crew = work.crew()
    try:
        for task in tasks:
            done = attempt(crew, task)
            if isinstance(done, Fault):
                raise Failed(task, done.reason, done.details)
            yield done
    finally:
        crew.close()


# -- who does what ---------------------------------------------------------------------------------


class TaskQueue(Generic[T, R]):
    """What is to be done next, what again, and what can be told already."""

    def __init__(self, tasks: Iterable[T], window: int | None) -> None:
        self._tasks = enumerate(tasks)
        self._window = window
        """How far results may run ahead of the first that is missing; None: they are told as they come."""
        self._again: deque[tuple[int, T]] = deque()
        self._deaths: dict[int, int] = {}
        self._ready: dict[int, R] = {}
        self._taken = 0
        self._told = 0

    def next(self) -> tuple[int, T] | None:
        """A task with its number; None if there is none now."""
        if self._again:
            return self._again.popleft()
        if self._window is not None and self._taken - self._told >= self._window:
            return None
        found = next(self._tasks, None)
        if found is not None:
            self._taken += 1
        return found

    def again(self, number: int, task: T, reason: str) -> None:
        """Whoever was at it has died."""
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] >= TRIES:
            raise Failed(task, reason)
        self._again.append((number, task))

    def done(self, number: int, task: T, result: R | Fault) -> Iterator[R]:
        """Keep a result; what can be told now is told."""
        if isinstance(result, Fault):
            raise Failed(task, result.reason, result.details)
        self._deaths.pop(number, None)
        if self._window is None:
            self._told += 1
            yield result
            return
        self._ready[number] = result
        while self._told in self._ready:
            told = self._ready.pop(self._told)
            self._told += 1
            yield told


# -- several processes of this machine -------------------------------------------------------------


@dataclass
class Worker:
    """One process, its pipe, and what it is at."""

    process: BaseProcess
    pipe: Connection
    job: tuple[int, Any] | None = None

    def give(self, job: tuple[int, Any] | None) -> None:
        self.job = job
        if job is not None:
            with contextlib.suppress(OSError):  # it is gone: the next look at its pipe tells
                self.pipe.send(job[1])


def _in_processes(work: Work[T, R], queue: TaskQueue[T, R], jobs: int) -> Iterator[R]:
    workers: list[Worker] = []
    try:
        for _ in range(jobs):
            job = queue.next()
            if job is None:
                break
            workers.append(_start(work))
            workers[-1].give(job)
        while busy := {worker.pipe: worker for worker in workers if worker.job is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # wait() returns what it was given
                assert worker.job is not None
                number, task = worker.job
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):
                    worker.process.join(PATIENCE)
                    reason = _how(worker.process.exitcode)
                    _end([worker])
                    workers.remove(worker)
                    queue.again(number, task, reason)
                    workers.append(_start(work))
                    workers[-1].give(queue.next())
                    continue
                worker.give(None)
                yield from queue.done(number, task, result)
                for idle in workers:  # also those that had run too far ahead
                    if idle.job is None:
                        idle.give(queue.next())
    finally:
        _end(workers)


def _how(code: int | None) -> str:
    """How a process ended."""
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"


def _start(work: Work[Any, Any]) -> Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work.crew, theirs), daemon=True)
    with _ctrl_c_later():
        process.start()
    theirs.close()  # so that its end is seen when the process ends
    return Worker(process, ours)


def _end(workers: list[Worker]) -> None:
    for worker in workers:
        worker.pipe.close()
        if worker.job is not None:
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


def _serve(crew_of: Callable[[], Crew[Any, Any]], pipe: Connection) -> None:
    """The life of a process: tasks until nobody has any more."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    crew = crew_of()
    try:
        while True:
            pipe.send(attempt(crew, pipe.recv()))
    except (EOFError, OSError):
        pass
    finally:
        crew.close()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
