"""What each player lost to the winner, by source of points, and when that was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tutti.advice.moments import round_of
from tutti.kernel.match import Match
from tutti.kernel.types import Fields, Majority, Remark, Result

MOST: Final = 3


class Trace(NamedTuple):
    """How points by source stood before an entry: of each player, as that player knew it."""

    sources: tuple[dict[str, int], ...]
    round: int | None
    majorities: tuple[Majority, ...] = ()

    def paid_by(self, name: str) -> list[int]:
        """What all majorities of a name pay together."""
        pays = [one.pays for one in self.majorities if one.name == name]
        return [sum(row[p] for row in pays) for p in range(len(self.sources))]


def trace(match: Match) -> Trace:
    """How a match stands now."""
    game, state = match.game, match.state
    seen = [game.standing(state, p) for p in range(match.players)]
    sources = tuple(one.sources[p] for p, one in enumerate(seen))
    return Trace(sources, round_of(game, state), seen[0].majorities)


def gaps(result: Result, winner: int, traces: Sequence[Trace]) -> list[list[Fields]]:
    """For each player where they were behind the winner, the largest first. ``traces``: before each entry and at the
    end."""
    found: list[list[Fields]] = []
    for player, row in enumerate(result.sources):
        behind = {name: result.sources[winner].get(name, 0) - points for name, points in row.items()}
        order = sorted((name for name in behind if behind[name] > 0), key=lambda name: -behind[name])
        found.append([_gap(player, winner, name, behind[name], traces) for name in order[:MOST]])
    return found


def _gap(player: int, winner: int, source: str, points: int, traces: Sequence[Trace]) -> Fields:
    entry = _decided(player, winner, source, points, traces[:-1])  # nothing is decided after the end
    number = None if entry is None else traces[entry].round
    remark = _said(player, winner, source, points, _where(player, winner, source, traces), number)
    return {
        "source": source,
        "points": points,
        "against": winner,
        "entry": entry,
        "round": number,
        "remark": remark.json(),
    }


def _said(player: int, winner: int, source: str, points: int, where: Majority | None, number: int | None) -> Remark:
    told = {"player": player, "against": winner, "points": points, "source": source}
    if where is None:
        if number is None:
            return Remark("lost_to", args=told)
        return Remark("lost_to_in", args={**told, "round": number})
    named = {"name": where.name, "args": dict(where.args)}
    most = {**told, "majority": named, "part": _lost(where, player, winner)}
    if number is None:
        return Remark("lost_to_at", args=most)
    return Remark("lost_to_at_in", args={**most, "round": number})


def _where(player: int, winner: int, source: str, traces: Sequence[Trace]) -> Majority | None:
    """The majority in which most was lost, where the source is what majorities pay.

    No game says which source that is; one that was worth to everybody what they paid, all match long, is the one.
    """
    end = traces[-1]
    names = [
        name
        for name in dict.fromkeys(one.name for one in end.majorities)
        if all(one.paid_by(name) == [row.get(source, 0) for row in one.sources] for one in traces)
    ]
    if len(names) != 1:
        return None
    most = max((one for one in end.majorities if one.name == names[0]), key=lambda one: _lost(one, player, winner))
    return most if _lost(most, player, winner) > 0 else None


def _lost(majority: Majority, player: int, winner: int) -> int:
    return majority.pays[winner] - majority.pays[player]


def _decided(player: int, winner: int, source: str, points: int, traces: Sequence[Trace]) -> int | None:
    """The entry after which at least half of the gap was there for good; None where standings do not show it."""
    if not any(source in one.sources[winner] or source in one.sources[player] for one in traces):
        return None
    for entry in range(len(traces) - 1, -1, -1):
        rows = traces[entry].sources
        if 2 * (rows[winner].get(source, 0) - rows[player].get(source, 0)) < points:
            return entry
    return None
