"""The types of what every game tells: prompts, refusals, results, options. Codes and plain values, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = Any
"""Plain data: None, bool, int, str, list, dict with text keys."""

Fields: TypeAlias = dict[str, Json]

WATCHER = -1
"""A spectator, wherever a player is expected; ``None`` in the public API."""

HIDDEN = "?"
"""Stands in records and positions for what the reader may not or cannot know."""


@dataclass(frozen=True)
class Prompt:
    """A question to one player: which step asks, under which ledger rule, with what in hand."""

    step: str
    rule: str
    args: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed: a code of the words catalogue, the ledger rule, and its values."""

    code: str
    rule: str = ""
    args: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """Something to know before one decides: ``remark.<code>`` of the game's words, the ledger rule, its values."""

    code: str
    rule: str = ""
    args: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> Fields:
        """The same as plain data."""
        return {"code": self.code, "rule": self.rule, "args": dict(self.args)}


@dataclass(frozen=True)
class Majority:
    """Something that is counted and pays at the end, as a rule the most to the player who has most: ``majority.<name>``
    of the game's words, and which one."""

    name: str
    args: Mapping[str, Json]
    counts: tuple[int, ...]
    """How much each player has."""
    pays: tuple[int, ...]
    """What each player would get if it were scored now."""
    exclusive: bool = False
    """No race: one player scores it alone, with however few, so nobody leads."""

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has most; nobody where nobody has any."""
        if self.exclusive:
            return ()
        most = max(self.counts)
        return tuple(p for p, count in enumerate(self.counts) if count == most > 0)

    @property
    def margin(self) -> int:
        """By how much the first is ahead of the second; 0 where several share the lead."""
        if self.exclusive:
            return 0
        first, second = sorted(self.counts, reverse=True)[:2]
        return first - second

    def json(self) -> Fields:
        """The same as plain data."""
        counts = list(self.counts)
        most = 0 if self.exclusive else max(counts)
        leaders = [p for p, count in enumerate(counts) if count == most] if most > 0 else []
        second = max([count for count in counts if count < most], default=most) if len(leaders) < 2 else most
        return {
            "name": self.name,
            "args": dict(self.args),
            "counts": counts,
            "pays": list(self.pays),
            "leaders": leaders,
            "margin": most - second,
            "exclusive": self.exclusive,
        }


@dataclass(frozen=True)
class Standing:
    """How a match stands to somebody who looks at it; all rows are per player."""

    points: tuple[int, ...]
    """What has been scored."""
    sources: tuple[dict[str, int], ...]
    """Points by source if the match were scored now, as far as the asking player can know (as in a result)."""
    majorities: tuple[Majority, ...] = ()
    open: tuple[bool, ...] = ()
    """Of whom there is something that will be scored and that the asking player cannot know; empty: of nobody."""

    @property
    def scored(self) -> tuple[int, ...]:
        """The points of each player if the match were scored now."""
        return tuple(sum(row.values()) for row in self.sources)

    def json(self) -> Fields:
        """The same as plain data."""
        return {
            "points": list(self.points),
            "scored": list(self.scored),
            "sources": [dict(row) for row in self.sources],
            "majorities": [one.json() for one in self.majorities],
            "open": list(self.open) or [False] * len(self.points),
        }


class Foresight(NamedTuple):
    """The names that a game uses to tell what is ahead; each has its words."""

    numbers: tuple[str, ...] = ()
    """Of ``Game.numbers``: ``number.<name>``."""
    remarks: tuple[str, ...] = ()
    """Codes of ``Game.warnings`` and ``Game.merits``: ``remark.<code>``."""
    majorities: tuple[str, ...] = ()
    """Of ``Game.standing``: ``majority.<name>``."""


@dataclass(frozen=True)
class Result:
    """How a match ended. ``places`` start at 1 and are shared by the tied; all rows are per player."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    reason: str
    tiebreak: str | None = None

    def json(self) -> Fields:
        """The same as plain data, for records and views."""
        return {
            "winners": list(self.winners),
            "places": list(self.places),
            "points": list(self.points),
            "sources": [dict(row) for row in self.sources],
            "reason": self.reason,
            "tiebreak": self.tiebreak,
        }


@dataclass(frozen=True)
class Option:
    """One choice of the table before the match: a JSON Schema of its values, and its ledger rule."""

    name: str
    rule: str
    default: Json
    schema: Mapping[str, Json]


@dataclass(frozen=True)
class Options:
    """Checked options of one match; ``values`` holds every option of the game.

    ``rules`` is the version under which the match is played: today's, unless the game keeps an older one for it.
    """

    players: int
    values: Mapping[str, Json]
    rules: int


def rank(scores: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Places from scores with their tie-breaks, best first: 1, 2, 2, 4."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
