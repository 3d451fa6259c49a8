"""Clocks of a table: pure sums over its hands. Times are milliseconds; nobody here looks at a clock."""

from __future__ import annotations

from tutti.server.store.rows import Clock, Hand, Seat, Table

DAY = 24 * 3600 * 1000
BOT_GRACE = 30_000
"""A table at which a bot is to move wakes by then, even if the server died meanwhile."""
BACK_WITH = 60_000
"""Whoever comes back has at least so much time."""


def fresh(clock: Clock, players: int) -> list[Hand]:
    """The hands before the first move."""
    return [Hand(clock.reserve * 1000) for _ in range(players)]


def played_by_bot(seat: Seat) -> bool:
    """Whether a bot moves for this seat now."""
    return seat.kind == "bot" or seat.standin


def allowance(clock: Clock) -> int:
    """What a turn may take before the reserve runs down."""
    return clock.days * DAY if clock.kind == "days" else clock.turn * 1000


def spent(clock: Clock, hand: Hand, now: int) -> int:
    """How much of the reserve the running turn has used."""
    if hand.since is None:
        return 0
    return max(0, now - hand.since - allowance(clock))


def run(table: Table, now: int, patience: int) -> None:
    """Start and stop hands so that those run whose player has to decide; then set the deadline."""
    clock = table.clock
    for number, (seat, hand) in enumerate(zip(table.seats, table.hands, strict=True)):
        runs = number in table.active and clock.kind != "none" and not played_by_bot(seat)
        if runs and hand.since is None:
            hand.since = now
        elif not runs and hand.since is not None:
            hand.reserve = max(0, hand.reserve - spent(clock, hand, now)) + clock.increment * 1000
            hand.since = None
    table.deadline = deadline(table, now, patience)


def deadline(table: Table, now: int, patience: int) -> int:
    """When somebody has to look after the running table; ``patience`` is how long it may stand still."""
    ends = [now + patience]
    ends += [ending(table.clock, hand) for hand in table.hands if hand.since is not None]
    if any(played_by_bot(table.seats[number]) for number in table.active):
        ends.append(now + BOT_GRACE)
    return min(ends)


def ending(clock: Clock, hand: Hand) -> int:
    """When the time of a running hand is over."""
    assert hand.since is not None
    return hand.since + allowance(clock) + (hand.reserve if clock.kind == "live" else 0)


def overdue(table: Table, now: int) -> list[int]:
    """The seats whose time is over."""
    return [
        number for number, hand in enumerate(table.hands) if hand.since is not None and ending(table.clock, hand) <= now
    ]


def refresh(table: Table, number: int) -> None:
    """Whoever comes back gets some time."""
    hand = table.hands[number]
    if table.clock.kind == "live":
        hand.reserve = max(hand.reserve, BACK_WITH)


def forgive(table: Table, since: int, until: int) -> None:
    """The server was down between these moments: nobody's clock ran."""
    for hand in table.hands:
        if hand.since is not None:
            hand.since += max(0, until - max(since, hand.since))
