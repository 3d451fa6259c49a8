"""Speed of the engine, as ratios to other engines measured in the same run. Start it with ``make bench``."""
