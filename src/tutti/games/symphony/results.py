"""Standing and result: points by source, places, tie-break (SY-177, SY-178)."""

from __future__ import annotations

from tutti.games.symphony.box import SOURCE_NAMES, SOURCES, TOKENS, TRACKS, Box
from tutti.games.symphony.state import State
from tutti.games.symphony.steps.bonuses import tokens_in
from tutti.games.symphony.steps.scoring import track_points
from tutti.kernel.facts import Result, rank


def scored(s: State, player: int) -> int:
    """Points on the score track."""
    return sum(int(s.points[player * SOURCES + source]) for source in range(SOURCES))


def standing(d: Box, s: State, player: int) -> int:
    """With leftover tokens and tracks as they stand, majorities and objectives aside."""
    tracks = sum(int(track_points(d, s, player, track)) for track in range(TRACKS))
    return scored(s, player) + int(tokens_in(s, player * TOKENS)) + tracks


def tally(d: Box, s: State) -> list[tuple[int, ...]]:
    """SY-178: among the tied, who is met first clockwise from the First Player token."""
    n = s.terms.n
    points = [standing(d, s, p) if s.stack else scored(s, p) for p in range(n)]
    return [(points[p], -((p - s.holder) % n)) for p in range(n)]


def places(d: Box, s: State) -> tuple[int, ...]:
    return rank(tally(d, s))


def result(d: Box, s: State) -> Result:
    scores = tally(d, s)
    seats = rank(scores)
    level = sum(score[0] == max(scores)[0] for score in scores)
    return Result(
        tuple(p for p in range(s.terms.n) if seats[p] == 1),
        seats,
        tuple(score[0] for score in scores),
        tuple({name: int(s.points[p * SOURCES + i]) for i, name in enumerate(SOURCE_NAMES)} for p in range(s.terms.n)),
        "performed",
        "first_player_token" if level > 1 else None,
    )
