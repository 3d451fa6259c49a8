# tutti: compiled
# tutti: hot
"""Arithmetic that gives the same bits on every machine: no logarithm or power of the C library."""

from __future__ import annotations

from typing import Final

from tutti.kernel.native import i64

MILLION: Final = 1_000_000


def log2(n: i64) -> float:
    """The logarithm of n >= 1, straight lines between powers of two."""
    whole: i64 = 0
    power: i64 = 1
    while power * 2 <= n:
        power *= 2
        whole += 1
    return float(whole) + float(n - power) / float(power)


def power2(x: float) -> float:
    """Two to the power of x for -60 < x < 60, a parabola between whole powers; within half a hundredth."""
    whole = i64(x)
    if float(whole) > x:
        whole -= 1
    rest = x - float(whole)
    value = 1.0 + rest * (0.65617 + 0.34383 * rest)
    while whole > 0:
        value *= 2.0
        whole -= 1
    while whole < 0:
        value *= 0.5
        whole += 1
    return value


def bounded(margin: i64, scale: i64) -> i64:
    """A margin of points as millionths between 0 and a million; half of the way at ``scale``."""
    size = margin if margin >= 0 else -margin
    part = MILLION * size // (size + scale)
    return (MILLION + part) // 2 if margin >= 0 else (MILLION - part) // 2
