"""One seat in each of many matches, as a ``gymnasium.vector`` environment over a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutti.envs.needs import missing

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from tutti.envs.arrays import Copied, known_options
    from tutti.envs.batch import MOST, Batch
except ImportError as fault:
    raise missing(fault, "pettingzoo") from None

import tutti
from tutti.ai.bot import decided
from tutti.arena.entrants import bot_of
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import Fields


class VectorSolo(Copied, VectorEnv[Any, Any, Any]):
    """You sit at ``seat`` in each of ``num_envs`` matches, ``bots`` at the others: the names of ``Solo``.

    With ``random`` bots alone nothing leaves compiled code but your own questions. An episode that ends shows its last
    observation; the next step begins the next match there, whatever the action (``AutoresetMode.NEXT_STEP``).
    ``players``, ``options``, ``reward``, ``illegal``, ``chance`` and ``pack`` are those of ``Batch``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 64,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        options: Fields | None = None,
        reward: str = "share",
        illegal: str = "raise",
        chance: str = "dice",
        pack: str | None = None,
    ) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.batch = Batch(game, num_envs, players, options, 0, reward, illegal, "next", chance, pack)
        self.num_envs = num_envs
        self.players = self.batch.players
        if not 0 <= seat < self.players:
            raise ValueError(f"seat is one of 0 to {self.players - 1}")
        self.seat = seat
        names = [bots] * (self.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != self.players - 1:
            raise ValueError(f"{self.players - 1} bots are wanted, one for each other seat, not {len(names)}")
        self.bots = [None if name == "random" else bot_of(name) for name in names]
        """From your left on; None plays at random."""
        high = self.batch.sight.high
        self.single_observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.batch.actions,), np.int8),
            }
        )
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.dice = tutti.Dice(0)
        self.over = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New matches, played on to your first question. The same seed brings the same chance and the same bots."""
        known_options(options)
        super().reset(seed=seed)
        draw = self.np_random.integers
        self.batch.reset(int(draw(MOST)))
        self.dice = tutti.Dice(int(draw(MOST)))
        self.over[:] = False
        self._others()
        return self._observed(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are wanted, not an array of shape {given.shape}")
        batch.step(given)
        rewards = batch.rewards[:, self.seat].copy()
        ended = batch.ended.copy()
        self._others()  # the ends that bots bring are in the buffers, too
        later = batch.ended & ~ended
        rewards[later] = batch.rewards[later, self.seat]
        self.over = ended | later
        return self._observed(), rewards, self.over.copy(), np.zeros(self.num_envs, np.bool_), {}

    def _others(self) -> None:
        """Let the others decide, in every match until you are asked or it is over. Several who are asked at once
        answer in the order of the seats."""
        core, seat, bots = self.batch.core, self.seat, self.bots
        for i in np.flatnonzero(self.batch.movers != seat).tolist():
            while (mover := int(core.movers[i])) >= 0 and mover != seat:
                bot = bots[(mover - seat) % self.players - 1]
                if bot is None:
                    core.one(i, core.writer.pick(core.states[i], self.dice, core.masks, i * core.writer.words))
                else:
                    core.one(i, decided(bot, Perspective(self.batch.game, core.states[i], mover), self.dice))

    def action_masks(self) -> NDArray[np.int8]:
        """The masks alone, by the name that maskable PPO of sb3-contrib asks for."""
        return self.batch.masks.copy()

    def _observed(self) -> dict[str, Any]:
        everywhere = np.arange(self.num_envs)
        return {"observation": self.batch.observed(everywhere, self.seat), "action_mask": self.action_masks()}

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""
