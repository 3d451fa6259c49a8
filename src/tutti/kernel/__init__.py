"""The kernel: actions, chance, frames, matches and records. It knows no game, no clock and no language."""
