"""Theater Cards: the only secret, kept until scoring and the unkept ones for ever (OR-011, OR-023)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tutti
from games.orchestra.tables import play, table
from support import rule
from support.history import observe
from tutti import Match
from tutti.games.orchestra.rules.events import BAG_THEATER
from tutti.kernel.frames import BIT
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import WATCHER

THEATER = [{"dealt": ["T01", "T02"], "kept": "T02"}, {"dealt": ["T03", "T04"], "kept": "T03"}]


def before_the_last_choice() -> Match:
    """One more has to choose an area; then the Theater Cards are counted."""
    match = table(2, phase="special_round", reason="deck_i", theater=THEATER)
    play(match, "0 pass", "1 pass")
    play(match, f"{match.active[0]} area a")
    return match


@rule("OR-011", "OR-187", "KN-21", "KN-32")
def test_the_cards_kept_are_shown_when_they_are_counted() -> None:
    match = before_the_last_choice()
    assert "T03" not in str([match.view(0), match.events(0), match.record(0), match.dump(0)])
    last = match.active[0]
    play(match, f"{last} area b")
    for seat in (WATCHER, 0, 1):
        assert match.record(seat)["log"][-1]["seen"] == ["T02", "T03"]
    assert match.view()["theater_cards"] == ["T02", "T03"]
    refusal = match.undo_refusal(last)
    assert refusal is not None
    assert refusal.code == "undo_seen"


@rule("OR-011", "KN-07", "KN-08")
def test_the_cards_not_kept_are_never_shown() -> None:
    match = before_the_last_choice()
    play(match, f"{match.active[0]} area b")
    assert "T04" not in str([match.view(0), match.events(0), match.record(0), match.dump(0)])
    for seat, own, shown, hidden in ((0, ["T01", "T02"], "T03", "T04"), (1, ["T03", "T04"], "T02", "T01")):
        unkept = set()
        for seed in range(80):
            world = match.game.dump(match.perspective(seat).sample(tutti.Dice(seed)))["theater"]
            assert world[seat]["dealt"] == own
            assert world[1 - seat]["kept"] == shown
            assert not set(world[1 - seat]["dealt"]) & set(own)
            unkept |= set(world[1 - seat]["dealt"]) - {shown}
        assert hidden in unkept
        assert len(unkept) > 5


def again(match: Match, outcomes: Sequence[int]) -> Match:
    """The set-up of a match with these outcomes."""
    other = Match(match.game, match.options, Fair("again"))
    other.set_up(Scribe(match.game, script=outcomes))
    return other


def others_unkept(match: Match, player: int) -> list[int]:
    """The outcomes of the set-up, but what the others did not keep are cards that nobody was dealt."""
    kept = {match.game.actions[entry.action] for entry in match.log[: match.players]}
    dealt = {outcome.kind for outcome in match.start.outcomes if outcome.bag == BAG_THEATER}
    unseen = [kind for kind in range(20) if kind not in dealt]
    outcomes = []
    for outcome in match.start.outcomes:
        hidden = outcome.bag == BAG_THEATER and outcome.to != BIT[player]
        action = f"keep {match.game.outcome(outcome.bag, outcome.kind).lower()}"
        outcomes.append(unseen.pop() if hidden and action not in kept else outcome.kind)
    return outcomes


@rule("KN-12", "OR-011")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_with_other_cards_not_kept_looks_the_same_to_its_end(players: int) -> None:
    match = Match.new("orchestra", players=players, seed=players)
    dice = tutti.Dice(players)
    while match.active:
        player = match.active[dice.below(len(match.active))]
        actions = match.legal(player)
        match.play(player, actions[dice.below(len(actions))])
    truth, other = again(match, match.start.kinds()), again(match, others_unkept(match, 0))
    for number, entry in enumerate(match.log):
        for twin in (truth, other):
            twin.carry_out(entry.player, entry.action, Scribe(match.game, script=entry.kinds()))
        if number % 50 == players or number >= len(match.log) - players:
            assert observe(other, 0) == observe(truth, 0)
    assert truth.dump() == match.dump() != other.dump()
    assert other.result == match.result is not None
