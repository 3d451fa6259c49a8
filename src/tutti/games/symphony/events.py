# tutti: compiled
"""Events and bags by number; their names and values are in views.py."""

from __future__ import annotations

from typing import Final

FIRST: Final = 0
FRONT_ROW: Final = 1
CHOIR_KEPT: Final = 2
DEALT: Final = 3
PICKED: Final = 4
DISCARDED: Final = 5
SEATED: Final = 6
CONTROLLED: Final = 7
COLUMN_WON: Final = 8
TOKEN_TAKEN: Final = 9
STACKED: Final = 10
REVEALED: Final = 11
BONUS: Final = 12
BATON: Final = 13
MOVEMENT: Final = 14
TOKEN_PLAYED: Final = 15
ADDED: Final = 16
CONDUCTED: Final = 17
PLACED: Final = 18
PAIRED: Final = 19
BURNED: Final = 20
TOKEN_FOUND: Final = 21
GAVE: Final = 22
DISTURBED: Final = 23
SHEET: Final = 24
ADVANCED: Final = 25
VOICE: Final = 26
LEFTOVER: Final = 27
FINAL_BONUS: Final = 28
TRACKS_SCORED: Final = 29
CLASHED: Final = 30
FINISHED: Final = 31
CLEF_POINTS: Final = 32
SET_UP: Final = 33
SWAPPED: Final = 34
WITHHELD: Final = 35

BAG_FIRST: Final = 0
BAG_MASTER: Final = 1
BAG_SHEET: Final = 2
BAG_SIDE: Final = 3
BAG_TOKEN: Final = 4
BAG_CARD: Final = 5
BAG_CHOIR: Final = 6
BAG_VIRTUOSITY: Final = 7
BAG_CLEF: Final = 8
BAG_PRIZE: Final = 9
BAG_WORLD: Final = 10
"""Draws of a sampled world; never recorded."""

NOBODY_SEES: Final = 64
"""A mask that holds no player and is not EVERYONE."""
