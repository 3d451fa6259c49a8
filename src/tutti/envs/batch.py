"""Thousands of matches at once, each step of all of them one call; numpy sees the engine's own buffers.

Nothing is copied: the arrays are the memory in which the compiled engine writes, so they change with each step and
cannot be written to. Copy what you keep.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tutti.envs.needs import missing

try:
    import numpy as np
    from numpy.typing import NDArray

    from tutti.envs.arrays import ILLEGAL, REWARDS, Copied, Row, one_of, sight
except ImportError as fault:
    raise missing(fault, "pettingzoo") from None

import tutti
from tutti.kernel.chance import EVERYONE, Dice, Host, pick
from tutti.kernel.errors import IllegalAction
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.scribe import Fair
from tutti.kernel.types import Fields, Options, Refusal
from tutti.observe import batch as kernel
from tutti.observe.observation import PlainWriter
from tutti.observe.writer import Writer, write_mask

RESETS = ("same", "next")
CHANCES = ("dice", "fair")
CHOSEN = ("game", "players", "options", "size", "chance", "illegal", "reward", "resets")
HELD = ("states", "chance", "count", "steps", "matches")
CELLS = ("movers", "ended", "ends", "rewards", "seeds", "lengths")
"""What a pickle holds of a batch: its settings, and what of its compiled part does not follow from the states."""
MOST = 2**62
"""Seeds are machine integers, and each match has one of its own."""


class Batch(Copied):
    """``size`` matches of a game, side by side.

    ``players``, ``options``, ``pack``, ``reward`` and ``illegal`` are those of the PettingZoo environments.
    ``seed``: match number k of place i has the seed ``seed + i + k * size``; the same seeds and actions, the same
    matches. ``chance``: ``dice`` are quick, ``fair`` is the chance of ``tutti.Match.new`` with that seed, and slow;
    either way ``single`` is that match alone. ``reset``: the next match begins in the ``same`` step in which one ended,
    or with the ``next``, whose action in that place does not matter.
    """

    def __init__(
        self,
        game: str,
        size: int = 1024,
        players: int | None = None,
        options: Fields | None = None,
        seed: int | None = None,
        reward: str = "share",
        illegal: str = "raise",
        reset: str = "same",
        chance: str = "dice",
        pack: str | None = None,
    ) -> None:
        if sys.byteorder != "little":
            raise NotImplementedError("batches need a little-endian machine")
        if size < 1:
            raise ValueError(f"a batch has one match at least, not {size}")
        self.game: tutti.Game[Any] = tutti.game(game, pack) if pack else tutti.game(game)
        self.players = self.game.usual if players is None else players
        self.options: Options = tutti.prepare(self.game, self.players, options or {})
        self.size = size
        self.chance = one_of("chance", chance, CHANCES)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.reward = one_of("reward", reward, REWARDS)
        self.resets = one_of("reset", reset, RESETS)
        self._lay_out()
        self.reset(seed)

    def _lay_out(self) -> None:
        """The buffers, and how numpy sees them."""
        size = self.size
        self.sight = sight(self.game, self.players)
        self.actions = len(self.game.actions)
        writer: Writer[Any] = self.game.writer(self.players) or PlainWriter(self.game, self.players)
        hosts = kernel.Hosts() if self.chance == "dice" else FairHosts()
        self.core: kernel.Batch[Any] = kernel.Batch(self.game, self.options, writer, hosts, size)
        """The compiled part: its buffers are flat, for whoever wants no numpy."""
        self.core.margin = self.reward == "margin"
        self.core.lose = self.illegal == "lose"
        self.core.later = self.resets == "next"
        core = self.core
        self.rows: Row = np.frombuffer(core.rows, np.int16).reshape(size, -1)  # type: ignore[call-overload]
        """Absolute rows: the table, then the private block of each seat. For a trainer; a player gets ``observe``."""
        whole = np.frombuffer(core.masks, np.int8).reshape(size, -1)  # type: ignore[call-overload]
        self.masks: NDArray[np.int8] = whole[:, : self.actions]
        """1 for each action that is legal for whoever is asked."""
        self.movers: Row = np.frombuffer(core.movers, np.int16)  # type: ignore[call-overload]
        """Who is asked; of several, the first. -1 where a match is over and the next begins with the next step."""
        self.ended: NDArray[np.bool_] = np.frombuffer(core.ended, np.bool_)  # type: ignore[call-overload]
        """Where the last step ended a match."""
        rewards = np.frombuffer(core.rewards, np.float64)  # type: ignore[call-overload]
        self.rewards: NDArray[np.float64] = rewards.reshape(size, -1)
        """By match and seat: what its end brought, in the step that ended it; else 0."""
        self.seeds: NDArray[np.int64] = np.frombuffer(core.seeds, np.int64)  # type: ignore[call-overload]
        """Of the matches that are on."""
        self.lengths: NDArray[np.int64] = np.frombuffer(core.lengths, np.int64)  # type: ignore[call-overload]
        """Actions so far in the matches that are on."""
        self._orders, self._named = self._turning()

    def __getstate__(self) -> Fields:
        """Settings and states; rows and masks are written again."""
        core = self.core
        return {
            "chosen": {name: getattr(self, name) for name in CHOSEN},
            "held": {name: getattr(core, name) for name in HELD},
            "cells": {name: list(getattr(core, name)) for name in CELLS},
        }

    def __setstate__(self, kept: Fields) -> None:
        self.__dict__.update(kept["chosen"])
        self._lay_out()
        core = self.core
        for name, value in kept["held"].items():
            setattr(core, name, value)
        writer, width, words = core.writer, core.writer.width, core.writer.words
        for i, state in enumerate(core.states):
            writer.write(state, core.rows, i * width, core.masks, i * words)
            if kept["cells"]["movers"][i] < 0:  # its player may have lost by an illegal action, in the middle
                write_mask((), core.masks, i * words, words)
        for name, values in kept["cells"].items():
            cells = getattr(core, name)
            for at, value in enumerate(values):
                cells[at] = value

    def reset(self, seed: int | None = None) -> None:
        """New matches in all places. Without a seed, nobody can guess them."""
        if seed is None:
            seed = secrets.randbelow(MOST)
        if not 0 <= seed < MOST:
            raise ValueError(f"a seed is a number from 0 to 2**62 - 1, not {seed}")
        self.core.reset(seed)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """One action in each match, by whoever is asked there. With an illegal one among them, and unless that loses,
        ``tutti.IllegalAction`` names match and rule, and nothing has changed in any."""
        given = np.asarray(actions)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} actions are wanted, one for each match, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are numbers, not {given.dtype}")
        if given.dtype.itemsize > 2:
            given = np.where((given >= 0) & (given < self.actions), given, self.actions)
        packed = given.astype("<i2", copy=False).tobytes()
        if self.illegal == "raise":
            wrong = self.core.illegal(packed)
            if wrong >= 0:
                raise self._refused(wrong, int(np.asarray(actions)[wrong]))
        self.core.step(packed)

    def random(self, steps: int = 1, dice: Dice | None = None) -> None:
        """So many steps with random legal actions, in compiled code."""
        self.core.random(steps, dice or Dice(secrets.randbelow(MOST)))

    def sample(self, random: np.random.Generator) -> NDArray[np.int16]:
        """A random legal action for each match; 0 where one is over."""
        where, action = np.nonzero(self.masks)
        count = np.bincount(where, minlength=self.size)
        number = (random.random(self.size) * count).astype(np.int64) + np.cumsum(count) - count
        return np.where(count > 0, np.append(action, 0)[number], 0).astype(np.int16)

    def _refused(self, i: int, action: int) -> IllegalAction:
        state, seat = self.core.states[i], int(self.movers[i])
        if 0 <= action < self.actions:
            refusal, text = self.game.why_not(state, seat, action), self.game.actions[action]
        else:
            text = f"action {action}"
            legal = [self.game.actions[a] for a in self.game.legal(state, seat)]
            refusal = Refusal("unknown_action", args={"found": text, "legal": legal})
        found = IllegalAction(refusal, self.game.name, seat, text)
        found.add_note(f"in match {i} of the batch; nothing was played in any")
        return found

    # -- seeing --------------------------------------------------------------------------------

    def observe(self, out: Row | None = None) -> Row:
        """What whoever is asked observes in each match (docs/observations.md): the row turned to that seat, with no
        private block but its own. Zeros where a match is over. A fresh array, or ``out``."""
        found = np.empty((self.size, self.sight.rules.size), np.int16) if out is None else out
        for seat in range(-1, self.players):
            at = np.flatnonzero(self.movers == seat)
            if len(at):
                found[at] = self.observed(at, seat) if seat >= 0 else 0
        return found

    def observed(self, places: Sequence[int] | NDArray[Any], seat: int) -> Row:
        """What a seat observes in some of the matches. While another seat's act is not complete, a player would see
        the table before it; this is the table as it is."""
        seen: Row = self.rows[np.asarray(places)[:, None], self._orders[seat]]
        columns, first = self._named
        named = seen[:, columns]
        turned = (named - first - seat) % self.players + first
        seen[:, columns] = np.where(named >= first, turned, named)
        return seen

    def _turning(self) -> tuple[list[NDArray[np.intp]], tuple[NDArray[np.intp], Row]]:
        """By seat the cells of a row that it observes, in order; which of them may name a seat, and from what on."""
        rules = self.sight.rules
        orders = []
        for seat, order in enumerate(self.sight.orders):
            own = order >= rules.table
            orders.append(np.where(own, order + seat * rules.own, order))
        return orders, (self.sight.named, self.sight.first)

    def state(self, i: int) -> Any:
        """The state of one match for the int level, with every secret: yours to look at, not to change. It goes on with
        the batch, and may become the next match in its place: ``game.copy`` what you keep."""
        return self.core.states[i]


def single(
    game: str,
    seed: int,
    players: int | None = None,
    options: Fields | None = None,
    chance: str = "dice",
    pack: str | None = None,
) -> tutti.Match:
    """The match of a batch that has this seed, alone and checked: the same actions bring the same outcomes."""
    rules: tutti.Game[Any] = tutti.game(game, pack) if pack else tutti.game(game)
    prepared = tutti.prepare(rules, rules.usual if players is None else players, options or {})
    if one_of("chance", chance, CHANCES) == "fair":
        return tutti.Match.new(rules, seed=seed, options=prepared)
    match = tutti.Match(rules, prepared, Rolled(seed))
    match.set_up(match.scribe())
    return match


class Rolled(Fair):
    """The chance of dice, for a match."""

    def __init__(self, seed: int) -> None:
        super().__init__(str(seed))
        self.dice = Dice(seed)

    def copy(self) -> Rolled:
        return deepcopy(self)

    def below(self, n: int) -> int:
        self.used += 1
        return int(self.dice.below(n))


class FairHost(Host):
    """The chance of a match, for the int level."""

    def __init__(self, fair: Fair) -> None:
        super().__init__()
        self.fair = fair

    def __reduce__(self) -> tuple[Any, ...]:
        return FairHost, (self.fair,)

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        return pick(counts, self.fair.below(total))


class FairHosts(kernel.Hosts):
    def host(self, seed: i64) -> Host:
        return FairHost(Fair(str(seed)))
