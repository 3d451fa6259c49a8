"""A program at the other end of two pipes. Nothing it does can make its host wait for ever."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import tempfile
import time
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, Final

from tutti.engine.protocol import LONGEST, VERSION, BadMessage, decode, encode
from tutti.kernel.types import Fields

UNREAD: Final = 64
"""Lines that wait to be read; a program that talks without end is held up, not stored."""
FAREWELL: Final = 1.0
"""Seconds between the polite and the hard end."""
LAST_WORDS: Final = 400


class Late(Exception):
    """No answer in time."""


class Gone(Exception):
    """The program has ended; the text is what it last said on its error stream."""


class Process:
    """One running program. ``ask`` sends a line and waits for a line."""

    def __init__(self, command: str) -> None:
        try:
            arguments = shlex.split(command, posix=os.name != "nt")
        except ValueError as fault:
            raise BadMessage("bad_command", command=command, reason=str(fault)) from None
        if not arguments:
            raise BadMessage("no_command")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is for the host, which ends the program itself
            )
        except OSError as fault:
            self._errors.close()
            raise BadMessage("cannot_start", command=command, reason=fault.strerror or str(fault)) from None
        assert self._process.stdin is not None  # both are pipes
        assert self._process.stdout is not None
        self._closed = False
        self._said: Queue[bytes | None] = Queue(UNREAD)
        self._to_say: Queue[bytes | None] = Queue()
        # A pipe can block whoever reads and whoever writes: both have their own thread.
        Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        Thread(target=self._speak, args=(self._process.stdin,), daemon=True).start()

    def _listen(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST):
                self._keep(line)
        self._keep(None)

    def _keep(self, line: bytes | None) -> None:
        while not self._closed:
            with contextlib.suppress(Full):
                self._said.put(line, timeout=0.2)
                return

    def _speak(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self._to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def ask(self, message: Fields, seconds: float) -> Fields:
        """The answer to a message, or ``Late``, ``Gone`` or ``BadMessage``. What was said unasked is dropped."""
        self._drop_unasked()
        self._to_say.put(encode(message))
        try:
            line = self._said.get(timeout=seconds)
        except Empty:
            raise Late from None
        if line is None:
            raise Gone(self._last_words())
        return decode(line)

    def _drop_unasked(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                if self._said.get_nowait() is None:
                    self._said.put_nowait(None)  # the end stays the end
                    return

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - LAST_WORDS))
        words = " ".join(self._errors.read().decode(errors="replace").split())
        return words or f"exit code {self._process.returncode}"

    def greet(self, seconds: float) -> Fields:
        """Say hello; the answer names the engine and the protocol."""
        answer = self.ask({"do": "hello", "tutti": VERSION}, seconds)
        if answer.get("tutti") != VERSION:
            raise BadMessage("other_version", found=answer.get("tutti"), known=VERSION)
        return answer

    def close(self, kindly: bool = True) -> None:
        """End it: politely first, then for good, with everything it has started."""
        if self._closed:
            return
        self._closed = True
        if kindly and self._process.poll() is None:
            self._to_say.put(encode({"do": "quit"}))
        self._to_say.put(None)  # closes its input
        end = time.monotonic() + (FAREWELL if kindly else 0.0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, end - time.monotonic()))
        self._kill()
        self._process.wait()
        self._errors.close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
