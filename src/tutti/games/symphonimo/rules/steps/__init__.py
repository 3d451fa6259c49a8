"""The decisions of a turn, one after the other."""
