"""Weights as a module of the package: plain integers, with the record of how they were learned."""

from __future__ import annotations

import json
from pathlib import Path
from pprint import pformat

import tutti
from tutti.kernel.types import Fields

HEAD = '''"""What the evaluation learned, and how; written by ``python -m tutti.train``, not by hand."""

from __future__ import annotations

from typing import Any, Final

# fmt: off
'''


def module_of(raw: Fields) -> str:
    """The text of ``weights.py`` for a ``net.json``."""
    weights = raw["weights"]
    assert isinstance(weights, dict)
    parts = [HEAD, f"RECORD: Final[dict[str, Any]] = {pformat(raw['record'], width=84, sort_dicts=False)}", ""]
    for name in ("late", "early", "bias", "out"):
        parts.append(f"{name.upper()}: Final[list[int]] = {pformat(weights[name], width=84, compact=True)}")
    parts.append(f"INTO: Final[list[list[int]]] = {pformat(weights['into'], width=84, compact=True)}")
    return "\n".join(parts) + "\n"


def adopt(source: Path, target: Path | None = None) -> Path:
    """Put the weights of a ``net.json`` into the package, where the game's mind finds them."""
    raw: Fields = json.loads(source.read_text(encoding="utf-8"))
    record = raw["record"]
    assert isinstance(record, dict)
    path = target or Path(tutti.__file__).parent / "games" / str(record["game"]) / "ai" / "weights.py"
    path.write_text(module_of(raw), encoding="utf-8")
    return path
