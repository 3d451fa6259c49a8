"""Moves in advance in every game: each action however it is written, and whole turns of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from server.kit import LiveServer
from server.rooms import room_of
from tutti.kernel import library
from tutti.kernel.match import Match
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms.commands import moves

LONGEST = 20
TURNS = 12
"""Turns that are planned in each game before they begin, if it has so many."""
SPELT: dict[str, Callable[[str], str]] = {
    "exactly": str,
    "small": str.lower,
    "capital": str.upper,
    "swapped": str.swapcase,
    "spaced": lambda text: f"  {'   '.join(text.split())} ",
}


@pytest.mark.parametrize("spelt", SPELT)
@pytest.mark.parametrize("game", library.games())
def test_every_action_can_be_planned_however_it_is_written(game: str, spelt: str) -> None:
    room = room_of(game)
    assert room.match
    actions = room.match.game.actions
    for first in range(0, len(actions), LONGEST):
        some = actions[first : first + LONGEST]
        moves.ahead(room, room.change(), 0, m.Ahead(key="k", actions=[SPELT[spelt](text) for text in some]), "")
        assert room.table.seats[0].ahead == list(some)
    with pytest.raises(Refused) as refused:
        moves.ahead(room, room.change(), 0, m.Ahead(key="k", actions=[actions[0], "castle B3"]), "")
    assert (refused.value.code, refused.value.args_said) == ("unknown_move", {"found": "castle B3"})
    with pytest.raises(Refused) as refused:
        moves.ahead(room, room.change(), 0, m.Ahead(key="k", actions=[actions[0]] * (LONGEST + 1)), "")
    assert (refused.value.code, refused.value.args_said) == ("plan_too_long", {"most": LONGEST, "found": LONGEST + 1})
    assert room.table.seats[0].ahead == list(some)


@pytest.mark.parametrize("game", library.games())
def test_whole_turns_in_advance_are_played_as_they_were_written_down(home: LiveServer, game: str) -> None:
    """A twin of the match knows what will be asked: everybody's next turn is planned before it begins."""
    ada = home.person("Ada")
    table = ada.table("me", "local Bo", game=game, start=True)
    match = home.server.registry.rooms[table].match
    assert match
    twin = Match.new(match.game, 2, match.seed, dict(match.options.values))
    planned: list[str] = []
    keys = (f"k{number}" for number in itertools.count())
    for (player, first), *rest in turns(twin):
        if rest:
            plan = [text.swapcase() for _, text in rest]
            order = {"type": "ahead", "key": next(keys), "actions": plan}
            assert ada.post(f"/api/tables/{table}/orders?seat={rest[0][0]}", order)["type"] == "done"
            planned += [text for _, text in rest]
        play = {"type": "play", "key": next(keys), "question": match.asked(player), "action": first.swapcase()}
        assert ada.post(f"/api/tables/{table}/orders?seat={player}", play)["type"] == "done"
        assert [(e.player, e.action) for e in match.log] == [(e.player, e.action) for e in twin.log]
    assert planned
    if game == "symphony":
        assert {text.split()[0] for text in planned if text != text.lower()} == {"seat", "control"}
        assert ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "why", "key": "w", "action": "SEAT a1"})["fault"]


def turns(twin: Match) -> Iterator[list[tuple[int, str]]]:
    """Play on the twin: a move, and the whole turn of the player who is asked after it, if that is another one."""
    made = 0
    while twin.active and made < TURNS:
        before = twin.active
        turn = [step(twin)]
        if len(before) == 1 and len(twin.active) == 1 and twin.active != before:
            asked = twin.active
            while twin.active == asked and len(turn) <= LONGEST:
                turn.append(step(twin))
            made += 1
        yield turn


def step(twin: Match) -> tuple[int, str]:
    player = twin.active[0]
    text = twin.legal(player)[0]
    twin.play(player, text)
    return player, text
