"""What is played and how it is labelled: plain data, from which every process works out the same matches."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import tutti
from tutti.ai.net import Net
from tutti.kernel.types import Fields

PLAN = "plan.json"
NET = "net.json"
LABELS = ("result", "search", "playouts", "ahead")
TRACE = 0.97
"""Of ``ahead``: how much of what a decision is worth is left to those after it."""


@dataclass(frozen=True)
class Plan:
    """One round of training."""

    game: str
    players: tuple[int, ...] = (2, 2, 3, 2, 4)
    """How many sit at each table, in turn."""
    iterations: int = 50
    """Of the search behind each move."""
    quick: int = 0
    """Of ten matches, so many are played by the game's own quick policy instead."""
    wander: tuple[int, ...] = (0, 40, 120)
    """Moves of a thousand that are any legal one, match by match in turn: a value has to know bad positions, too."""
    every: int = 4
    """One in so many decisions is labelled."""
    labels: str = "search"
    """``result``: how the match ended; ``search``: what a search expects for every player; ``playouts``: likewise
    the mean of playouts; ``ahead``: what the evaluation said at the decisions that followed, the near ones most."""
    count: int = 150
    """Iterations of that search, or playouts."""
    share: int = 50
    """Of a hundred: how much the label counts beside the result."""
    seed: str = "tutti"

    def __post_init__(self) -> None:
        if self.labels not in LABELS:
            raise ValueError(f"labels are one of {', '.join(LABELS)}, not {self.labels!r}")
        if min(self.iterations, self.every, self.count, *self.players) < 1:
            raise ValueError("players, iterations, every and count are at least 1")

    def meta(self) -> Fields:
        """What must be the same to go on in a folder."""
        rules = tutti.game(self.game)
        found: Fields = json.loads(json.dumps(asdict(self)))
        return {**found, "rules": rules.version, "pack": rules.pack_hash}

    @staticmethod
    def read(folder: Path) -> Plan:
        """The plan of a folder."""
        raw: dict[str, Any] = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        known = {field.name for field in fields(Plan)}
        kept: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in raw.items() if key in known}
        return Plan(**kept)


def net_of(raw: Fields) -> Net:
    """A network as ``net.json`` and the package keep it."""
    weights = raw["weights"]
    assert isinstance(weights, dict)
    return Net(weights["late"], weights["early"], weights["into"], weights["bias"], weights["out"])


def read_net(path: Path) -> Net:
    try:
        return net_of(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, KeyError, AssertionError, TypeError, json.JSONDecodeError) as fault:
        raise ValueError(f"{path} holds no weights: {fault}") from None
