"""Symphony: moves through the API and copies of a state, against catanatron."""

from bench.harness import Measure
from bench.settlers import against_settlers


def measures() -> list[Measure]:
    return against_settlers("symphony", "Symphony", 35.0)
