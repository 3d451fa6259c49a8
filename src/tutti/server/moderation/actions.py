"""What whoever runs the server decides, as rows of the store: the page and the commands do the same thing here.

A running server reads the rows every few seconds (``policy.py``), so a command needs no line to it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from ipaddress import ip_address, ip_network
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tutti.server.accounts.identity import DAY, address_id, name_key, new_id
from tutti.server.messages.errors import Refused
from tutti.server.store import Store, Unreadable
from tutti.server.store.moderation import Act, Measure, Owner

WIDEST = {4: 8, 6: 16}
"""Bits that a range must have at least."""
LONGEST_REASON = 500
COMMAND = "tutti"
"""Who did it, when it was a command on the machine itself."""
KEY = "tutti-owner-"


class Wish(Struct, forbid_unknown_fields=True, kw_only=True):
    """A measure to be taken. People are named by a line or a seat of a table, or by their protected name."""

    kind: Literal["mute", "ban", "range", "close"]
    table: Annotated[str, Meta(max_length=64)] = ""
    line: int | None = None
    seat: int | None = None
    name: Annotated[str, Meta(max_length=96)] = ""
    range: Annotated[str, Meta(max_length=64)] = ""
    days: Annotated[float, Meta(ge=0, le=3650)] = 0
    """0: until it is lifted."""
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


def act(owner: str, what: str, target: str, reason: str, at: int) -> Act:
    return Act(new_id(), at, owner, what, target, " ".join(reason.split())[:LONGEST_REASON])


async def take(store: Store, wish: Wish, owner: str, now: int) -> Measure:
    """Keep a measure and a line of the audit log, or ``Refused``."""
    person: str | None = None
    target, name = wish.table, ""
    if wish.kind == "range":
        target = checked_range(wish.range)
    elif wish.kind == "close":
        if await store.table(wish.table) is None:
            raise Refused("no_such_table", 404)
    else:
        person, name, target = await person_of(store, wish)
    noted = act(owner, wish.kind, target, wish.reason, now)
    noted.person, noted.name = person, name
    until = now + int(wish.days * DAY) if wish.days else 0
    measure = Measure(address_id(), wish.kind, person, target, name, noted.reason, now, until)
    await store.take_measure(measure, noted)
    await store.tell("house", "")
    return measure


async def lift(store: Store, id: str, owner: str, reason: str, now: int) -> Measure:
    """A measure ends."""
    for measure in await store.measures():
        if measure.id == id:
            noted = act(owner, f"lift_{measure.kind}", measure.target, reason, now)
            noted.person, noted.name = measure.person, measure.name
            if await store.lift_measure(id, noted):
                await store.tell("house", "")
                return measure
    raise Refused("no_such_measure", 404)


async def settle(store: Store, table: str, line: int, owner: str, reason: str, now: int) -> None:
    """The reports about a line have been dealt with."""
    if not await store.settle_report(table, line, now, act(owner, "settle", f"{table} {line}", reason, now)):
        raise Refused("no_such_report", 404)


async def person_of(store: Store, wish: Wish) -> tuple[str, str, str]:
    """Who is meant: id, name, and how they were found."""
    if wish.name:
        found = await store.protected(name_key(wish.name))
        if found is None:
            raise Refused("nobody_of_that_name", 404, name=wish.name)
        return found.id, found.name, found.name
    try:
        table = await store.table(wish.table)
    except Unreadable:
        table = None
    if wish.line is not None:
        for line in await store.talk(wish.table):
            if line.no == wish.line and line.person and not line.code:
                return line.person, line.name, f"{wish.table} {wish.line}"
        raise Refused("no_such_line", 404)
    if table is None:
        raise Refused("no_such_table", 404)
    if wish.seat is not None and 0 <= wish.seat < len(table.seats):
        seat = table.seats[wish.seat]
        if seat.person:
            return seat.person, seat.name, f"{table.id} seat {wish.seat}"
    raise Refused("nobody_there", 404)


def checked_range(text: str) -> str:
    """An address range as it is kept; one that would shut out half the world or this machine is refused."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refused("bad_range", found=text[:64]) from None
    here = ip_address("127.0.0.1" if found.version == 4 else "::1")
    if found.prefixlen < WIDEST[found.version] or here in found:
        raise Refused("range_too_wide", found=str(found), least=WIDEST[found.version])
    return str(found)


# -- owners ------------------------------------------------------------------------------------


def hash_key(key: str) -> str:
    """What is kept of a key. It has 160 random bits, so there is nothing to guess slowly."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


async def new_owner(store: Store, name: str, now: int) -> str:
    """A key for a new admin; it is shown this once. An earlier key of the same name is void."""
    key = KEY + secrets.token_urlsafe(20)
    await store.save_owner(Owner(name, hash_key(key), now), act(COMMAND, "owner", name, "", now))
    return key


async def owner_of(store: Store, key: str) -> Owner | None:
    """Whose key this is."""
    hashed = hash_key(key)
    found = None
    for owner in await store.owners():
        if hmac.compare_digest(owner.hash, hashed):
            found = owner
    return found
