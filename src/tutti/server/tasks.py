"""Background tasks of one server: started anywhere, cancelled together when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tutti.server.logs import log

Spawn = Callable[[Coroutine[Any, Any, Any]], None]
"""Starts a task in the background."""


class Tasks:
    """Keeps a reference to each running task and logs those that fail."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._stopping = False

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        if self._stopping:
            work.close()
            return
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log("task_fault", level="error", reason=repr(task.exception()))

    async def stop(self) -> None:
        """Cancel all tasks and wait until they have ended; start no more."""
        self._stopping = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
