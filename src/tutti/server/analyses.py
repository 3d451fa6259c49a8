"""Analyses of finished matches: in pieces that worker processes do when no bot at a table needs them.

The store knows who has which replay looked into and how far that is, so that any process can say so and stop it, and
pieces that are done outlive a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

import msgspec

import tutti
from tutti.advice import VERSION
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.messages.replays import AnalysisInfo
from tutti.server.server_clock import ServerClock
from tutti.server.store import Analysing, Store, StoreFault
from tutti.server.store.analyses import PLAN
from tutti.server.store.rows import Replay
from tutti.server.workers.pool import Unable, WorkerPool

FORM = str(VERSION)
"""Of a whole analysis."""
EDITION = f"{FORM}/{tutti.__version__}"
"""Pieces of other editions do not fit together."""
BEAT = 5.0
SILENT = 30_000
"""Milliseconds after which somebody who was not heard of is not at it any more."""

MOST = 3
"""Of one address in this process at a time: guests are free, worker processes are not."""

Step = Callable[[], Awaitable[None]]
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Stopped(Exception):
    """Nobody wants it any more."""


class Analyses:
    """Those that this process does, and what is known of all."""

    def __init__(self, store: Store, workers: WorkerPool, now: ServerClock) -> None:
        self.store = store
        self.workers = workers
        self.now = now
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """By the go at it."""
        self._owners: dict[str, str] = {}
        """On whose account each go is."""

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def look(self, token: str, person: str) -> AnalysisInfo:
        """How far it is, with the analysis if there is one."""
        whole = await self.store.analysis(token, FORM)
        if whole is not None:
            return AnalysisInfo(state="done", analysis=cast(Any, msgspec.Raw(whole)))
        row = await self.store.analysing(token)
        if row is not None and row.at >= self.now() - SILENT:
            return AnalysisInfo(state="running", done=row.done, total=row.total, mine=row.person == person)
        parts = await self.store.analysis_parts(token, EDITION)
        plan = parts.pop(PLAN, None)
        return AnalysisInfo(state="none", done=len(parts), total=len(_decode(plan)) if plan else 0)

    async def begin(self, replay: Replay, person: str, owner: str) -> None:
        """Have it looked into. ``owner`` is the address on whose account the processes work."""
        if await self.store.analysis(replay.token, FORM) is not None:
            return
        if [*self._owners.values()].count(owner) >= MOST:
            raise Refused("slow_down", 429)
        wish = Analysing(replay.token, person, self.now(), run=secrets.token_hex(8))
        self._owners[wish.run] = owner
        try:
            row = await self.store.begin_analysis(wish, self.now() - SILENT)
            if row.token != replay.token:
                raise Refused("one_analysis", 409)
            if row is wish:  # else it is under way
                await self._begun(replay, wish, owner)
        finally:
            if wish.run not in self._tasks:
                del self._owners[wish.run]

    async def _begun(self, replay: Replay, wish: Analysing, owner: str) -> None:
        beat = asyncio.create_task(self._beat(wish))  # a plan may have to wait in line, too
        try:
            work = await self._prepare(replay, wish, owner)
        except BaseException as fault:
            await self.store.stop_analysing(replay.token, wish.run)
            if isinstance(fault, Stopped):
                return
            if isinstance(fault, Unable):
                raise Refused("try_again", 503) from None
            raise
        finally:
            beat.cancel()
            await asyncio.gather(beat, return_exceptions=True)
        task = self._tasks[wish.run] = asyncio.create_task(self._run(wish, work))
        task.add_done_callback(lambda _: self._ended(wish.run))

    def _ended(self, run: str) -> None:
        del self._tasks[run]
        del self._owners[run]

    async def stop(self, token: str, person: str) -> None:
        """What is done already stays. Only who began it may end it."""
        row = await self.store.analysing(token)
        if row is None:
            return
        if row.person != person and row.at >= self.now() - SILENT:
            raise Refused("not_your_analysis", 403)
        await self.store.stop_analysing(token)
        task = self._tasks.get(row.run)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def _prepare(self, replay: Replay, at: Analysing, owner: str) -> Step:
        """What is left to do. ``Refused`` if the record cannot be looked into."""
        record = replay.record.decode()
        parts = await self.store.analysis_parts(replay.token, EDITION)
        plan = parts.pop(PLAN, None)
        if plan is None:
            parts = {}
            made = _encode(await self.workers.analysis_plan(record, owner))
            plan = await self.store.save_plan(replay.token, EDITION, made)
        pieces = _decode(plan)
        at.done, at.total = len(parts), len(pieces)
        await self._note(at)
        return partial(self._work, record, pieces, {number: _decode(part) for number, part in parts.items()}, at, owner)

    async def _run(self, at: Analysing, work: Step) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                beat = group.create_task(self._beat(at))
                await work()
                beat.cancel()
        except* Stopped:
            pass
        except* (Unable, Refused, StoreFault) as faults:
            log("analysis_failed", level="warning", replay=at.token[:4], reason=str(faults.exceptions[0]))
        finally:
            with contextlib.suppress(StoreFault):
                await asyncio.shield(self.store.stop_analysing(at.token, at.run))

    async def _beat(self, at: Analysing) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._note(at)

    async def _note(self, at: Analysing) -> None:
        at.at = self.now()
        if not await self.store.go_on_analysing(at):
            raise Stopped

    async def _work(self, record: str, pieces: list[Any], parts: dict[int, Any], at: Analysing, owner: str) -> None:
        """As many pieces at a time as there are processes."""
        left = [number for number in range(len(pieces)) if number not in parts]
        left.reverse()

        async def some() -> None:
            while left:
                number = left.pop()
                part = await self.workers.analyse_part(record, pieces[number], owner)
                await self.store.save_part(at.token, EDITION, number, _encode(part))
                parts[number] = part
                at.done = len(parts)
                await self._note(at)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers.size):
                group.create_task(some())
        whole = await self.workers.analysis_join(record, [parts[number] for number in range(len(pieces))], owner)
        await self.store.save_analysis(at.token, FORM, _encode(whole))
