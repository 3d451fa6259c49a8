"""What a table may choose before a match of Symphonimo, and what the rules say to it."""

from __future__ import annotations

from collections import Counter

from tutti.games.symphonimo.pack.box import Box
from tutti.kernel.errors import BadOption
from tutti.kernel.types import Fields, Option


def options(d: Box) -> tuple[Option, ...]:
    choices = list(d.powers[1:])
    return (
        Option(
            "grand_maestro",
            "SO-062",
            [],
            {
                "anyOf": [
                    {"type": "array", "items": {"enum": choices}},
                    {"type": "integer", "minimum": 0, "maximum": len(choices)},
                ]
            },
        ),
        Option("false_note", "SO-050", False, {"type": "boolean"}),
        Option("first_player", "SO-006", None, {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}),
    )


def check(players: int, values: Fields) -> None:
    """The ties between options and the number of players; shapes are checked by the schema already."""
    wish = values["grand_maestro"]
    if isinstance(wish, list):
        twice = sorted(name for name, count in Counter(wish).items() if count > 1)
        if twice:
            raise BadOption("power_twice", "SO-062", "symphonimo", at=("grand_maestro",), power=twice[0])
    asked = len(wish) if isinstance(wish, list) else wish
    if asked > players:
        at = ("grand_maestro",)
        raise BadOption("too_many_powers", "SO-062", "symphonimo", at=at, asked=asked, conductors=players)
    first = values["first_player"]
    if first is not None and first >= players:
        raise BadOption("no_such_player", "SO-006", at=("first_player",), player=first, last=players - 1)
