"""What each player lost to the winner, by source of points, and when that was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tutti.advice.moments import round_of
from tutti.kernel.facts import Fields, Remark, Result
from tutti.kernel.game import Game
from tutti.kernel.match import Match

MOST: Final = 3


class Trace(NamedTuple):
    """How points by source stood before an entry: of each player, as that player knew it."""

    sources: tuple[dict[str, int], ...]
    round: int | None


def trace(match: Match) -> Trace:
    """How a match stands now."""
    game, state = match.game, match.state
    return Trace(tuple(_own(game, state, p) for p in range(match.players)), round_of(game, state))


def _own(game: Game[Any], state: Any, player: int) -> dict[str, int]:
    return game.standing(state, player).sources[player]


def gaps(result: Result, winner: int, traces: Sequence[Trace]) -> list[list[Fields]]:
    """For each player where they were behind the winner, the largest first. ``traces``: before each entry."""
    found: list[list[Fields]] = []
    for player, row in enumerate(result.sources):
        behind = {name: result.sources[winner].get(name, 0) - points for name, points in row.items()}
        order = sorted((name for name in behind if behind[name] > 0), key=lambda name: -behind[name])
        found.append([_gap(player, winner, name, behind[name], traces) for name in order[:MOST]])
    return found


def _gap(player: int, winner: int, source: str, points: int, traces: Sequence[Trace]) -> Fields:
    entry = _decided(player, winner, source, points, traces)
    number = None if entry is None else traces[entry].round
    told = {"player": player, "against": winner, "points": points, "source": source}
    if number is None:
        remark = Remark("lost_to", args=told)
    else:
        remark = Remark("lost_to_in", args={**told, "round": number})
    return {
        "source": source,
        "points": points,
        "against": winner,
        "entry": entry,
        "round": number,
        "remark": remark.json(),
    }


def _decided(player: int, winner: int, source: str, points: int, traces: Sequence[Trace]) -> int | None:
    """The entry after which at least half of the gap was there for good; None where standings do not show it."""
    if not any(source in one.sources[winner] or source in one.sources[player] for one in traces):
        return None
    for entry in range(len(traces) - 1, -1, -1):
        rows = traces[entry].sources
        if 2 * (rows[winner].get(source, 0) - rows[player].get(source, 0)) < points:
            return entry
    return None
