"""Several actions in one order: all of them or none, stored as one change, ended by what reveals something."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.kit import Browser, LiveServer, live_server
from server.rooms import room_of
from tutti.kernel.errors import IllegalAction
from tutti.kernel.match import Match
from tutti.server.messages import socket as m
from tutti.server.rooms.commands import moves
from tutti.server.rooms.room import Change, Room
from tutti.server.store import StoreFault


def given(room: Room, seat: int, actions: Sequence[str]) -> Change:
    assert room.match
    change = room.change()
    moves.play(room, change, seat, m.Play(key="k", question=room.match.asked(seat), actions=list(actions)), "")
    return change


def to_a_gesture(match: Match) -> tuple[int, list[str]]:
    """Play on until an action opens a question that can be answered with it; the player and both actions."""
    while match.active:
        player = match.active[0]
        for text in match.legal(player):
            if match.preview(player, text, views=False).stop == "question":
                twin = match.twin()
                twin.play(player, text)
                return player, [text, twin.legal(player)[-1]]
        match.play(player, match.legal(player)[0])
    raise AssertionError("no gesture in a whole match")


@pytest.mark.parametrize("game", ["orchestra", "symphony"])
def test_a_row_is_played_as_its_actions_one_by_one(game: str) -> None:
    room = room_of(game)
    assert room.match
    seat, row = to_a_gesture(room.match)
    twin = room.match.twin()
    change = given(room, seat, row)
    for text in row:
        twin.play(seat, text)
    assert room.match.transcript() == twin.transcript()
    assert (change.played, change.stop) == (row, "")
    assert [event.body["action"] for event in change.events] == row
    change.keep_key(seat, "k", "digest")
    assert [(event.key, event.digest) for event in change.events] == [("k", "digest"), ("", "")]
    assert room.match.undo(seat) == (row[-1],), "they are taken back one by one"


@pytest.mark.parametrize("game", ["orchestra", "symphony"])
@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_row_is_refused_as_a_whole_and_says_which_action_is_wrong(game: str, wrong: int) -> None:
    room = room_of(game)
    assert room.match
    seat, row = to_a_gesture(room.match)
    before = room.match.transcript()
    change = room.change()
    actions = [*row[:wrong], "castle B3", *row[wrong:]]
    order = m.Play(key="k", question=room.match.asked(seat), actions=actions)
    with pytest.raises(IllegalAction) as refused:
        moves.play(room, change, seat, order, "")
    assert refused.value.index == wrong
    assert not change.any
    assert room.match.transcript() == before


def test_a_row_ends_at_what_it_reveals() -> None:
    room = room_of("symphonimo")
    assert room.match
    seat = room.match.active[0]
    change = given(room, seat, ["draw", "place 1"])
    assert (change.played, change.stop) == (["draw"], "chance")
    assert len(room.match.log) == 1
    change = given(room, seat, ["place 1"])
    assert (change.played, change.stop) == (["place 1"], "")


def test_what_the_last_action_reveals_ends_nothing() -> None:
    room = room_of("symphonimo")
    assert room.match
    change = given(room, room.match.active[0], ["draw"])
    assert (change.played, change.stop) == (["draw"], "")


def test_a_row_has_one_to_twelve_actions() -> None:
    def read(**fields: Any) -> m.Play:
        return m.decode(msgspec.json.encode({"type": "play", "key": "k", "question": 1, **fields}))  # type: ignore[no-any-return]

    assert len(read(actions=["pass"] * 12).actions) == 12
    assert read(action="pass").action == "pass"
    wrong: list[dict[str, Any]] = [
        {},
        {"actions": []},
        {"action": "pass", "actions": ["pass"]},
        {"actions": ["pass"] * 13},
    ]
    for fields in wrong:
        with pytest.raises(msgspec.ValidationError):
            read(**fields)


# -- on a server ---------------------------------------------------------------------------------


class Table:
    """A table of Symphony at which somebody may seat a card: an order of two actions."""

    def __init__(self, home: LiveServer) -> None:
        self.home = home
        self.ada = home.person("Ada")
        self.id = self.ada.table("me", "local Bo", game="symphony", start=True)
        self.seat, self.actions = to_a_gesture(self.match.twin())
        self.length = len(self.match.log)
        assert self.actions[0] in self.match.legal(self.seat), "the match begins with a gesture"
        self.fields = {"type": "play", "key": "row", "question": self.match.asked(self.seat)}

    @property
    def match(self) -> Match:
        match = self.home.server.registry.rooms[self.id].match
        assert match
        return match

    def order(self, by: Browser | None = None, **fields: Any) -> Any:
        """The answer to an order, whether it was carried out or refused."""
        path = f"/api/tables/{self.id}/orders?seat={self.seat}"
        said = (by or self.ada).http.post(path, json={**self.fields, **fields}).json()
        return said.get("fault", said)


def test_a_row_is_answered_with_what_was_played_and_carried_out_once(home: LiveServer) -> None:
    table = Table(home)
    first, second = table.actions
    assert table.order(actions=[first, first, second])["index"] == 1
    moved = home.server.metrics.moves.values[""]
    done = table.order(actions=table.actions)
    assert (done["played"], done["stop"], done["repeated"]) == (table.actions, "", False)
    assert home.server.metrics.moves.values[""] == moved + 2
    again = table.order(actions=table.actions)
    assert (again["type"], again["repeated"], again["played"]) == ("done", True, [])
    assert len(table.match.log) == table.length + 2
    assert table.order(actions=[first])["code"] == "error.key_used"


def test_older_pages_send_a_single_action(home: LiveServer) -> None:
    table = Table(home)
    done = table.order(action=table.actions[0])
    assert (done["type"], done["played"]) == ("done", table.actions[:1])


def test_of_a_row_that_could_not_be_stored_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*args: Any) -> None:
        raise StoreFault("disk full")

    with live_server(tmp_path) as home:
        table = Table(home)
        with monkeypatch.context() as patched:
            patched.setattr(home.server.store, "save", fail)
            assert table.order(actions=table.actions)["code"] == "error.not_saved"
        done = table.order(actions=table.actions)
        assert (done["repeated"], done["played"]) == (False, table.actions)
        assert len(table.match.log) == table.length + 2
    with live_server(tmp_path) as home:
        ada = home.person()
        ada.http.cookies.update(table.ada.http.cookies)
        table.home = home
        assert table.order(ada, actions=table.actions)["repeated"], "its key is on the disk"
        assert len(table.match.log) == table.length + 2


def test_a_table_at_which_a_row_fails_in_the_middle_is_read_again(
    home: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, play = Table(home), Room.play
    before = table.match

    def broken(self: Room, change: Change, seat: int, action: str, *more: Any) -> None:
        play(self, change, seat, "castle B3" if action == table.actions[1] else action, *more)

    with monkeypatch.context() as patched:
        patched.setattr(Room, "play", broken)
        assert "code" in table.order(actions=table.actions)
    assert table.id not in home.server.registry.rooms
    assert table.order(actions=table.actions)["played"] == table.actions
    assert table.match is not before
    assert len(table.match.log) == table.length + 2
