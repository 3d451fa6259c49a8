"""The picture of a game that has none of its own: its view as a tree, in the words that the game has for it."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from tutti.kernel.game import Game
from tutti.kernel.types import Fields, Json
from tutti.words import Speaker

NOT_SHOWN = ("game", "players", "options", "you", "result")
SHORT = 60
"""Nested values up to this length stay in one line."""


def picture(game: Game[Any], view: Fields, speaker: Speaker) -> RenderableType:
    """Every key of the view with its value; rows with one member for each player carry their names."""
    tree = Tree(Text(speaker.title, "bold"), guide_style="dim")
    for key, value in view.items():
        if key not in NOT_SHOWN and speaker.label(key):
            _grow(tree, key, speaker.label(key), value, view["players"], speaker)
    return tree


def _grow(tree: Tree, key: str, name: str, value: Json, players: int, speaker: Speaker) -> None:
    label = Text(f"{name}: ", "bold cyan")
    line = speaker.shown(key, value)
    named = isinstance(value, list) and len(value) == players and not _apart(key, speaker)
    members: list[tuple[str, str, Json]] = []
    if isinstance(value, dict):
        members = [(field, speaker.label(field), one) for field, one in value.items()]
    elif isinstance(value, list):
        members = [(key, speaker.look("player", i) if named else str(i + 1), one) for i, one in enumerate(value)]
    nested = any(isinstance(one, dict | list) for _, _, one in members)
    if not nested or (len(line) <= SHORT and not named):
        tree.add(label + Text(line))
        return
    branch = tree.add(label)
    for field, name, one in members:
        _grow(branch, field, name, one, players, speaker)


def _apart(key: str, speaker: Speaker) -> bool:
    """Whether the game has words for this list, and they do not say that it has a member for each player."""
    return speaker.knows(f"view.{key}.label") and not speaker.knows(f"view.{key}.each")
