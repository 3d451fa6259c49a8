"""Bot: whoever decides from a perspective alone."""

from __future__ import annotations

from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective


class Bot:
    """A player without hands. One instance serves any seat of any match: it keeps no memory between calls."""

    name: str

    def decide(self, sight: Perspective, dice: Dice) -> int:
        """One of ``sight.legal()``. All chance comes from ``dice``, so the same dice decide the same."""
        raise NotImplementedError
