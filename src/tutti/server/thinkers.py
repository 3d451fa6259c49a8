"""The pool of worker processes. One that dies or thinks too long is replaced, and its job given to the next."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
from typing import Any

import msgspec

from tutti.advice.analysis import SECONDS
from tutti.kernel import library
from tutti.kernel.facts import Fields
from tutti.server.faults import Refused
from tutti.server.logs import LONGEST, log
from tutti.server.metrics import Metrics
from tutti.server.settings import Settings
from tutti.server.thinker import HEAD
from tutti.server.waiting import UNWATCHED, WATCHED, Line, Standing, Ticket, TooMany

TRIES = 3
REST = 0.2
"""Seconds before a process that died at once is started again."""


MOST = {"think": 3, "check": 3, "moments": 8, "record": 8, "position": 8, "perform": 6}
"""So many jobs of a kind may wait for one address; bots' moves are as many as the tables have."""


class Unable(Exception):
    """No process could do the job."""


class Thinker:
    """One process. Jobs go in one at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._ear = asyncio.create_task(_hear(process))

    @classmethod
    async def start(cls) -> Thinker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tutti.server.thinker",
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


class Thinkers:
    """As many processes as the settings say, started when the first job comes.

    One more starts when they are all busy with what others want (``waiting.Line``).
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        quick = [name for name in library.bots() if library.bot(name).budget is None]
        self.quickest = "greedy" if "greedy" in quick else quick[0]
        """The best bot that answers at once."""
        searching = [name for name in library.bots() if library.bot(name).budget is not None]
        self.wisest = max(searching, key=_patience, default=None)
        """The bot that searches longest, if any searches."""
        self.size = settings.workers or max(2, os.cpu_count() or 1)
        self.line = Line(self.size)
        self._idle: list[Thinker] = []
        self._all: set[Thinker] = set()
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*(thinker.end() for thinker in self._all), return_exceptions=True)

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
                    said = await self._try(raw, limit)
            except TooMany:
                self.metrics.slowed.add()
                raise Refused("slow_down", 429) from None
            if said is not None:
                if "fault" in said:
                    raise Unable(said["fault"])
                return said
        raise Unable(what)

    async def _try(self, raw: bytes, limit: float) -> dict[str, Any] | None:
        if self._closed:
            return None
        thinker = self._idle.pop() if self._idle else None
        clock = self.metrics.clock()
        keep = False
        try:
            if thinker is not None and thinker.process.returncode is not None:
                self._all.discard(thinker)  # it died in its sleep
                thinker = None
            if thinker is None:
                thinker = await Thinker.start()
                self._all.add(thinker)
            said = await thinker.ask(raw, limit)
            keep = True
            self.metrics.thought.observe(self.metrics.clock() - clock)
            return said
        except (OSError, EOFError, TimeoutError) as fault:
            self.metrics.thinkers_lost.add()
            log("thinker_lost", level="warning", reason=type(fault).__name__)
            await asyncio.sleep(REST)
            return None
        finally:
            if not keep and thinker is not None:
                self._all.discard(thinker)
                await asyncio.shield(thinker.end())
            elif thinker is not None:
                self._idle.append(thinker)

    # -- what there is to do -------------------------------------------------------------------

    async def decide(self, key: str, match: Fields, seat: int, bot: str, ticket: Ticket | None = None) -> str:
        """The text of a bot's move. A bot that fails is replaced by the quickest, once."""
        asked: dict[str, Any] = {"ticket": ticket, "key": key, "match": match, "seat": seat}
        try:
            said = await self.job("decide", **asked, bot=bot, dice=_dice())
        except Unable as fault:
            if self._closed or bot == self.quickest:
                raise
            log("bot_replaced", level="warning", bot=bot, reason=str(fault))
            said = await self.job("decide", **asked, bot=self.quickest, dice=_dice())
        return str(said["action"])

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


def _patience(name: str) -> tuple[float, int]:
    budget = library.bot(name).budget
    return (budget.seconds or 0, budget.iterations or 0) if budget else (0, 0)


def _dice() -> int:
    return secrets.randbits(62)
