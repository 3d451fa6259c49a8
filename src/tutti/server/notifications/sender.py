"""The server's side of the sender process: started when there is a message to send, stopped soon after."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sys
from importlib.util import find_spec
from typing import Any

import msgspec

from tutti.server.logs import log

LONGEST = 20.0
"""Seconds until an address that does not answer is given up."""
IDLE = 60.0
"""Seconds after which a process with nothing to do goes."""
KEPT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "PYTHONPATH",
    "PYTHONHOME",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "SYSTEMROOT",
    "TUTTI_PURE",
)
"""What the process is told of its surroundings: no proxies, no passwords, no settings of the server."""
LINE = 1 << 20


def installed() -> bool:
    """Whether the extra ``notices`` is here."""
    return all(find_spec(name) is not None for name in ("pywebpush", "apprise"))


class SenderProcess:
    """One process, and what it has yet to answer."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.open: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.worn = False
        """It has lost a job: it gets no other, and goes when the rest is done."""
        self._ear = asyncio.create_task(self._hear())

    @classmethod
    async def start(cls) -> SenderProcess:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tutti.server.notifications.sender_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # libraries name addresses when they complain
            env={name: os.environ[name] for name in KEPT if name in os.environ} | {"NETRC": os.devnull},
            start_new_session=True,  # Ctrl-C in the terminal is for the server
            limit=LINE,
        )
        return cls(process)

    async def _hear(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            said = msgspec.json.decode(line)
            waiting = self.open.get(said["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(said)
        self.worn = True
        for waiting in self.open.values():
            if not waiting.done():
                waiting.set_result({"outcome": "failed"})

    async def ask(self, id: int, job: dict[str, Any]) -> dict[str, Any]:
        waiting = self.open[id] = asyncio.get_running_loop().create_future()
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(msgspec.json.encode({"id": id, **job}) + b"\n")
            await self.process.stdin.drain()
            return await asyncio.wait_for(waiting, LONGEST)
        except TimeoutError:
            self.worn = True
            return {"outcome": "failed"}
        except OSError:
            self.worn = True
            return {"outcome": "failed"}
        finally:
            del self.open[id]

    async def end(self) -> None:
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        await self.process.wait()
        await asyncio.wait({self._ear}, timeout=1.0)
        self._ear.cancel()


class Sender:
    """Has jobs done, by one process at a time; one in which something hangs is replaced at once."""

    def __init__(self) -> None:
        self._now: SenderProcess | None = None
        self._starting = asyncio.Lock()
        self._ids = itertools.count()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """The answer, whose ``outcome`` says how it went; never an error."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with self._starting:
                if self._now is None or self._now.worn:
                    self._now = await SenderProcess.start()
                process = self._now
        except OSError as fault:
            log("no_courier", level="error", reason=str(fault))
            return {"outcome": "failed"}
        said = await process.ask(next(self._ids), job)
        if process.worn:
            if process is self._now:
                self._now = None
            if not process.open:
                self._end(process)
        elif not process.open:
            self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)
        return said

    def _rest(self) -> None:
        if self._now is not None and not self._now.open:
            process, self._now = self._now, None
            self._end(process)

    def _end(self, process: SenderProcess) -> None:
        task = asyncio.ensure_future(process.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._now is not None:
            self._end(self._now)
            self._now = None
        await asyncio.gather(*self._ending, return_exceptions=True)
