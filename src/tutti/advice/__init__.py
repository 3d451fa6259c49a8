"""What to tell people who want to play better: hints with reasons, and the analysis of a finished match."""

from __future__ import annotations

from typing import Final

VERSION: Final = 2
"""The form of an analysis."""
SECONDS: Final = 300.0
"""Seconds of one core for the analysis of a whole match, where nobody says how long; two of them take half of it."""
