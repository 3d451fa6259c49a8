"""Structured logs: one line of JSON for machines, or one readable line for people. No secrets, no names."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Literal, TextIO

LEVELS = ("info", "warning", "error")
LONGEST = 4000
"""Signs of what others say; the end of a trace says most."""


request: ContextVar[str] = ContextVar("request", default="")
"""The request or socket for which something is done; whoever asked has it as the header ``x-request-id``."""


class Log:
    """Where log lines go."""

    def __init__(self) -> None:
        self.form: Literal["text", "json", "off"] = "off"
        self.sink: TextIO | None = None

    def __call__(self, event: str, *, level: str = "info", **fields: Any) -> None:
        if self.form == "off":
            return
        now = time.time()
        if request.get():
            fields.setdefault("request", request.get())
        if self.form == "json":
            line = json.dumps({"time": round(now, 3), "level": level, "event": event, **fields}, default=str)
        else:
            shown = " ".join(f"{name}={_one_line(value)}" for name, value in fields.items())
            line = f"{time.strftime('%H:%M:%S', time.localtime(now))} {level:7} {event} {shown}".rstrip()
        sink = self.sink or sys.stderr
        with suppress(OSError):  # a log on a full disk must not be what stops a match
            sink.write(line + "\n")
            sink.flush()  # at once: other threads and processes write there, too


log = Log()


def _one_line(value: Any) -> str:
    return " | ".join(str(value).splitlines())


class Others(logging.Handler):
    """What libraries and Python itself have to say, as lines of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        level = "error" if record.levelno >= logging.ERROR else "warning"
        try:
            text = self.format(record)
        except Exception as fault:  # arguments that do not fit their text
            text = f"{record.msg} ({fault!r})"
        log("library", level=level, by=record.name, reason=text[-LONGEST:])


@contextmanager
def everything() -> Iterator[None]:
    """For a process that is a server and nothing else: whoever complains, in whatever way, does so in our log."""
    root, handler, before = logging.getLogger(), Others(logging.WARNING), (threading.excepthook, sys.unraisablehook)
    root.addHandler(handler)
    logging.captureWarnings(True)
    threading.excepthook, sys.unraisablehook = _thread_ended, _nobody_caught
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = before
        logging.captureWarnings(False)
        root.removeHandler(handler)


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    log("thread_ended", level="error", thread=args.thread.name if args.thread else "", reason=repr(args.exc_value))


def _nobody_caught(args: sys.UnraisableHookArgs) -> None:
    """An error where there is nobody to catch it, as when something is thrown away."""
    log("nobody_caught", level="error", where=args.err_msg or "", reason=repr(args.exc_value))
