"""Who asks too much is asked to wait: buckets that fill slowly and may be emptied at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEPT = 20_000


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


class Buckets:
    """A bucket for everybody; the ones not seen for long are full again and may be forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1) -> bool:
        now = self.clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now, amount)


class Limits:
    """How fast one address, one person or one socket may ask."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.requests = Buckets(30, 150)
        self.sign_ins = Buckets(1 / 20, 6)
        self.tables = Buckets(1 / 5, 20)
        self.heavy = Buckets(1 / 2, 20)
        self.hints = Buckets(1 / 2, 5)
        self.hints_from = Buckets(1, 15)
        """By address: a family may ask as often as it likes to, a machine with many names may not."""
        self.talk = Buckets(1 / 2, 8)
        self.doors = Buckets(1, 40)
        """Sitting down, getting up, seats given to others: whole classes may come at once, nobody in and out."""

    def allows(self, buckets: Buckets, key: str) -> bool:
        return not self.on or buckets.take(key)

    def socket(self) -> Bucket:
        """A socket's own: fast hands are welcome, machines are not."""
        return Bucket(15, 60, time.monotonic())
