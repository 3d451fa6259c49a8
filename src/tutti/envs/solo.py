"""One seat against bots, as a Gymnasium environment: ``gymnasium.make("tutti.envs.solo:tutti/Symphonimo-v0")``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutti.envs.needs import missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces

    from tutti.envs import screen
    from tutti.envs.arrays import (
        ILLEGAL,
        REWARDS,
        Copied,
        Mask,
        forfeit,
        known_options,
        mask_of,
        number_of,
        one_of,
        returns,
        sight,
    )
except ImportError as fault:
    raise missing(fault, "pettingzoo") from None

import tutti
from tutti.ai.bot import decided
from tutti.arena.entrants import bot_of
from tutti.kernel.types import Fields

WORD = 2**62


class Solo(Copied, gymnasium.Env[Any, Any]):
    """You sit at ``seat`` (None: drawn for each match), ``bots`` at the others.

    ``bots``: one for all, or one for each other seat, from your left on: ``greedy``, ``maestro@200`` (iterations for
    each decision), a file of your own as for ``tutti arena``. ``options``, ``reward``, ``illegal`` and ``pack`` are
    those of the PettingZoo environments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        bots: str | Sequence[str] = "greedy",
        options: Fields | None = None,
        reward: str = "share",
        illegal: str = "raise",
        pack: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.game = tutti.game(game, pack) if pack else tutti.game(game)
        self.players = self.game.usual if players is None else players
        self.options = dict(options or {})
        tutti.prepare(self.game, self.players, self.options)  # refused now, not at the first reset
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"seat is one of 0 to {self.players - 1}, or None")
        self.seat = seat
        self.me = seat or 0
        names = [bots] * (self.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != self.players - 1:
            raise ValueError(f"{self.players - 1} bots are wanted, one for each other seat, not {len(names)}")
        self.bots = [bot_of(name) for name in names]
        self.reward = one_of("reward", reward, REWARDS)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.sight = sight(self.game, self.players)
        actions = len(self.game.actions)
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(self.sight.high), self.sight.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new match, played on to your first question. The same seed brings the same chance and the same bots.
        ``options={"table": {…}}`` has options of the game for this match alone."""
        table = known_options(options, "table").get("table", self.options)
        super().reset(seed=seed)
        draw = self.np_random.integers
        self.match = tutti.Match.new(self.game, players=self.players, seed=int(draw(WORD)), options=table)
        self.dice = tutti.Dice(int(draw(WORD)))
        self.me = int(draw(self.players)) if self.seat is None else self.seat
        self.over = False
        self._others()
        self._show()
        return self._observed(), {"seat": self.me}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.over:
            raise RuntimeError("the match is over: reset first")
        number = number_of(action)
        reward = 0.0
        if self.illegal == "lose" and number not in self.game.legal(self.match.state, self.me):
            self.over = True
            reward = forfeit(self.players, self.me)[self.me]
        else:
            text = self.game.actions[number] if 0 <= number < len(self.game.actions) else f"action {action}"
            self.match.play(self.me, text)
            self._others()
            result = self.match.result
            if result is not None:
                self.over = True
                reward = returns(result, self.reward)[self.me]
        self._show()
        return self._observed(), reward, self.over, False, {"seat": self.me}

    def _others(self) -> None:
        """Let the bots decide until you are asked, or it is over. Of several who are asked at once you are the last."""
        match = self.match
        while match.active and match.active != (self.me,):
            seat = next(player for player in match.active if player != self.me)
            bot = self.bots[(seat - self.me) % self.players - 1]
            match.play(seat, self.game.actions[decided(bot, match.perspective(seat), self.dice)])

    def action_masks(self) -> Mask:
        """The mask alone, by the name that maskable PPO of sb3-contrib asks for."""
        return mask_of(self.game, () if self.over else self.game.legal(self.match.state, self.me))

    def _observed(self) -> Any:
        row = self.sight.observe(self.match.seen_by(self.me), self.me)
        return {"observation": row, "action_mask": self.action_masks()}

    def render(self) -> Any:
        return screen.render(self.match, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


for _name in tutti.games():  # guests, too
    gymnasium.register(f"tutti/{_name.capitalize()}-v0", "tutti.envs.solo:Solo", kwargs={"game": _name})
