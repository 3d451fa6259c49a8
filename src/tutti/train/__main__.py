"""``python -m tutti.train GAME FOLDER``: play, label, fit, and again with what was learned.

    python -m tutti.train orchestra night --rounds 4 --matches 2000 --hidden 16

Every match is a file: a command that was cut short goes on where it was. A round has its own folder and ends with
``net.json``: weights in whole numbers and the record of how they came about. ``--adopt`` puts the last one into the
package; whether it plays better, the arena tells (docs/bots.md).
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from tutti.ai.mind import mind_of
from tutti.extras import install_line

try:
    import numpy  # noqa: F401 - all of training needs it: said here, once
except ImportError as fault:
    raise ModuleNotFoundError(
        f"tutti.train: {fault.name} is not installed. It comes with: {install_line('train')}", name=fault.name
    ) from None

import tutti
from tutti.arena.runner import cores
from tutti.train.fitting import fitted, foreseen, gathered, scored
from tutti.train.package import adopt
from tutti.train.plan import LABELS, NET, Plan, net_of
from tutti.train.playing import write

SAMPLE = 37
"""One in so many pairs is foreseen again with whole numbers, in plain Python."""


def trained(plan: Plan, folder: Path, asked: Namespace, before: Path | None) -> Path:
    """One round: what is missing is played, then all matches of the round are fitted. Returns its ``net.json``."""
    for done, _ in enumerate(write(plan, folder, asked.matches, asked.jobs, before), 1):
        print(f"\r{folder}: {done} more matches", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return fit(plan, [folder, *asked.also], folder / NET, asked)


def fit(plan: Plan, folders: list[Path], target: Path, asked: Namespace) -> Path:
    """Weights out of all labelled matches of these folders, with their record."""
    rows = gathered(folders)
    weights, curve = fitted(rows, asked.hidden, asked.strength, asked.epochs)
    record: dict[str, Any] = {
        "game": plan.game,
        "hidden": asked.hidden,
        "strength": asked.strength,
        "epochs": asked.epochs if asked.hidden else 0,
        "sets": [{**Plan.read(folder).meta(), "matches": len(list(folder.glob("*.npz")))} for folder in folders],
        "positions": len(rows.left),
        "curve": curve,
    }
    raw: dict[str, Any] = {"record": record, "weights": weights}
    some = rows.only(slice(None, None, SAMPLE))
    record["whole_numbers"] = scored(foreseen(net_of(raw), some), some)
    target.write_text(json.dumps(raw) + "\n", encoding="utf-8")
    for point in curve:
        print(f"{point['matches']:6} matches foresee the others to {point['error']} points; {point['correlation']}")
    print(f"{target}: {len(weights['late']) - 1} facts, {asked.hidden} hidden cells")
    return target


def options(arguments: Sequence[str]) -> Namespace:
    usual = {field.name: field.default for field in fields(Plan)}
    parser = ArgumentParser(prog="python -m tutti.train", description="An evaluation learned from self-play.")
    add = parser.add_argument
    add("game", choices=[name for name in tutti.games() if len(facts_of(name))])
    add("folder", type=Path)
    add("--matches", type=int, default=400, help="in each round (default 400)")
    add("--rounds", type=int, default=1, help="each plays with what the one before learned (default 1)")
    add("--iterations", type=int, default=usual["iterations"], help="of the search behind a move")
    add("--quick", type=int, default=usual["quick"], help="of ten matches, so many by the game's quick policy")
    add("--wander", type=int, nargs="+", default=list(Plan("").wander), help="moves of a thousand by chance, in turn")
    add("--every", type=int, default=usual["every"], help="label one in so many decisions")
    add("--labels", choices=LABELS, default=usual["labels"])
    add("--count", type=int, default=usual["count"], help="iterations or playouts behind a label")
    add("--share", type=int, default=usual["share"], help="of a hundred: label beside result")
    add("--players", type=int, nargs="+", default=list(Plan("").players), help="at each table, in turn")
    add("--hidden", type=int, default=0, help="cells of the hidden layer; 0: straight lines alone")
    add("--strength", type=float, default=100.0, help="of the ridge that holds weights down")
    add("--epochs", type=int, default=12)
    add("--also", type=Path, nargs="*", default=[], metavar="FOLDER", help="rounds to learn from as well")
    add("--seed", default=usual["seed"])
    add("--jobs", type=int, default=cores())
    add("--adopt", action="store_true", help="put the weights into the package")
    return parser.parse_args(arguments)


def facts_of(name: str) -> Any:
    """The facts that a game's evaluation looks at, at the start of a match."""
    rules = tutti.game(name)
    match = tutti.Match.new(rules, rules.usual, 1)
    return mind_of(rules).facts(rules.copy(match.state), 0)


def main(arguments: Sequence[str]) -> int:
    asked = options(arguments)
    net: Path | None = None
    try:
        for number in range(asked.rounds):
            plan = Plan(
                asked.game,
                tuple(asked.players),
                asked.iterations,
                asked.quick,
                tuple(asked.wander),
                every=asked.every,
                labels=asked.labels,
                count=asked.count,
                share=asked.share,
                seed=f"{asked.seed}:{number}",
            )
            net = trained(plan, asked.folder / f"round-{number}", asked, net)
        if asked.adopt and net is not None:
            print(f"Adopted: {adopt(net)}; build again.")
    except (ValueError, tutti.TuttiError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
