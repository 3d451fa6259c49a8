"""What people see, built up from nothing: views and results. Codes and values, no sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.etude.actions import KINDS
from games.etude.state import SHOWN, Card, Desk
from games.etude.steps import OFFER, PEEK, STEPS
from games.etude.types import Counts, Hidden, View
from tutti.kernel.frames import BIT, PLAYERS
from tutti.kernel.types import HIDDEN, Majority, Result, rank

CHORD_POINTS = 5


def counts(row: Sequence[int]) -> Counts:
    return {kind: int(count) for kind, count in zip(KINDS, row, strict=True) if count}


def card(c: Card, player: int | None) -> Hidden:
    """A face-down card: its kind only to those who have seen it; who they are is public (ET-12)."""
    seen: list[int] | Literal["all"] = "all" if c.seen == SHOWN else list(PLAYERS[c.seen])
    return {"card": KINDS[c.kind] if player is None or c.known_to(player) else HIDDEN, "seen": seen}


def view(s: Desk, player: int) -> View:
    """For one player, or for a watcher (-1)."""
    f = s.stack[-1] if s.stack else None
    return {
        "step": STEPS[f.step].name if f else "over",
        "round": s.round,
        "first": s.first,
        "deck": s.deck,
        "tail": [card(c, player) for c in s.tail],
        "hands": [[card(c, player) for c in hand] for hand in s.hands],
        "stage": [counts(row) for row in s.stage],
        "spent": counts(s.spent),
        "coins": list(s.coins),
        "chords": list(s.chords),
        "points": [points(s, p) for p in range(s.n)],
        # Another's clicks show neither their number nor whether there are any: only who is ready.
        "offered": [slot + 1 for slot in s.offers[player]] if player >= 0 else [],
        "ready": [not f.open & BIT[p] for p in range(s.n)] if f and f.step == OFFER else None,
        "peeked": card(Card(f.at, f.a), player) if f and f.step == PEEK else None,
    }


def points(s: Desk, player: int) -> int:
    return s.coins[player] + CHORD_POINTS * s.chords[player]


def tally(s: Desk) -> list[tuple[int, ...]]:
    """ET-11: points, then cards on the stage."""
    return [(points(s, p), sum(s.stage[p])) for p in range(s.n)]


def result(s: Desk) -> Result:
    scores = tally(s)
    places = rank(scores)
    winners = tuple(p for p in range(s.n) if places[p] == 1)
    level = sum(score[0] == max(scores)[0] for score in scores)
    tiebreak = None if level == 1 else "shared" if len(winners) > 1 else "stage"
    points = tuple(score[0] for score in scores)
    return Result(winners, places, points, sources(s), "rounds_played", tiebreak)


def sources(s: Desk) -> tuple[dict[str, int], ...]:
    """Where points come from, by player."""
    return tuple({"coins": s.coins[p], "chords": CHORD_POINTS * s.chords[p]} for p in range(s.n))


def fullest(s: Desk) -> Majority:
    """ET-11: cards on the stage decide between equals; they pay nothing."""
    return Majority("stage", {}, tuple(sum(row) for row in s.stage), (0,) * s.n)
