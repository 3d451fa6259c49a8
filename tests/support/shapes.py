"""Plain data held against a declared shape, all the way down."""

from __future__ import annotations

from typing import Any

import msgspec


def fits(shown: Any, shape: Any) -> None:
    """Unknown keys are dropped where it is converted, so only what is declared to the letter comes back equal."""
    assert msgspec.to_builtins(msgspec.convert(shown, shape, strict=True)) == shown
