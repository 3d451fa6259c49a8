"""A pool of reader threads. After a restart thousands of small queries come at once; so nothing is made for a query but
its future, and the loop is woken once for all answers that have come meanwhile."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tutti.server.store.dialect import SqlRow

Question = tuple[str, tuple[Any, ...], "asyncio.Future[list[SqlRow]]", "Answers"]


class Answers:
    """The answers for one loop, until it takes them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._ready: deque[tuple[asyncio.Future[list[SqlRow]], list[SqlRow] | Exception]] = deque()
        self._called = False

    def put(self, done: asyncio.Future[list[SqlRow]], answer: list[SqlRow] | Exception) -> None:
        """From any thread."""
        self._ready.append((done, answer))
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop has ended, and nobody waits
                self.loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._called = False  # before the first is taken: what comes from now on calls again
        while self._ready:
            done, answer = self._ready.popleft()
            if done.done():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)


class Readers:
    """Some threads with a connection each; whichever is free takes the next question."""

    def __init__(self, count: int, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._questions: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._answers: Answers | None = None
        self._closed = False
        self._threads = [
            threading.Thread(target=self._run, name=f"tutti-reader-{n}", daemon=True) for n in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def read(self, sql: str, values: tuple[Any, ...]) -> list[SqlRow]:
        if self._closed:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        if self._answers is None or self._answers.loop is not loop:
            self._answers = Answers(loop)
        done: asyncio.Future[list[SqlRow]] = loop.create_future()
        self._questions.put((sql, values, done, self._answers))
        return await done

    def close(self) -> None:
        """Answer what was asked. Blocks until that is done."""
        if not self._closed:
            self._closed = True
            for _ in self._threads:
                self._questions.put(None)
            for thread in self._threads:
                thread.join()

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while (question := self._questions.get()) is not None:
            sql, values, done, answers = question
            try:
                if connection is None:
                    connection = self._connect()
                answers.put(done, connection.execute(sql, values).fetchall())
            except Exception as fault:
                answers.put(done, fault)
        if connection is not None:
            connection.close()
