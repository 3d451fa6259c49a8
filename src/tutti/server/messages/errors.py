"""Refusals of the server: a code of the words catalogue, its values, and the status of HTTP."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from tutti.kernel.errors import IllegalAction, TuttiError
from tutti.kernel.pickling import Kept
from tutti.server.logs import log
from tutti.words import find
from tutti.words.template import render


class Refused(Kept):
    """Something that cannot be done. Nothing has changed."""

    def __init__(self, code: str, status: int = 400, **args: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.args_said: dict[str, Any] = args


class Moved(Refused):
    """The table is no longer played here, and nothing was stored: the same order, sent again, finds where it is."""


class Fault(Struct, forbid_unknown_fields=True, kw_only=True):
    """Why something was refused. ``code`` and ``args`` belong to the words catalogue of ``game``."""

    code: str
    game: str = "server"
    rule: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    """The same in English, for whoever reads it raw."""
    index: int = 0
    """Which of an order's actions is wrong, counted from 0; all were refused."""


def unavailable(fault: Exception) -> Refused:
    """The store cannot be used now: why is for whoever runs the server, that it is so for who asks."""
    log("store_fault", level="error", reason=str(fault))
    return Refused("try_again", 503)


def fault_of(error: Refused | TuttiError) -> Fault:
    """The refusal as it goes over the wire."""
    if isinstance(error, Refused):
        code = f"error.{error.code}"
        return Fault(code=code, args=error.args_said, text=_text("server", code, error.args_said))
    return Fault(
        code=f"{error.section}.{error.code}",
        game=error.game or "kernel",
        rule=error.rule,
        args=dict(error.arguments),
        text=str(error),
        index=error.index if isinstance(error, IllegalAction) else 0,
    )


def _text(game: str, code: str, args: dict[str, Any]) -> str:
    template = find(game, code)
    return code if template is None else render(template, args, lambda kind, value: str(value), "en")
