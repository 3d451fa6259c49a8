"""Who asks too much is asked to wait: buckets that fill slowly and may be emptied at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from tutti.server.messages.errors import Refused
from tutti.server.metrics import Counter

KEPT = 20_000
KIB, MIB = 1024, 1024 * 1024
HOUR = 60 * 60
DAY = 24 * HOUR
NETWORK = 64
"""Bits of an IPv6 address that its owner cannot choose."""


@lru_cache(maxsize=KEPT)
def place_of(address: str) -> str:
    """What counts as one address wherever something is counted: one of IPv4, one network of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(ip_network((int(found), NETWORK), strict=False))


class Bucket:
    """One bucket: ``rate`` a second, at most ``burst`` at once."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float, at: float) -> None:
        self.rate, self.burst, self.level, self.at = rate, burst, burst, at

    def take(self, now: float, amount: float = 1) -> bool:
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < amount:
            return False
        self.level -= amount
        return True

    def charge(self, now: float, amount: float) -> None:
        """Take it though it may not be there: the next who asks waits the longer."""
        self.take(now, 0)
        self.level -= amount


class Buckets:
    """A bucket for everybody; the ones not seen for long are full again and may be forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1) -> bool:
        now = self.clock()
        return self._bucket(key, now).take(now, amount)

    def charge(self, key: str, amount: float) -> None:
        now = self.clock()
        self._bucket(key, now).charge(now, amount)

    def give_back(self, key: str) -> None:
        """What was taken last was not used."""
        bucket = self._bucket(key, self.clock())
        bucket.level = min(bucket.burst, bucket.level + 1)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class Limits:
    """How fast one address, one person or one socket may ask."""

    def __init__(self, on: bool, slowed: Counter, imports: float = 20 * MIB) -> None:
        self.on = on
        self.slowed = slowed
        """Counts requests that were refused because they came too fast."""
        self.imports = Buckets(imports / DAY, imports)
        """Bytes of records that an address brings along."""
        self.requests = Buckets(30, 150)
        self.sign_ins = Buckets(1 / 5, 20)
        self.guesses = Buckets(1 / 20, 6)
        self.failures = Buckets(100 / HOUR, 100)
        """Wrong passphrases for one account, wherever they come from; devices known to it have buckets of their own."""
        self.tables = Buckets(1 / 5, 20)
        self.heavy = Buckets(1 / 2, 20)
        self.looks_back = Buckets(1, 20)
        """All past matches of a person are read for one answer."""
        self.exports = Buckets(1 / 120, 3)
        self.hints = Buckets(1 / 2, 5)
        self.hints_from = Buckets(1, 15)
        """By address: a family may ask as often as it likes to, a machine with many names may not."""
        self.previews = Buckets(8, 60)
        self.previews_from = Buckets(30, 240)
        """A pointer runs over many places; a hand that only looks is not to be stopped."""
        self.tests = Buckets(1 / 60, 4)
        self.tests_from = Buckets(1 / 10, 20)
        """Messages that somebody wants to see arrive."""
        self.talk = Buckets(1 / 2, 8)
        self.changes = Buckets(1, 40)
        """Seats taken, left and given to others, channels: whole classes may come at once, nobody in and out."""
        self.openings = Buckets(5, 40)
        """Sockets that an address opens: after a restart a whole school comes back."""
        self.messages = Buckets(100, 1000)
        """Orders over all the sockets of an address."""
        self.syncs = Buckets(1, 12)
        """Wishes of a person to be told everything anew."""
        self.told_person = Buckets(64 * KIB, MIB)
        self.told_address = Buckets(512 * KIB, 8 * MIB)
        """Bytes with which such wishes are answered."""

    def allows(self, buckets: Buckets, key: str, amount: float = 1) -> bool:
        return not self.on or buckets.take(key, amount)

    def check(self, buckets: Buckets, key: str, amount: float = 1) -> None:
        """``Refused`` if requests come too fast."""
        if not self.allows(buckets, key, amount):
            self.slowed.add()
            raise Refused("slow_down", 429)

    def socket(self) -> Bucket:
        """A socket's own: fast hands are welcome, machines are not."""
        return Bucket(15, 60, time.monotonic())

    @staticmethod
    def socket_syncs() -> Bucket:
        """Wishes of one socket to be told everything anew."""
        return Bucket(1 / 4, 4, time.monotonic())

    def may_sync(self, socket: Bucket, person: str, address: str) -> bool:
        """Whether everything may be told anew to this socket of that person, now."""
        if not self.on:
            return True
        if not (self.told_person.take(person, 0) and self.told_address.take(address, 0)):
            return False
        return socket.take(time.monotonic()) and self.syncs.take(person)

    def told_anew(self, person: str, address: str, size: int) -> None:
        """So much was told; whoever is told more than their share waits for the next time."""
        if self.on:
            self.told_person.charge(person, size)
            self.told_address.charge(address, size)
