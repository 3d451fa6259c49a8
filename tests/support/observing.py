"""Observations of a match, for laws."""

from __future__ import annotations

from functools import cache
from typing import Any

import tutti
from tutti.observe.observation import Observation


@cache
def observation_of(game: tutti.Game[Any], players: int) -> Observation:
    """Made once: it is large."""
    return Observation(game, players)


def observed(match: tutti.Match, player: int) -> list[int]:
    """What a player, or a spectator (-1), observes now, as an absolute row; nothing in a game that declares none."""
    if match.game.shapes.observation is None:
        return []
    return observation_of(match.game, match.players).row(match.seen_by(player), player)
