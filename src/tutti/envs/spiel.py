"""The games for OpenSpiel, ``python_tutti_symphonimo`` and so on: all that declare an observation.

``load`` makes one. Chance has nodes of its own, one for each draw (``chance="explicit"``), or a node with one outcome
where the game draws for itself (``sampled``). Questions to several seats are asked one after another; what is
sealed stays sealed.
"""

from __future__ import annotations

import base64
import binascii
import json
import pickle
import random
from typing import Any

from tutti.envs.needs import missing

try:
    import numpy as np
    import pyspiel

    from tutti.envs.arrays import REWARDS, one_of, returns, sight
except ImportError as fault:
    raise missing(fault, "openspiel") from None

import tutti
from tutti.envs.turns import Turns, knowledge
from tutti.kernel.types import Fields

CHANCE = ("explicit", "sampled")
KINDS = 256
"""No bag has more kinds of things."""
LONG = 20_000
"""No match has as many decisions and draws."""
POINTS = 999.0
SETTINGS = {"options": "", "reward": "share", "chance": "explicit", "pack": "", "position": "", "seed": -1}


def load(game: str, players: int | None = None, **chosen: Any) -> Any:
    """A game of OpenSpiel. ``options`` and ``position`` (what ``Match.dump`` writes) are plain data here."""
    name = game if game.startswith("python_tutti_") else f"python_tutti_{game}"
    packed = {key: pack(value) if key in ("options", "position") else value for key, value in chosen.items()}
    usual = tutti.game(name.removeprefix("python_tutti_")).usual
    return pyspiel.load_game(name, {"players": usual if players is None else players, **packed})


def pack(value: Any) -> str:
    """Plain data as a parameter: OpenSpiel would stumble over commas, brackets and signs in its own notation."""
    return base64.b32encode(json.dumps(value).encode()).decode().rstrip("=") if value else ""


def unpack(text: str) -> Any:
    if not text or text.lstrip().startswith("{"):
        return json.loads(text) if text else None
    try:
        return json.loads(base64.b32decode(text + "=" * (-len(text) % 8)))
    except (binascii.Error, ValueError) as fault:
        raise ValueError(
            f"options and position are plain data made by tutti.envs.spiel.pack, or JSON: {fault}"
        ) from None


def blind(rules: tutti.Game[Any]) -> bool:
    """Whether a seat knows secrets that its observation leaves out: the game declares no private field for them."""
    declared = rules.shapes.observation
    return rules.secrets and declared is not None and not any(f.private for f in declared.fields(rules.usual))


def game_type(rules: tutti.Game[Any], reward: str, chance: str) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_tutti_{rules.name}",
        long_name=f"Tutti {rules.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance == "explicit" else kinds.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION if rules.secrets else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if reward == "share" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.high,
        min_num_players=rules.low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=not blind(rules),
        parameter_specification={"players": rules.usual, **SETTINGS},
    )


class TuttiGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game of Tutti, for the parameters of ``load``."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**SETTINGS, **(params or {})}
        rules = tutti.game(self.name, given["pack"]) if given["pack"] else tutti.game(self.name)
        self.rules = rules
        self.position: Fields | None = unpack(given["position"])
        wanted = int(given.get("players", rules.usual)) if self.position is None else self.position["players"]
        chosen = unpack(given["options"]) if self.position is None else self.position.get("options")
        self.options = tutti.prepare(rules, wanted, chosen or {})
        self.reward = one_of("reward", given["reward"], REWARDS)
        self.chance = one_of("chance", given["chance"], CHANCE)
        self.random = random.Random(None if given["seed"] < 0 else given["seed"])
        n = self.options.players
        low, high = (-1 / n, 1 - 1 / n) if self.reward == "share" else (-POINTS, POINTS)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=KINDS if self.chance == "explicit" else 1,
            num_players=n,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if self.reward == "share" else None,
            max_game_length=LONG,
        )
        super().__init__(game_type(rules, self.reward, self.chance), info, params or {})

    def new_initial_state(self) -> TuttiState:
        return TuttiState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONG

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind)


class TuttiState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A match. OpenSpiel copies and pickles what is in its ``__dict__``: the turns alone, which know how."""

    def __init__(self, game: TuttiGame) -> None:
        super().__init__(game)
        self.turns = Turns.begun(game.rules, game.options, game.position)

    @property
    def match(self) -> tutti.Match:
        """The match as Tutti knows it; none before its set-up is drawn."""
        if self.turns.match is None:
            raise ValueError("the set-up is not drawn yet")
        return self.turns.match

    def current_player(self) -> int:
        turns = self.turns
        if turns.chances:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.active[0] if self.match.active else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        # Of those who are asked at once one is on turn: the others have none yet.
        return list(self.match.game.legal(self.match.state, player)) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.get_game().chance == "sampled":
            return [(0, 1.0)]
        total = sum(self.turns.chances)
        return [(kind, count / total) for kind, count in enumerate(self.turns.chances) if count]

    def _apply_action(self, action: int) -> None:
        turns = self.turns
        if not turns.chances:
            turns.act(self.match.active[0], action)
        elif self.get_game().chance == "sampled":
            turns.draw(self.get_game().random)
        else:
            turns.came(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.turns.rules
        if player != pyspiel.PlayerId.CHANCE:
            return rules.actions[action]
        return "drawn" if self.get_game().chance == "sampled" else rules.outcome(self.turns.bag, action)

    def is_terminal(self) -> bool:
        return not self.turns.chances and not self.match.active

    def returns(self) -> list[float]:
        result = self.match.result if self.is_terminal() else None
        return returns(result, self.get_game().reward) if result else [0.0] * self.turns.options.players

    def __str__(self) -> str:
        return self.turns.told()

    def resample_from_infostate(self, player: int, sampler: Any) -> TuttiState:
        """A match that fits all that the player has seen, with a history of its own: nothing of the truth is in it."""
        return resampled(self, player, int(sampler() * 2**31))


def resampled(state: TuttiState, player: int, seed: int | None = None) -> TuttiState:
    """``ISMCTSBot.set_resampler(resampled)``: another world that looks the same to the player.

    It is made from its text form. A clone would carry the true history with it.
    """
    turns = state.turns.resampled(player, random.getrandbits(60) if seed is None else seed)
    packed = base64.b64encode(pickle.dumps({"turns": turns})).decode()
    made: TuttiState = state.get_game().deserialize_state(f"history=\nmove_number=0\n__dict__={packed}")
    return made


class Observer:
    """The documented observation of a seat, each cell divided by its largest value; its fields by name in ``dict``.
    With perfect recall: a string of all that the player was told, and no tensor."""

    def __init__(self, game: TuttiGame, kind: Any) -> None:
        self.recall = kind.perfect_recall
        self.sight = sight(game.rules, game.options.players)
        rules = self.sight.rules
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        """Whether it is that of the seat that asks; else a spectator's."""
        self.blind = self.own and not self.recall and blind(game.rules)
        self.public = rules.public if kind.public_info else ()
        self.private = rules.private if self.own else ()
        first = 0 if kind.public_info else rules.table
        self.shown = slice(first, rules.size if self.own else rules.table)
        self.tensor = np.zeros(0 if self.recall else max(0, self.shown.stop - first), np.float32)
        self.dict = {}
        if not self.recall:
            places, found = rules.places(), [*self.public, *self.private]
            for field in found:
                where = places[field.path]
                self.dict[field.path] = self.tensor[where.start - first : where.stop - first]

    def set_from(self, state: TuttiState, player: int) -> None:
        if self.blind:
            name = self.sight.rules.game.name
            raise ValueError(
                f"{name} has secrets, but its observation declares no private field: "
                "a tensor would show a seat no more than a spectator"
            )
        match = state.turns.match
        if match is None or self.recall:
            self.tensor.fill(0)
        else:
            row = self.sight.observe(match.seen_by(player), player) / self.sight.high
            self.tensor[:] = row[self.shown]

    def string_from(self, state: TuttiState, player: int) -> str:
        match = state.turns.match
        if match is None:
            return ""
        if self.recall:
            return knowledge(state.turns, player if self.own else tutti.WATCHER)
        seen = self.sight.rules.seen(match.seen_by(player), player)
        told = {field.path: field.of(seen) for field in self.public}
        told |= {field.path: value for field in self.private if (value := field.of(seen)) not in (None, [], {})}
        return json.dumps(told) if told else ""


def register(name: str) -> None:
    """Make a game known to OpenSpiel."""
    made = type(f"Tutti{name.capitalize()}", (TuttiGame,), {"name": name})
    globals()[made.__name__] = made  # where pickle looks for the class of a game
    pyspiel.register_game(game_type(tutti.game(name), "share", "explicit"), made)


for _name in tutti.games():
    if tutti.game(_name).shapes.observation is not None:
        register(_name)
