"""Every byte that goes to a seat passes the law of secrets: what the seat cannot know changes nothing in it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Coroutine, Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

import tutti
from support import history as lives
from support import rule
from support.history import Misfit, differ, relive, watch
from support.kits import tables
from support.lines import lines, moves, new, on_fresh_seeds, tries
from tutti.ai import roster
from tutti.kernel import record as records
from tutti.kernel.log import Entry, told_to
from tutti.kernel.types import WATCHER
from tutti.server.connection import Socket
from tutti.server.messages import socket as m
from tutti.server.rooms import clocks
from tutti.server.rooms.client_view import news, view_message
from tutti.server.rooms.commands import chat, endings, undo
from tutti.server.rooms.commands.dispatch import Asker, Dispatcher
from tutti.server.rooms.commands.moves import moved
from tutti.server.rooms.room import Change, Room
from tutti.server.store import Store
from tutti.server.store.rows import Clock, Offer, Person, Seat, Table
from tutti.server.workers.worker import hint_of, moments

UNDO = ("none", "free", "ask")
LIVE = Clock("live", turn=5, increment=2, reserve=900)


def room_of(match: tutti.Match, undo: Any = "ask") -> Room:
    """A table with a running clock around a match, the same for every match of these players."""
    seats = [Seat("person", f"p{number}", f"P{number}") for number in range(match.players)]
    state: Any = "running" if match.active else "over"
    table = Table("t", match.game.name, match.players, dict(match.options.values), "p0", 1, 1, state=state, seats=seats)
    table.clock, table.hands = LIVE, clocks.fresh(LIVE, match.players)
    table.seed = match.seed if match.active else ""  # at the end it is shown, and another history has another
    table.undo, table.active = undo, list(match.active)
    return Room(table, match, cast(Store, Nothing()), lambda: 1, 10**12)


class Nothing:
    """A store that keeps nothing."""

    async def save(self, *things: Any) -> None: ...


def carry_out(work: Coroutine[Any, Any, None]) -> None:
    """Run what has nothing to wait for."""
    with pytest.raises(StopIteration):
        work.send(None)


class Eyes:
    """A socket of the server at a table where a match goes on, without the wire."""

    def __init__(self, match: tutti.Match, player: int) -> None:
        self.match = match
        self.player = player
        self.room = room_of(match)
        self.room.talk = []
        state = {"person": Person(f"p{player}", "", 0, 0), "session": ""}
        wire = SimpleNamespace(scope={"state": state}, receive=None)
        self.socket = Socket(cast(Any, None), cast(Any, wire), self.room, None if player == WATCHER else player)
        self.noted: list[Entry] = []
        self.count = 0
        self.all = hashlib.sha256()
        start = Change(self.room, 0)
        start.touch()
        carry_out(self.room.commit(start))

    def look(self) -> tuple[int, str]:
        """What the socket has sent by now: how many messages, and which. What is hidden takes no time."""
        change = Change(self.room, 7_000 * len(told_to(self.match.log, self.player)))
        fresh = [entry for entry in self.match.log[-1:] if not any(entry is one for one in self.noted)]
        if fresh:
            self.room.note(change, "person")
        elif len(self.match.log) < len(self.noted):
            change.event("undo", hidden=not self.noted[-1].done)
        self.noted = list(self.match.log)
        if self.room.table.state == "running" and not self.match.active:
            endings.finish(self.room, change)
            self.room.table.seed = ""
        carry_out(self.room.commit(change))
        out = self.socket._collect()
        for raw in out:
            self.all.update(raw)
        self.count += len(out)
        return self.count, self.all.hexdigest()


class Sent:
    """All bytes that the server would send to a seat, or to a spectator: takes the place of ``observe``."""

    def __init__(self) -> None:
        self.eyes: dict[int, Eyes] = {}
        self.messages = 0
        self.hints = 0

    def __call__(self, match: tutti.Match, player: int, number: int | None = None) -> dict[str, Any]:
        seat = None if player == WATCHER else player
        eyes = self.eyes.get(id(match)) or self.eyes.setdefault(id(match), Eyes(match, player))
        out: dict[str, Any] = {"socket": eyes.look()}
        self.messages = eyes.count
        room = room_of(match, UNDO[match.question % 3])
        view = room.client_view(seat)
        assert view is not None
        out |= {"view": view_message(1, view, 0), "table": m.encode(room.info(f"p{player}"))}
        if seat is not None and room.table.state == "running":
            texts = (*match.game.actions[match.question % 7 :: 7], "no such words")
            out |= {"why": [refusal(room, seat, text) for text in texts], "undo": undo_refusal(room, seat)}
            legal = match.legal(seat)
            if legal:
                out["preview"] = m.encode(match.preview(seat, legal[match.question % len(legal)]).json())
        if number is None or number % lives.SELDOM == 0:
            out["record"] = records.text(match.record(player))
            if seat is not None and seat in match.active:
                out["hint"] = m.encode(hint_of(match, HINTS, seat, dice=3, worlds=2))
                self.hints += 1
        return out


HINTS = roster.bot("soloist").at(tutti.Budget(iterations=3))
"""A bot that searches, as the one is that the server asks for hints."""

COVERED = {
    m.View: "Eyes, and whole",
    m.TableMessage: "Eyes, and whole",
    m.TalkMessage: "words of people and notices that name a seat",
    m.WhyMessage: "for a part of all actions at each step",
    m.RefusedMessage: "the same words, and those of a refused undo",
    m.HintMessage: "now and then",
    m.PreviewMessage: "for one legal action at each step",
    m.Welcome: "nothing of the match is in it",
    m.Done: "nothing of the match is in it but what the sender ordered",
    m.Pong: "nothing of the match is in it",
}
"""How each kind of message that goes to a client is looked at."""


def test_every_kind_of_message_is_looked_at() -> None:
    assert set(COVERED) == set(m.Message.__args__)
    for kind, how in COVERED.items():
        if how.startswith("nothing"):
            assert set(kind.__struct_fields__) <= {"n", "key", "protocol", "seat", "now", "repeated", "played", "stop"}


NO_DESK = cast(Dispatcher, None)
"""Some questions need nothing of it."""


def refusal(room: Room, seat: int, text: str) -> bytes:
    return m.encode(chat.why(NO_DESK, room, Asker(f"p{seat}", seat, ""), m.Why(key="k", action=text)))


def undo_refusal(room: Room, seat: int) -> str:
    """What an undo would answer, without doing it."""
    match = room.match
    assert match is not None
    if match.undo_refusal(seat) is None or room.table.undo == "ask":
        return ""
    with pytest.raises(Exception, match=r"\w") as caught:
        undo.undo(room, Change(room, 1), seat, m.Undo(key="k", question=match.asked(seat)), "greedy")
    return str(caught.value)


GAMES = sorted({game for game, _ in tables()})
LONGEST = None if os.environ.get("TUTTI_SOAK") else 120
"""Moves of a line: to send everything after each move of a whole match of Orchestra takes twenty seconds."""


@rule("KN-12")
@pytest.mark.parametrize("game", GAMES)
def test_no_history_that_looks_the_same_sends_other_bytes(game: str) -> None:
    counts = [players for name, players in tables() if name == game]

    @settings(max_examples=max(2, tries(game) // 4), phases=[Phase.generate], derandomize=False)
    @given(data=st.data())
    def law(data: st.DataObject) -> None:
        players = data.draw(st.sampled_from(counts))
        line = data.draw(lines(game, players))
        match = new(game, players, line)
        seat = line.dice.below(players + 1) - 1
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lives, "observe", Sent())
            seen = watch(match, seat, islice(moves(match, line), LONGEST))
            for attempt in range(2):
                try:
                    relive(match, seat, seen, seed=f"{line.seed}:{attempt}", change=(40, 15, 5)[attempt % 3])
                except Misfit:
                    continue

    on_fresh_seeds(game, lambda number: seed(number)(law)())


@rule("KN-12")
@pytest.mark.parametrize(("game", "least"), [("etude", 3), ("orchestra", 3), ("symphony", 1)])
def test_there_are_other_histories_whose_bytes_are_compared(
    monkeypatch: pytest.MonkeyPatch, game: str, least: int
) -> None:
    """Without this the law above could hold because nothing was ever compared."""
    others = 0
    for number in range(6):
        monkeypatch.setattr(lives, "observe", sent := Sent())
        match, dice = tutti.Match.new(game, players=3, seed=number), tutti.Dice(number)
        seen = watch(match, 0, islice(random_moves(match, dice), 40))
        assert sent.messages > 10
        for attempt in range(3):
            try:
                others += differ(match, relive(match, 0, seen, seed=f"{number}:{attempt}", change=10))
            except Misfit:
                continue
        assert sent.hints
        if others >= least:
            return
    raise AssertionError(f"only {others} other histories")


@rule("KN-12")
def test_a_socket_that_tells_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law fails when one thing goes out that a seat may not know."""
    honest = Room.client_view

    def leak(self: Room, seat: int | None) -> Any:
        view = honest(self, seat)
        assert view is not None
        assert self.match is not None
        drawn = [outcome.kind for outcome in self.match.start.outcomes]
        view.core = view.core[:-1] + b',"leak":%d}' % (sum(drawn) % 2)
        return view

    monkeypatch.setattr(Room, "client_view", leak)
    with pytest.raises(AssertionError):
        test_there_are_other_histories_whose_bytes_are_compared(monkeypatch, "orchestra", 3)


def random_moves(match: tutti.Match, dice: tutti.Dice) -> Iterator[tuple[int, str]]:
    while match.active:
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        yield player, legal[dice.below(len(legal))]


@rule("KN-13", "KN-16")
@settings(max_examples=max(2, settings().max_examples // 2))
@given(data=st.data())
def test_hidden_clicks_and_plans_of_others_send_nothing(data: st.DataObject) -> None:
    game, players = data.draw(st.sampled_from(tables(secrets=True)))
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    room = room_of(match)
    room.table.requests = [Offer(1, "undo", 0)]
    told: dict[int | None, tuple[bytes, list[Any], bytes]] = {}
    for player, action in moves(match, line):
        for seat in (None, *range(players)):
            told[seat] = look(room, seat)
        change = Change(room, 99)
        room.play(change, player, action, "person", "k")
        moved(room, change)
        room.table.seats[player].ahead = ["draw"]
        entry = match.log[-1]
        room.turn += 1
        for seat in (None, *range(players)):
            core, events, info = look(room, seat)
            if seat != player and not entry.done:
                assert not change.open
                assert (core, info) == (told[seat][0], told[seat][2])
                assert news(told[seat][1], events) == len(events)
        room.table.seats[player].ahead = []
        room.turn += 1
        if entry.held and line.dice.below(2):
            back = Change(room, 99)
            undo.take_back(room, back, player, agreed=False)
            assert not back.open
            assert not back.lines
            assert {seat: look(room, seat) for seat in told if seat != player} == {
                seat: one for seat, one in told.items() if seat != player
            }
            room.play(Change(room, 99), player, action, "person", "k")
            room.turn += 1
        room.table.requests = room.table.requests or [Offer(1, "undo", 0)]


def look(room: Room, seat: int | None) -> tuple[bytes, list[Any], bytes]:
    view = room.client_view(seat)
    assert view is not None
    return view.core, view.events, m.encode(room.info(f"p{seat}"))


def test_the_seed_is_in_nothing_that_is_sent_before_the_end() -> None:
    for game in tutti.games():
        match = tutti.Match.new(game, seed="a-seed-nobody-may-see")
        room = room_of(match)
        room.table.seed = match.seed
        for seat in (WATCHER, *range(match.players)):
            assert "nobody-may-see" not in str(Sent()(match, seat))
        room.table.state = "over"
        assert "nobody-may-see" in m.encode(room.info("p0")).decode()


@rule("KN-16")
def test_what_is_clicked_in_an_open_group_is_in_no_moment_of_a_replay() -> None:
    match, dice = tutti.Match.new("symphony", players=3, seed=4), tutti.Dice(4)
    while not match.log or not match.log[-1].held:
        player, action = next(random_moves(match, dice))
        match.play(player, action)
    match.undo(player)
    shown = []
    for action in match.legal(player):
        match.play(player, action)
        job = {"record": records.text(match.record()), "first": len(match.log) - 1, "count": 2}
        shown.append([moments(job | {"player": eyes}) for eyes in (None, *range(3)) if eyes != player])
        mine = moments(job | {"player": player})["frames"][1]
        assert (mine["action"], mine["view"]["step"]) == (action, "seat")
        match.undo(player)
    assert len(shown) > 2
    assert all(one == shown[0] for one in shown)
    assert {one["frames"][1]["action"] for one in shown[0]} == {"?"}
