"""The cookie as it goes over the wire. Other pages of the same name may have put others beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutti.server.accounts.identity import COOKIE, COOKIE_AGE, DEVICE

MOST = 4
"""So many of our name are looked at: somebody else's page may have set one, too."""


def ours(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The values of cookies with our name. Whatever else is there, in whatever form, is none of our business."""
    return list(_found(headers, COOKIE))[:MOST]


def device(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The cookie by which we know the device, if there is one."""
    return next(_found(headers, DEVICE), "")


def _found(headers: Iterable[tuple[bytes, bytes]], wanted: str) -> Iterator[str]:
    for header, text in headers:
        if header == b"cookie":
            for pair in text.decode("latin-1").split(";"):
                name, _, value = pair.partition("=")
                if name.strip() == wanted:
                    yield value.strip().strip('"')


def setting(value: str, https: bool) -> bytes:
    """What sets the cookie; an empty value takes it away."""
    return _setting(COOKIE, value, "/", https)


def setting_device(value: str, https: bool) -> bytes:
    """What sets the cookie of the device; only requests about a person carry it."""
    return _setting(DEVICE, value, "/api/me", https)


def _setting(name: str, value: str, path: str, https: bool) -> bytes:
    age = COOKIE_AGE if value else 0
    secure = "; Secure" if https else ""
    return f"{name}={value}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}".encode("latin-1")
