"""Idempotency keys: an order that is sent twice is carried out once, and its key serves for no other."""

from __future__ import annotations

import hashlib

from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused

KEPT = 256
"""So many keys of each seat are remembered; nobody can push out those of another."""


def digest_of(person: str, order: m.Order) -> str:
    """What tells an order from another one. Nobody can tell from it who gave it, or what it was."""
    return hashlib.blake2b(m.encode(order), key=person.encode()[:64], digest_size=12).hexdigest()


class Keys:
    """The newest keys of each seat, each with what was ordered with it."""

    def __init__(self) -> None:
        self._kept: dict[int, dict[str, str]] = {}

    def known(self, seat: int, key: str, digest: str) -> bool:
        """Whether this very order has been carried out. ``Refused`` if the key belongs to another one."""
        found = self._kept.get(seat, {}).get(_stored(key))
        if found is None:
            return False
        if found not in ("", digest):  # matches of before digests have none
            raise Refused("key_used", 409)
        return True

    def note(self, seat: int, key: str, digest: str) -> None:
        """This order has been stored."""
        mine = self._kept.setdefault(seat, {})
        mine[_stored(key)] = digest
        while len(mine) > KEPT:
            del mine[next(iter(mine))]


def _stored(key: str) -> str:
    """The key as every store gives it back: one of them knows no zero sign."""
    return key.replace("\0", "\ufffd")
