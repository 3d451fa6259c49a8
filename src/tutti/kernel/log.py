# tutti: compiled
"""One entry of a match's log, and what of it each player may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tutti.kernel.chance import EVERYONE
from tutti.kernel.game import Game
from tutti.kernel.scribe import Outcome, Revealed, Scribe, ToldEvent
from tutti.kernel.types import HIDDEN, WATCHER, Fields


@dataclass
class Entry:
    """An action that was played, with all that came of it. The set-up is an entry without a player."""

    player: int = WATCHER
    action: int = -1
    outcomes: list[Outcome] = field(default_factory=list)
    told: list[ToldEvent] = field(default_factory=list)
    question: int = 0
    """The number of the open question it answered."""
    held: bool = False
    """A click of an all-or-nothing group that was open after it: known to others only with the group's last click."""
    sealed: bool = False
    """Known to its player only, unless it was shown."""
    done: bool = True
    """An answer of several clicks, sealed or held, is done with its last one."""
    closed: bool = False
    """It was the last answer to a simultaneous question: the others' answers took effect."""
    shown: bool = False
    """A sealed answer that has been opened to all."""
    revealed: list[Revealed] = field(default_factory=list)
    start: int = 0
    """How many draws of the seed were used before it."""
    whole: Fields | None = field(default=None, compare=False, repr=False)
    """The whole truth of it as a record holds it, once somebody asked: it never changes."""

    def take(self, scribe: Scribe) -> None:
        """Keep what the scribe wrote down while the rules ran."""
        self.outcomes = scribe.outcomes
        self.told = scribe.told
        self.revealed = scribe.revealed
        self.held = scribe.held
        self.sealed = scribe.sealed
        self.done = not scribe.held and (scribe.done or not scribe.sealed)
        self.closed = scribe.closed

    def kinds(self) -> list[int]:
        return [outcome.kind for outcome in self.outcomes]

    def known_to(self, player: int) -> bool:
        """Whether the player may know which action it was."""
        return not self.sealed or self.shown or player == self.player

    def taught(self, player: int) -> bool:
        """Whether the player saw something hidden that was new to them, other than by chance."""
        return any(may_know(r.to, player) and not r.knew >> player & 1 for r in self.revealed)


def may_know(to: int, player: int) -> bool:
    """Whether a mask of players includes this one; watchers know only what everybody knows."""
    return to == EVERYONE or (player >= 0 and bool(to >> player & 1))


def events(game: Game[Any], entry: Entry, player: int) -> list[Fields]:
    """The entry's events as that player was told them."""
    return [game.event(t.verb, t.player, t.a, t.b, t.c) for t in entry.told if may_know(t.to, player)]


def written(game: Game[Any], entry: Entry, player: int | None) -> Fields:
    """The entry as a record holds it: the whole truth (None), or what one player may know."""
    raw: Fields = {}
    if entry.action >= 0:
        raw["player"] = entry.player
        open_to_all = player is None or entry.known_to(player)
        raw["action"] = game.actions[entry.action] if open_to_all else HIDDEN
    if entry.outcomes:
        raw["chance"] = [
            game.outcome(o.bag, o.kind) if player is None or may_know(o.to, player) else HIDDEN for o in entry.outcomes
        ]
    if player is not None and entry.revealed:  # the whole truth has it anyway
        raw["seen"] = [game.outcome(r.bag, r.kind) if may_know(r.to, player) else HIDDEN for r in entry.revealed]
    return raw


def whole(game: Game[Any], entry: Entry) -> Fields:
    """The whole truth of an entry as a record holds it: made once, so not to be changed."""
    if entry.whole is None:
        entry.whole = written(game, entry, None)
    return entry.whole


def next_question(entry: Entry) -> int:
    """The number of the question after this entry, as long as nothing is taken back."""
    return entry.question + (not entry.held and (entry.closed or not entry.sealed))


def told_to(entries: list[Entry], player: int) -> list[Entry]:
    """The entries a player may know of, in the order in which the player came to know that they were there.

    The clicks of another's sealed answer, or of a group, are one answer to others, and nothing until it is
    done: neither their number nor when they were made may show. Once opened they stand where it was done.
    """
    told: list[Entry] = []
    clicks: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.player == player:
            told.append(entry)
        elif not entry.done:
            clicks.setdefault(entry.player, []).append(entry)
        else:
            before = clicks.pop(entry.player, [])
            told += [*before, entry] if entry.shown or not entry.sealed else [entry]
    return told


def open_group(entries: list[Entry]) -> list[Entry]:
    """The clicks of the group that is still open after the last entry; none if no group is."""
    first = len(entries)
    while first and entries[first - 1].held:
        first -= 1
    return entries[first:]
