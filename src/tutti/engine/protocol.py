"""One line of JSON in, one line of JSON out. Both roles speak it: who asks is the host, who answers the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tutti.kernel.errors import TuttiError
from tutti.kernel.perspective import Perspective
from tutti.kernel.reading import kind_of
from tutti.kernel.record import head_of
from tutti.kernel.types import Fields, Json, Options, Prompt

VERSION = 1
"""Rises when an old engine or host would misunderstand. New keys do not raise it: nobody minds keys they don't know."""

LONGEST = 4_000_000
"""The most bytes of one line."""

CATALOGUE = "engine"


class BadMessage(TuttiError):
    """A line that is no message, or a request that cannot be carried out."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, game=CATALOGUE, arguments=fields)


def encode(message: Mapping[str, Json]) -> bytes:
    """A message as a line. It is ASCII: no engine has to care for encodings."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes | str) -> Fields:
    """The message of a line."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as fault:  # UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise BadMessage("not_json", reason=str(fault)) from None
    if not isinstance(message, dict):
        raise BadMessage("not_an_object", found=kind_of(message))
    return message


def asked(prompt: Prompt | None) -> Json:
    """A prompt as plain data."""
    return None if prompt is None else {"step": prompt.step, "rule": prompt.rule, "args": prompt.args}


def question(perspective: Perspective, options: Options) -> Fields:
    """All that an engine gets to know before it decides: what its player may know, and nothing else."""
    game = perspective.game
    return {
        "player": perspective.player,
        "prompt": asked(perspective.prompt()),
        "legal": [game.actions[action] for action in perspective.legal()],
        "view": perspective.view(),
        "position": {**head_of(game, options), **perspective.dump()},
    }
