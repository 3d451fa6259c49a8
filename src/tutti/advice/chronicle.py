"""What became of chances and points from one search to the next: luck, decisions, and what turned the match.

Between two decisions lie the move that was played and what came after it. What the move made of the best one is the
player's doing; what is different in the next search is luck if chance spoke in between. A hidden thing that is shown
changes what searches see as well, but it is no luck where somebody knew it: they chose it, or could play by it. One
search is a poor witness of what a move lost: it may have missed the good answer that the next one sees. So a loss
counts as far as the next search sees it, too, or, across news, as far as it is more than searches differ by where
nothing happened between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, NamedTuple

from tutti.advice.hints import SMALL_CHANCE
from tutti.kernel.log import Entry
from tutti.kernel.types import Fields, Result

Unit = Literal["chance", "points"]
Drift = Mapping[Unit, float]
"""How far neighbouring searches differ by themselves: the root of the mean square."""
Ends = Mapping[Unit, Sequence[float]]
WIDE: Final = 1.96
"""Standard errors of a 95 % interval."""
SEEN: Final = 0.5
"""So much of a loss the next search must see, too."""
TURNING: Final = 5
LEAST: Final = 0.01
"""A change of the winner's chance that is worth telling …"""
SURE: Final = 2.0
"""… is so many standard errors from nothing."""
DIGITS: Final = 6


class News(NamedTuple):
    """What nobody or not everybody could know before."""

    kind: Literal["chance", "shown"]
    """``chance``: something was drawn, or seen for the first time; ``shown``: only what somebody knew before."""
    entry: int
    """The first entry with it."""


@dataclass(frozen=True)
class Step:
    """A decision, and the way from it to the next one or to the end."""

    decision: Fields
    following: Fields | None
    news: News | None
    """What came on the way; None where nothing did."""
    again: Fields | None
    """The next decision of the same player, if there was no news before it either."""
    end: Ends

    @property
    def by_chance(self) -> bool:
        return self.news is not None and self.news.kind == "chance"

    def best(self, unit: Unit, player: int) -> float:
        """What a player could expect before the decision."""
        return self._search(unit, "best", player)[0]

    def lost(self, unit: Unit, player: int) -> float:
        """What the move cost a player, as its own search saw it; less than nothing if they gained by it."""
        return self._search(unit, "gap", player)[0]

    def error(self, unit: Unit, name: str, player: int) -> float:
        return self._search(unit, name, player)[1]

    def after(self, unit: Unit, player: int) -> float:
        """What a player can expect before the next decision; at the end all is known."""
        if self.following is None:
            return self.end[unit][player]
        return float(self.following["search"][unit]["best"][player][0])

    def after_error(self, unit: Unit, player: int) -> float:
        return 0.0 if self.following is None else float(self.following["search"][unit]["best"][player][1])

    def _search(self, unit: Unit, name: str, player: int) -> list[float]:
        return list(self.decision["search"][unit][name][player])


class Chronicle:
    """All decisions of a match in order."""

    def __init__(self, decisions: Sequence[Fields], log: Sequence[Entry], result: Result) -> None:
        self.end = ends(result)
        self.length = len(log)
        self.players = range(len(result.points))
        self.steps = []
        for at, decision in enumerate(decisions):
            following = decisions[at + 1] if at + 1 < len(decisions) else None
            again = next((one for one in decisions[at + 1 :] if one["player"] == decision["player"]), None)
            if again is not None and _news(log, decision, again):
                again = None
            self.steps.append(Step(decision, following, _news(log, decision, following), again, self.end))
        self.drift: Drift = {"chance": self._drift("chance"), "points": self._drift("points")}
        self.weights = [self._weight(step) for step in self.steps]

    def _drift(self, unit: Unit) -> float:
        """Over the ways without news after a move to which no other was clearly better."""
        calm = [step for step in self.steps if step.news is None and step.decision["better"] is None]
        rows = [step.after(unit, p) - step.best(unit, p) for step in calm for p in self.players]
        return sqrt(sum(change**2 for change in rows) / len(rows)) if rows else 0.0

    def _weight(self, step: Step) -> float:
        """As which part of what its search says a loss counts."""
        player = step.decision["player"]
        loss, error = step.lost("chance", player), step.error("chance", "gap", player)
        if loss <= 0.0:
            return 0.0
        trust = loss**2 / (loss**2 + error**2 + self.drift["chance"] ** 2)
        return trust if step.news else trust * min(1.0, max(0.0, self._seen(step, "chance") / loss))

    def _seen(self, step: Step, unit: Unit) -> float:
        """What the next search finds missing, and the player's own next one: everybody hopes most for themselves."""
        player = step.decision["player"]
        seen = step.best(unit, player) - step.after(unit, player)
        if step.again is None:
            return seen
        return min(seen, step.best(unit, player) - float(step.again["search"][unit]["best"][player][0]))

    def certain(self, step: Step) -> bool:
        """Whether a move that its own search found worse was worse."""
        player = step.decision["player"]
        unit: Unit = "chance" if step.lost("chance", player) >= SMALL_CHANCE else "points"
        loss = step.lost(unit, player)
        if step.decision["better"] is None or loss <= 0.0:
            return False
        return loss >= SURE * self.drift[unit] if step.news else self._seen(step, unit) >= SEEN * loss

    def decisions(self) -> list[Fields]:
        """As the analysis tells them: without what only the searches know, and without what is not certain."""
        found = []
        for step in self.steps:
            told = {key: value for key, value in step.decision.items() if key != "search"}
            if not self.certain(step):
                told |= {"played": {**told["played"], "line": [], "preview": None}, "better": None}
                told |= {"loss": 0.0, "loss_error": 0.0, "points_loss": 0.0, "points_loss_error": 0.0}
            found.append(told)
        return found

    def course(self) -> list[list[object]]:
        """Chances and points of all before each decision, as its player saw them, and at the end."""
        found: list[list[object]] = []
        for step in self.steps:
            chances = [_short(step.best("chance", p)) for p in self.players]
            found.append([step.decision["entry"], chances, [_short(step.best("points", p)) for p in self.players]])
        found.append([self.length, list(self.end["chance"]), list(self.end["points"])])
        return found

    def luck(self, unit: Unit, player: int) -> Fields:
        """Where a player's chance or points came from."""
        end = self.end[unit][player]
        start = self.steps[0].best(unit, player) if self.steps else end
        sums = {"own": 0.0, "others": 0.0, "luck": 0.0, "rest": 0.0}
        doubt = 0.0
        for step, weight in zip(self.steps, self.weights, strict=True):
            move = -weight * step.lost(unit, player)
            mine = step.decision["player"] == player
            sums["own" if mine else "others"] += move
            sums["luck" if step.by_chance else "rest"] += step.after(unit, player) - step.best(unit, player) - move
            if mine:
                doubt += weight**2 * (step.error(unit, "gap", player) ** 2 + self.drift[unit] ** 2)
        return {
            "start": _short(start),
            "luck": _short(sums["luck"]),
            "luck_interval": _interval(sums["luck"], sqrt(self._luck_variance(unit, player))),
            "own": _short(sums["own"]),
            "own_interval": _interval(sums["own"], sqrt(doubt)),
            "others": _short(sums["others"]),
            "rest": _short(sums["rest"]),
            "end": _short(end),
        }

    def _luck_variance(self, unit: Unit, player: int) -> float:
        """How unsure the sum across chance is.

        A search between two strokes of chance stands in it with what its move lost, one beside a single stroke with all
        it expected. By as much as searches differ where nothing happened between them, they may differ here, too.
        """
        total, before = 0.0, False
        for step, weight in zip(self.steps, self.weights, strict=True):
            if before and step.by_chance:
                total += (weight * step.error(unit, "gap", player)) ** 2
            elif before or step.by_chance:
                total += step.error(unit, "best", player) ** 2
            total += self.drift[unit] ** 2 if step.by_chance else 0.0
            before = step.by_chance
        return total

    def turning(self, winner: int, log: Sequence[Fields]) -> list[Fields]:
        """What moved the winner's chance most, the largest first."""
        found = []
        for step, weight in zip(self.steps, self.weights, strict=True):
            decision, entry = step.decision, int(step.decision["entry"])
            told = {"entry": entry, "player": decision["player"], "action": log[entry]["action"]}
            told["round"] = decision["round"]
            best, move = step.best("chance", winner), -weight * step.lost("chance", winner)
            if self.certain(step):
                found.append(_turn(told, "move", best, move, step.error("chance", "gap", winner)))
            if step.news is not None:
                kind, at = step.news
                told |= {"entry": at, "player": log[at]["player"], "action": log[at]["action"]}
                error = sqrt(step.error("chance", "best", winner) ** 2 + step.after_error("chance", winner) ** 2)
                change = step.after("chance", winner) - best - move
                found.append(_turn(told, kind, best + move, change, max(error, self.drift["chance"])))
        found = [one for one in found if abs(one["change"]) >= max(LEAST, SURE * one["error"])]
        return sorted(found, key=lambda one: (-abs(one["change"]), one["entry"]))[:TURNING]


def _news(log: Sequence[Entry], first: Fields, following: Fields | None) -> News | None:
    """What was drawn or shown from one decision to another, or to the end."""
    way = range(first["entry"], len(log) if following is None else following["entry"])
    for at in way:
        if log[at].outcomes or any(not one.knew for one in log[at].revealed):
            return News("chance", at)
    return next((News("shown", at) for at in way if log[at].revealed), None)


def ends(result: Result) -> dict[Unit, list[float]]:
    """Shares of the win and points as it ended."""
    shares = [1 / len(result.winners) if p in result.winners else 0.0 for p in range(len(result.points))]
    return {"chance": shares, "points": [float(points) for points in result.points]}


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
