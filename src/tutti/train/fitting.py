"""From labelled matches to weights: ridge regression for the straight lines, Adam for the hidden layer.

What is fitted is the difference between two players of a table, by the differences of what the network says of each:
what everybody has alike decides nothing, and is only added for those who read the points. Every fifth match is held
out, and tells how well the others foresee it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from tutti.ai.net import UNIT, Net
from tutti.train.plan import Plan

HELD_OUT = 5
STEPS = (0.0, 0.25, 0.5, 0.75, 1.01)
"""Quarters of a match, by the time left."""
SCALE = 10.0
"""Points that one hidden cell stands for at first."""


@dataclass
class Rows:
    """Pairs of players at labelled positions."""

    one: Any
    other: Any
    left: Any
    goal: Any
    """Points that the first can expect to be ahead."""
    ended: Any
    """Points by which the first was ahead in the end."""
    own: Any
    """Points that the first can expect."""
    match: Any
    weight: Any

    def only(self, these: Any) -> Rows:
        return Rows(*(value[these] for value in vars(self).values()))

    @property
    def design(self) -> Any:
        gap = self.one - self.other
        return np.concatenate([gap * (1 - self.left)[:, None], gap * self.left[:, None]], 1)


def gathered(folders: list[Path]) -> Rows:
    """All pairs of the matches in these folders, each match of a folder weighing the same however many play."""
    parts: list[list[Any]] = [[] for _ in range(8)]
    for folder in folders:
        plan = Plan.read(folder)
        share = 0.0 if plan.labels == "result" else plan.share / 100
        for path in sorted(folder.glob("*.npz")):
            with np.load(path) as raw:
                facts, left, labels, points = (raw[name] for name in ("facts", "left", "labels", "points"))
            count, players = len(left), len(points)
            for p in range(players if count else 0):
                for q in range(p + 1, players):
                    ended = float(points[p] - points[q])
                    goal = share * (labels[:, p] - labels[:, q]) + (1 - share) * ended
                    own = share * labels[:, p] + (1 - share) * float(points[p])
                    row = (facts[:, p], facts[:, q], left / 1000, goal, np.full(count, ended), own)
                    rest = (np.full(count, int(path.stem)), np.full(count, 1 / (players - 1)))
                    for part, value in zip(parts, (*row, *rest), strict=True):
                        part.append(value)
    if not parts[0]:
        raise ValueError(f"no matches to learn from in {', '.join(map(str, folders))}")
    return Rows(*(np.concatenate(part).astype(np.float64) for part in parts))


def lines(rows: Rows, strength: float) -> Any:
    """Ridge regression: weights of the end, then of the start of a match."""
    design = rows.design
    size = design.std(0) + 1e-9
    scaled = design / size
    square = scaled.T @ (scaled * rows.weight[:, None]) + strength * np.eye(scaled.shape[1])
    return np.linalg.solve(square, scaled.T @ (rows.weight * rows.goal)) / size


@dataclass
class Layer:
    """A hidden layer in real numbers; the last row of ``into`` is for the time left."""

    into: Any
    bias: Any
    out: Any

    def of(self, facts: Any, left: Any) -> Any:
        seen = np.concatenate([facts, left[:, None]], 1)
        return np.maximum(seen @ self.into + self.bias, 0) @ self.out


def layer(rows: Rows, straight: Any, hidden: int, epochs: int, seed: int = 1) -> Layer:
    """What the straight lines leave over, by as many hidden cells; Adam in batches of 256."""
    rng = np.random.default_rng(seed)
    both = np.concatenate([rows.one, rows.other])
    size = np.append(both.std(0) + 1e-6, 1.0)
    middle = np.append(both.mean(0), rows.left.mean()) / size
    rest = rows.goal - rows.design @ straight
    one = np.concatenate([rows.one, rows.left[:, None]], 1) / size
    other = np.concatenate([rows.other, rows.left[:, None]], 1) / size
    into = rng.normal(0, 1 / np.sqrt(len(size)), (len(size), hidden))
    now = [into, rng.normal(0, 0.1, hidden) - middle @ into, np.zeros(hidden)]
    mean, spread = [np.zeros_like(value) for value in now], [np.zeros_like(value) for value in now]
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(rest))
        rate = 3e-3 * (1 - epoch / epochs)
        for first in range(0, len(order), 256):
            batch = order[first : first + 256]
            a, b = one[batch], other[batch]
            up, down = np.maximum(a @ now[0] + now[1], 0), np.maximum(b @ now[0] + now[1], 0)
            fault = ((up - down) @ now[2] - rest[batch] / SCALE) * rows.weight[batch] / len(batch)
            back_up, back_down = np.outer(fault, now[2]) * (up > 0), np.outer(fault, now[2]) * (down > 0)
            slopes = [
                a.T @ back_up - b.T @ back_down + 1e-4 * now[0],
                (back_up - back_down).sum(0),
                (up - down).T @ fault + 1e-4 * now[2],
            ]
            step += 1
            for at, slope in enumerate(slopes):
                mean[at] = 0.9 * mean[at] + 0.1 * slope
                spread[at] = 0.999 * spread[at] + 0.001 * slope**2
                pace = mean[at] / (1 - 0.9**step) / (np.sqrt(spread[at] / (1 - 0.999**step)) + 1e-8)
                now[at] = now[at] - rate * pace
    return Layer(now[0] / size[:, None], now[1], now[2] * SCALE)


def everybody(rows: Rows, straight: Any, hidden: Layer | None) -> Any:
    """What everybody has beside the facts, at the end and at the start of a match."""
    half = len(straight) // 2
    time = np.stack([1 - rows.left, rows.left], 1)
    said = ((rows.one @ straight.reshape(2, half).T) * time).sum(1)
    if hidden is not None:
        said = said + hidden.of(rows.one, rows.left)
    return np.linalg.lstsq(time, rows.own - said, rcond=None)[0]


def weights(base: Any, straight: Any, hidden: Layer | None) -> dict[str, list[Any]]:
    """Whole numbers, as ``Net`` takes them."""
    halves = zip(base, straight.reshape(2, len(straight) // 2), strict=True)
    late, early = ([round(float(w) * 1000) for w in (first, *part)] for first, part in halves)
    if hidden is None:
        return {"late": late, "early": early, "into": [[] for _ in late], "bias": [], "out": []}
    into = hidden.into.copy()
    into[-1] /= 1000  # the time left is counted in thousandths
    return {
        "late": late,
        "early": early,
        "into": [[round(float(w) * UNIT) for w in row] for row in into],
        "bias": [round(float(w) * UNIT) for w in hidden.bias],
        "out": [round(float(w) * 1000) for w in hidden.out],
    }


def foreseen(net: Net, rows: Rows) -> Any:
    """What the network of whole numbers says of each pair, in points."""
    from tutti.kernel.native import i64, vec

    def worth(facts: Any, left: float) -> int:
        return int(net.value(vec[i64]([int(fact) for fact in facts]), round(left * 1000)))

    return np.array(
        [
            (worth(one, left) - worth(other, left)) / 1000
            for one, other, left in zip(rows.one, rows.other, rows.left, strict=True)
        ]
    )


def scored(said: Any, rows: Rows) -> dict[str, Any]:
    """How well it foresees how the match ended: root mean square error, correlation by quarter from the last to the
    first."""
    error = float(np.sqrt(np.average((said - rows.ended) ** 2, weights=rows.weight)))
    found: list[float | None] = []
    for low, high in pairwise(STEPS):
        here = (rows.left >= low) & (rows.left < high)
        steady = here.sum() < 3 or said[here].std() == 0 or rows.ended[here].std() == 0
        found.append(None if steady else round(float(np.corrcoef(said[here], rows.ended[here])[0, 1]), 3))
    return {"error": round(error, 2), "correlation": found}


def fitted(rows: Rows, hidden: int, strength: float, epochs: int) -> tuple[dict[str, list[Any]], list[dict[str, Any]]]:
    """Weights from all matches, and the curve: what a growing part of the matches foresees of those held out."""
    numbers = np.unique(rows.match)
    held = np.isin(rows.match, numbers[::HELD_OUT])
    curve = []
    if len(numbers) >= HELD_OUT:
        learned_from = np.array([number for at, number in enumerate(numbers) if at % HELD_OUT])
        for part in (8, 4, 2, 1):
            some = learned_from[: max(1, len(learned_from) // part)]
            known, asked = rows.only(np.isin(rows.match, some)), rows.only(held)
            straight = lines(known, strength)
            cells = layer(known, straight, hidden, epochs) if hidden else None
            said = asked.design @ straight
            if cells is not None:
                said = said + cells.of(asked.one, asked.left) - cells.of(asked.other, asked.left)
            curve.append({"matches": len(some), **scored(said, asked)})
    straight = lines(rows, strength)
    cells = layer(rows, straight, hidden, epochs) if hidden else None
    return weights(everybody(rows, straight, cells), straight, cells), curve
