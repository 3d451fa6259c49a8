"""Every byte that goes to a seat passes the law of secrets: what the seat cannot know changes nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import tutti
from support import history as lives
from support import rule
from support.history import Misfit, differ, relive, watch
from support.kits import tables
from support.lines import lines, moves, new
from tutti.kernel import record as records
from tutti.kernel.facts import WATCHER
from tutti.server import messages as m
from tutti.server.rooms import orders
from tutti.server.rooms.room import Change, Room
from tutti.server.rooms.sight import news, view_message
from tutti.server.store import Store
from tutti.server.store.rows import Hand, Seat, Table

UNDO = ("none", "free", "ask")


def room_of(match: tutti.Match, undo: Any = "ask") -> Room:
    """A table around a match, the same for every match of these players."""
    seats = [Seat("person", f"p{number}", f"P{number}") for number in range(match.players)]
    state: Any = "running" if match.active else "over"
    table = Table("t", match.game.name, match.players, dict(match.options.values), "p0", 1, 1, state=state, seats=seats)
    table.undo, table.active, table.hands = undo, list(match.active), [Hand() for _ in seats]
    return Room(table, match, cast(Store, None), lambda: 1, 10**9)


def sent(match: tutti.Match, player: int, number: int | None = None) -> dict[str, Any]:
    """All bytes that the server would send to a seat, or to a spectator, at this moment."""
    seat = None if player == WATCHER else player
    room = room_of(match, UNDO[match.question % 3])
    sight = room.sight(seat)
    assert sight is not None
    out: dict[str, Any] = {"view": view_message(1, sight, 0), "table": m.encode(room.info(f"p{player}"))}
    if seat is not None and room.table.state == "running":
        texts = (*match.game.actions[match.question % 7 :: 7], "no such words")
        out |= {"why": [refusal(room, seat, text) for text in texts], "undo": undo_refusal(room, seat)}
    if number is None or number % lives.SELDOM == 0:
        out["record"] = records.text(match.record(player))
    return out


def refusal(room: Room, seat: int, text: str) -> bytes:
    return m.encode(orders.why(room, seat, m.Why(key="k", action=text)))


def undo_refusal(room: Room, seat: int) -> str:
    """What an undo would answer, without doing it."""
    match = room.match
    assert match is not None
    if match.undo_refusal(seat) is None or room.table.undo == "ask":
        return ""
    with pytest.raises(Exception, match=r"\w") as caught:
        orders.undo(room, Change(room, 1), seat, m.Undo(key="k", question=match.question), "greedy")
    return str(caught.value)


@rule("KN-12")
@settings(max_examples=max(2, settings().max_examples // 4), phases=[Phase.generate])
@given(data=st.data())
def test_no_history_that_looks_the_same_sends_other_bytes(data: st.DataObject) -> None:
    game, players = data.draw(st.sampled_from(tables(secrets=True)))
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    seat = line.dice.below(players + 1) - 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lives, "observe", sent)
        seen = watch(match, seat, moves(match, line))
        for attempt in range(2):
            try:
                relive(match, seat, seen, seed=f"{line.seed}:{attempt}", change=(40, 15, 5)[attempt % 3])
            except Misfit:
                continue


@rule("KN-12")
def test_there_are_other_histories_whose_bytes_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the law above could hold because nothing was ever compared."""
    monkeypatch.setattr(lives, "observe", sent)
    others = 0
    for number in range(6):
        match, dice = tutti.Match.new("etude", players=3, seed=number), tutti.Dice(number)
        seen = watch(match, 0, random_moves(match, dice))
        for attempt in range(3):
            try:
                others += differ(match, relive(match, 0, seen, seed=f"{number}:{attempt}", change=10))
            except Misfit:
                continue
    assert others >= 3


def random_moves(match: tutti.Match, dice: tutti.Dice) -> Iterator[tuple[int, str]]:
    while match.active:
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        yield player, legal[dice.below(len(legal))]


@rule("KN-13")
@settings(max_examples=max(2, settings().max_examples // 2))
@given(data=st.data())
def test_hidden_clicks_and_plans_of_others_send_nothing(data: st.DataObject) -> None:
    game, players = data.draw(st.sampled_from(tables(secrets=True)))
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    room = room_of(match)
    told: dict[int | None, tuple[bytes, list[Any], bytes]] = {}
    for player, action in moves(match, line):
        for seat in (None, *range(players)):
            told[seat] = look(room, seat)
        change = Change(room, 99)
        room.play(change, player, action, "person", "k")
        room.table.seats[player].ahead = ["draw"]
        entry = match.log[-1]
        room.turn += 1
        for seat in (None, *range(players)):
            core, events, info = look(room, seat)
            if seat != player and entry.sealed and not entry.done:
                assert not change.open
                assert (core, info) == (told[seat][0], told[seat][2])
                assert news(told[seat][1], events) == len(events)
        room.table.seats[player].ahead = []
        room.turn += 1


def look(room: Room, seat: int | None) -> tuple[bytes, list[Any], bytes]:
    sight = room.sight(seat)
    assert sight is not None
    return sight.core, sight.events, m.encode(room.info(f"p{seat}"))


def test_the_seed_is_in_nothing_that_is_sent_before_the_end() -> None:
    for game in tutti.games():
        match = tutti.Match.new(game, seed="a-seed-nobody-may-see")
        room = room_of(match)
        room.table.seed = match.seed
        for seat in (WATCHER, *range(match.players)):
            assert "nobody-may-see" not in str(sent(match, seat))
        room.table.state = "over"
        assert "nobody-may-see" in m.encode(room.info("p0")).decode()
