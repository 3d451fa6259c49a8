"""What a table may choose before a match of Orchestra."""

from __future__ import annotations

from tutti.kernel.errors import BadOption
from tutti.kernel.types import Fields, Option

OPTIONS = (Option("first_player", "OR-025", None, {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}),)


def check(players: int, values: Fields) -> None:
    first = values["first_player"]
    if first is not None and first >= players:
        raise BadOption("no_such_player", "OR-025", at=("first_player",), player=first, last=players - 1)
