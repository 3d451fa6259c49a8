"""Symphony as a PettingZoo environment (AEC): docs/research.md."""

from __future__ import annotations

from typing import Any

from tutti.envs.needs import missing

try:
    from tutti.envs.aec import TuttiEnv
except ImportError as fault:
    raise missing(fault, "pettingzoo") from None

__all__ = ["env", "raw_env"]


def raw_env(**chosen: Any) -> TuttiEnv:
    """The environment itself; ``TuttiEnv`` tells what can be chosen."""
    return TuttiEnv("symphony", **chosen)


env = raw_env
"""No wrapper is needed: it refuses actions out of turn and illegal ones by itself."""
