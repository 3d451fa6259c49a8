"""Data sets: matches of bots with what their searches thought, as arrays.

    python -m tutti.envs.dataset symphonimo FOLDER --players 2 --bots maestro@200 --games 1000

A file for each match, so that an interrupted command goes on where it was; the same seed writes the same files in any
number of processes, unless a clock decides. ``read`` has them as one row of arrays.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tutti.envs.needs import missing

try:
    import numpy as np

    from tutti.envs.arrays import mask_of, returns, sight
except ImportError as fault:
    raise missing(fault, "pettingzoo") from None

import tutti
from tutti.ai.bot import checked, decided
from tutti.arena.entrants import bot_of
from tutti.arena.playing import dice
from tutti.arena.runner import cores
from tutti.cli.options import read_options
from tutti.kernel.library import game_of
from tutti.kernel.record import head_of
from tutti.kernel.types import Fields

META = "set.json"
FORMAT = 1


@dataclass(frozen=True)
class Plan:
    """What is played: plain data, from which every process works out the same matches."""

    game: str
    players: int
    bots: tuple[str, ...]
    """They sit in turn: at seat 0 of match k is number k of them, counted round."""
    seed: str
    options: Fields
    pack: str | None = None

    def meta(self) -> Fields:
        """What a reader has to know, and what must be the same to go on."""
        rules = tutti.game(self.game, self.pack)
        table = head_of(rules, tutti.prepare(rules, self.players, self.options))
        _, observation, actions = _versions(rules, self.players)
        return {
            "format": FORMAT,
            **table,
            "observation": observation,
            "actions": actions,
            "bots": list(self.bots),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Data:
    """Decisions with more than one choice, in the order of their matches; arrays of numpy or tensors of torch.

    A row of each array is a decision, those of ``candidate_…`` apart: they are the actions that a search looked at, and
    ``candidate_row`` says at which decision.
    """

    observations: Any
    """(decisions, cells) int16: docs/observations.md."""
    masks: Any
    """(decisions, actions) int8: 1 for each legal action."""
    actions: Any
    seats: Any
    matches: Any
    """The number of the match."""
    shares: Any
    """How it ended for the seat: its share of the win less the mean."""
    margins: Any
    """How it ended for the seat: its points less those of the best rival."""
    candidate_row: Any
    candidate_action: Any
    candidate_visits: Any
    candidate_chance: Any
    """The share of the win that the search expected after it."""
    candidate_points: Any


def played(plan: Plan, number: int) -> dict[str, Any]:
    """A match as arrays."""
    rules = tutti.game(plan.game, plan.pack)
    seen = sight(rules, plan.players)
    match = tutti.Match.new(rules, plan.players, f"{plan.seed}:{number}", plan.options)
    bots = [bot_of(plan.bots[(seat + number) % len(plan.bots)]) for seat in range(plan.players)]
    minds = [dice(f"{plan.seed}:{number}:{seat}") for seat in range(plan.players)]
    rows: dict[str, list[Any]] = {field.name: [] for field in fields(Data)}
    while match.active:
        seat = match.active[0]
        perspective = match.perspective(seat)
        choices = perspective.legal()
        action = choices[0]
        if len(choices) > 1:
            bot = bots[seat]
            thought = bot.think(perspective, minds[seat])
            if thought:
                action = checked(bot, perspective, thought.candidates[0].action)
            else:
                action = decided(bot, perspective, minds[seat])
            for one in thought.candidates if thought else ():
                rows["candidate_row"].append(len(rows["actions"]))
                rows["candidate_action"].append(one.action)
                rows["candidate_visits"].append(one.visits)
                rows["candidate_chance"].append(one.chance)
                rows["candidate_points"].append(one.points)
            rows["observations"].append(seen.observe(match.seen_by(seat), seat))
            rows["masks"].append(mask_of(rules, choices))
            rows["actions"].append(action)
            rows["seats"].append(seat)
            rows["matches"].append(number)
        match.play(seat, rules.actions[action])
    assert match.result is not None  # nobody is active: it is over
    ends = {"shares": returns(match.result, "share"), "margins": returns(match.result, "margin")}
    for name, row in ends.items():
        rows[name] = [row[seat] for seat in rows["seats"]]
    kinds = {
        "observations": np.int16,
        "masks": np.int8,
        "seats": np.int8,
        "actions": np.int16,
        "candidate_action": np.int16,
    }
    floats = {"shares", "margins", "candidate_chance", "candidate_points"}
    return {
        name: np.array(row, np.float32 if name in floats else kinds.get(name, np.int32)) for name, row in rows.items()
    }


def write(plan: Plan, folder: Path | str, games: int, jobs: int = 1) -> Iterator[int]:
    """Write what is not there yet of so many matches; tells each number when it is done. ``ValueError``: the folder
    holds another set."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    meta = plan.meta()
    at = folder / META
    if at.exists() and json.loads(at.read_text(encoding="utf-8")) != meta:
        raise ValueError(f"{folder} holds another data set: {META} tells which")
    at.write_text(json.dumps(meta, indent=2) + "\n", encoding="utf-8")
    wanted = [number for number in range(games) if not _file(folder, number).exists()]
    if jobs <= 1:
        for number in wanted:
            yield _keep(plan, folder, number)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_keep, plan, folder, number) for number in wanted]):
            yield done.result()


def _keep(plan: Plan, folder: Path, number: int) -> int:
    """Whole or not at all: it gets its name when it is written."""
    part = folder / f"{number}.{os.getpid()}.part"
    with part.open("wb") as file:
        np.savez_compressed(file, **played(plan, number))
    part.replace(_file(folder, number))
    return number


def _file(folder: Path, number: int) -> Path:
    return folder / f"{number:07}.npz"


def read(folder: Path | str, form: str = "numpy") -> Data:
    """A data set, as arrays of ``numpy`` or tensors of ``torch``. Its ``set.json`` says what was played."""
    folder = Path(folder)
    meta = json.loads((folder / META).read_text(encoding="utf-8"))
    rules = game_of(meta["game"], meta["pack"]["name"], meta["pack"]["hash"])
    found = (meta["rules"], meta["observation"], meta["actions"])
    if rules is None or found != _versions(rules, meta["players"]):
        raise ValueError(f"{folder} was written with another pack, under other rules or with another observation")
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise ValueError(f"{folder} has no matches yet")
    parts: dict[str, list[Any]] = {field.name: [] for field in fields(Data)}
    start = 0
    for path in files:
        with np.load(path) as one:
            for name, rows in parts.items():
                rows.append(one[name] + start if name == "candidate_row" else one[name])
            start += len(one["actions"])
    whole = {name: np.concatenate(rows) for name, rows in parts.items()}
    if form == "torch":
        try:
            import torch  # only for those who have it
        except ImportError as fault:
            raise missing(fault, "torch") from None
        return Data(**{name: torch.from_numpy(rows) for name, rows in whole.items()})
    return Data(**whole)


def _versions(rules: tutti.Game[Any], players: int) -> tuple[int, int, int]:
    """Of the rules and the observation, and how many actions there are: what arrays are worth nothing without."""
    return rules.version, sight(rules, players).rules.version, len(rules.actions)


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(prog="python -m tutti.envs.dataset", description="Matches of bots as arrays.")
    add = parser.add_argument
    add("game", choices=tutti.games())
    add("folder", type=Path)
    add("--players", type=int)
    add("--bots", nargs="+", default=["maestro@200"], help="in turn at the seats; as for tutti arena")
    add("--games", type=int, default=100)
    add("--seed", default="tutti")
    add("--jobs", type=int, default=cores())
    add("--option", action="append", default=[], metavar="NAME=VALUE")
    add("--pack")
    args = parser.parse_args(arguments)
    rules = tutti.game(args.game, args.pack)
    players = rules.usual if args.players is None else args.players
    plan = Plan(args.game, players, tuple(args.bots), args.seed, read_options(rules, args.option), args.pack)
    try:
        for done, _ in enumerate(write(plan, args.folder, args.games, args.jobs), 1):
            print(f"\r{done} written", end="", file=sys.stderr, flush=True)
    except (ValueError, tutti.TuttiError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
