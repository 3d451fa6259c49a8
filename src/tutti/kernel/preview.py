"""Previews: what an action would do, as far as it is certain to the player who asks.

The action is carried out in a world that fits what the player knows, with a host that ends it at the first thing the
player cannot know: chance, something hidden that is shown, sealed answers that are opened. What was told up to there is
what will be told, whatever the hidden things are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar

from tutti.kernel.chance import EVERYONE, Dice, Host
from tutti.kernel.difference import difference
from tutti.kernel.errors import IllegalAction
from tutti.kernel.game import Game
from tutti.kernel.log import may_know
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Fields, Majority, Remark, Standing

S = TypeVar("S")

SEED: Final = 1
"""Any will do: nothing that is shown may depend on it."""


Change = tuple[list[int], list[int]]
"""A number of each player, before and after."""
NEUTRAL = ("costs",)
"""Codes of remarks that speak neither for nor against an action, whatever the game."""


@dataclass(frozen=True)
class Preview:
    """What one or more actions of a player would do."""

    actions: tuple[str, ...]
    """Those that were carried out, up to the one at which certainty ended."""
    events: tuple[Fields, ...]
    stop: str
    """What comes then: ``question`` (the player is asked again), ``turn`` (others decide), ``over``, ``chance``,
    ``seen`` (something hidden is shown), ``answers`` (sealed answers are opened)."""
    changes: list[Fields] | None
    """What is different in the view, as a JSON Patch; None where an action was cut short or nobody asked."""
    numbers: dict[str, Change]
    """Named numbers that would change, those of the game and ``points`` and ``scored`` of the standing."""
    sources: dict[str, Change]
    """Points by source, if the match were scored now, that would change."""
    majorities: tuple[tuple[Majority, Majority], ...]
    """Majorities that would change: before and after."""
    warnings: tuple[Remark, ...]
    merits: tuple[Remark, ...]

    def judged(self) -> Preview:
        """The same without merits that only tell what it costs, so that the others may be reasons."""
        return replace(self, merits=tuple(remark for remark in self.merits if remark.code not in NEUTRAL))

    def json(self) -> Fields:
        """The same as plain data."""
        return {
            "actions": list(self.actions),
            "events": list(self.events),
            "stop": self.stop,
            "changes": self.changes,
            "numbers": {name: [before, after] for name, (before, after) in self.numbers.items()},
            "sources": {name: [before, after] for name, (before, after) in self.sources.items()},
            "majorities": [[before.json(), after.json()] for before, after in self.majorities],
            "warnings": [remark.json() for remark in self.warnings],
            "merits": [remark.json() for remark in self.merits],
        }


class Unknown(Exception):
    """The player cannot know what comes now."""

    def __init__(self, stop: str) -> None:
        super().__init__(stop)
        self.stop = stop


class Certain(Host):
    """Ends an action where one player cannot know what comes."""

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player = player

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        raise Unknown("chance")

    def reveal(self, bag: i64, kind: i64, to: i64 = EVERYONE, knew: i64 = 0) -> None:
        if may_know(to, self.player) and not knew >> self.player & 1:
            raise Unknown("seen")

    def close(self, show: bool) -> None:
        raise Unknown("answers")


class Onlooker(Certain):
    """Hears what the player would be told as well."""

    def __init__(self, game: Game[Any], player: int) -> None:
        super().__init__(player)
        self.hears = True
        self.game = game
        self.events: list[Fields] = []

    def tell(self, verb: i64, player: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, to: i64 = EVERYONE) -> None:
        if may_know(to, self.player):
            self.events.append(self.game.event(verb, player, a, b, c))


def certainly(game: Game[S], state: S, player: int, action: int) -> S:
    """A state of one's own in which a legal action was carried out, as far as it is certain to the player."""
    world = game.copy(state)
    with suppress(Unknown):
        game.apply(world, action, Certain(player), player)
    return world


Reader = Callable[[Any, int, str], int]
"""The legal action of a player in a state that a text means, or ``IllegalAction``."""


class Outlook:
    """Where the previews of one question begin: a world that fits what the player knows, and what it shows. Many
    actions are looked at before one is made, so it is made once for all of them."""

    def __init__(self, game: Game[Any], world: Any, player: int) -> None:
        self.game = game
        self.world = world
        self.player = player
        self.measured = _measured(game, world, player)

    @cached_property
    def view(self) -> Fields:
        """What the player sees now."""
        return self.game.view(self.world, self.player)

    def look(self, texts: Sequence[str], views: bool, read: Reader) -> Preview:
        """Carry out actions in a copy of the world. ``views``: tell what changes in the view."""
        game, player, before = self.game, self.player, self.measured
        state = game.copy(self.world)
        onlooker = Onlooker(game, player)
        warnings: list[Remark] = []
        merits: list[Remark] = []
        done: list[str] = []
        stop = ""
        for text in texts:
            try:
                action = read(state, player, text)
            except IllegalAction as illegal:
                illegal.index = len(done)
                raise
            warnings += game.warnings(state, player, action)
            merits += game.merits(state, player, action)
            done.append(game.actions[action])
            try:
                game.apply(state, action, onlooker, player)
            except Unknown as unknown:
                stop = unknown.stop
                break
        changes: list[Fields] | None = None
        if not stop:
            asked = game.active(state)
            stop = "question" if player in asked else "turn" if asked else "over"
            changes = difference(self.view, game.view(state, player)) if views else None
        after = _measured(game, state, player)
        old, new = before.standing, after.standing
        return Preview(
            tuple(done),
            tuple(onlooker.events),
            stop,
            changes,
            _changed(before.numbers, after.numbers),
            {} if old.sources == new.sources else _changed(before.sources, after.sources),
            tuple(pair for pair in zip(old.majorities, new.majorities, strict=True) if pair[0] != pair[1]),
            tuple(warnings),
            tuple(merits),
        )


class _Measured(NamedTuple):
    """What previews compare of a state."""

    numbers: dict[str, list[int]]
    standing: Standing

    @property
    def sources(self) -> dict[str, list[int]]:
        rows = self.standing.sources
        return {
            name: [row.get(name, 0) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)
        }


def _measured(game: Game[Any], state: Any, player: int) -> _Measured:
    standing = game.standing(state, player)
    numbers = {**game.numbers(state, player), "points": list(standing.points), "scored": list(standing.scored)}
    return _Measured(numbers, standing)


def _changed(before: dict[str, list[int]], after: dict[str, list[int]]) -> dict[str, Change]:
    """Rows that differ; a name that only one of them has counts nothing in the other."""
    found: dict[str, Change] = {}
    for name in dict.fromkeys((*before, *after)):
        row = before.get(name) or [0] * len(after[name])
        new = after.get(name) or [0] * len(row)
        if row != new:
            found[name] = row, new
    return found


def world_of(game: Game[Any], state: Any, player: int) -> Any:
    """A world that fits what the player knows, of one's own."""
    return game.imagined(state, player, Dice(SEED))
