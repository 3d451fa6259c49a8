"""What became of chances and points from one search to the next: luck, decisions, and what turned the match.

Between two decisions lie the move that was played and what came after it. What the move made of the best one is the
player's doing; what is different in the next search is luck if chance spoke in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from tutti.kernel.facts import Fields, Result
from tutti.kernel.log import Entry

Unit = Literal["chance", "points"]
WIDE: Final = 1.96
"""Standard errors of a 95 % interval."""
FEW: Final = 8
"""Fewer changes than this say nothing of how far searches differ by themselves."""
TURNING: Final = 5
LEAST: Final = 0.01
"""A change of the winner's chance that is worth telling …"""
SURE: Final = 2.0
"""… is so many standard errors from nothing."""
DIGITS: Final = 6


@dataclass(frozen=True)
class Link:
    """A decision, and the way from it to the next one or to the end."""

    decision: Fields
    following: Fields | None
    by_chance: bool
    """Whether something was drawn or shown on the way."""

    def move(self, unit: Unit, player: int) -> float:
        """What the move made of the best one, for a player."""
        return -float(self.decision["search"][unit]["gap"][player][0])

    def move_error(self, unit: Unit, player: int) -> float:
        return float(self.decision["search"][unit]["gap"][player][1])

    def before(self, unit: Unit, player: int) -> list[float]:
        """What was to be expected after the move, and its error."""
        return list(self.decision["search"][unit]["played"][player])

    def after(self, unit: Unit, player: int, end: Sequence[float]) -> list[float]:
        """What is to be expected before the next decision, and its error; at the end all is known."""
        if self.following is None:
            return [end[player], 0.0]
        return list(self.following["search"][unit]["best"][player])

    def drift(self, unit: Unit, player: int, end: Sequence[float]) -> float:
        return self.after(unit, player, end)[0] - self.before(unit, player)[0]


def links(decisions: Sequence[Fields], log: Sequence[Entry]) -> list[Link]:
    """The decisions in order, each with the way to the next."""
    found = []
    for at, decision in enumerate(decisions):
        following = decisions[at + 1] if at + 1 < len(decisions) else None
        last = len(log) if following is None else following["entry"]
        passed = log[decision["entry"] : last]
        found.append(Link(decision, following, any(entry.outcomes or entry.revealed for entry in passed)))
    return found


def course(decisions: Sequence[Fields], length: int, end: Mapping[Unit, Sequence[float]]) -> list[list[object]]:
    """Chances and points of all before each decision, as its player saw them, and at the end."""
    found: list[list[object]] = []
    for decision in decisions:
        search = decision["search"]
        found.append(
            [decision["entry"], *([pair[0] for pair in search[unit]["best"]] for unit in ("chance", "points"))]
        )
    found.append([length, list(end["chance"]), list(end["points"])])
    return found


def ends(result: Result) -> dict[Unit, list[float]]:
    """Shares of the win and points as it ended."""
    shares = [1 / len(result.winners) if p in result.winners else 0.0 for p in range(len(result.points))]
    return {"chance": shares, "points": [float(points) for points in result.points]}


def luck(chain: Sequence[Link], unit: Unit, player: int, end: Sequence[float]) -> Fields:
    """Where a player's chance or points came from."""
    start = float(chain[0].decision["search"][unit]["best"][player][0]) if chain else end[player]
    ways = [(link, link.drift(unit, player, end)) for link in chain]
    own = [link for link in chain if link.decision["player"] == player]
    theirs = [link for link in chain if link.decision["player"] != player]
    lucky = sum(drift for link, drift in ways if link.by_chance)
    mine = sum(link.move(unit, player) for link in own)
    return {
        "start": _short(start),
        "luck": _short(lucky),
        "luck_interval": _interval(lucky, sqrt(_luck_variance(chain, unit, player, end))),
        "own": _short(mine),
        "own_interval": _interval(mine, sqrt(sum(link.move_error(unit, player) ** 2 for link in own))),
        "others": _short(sum(link.move(unit, player) for link in theirs)),
        "rest": _short(sum(drift for link, drift in ways if not link.by_chance)),
        "end": _short(end[player]),
    }


def _luck_variance(chain: Sequence[Link], unit: Unit, player: int, end: Sequence[float]) -> float:
    """How unsure the sum across chance is.

    A search stands in it with what it expected of the best move, less what it expected of the one played, or with
    one of them alone. Searches also differ without chance between them: by so much they may differ across chance, too.
    """
    total = 0.0
    before = False
    for link in chain:
        search = link.decision["search"][unit]
        kind = "gap" if before and link.by_chance else "best" if before else "played" if link.by_chance else None
        if kind is not None:
            total += float(search[kind][player][1]) ** 2
        before = link.by_chance
    calm = [link for link in chain if not link.by_chance]
    if len(calm) >= FEW:
        seen = sum(link.drift(unit, player, end) ** 2 for link in calm)
        expected = sum(link.before(unit, player)[1] ** 2 + link.after(unit, player, end)[1] ** 2 for link in calm)
        total += max(0.0, seen - expected) / len(calm) * (len(chain) - len(calm))
    return total


def turning(chain: Sequence[Link], winner: int, log: Sequence[Fields], end: Sequence[float]) -> list[Fields]:
    """What moved the winner's chance most, the largest first."""
    found = []
    for link in chain:
        decision = link.decision
        entry = decision["entry"]
        best = float(decision["search"]["chance"]["best"][winner][0])
        told = {
            "entry": entry, "player": decision["player"], "action": log[entry]["action"], "round": decision["round"],
        }  # fmt: skip
        error = link.move_error("chance", winner)
        if decision["better"] is not None:
            found.append(_turn(told, "move", best, link.move("chance", winner), error))
        if link.by_chance:
            expected, came = link.before("chance", winner), link.after("chance", winner, end)
            error = sqrt(expected[1] ** 2 + came[1] ** 2)
            found.append(_turn(told, "chance", expected[0], came[0] - expected[0], error))
    found = [one for one in found if abs(one["change"]) >= max(LEAST, SURE * one["error"])]
    return sorted(found, key=lambda one: (-abs(one["change"]), one["entry"]))[:TURNING]


def _turn(told: Fields, kind: str, before: float, change: float, error: float) -> Fields:
    return {
        **told,
        "kind": kind,
        "change": _short(change),
        "error": _short(error),
        "before": _short(before),
        "after": _short(before + change),
    }


def _interval(middle: float, error: float) -> list[float]:
    return [_short(middle - WIDE * error), _short(middle + WIDE * error)]


def _short(number: float) -> float:
    return round(number, DIGITS)
