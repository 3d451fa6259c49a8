"""The games in OpenSpiel: its own tests, its algorithms, and that nothing hidden comes along."""

from __future__ import annotations

import copy
import json
import pickle
import random
import unittest
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, ismcts, mcts, sample_some_states

import tutti
from games import etude
from games.etude.game import Etude
from support import rule
from tutti.envs import spiel
from tutti.kernel.types import Fields
from tutti.observe.declared import Declared, Field
from tutti.observe.kinds import EachSeat, Number

HEAVY = {"symphony": {"draft": "secret"}, "orchestra": {}}
SOAK = pytest.mark.soak
CHANCE = random.Random(7)


def test_every_game_that_can_be_observed_is_registered() -> None:
    observed = {name for name in tutti.games() if tutti.game(name).shapes.observation is not None}
    assert {name for name in pyspiel.registered_names() if "tutti" in name} == {f"python_tutti_{n}" for n in observed}
    assert observed >= {"symphonimo", *HEAVY}


def advanced(state: Any, moves: int, seed: int = 1) -> Any:
    """Random play for so many decisions, and on to the next one."""
    dice = random.Random(seed)
    while not state.is_terminal() and (moves or state.is_chance_node()):
        if state.is_chance_node():
            kinds, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(kinds, shares)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            moves -= 1
    return state


def near_the_end(game: str, moves: int, players: int = 2, seed: int = 2) -> Fields:
    """A position so many decisions before the end."""
    dice, positions = tutti.Dice(seed), []
    match = tutti.Match.new(game, players=players, seed=seed)
    while match.active:
        positions.append(match.dump())
        choices = match.legal(match.active[0])
        match.play(match.active[0], choices[dice.below(len(choices))])
    return positions[-moves]


@pytest.mark.parametrize(
    ("game", "players", "chosen"),
    [
        ("symphonimo", 2, {}),
        ("symphonimo", 3, {"reward": "margin", "options": {"grand_maestro": 3, "false_note": True}}),
        ("symphonimo", 2, {"chance": "sampled", "seed": 3}),
        pytest.param("symphonimo", 6, {}, marks=SOAK),
        ("symphony", 2, {"options": {"draft": "secret"}}),
        pytest.param("symphony", 3, {"options": {"draft": "public", "audience": "both"}}, marks=SOAK),
        pytest.param("symphony", 6, {"chance": "sampled"}, marks=SOAK),
        pytest.param("symphony", 2, {"options": {"master": "berlioz", "draft": "secret"}}, marks=SOAK),
        ("orchestra", 2, {"near": 6}),
        pytest.param("orchestra", 2, {}, marks=SOAK),
        pytest.param("orchestra", 4, {"chance": "sampled"}, marks=SOAK),
    ],
)
def test_random_simulations_find_nothing_wrong(game: str, players: int, chosen: dict[str, Any]) -> None:
    if near := chosen.pop("near", 0):
        chosen["position"] = near_the_end(game, near)
    # OpenSpiel cannot write down where the random numbers of a sampled game in Python are.
    pyspiel.random_sim_test(spiel.load(game, players, **chosen), 1, chosen.get("chance") != "sampled", False)


@pytest.mark.parametrize(
    "game", ["symphonimo", pytest.param("symphony", marks=SOAK), pytest.param("orchestra", marks=SOAK)]
)
def test_openspiels_api_tests_pass(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = sample_some_states.sample_some_states
    monkeypatch.setattr(sample_some_states, "sample_some_states", lambda game, max_states: few(game, max_states=60))
    dealt = tutti.Match.new(game, players=2, seed=1).dump()  # in so few states one would see nothing but the deal
    made = spiel.load(game, position=dealt)
    passed(openspiels("EnforceAPIOnPartialTreeBase", game_name=game, game=made))


def test_openspiels_api_tests_pass_on_a_whole_tree() -> None:
    made = spiel.load("symphonimo", position=near_the_end("symphonimo", 4))
    # The others count the nodes of OpenSpiel's own games, or ask for tensors of information states.
    wanted = ("legal_actions_empty", "current_player_returns", "no_argument_raises", "constant_sum")
    passed(openspiels("EnforceAPIOnFullTreeBase", game_name="tutti", game=made), wanted)


@pytest.mark.parametrize("game", ["symphonimo", *HEAVY])
@pytest.mark.parametrize("players", [None, pytest.param(2, marks=SOAK), pytest.param(4, marks=SOAK)])
def test_openspiels_simulation_of_games_passes(game: str, players: int | None) -> None:
    """Its ``games_sim_test``: games, their types and states are pickled, cloned and written down on the way."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest  # as api_test: only who needs it waits

    chosen = {} if players is None else {"players": players}
    GamesSimTest("test_pig").sim_game(pyspiel.load_game(f"python_tutti_{game}", chosen))


@rule("KN-52")
@pytest.mark.parametrize("game", ["symphonimo", *HEAVY])
def test_states_are_copied_and_pickled_wherever_they_are(game: str) -> None:
    made = spiel.load(game, 2, options=HEAVY.get(game), reward="margin")
    state = made.new_initial_state()
    for moves in (0, 9, 9):
        for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert str(again) == str(state)
            assert str(again.get_game()) == str(made)
            advanced(again, 5)
            assert str(again) != str(state)
        turns = copy.copy(state.turns)
        if turns.match is not None:
            turns.act(turns.match.active[0], turns.match.game.legal(turns.match.state)[0])
            assert str(state) == str(pickle.loads(pickle.dumps(state)))
        advanced(state, moves)


def openspiels(name: str, **given: Any) -> type[unittest.TestCase]:
    """Tests of OpenSpiel's own, for a game of ours."""
    from open_spiel.integration_tests import api_test  # looks through all of OpenSpiel's games: only who needs it waits

    return type("Ours", (getattr(api_test, name),), given)


def passed(case: type[unittest.TestCase], wanted: tuple[str, ...] = ("",)) -> None:
    names = [name for name in unittest.TestLoader().getTestCaseNames(case) if any(part in name for part in wanted)]
    assert len(names) >= len(wanted)
    result = unittest.TestSuite(map(case, names)).run(unittest.TestResult())
    assert result is not None
    assert not [*result.errors, *result.failures]
    assert result.testsRun == len(names)


@pytest.mark.parametrize("game", ["symphonimo", *HEAVY])
def test_a_state_comes_back_from_its_text_and_a_clone_goes_its_own_way(game: str) -> None:
    made = spiel.load(game, 2, options=HEAVY.get(game))
    state = made.new_initial_state()
    for moves in (0, 9, 9):
        advanced(state, moves)
        again, clone = made.deserialize_state(state.serialize()), state.clone()
        assert str(again) == str(clone) == str(state)
        assert again.history() == state.history()
        advanced(clone, 5)
        assert str(again) == str(state)
        assert str(advanced(again, 5)) == str(clone)
    waiting = made.new_initial_state()  # some draws of the set-up are there, others are not
    while waiting.is_chance_node():
        assert made.deserialize_state(waiting.serialize()).chance_outcomes() == waiting.chance_outcomes()
        waiting.apply_action(waiting.chance_outcomes()[-1][0])


@pytest.mark.parametrize("game", HEAVY)
def test_chance_nodes_are_the_draws_of_the_match(game: str) -> None:
    """The same outcomes played in a match of our own lead to the same position."""
    state = advanced(spiel.load(game, 2, options=HEAVY[game]).new_initial_state(), 40)
    again = tutti.Match.replay(state.match.record())
    assert again.dump() == state.match.dump()
    draws = sum(len(entry.outcomes) for entry in (again.start, *again.log))
    assert draws == sum(item.player == pyspiel.PlayerId.CHANCE for item in state.full_history())


@rule("KN-07", "KN-08")
@pytest.mark.parametrize("game", HEAVY)
def test_a_resampled_state_looks_the_same_and_knows_nothing_more(game: str) -> None:
    made = spiel.load(game, 3, options=HEAVY[game])
    state = made.new_initial_state()
    worlds = set()
    for moves in (1, 2, 2, 30):
        advanced(state, moves)
        player = state.current_player()
        one, two = (spiel.resampled(state, player, seed) for seed in (5, 6))
        for world in (one, two):
            assert world.history() == []  # nothing of the true one
            assert world.legal_actions() == state.legal_actions()
            assert world.information_state_string() == state.information_state_string()
            assert world.observation_string() == state.observation_string()
            assert world.observation_tensor() == state.observation_tensor()
            worlds.add(str(world))
        assert state.serialize() not in (one.serialize(), two.serialize())
        # From another truth that looks alike the same dice bring the same worlds, so nothing of the truth is in them.
        assert str(spiel.resampled(one, player, 9)) == str(spiel.resampled(two, player, 9))
    assert len(worlds) > 4


@rule("KN-13")
def test_an_information_state_says_nothing_of_sealed_answers() -> None:
    state = advanced(spiel.load("orchestra", 3).new_initial_state(), 0)
    first = state.current_player()
    others = [state.child(action) for action in state.legal_actions()]
    assert all(other.current_player() != first for other in others)
    assert len({other.information_state_string() for other in others}) == 1
    assert len({tuple(other.observation_tensor()) for other in others}) == 1
    assert len({other.information_state_string(first) for other in others}) == len(others)


def without_private_fields(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The étude with an observation that declares nothing private, two players before their last sealed offers.

    It is not registered: OpenSpiel has no way to forget a game.
    """
    rules = Etude()
    seen = Declared(1, lambda players: [Field("coins", EachSeat(players, Number(99)), "coins")], {})
    rules.shapes = replace(rules.shapes, observation=seen)
    monkeypatch.setattr(etude, "GAME", rules)
    spent = {"c": 2, "d": 2, "e": 2, "f": 3, "g": 3}  # the deck has no cards left
    position = {"game": "etude", "players": 2, "hands": [["c", "d"], ["e"]], "spent": spent, "chords": [2, 2]}
    position["options"] = {"rounds": 1, "first_player": 0}
    return type("Blind", (spiel.TuttiGame,), {"name": "etude"})({"players": 2, "position": spiel.pack(position)})


def test_an_information_state_is_that_of_its_seat_also_without_private_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    state = without_private_fields(monkeypatch).new_initial_state()
    for player, hand in enumerate((["c", "d"], ["e"])):
        told = json.loads(state.information_state_string(player).split("\n")[1])
        assert [card["card"] for card in told["hands"][player]] == hand
        assert {card["card"] for card in told["hands"][1 - player]} == {"?"}
    offered = [state.child(action) for action in state.legal_actions()]
    assert len({other.information_state_string(0) for other in offered}) == len(offered) == 3
    assert len({other.information_state_string(1) for other in offered[:2]}) == 1  # one slot or the other, sealed


def test_cfr_converges_where_no_private_field_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    made = without_private_fields(monkeypatch)
    solver = cfr.CFRSolver(made)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(made, solver.average_policy()) < 0.1


def test_the_tensor_of_secrets_without_private_fields_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = without_private_fields(monkeypatch)
    state = made.new_initial_state()
    assert not made.get_type().provides_observation_tensor
    assert json.loads(state.observation_string(0)) == {"active": [0, 1], "coins": [0, 0]}
    with pytest.raises(ValueError, match="etude has secrets, but its observation declares no private field"):
        state.observation_tensor(0)
    with pytest.raises(ValueError, match="no private field"):
        made.make_py_observer().set_from(state, 0)
    spectator = pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.NONE)
    made.make_py_observer(spectator).set_from(state, 0)  # a spectator knows no secret


@pytest.mark.parametrize("game", HEAVY)
def test_ismcts_plays(game: str) -> None:
    made = spiel.load(game, position=near_the_end(game, 12))
    state = advanced(made.new_initial_state(), 0)
    while len(state.legal_actions()) == 1:
        advanced(state, 1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(made, evaluator, 2.0, 8, random_state=np.random.RandomState(2))
    bot.set_resampler(lambda truth, player: spiel.resampled(truth, player, CHANCE.getrandbits(40)))
    assert bot.step(state) in state.legal_actions()


def test_mcts_plays_and_solvers_solve_a_tiny_position() -> None:
    made = spiel.load("symphonimo", position=near_the_end("symphonimo", 5))
    state = advanced(made.new_initial_state(), 0)
    bot = mcts.MCTSBot(made, 2.0, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert bot.step(state) in state.legal_actions()
    found = get_all_states.get_all_states(
        made, depth_limit=-1, include_terminals=True, include_chance_states=True, to_string=lambda s: s.history_str()
    )
    assert 5 < len(found) < 500
    solver = cfr.CFRSolver(made)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(made, solver.average_policy()) < 0.5


def test_the_learning_environment_sees_the_documented_observation() -> None:
    made = spiel.load("symphonimo", 2)
    seen = rl_environment.Environment(made, seed=1).reset()
    assert len(seen.observations["info_state"][0]) == made.observation_tensor_size() == 96
    state = advanced(made.new_initial_state(), 3)
    observer = made.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["deck"][0] == pytest.approx(state.match.view()["deck"] / 88)
    assert json.loads(observer.string_from(state, 0))["deck"] == state.match.view()["deck"]


def test_parameters_survive_their_text() -> None:
    made = spiel.load("symphony", 2, options={"master": "berlioz", "draft": "secret"}, reward="margin")
    again = pyspiel.load_game(str(made))
    assert again.options == made.options
    assert spiel.unpack('{"draft": "secret"}') == {"draft": "secret"}
    with pytest.raises(ValueError, match="plain data"):
        spiel.unpack("draft=secret")
