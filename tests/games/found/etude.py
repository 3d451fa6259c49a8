"""Étude under the name by which the library looks for it."""

from games.etude import GAME

__all__ = ["GAME"]
