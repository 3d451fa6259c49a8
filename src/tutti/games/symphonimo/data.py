# tutti: compiled
"""The component file as tables that the rules can index."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any, Final

_FILE = Path(__file__).parent / "components" / "standard.toml"
_BYTES = _FILE.read_bytes().replace(b"\r\n", b"\n")
_RAW: dict[str, Any] = tomllib.loads(_BYTES.decode())

PACK: Final[str] = _RAW["name"]
PACK_HASH: Final[str] = "sha256:" + hashlib.sha256(_BYTES).hexdigest()

VALUES: Final[bytes] = bytes(_RAW["deck"]["families"])
"""SO-001: the value of each family, by its index; also its number of cards."""
IN_PLAY: Final[bytes] = bytes([0, 0, *(_RAW["families_in_play"][str(n)] for n in range(2, 7))])
"""SO-003: the number of families in play, by number of players."""
POWERS: Final[tuple[str, ...]] = ("classic", *_RAW["conductors"]["powers"])
"""Faces of a Conductor; 0 is the Classic one."""
LIMITS: Final[bytes] = bytes(_RAW["conductors"]["limit_two" if power == "limit_two" else "limit"] for power in POWERS)
"""SO-012, SO-040: how many Musicians a Conductor holds, by its face."""
SCORING: Final[dict[str, dict[str, int]]] = {name: _RAW["scoring"][name] for name in ("soloist", "quartet")}
WORTH: Final[bytes] = bytes(
    next((s["points"] for s in SCORING.values() if s["cards"] == count), 0) for count in range(14)
)
"""SO-035: points for a set, by its number of cards."""
TALLY: Final[bytes] = bytes(WORTH[count] * 12 + (count == SCORING["quartet"]["cards"]) for count in range(14))
"""SO-037: points and, for ties, quartets: the sum of a collection compares as both in turn."""
REMOVED: Final[int] = _RAW["false_note"]["removed"]
"""SO-050."""
