"""Another history that one player could not tell from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import tutti
from tutti.kernel.chance import pick
from tutti.kernel.facts import WATCHER, Fields
from tutti.kernel.log import Entry, may_know
from tutti.kernel.native import u8, vec
from tutti.kernel.scribe import Fair, Outcome, Scribe


class Misfit(Exception):
    """This history would have looked different: try another."""


def observe(match: tutti.Match, player: int, past: bool = True) -> Fields:
    """All that a match tells one player, or a spectator (-1); the long lists of the past only if asked."""
    seat = None if player == WATCHER else player
    seen: Fields = {"view": match.view(seat), "question": match.question}
    if past:
        seen |= {"events": match.events(seat), "record": match.record(player)}
    if seat is None:
        return seen
    prompt = match.prompt(player)
    undo = match.undo_refusal(player)
    return seen | {
        "legal": match.legal(player),
        "prompt": asdict(prompt) if prompt else None,
        "position": match.dump(player),
        "errors": [_error(match, player, text) for text in (*match.game.actions, "no such words")],
        "undo": asdict(undo) if undo else None,
        "sample": match.game.dump(match.perspective(player).sample(tutti.Dice(7))),
    }


def _error(match: tutti.Match, player: int, text: str) -> str:
    refusal = match.why_not(player, text)
    return str(tutti.IllegalAction(refusal, match.game.name, player, text)) if refusal else ""


class Dreamer(Scribe):
    """Repeats the outcomes the player saw, and now and then changes those the player did not see."""

    def __init__(self, match: tutti.Match, fair: Fair, outcomes: Sequence[Outcome], player: int, change: int) -> None:
        super().__init__(match.game, fair)
        self.dreams = fair
        self.plan = outcomes
        self.player = player
        self.change = change

    def _kind(self, bag: int, counts: vec[u8], total: int) -> int:
        number = len(self.outcomes)
        if number < len(self.plan):
            true = self.plan[number]
            possible = true.bag == bag and counts[true.kind] > 0
            if may_know(true.to, self.player):
                if not possible:
                    raise Misfit
                return true.kind
            if possible and self.dreams.below(100) >= self.change:
                return true.kind
        return pick(counts, self.dreams.below(total))


def relive(match: tutti.Match, player: int, seen: list[Fields], seed: str, change: int) -> tutti.Match:
    """The match again with hidden outcomes and sealed answers changed, compared step by step with what was seen.

    ``seen`` holds what the player observed after the set-up and after each entry; ``change`` is how
    many hidden outcomes of a hundred come anew. What the player saw later must come out the same,
    or it is a ``Misfit``: only outcomes, reveals and known actions decide that, never the view.
    """
    fair = Fair(seed)
    other = tutti.Match(match.game, match.options, fair)
    other._set_up(Dreamer(match, fair, match.start.outcomes, player, change))
    _fits(match.start, other.start, player)
    assert observe(other, player) == seen[0]
    for number, entry in enumerate(match.log):
        if entry.sealed and entry.player != player:
            if not entry.done:
                continue  # nobody else can tell that it was there
            clicks = _clicks(match, entry) if entry.shown else None
            _seal(other, entry, clicks, Dreamer(match, fair, entry.outcomes, player, change))
        else:
            if entry.action not in match.game.legal(other._state, entry.player):
                assert entry.player != player
                raise Misfit
            other._play(entry.player, entry.action, Dreamer(match, fair, entry.outcomes, player, change))
        _fits(entry, other.log[-1], player)
        assert observe(other, player, past="record" in seen[number + 1]) == seen[number + 1]
    return other


def _clicks(match: tutti.Match, done: Entry) -> list[int]:
    same = [e for e in match.log if e.sealed and e.question == done.question and e.player == done.player]
    return [entry.action for entry in same]


def _seal(other: tutti.Match, done: Entry, clicks: list[int] | None, last: Dreamer) -> None:
    """Another player's whole sealed answer: the clicks that are to be shown, or any."""
    fair, player = last.dreams, done.player
    while True:
        legal = other.game.legal(other._state, player)
        action = clicks.pop(0) if clicks else legal[fair.below(len(legal))]
        if action not in legal:
            raise Misfit
        before = len(other.log)
        other._play(player, action, last)
        if other.log[before].done:
            return
        last = Dreamer(other, fair, last.plan, last.player, last.change)


def _fits(true: Entry, other: Entry, player: int) -> None:
    """What the player saw without a draw must be the same things."""
    for a, b in zip(true.revealed, other.revealed, strict=False):
        if may_know(a.to, player) and a.kind != b.kind:
            raise Misfit
