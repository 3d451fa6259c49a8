# tutti: compiled
"""Batch: many matches of one game, each step of all of them one call. The buffers are flat arrays that others may read.

Unchecked and fast, as ``Game`` is: ``tutti.envs.batch`` checks, and shows the buffers to numpy.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar, final

from tutti.kernel.chance import Dice, Host
from tutti.kernel.game import Game
from tutti.kernel.native import i16, i64, mypyc_attr, u8, vec
from tutti.kernel.types import Options
from tutti.observe.writer import Writer, write_mask

LEAST: Final = 1_000_000

S = TypeVar("S")


@mypyc_attr(allow_interpreted_subclasses=True)
class Hosts:
    """Who answers for chance in a match, and hears nothing: dice of its seed."""

    def host(self, seed: i64) -> Host:
        return Dice(seed)

    def again(self, host: Host, seed: i64) -> Host:
        """For the next match in a place, whose host so far is free."""
        if isinstance(host, Dice):
            host.seed(seed)
            return host
        return self.host(seed)


@final
class Batch(Generic[S]):
    """``size`` matches, side by side. One that ends makes room for the next in the same step, or in the one after."""

    def __init__(self, game: Game[S], options: Options, writer: Writer[S], hosts: Hosts, size: int) -> None:
        self.game = game
        self.options = options
        self.writer = writer
        self.hosts = hosts
        self.size: i64 = size
        self.players: i64 = options.players
        self.later = False
        """The next match begins with the step after the end, so that the end can be seen."""
        self.margin = False
        """Rewards are points less those of the best rival, not the share of the win less the mean."""
        self.lose = False
        """An illegal action loses the match for its player."""
        self.states: list[S] = []
        self.chance: list[Host] = []
        self.rows = vec[i16]([0] * (size * int(writer.width)))
        self.masks = vec[i64]([0] * (size * int(writer.words)))
        self.movers = vec[i16]([0] * size)
        """Who is asked in each match; -1 where it is over."""
        self.ended = vec[u8]([0] * size)
        """1 where the last step ended a match."""
        self.ends = vec[i64]([0] * size)
        """The places where one ended, so many as ``count`` says."""
        self.count: i64 = 0
        self.rewards = vec[float]([0.0] * (size * options.players))
        """By match and seat; 0 but in the step that ends a match."""
        self.seeds = vec[i64]([0] * size)
        """The seed of the match that is on."""
        self.lengths = vec[i64]([0] * size)
        """Steps in the match that is on."""
        self.steps: i64 = 0
        """Steps since the last ``reset``, those of all matches counted."""
        self.matches: i64 = 0
        """Matches that ended since then."""

    def reset(self, seed: int) -> None:
        """New matches in all places: the match number ``k`` of place ``i`` has the seed ``seed + i + k * size``."""
        self.steps = 0
        self.matches = 0
        self.states = []
        self.chance = []
        i: i64 = 0
        while i < self.size:
            first: i64 = seed
            self.seeds[i] = first + i
            host = self.hosts.host(self.seeds[i])
            self.chance.append(host)
            self.states.append(self.game.setup(self.options, host))
            self._open(i)
            i += 1

    def _next(self, i: i64) -> None:
        """The next match in a place, in the memory of the last one: what is walked through in order comes in time."""
        self.seeds[i] += self.size
        host = self.hosts.again(self.chance[i], self.seeds[i])
        self.chance[i] = host
        self.states[i] = self.game.again(self.states[i], self.options, host)
        self._open(i)

    def _open(self, i: i64) -> None:
        writer = self.writer
        self.lengths[i] = 0
        self.movers[i] = i16(writer.write(self.states[i], self.rows, i * writer.width, self.masks, i * writer.words))

    def is_legal(self, i: i64, a: i64) -> bool:
        """What the mask says."""
        words = self.writer.words
        return 0 <= a < words << 3 and (self.masks[i * words + (a >> 3)] >> ((a & 7) << 3)) & 1 == 1

    # -- playing -------------------------------------------------------------------------------

    def illegal(self, actions: bytes) -> int:
        """The first match whose action, two bytes each, is not legal; -1: all are. Where one is over, any will do."""
        movers = self.movers
        i: i64 = 0
        while i < self.size:
            a: i64 = actions[2 * i] | (actions[2 * i + 1] << 8)
            if movers[i] >= 0 and not self.is_legal(i, a):
                return i
            i += 1
        return -1

    def step(self, actions: bytes) -> None:
        """One action in each match, two bytes each, the lower one first. Legal ones: ask ``illegal`` before."""
        writer = self.writer
        rows = self.rows
        masks = self.masks
        width = writer.width
        words = writer.words
        states = self.states
        chance = self.chance
        movers = self.movers
        lengths = self.lengths
        lose = self.lose
        self.clear()
        i: i64 = 0
        while i < self.size:
            if movers[i] < 0:
                self._next(i)
            else:
                a: i64 = actions[2 * i] | (actions[2 * i + 1] << 8)
                if lose and not self.is_legal(i, a):
                    self._forfeit(i)
                else:
                    mover = writer.move(states[i], a, chance[i], rows, i * width, masks, i * words)
                    movers[i] = i16(mover)
                    lengths[i] += 1
                    if mover < 0:
                        self._end(i)
            i += 1
        self.steps += self.size

    def one(self, i: i64, a: i64) -> None:
        """A legal action in one match alone, whose end is not forgotten until ``clear``."""
        writer = self.writer
        mover = writer.move(
            self.states[i], a, self.chance[i], self.rows, i * writer.width, self.masks, i * writer.words
        )
        self.movers[i] = i16(mover)
        self.lengths[i] += 1
        self.steps += 1
        if mover < 0:
            self._end(i)

    def random(self, steps: i64, dice: Dice) -> None:
        """So many steps with actions drawn by these dice, match after match."""
        writer = self.writer
        rows = self.rows
        masks = self.masks
        states = self.states
        chance = self.chance
        movers = self.movers
        lengths = self.lengths
        size = self.size
        while steps > 0:
            self.clear()
            i: i64 = 0
            ahead = states[0]
            while i < size:
                s = ahead
                ahead = states[i + 1] if i + 1 < size else s  # taken up early, it is in the cache when its turn comes
                if movers[i] < 0:
                    self._next(i)
                else:
                    mover = writer.random(s, i, dice, chance, rows, masks)
                    movers[i] = i16(mover)
                    lengths[i] += 1
                    if mover < 0:
                        self._end(i)
                i += 1
            self.steps += size
            steps -= 1

    def clear(self) -> None:
        """Forget the ends of the step before."""
        ended = self.ended
        rewards = self.rewards
        n = self.players
        while self.count > 0:
            self.count -= 1
            i = self.ends[self.count]
            ended[i] = 0
            p: i64 = 0
            while p < n:
                rewards[i * n + p] = 0.0
                p += 1

    def _end(self, i: i64) -> None:
        """A match has come to its end: what each seat gets for it."""
        game = self.game
        s = self.states[i]
        n = self.players
        rewards = self.rewards
        p: i64 = 0
        if self.margin:
            while p < n:
                best: i64 = -LEAST
                q: i64 = 0
                while q < n:
                    if q != p:
                        best = max(best, game.points(s, q))
                    q += 1
                rewards[i * n + p] = float(game.points(s, p) - best)
                p += 1
        else:
            winners: i64 = 0
            first = game.winners(s, n)
            while p < n:
                if (first >> p) & 1:
                    winners += 1
                    rewards[i * n + p] = 1.0
                p += 1
            mean = 1.0 / float(n)
            share = 1.0 / float(winners)
            p = 0
            while p < n:
                rewards[i * n + p] = rewards[i * n + p] * share - mean
                p += 1
        self._over(i)

    def _forfeit(self, i: i64) -> None:
        """Whoever is asked has lost; the others share the win."""
        n = self.players
        mean = 1.0 / float(n)
        share = 1.0 / float(n - 1)
        p: i64 = 0
        while p < n:
            self.rewards[i * n + p] = -mean if p == i64(self.movers[i]) else share - mean
            p += 1
        write_mask((), self.masks, i * self.writer.words, self.writer.words)
        self.movers[i] = -1
        self._over(i)

    def _over(self, i: i64) -> None:
        if not self.ended[i]:  # with ``one``, two may end in a place before they are forgotten
            self.ended[i] = 1
            self.ends[self.count] = i
            self.count += 1
        self.matches += 1
        if not self.later:
            self._next(i)
