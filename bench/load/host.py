"""A server in a process of its own, as ``tutti serve`` starts it."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

quick_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with suppress(ImportError):  # not on every system
    import uvloop

    quick_loop = uvloop.new_event_loop

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """As ``asyncio.run``, on the loop that takes least: the generator must not be what is measured."""
    with asyncio.Runner(loop_factory=quick_loop) as runner:
        return runner.run(work)


def stolen() -> float:
    """Seconds that the host has taken away from the cores of this machine; 0 where nobody tells."""
    with suppress(OSError):
        return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    return 0.0


class Host:
    """A running server; its address, its memory, its processor time."""

    def __init__(
        self, folder: Path, errors: IO[bytes] | None = None, sources: Path | None = None, **settings: object
    ) -> None:
        """``sources``: where the ``tutti`` lies that is run; None: where everybody finds it."""
        values = {"limits": "no", "log": "off", "port": "0", "sockets_per_address": "100000", **settings}
        environment = {f"TUTTI_SERVER_{name.upper()}": str(value) for name, value in values.items()}
        if sources is not None:
            environment["PYTHONPATH"] = str(sources)
        command = [sys.executable, "-m", "tutti", "serve", "--data", str(folder)]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line}")
        self.host, self.port = found[1], int(found[2])

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *fault: object) -> None:
        """Nothing is left behind, whatever happened."""
        if self.process.poll() is None:
            self.kill()

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize()

    def processor(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self._gone()

    def _gone(self) -> None:
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()


def many_files() -> None:
    """A socket is a file: allow as many as the system lets us."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
