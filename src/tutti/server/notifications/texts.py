"""What a message says: which tables wait, where each is, how to hear no more of it. Nothing of a match is in it."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from tutti import words
from tutti.words.template import render

MANY = 8
"""So many tables are named; more are counted."""
PURPOSES = ("stop", "confirm")


class Waiting(NamedTuple):
    """A table that waits for somebody: ``why`` is ``turn``, ``vote``, ``closing`` or ``seat``."""

    table: str
    game: str
    why: str


def say(code: str, lang: str, **args: Any) -> str:
    template = words.find("server", f"told.{code}", lang) or code
    return render(template, args, lambda kind, value: str(value), lang)


def title_of(game: str, lang: str) -> str:
    return words.find(game, "title", lang) or game


def address(origin: str, *parts: str) -> str:
    """A page of the client."""
    return f"{origin}/#/{'/'.join(parts)}"


def message(waiting: Sequence[Waiting], origin: str, lang: str, token: str) -> dict[str, str]:
    """One message for all tables that wait. ``tag``: a newer one takes its place."""
    many = len(waiting) > 1
    heads = [_head(one, lang) for one in waiting[:MANY]]
    lines = [f"{head}\n{address(origin, 'table', one.table)}" for head, one in zip(heads, waiting, strict=False)]
    if len(waiting) > MANY:
        lines.append(f"{say('more', lang, count=len(waiting) - MANY)}\n{address(origin, 'tables')}")
    title = say("tables", lang, count=len(waiting)) if many else heads[0]
    url = address(origin, "tables") if many else address(origin, "table", waiting[0].table)
    body = "\n".join(heads) if many else ""
    return _whole(title, body, lines, url, origin, lang, token)


def test_message(origin: str, lang: str, token: str, confirm: str) -> dict[str, str]:
    """To see whether an address is right; by mail it asks for a click: nobody is written to against their will."""
    lines = [say("test", lang)]
    if confirm:
        lines.append(f"{say('confirm', lang)}\n{address(origin, 'confirm', confirm)}")
    return _whole(say("test_title", lang), say("test", lang), lines, address(origin, "notices"), origin, lang, token)


def _head(one: Waiting, lang: str) -> str:
    return say(one.why, lang, game=title_of(one.game, lang))


def _whole(title: str, body: str, lines: list[str], url: str, origin: str, lang: str, token: str) -> dict[str, str]:
    stop = address(origin, "stop", token)
    text = "\n\n".join([*lines, f"{say('stop', lang)}\n{stop}"])
    post = f"{origin}/api/notices/stop/{token}"
    return {
        "title": title,
        "body": body,
        "text": text,
        "url": url,
        "tag": "tutti",
        "stop": token,
        "stop_post": post if origin.startswith("https://") else "",
        "stop_text": say("stop_short", lang),
    }


# -- links that need no cookie -----------------------------------------------------------------


def token(secret: bytes, purpose: str, channel: str) -> str:
    """Whoever has it may do this one thing with this one channel."""
    return f"{channel}.{_mac(secret, purpose, channel)}"


def channel_of(secret: bytes, purpose: str, token: str) -> str | None:
    """The channel of a token that we signed for this purpose; None for any other."""
    channel, _, mac = token.partition(".")
    right = hmac.compare_digest(mac.encode(errors="replace"), _mac(secret, purpose, channel).encode())
    return channel if right else None


def _mac(secret: bytes, purpose: str, channel: str) -> str:
    text = f"notices {purpose} {channel}".encode(errors="replace")
    return urlsafe_b64encode(hmac.digest(secret, text, "sha256")[:18]).decode()
