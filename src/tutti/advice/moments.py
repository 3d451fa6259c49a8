"""The decisions of a finished match, each with what its player knew then."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from tutti.kernel.errors import BadRecord, TuttiError
from tutti.kernel.game import Game
from tutti.kernel.match import Match
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import WATCHER, Fields, Json

Record = Mapping[str, Json] | str
"""The whole record of a match, as data or as text."""


class NoAnalysis(TuttiError):
    """A match that cannot be analysed; the code says why."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, arguments=fields)


class Moment(NamedTuple):
    """A choice that somebody had."""

    entry: int
    """Which entry of the log answers it."""
    perspective: Perspective
    played: int
    round: int | None


def walk(record: Record) -> Iterator[Match]:
    """The match of a record at its start and after each entry; it must be whole, and over in the end."""
    match = None
    try:
        for match in Match.moments(record):
            yield match
    except BadRecord as fault:
        raise (NoAnalysis("analysis_hidden") if fault.code == "hidden_entry" else fault) from None
    assert match is not None  # the start is always there
    if match.active:
        raise NoAnalysis("analysis_unfinished", moves=len(match.log))


def choices(record: Record) -> tuple[Match, dict[int, int]]:
    """The finished match, and at which entries there was a choice: between how many moves."""
    found: dict[int, int] = {}
    options: dict[int, int] = {}
    for match in walk(record):
        if match.log and options.get(match.log[-1].player, 0) > 1:
            found[len(match.log) - 1] = options[match.log[-1].player]
        options = {player: len(match.game.legal(match.state, player)) for player in match.active}
    return match, found


def decisions(record: Record, wanted: Container[int]) -> Iterator[Moment]:
    """The moments before these entries. Each has a state of its own."""
    log = entries_of(record)
    for entry, match in zip(range(len(log)), Match.moments(record), strict=False):
        if entry in wanted:
            game, player = match.game, int(log[entry]["player"])
            state = game.copy(match.seen_by(player))
            played = game.read(log[entry]["action"])
            yield Moment(entry, Perspective(game, state, player), played, round_of(game, match.state))


def entries_of(record: Record) -> list[Fields]:
    raw = json.loads(record) if isinstance(record, str) else record
    return list(raw["log"])


def round_of(game: Game[Any], state: Any) -> int | None:
    """The number of the round, where the game's view tells one."""
    found = game.view(state, WATCHER).get("round")
    return found if type(found) is int else None
