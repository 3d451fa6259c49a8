"""Holidays: what a person has said of them is written onto the seats, where clocks by days find it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.room import Change, Room
from tutti.server.store.notifications import Span

if TYPE_CHECKING:
    from tutti.server.rooms.registry import Registry

REMEMBERED = 800 * clocks.DAY
"""So long it is known how much of a year was used."""
LATE = 5 * clocks.MINUTE
"""A click may take its time; nobody goes on holiday in the past."""
LONG_DAY = 60 * clocks.MINUTE
"""Where clocks are put back in autumn, one day of the year has an hour more."""


def planned(known: Sequence[Span], since: int, until: int, most: int, now: int) -> list[Span]:
    """All holidays with this one instead of those to come, or ``Refused``. ``most`` are days in each year."""
    since = max(since, now)
    if until <= since:
        raise Refused("bad_holiday")
    spans = _until_now(known, now)
    if spans and spans[-1][1] >= now and since <= now + LATE:  # under way: it only ends at another time
        since = spans.pop()[0]
    spans.append((since, until))
    for year in range(_date(since).year, _date(until - 1).year + 1):
        if used(spans, year) > most * clocks.DAY + LONG_DAY:
            raise Refused("holiday_too_long", most=most, year=year)
    return spans


def ended(known: Sequence[Span], now: int) -> list[Span]:
    """Back already, or not going at all."""
    return _until_now(known, now)


def _until_now(known: Sequence[Span], now: int) -> list[Span]:
    return [(since, min(until, now)) for since, until in known if since < now]


def used(spans: Sequence[Span], year: int) -> int:
    """Milliseconds of holidays in a year."""
    first, last = (int(datetime(number, 1, 1, tzinfo=UTC).timestamp() * 1000) for number in (year, year + 1))
    return sum(max(0, min(until, last) - max(since, first)) for since, until in spans)


def left(spans: Sequence[Span], year: int, most: int) -> int:
    """Whole days that a person may still be away in a year; a day that has begun is used."""
    return max(0, (most * clocks.DAY + LONG_DAY - used(spans, year)) // clocks.DAY)


def _date(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


async def note(registry: Registry, room: Room) -> None:
    """Put the holidays of everybody at a running table onto their seats. Live clocks do not mind."""
    table = room.table
    people = {seat.person for seat in table.seats if seat.person is not None}
    if table.state != "running" or table.clock.kind == "live" or room.broken or not people:
        return
    found = await registry.store.holidays(sorted(people), room.now() - REMEMBERED)
    if any(found.get(seat.person or "", []) != [tuple(span) for span in seat.off] for seat in table.seats):
        await registry.act(room, partial(_put, room, found))


def _put(room: Room, found: dict[str, list[Span]], change: Change) -> None:
    for seat in room.table.seats:
        seat.off = found.get(seat.person or "", [])
    change.touch()
