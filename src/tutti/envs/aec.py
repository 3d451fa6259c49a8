"""A game as a PettingZoo environment: one agent acts at a time.

Questions that go to several seats at once are asked one after another, in the order of the seats. An answer that the
rules seal stays sealed: whoever is asked later observes nothing of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import tutti
from tutti.envs import screen
from tutti.envs.arrays import (
    ILLEGAL,
    REWARDS,
    Copied,
    Mask,
    Row,
    Seeds,
    forfeit,
    known_options,
    mask_of,
    number_of,
    one_of,
    returns,
    sight,
)
from tutti.kernel.types import Fields

MASKS = ("observation", "info")
PROBE = {"options": 1}
"""What PettingZoo's own test gives to every reset. Nothing else unknown is accepted."""


class TuttiEnv(Copied, AECEnv[str, Any, int]):
    """``players`` agents named ``player_0`` … at one table.

    ``options``: of the game. ``reward``: ``share`` of the win less the mean, or ``margin`` in points, at the end.
    ``mask``: the action mask is in the observation, a dict, or in ``infos``, and the observation is an array.
    ``illegal``: such an action is refused with the rule (``raise``), or loses the match for its agent (``lose``).
    ``pack``: other components than the usual.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Fields | None = None,
        reward: str = "share",
        mask: str = "observation",
        illegal: str = "raise",
        pack: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo tells no type
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode is not None:
            one_of("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.game = tutti.game(game, pack) if pack else tutti.game(game)
        self.players = self.game.usual if players is None else players
        self.options = dict(options or {})
        tutti.prepare(self.game, self.players, self.options)  # refused now, not at the first reset
        self.reward = one_of("reward", reward, REWARDS)
        self.mask = one_of("mask", mask, MASKS)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.sight = sight(self.game, self.players)
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        self._seeds = Seeds()
        actions = len(self.game.actions)
        row = spaces.Box(np.zeros_like(self.sight.high), self.sight.high, dtype=np.int16)
        masks = spaces.Box(0, 1, (actions,), np.int8)
        whole = spaces.Dict({"observation": row, "action_mask": masks})
        self.observation_spaces = {
            agent: spaces.Dict(dict(whole)) if mask == "observation" else spaces.Box(row.low, row.high, dtype=np.int16)
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(actions) for agent in self.possible_agents
        }
        blocks = [self.sight.high[: self.sight.rules.table]]
        blocks += [self.sight.high[self.sight.rules.table :]] * self.players
        high = np.concatenate(blocks)
        self.state_space = spaces.Box(np.zeros_like(high), high, dtype=np.int16)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -- the loop ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. The same seed brings the same chance; later resets without one go on in its row.
        ``options={"table": {…}}`` has options of the game for this match alone."""
        table = known_options(None if options == PROBE else options, "table").get("table", self.options)
        self.match = tutti.Match.new(self.game, players=self.players, seed=self._seeds.next(seed), options=table)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo itself has it
        self._ask()
        self._show()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # None is what it asks for
            return
        number = -1 if action is None else number_of(action)
        seat = self.seats[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.illegal == "lose" and number not in self.game.legal(self.match.state, seat):
            self._end(forfeit(self.players, seat))
        else:
            text = self.game.actions[number] if 0 <= number < len(self.game.actions) else f"action {action}"
            self.match.play(seat, text)
            result = self.match.result
            if result is not None:
                self._end(returns(result, self.reward))
            else:
                self._ask()
        self._accumulate_rewards()
        self._show()

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self.match.active[0]]
        if self.mask == "info":
            self.infos[self.agent_selection] = {"action_mask": self.action_mask(self.agent_selection)}

    def _end(self, rewards: list[float]) -> None:
        for agent in self.agents:
            self.rewards[agent] = rewards[self.seats[agent]]
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": self.action_mask(agent)} if self.mask == "info" else {}
        self.agent_selection = self.agents[0]

    # -- seeing --------------------------------------------------------------------------------

    def observe(self, agent: str) -> Any:
        row = self.row(agent)
        return {"observation": row, "action_mask": self.action_mask(agent)} if self.mask == "observation" else row

    def row(self, agent: str) -> Row:
        """What the agent observes, without the mask."""
        seat = self.seats[agent]
        return self.sight.observe(self.match.seen_by(seat), seat)

    def action_mask(self, agent: str) -> Mask:
        """1 for each action that the agent may take now; all 0 for one that is not asked."""
        ended = self.terminations.get(agent, True)
        return mask_of(self.game, () if ended else self.game.legal(self.match.state, self.seats[agent]))

    def state(self) -> NDArray[Any]:
        """The whole truth as one absolute row: for the critic of a trainer, never for an agent."""
        return self.sight.whole(self.match.state)

    def render(self) -> str | NDArray[np.uint8] | None:
        return screen.render(self.match, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""
