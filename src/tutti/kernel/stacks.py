"""The stack of frames read back from a position, strictly: every fault says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tutti.kernel.frames import BIT, MANY_ASKED, NONE, ONE_ASKED, Around, Frame, StepGame
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields

MOST = 2**62
"""The compiled frame holds machine integers."""


def read_stack(
    game: StepGame[Any], reader: Reader, players: int, own: Mapping[str, Iterable[str]] | None = None
) -> list[Frame]:
    """The frames that ``StepGame.dump_stack`` wrote, checked for shape; ``check_stack`` asks what they mean.

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


def check_stack(game: StepGame[Any], s: Any, places: Sequence[Reader]) -> None:
    """Each frame of ``s.stack`` by its own step: where it lies, what it holds, whom it asks, and on what table."""
    for number, place in enumerate(places):
        check_frame(game, s, number, place)


def check_frame(game: StepGame[Any], s: Any, number: int, place: Reader) -> None:
    around = Around(s.stack, number)
    f = around.frame
    step = game.steps[f.step]
    if (around.below.step not in step.on) if around.below else bool(step.on):
        place.wrong("wrong_step", found=step.name, expected=_fitting(game, around.below))
    bounds = step.bounds(s, around)
    for i, (name, value) in enumerate(zip(step.fields, (f.at, f.a, f.b, f.c, f.d), strict=False)):
        low, high = bounds[i] if i < len(bounds) else NONE
        if not low <= value <= high:
            place.usual(name, value).wrong("out_of_range", found=int(value), low=low, high=high)
    player = step.asked(s, around)
    alone = BIT[player] if player >= 0 and step.asks == ONE_ASKED else 0
    if alone and place.get("player") is None:
        f.player = player  # left out: there is only one
    if alone and place.get("open") is None:
        f.open = alone
    rightly = f.open > 0 if step.asks == MANY_ASKED else f.open == alone
    if f.player != player or not rightly or (step.asks == ONE_ASKED and player < 0):
        place.wrong("wrong_players", step=step.name, player=player)
    if not step.stands(s, around):
        place.wrong("cannot_be_asked", step=step.name)


def _fitting(game: StepGame[Any], below: Frame | None) -> list[str]:
    """The steps that can lie there."""
    return [step.name for step in game.steps if (below.step in step.on if below else not step.on)]
