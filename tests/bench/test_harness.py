"""Lanes in turns: each has its seconds, however long its slices are."""

from __future__ import annotations

from bench import harness


def test_lanes_of_short_and_long_slices_have_the_same_time() -> None:
    """A lane of long slices once ran a slice for each short one of another: minutes instead of seconds."""
    turns: list[str] = []

    def lane(name: str, units: float, seconds: float) -> harness.Lane:
        def slice() -> tuple[float, float]:
            turns.append(name)
            return units, seconds

        return harness.Lane(name, slice)

    assert harness.rates([lane("short", 2.0, 0.25), lane("long", 3.0, 1.0)], 3.0) == [8.0, 3.0]
    assert turns.count("short") == 12
    assert turns.count("long") == 3
    assert "long" in turns[:6]  # in turns, not one after the other
