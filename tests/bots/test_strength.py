"""How strong the search is, on fixed seeds with fixed iterations: a change that weakens it shows here."""

from __future__ import annotations

import pytest

import tutti

MATCHES = 16
STRENGTH = [("symphonimo", 60, 11), ("symphony", 16, 12), ("orchestra", 40, 13)]
"""Game, iterations, and how many of the matches the search must win at least: fewer than it does today."""


@pytest.mark.soak
@pytest.mark.parametrize(("game", "iterations", "least"), STRENGTH)
def test_the_search_wins_as_many_as_it_did(game: str, iterations: int, least: int) -> None:
    rules, greedy = tutti.game(game), tutti.bot("greedy")
    search = tutti.bot("maestro").at(tutti.Budget(iterations=iterations))
    won = 0.0
    for number in range(MATCHES):
        chance, mind = tutti.Dice(100 + number // 2), tutti.Dice(number)
        s = rules.setup(tutti.prepare(rules, 2, {}), chance)
        while active := rules.active(s):
            player = active[0]
            bot = search if player == number % 2 else greedy
            rules.apply(s, bot.decide(tutti.Perspective(rules, s, player), mind), chance, player)
        places = [rules.place(s, p) for p in range(2)]
        won += (places[number % 2] == 1) / places.count(1)
    print(f"{game}: {won} of {MATCHES}")
    assert won >= least
