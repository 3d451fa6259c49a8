"""Clocks of a table: pure sums over its hands. Times are milliseconds; nobody here looks at a clock.

A hand runs while its player is asked and plays by hand, at tables without a clock too: there it only says how long
the table has waited for somebody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutti.server.store.rows import Clock, Hand, Seat, Table

MINUTE = 60 * 1000
DAY = 24 * 3600 * 1000
ABSENT = 10 * MINUTE
"""At a live table, the others may ask for a substitute when somebody has been away for so long."""
BOT_GRACE = 30_000
"""A table at which a bot is to move wakes by then, even if the server died meanwhile."""


def fresh(clock: Clock, players: int) -> list[Hand]:
    """The hands before the first move."""
    return [Hand(clock.reserve * 1000) for _ in range(players)]


def played_by_bot(seat: Seat) -> bool:
    """Whether a bot moves for this seat now."""
    return seat.kind == "bot" or seat.standin


def awaited(table: Table) -> bool:
    """Whether anybody plays by hand at this table, here or not: the match is to come to their turn."""
    return any(not played_by_bot(seat) for seat in table.seats)


def allowance(clock: Clock) -> int:
    """What a turn may take before the reserve runs down."""
    return clock.days * DAY if clock.kind == "days" else clock.turn * 1000


def spent(clock: Clock, hand: Hand, now: int) -> int:
    """How much of the reserve the running turn has used."""
    if hand.since is None:
        return 0
    return max(0, now - hand.since - allowance(clock))


def run(table: Table, now: int, patience: int, undone: bool = False) -> None:
    """Start and stop hands so that those run whose player has to decide; then set the deadline.

    ``undone`` when moves were taken back: who is asked again goes on with the turn they had ended, and
    a turn that is no more costs nobody anything.
    """
    for number, (seat, hand) in enumerate(zip(table.seats, table.hands, strict=True)):
        asked = number in table.active
        if not asked and hand.since is None and hand.began is None:
            continue  # it stood still and goes on doing so: that is most of them after most moves
        runs = asked and not played_by_bot(seat)
        if runs and hand.since is None:
            _start(hand, now, undone)
        elif hand.since is not None and not runs and not undone:
            _stop(table.clock, hand, now, ended=not asked)
        elif not runs:
            hand.since = None
        if runs or not asked:
            hand.began = None
    table.deadline = deadline(table, now, patience)


def _start(hand: Hand, now: int, undone: bool) -> None:
    if hand.began is not None:  # the same turn, in which a bot sat down for a while: no time is won that way
        hand.reserve, hand.since = hand.before, hand.began
    elif undone and hand.used:
        hand.reserve, hand.since = hand.before, now - hand.used
    else:
        hand.since = now


def _stop(clock: Clock, hand: Hand, now: int, ended: bool) -> None:
    """The turn is over, or (not ``ended``) a bot takes it up."""
    assert hand.since is not None
    hand.before, hand.used = hand.reserve, now - hand.since
    hand.reserve = max(0, hand.reserve - spent(clock, hand, now))
    if ended:
        hand.reserve += clock.increment * 1000
    else:
        hand.began = hand.since
    hand.since = None


def deadline(table: Table, now: int, patience: int) -> int:
    """When somebody has to look after the running table; ``patience`` is how long it may stand still."""
    end = now + patience
    if table.clock.kind != "none":
        for seat, hand in zip(table.seats, table.hands, strict=True):
            if hand.since is not None:
                end = min(end, ending(table.clock, hand, seat.off))
    for number in table.active:
        if played_by_bot(table.seats[number]):
            if awaited(table):  # where nobody is, bots wait until somebody looks
                end = min(end, now + BOT_GRACE)
            break
    for seat in table.seats if table.requests else ():
        if seat.standin and seat.votes_until > now:
            end = min(end, seat.votes_until)
    return end


def ending(clock: Clock, hand: Hand, off: Sequence[tuple[int, int]] = ()) -> int:
    """When the time of a running hand is over: by the clock, or after a day. Only a live one runs on holiday."""
    assert hand.since is not None
    if clock.kind == "live":
        return hand.since + allowance(clock) + hand.reserve
    return _prolonged(hand.since, DAY if clock.kind == "none" else allowance(clock), off)


def _prolonged(begin: int, length: int, off: Sequence[tuple[int, int]]) -> int:
    """The end of a time that stands still on holidays."""
    end = begin + length
    for since, until in off:  # the earliest first
        if since < end and until > begin:
            end += until - max(since, begin)
    return end


def overdue(table: Table, now: int) -> list[int]:
    """The seats whose time is over; without a clock it never is by itself."""
    if table.clock.kind == "none":
        return []
    return [
        number
        for number, hand in enumerate(table.hands)
        if hand.since is not None and ending(table.clock, hand, table.seats[number].off) <= now
    ]


def screen(table: Table, number: int) -> list[int]:
    """The seats behind one screen: people who share one look through one seat at a time."""
    person = table.seats[number].person
    return [number] if person is None else [other for other, one in enumerate(table.seats) if one.person == person]


def here(table: Table, online: Mapping[int, int]) -> set[int]:
    """The seats behind whose screen somebody is, if so many sockets look through each seat."""
    people = {table.seats[number].person for number, sockets in online.items() if sockets}
    return {
        number
        for number, seat in enumerate(table.seats)
        if online.get(number) or (seat.person is not None and seat.person in people)
    }


def replaceable(table: Table, number: int, online: Mapping[int, int], left: Mapping[int, int]) -> int | None:
    """From when on the others may hand a seat to a bot; None if it is not asked, or nobody can say.

    The clock decides. Where there is none, the table has waited for a day and nobody of that seat is there.
    """
    seat = table.seats[number]
    if table.state != "running" or number not in table.active or played_by_bot(seat):
        return None
    hand = table.hands[number]
    if hand.since is None:  # stored before hands ran everywhere
        hand = Hand(hand.reserve, table.updated)
    if table.clock.kind != "none":
        return ending(table.clock, hand, seat.off)
    screens = screen(table, number)
    if any(online.get(one) for one in screens):
        return None
    return max(ending(table.clock, hand, seat.off), *(left.get(one, 0) + MINUTE for one in screens))


# -- going and coming back -------------------------------------------------------------------------


def rivals(table: Table, number: int) -> set[str]:
    """The other people who play by hand."""
    own = table.seats[number].person
    return {
        seat.person
        for seat in table.seats
        if seat.person not in (None, own) and not seat.resigned and not played_by_bot(seat)
    }


def substitute_from(table: Table, number: int) -> int | None:
    """From when on the others may ask for a substitute: after ten minutes live, else after a turn and a day at least.

    None while nobody is away, where fewer than two others play (one alone would see the hand of a rival), after a
    resignation, and where the clock has no time left."""
    seat = table.seats[number]
    if table.state != "running" or seat.kind == "bot" or not seat.standin or seat.resigned:
        return None
    if len(rivals(table, number)) < 2 or out_of_time(table, number):
        return None
    since = seat.away or seat.votes_until
    if table.clock.kind == "live":
        return since + ABSENT
    return _prolonged(since, max(DAY, allowance(table.clock)), seat.off)


def grace(table: Table, number: int) -> int:
    """How long the vote of somebody counts who leaves of their own will: as long as the clock would wait."""
    clock, hand = table.clock, table.hands[number]
    if clock.kind == "none":
        return DAY
    return max(MINUTE, allowance(clock) + (hand.reserve if clock.kind == "live" else 0))


def turn_lost(table: Table, number: int, now: int) -> bool:
    """Whether the time of the turn is over in which the bot took the seat, and the bot has yet to move."""
    hand = table.hands[number]
    if hand.began is None or number not in table.active or table.clock.kind == "none":
        return False
    return ending(table.clock, Hand(hand.before, hand.began), table.seats[number].off) <= now


def out_of_time(table: Table, number: int) -> bool:
    """Whether the clock gives somebody no time for any turn to come."""
    clock = table.clock
    return clock.kind == "live" and not (clock.turn or clock.increment or table.hands[number].reserve)


def come_back(table: Table, number: int) -> None:
    """Whoever comes back has what they left behind; after a lost turn, at least what the next one would bring."""
    hand = table.hands[number]
    hand.reserve = max(hand.reserve, table.clock.increment * 1000)


def forgive(table: Table, since: int, until: int) -> None:
    """The server was down between these moments: nobody's clock ran."""
    for hand in table.hands:
        hand.since = _later(hand.since, since, until)
        hand.began = _later(hand.began, since, until)
    for seat in table.seats:
        if seat.votes_until > since:
            seat.votes_until += max(0, until - since)
        if seat.away:
            seat.away += max(0, until - max(since, seat.away))


def _later(moment: int | None, since: int, until: int) -> int | None:
    return None if moment is None else moment + max(0, until - max(since, moment))
