"""Random play from an interpreted loop: what a bot written in plain Python gets."""

from bench.harness import Measure, Rival
from bench.lanes import our_play, spiel_play


def measures() -> list[Measure]:
    rivals = [Rival(spiel_play("pig(players=4)"), floor=2.0, goal=3.0)]
    rivals += [Rival(spiel_play(name)) for name in ("hearts", "go_fish", "crazy_eights(players=4)")]
    return [Measure("Symphonimo, play through the API", "moves", our_play("symphonimo", 4), rivals)]
