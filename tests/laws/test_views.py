"""Laws of views in parts: what is made once for many holds nothing that only one may see."""

from __future__ import annotations

import json

from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new


def check(match: tutti.Match) -> None:
    """Every view is its two parts; the public one is what a spectator sees of the same state."""
    watcher = match.view()
    for seat in (None, *range(match.players)):
        open_to_all, own = match.public_part(seat), match.own_part(seat)
        assert not open_to_all.keys() & own.keys()
        assert {**open_to_all, **own} == match.view(seat)
        if match.seen_by(-1 if seat is None else seat) is match.seen_by(-1):
            assert all(watcher[key] == value for key, value in open_to_all.items())
        else:  # inside an open group: what the group's own player sees of it is public once it is closed (KN-16)
            assert seat in match.active


def stands(match: tutti.Match) -> None:
    """Points and majorities are the same to all who see the same state; where the game says so, all of it is."""
    known = match.standing()
    for seat in range(match.players):
        if match.seen_by(seat) is match.seen_by(-1):
            found = match.standing(seat)
            assert (found.points, found.majorities) == (known.points, known.majorities)
            assert found == known or not match.same_standing(seat)


@rule("KN-51")
@law()
def test_a_view_is_what_all_see_and_what_one_sees(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % 7 == 0:
            check(match)
            stands(match)
        match.play(player, action)
    check(match)
    stands(match)


@rule("KN-51")
@law()
def test_what_is_shared_is_never_changed(game: str, players: int, data: st.DataObject) -> None:
    """A part that was made before still says what it said, whatever was played and shown since."""
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    kept = []
    for number, (player, action) in enumerate(moves(match, line)):
        if number % 11 == 0:
            made = match.public_part()
            kept.append((made, json.dumps(made)))
            for value in match.view(player).values():  # a view is the caller's own
                if isinstance(value, list):
                    value.clear()
                elif isinstance(value, dict):
                    for one in value.values():
                        if isinstance(one, list | dict):
                            one.clear()
        match.play(player, action)
    assert [json.dumps(made) for made, _ in kept] == [said for _, said in kept]
