"""The picture of a game that has none of its own: its view as a tree."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from tutti.kernel.facts import Fields, Json
from tutti.kernel.game import Game
from tutti.words import Speaker
from tutti.words.template import key_of

NOT_SHOWN = ("game", "players", "options", "you", "result")
SHORT = 60
"""Nested values up to this length stay in one line."""


def picture(game: Game[Any], view: Fields, speaker: Speaker) -> RenderableType:
    """Every key of the view with its value; rows with one member for each player carry their names."""
    tree = Tree(Text(speaker.title, "bold"), guide_style="dim")
    for key, value in view.items():
        if key not in NOT_SHOWN:
            _grow(tree, key, value, view["players"], speaker)
    return tree


def _grow(tree: Tree, key: str, value: Json, players: int, speaker: Speaker) -> None:
    label = Text(f"{key}: ", "bold cyan")
    members: list[tuple[str, Json]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        named = len(value) == players
        members = [(speaker.look("player", i) if named else str(i), one) for i, one in enumerate(value)]
    nested = any(isinstance(one, dict | list) for _, one in members)
    if not nested or (len(_line(value)) <= SHORT and len(members) != players):
        tree.add(label + Text(_line(value)))
        return
    branch = tree.add(label)
    for name, one in members:
        _grow(branch, name, one, players, speaker)


def _line(value: Json) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(one)}" for key, one in value.items()) or "–"
    if isinstance(value, list):
        between = " · " if any(isinstance(one, dict | list) for one in value) else ", "
        return between.join(_line(one) for one in value) or "–"
    return key_of(value)
