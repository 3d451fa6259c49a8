"""From the stored log to the match and back. The log is the truth; a snapshot only makes the way shorter.

A match is played again from its seed, which costs milliseconds (628 moves of Orchestra: 22 ms), less
than reading a stored position back. So a snapshot holds no state: it holds the moves that stand, each
with the number of its question and of its first draw, without all that was taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from tutti.kernel import library
from tutti.kernel.errors import TuttiError
from tutti.kernel.game import Game
from tutti.kernel.log import written
from tutti.kernel.match import Match
from tutti.kernel.schema import prepare
from tutti.server.store.rows import Event, Table


class Broken(Exception):
    """The stored match cannot be played again under the rules of today."""


class Frozen(Struct, array_like=True):
    """A match as bytes: enough to be played again exactly, in this process or another."""

    game: str
    pack: str
    pack_hash: str
    players: int
    options: dict[str, Any]
    seed: str
    moves: list[tuple[int, int, int, int]]
    """Player, action, number of the first draw, number of the question."""
    drawn: int
    question: int
    clicks: int = 0


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Frozen).decode


def rules_of(game: str, pack: str, pack_hash: str) -> Game[Any]:
    """The game with exactly these components."""
    if game not in library.games():
        raise Broken(f"the game {game} is not here")
    try:
        found = library.game_of(game, pack, pack_hash)
    except TuttiError as fault:
        raise Broken(str(fault)) from None
    if found is None:
        raise Broken(f"{game}: the pack {pack} is not here")
    return found


def freeze(match: Match) -> Frozen:
    """Everything that stands."""
    game = match.game
    moves = [(e.player, e.action, e.start, e.question) for e in match.log]
    options = dict(match.options.values)
    return Frozen(
        game.name,
        game.pack,
        game.pack_hash,
        match.players,
        options,
        match.seed,
        moves,
        match.drawn,
        match.question,
        match.clicks,
    )


def thaw(frozen: Frozen) -> Match:
    """The match again, with the numbers of its questions."""
    match = begin(frozen.game, frozen.pack, frozen.pack_hash, frozen.players, frozen.options, frozen.seed)
    carry_on(match, frozen, 0)
    return match


def begin(game: str, pack: str, pack_hash: str, players: int, options: dict[str, Any], seed: str) -> Match:
    try:
        rules = rules_of(game, pack, pack_hash)
        return Match.new(rules, players, seed, prepare(rules, players, options, fresh=False))
    except TuttiError as fault:
        raise Broken(str(fault)) from None


def carry_on(match: Match, frozen: Frozen, first: int) -> None:
    """Play the frozen moves from number ``first`` on, which is where the match stands."""
    texts = match.game.actions
    try:
        for player, action, start, question in frozen.moves[first:]:
            match.skip(start - match.drawn)
            match.question = question
            match.play(player, texts[action])
    except (TuttiError, IndexError) as fault:
        raise Broken(str(fault)) from None
    match.skip(frozen.drawn - match.drawn)
    match.question, match.clicks = frozen.question, frozen.clicks


def rebuild(table: Table, snapshot: bytes | None, events: Iterable[Event]) -> Match:
    """The match of a table from its snapshot, if there is one, and the events after it."""
    if snapshot is not None:
        try:
            match = thaw(decode(snapshot))
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise Broken(f"snapshot: {fault}") from None
    else:
        match = begin(table.game, table.pack, table.pack_hash, table.players, table.options, table.seed)
    for event in events:
        replay_event(match, event)
    return match


def stored(table: Table, events: Iterable[Event]) -> dict[str, Any]:
    """The log as it lies in the store, for a match that cannot be made a record of. It holds the whole truth."""
    return {
        "tutti_log": 1,
        "game": table.game,
        "rules": table.rules,
        "pack": {"name": table.pack, "hash": table.pack_hash},
        "players": table.players,
        "options": table.options,
        "seed": table.seed,
        "commitment": table.commitment,
        "seats": [seat.name for seat in table.seats],
        "ending": table.ending,
        "events": [{"seq": e.seq, "at": e.at, "kind": e.kind, "seat": e.seat, **e.body} for e in events],
    }


def replay_event(match: Match, event: Event) -> None:
    """Carry out a stored move or take-back again; every other event is the table's, not the match's."""
    body = event.body
    try:
        if event.kind == "play":
            match.play(event.seat, body["action"])
            came = written(match.game, match.log[-1], None).get("chance", [])
            if came != body.get("chance", []):
                raise Broken(f"event {event.seq}: chance brought {came}, not {body.get('chance')}")
        elif event.kind == "undo":
            match.undo(event.seat, agreed=bool(body["agreed"]))
    except (TuttiError, KeyError, TypeError, AttributeError) as fault:
        raise Broken(f"event {event.seq}: {fault!r}") from None
