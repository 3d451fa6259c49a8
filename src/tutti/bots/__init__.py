"""Bots, one module each, found by folder. They know ``kernel.Game`` and what a game lends them, no single game."""
