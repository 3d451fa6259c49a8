"""The match as music."""
