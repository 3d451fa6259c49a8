"""Another history that one player could not tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

import tutti
from support.lines import in_turn
from support.observing import observed
from tutti.kernel.chance import pick
from tutti.kernel.log import Entry, may_know, open_group
from tutti.kernel.native import u8, vec
from tutti.kernel.scribe import Fair, Outcome, Scribe
from tutti.kernel.types import WATCHER, Fields


class Misfit(Exception):
    """This history would have looked different: try another."""


SELDOM = 8
"""What is dear to ask for is asked for once in so many steps."""


def observe(match: tutti.Match, player: int, number: int | None = None) -> Fields:
    """All that a match tells one player, or a spectator (-1).

    With the number of the step: the whole past and a sampled world only now and then, and of the refusals
    those whose turn it is, so that all have been asked for after some steps. What an error says is made of its
    refusal and of what was asked, and of nothing else (``tests/words``).
    """
    seat = None if player == WATCHER else player
    often = number is not None and bool(number % SELDOM)
    seen: Fields = {"view": match.view(seat), "question": match.question if seat is None else match.asked(seat)}
    if not often:
        seen |= {"events": match.events(seat), "record": match.record(player)}
        seen["observation"] = observed(match, player)
    if seat is None:
        return seen
    if not often:
        mine = match.perspective(player)
        seen["samples"] = [match.game.dump(draw(tutti.Dice(7))) for draw in (mine.sample, mine.likely)]
    prompt = match.prompt(player)
    undo = match.undo_refusal(player)
    texts = match.game.actions if number is None else in_turn(match.game.actions, number)
    return seen | {
        "legal": match.legal(player),
        "prompt": asdict(prompt) if prompt else None,
        "position": match.dump(player),
        "refusals": [match.why_not(player, text) for text in (*texts, "no such words")],
        "undo": asdict(undo) if undo else None,
    }


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


def watch(match: tutti.Match, player: int, moves: Iterable[tuple[int, str]]) -> list[Fields]:
    """Play the moves; what the player observed after the set-up and after each of them, in the end all of it."""
    seen = [observe(match, player)]
    for mover, action in moves:
        match.play(mover, action)
        seen.append(observe(match, player, len(seen)))
    seen[-1] = observe(match, player)
    return seen


def relive(match: tutti.Match, player: int, seen: list[Fields], seed: str, change: int) -> tutti.Match:
    """The match again with hidden outcomes and others' answers changed, compared step by step with what was seen.

    ``seen`` is what ``watch`` saw; ``change`` is how many hidden outcomes, sealed answers and clicks of open
    groups of a hundred come anew; a group is clicked as it was before it takes effect. What the player saw
    later must come out the same, or it is a ``Misfit``: only outcomes, reveals and known actions decide that,
    never the view.
    """
    fair = Fair(seed)
    other = tutti.Match(match.game, match.options, fair)
    other.set_up(Dreamer(match, fair, match.start.outcomes, player, change))
    _fits(match.start, other.start, player)
    assert observe(other, player) == seen[0]
    for number, entry in enumerate(match.log, 1):
        if entry.sealed and entry.player != player:
            if not entry.done:
                continue  # nobody else can tell that it was there
            _seal(other, entry, _clicks(match, entry), Dreamer(match, fair, entry.outcomes, player, change))
        elif entry.held and entry.player != player:
            if fair.below(100) < change:
                _toy(other, entry.player, fair)
            else:
                _click(other, entry.player, open_group(match.log[:number]))
        else:
            if entry.player != player:
                _click(other, entry.player, open_group(match.log[: number - 1]))
            if entry.action not in match.game.legal(other.state, entry.player):
                assert entry.player != player
                raise Misfit
            other.carry_out(entry.player, entry.action, Dreamer(match, fair, entry.outcomes, player, change))
        if not entry.held:
            _fits(entry, other.log[-1], player)
        assert observe(other, player, number if number < len(match.log) else None) == seen[number]
    return other


def differ(match: tutti.Match, other: tutti.Match) -> bool:
    """Whether anything went otherwise in these two matches."""

    def story(one: tutti.Match) -> list[object]:
        return [(entry.player, entry.action, entry.outcomes) for entry in (one.start, *one.log)]

    return story(match) != story(other)


def _clicks(match: tutti.Match, done: Entry) -> list[int]:
    same = [e for e in match.log if e.sealed and e.question == done.question and e.player == done.player]
    return [entry.action for entry in same]


def _seal(other: tutti.Match, done: Entry, clicks: list[int], last: Dreamer) -> None:
    """Another player's whole sealed answer: the true clicks if they are to be shown, else now and then any."""
    fair, player = last.dreams, done.player
    dream = not done.shown and fair.below(100) < last.change
    while True:
        legal = other.game.legal(other.state, player)
        action = clicks.pop(0) if clicks and not dream else legal[fair.below(len(legal))]
        if action not in legal:
            if done.shown:
                raise Misfit
            dream = True
            continue
        before = len(other.log)
        other.carry_out(player, action, last)
        if other.log[before].done:
            return
        last = Dreamer(other, fair, last.plan, last.player, last.change)


def _click(other: tutti.Match, player: int, clicks: Sequence[Entry]) -> None:
    """These clicks of a group and no others."""
    while open_group(other.log):
        other.undo(player)
    for entry in clicks:
        if entry.action not in other.game.legal(other.state, player):
            raise Misfit
        other.play(player, other.game.actions[entry.action])


def _toy(other: tutti.Match, player: int, fair: Fair) -> None:
    """Any clicks of a group that stays open, or none at all."""
    _click(other, player, ())
    for _ in range(fair.below(5)):
        legal = [a for a in other.game.legal(other.state, player) if holds(other, player, a)]
        if not legal:
            return
        other.play(player, other.game.actions[legal[fair.below(len(legal))]])


def holds(match: tutti.Match, player: int, action: int) -> bool:
    """Whether a group is open after this action."""
    trial = Scribe(match.game, Fair("trial"))
    match.game.apply(match.game.copy(match.state), action, trial, player)
    return trial.held


def _fits(true: Entry, other: Entry, player: int) -> None:
    """What the player saw without a draw must be the same things."""
    for a, b in zip(true.revealed, other.revealed, strict=False):
        if may_know(a.to, player) and a.kind != b.kind:
            raise Misfit
