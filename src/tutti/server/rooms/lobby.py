"""Before and after a match: opening a table, taking and leaving seats, the start, the rematch."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tutti.ai import roster
from tutti.kernel import library
from tutti.kernel.match import Match
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields
from tutti.server.accounts import identity
from tutti.server.commitment import commit
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import Clock, NewTable, SeatPlan
from tutti.server.rooms import clocks, event_log
from tutti.server.rooms.commands.proposals import settle
from tutti.server.rooms.commands.seats import call_off, hand_over, mark_of
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Origin, Person, Seat, Table

if TYPE_CHECKING:
    from tutti.server.rooms.registry import Registry

HOUR = 3600 * 1000
LONGEST_WARNING = 12 * HOUR


def new_table(wish: NewTable, host: Person, now: int, waiting_hours: int) -> Table:
    """The table somebody wishes for, or ``Refused`` or ``BadOption``."""
    game = library.game(wish.game)
    options = prepare(game, len(wish.seats), wish.options)
    check_clock(wish.clock)
    if sum(plan.kind == "me" for plan in wish.seats) > 1:
        raise Refused("one_seat_each")
    return Table(
        id=identity.address_id(),
        game=game.name,
        players=options.players,
        options=dict(options.values),
        host=host.id,
        created=now,
        updated=now,
        public=wish.public,
        spectators=wish.spectators,
        undo=wish.undo,
        hints=wish.hints,
        previews=wish.previews,
        coach=wish.coach,
        clock=wish.clock.stored(),
        seats=[plan_seat(plan, host) for plan in wish.seats],
        expires=now + waiting_hours * HOUR,
        deadline=warned_at(now, waiting_hours),
    )


def warned_at(now: int, hours: int) -> int:
    """When those who wait at a table that does not start are warned that it will be closed: in its last quarter."""
    return now + hours * HOUR - min(hours * HOUR // 4, LONGEST_WARNING)


def keep_open(room: Room, change: Change, person: Person, hours: int) -> None:
    """Somebody who waits wants to wait on."""
    waiting(room)
    table = room.table
    if not room.seats_of(person.id) and table.host != person.id:
        raise Refused("not_at_table", 403)
    table.expires, table.deadline, table.warned = change.now + hours * HOUR, warned_at(change.now, hours), False
    change.touch()


def run_out(room: Room, change: Change) -> None:
    """The time of a table that has not started is over, or nearly: then those who wait are told."""
    table = room.table
    if not table.warned and table.expires is not None and change.now < table.expires:
        table.warned, table.deadline = True, table.expires
        change.notice("closing", always=True)
        change.touch()
    else:
        close(room, change)


def table_from(position: Fields, mine: int, bots: Sequence[str], origin: Origin, host: Person, now: int) -> Table:
    """A table for whoever wants to play on from a whole position, alone with bots. It is never a real match."""
    seats = [plan_seat(SeatPlan(kind="bot", bot=bot), host) for bot in bots]
    seats[mine] = plan_seat(SeatPlan(kind="me"), host)
    return Table(
        id=identity.address_id(),
        game=position["game"],
        players=position["players"],
        options=position["options"],
        host=host.id,
        created=now,
        updated=now,
        seats=seats,
        origin=origin,
    )


def check_clock(clock: Clock) -> None:
    """A clock that can be played with."""
    live = clock.kind == "live" and clock.turn + clock.reserve >= 5 and not clock.days
    days = clock.kind == "days" and clock.days >= 1 and not (clock.turn or clock.reserve or clock.increment)
    none = clock.kind == "none" and not (clock.turn or clock.reserve or clock.increment or clock.days)
    if not (live or days or none):
        raise Refused("bad_clock")


def plan_seat(plan: SeatPlan, host: Person) -> Seat:
    """One seat of the plan."""
    if plan.kind == "bot":
        roster.bot(plan.bot)  # UnknownName says which there are
        return Seat("bot", None, plan.bot, plan.bot)
    if plan.bot:
        raise Refused("no_bot_there")
    if plan.kind == "local":
        return Seat("local", host.id, identity.clean_name(plan.name))
    if plan.name:
        raise Refused("no_name_there")
    return Seat("person", host.id, host.name) if plan.kind == "me" else Seat()


def rename(room: Room, change: Change, person: Person) -> None:
    """The person's seat shows their present name. Once a match has begun, names stay as they are."""
    if room.table.state != "waiting":
        return
    for seat in room.table.seats:
        if seat.kind == "person" and seat.person == person.id and seat.name != person.name:
            seat.name = person.name
            change.touch()


def waiting(room: Room) -> None:
    if room.table.state != "waiting":
        raise Refused("has_started", 409)


def check_host(room: Room, person: str) -> None:
    if room.table.host != person:
        raise Refused("not_host", 403)


def join(room: Room, change: Change, person: Person, wanted: int | None) -> None:
    """Take an open seat; whoever sits already stays where they are."""
    waiting(room)
    seats = room.table.seats
    if any(seat.kind == "person" and seat.person == person.id for seat in seats):
        return
    free = [number for number, seat in enumerate(seats) if seat.kind == "open"]
    if wanted is not None:
        free = [number for number in free if number == wanted]
    if not free:
        raise Refused("no_seat", 409)
    seats[free[0]] = Seat("person", person.id, person.name)
    change.notice("joined", person.id, player=free[0], name=person.name)
    change.touch()


def leave(room: Room, change: Change, person: Person) -> None:
    """Give the seats back. The last person closes the door; the host's part goes to the next."""
    waiting(room)
    table = room.table
    mine = room.seats_of(person.id)
    if not mine and table.host != person.id:
        raise Refused("not_at_table", 403)
    for number in mine:
        table.seats[number] = Seat()
    change.notice("went", person.id, player=mine[0] if mine else -1, name=person.name)
    change.touch()
    people = [seat.person for seat in table.seats if seat.kind == "person" and seat.person]
    if not people:
        close(room, change)
    elif table.host == person.id:
        table.host = people[0]


def leave_for_good(room: Room, person: Person, standin: str, change: Change) -> None:
    """Nobody waits for somebody who is gone."""
    if room.table.state == "waiting":
        leave(room, change, person)
    for seat in room.seats_of(person.id) if room.table.state == "running" else []:
        if not room.table.seats[seat].standin and room.table.state == "running":
            hand_over(room, change, seat, standin, "left")


def anonymise(room: Room, person: str, change: Change) -> None:
    """Nothing at the table names this person any more."""
    table = room.table
    for number, seat in enumerate(table.seats):
        if seat.person == person:
            seat.person, seat.name = None, ""
            if seat.gift:
                call_off(room, number)
        if seat.former is not None and seat.former.person == person:
            seat.former = None
    table.requests = [offer for offer in table.requests if offer.person != person]
    if table.host == person:
        table.host = ""
    settle(room, change)  # nobody is asked who is no more
    change.touch()


def close(room: Room, change: Change) -> None:
    """The table is no more."""
    room.table.state = "closed"
    room.table.deadline = None
    room.table.active = []
    change.event("closed")
    change.touch()


def set_seat(room: Room, change: Change, host: Person, number: int, plan: SeatPlan) -> None:
    """The host decides who may sit where: a bot, a person at the same screen, or whoever comes."""
    waiting(room)
    check_host(room, host.id)
    seats = room.table.seats
    if number >= len(seats):
        raise Refused("no_seat", 409)
    if plan.kind == "me" and any(seat.kind == "person" and seat.person == host.id for seat in seats):
        raise Refused("one_seat_each", 409)
    seats[number] = plan_seat(plan, host)
    change.touch()


def start(room: Room, change: Change, host: Person, fill: str) -> None:
    """The seed is drawn, its hash is shown, and the match begins."""
    waiting(room)
    check_host(room, host.id)
    table = room.table
    if any(seat.kind == "open" for seat in table.seats):
        if not fill:
            raise Refused("seats_open", 409)
        plan_seat(SeatPlan(kind="bot", bot=fill), host)  # refused if there is no such bot
    begin(room, change, fill)


def begin(room: Room, change: Change, fill: str, position: Fields | None = None) -> None:
    """The match begins, at its set-up or at a whole position."""
    table = room.table
    seed = secrets.token_hex(16)
    if position is None:
        game = library.game(table.game)
        options = prepare(game, table.players, table.options, fresh=False)  # the table was made when they were checked
        room.match = Match.new(game, table.players, seed, options)  # refused if the rules no longer know the options
    else:
        room.match = Match.load(position, seed)
        game = room.match.game
    table.seats = [Seat("bot", None, fill, fill) if seat.kind == "open" else seat for seat in table.seats]
    table.seed, table.commitment = seed, commit(seed)
    table.rules, table.pack, table.pack_hash = room.match.options.rules, game.pack, game.pack_hash
    table.state, table.started = "running", change.now
    table.hands = clocks.fresh(table.clock, table.players)
    table.sat = sorted({mark_of(table, seat.person) for seat in table.seats if seat.person is not None})
    where: Fields = {} if position is None else {"position": position}
    change.event("start", **event_log.head_at(table), seed=table.seed, commitment=table.commitment, **where)
    log("match_began", table=table.id[:6], game=table.game, players=table.players)
    change.touch()


def rematch(old: Table, person: Person, now: int, waiting_hours: int) -> Table:
    """The same table again: bots sit down at once, whoever asks keeps the seat, the others are asked to come."""
    if old.state != "over":
        raise Refused("not_over", 409)
    if old.origin is not None:
        raise Refused("played_on", 409)
    if person.id not in [seat.person for seat in old.seats]:
        raise Refused("not_at_table", 403)
    return Table(
        id=identity.address_id(),
        game=old.game,
        players=old.players,
        options=dict(old.options),
        host=person.id,
        created=now,
        updated=now,
        public=old.public,
        spectators=old.spectators,
        undo=old.undo,
        hints=old.hints,
        previews=old.previews,
        coach=old.coach,
        clock=old.clock,
        seats=[again(seat, person) for seat in old.seats],
        expires=now + waiting_hours * HOUR,
        deadline=warned_at(now, waiting_hours),
    )


def again(seat: Seat, person: Person) -> Seat:
    if seat.kind == "bot":
        return Seat("bot", None, seat.name, seat.bot)
    if seat.person == person.id:
        return Seat(seat.kind, person.id, person.name if seat.kind == "person" else seat.name)
    return Seat()


# -- in a registry -----------------------------------------------------------------------------


async def create(registry: Registry, wish: NewTable, host: Person, home: str) -> Room:
    table = new_table(wish, host, registry.now(), registry.settings.waiting_hours)
    return await open_table(registry, table, home, begin_now=wish.start)


async def open_table(
    registry: Registry, table: Table, home: str, begin_now: bool = False, position: Fields | None = None
) -> Room:
    """Open a table; with a whole position its match begins there, at once."""
    room = Room(table, None, registry.store, registry.now, registry.patience)
    room.home = home
    table.adjusted = table.created
    host = Person(table.host, "", 0, 0)

    def work(change: Change) -> None:
        change.event("opened")
        if position is not None:
            begin(room, change, "", position)
        elif begin_now:
            start(room, change, host, "")

    await registry.add(room, work)
    return room


async def open_rematch(registry: Registry, room: Room, person: Person, home: str) -> str:
    """The table of the rematch; the second who asks is taken to the one that the first opened."""
    async with room.lock:
        room.change()  # refused if nothing can be changed here
        fresh = rematch(room.table, person, registry.now(), registry.settings.waiting_hours)
        next = room.table.next
    if next is None:
        opened = await open_table(registry, fresh, home)

        def work(change: Change) -> None:
            if room.table.next is None:
                room.table.next = opened.table.id
                change.touch()

        await registry.act(room, work)
        next = room.table.next
        assert next is not None
        if next != fresh.id:  # somebody else was quicker
            await registry.act(opened, lambda change: close(opened, change))
    if next != fresh.id:
        async with registry.room(next) as other:
            if other.table.state == "waiting":
                await registry.act(other, lambda change: join(other, change, person, None))
    return next
