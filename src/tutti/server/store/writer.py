"""One thread writes; all that waits goes into one transaction, so that one fsync makes many moves durable."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any, TypeVar

from tutti.server.store.inserts import Inserts, joined, portions

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any] | Inserts
Job = tuple[Work, "asyncio.Future[Any]", asyncio.AbstractEventLoop]

Answer = tuple[Any, Exception | None]
Settled = tuple["asyncio.Future[Any]", Any, Exception | None]

LARGEST_GROUP = 256
GATHERING = 0.002
"""Seconds that a group waits for more when the one before was not alone: an fsync costs as much for one as for many."""


class Writer:
    """Takes jobs from the event loop and resolves their futures after the commit, never before.

    A job is done again if another one of its group fails, so it may do nothing but talk to the database.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tutti-writer", daemon=True)
        self._closed = False
        self.groups = 0
        self.writes = 0
        self._thread.start()

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work in a transaction; returns when it is durable."""
        answer: T = await self.put(work)
        return answer

    async def put(self, work: Work) -> Any:
        """The same for whatever is work."""
        if self._closed:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((work, done, loop))
        return await done  # whoever goes away leaves the work to be done all the same, and nobody to be told

    def close(self) -> None:
        """Finish what is queued. Blocks until it is written."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            self._connection.close()

    def _run(self) -> None:
        last, busy = False, False
        while not last:
            jobs: list[Job] = []
            job = self._jobs.get()
            if busy and job is not None:
                time.sleep(GATHERING)
            while True:
                if job is None:
                    last = True
                    break
                jobs.append(job)
                if len(jobs) == LARGEST_GROUP or self._jobs.empty():
                    break
                job = self._jobs.get()
            busy = len(jobs) > 1
            if jobs:
                self._group(jobs)

    def _group(self, jobs: list[Job]) -> None:
        works = [work for work, _, _ in jobs]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except Exception as fault:  # nobody can write: each would only wait as long again
            answers: list[Answer] = [(None, fault) for _ in jobs]
        else:
            answers = self._in_one_transaction(works) or [self._alone(work) for work in works]
        self.groups += 1
        self.writes += len(jobs)
        by_loop: dict[asyncio.AbstractEventLoop, list[Settled]] = {}
        for (_, done, loop), answer in zip(jobs, answers, strict=True):
            by_loop.setdefault(loop, []).append((done, *answer))
        for loop, results in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, results)

    def _in_one_transaction(self, works: list[Work]) -> list[Answer] | None:
        """All in the open transaction; None if one of them fails: then nothing was done."""
        try:
            answers = self._do(works)
            self._connection.execute("COMMIT")
        except Exception:
            self._roll_back()
            return None
        return answers

    def _alone(self, work: Work) -> Answer:
        """In a transaction of its own, so that its failure is nobody else's."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            (answer,) = self._do([work])
            self._connection.execute("COMMIT")
        except Exception as fault:
            self._roll_back()
            return None, fault
        return answer

    def _do(self, works: list[Work]) -> list[Answer]:
        """In their order, but the rows of neighbours that only put some in go in together."""
        answers: list[Answer] = []
        for _, some in groupby(works, type):
            jobs = list(some)
            if isinstance(jobs[0], Inserts):
                for sql, values in portions(joined(job for job in jobs if isinstance(job, Inserts))):
                    self._connection.execute(sql, values)
                answers += [(None, None)] * len(jobs)
            else:
                answers += [(work(self._connection), None) for work in jobs if not isinstance(work, Inserts)]
        return answers

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _settle(results: list[Settled]) -> None:
    for done, value, failure in results:
        if done.done():
            continue
        if failure is None:
            done.set_result(value)
        else:
            done.set_exception(failure)
