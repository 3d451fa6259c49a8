"""Positions spoilt at random, near enough to true ones that some of them are still read."""

from __future__ import annotations

import copy
from typing import Any

import tutti
from tutti.kernel.replay import MARKS
from tutti.kernel.types import Fields, Json

Path = list[Any]


def spoilt(position: Fields, dice: tutti.Dice) -> tuple[Fields, list[Path]]:
    """The position with one to three things changed, and where."""
    found = copy.deepcopy(position)
    paths = [_change(found, dice) for _ in range(1 + dice.below(6) // 4)]
    return found, paths


def _change(position: Fields, dice: tutti.Dice) -> Path:
    """Change one value, or exchange two of the same kind."""
    path = _somewhere(position, dice)
    holder, key = _at(position, path)
    other, twin = _at(position, _somewhere(position, dice, like=path))
    value = holder[key]
    way = dice.below(8)
    if way == 0:
        del holder[key]
    elif way <= 3:
        holder[key], other[twin] = other[twin], value
    elif way == 4:
        holder[key] = copy.deepcopy(other[twin])
    elif isinstance(value, list) and value:
        at = dice.below(len(value))
        value.insert(at, copy.deepcopy(value[at])) if way == 5 else value.pop(at)
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + (1 if way < 7 else -1)
    elif value is None:
        holder[key] = dice.below(3)
    else:
        holder[key] = copy.deepcopy(other[twin])
    return path


def _somewhere(position: Fields, dice: tutti.Dice, like: Path | None = None) -> Path:
    """The way to something inside; ``like``: to something of the same name, if there is more than one."""
    value: Any = position
    path: Path = []
    while isinstance(value, dict | list) and value:
        keys = [key for key in value if path or key not in MARKS] if isinstance(value, dict) else range(len(value))
        at = len(path)
        if like is not None and at >= len(like):
            break
        key = keys[dice.below(len(keys))]
        if like is not None and like[at] in keys and (at == 0 or (at == len(like) - 1 and dice.below(4))):
            key = like[at]
        path.append(key)
        value = value[key]
        if like is None and dice.below(5) == 0:
            break
    return path


def _at(position: Fields, path: Path) -> tuple[Any, Json]:
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    return inner, path[-1]
