"""Proposals: what the table is asked for, how it agrees, and what is done then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.commands.checks import Stale, own_hands, running
from tutti.server.rooms.commands.endings import stop
from tutti.server.rooms.commands.register import changes
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Clock, Offer


def voters(room: Room, offer: Offer, now: int) -> set[int]:
    """The seats whose consent is needed: people at the table, other than the one who asks.

    Who is away is asked until the clock would have run out; for what was played before they went, and for another
    clock, always. About the seat of somebody who is away, all others are asked who are present.
    """
    seats, asker = room.table.seats, room.table.seats[offer.seat].person
    people = {
        number
        for number, seat in enumerate(seats)
        if seat.kind in ("person", "local") and seat.person not in (None, asker) and not seat.resigned
    }
    if offer.what == "slow":
        return people
    if of_absent(room, offer):
        owner, here = seats[offer.target].person, clocks.here(room.table, room.online)
        return {n for n in people if seats[n].person != owner and (not seats[n].standin or n in here)}
    back_to = reach(room, offer)
    return {n for n in people if not seats[n].standin or now < seats[n].votes_until or back_to < seats[n].went}


def of_absent(room: Room, offer: Offer) -> bool:
    """Whether the request is about the seat of somebody who is away, and not a gift of its owner."""
    seats = room.table.seats
    if offer.what == "seat":
        owner = seats[offer.target].person
        return owner is None or owner != seats[offer.seat].person
    return offer.what == "newcomer" and not seats[offer.target].gift


def reach(room: Room, offer: Offer) -> int:
    """How many moves would stay."""
    assert room.match is not None
    log = room.match.log
    if offer.what != "undo":
        return len(log)
    # What the asker has clicked since, and nobody else knows of, is not what the table was asked for (KN-16).
    return max((number for number, entry in enumerate(log) if entry.player == offer.seat and entry.done), default=0)


def ask(room: Room, change: Change, seat: int, what: Any, key: str, **about: int) -> None:
    """Ask the table. Nobody's request keeps another from asking; one person asks for one thing once at a time."""
    table, person = room.table, room.table.seats[seat].person
    if any(offer.what == what and table.seats[offer.seat].person == person for offer in table.requests):
        raise Refused("offer_open", 409)
    offer = Offer(table.offers + 1, what, seat, **about)  # type: ignore[arg-type]  # numbers by their names
    if voters(room, offer, change.now) and not room.asks.take(person or ""):
        raise Refused("ask_later", 429)
    table.offers += 1
    table.requests.append(offer)
    change.event("offer", seat, key, what=what, offer=offer.id, days=offer.days, target=offer.target)
    change.touch()
    settle(room, change)


@changes(m.Propose)
def propose(room: Room, change: Change, seat: int, order: m.Propose, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    for offer in room.table.requests:
        if offer.what == "end" and seat in voters(room, offer, change.now):
            agree(room, change, seat, offer, order.key)  # who wants the same agrees
            return
    ask(room, change, seat, "end", order.key)


@changes(m.Slow)
def slow(room: Room, change: Change, seat: int, order: m.Slow, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    if room.table.clock.kind == "days":
        raise Refused("is_slow", 409)
    for offer in room.table.requests:
        if offer.what == "slow" and offer.days == order.days and seat in voters(room, offer, change.now):
            agree(room, change, seat, offer, order.key)  # who wants the same agrees
            return
    ask(room, change, seat, "slow", order.key, days=order.days)


@changes(m.Answer)
def answer(room: Room, change: Change, seat: int, order: m.Answer, standin: str) -> None:
    running(room)
    table = room.table
    offer = next((offer for offer in table.requests if offer.id == order.offer), None)
    if offer is None:
        raise Stale("no_such_offer", 409)
    person, asker = table.seats[seat].person, table.seats[offer.seat].person
    withdraws = person == asker and not order.agree
    if not withdraws and not _refuses(room, person, offer, order) and seat not in voters(room, offer, change.now):
        raise Refused("no_vote", 409)
    if order.agree:
        agree(room, change, seat, offer, order.key)
        return
    change.event("answer", seat, order.key, offer=offer.id, agree=False)
    table.requests.remove(offer)
    if offer.what in DECLINED:
        DECLINED[offer.what](room, change, offer)
    else:
        change.notice(f"{offer.what}_{'withdrawn' if withdraws else 'declined'}", always=True, player=seat)
    change.touch()


def _refuses(room: Room, person: str | None, offer: Offer, order: m.Answer) -> bool:
    """Nobody's seat is given away against their word, however long they were away."""
    return offer.what == "seat" and not order.agree and room.table.seats[offer.target].person == person


def agree(room: Room, change: Change, seat: int, offer: Offer, key: str) -> None:
    change.event("answer", seat, key, offer=offer.id, agree=True)
    change.touch()
    offer.agreed = sorted({*offer.agreed, *room.seats_of(room.table.seats[seat].person or "")})
    settle(room, change)


def settle(room: Room, change: Change) -> None:
    """Do what was asked for as soon as everybody agrees. What is done may be the end of other requests."""
    for offer in list(room.table.requests):
        if offer not in room.table.requests or room.table.state != "running":
            continue
        if voters(room, offer, change.now) - set(offer.agreed) or not POSSIBLE.get(offer.what, _always)(room, offer):
            continue
        room.table.requests.remove(offer)
        change.touch()
        GRANTED[offer.what](room, change, offer)


def _end(room: Room, change: Change, offer: Offer) -> None:
    stop(room, change, "agreed")


def turn_slow(room: Room, change: Change, offer: Offer) -> None:
    """From now on there are days for each turn; the turn that runs begins anew."""
    table = room.table
    table.clock = Clock("days", days=offer.days)
    for hand in table.hands:
        running_now = hand.since is not None
        hand.reserve = hand.before = hand.used = 0
        hand.since, hand.began = change.now if running_now else None, None
    table.requests = [other for other in table.requests if other.what != "slow"]
    change.event("slowed", offer.seat, days=offer.days)
    change.notice("slowed", always=True, days=offer.days)
    change.touch()


def _always(room: Room, offer: Offer) -> bool:
    return True


POSSIBLE: dict[str, Callable[[Room, Offer], bool]] = {}
"""What must hold besides, when everybody agrees; ``seats`` has it."""
DECLINED: dict[str, Callable[[Room, Change, Offer], None]] = {}
"""What is done when somebody says no, where that is more than to say so."""
GRANTED: dict[str, Callable[[Room, Change, Offer], None]] = {"end": _end, "slow": turn_slow}
"""What is done when everybody agrees; ``undo`` and ``seats`` have more."""
