"""Laws of batches: a match among thousands is the match alone (KN-49)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.kits import kit
from support.lines import law, on_fresh_seeds
from tutti.envs.arrays import returns
from tutti.envs.batch import Batch, single
from tutti.kernel.types import Fields

OBSERVED = [name for name in tutti.games() if tutti.game(name).shapes.observation]
WRITTEN = [name for name in OBSERVED if tutti.game(name).writer(2) is not None]
SIZE = 2
EVERY = {True: 9, False: 2}
"""So often the whole row is compared, in a heavy game and in a light one: making it from views takes long."""


def compare(batch: Batch, i: int, match: tutti.Match, whole: bool) -> None:
    """What the buffers say of a match is what the match says of itself."""
    seat = match.active[0]
    assert batch.movers[i] == seat
    assert np.flatnonzero(batch.masks[i]).tolist() == list(match.game.legal(match.state, seat))
    if whole:
        told = batch.sight.rules.whole(match.state)
        seen = batch.rows[i].tolist()
        assert seen == told, [(at, *pair) for at, pair in enumerate(zip(seen, told, strict=True)) if pair[0] != pair[1]]
        assert batch.observed([i], seat)[0].tolist() == batch.sight.observe(match.seen_by(seat), seat).tolist()


def follow(batch: Batch, dice: tutti.Dice, steps: int, chance: str, first: int, options: Fields) -> None:
    """Random play in all places, each followed by its match alone."""
    name, players, every = batch.game.name, batch.players, EVERY[kit(batch.game.name).HEAVY]

    def begun(i: int, number: int) -> tutti.Match:
        seed = first + i + number * batch.size
        assert batch.seeds[i] == seed
        return single(name, seed, players, options, chance)

    matches, numbers = [begun(i, 0) for i in range(batch.size)], [0] * batch.size
    for number in range(steps):
        chosen = []
        for i, match in enumerate(matches):
            compare(batch, i, match, (number + i) % every == 0)
            legal = match.legal(match.active[0])
            chosen.append(match.game.codes[legal[dice.below(len(legal))]])
        batch.step(chosen)
        for i, match in enumerate(matches):
            match.play(match.active[0], match.game.actions[chosen[i]])
            assert bool(batch.ended[i]) == (match.result is not None)
            if match.result is not None:
                assert batch.rewards[i].tolist() == pytest.approx(returns(match.result, "share"))
                numbers[i] += 1
                matches[i] = begun(i, numbers[i])
            else:
                assert not batch.rewards[i].any()


@rule("KN-49")
@law()
def test_a_match_of_a_batch_is_the_match_alone(game: str, players: int, data: st.DataObject) -> None:
    if game not in OBSERVED:
        return
    options = data.draw(kit(game).options(players))
    first, dice = data.draw(st.integers(0, 2**40)), tutti.Dice(data.draw(st.integers(0, 2**32)))
    chance = data.draw(st.sampled_from(("dice", "fair")))
    batch = Batch(game, SIZE, players, options, seed=first, chance=chance)
    follow(batch, dice, 20 if kit(game).HEAVY else 40, chance, first, options)


@rule("KN-49")
@pytest.mark.parametrize("game", WRITTEN)
def test_whole_matches_one_after_the_other_are_those_of_their_seeds(game: str) -> None:
    """Far enough for the end of a match and the beginning of the next."""

    def attempt(seed: int) -> None:
        players = tutti.game(game).low + seed % (tutti.game(game).high - tutti.game(game).low + 1)
        dice: Any = tutti.Dice(seed)
        batch = Batch(game, 2, players, seed=seed)
        follow(batch, dice, 260, "dice", seed, {})

    on_fresh_seeds(game, attempt)


@rule("KN-49")
def test_random_play_inside_plays_legal_actions_of_these_dice() -> None:
    for game in OBSERVED:
        batch = Batch(game, 2, seed=5)
        alone = Batch(game, 2, seed=5)
        inside, outside = tutti.Dice(9), tutti.Dice(9)
        for _ in range(20):
            chosen = []
            for i in range(2):
                legal = batch.game.legal(alone.state(i))
                chosen.append(legal[outside.below(len(legal))])
            batch.random(1, inside)
            alone.step(chosen)
            assert (batch.rows == alone.rows).all()
            assert (batch.masks == alone.masks).all()
