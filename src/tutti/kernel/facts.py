"""What the engine says: prompts, refusals, results, options. Codes and plain values, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
    """Checked options of one match; ``values`` holds every option of the game."""

    players: int
    values: Mapping[str, Json]


def rank(scores: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Places from scores with their tie-breaks, best first: 1, 2, 2, 4."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
