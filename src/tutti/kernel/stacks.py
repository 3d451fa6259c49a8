"""The stack of frames read back from a position, strictly: every fault says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tutti.kernel.facts import Fields
from tutti.kernel.frames import Frame, StepGame
from tutti.kernel.reading import Reader

MOST = 2**62
"""The compiled frame holds machine integers."""


def read_stack(
    game: StepGame[Any], reader: Reader, players: int, own: Mapping[str, Iterable[str]] | None = None
) -> list[Frame]:
    """The frames that ``StepGame.dump_stack`` wrote, checked for shape; what the ints mean is the game's to check.

    ``own`` names, by step, fields that the game wrote in its own way (a card by name, or ``?``): they
    are left 0 here, and the game reads them itself. ``player`` may be left out (none), ``open`` too (nobody).
    """
    fields = {step.name: step.fields for step in game.steps}
    frames = []
    for item in reader.items():
        step = item.at("step").one_of(fields)
        item.only(("step", "player", "open", *fields[step]))
        strange = set((own or {}).get(step, ()))
        raw: Fields = {name: 0 if name in strange else item.at(name).number(-MOST, MOST) for name in fields[step]}
        player, asked = item.get("player"), item.get("open")
        raw["player"] = player.number(-1, players - 1) if player else -1
        raw["open"] = [one.number(0, players - 1) for one in asked.items()] if asked else []
        frames.append(game.load_frame({"step": step, **raw}))
    return frames
