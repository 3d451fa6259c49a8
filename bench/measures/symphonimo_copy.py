"""Copies of a state: what a tree search pays for every step it takes back."""

from bench.harness import Measure, Rival
from bench.lanes import our_copy, spiel_clone

QUICK = ("catch", "tic_tac_toe", "pig(players=4)", "mancala")
"""The quickest of OpenSpiel's clones; the floor holds against each, and so against the fastest."""


def measures() -> list[Measure]:
    rivals = [Rival(spiel_clone(name), floor=2.5) for name in QUICK]
    return [Measure("Symphonimo, copies of a state", "copies", our_copy("symphonimo", 4), rivals)]
