"""A match whose chance is asked from outside: an action waits until every draw that it needs has come."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import tutti
from tutti.kernel.chance import pick
from tutti.kernel.log import told_to, written
from tutti.kernel.native import u8, vec
from tutti.kernel.pickling import Kept
from tutti.kernel.record import head_of
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import WATCHER, Fields, Options

Waiting = tuple[int, int]
"""Player and action; (-1, -1) is the set-up."""
SET_UP: Waiting = (WATCHER, -1)


class Asked(Kept):
    """The script is at its end: this bag is drawn from now."""

    def __init__(self, bag: int, counts: list[int]) -> None:
        super().__init__(bag)
        self.bag = bag
        self.counts = counts


class Asker(Scribe):
    """Answers from its script, then asks; with a seed it answers by itself."""

    def _kind(self, bag: int, counts: vec[u8], total: int) -> int:
        if self.script is not None and len(self.outcomes) < len(self.script):
            return int(self.script[len(self.outcomes)])
        if self.fair is None:
            raise Asked(bag, [int(count) for count in counts])
        return pick(counts, self.fair.below(total))


class Turns:
    """The turns of a match, and what waits for chance. They copy and pickle as what they are: plain data, a state."""

    def __init__(self, rules: tutti.Game[Any], options: Options) -> None:
        self.rules = rules
        self.options = options
        self.match: tutti.Match | None = None
        self.before: list[str] | None = None
        """What each player knew where they began, if not at a set-up."""
        self.waiting: Waiting | None = None
        self.script: list[int] = []
        """The draws that have come for what waits."""
        self.bag = -1
        self.chances: list[int] = []
        """How many of each kind may come now; empty when nobody waits for chance."""

    @classmethod
    def begun(cls, rules: tutti.Game[Any], options: Options, position: Fields | None = None) -> Turns:
        """At the set-up, or in a position; whatever is open in that, a seed has drawn."""
        turns = cls(rules, options)
        if position is None:
            turns.waiting = SET_UP
            turns._try()
        else:
            turns.match = tutti.Match.load(position, seed=0)
            turns.before = _at_first(turns.match)
        return turns

    # -- playing -------------------------------------------------------------------------------

    def act(self, player: int, action: int) -> None:
        self.waiting = (player, action)
        self._try()

    def came(self, kind: int) -> None:
        """A draw has come out."""
        if not (0 <= kind < len(self.chances) and self.chances[kind]):
            raise ValueError(f"{kind} cannot come out of {self.chances}")
        self.script.append(kind)
        self._try()

    def draw(self, random: Random) -> None:
        """All that is waited for, drawn now."""
        self._try(Fair(str(random.getrandbits(64))))

    def _try(self, fair: Fair | None = None) -> None:
        """Carry out what waits, as far as its draws have come. Where one is missing, nothing has changed."""
        assert self.waiting is not None
        player, action = self.waiting
        scribe = Asker(self.rules, fair, self.script)
        match = self.match or tutti.Match(self.rules, self.options, Fair("asked"))
        try:
            if self.match is None:
                match.set_up(scribe)
            else:
                match.carry_out(player, action, scribe)
        except Asked as asked:
            self.bag, self.chances = asked.bag, asked.counts
            return
        match.skip(len(scribe.outcomes))  # a transcript counts draws
        self.match = match
        self.waiting, self.script, self.bag, self.chances = None, [], -1, []

    # -- copies --------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Turns:
        other = Turns(self.rules, self.options)
        other.match = self.match.twin() if self.match else None
        other.before = self.before
        other.waiting, other.script, other.bag, other.chances = self.waiting, [*self.script], self.bag, self.chances
        return other

    def __copy__(self) -> Turns:
        return self.__deepcopy__(None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.options, self.match, self.before, self.waiting, self.script)

    def resampled(self, player: int, seed: int) -> Turns:
        """Another world that looks the same to the player, who has to be asked."""
        assert self.match is not None
        if player not in self.match.active:
            raise ValueError("only whoever is asked can be sampled for")
        world = self.match.perspective(player).sample(tutti.Dice(seed))
        other = Turns(self.rules, self.options)
        other.match = tutti.Match.load({**head_of(self.rules, self.options), **self.rules.dump(world)}, seed=0)
        other.before = _at_first(other.match)
        other.before[player] = knowledge(self, player)
        return other

    def told(self) -> str:
        """For people: where it stands, with every secret in it."""
        if self.match is None:
            return "set-up"
        waits = self.rules.actions[self.waiting[1]] if self.waiting else ""
        return json.dumps({**self.match.dump(), "waiting": waits, "came": self.script})


def _again(
    rules: tutti.Game[Any],
    options: Options,
    match: tutti.Match | None,
    before: list[str] | None,
    waiting: Waiting | None,
    script: list[int],
) -> Turns:
    turns = Turns(rules, options)
    turns.match = match
    turns.before, turns.waiting, turns.script = before, waiting, list(script)
    if waiting is not None:
        turns._try()
    return turns


def knowledge(turns: Turns, player: int) -> str:
    """All that a player was ever told, in the order of it: equal for two matches that the player cannot tell apart."""
    match = turns.match
    if match is None:
        return ""
    first = (
        turns.before[player]
        if turns.before
        else f"player {player}\n{json.dumps(written(match.game, match.start, player))}"
    )
    lines = [json.dumps(written(match.game, entry, player)) for entry in told_to(match.log, player)]
    return "\n".join([first, *lines])


def _at_first(match: tutti.Match) -> list[str]:
    """What each player knows in a position: what they see of it."""
    seats = [*range(match.players), WATCHER]  # the last is also number -1
    return [f"player {seat}\n{json.dumps(match.dump(seat))}" for seat in seats]
