"""Orchestra: moves through the API and copies of a state, against catanatron."""

from bench.catanatron_lanes import against_catanatron
from bench.harness import Measure


def measures() -> list[Measure]:
    return against_catanatron("orchestra", "Orchestra", 50.0)
