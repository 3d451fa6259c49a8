"""Structured logs: one line of JSON for machines, or one readable line for people. No secrets, no names."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Literal, TextIO

LEVELS = ("info", "warning", "error")


class Log:
    """Where log lines go."""

    def __init__(self) -> None:
        self.form: Literal["text", "json", "off"] = "off"
        self.sink: TextIO | None = None

    def __call__(self, event: str, *, level: str = "info", **fields: Any) -> None:
        if self.form == "off":
            return
        now = time.time()
        if self.form == "json":
            line = json.dumps({"time": round(now, 3), "level": level, "event": event, **fields}, default=str)
        else:
            shown = " ".join(f"{name}={value}" for name, value in fields.items())
            line = f"{time.strftime('%H:%M:%S', time.localtime(now))} {level:7} {event} {shown}".rstrip()
        print(line, file=self.sink or sys.stderr, flush=True)


log = Log()
