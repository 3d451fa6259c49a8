"""Fair dealing: the hash of the seed is shown before the first card, the seed after the last.

This module and ``tutti verify`` need nothing but the engine, so that anybody can check a server.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from tutti.kernel.log import Entry
from tutti.kernel.match import Match
from tutti.kernel.types import Json


class Unfair(Exception):
    """The record does not follow from its seed; ``code`` and ``args`` say where."""

    def __init__(self, code: str, **args: Json) -> None:
        super().__init__(code)
        self.code = code
        self.values = args


def commit(seed: str) -> str:
    """What the table is shown at the start. It tells nothing of a seed that nobody can guess."""
    return hashlib.sha256(f"tutti-seed:{seed}".encode()).hexdigest()


def verify(record: Mapping[str, Json], commitment: str | None = None) -> Match:
    """The match of a record whose every draw follows from the seed; ``BadRecord`` or ``Unfair`` otherwise."""
    said = Match.replay(record)
    if "seed" not in record:
        raise Unfair("no_seed")
    if commitment is not None and not hmac.compare_digest(commit(said.seed), commitment.strip().lower()):
        raise Unfair("other_seed", found=commit(said.seed), expected=commitment)
    if said.position is not None or said.seeded_after is not None:
        raise Unfair("not_from_the_start")
    game = said.game
    drawn = Match.new(game, said.players, said.seed, said.options)
    _same(said, "setup", said.start, drawn.start)
    for number, entry in enumerate(said.log):
        drawn.skip(entry.start - drawn.drawn)
        drawn.play(entry.player, game.actions[entry.action])
        _same(said, f"log[{number}]", entry, drawn.log[-1])
    return said


def _same(match: Match, place: str, told: Entry, drawn: Entry) -> None:
    if told.outcomes != drawn.outcomes:
        found, expected = ([match.game.outcome(o.bag, o.kind) for o in entry.outcomes] for entry in (told, drawn))
        raise Unfair("other_chance", place=place, found=found, expected=expected)
