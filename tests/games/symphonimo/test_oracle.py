"""The engine and a second, naive set of rules play the same matches side by side."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import tutti
from games.symphonimo.oracle import Oracle
from tutti import Dice, prepare
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import Fields

POWERS = ["limit_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now"]
GAME = tutti.game("symphonimo")


def oracle_of(state: Any, false_note: bool) -> Oracle:
    """The oracle at the beginning of the engine's match."""
    view = GAME.view(state, -1)
    powers = [conductor["power"] for conductor in view["conductors"]]
    return Oracle(len(powers), powers, false_note, GAME.active(state)[0])


def compare(state: Any, oracle: Oracle) -> None:
    """Everything that both know must be equal."""
    view = GAME.view(state, -1)
    assert [GAME.actions[a] for a in GAME.legal(state)] == oracle.legal()
    assert GAME.active(state) == (() if oracle.over else (oracle.player,))
    assert view["deck"] == oracle.deck()
    assert view["drawn"] == oracle.drawn
    assert _bag(view["unseen"]) == Counter(oracle.unseen)
    assert _bag(view["discards"]) == Counter(oracle.discards)
    assert [_bag(held) for held in view["collections"]] == [Counter(held) for held in oracle.collections]
    assert [(sorted(c["cards"]), c["taken_by"], c["limit"]) for c in view["conductors"]] == [
        (sorted(c["cards"]), c["taken_by"], oracle.limit(c)) for c in oracle.conductors
    ]
    for player in oracle.players:
        assert GAME.points(state, player) == view["points"][player] == oracle.score(player)
        assert view["in_round"][player] == (player not in oracle.out)


def _bag(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(value): count for value, count in counts.items()})


def lockstep(players: int, options: Fields, seed: int) -> None:
    chance = Fair(f"oracle {players} {options} {seed}")
    chooser = random.Random(seed)
    state = GAME.setup(prepare(GAME, players, options), Scribe(GAME, chance))
    oracle = oracle_of(state, options["false_note"])
    compare(state, oracle)
    while not oracle.over:
        action = chooser.choice(oracle.legal())
        scribe = Scribe(GAME, chance)
        GAME.apply(state, GAME.codes[action], scribe)
        came = [int(GAME.outcome(o.bag, o.kind)) for o in scribe.outcomes]
        oracle.play(action, came[0] if came else None)
        compare(state, oracle)
    result = GAME.result(state)
    assert result is not None
    assert list(result.winners) == oracle.winners()
    assert list(result.points) == [oracle.score(player) for player in oracle.players]
    assert [GAME.place(state, player) == 1 for player in oracle.players] == [
        player in oracle.winners() for player in oracle.players
    ]


@pytest.mark.parametrize("false_note", [False, True], ids=["whole", "false_note"])
@pytest.mark.parametrize("players", range(2, 7))
class TestLockstep:
    def test_classic(self, players: int, false_note: bool) -> None:
        for seed in range(8):
            lockstep(players, {"grand_maestro": [], "false_note": false_note}, seed)

    def test_powers_in_every_place(self, players: int, false_note: bool) -> None:
        for seed in range(12):
            powers = random.Random(seed).sample(POWERS, k=min(players, len(POWERS)))
            lockstep(players, {"grand_maestro": powers, "false_note": false_note}, seed)

    def test_powers_by_number(self, players: int, false_note: bool) -> None:
        for seed in range(8):
            number = seed % players + 1
            lockstep(players, {"grand_maestro": number, "false_note": false_note}, seed)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("players", range(2, 7))
def test_each_power_alone(players: int, power: str) -> None:
    for seed in range(3):
        lockstep(players, {"grand_maestro": [power], "false_note": bool(seed % 2)}, seed)


@pytest.mark.parametrize("players", range(2, 7))
def test_rollout_plays_as_the_two_calls_do(players: int) -> None:
    """The fast loop must make the same choices from the same dice as ``legal`` and ``apply``."""
    for seed in range(20):
        options = prepare(GAME, players, {"grand_maestro": POWERS[seed % 3 :][:players], "false_note": bool(seed % 2)})
        fast = GAME.setup(options, Dice(seed))
        slow = GAME.copy(fast)
        GAME.rollout(fast, Dice(seed + 1))
        dice = Dice(seed + 1)
        while choices := GAME.legal(slow):
            GAME.apply(slow, choices[dice.below(len(choices))], dice)
        assert GAME.dump(fast) == GAME.dump(slow)
