"""What a seat can order while a match runs. Each order checks everything first and changes things afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutti.kernel.errors import IllegalAction, TuttiError, UndoRefused
from tutti.kernel.log import Entry
from tutti.kernel.match import Match
from tutti.server import messages as m
from tutti.server.faults import Fault, Refused, fault_of
from tutti.server.letters import legible
from tutti.server.logs import log
from tutti.server.rooms import clocks
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Offer

CHAIN = 100
"""At most so many moves in advance are made in one go."""


class Stale(Refused):
    """The order answers a question that is no longer open; the current view says which is."""


def running(room: Room) -> Match:
    """The match, if moves can be made in it."""
    if room.broken:
        raise Refused("match_broken", 409)
    if room.match is None or room.table.state == "waiting":
        raise Refused("not_started", 409)
    if room.table.state != "running":
        raise Refused("match_is_over", 409)
    return room.match


def check_question(match: Match, seat: int, question: int) -> None:
    if question != match.asked(seat):
        raise Stale("stale", 409, question=match.asked(seat))


def own_hands(room: Room, seat: int) -> None:
    """A seat that a bot plays is not played by hand."""
    if clocks.played_by_bot(room.table.seats[seat]):
        raise Refused("bot_plays", 409)


def play(room: Room, change: Change, seat: int, order: m.Play, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    check_question(match, seat, order.question)
    room.play(change, seat, order.action, "person", order.key)
    room.table.seats[seat].ahead = []
    moved(room, change)


def moved(room: Room, change: Change) -> None:
    """After a move that others may know of: requests to take back older moves make no sense any more."""
    ends = [offer for offer in room.table.requests if offer.what != "undo"]
    if change.open and ends != room.table.requests:
        room.table.requests = ends
        change.touch()


# -- taking back -------------------------------------------------------------------------------


def undo(room: Room, change: Change, seat: int, order: m.Undo, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    if room.table.undo == "none":
        raise Refused("undo_off", 409)
    check_question(match, seat, order.question)
    refusal = match.undo_refusal(seat)
    if refusal is None:
        take_back(room, change, seat, agreed=False, key=order.key)
        return
    if refusal.code == "undo_nothing" or room.table.undo == "free":
        raise UndoRefused(refusal, match.game.name, seat)
    ask(room, change, seat, "undo", order.key)


def take_back(room: Room, change: Change, seat: int, agreed: bool, key: str = "") -> None:
    assert room.match is not None
    last = last_of(room, seat)
    # A sealed answer or a click of an open group that its owner withdraws is nobody else's business.
    quiet = not agreed and (last.held or (last.sealed and not last.closed))
    room.match.undo(seat, agreed=agreed)
    change.undone = True
    change.event("undo", seat, key, quiet and not last.done, agreed=agreed)
    for one in room.table.seats:
        one.went = min(one.went, len(room.match.log))
        one.ahead = [] if not quiet or one is room.table.seats[seat] else one.ahead
    if not quiet:
        change.notice("undone", always=agreed, player=seat)
        moved(room, change)


def last_of(room: Room, seat: int) -> Entry:
    assert room.match is not None
    return next(entry for entry in reversed(room.match.log) if entry.player == seat)


# -- requests ----------------------------------------------------------------------------------


def voters(room: Room, offer: Offer, now: int) -> set[int]:
    """The seats whose consent is needed: people at the table, other than the one who asks.

    Who is away is asked until the clock would have run out; for what was played before they went, always.
    """
    seats, asker = room.table.seats, room.table.seats[offer.seat].person
    back_to = reach(room, offer)
    return {
        number
        for number, seat in enumerate(seats)
        if seat.kind in ("person", "local")
        and seat.person not in (None, asker)
        and not seat.resigned
        and (not seat.standin or now < seat.votes_until or back_to < seat.went)
    }


def reach(room: Room, offer: Offer) -> int:
    """How many moves would stay."""
    assert room.match is not None
    log = room.match.log
    if offer.what != "undo":
        return len(log)
    # What the asker has clicked since, and nobody else knows of, is not what the table was asked for (KN-16).
    return max((number for number, entry in enumerate(log) if entry.player == offer.seat and entry.done), default=0)


def ask(room: Room, change: Change, seat: int, what: Any, key: str) -> None:
    """Ask the table. Nobody's request keeps another from asking; one person asks for one thing once at a time."""
    table, person = room.table, room.table.seats[seat].person
    if any(offer.what == what and table.seats[offer.seat].person == person for offer in table.requests):
        raise Refused("offer_open", 409)
    offer = Offer(table.offers + 1, what, seat)
    if voters(room, offer, change.now) and not room.asks.take(person or ""):
        raise Refused("ask_later", 429)
    table.offers += 1
    table.requests.append(offer)
    change.event("offer", seat, key, what=what, offer=offer.id)
    change.touch()
    settle(room, change)


def propose(room: Room, change: Change, seat: int, order: m.Propose, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    for offer in room.table.requests:
        if offer.what == "end" and seat in voters(room, offer, change.now):
            agree(room, change, seat, offer, order.key)  # who wants the same agrees
            return
    ask(room, change, seat, "end", order.key)


def answer(room: Room, change: Change, seat: int, order: m.Answer, standin: str) -> None:
    running(room)
    table = room.table
    offer = next((offer for offer in table.requests if offer.id == order.offer), None)
    if offer is None:
        raise Stale("no_such_offer", 409)
    person, asker = table.seats[seat].person, table.seats[offer.seat].person
    withdraws = person == asker and not order.agree
    if not withdraws and seat not in voters(room, offer, change.now):
        raise Refused("no_vote", 409)
    if order.agree:
        agree(room, change, seat, offer, order.key)
        return
    change.event("answer", seat, order.key, offer=offer.id, agree=False)
    change.notice(f"{offer.what}_{'withdrawn' if withdraws else 'declined'}", always=True, player=seat)
    change.touch()
    table.requests.remove(offer)


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
        if voters(room, offer, change.now) - set(offer.agreed):
            continue
        room.table.requests.remove(offer)
        change.touch()
        if offer.what == "end":
            stop(room, change, "agreed")
        else:
            while not last_of(room, offer.seat).done:
                take_back(room, change, offer.seat, agreed=False)
            take_back(room, change, offer.seat, agreed=True)


# -- leaving and coming back -------------------------------------------------------------------


def hand_over(room: Room, change: Change, seat: int, bot: str, code: str, key: str = "") -> None:
    """A bot plays for this seat from now on; ``code`` is the event and the notice."""
    assert room.match is not None
    place = room.table.seats[seat]
    place.standin, place.bot, place.ahead = True, bot, []
    # Whose time is over has a minute to see it before the others decide alone.
    place.votes_until = change.now + (clocks.grace(room.table, seat) if code == "left" else clocks.MINUTE)
    place.went = len(room.match.log)
    change.event(code, seat, key, bot=bot)
    change.notice(code, player=seat)
    change.touch()
    settle(room, change)


def away(room: Room, change: Change, seat: int, order: m.Away, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    hand_over(room, change, seat, standin, "left", order.key)


def back(room: Room, change: Change, seat: int, order: m.Back, standin: str) -> None:
    running(room)
    place = room.table.seats[seat]
    if place.resigned:
        raise Refused("has_resigned", 409)
    if not place.standin:
        raise Refused("not_away", 409)
    if clocks.turn_lost(room.table, seat, change.now):
        raise Refused("turn_lost", 409)
    if clocks.out_of_time(room.table, seat):
        raise Refused("no_time_left", 409)
    place.standin, place.bot = False, ""
    clocks.come_back(room.table, seat)
    change.event("back", seat, order.key)
    change.notice("back", player=seat)
    change.touch()


def replace(room: Room, change: Change, seat: int, order: m.Replace, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    seats = room.table.seats
    if order.seat >= len(seats) or seats[order.seat].person == seats[seat].person:
        raise Refused("not_absent", 409)
    since = clocks.replaceable(room.table, order.seat, room.online, room.left)
    if since is None or change.now < since:
        raise Refused("not_absent", 409)
    hand_over(room, change, order.seat, standin, "replaced", order.key)


def resign(room: Room, change: Change, seat: int, order: m.Resign, standin: str) -> None:
    running(room)
    place = room.table.seats[seat]
    if place.resigned:
        raise Refused("has_resigned", 409)
    place.resigned = True
    hand_over(room, change, seat, standin, "resigned", order.key)
    seats = room.table.seats
    left = [number for number, one in enumerate(seats) if not one.resigned]
    people = [number for number in left if seats[number].kind != "bot"]
    if room.table.state == "running" and (len(left) == 1 or not people):
        stop(room, change, "resigned", winners=left if len(left) == 1 else None)


# -- small wishes ------------------------------------------------------------------------------


def ahead(room: Room, change: Change, seat: int, order: m.Ahead, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    codes = [match.game.read(text) for text in order.actions]
    if -1 in codes:
        raise Refused("unknown_move", found=order.actions[codes.index(-1)])
    room.table.seats[seat].ahead = [match.game.actions[code] for code in codes]
    change.event("ahead", seat, order.key, hidden=True)


def auto(room: Room, change: Change, seat: int, order: m.Auto, standin: str) -> None:
    if room.table.state in ("over", "closed"):
        raise Refused("match_is_over", 409)
    room.table.seats[seat].auto = order.on
    change.event("auto", seat, order.key, hidden=True, on=order.on)


def say(room: Room, change: Change, seat: int, order: m.Say, standin: str) -> None:
    text = " ".join(order.text.split())
    if not legible(text):
        raise Refused("bad_talk")
    place = room.table.seats[seat]
    change.line(seat=seat, person=place.person, name=place.name, text=text)
    change.event("said", seat, order.key, line=room.table.lines)


HANDLERS: dict[type, Callable[[Room, Change, int, Any, str], None]] = {
    m.Play: play,
    m.Undo: undo,
    m.Propose: propose,
    m.Answer: answer,
    m.Resign: resign,
    m.Away: away,
    m.Back: back,
    m.Replace: replace,
    m.Ahead: ahead,
    m.Auto: auto,
    m.Say: say,
}


def why(room: Room, seat: int, order: m.Why) -> Fault | None:
    """Why an action would be refused; None when it is legal."""
    match = running(room)
    refusal = match.why_not(seat, order.action)
    return None if refusal is None else fault_of(IllegalAction(refusal, match.game.name, seat, order.action))


# -- what follows by itself --------------------------------------------------------------------


def follow(room: Room, change: Change) -> bool:
    """Moves in advance and single choices, then the end if it has come. True when there may be more to do."""
    for _ in range(CHAIN):
        if room.match is None or room.table.state != "running":
            return False
        if not room.match.active:
            finish(room, change)
            return False
        if not any(_next(room, change, seat) for seat in room.match.active):
            return False
    return True


def _next(room: Room, change: Change, seat: int) -> bool:
    """Make one move for a person who asked for it."""
    match, place = room.match, room.table.seats[seat]
    assert match is not None
    if clocks.played_by_bot(place) or not (place.ahead or place.auto):
        return False
    if place.ahead:
        wish, *place.ahead = place.ahead
        change.private()
        try:
            room.play(change, seat, wish, "ahead")
        except TuttiError:
            place.ahead = []  # it cannot be done as planned: nothing that was planned after it either
        else:
            moved(room, change)
            return True
    choices = match.legal(seat)
    if place.auto and len(choices) == 1:
        room.play(change, seat, choices[0], "auto")
        moved(room, change)
        return True
    return False


def finish(room: Room, change: Change) -> None:
    """The rules say that it is over."""
    assert room.match is not None
    result = room.match.result
    assert result is not None
    _over(room, change, result.json())


def stop(room: Room, change: Change, reason: str, winners: list[int] | None = None) -> None:
    """People ended it before the rules did; the points are those of the moment."""
    match = room.match
    assert match is not None
    state = match.state
    players = range(match.players)
    points = [int(match.game.points(state, player)) for player in players]
    places = [int(match.game.place(state, player)) for player in players]
    if winners is not None:
        places = [1 if player in winners else 2 for player in players]
    elif reason == "resigned":
        people = [number for number, seat in enumerate(room.table.seats) if seat.resigned]
        places = [2 if player in people else 1 for player in players]
    winners = [player for player in players if places[player] == 1]
    _over(
        room,
        change,
        {
            "reason": reason,
            "winners": winners,
            "places": places,
            "points": points,
            "sources": [],
            "tiebreak": None,
            "early": True,
        },
    )


def abandon(room: Room, change: Change) -> None:
    """Nobody has moved for very long."""
    stop(room, change, "abandoned")


def _over(room: Room, change: Change, ending: dict[str, Any]) -> None:
    table = room.table
    table.state, table.ended, table.ending = "over", change.now, ending
    table.active, table.deadline, table.requests = [], None, []
    for hand in table.hands:
        hand.since = None
    for seat in table.seats:
        seat.ahead = []
    change.event("over", ending=ending, seed=table.seed)
    log("match_over", table=table.id[:6], game=table.game, reason=ending["reason"])
    change.touch()
