"""Shown to every test: the games that only the tests have."""

from games import found

__all__ = ["found"]
