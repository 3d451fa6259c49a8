"""The pool of worker processes. One that dies or takes too long is replaced, and its job goes to the next."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import time
from collections import Counter
from typing import Any

import msgspec

from tutti.advice import SECONDS
from tutti.ai import roster
from tutti.kernel.types import Fields
from tutti.server.logs import LONGEST, log
from tutti.server.messages.errors import Refused
from tutti.server.metrics import Metrics
from tutti.server.settings import Settings
from tutti.server.workers.pipe import HEAD, LOW, STOP
from tutti.server.workers.queue import UNWATCHED, WATCHED, JobQueue, Standing, Ticket, TooMany

TRIES = 3
REST = 0.2
"""Seconds before a process that died at once is started again."""
LONGEST_STOP = 0.5
"""Seconds until a process that was called off must have ended; usually it does within hundredths."""
PATIENCE = 20
"""How often one looks in this time."""


MOST = {"think": 3, "check": 3, "moments": 8, "record": 8, "position": 8, "perform": 6}
"""So many jobs of a kind may wait for one address; bots' moves are as many as the tables have."""


class Unable(Exception):
    """No process could do the job."""


class Worker:
    """One process. Jobs go in one at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.table = ""
        """At which table it thought last: it knows the match, and what a bot there has in mind."""
        self.spare: str | None = None
        """What nobody waits for is called off; the table that it is for, or None while it does what is wanted."""
        self.idle = asyncio.Event()
        self._ear = asyncio.create_task(_hear(process))

    @classmethod
    async def start(cls, *, low: bool = False) -> Worker:
        """A new process; ``low``: at low priority."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tutti.server.workers.worker",
            *([LOW] if low else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is for the server
        )
        return cls(process)

    async def ask(self, job: bytes, seconds: float) -> dict[str, Any]:
        """The answer; any ``OSError`` or ``EOFError`` means that the process is no more."""
        reading, writing = self.process.stdout, self.process.stdin
        assert reading is not None
        assert writing is not None
        async with asyncio.timeout(seconds):
            writing.write(HEAD.pack(len(job)) + job)
            await writing.drain()
            (length,) = HEAD.unpack(await reading.readexactly(HEAD.size))
            raw = await reading.readexactly(length)
        said: dict[str, Any] = msgspec.json.decode(raw)
        return said

    def call_off(self) -> None:
        """What it does is not wanted any more: it answers at once with what it has."""
        if self.process.stdin is not None and not self.process.stdin.is_closing():
            self.process.stdin.write(STOP)

    async def end(self) -> None:
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        await self.process.wait()
        await asyncio.wait({self._ear}, timeout=REST)  # its last words
        self._ear.cancel()


async def _hear(process: asyncio.subprocess.Process) -> None:
    """What the process complains of is part of our log."""
    assert process.stderr is not None
    rest = b""
    while said := await process.stderr.read(LONGEST):
        whole, line, rest = (rest + said).rpartition(b"\n") if len(rest) < LONGEST else (rest + said, b"", b"")
        _repeat(process, whole + line)
    _repeat(process, rest)


def _repeat(process: asyncio.subprocess.Process, said: bytes) -> None:
    if said.strip():
        log("thinker_said", level="warning", process=process.pid, reason=said.decode(errors="replace").rstrip())


class WorkerPool:
    """As many processes as the settings say, started when the first job comes.

    One more starts when they are all busy with what others want (``waiting.Line``).
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        quick = [name for name in roster.bots() if roster.bot(name).budget is None]
        self.quickest = "greedy" if "greedy" in quick else quick[0]
        """The best bot that answers at once."""
        searching = [name for name in roster.bots() if roster.bot(name).budget is not None]
        self.wisest = max(searching, key=_patience, default=None)
        """The bot that searches longest, if any searches."""
        self.size = settings.workers or max(2, os.cpu_count() or 1)
        self.cores = min(self.size, os.cpu_count() or 1)
        """Processes that can think at once without slowing each other down."""
        self.line = JobQueue(self.size)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._all), return_exceptions=True)

    async def job(
        self, what: str, limit: float | None = None, *, ticket: Ticket | None = None, owner: str = "", **fields: Any
    ) -> dict[str, Any]:
        """Have something done; ``Unable`` if three processes in a row could not.

        ``ticket`` is its place in line, else the one of somebody who waits at the address ``owner``.
        """
        ticket = ticket or Ticket(Standing(WATCHED, owner), what)
        raw = msgspec.json.encode({"what": what, **fields})
        limit = self.settings.think_limit if limit is None else limit
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                async with self.line.place(ticket, MOST.get(what) if self.settings.limits else None):
                    said = await self._try(raw, limit, fields.get("key", ""))
            except TooMany:
                self.metrics.slowed.add()
                raise Refused("slow_down", 429) from None
            if said is not None:
                if "fault" in said:
                    raise Unable(said["fault"])
                return said
        raise Unable(what)

    async def _try(self, raw: bytes, limit: float, table: str) -> dict[str, Any] | None:
        if self._closed:
            return None
        return await self._ask(await self._wanted(table), raw, limit, table)

    async def _wanted(self, table: str) -> Worker | None:
        """A process for what somebody waits for; whatever nobody waits for is called off. None: a new one is needed."""
        spares = [one for one in self._all if one.spare is not None]
        for one in spares:
            one.call_off()
        mine = [one for one in spares if one.spare == table] if table else []
        if mine or (spares and not self._idle):  # it knows the table, or there is no other
            waiting = [asyncio.create_task(one.idle.wait()) for one in mine or spares]
            await asyncio.wait(waiting, timeout=LONGEST_STOP, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
        return self._take(table)

    def _take(self, table: str) -> Worker | None:
        """One that has nothing to do, if possible the one that knows the table, or else one that knows none."""
        if not self._idle:
            return None
        found = max(self._idle, key=lambda one: (one.table == table, not one.table))
        self._idle.remove(found)
        return found

    async def _ask(self, worker: Worker | None, raw: bytes, limit: float, table: str) -> dict[str, Any] | None:
        clock = self.metrics.clock()
        keep = False
        try:
            if worker is not None and worker.process.returncode is not None:
                self._all.discard(worker)  # it died in its sleep
                worker = None
            if worker is None:
                worker = await Worker.start()
                self._all.add(worker)
            if table:
                worker.table = table
            said = await worker.ask(raw, limit)
            keep = True
            self.metrics.thought.observe(self.metrics.clock() - clock)
            return said
        except (OSError, EOFError, TimeoutError) as fault:
            self.metrics.workers_lost.add()
            log("thinker_lost", level="warning", reason=type(fault).__name__)
            await asyncio.sleep(REST)
            return None
        finally:
            if worker is not None:
                worker.spare = None
                worker.idle.set()
            if not keep and worker is not None:
                self._all.discard(worker)
                await asyncio.shield(worker.end())
            elif worker is not None:
                self._idle.append(worker)

    # -- with what nobody else needs ---------------------------------------------------------------

    def free(self) -> bool:
        """Whether a core has nothing to do, and nobody waits."""
        spares = sum(one.spare is not None for one in self._all)
        return not self._closed and not self.line.waiting() and self.line.running() + spares < self.cores

    async def spare(self, what: str, limit: float, key: str, **fields: Any) -> dict[str, Any] | None:
        """Something that nobody waits for, at once or not at all, until it is called off; None: it came to nothing."""
        if not self.free() or not can_call_off():
            return None
        worker = self._take(key)
        if worker is None:
            if len(self._all) >= self.size:
                return None
            worker = await Worker.start()
            self._all.add(worker)
            if not self.free():  # somebody came in the meantime
                self._idle.append(worker)
                return None
        worker.spare = key
        worker.idle.clear()
        said = await self._ask(worker, msgspec.json.encode({"what": what, "key": key, **fields}), limit, key)
        return None if said is None or "fault" in said else said

    async def ponder(self, key: str, match: Fields, seat: int, bot: str) -> None:
        """A bot thinks on while somebody else is asked."""
        seconds = self.settings.ponder_seconds
        limit = seconds + self.settings.think_limit
        await self.spare("ponder", limit, key, match=match, seat=seat, bot=bot, dice=_dice(), seconds=seconds)

    async def _assisted(self, key: str, asked: dict[str, Any]) -> list[dict[str, Any]]:
        """The votes of all cores that have nothing else to do, until they are called off."""
        for _ in range(PATIENCE):
            await asyncio.sleep(LONGEST_STOP / PATIENCE)  # the question itself comes first, and calls others off
            if self.free():
                break
        limit = self.settings.think_limit
        room = max(0, self.cores - self.line.running())
        work = [self.spare("assist", limit, key, **asked | {"dice": _dice()}) for _ in range(room)]
        return [one for one in await asyncio.gather(*work) if one is not None]

    # -- what there is to do -------------------------------------------------------------------

    async def decide(self, key: str, match: Fields, seat: int, bot: str, ticket: Ticket | None = None) -> str:
        """The text of a bot's move. A bot that fails is replaced by the quickest, once."""
        asked: dict[str, Any] = {"match": match, "seat": seat, "asked": time.time()}
        beside = None
        if roster.bot(bot).keen and self.cores > 1:
            beside = asyncio.create_task(self._assisted(key, {"bot": bot, **asked}))
        others: list[dict[str, Any]] = []
        try:
            said = await self.job("decide", ticket=ticket, key=key, bot=bot, dice=_dice(), **asked)
        except Unable as fault:
            if self._closed or bot == self.quickest:
                raise
            log("bot_replaced", level="warning", bot=bot, reason=str(fault))
            said = await self.job("decide", ticket=ticket, key=key, bot=self.quickest, dice=_dice(), **asked)
        finally:
            others = await self._gathered(beside, key)
        votes: Counter[str] = Counter(said["votes"])
        for one in others:
            votes.update({action: count for action, count in one["votes"].items() if action in votes})
        return max(votes, key=votes.__getitem__)

    async def _gathered(self, beside: asyncio.Task[list[dict[str, Any]]] | None, key: str) -> list[dict[str, Any]]:
        """What those beside have found by now."""
        if beside is None:
            return []
        for one in self._all:
            if one.spare == key:
                one.call_off()
        done, _ = await asyncio.wait({beside}, timeout=LONGEST_STOP)
        if not done:
            beside.cancel()
            return []
        return beside.result()

    async def think(self, key: str, match: Fields, seat: int, bot: str, owner: str = "") -> dict[str, Any]:
        seconds = self.settings.hint_seconds
        return await self.job(
            "think", owner=owner, key=key, match=match, seat=seat, bot=bot, dice=_dice(), seconds=seconds
        )

    # -- analyses of finished matches (docs/analysis.md) ----------------------------------------

    async def analysis_plan(self, record: Fields | str, owner: str = "") -> list[Fields]:
        """The pieces of an analysis. ``Refused`` if the match is not over or the record is not whole."""
        seed = secrets.randbits(31)
        said = await self._looked("plan", owner, record=record, seconds=SECONDS, seed=seed)
        return list(said["pieces"])

    async def analyse_part(self, record: Fields | str, piece: Fields, owner: str = "") -> Fields:
        """What is found in one piece."""
        return await self._looked("analyse", owner, record=record, piece=piece)

    async def analysis_join(self, record: Fields | str, parts: list[Fields], owner: str = "") -> Fields:
        """The analysis from all its parts."""
        return dict((await self._looked("join", owner, record=record, parts=parts))["found"])

    async def _looked(self, what: str, owner: str, **fields: Any) -> dict[str, Any]:
        """Nobody watches it, so that bots at tables go first."""
        said = await self.job(what, ticket=Ticket(Standing(UNWATCHED, owner), what), **fields)
        if "refused" in said:
            raise Refused(said["refused"]["code"], 409, **said["refused"]["args"])
        return said

    async def record(self, match: Fields, player: int | None, owner: str = "") -> bytes:
        return str((await self.job("record", owner=owner, match=match, player=player))["record"]).encode()


def can_call_off() -> bool:
    """Whether a process sees that it is called off."""
    return sys.platform != "win32"


def _patience(name: str) -> tuple[float, int]:
    budget = roster.bot(name).budget
    return (budget.seconds or 0, budget.iterations or 0) if budget else (0, 0)


def _dice() -> int:
    return secrets.randbits(62)
