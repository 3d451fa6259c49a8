"""Laws of foresight: a preview tells the player what then happens, and nothing that the player cannot know."""

from __future__ import annotations

from hypothesis import strategies as st

from support import rule
from support.lines import in_turn, law, lines, moves, new, state, visible
from tutti import Dice, Match
from tutti.kernel import preview
from tutti.kernel.types import WATCHER, Fields, Json, Standing

CERTAIN = ("question", "turn", "over")
ROWS = 6
"""So many rows of two actions are looked at in one match."""


def patched(view: Json, changes: list[Fields]) -> Json:
    """A view with its changes made."""
    for change in changes:
        at = view
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
        for key in way:
            at = at[int(key) if isinstance(at, list) else key]
        if change["op"] == "remove":
            del at[last]
        else:
            at[int(last) if isinstance(at, list) else last] = change["value"]
    return view


def measured(match: Match, player: int) -> dict[str, list[int]]:
    """The numbers that a preview compares."""
    standing = match.standing(player)
    numbers = match.game.numbers(visible(match, player), player)
    return {**numbers, "points": list(standing.points), "scored": list(standing.scored)}


def by_source(standing: Standing) -> dict[str, list[int]]:
    """Points by source, without those that nobody has."""
    names = dict.fromkeys(name for row in standing.sources for name in row)
    rows = {name: [row.get(name, 0) for row in standing.sources] for name in names}
    return {name: row for name, row in rows.items() if any(row)}


@rule("KN-44")
@law()
def test_a_preview_is_what_then_happens(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        truth = match.game.dump(state(match))
        seen = match.preview(player, action)
        assert match.game.dump(state(match)) == truth  # nothing was played
        before = match.game.view(visible(match, player), player)
        numbers, standing = measured(match, player), match.standing(player)
        told = match.play(player, action)
        assert list(seen.events) == told[: len(seen.events)]
        if seen.stop in CERTAIN:
            assert len(seen.events) == len(told)
            assert seen.changes is not None
            assert patched(before, seen.changes) == match.game.view(visible(match, player), player)
            changed = {name: after for name, (_, after) in seen.numbers.items()}
            assert measured(match, player) == {**numbers, **changed}  # costs and all else
            sources = {**by_source(standing), **{name: after for name, (_, after) in seen.sources.items()}}
            now = match.standing(player)
            assert {name: row for name, row in sources.items() if any(row)} == by_source(now)
            moved = [next((new for old, new in seen.majorities if old == one), one) for one in standing.majorities]
            assert tuple(moved) == now.majorities
            assert (seen.stop == "question") == (player in match.active)
            assert (seen.stop == "over") == (not match.active)
        else:
            assert seen.changes is None


@rule("KN-44")
@law(secrets=True)
def test_a_preview_hangs_on_what_the_player_knows_alone(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    rows = 0
    for number, (player, action) in enumerate(moves(match, line)):
        other = rules.determinize(visible(match, player), player, Dice(line.dice.word()))
        elsewhere = preview.Outlook(rules, other, player)  # the match looks at the truth, this at what may be as well
        for text in in_turn(match.legal(player), number, most=2):
            mine = match.preview(player, text).json()
            assert elsewhere.look([text], True, match.read_in).json() == mine
            if mine["stop"] == "question" and rows < ROWS:
                rows += 1
                row = _row(match, player, text)
                assert elsewhere.look(row, True, match.read_in).json() == match.preview(player, row).json()
        match.play(player, action)


@rule("KN-44")
@law()
def test_a_row_of_actions_is_previewed_as_one(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        one = match.preview(player, action, views=False)
        if one.stop == "question":
            row = _row(match, player, action)
            seen = match.preview(player, row)
            assert seen.actions == tuple(row)[: len(seen.actions)]
            assert seen.events[: len(one.events)] == one.events
            match.play(player, action)
            alone = match.preview(player, row[1])
            assert seen.events == one.events + alone.events
            assert seen.stop == alone.stop
            break
        match.play(player, action)


def _row(match: Match, player: int, action: str) -> list[str]:
    """The action and the first answer to the question after it."""
    world = preview.world_of(match.game, visible(match, player), player)
    match.game.apply(world, match.read(player, action), Dice(1), player)
    return [action, match.game.actions[match.game.legal(world, player)[0]]]


@rule("KN-44")
@law()
def test_after_a_take_back_previews_are_what_they_were(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        before = match.preview(player, action, views=False).json() if number % 6 == 0 else {}
        match.play(player, action)
        if before and match.active and match.undo_refusal(player) is None:
            asked = match.active[0]
            match.preview(asked, match.legal(asked)[0], views=False)  # a world that is not the one before
            match.undo(player)
            assert match.preview(player, action, views=False).json() == before
            match.play(player, action)


@rule("KN-44")
@law()
def test_foresight_uses_declared_names(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    names = match.game.foresight
    for number, (player, action) in enumerate(moves(match, line)):
        for text in in_turn(match.legal(player), number, most=4):
            seen = match.preview(player, text, views=False)
            assert {*seen.numbers} <= {*names.numbers, "points", "scored"}
            for remark in (*seen.warnings, *seen.merits):
                assert remark.code in names.remarks
        assert [*match.game.numbers(visible(match, player), player)] == [*names.numbers]
        assert {one.name for one in match.standing(player).majorities} <= {*names.majorities}
        match.play(player, action)


@rule("KN-45")
@law(secrets=True)
def test_a_standing_hangs_on_what_the_seat_knows_alone(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    for number, (player, action) in enumerate(moves(match, line)):
        seat = (number + player) % (players + 1) - 1
        seen = visible(match, seat)
        if seat != WATCHER:
            other = rules.determinize(seen, seat, Dice(line.dice.word()))
            assert rules.standing(other, seat) == rules.standing(seen, seat)
            assert rules.numbers(other, seat) == rules.numbers(seen, seat)
        else:  # what a spectator knows, every player knows: whoever sat here, it would be the same
            for eyes in range(players):
                other = rules.determinize(visible(match, eyes), eyes, Dice(line.dice.word()))
                if visible(match, eyes) is seen:
                    assert rules.standing(other, WATCHER) == rules.standing(seen, WATCHER)
                    assert rules.numbers(other, WATCHER) == rules.numbers(seen, WATCHER)
        match.play(player, action)


@rule("KN-45")
@law()
def test_at_the_end_the_standing_is_the_result(game: str, players: int, data: st.DataObject) -> None:
    match = new(game, players, data.draw(lines(game, players)))
    dice = Dice(7)
    while match.active:
        for seat in (None, *range(players)):
            now = match.standing(seat)
            assert len(now.points) == len(now.sources) == players
            for one in now.majorities:
                assert len(one.counts) == len(one.pays) == players
        player = match.active[0]
        choices = match.legal(player)
        match.play(player, choices[dice.below(len(choices))])
    result = match.result
    assert result is not None
    for seat in (None, *range(players)):
        end = match.standing(seat)
        assert end.scored == result.points
        assert end.points == result.points
        assert tuple({k: v for k, v in row.items() if v} for row in end.sources) == tuple(
            {k: v for k, v in row.items() if v} for row in result.sources
        )
        assert not any(end.open)


def test_the_etude_has_something_to_say_to_these_laws() -> None:
    """A chord that is left, one that is completed, and who has most on the stage, in some match of a few."""
    codes, leaders = set(), set()
    for seed in range(8):
        match, dice = Match.new("etude", 2, seed=seed), Dice(seed)
        while match.active:
            player = match.active[0]
            for text in match.legal(player):
                seen = match.preview(player, text, views=False)
                codes |= {remark.code for remark in (*seen.warnings, *seen.merits)}
                leaders |= {after.leaders for _, after in seen.majorities}
            legal = match.legal(player)
            match.play(player, legal[dice.below(len(legal))])
    assert codes == {*match.game.foresight.remarks}
    assert leaders
