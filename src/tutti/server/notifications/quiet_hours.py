"""When a message may go: not in somebody's quiet hours, not on holiday, not too soon after the last. Nobody here looks
at a clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from tutti.server.store.notifications import Span, Wishes

MINUTE = 60 * 1000
DAY_MINUTES = 24 * 60


@lru_cache(maxsize=256)
def zone_of(name: str) -> ZoneInfo | None:
    """A time zone by its name; None if nobody here knows it."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # not found, or no name
        return None


def earliest(wishes: Wishes, told: int, holidays: Sequence[Span], now: int) -> int:
    """From when on somebody may be told something, if they were last told then."""
    when = max(now, told + wishes.interval * MINUTE if told else now)
    for _ in range(4):  # the end of a holiday may lie in quiet hours, and the other way round
        before = when
        for since, until in holidays:
            if since <= when < until:
                when = until
        when = _awake(wishes, when)
        if when == before:
            break
    return when


def _awake(wishes: Wishes, when: int) -> int:
    """The end of the quiet hours in which this moment lies, else the moment."""
    start, end = wishes.quiet_from, wishes.quiet_until
    if start < 0 or end < 0 or start == end:
        return when
    zone = zone_of(wishes.zone) or UTC
    there = datetime.fromtimestamp(when / 1000, zone)
    minute = there.hour * 60 + there.minute
    inside = start <= minute < end if start < end else minute >= start or minute < end
    if not inside:
        return when
    day = there.date() + timedelta(days=1 if start > end and minute >= start else 0)
    # Clocks may be put forward or back in between: the hour on the wall counts.
    wakes = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=zone)
    return max(when + 1, int(wakes.timestamp() * 1000))
