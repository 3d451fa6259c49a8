"""Matches to learn from: a file each, so that an interrupted command goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import tutti
from tutti.ai.bot import decided
from tutti.ai.mind import mind_of
from tutti.arena.playing import dice
from tutti.bots._search.bot import USUAL
from tutti.bots._search.search import SEATS, Search
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective
from tutti.train.plan import PLAN, TRACE, Plan, read_net

Example = list[float]


def played(plan: Plan, number: int) -> dict[str, Any]:
    """One match, its labelled decisions as arrays: facts and expected points of every player."""
    rules = tutti.game(plan.game)
    mind = mind_of(rules)
    players = plan.players[number % len(plan.players)]
    match = tutti.Match.new(rules, players, f"{plan.seed}:{number}")
    luck = dice(f"{plan.seed}:{number}:luck")
    wander = plan.wander[number % len(plan.wander)]
    quick = number % 10 < plan.quick
    bot = tutti.bot("maestro").at(tutti.Budget(iterations=plan.iterations))
    facts: list[list[list[int]]] = []
    labels: list[Example] = []
    left: list[int] = []
    said: list[Example] = []
    asked: list[int] = []
    decisions = 0
    while match.active:
        seat = match.active[0]
        perspective = match.perspective(seat)
        choices = perspective.legal()
        action = choices[0]
        if len(choices) > 1:
            if (decisions + number) % plan.every == 0:
                world = rules.copy(match.state)
                facts.append([[int(fact) for fact in mind.facts(world, p)] for p in range(players)])
                left.append(int(mind.time_left(world)))
                labels.append(label(plan, perspective, world, players, luck))
                asked.append(decisions)
            if plan.labels == "ahead":
                said.append([int(mind.evaluate(match.state, p)) / 1000 for p in range(players)])
            decisions += 1
            if luck.below(1000) < wander:
                action = choices[luck.below(len(choices))]
            elif quick:
                action = int(mind.sensible(perspective.sample(luck), seat, choices, luck))
            else:
                action = decided(bot, perspective, luck)
        match.play(seat, rules.actions[action])
    assert match.result is not None  # nobody is active: it is over
    if plan.labels == "ahead":
        hindsight = looked_back(said, list(match.result.points))
        labels = [hindsight[at] for at in asked]
    return {
        "facts": np.array(facts, np.int32),
        "left": np.array(left, np.int32),
        "labels": np.array(labels, np.float32),
        "points": np.array(match.result.points, np.int32),
    }


def looked_back(said: list[Example], points: list[int]) -> list[Example]:
    """For each decision the mean of what was said at those after it, weighed down by ``TRACE`` for each; the end is
    what the players really got. The near future is less noisy than the result, and the evaluation learns to agree with
    itself in the middle of a turn."""
    found: list[Example] = []
    ahead = [float(mine) for mine in points]
    after = ahead
    for row in reversed(said):
        ahead = [(1 - TRACE) * near + TRACE * far for near, far in zip(after, ahead, strict=True)]
        found.append(ahead)
        after = row
    return found[::-1]


def label(plan: Plan, perspective: Perspective, world: Any, players: int, luck: Dice) -> Example:
    """The points that every player can expect here; nothing yet where the rest of the match will tell."""
    rules = perspective.game
    if plan.labels in ("result", "ahead"):
        return [0.0] * players
    if plan.labels == "playouts":
        sums = [0] * players
        for _ in range(plan.count):
            line = rules.copy(world)
            while active := rules.active(line):
                choices = rules.legal(line, active[0])
                rules.apply(line, mind_of(rules).sensible(line, active[0], choices, luck), luck, active[0])
            sums = [total + int(rules.points(line, p)) for p, total in enumerate(sums)]
        return [total / plan.count for total in sums]
    search = Search(rules, perspective.player, players, len(perspective.legal()), USUAL, luck)
    span = max(1, int(mind_of(rules).span(world)))
    while search.iterations < plan.count:
        search.run(perspective.sample(luck), min(span, plan.count - int(search.iterations)))
    tree = search.tree
    best = arm = int(tree.first[0])
    while arm >= 0:
        if tree.visits[arm] > tree.visits[best]:
            best = arm
        arm = int(tree.after[arm])
    return [int(search.points[best * SEATS + p]) / int(tree.visits[best]) / 1000 for p in range(players)]


def write(plan: Plan, folder: Path, matches: int, jobs: int = 1, net: Path | None = None) -> Iterator[int]:
    """Play what is not there yet of so many matches, with other weights if ``net`` holds some; tells each number when
    it is done. ``ValueError``: the folder was made for another plan."""
    folder.mkdir(parents=True, exist_ok=True)
    at = folder / PLAN
    meta = plan.meta()
    if at.exists() and json.loads(at.read_text(encoding="utf-8")) != meta:
        raise ValueError(f"{folder} was begun with another plan: {PLAN} tells which")
    at.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    wanted = [number for number in range(matches) if not file_of(folder, number).exists()]
    if jobs <= 1:
        seat_net(plan.game, net)
        for number in wanted:
            yield _keep(plan, folder, number)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), seat_net, (plan.game, net)) as pool:
        for done in as_completed([pool.submit(_keep, plan, folder, number) for number in wanted]):
            yield done.result()


def seat_net(game: str, net: Path | None) -> None:
    """Let the game of this process think with other weights."""
    if net is not None:
        mind_of(tutti.game(game)).net = read_net(net)


def _keep(plan: Plan, folder: Path, number: int) -> int:
    """Whole or not at all: it gets its name when it is written."""
    part = folder / f"{number}.{os.getpid()}.part"
    with part.open("wb") as file:
        np.savez_compressed(file, **played(plan, number))
    part.replace(file_of(folder, number))
    return number


def file_of(folder: Path, number: int) -> Path:
    return folder / f"{number:07}.npz"
