"""Concerts: matches as music, made in worker processes; what was made last is kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import cached_property, partial
from typing import Final

import msgspec

from tutti.server.compression import Packed, pack, uncompressed
from tutti.server.messages.errors import Refused
from tutti.server.rate_limits import MIB
from tutti.server.store.rows import Replay
from tutti.server.workers.pool import Unable, WorkerPool

TIMELINE: Final = "timeline"
LONGEST: Final = 60.0
"""Seconds that one file may take."""
KEPT: Final = 64 * MIB
NEEDS: Final = {"svg": "Verovio", "ogg": "FluidSynth", "wav": "FluidSynth"}
PACKED: Final = (TIMELINE, "musicxml", "svg")
"""What grows much smaller when it is packed."""


class Concerts:
    """What of each replay has been made, those asked for last first. Two who ask at once wait for one."""

    def __init__(self, workers: WorkerPool, soundfont: str) -> None:
        self.workers = workers
        self.soundfont = soundfont
        self._kept: OrderedDict[tuple[str, str], Packed] = OrderedDict()
        self._making: dict[tuple[str, str], asyncio.Task[Packed]] = {}

    @cached_property
    def formats(self) -> tuple[str, ...]:
        """What can be made here. It is not imported before the server listens."""
        from tutti import concert

        return concert.formats(self.soundfont)

    async def made(self, replay: Replay, form: str, owner: str) -> Packed:
        """The timeline, or a file. ``Refused`` where this server cannot make it."""
        if form != TIMELINE and form not in self.formats:
            raise Refused("no_such_format", 501, format=form, need=NEEDS[form])
        at = replay.token, form
        known = self._kept.get(at)
        if known is not None:
            self._kept.move_to_end(at)
            return known
        task = self._making.get(at)
        if task is None:
            task = self._making[at] = asyncio.create_task(self._make(replay, form, owner))
            task.add_done_callback(partial(self._done, at))
        return await asyncio.shield(task)  # whoever goes away does not take it from the others

    def _done(self, at: tuple[str, str], task: asyncio.Task[Packed]) -> None:
        del self._making[at]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[at] = task.result()
        while sum(len(packed.whole) for packed in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)

    async def _make(self, replay: Replay, form: str, owner: str) -> Packed:
        try:
            said = await self.workers.job(
                "perform", LONGEST, owner=owner, record=replay.record.decode(), form=form, soundfont=self.soundfont
            )
        except Unable:
            raise Refused("unreadable_record", 409) from None
        if "refused" in said:
            raise Refused("unreadable_record", 409)
        if form == TIMELINE:
            raw = msgspec.json.encode({**said["timeline"], "formats": self.formats})
        else:
            raw = msgspec.convert(said["file"], bytes)
        return pack(raw) if form in PACKED else uncompressed(raw)

    async def close(self) -> None:
        for task in list(self._making.values()):
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)
