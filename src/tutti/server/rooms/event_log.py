"""From the stored log to the match and back. The log is the truth; a snapshot only makes the way shorter.

A match is played again from its seed, which costs milliseconds (628 moves of Orchestra: 15 ms), less
than reading a stored position back. So a snapshot holds no state: it is the match's transcript, which is what
stands, without all that was taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tutti.kernel import library
from tutti.kernel.errors import TuttiError
from tutti.kernel.game import Game
from tutti.kernel.log import whole
from tutti.kernel.match import Match
from tutti.kernel.record import head, head_of
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields, Options
from tutti.server.store.rows import Event, Snapshot, Table


class Broken(Exception):
    """The stored match cannot be played again under the rules of today."""


class Outdated(Exception):
    """A snapshot that says nothing about the match under the rules of today; the log does."""


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def rules_of(table: Table) -> tuple[Game[Any], Options]:
    """The game of a begun table with exactly its components, and the options under its rules."""
    if table.game not in library.games():
        raise Broken(f"the game {table.game} is not here")
    try:
        game = library.game_of(table.game, table.pack, table.pack_hash)
        if game is None:
            raise Broken(f"{table.game}: the pack {table.pack} is not here")
        return game, prepare(game, table.players, table.options, fresh=False, rules=table.rules)
    except TuttiError as fault:
        raise Broken(str(fault)) from None


def begin(table: Table, position: Fields | None = None) -> Match:
    """The match of a table at its set-up, or at the position where it began."""
    game, options = rules_of(table)
    if position is None:
        return Match.new(game, table.players, table.seed, options)
    try:
        return Match.load(position, table.seed)
    except TuttiError as fault:
        raise Broken(str(fault)) from None


def _position(events: Sequence[Event]) -> Fields | None:
    """Where the match of a log began, if not at the set-up."""
    return next((event.body.get("position") for event in events if event.kind == "start"), None)


def snapshot_of(match: Match) -> bytes:
    """What is kept of a match beside its log."""
    return encode(match.transcript())


def from_snapshot(table: Table, body: bytes) -> Match:
    """The match of a snapshot. ``Outdated`` unless it was written under the rules and with the pack of today, about
    this very match; ``Broken`` if it cannot be read all the same."""
    try:
        raw = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Broken(f"snapshot: {fault}") from None
    if not isinstance(raw, dict):  # before 0.2 a snapshot was a list, and knew nothing of its rules
        raise Outdated("an older form")
    game, options = rules_of(table)
    for key, value in {**head_of(game, options), "seed": table.seed}.items():
        if raw.get(key) != value:
            raise Outdated(f"another value of {key}")
    try:
        return Match.replay(raw, fair=True)
    except TuttiError as fault:
        raise Broken(f"snapshot: {fault}") from None


def rebuild(table: Table, snapshot: Snapshot | None, events: Sequence[Event]) -> Match:
    """The match of a table from its snapshot, if there is one, and the events after it, which must be all of them."""
    after = 0 if snapshot is None else snapshot.seq
    if [event.seq for event in events] != list(range(after + 1, table.seq + 1)):
        raise Broken("events are missing")
    match = begin(table, _position(events)) if snapshot is None else from_snapshot(table, snapshot.body)
    for event in events:
        replay_event(match, event)
    return match


def head_at(table: Table) -> Fields:
    """What is played at a table, as records say it."""
    return head(table.game, table.rules, table.pack, table.pack_hash, table.players, table.options)


def stored(table: Table, events: Iterable[Event]) -> dict[str, Any]:
    """The log as it lies in the store, for a match that cannot be made a record of. It holds the whole truth."""
    return {
        "tutti_log": 1,
        **head_at(table),
        "seed": table.seed,
        "commitment": table.commitment,
        "seats": [seat.name for seat in table.seats],
        "ending": table.ending,
        "events": [{"seq": e.seq, "at": e.at, "kind": e.kind, "seat": e.seat, **e.body} for e in events],
    }


def known_to(person: str, table: Table, events: Sequence[Event]) -> Fields:
    """What a person may know of a begun match: its whole record when it is over, else one for each of their seats."""
    mine = [number for number, seat in enumerate(table.seats) if seat.person == person]
    over = table.state == "over"
    if not mine and not (over and table.spectators):
        return {}
    try:
        match = rebuild(table, None, events)
    except Broken:
        return {"log": stored(table, events)} if over else {"broken": True}
    if over:
        return {"record": match.record()}
    return {"records": {str(seat): match.record(seat) for seat in mine}}


def replay_event(match: Match, event: Event) -> None:
    """Carry out a stored move or take-back again; every other event is the table's, not the match's."""
    body = event.body
    try:
        if event.kind == "play":
            match.advance(event.seat, match.read(event.seat, body["action"]), match.scribe())
            came = whole(match.game, match.log[-1]).get("chance", [])
            if came != body.get("chance", []):
                raise Broken(f"event {event.seq}: chance brought {came}, not {body.get('chance')}")
        elif event.kind == "undo":
            match.undo(event.seat, agreed=bool(body["agreed"]))
    except (TuttiError, KeyError, TypeError, AttributeError) as fault:
        raise Broken(f"event {event.seq}: {fault!r}") from None
