"""Sockets: numbered, forgiving, and for nobody else."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import tutti
from server.kit import Browser, LiveServer, Place, live_server
from tutti.server.rooms import registry


def play_some(place: Place, moves: int) -> None:
    for _ in range(moves):
        place.play()


def test_everything_comes_anew_after_a_sync(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", start=True)
    with ada.at(table, 0) as place:
        play_some(place, 3)
        events, view = list(place.events), place.view
        place.wire.send('{"type":"sync"}')
        kinds = []
        while "view" not in kinds:
            kinds.append(place.read()["type"])
        assert "table" in kinds
        assert place.view["keep"] == 0
        assert place.events == events
        assert place.view["view"] == view["view"]


def test_a_second_window_sees_the_whole_log_and_the_newest_view(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", start=True)
    with ada.at(table, 0) as first:
        play_some(first, 4)
        first.wait(lambda at: at.view["legal"])
        with ada.at(table, 0) as second:
            welcome = second.read()
            assert (welcome["type"], welcome["n"], welcome["seat"], welcome["protocol"]) == ("welcome", 1, 0, 1)
            second.wait(lambda at: at.view and at.view["question"] == first.view["question"])
            assert second.events == first.events


def test_ping_is_answered(home: LiveServer) -> None:
    ada = home.person()
    with ada.at(ada.table("me", "open"), 0) as place:
        place.wire.send('{"type":"ping"}')
        assert place.until("pong")["now"] > 10**12


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        "null",
        '"play"',
        '{"type":"play"}',
        '{"type":"fly","key":"a"}',
        '{"type":"play","key":"","question":1,"action":"draw"}',
        '{"type":"play","key":"a","question":"1","action":"draw"}',
        '{"type":"play","key":"a","question":-1,"action":"draw"}',
        '{"type":"play","key":"a","question":1e400,"action":"draw"}',
        '{"type":"play","key":"a","question":1,"action":"draw","seat":1}',
        '{"type":"say","key":"a","text":"\\ud800"}',
        '{"type":"ahead","key":"a","actions":[' + ",".join(['"draw"'] * 201) + "]}",
        "[" * 5000,
        b"\xff\xfe",
        b"\x00" * 100,
    ],
)
def test_nonsense_is_refused_and_the_socket_lives_on(home: LiveServer, raw: Any) -> None:
    ada = home.person()
    with ada.at(ada.table("me", "greedy", start=True), 0) as place:
        place.wire.send(raw)
        said = place.until("refused")
        assert said["fault"]["code"] in ("error.bad_message", "error.bad_talk")
        place.play()


def test_too_much_nonsense_and_too_large_frames_close_the_socket(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", start=True)
    with ada.at(table, 0) as place:
        with suppress(ConnectionClosed):  # the server may have had enough before the last one
            for _ in range(40):
                place.wire.send("{}")
        assert place.closed() == 1008
    with ada.at(table, 0) as place:
        place.wire.send("x" * 20_000)
        assert place.closed() == 1009


def test_spectators_see_the_public_view_and_can_do_nothing(home: LiveServer) -> None:
    ada, eve = home.person(), home.person()
    table = ada.table("me", "greedy", start=True, public=True)
    assert table in [found["id"] for found in eve.get("/api/tables?show=running")["tables"]]
    with eve.at(table) as place:
        place.wait(lambda at: at.view)
        assert (place.view["legal"], place.view["prompt"], place.view["undo"]) == ([], None, None)
        assert place.view["view"]["you"] is None
        for kind, fields in (
            ("play", {"question": 1, "action": "draw"}),
            ("undo", {"question": 1}),
            ("say", {"text": "hello"}),
            ("resign", {}),
            ("hint", {"question": 1}),
            ("why", {"action": "draw"}),
        ):
            assert place.order(kind, **fields)["fault"]["code"] == "error.only_watching"


def test_a_table_without_spectators_shows_nothing_to_strangers(home: LiveServer) -> None:
    ada, eve = home.person(), home.person()
    table = ada.table("me", "greedy", spectators=False, public=True)
    with eve.at(table) as early:
        early.wait(lambda at: at.table["state"] == "waiting")
        ada.post(f"/api/tables/{table}/start")
        assert early.closed() == 4403
        assert early.view == {}
    with eve.at(table) as late:
        assert late.read()["fault"]["code"] == "error.no_spectators"
        assert late.closed() == 4403
    assert table not in [found["id"] for found in eve.get("/api/tables?show=running")["tables"]]
    for path in ("view", "talk", "record?player=-1"):
        assert eve.get(f"/api/tables/{table}/{path}", status=403)["code"] == "error.no_spectators"


def test_another_seat_no_table_and_a_strange_page_are_turned_away(home: LiveServer) -> None:
    ada, eve = home.person(), home.person()
    table = ada.table("me", "greedy", start=True)
    for person, where, seat, code in (
        (eve, table, 0, 4403),
        (ada, table, 1, 4403),
        (ada, table, 5, 4403),
        (ada, "nosuchtable", 0, 4404),
    ):
        with person.at(where, seat) as place:
            assert place.read()["type"] == "refused"
            assert place.closed() == code


def test_running_matches_survive_a_restart_to_the_letter(tmp_path: Path) -> None:
    with live_server(tmp_path) as first:
        ada = first.person("Ada")
        table = ada.table("me", "greedy", "local Bo", start=True, undo="ask")
        with ada.at(table, 0) as place, ada.at(table, 2) as other:
            for _ in range(10):
                place.wait(lambda at: at.view)
                other.wait(lambda at: at.view["question"] >= place.view["question"])
                (place if place.view["legal"] else other).play()
                place.wait(lambda at: at.view["question"] >= other.view["question"])
                if place.view["undo"]["ask"]:
                    place.order("undo", question=place.view["question"])
            place.wire.send('{"type":"sync"}')
            place.wait(lambda at: at.view["keep"] == 0)
        room = first.server.registry.rooms[table]
        assert room.match is not None
        before = room.match.record(), room.match.question, room.match.drawn
        assert before[0].get("skip") or any("skip" in entry for entry in before[0]["log"])
    with live_server(tmp_path) as second:
        again = Browser(second.address)
        again.http.cookies.update(ada.http.cookies)
        second.people.append(again)
        assert again.get("/api/me")["name"] == "Ada"
        with again.at(table, 0) as place:
            place.wait(lambda at: at.view)
            room = second.server.registry.rooms[table]
            assert room.match is not None
            after = room.match.record(), room.match.question, room.match.drawn
            if before[0]["length"] == after[0]["length"]:  # a bot may have moved by now
                assert after == before
            assert after[0]["log"][: len(before[0]["log"])] == before[0]["log"]


def test_a_snapshot_shortens_the_way_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SNAPSHOT_EVERY", 8)
    with live_server(tmp_path) as home:
        ada = home.person()
        table = ada.table("me", "local Bo", start=True, options={"first_player": 0})
        with ada.at(table, 0) as place:
            for _ in range(12):
                place.play("draw" if place.view and "draw" in place.view["legal"] else None)
                place.order("undo", question=place.view["question"])
                place.wait(lambda at: at.view["legal"])
            question = place.view["question"]
            key = place.send("play", question=question, action=place.view["legal"][0])
            place.until("done", key=key)
            last = place.view
            place.wait(lambda at: at.view is not last)
        assert home.call(home.server.store.snapshot(table)) is not None
        room = home.server.registry.rooms.pop(table)
        assert room.match is not None
        read: list[int] = []
        events = home.server.store.events

        async def counting(match: str, after: int = 0) -> Any:
            read.append(after)
            return await events(match, after)

        monkeypatch.setattr(home.server.store, "events", counting)
        with ada.at(table, 0) as place:
            place.wait(lambda at: at.view)
            place.send("play", question=question, action="draw", key=key)
            assert place.until("done", key=key)["repeated"]
        assert len(read) == 1  # the snapshot was good
        assert read[0] > 0
        again = home.server.registry.rooms[table].match
        assert again is not None
        assert again.record() == room.match.record()
        assert again.question == room.match.question


@pytest.mark.parametrize("game", [name for name in tutti.games() if name != "found"])
def test_a_transcript_is_replayed_to_the_same_match_and_carried_on(game: str) -> None:
    dice = tutti.Dice(5)
    match = tutti.Match.new(game, seed="x")
    follower = tutti.Match.replay(_sent(match))
    known = match.transcript()["log"]
    for number in range(60):
        if not match.active:
            break
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
        if number % 7 == 3:
            match.undo(player, agreed=True)
        told = _sent(match)
        if told["log"][: len(known)] == known:
            follower.carry_on(told)
        else:
            follower = tutti.Match.replay(told)
        known = told["log"]
        assert (follower.question, follower.clicks, follower.drawn) == (match.question, match.clicks, match.drawn)
    for again in (tutti.Match.replay(_sent(match)), tutti.Match.replay(_sent(match), fair=True), follower):
        assert again.record() == match.record()
        assert (again.question, again.clicks, again.drawn) == (match.question, match.clicks, match.drawn)
        assert [entry.question for entry in again.log] == [entry.question for entry in match.log]
        for player in range(match.players):
            assert again.view(player) == match.view(player)
            assert again.undo_refusal(player) == match.undo_refusal(player)


def _sent(match: tutti.Match) -> dict[str, Any]:
    """The transcript as another process gets it."""
    raw: dict[str, Any] = json.loads(json.dumps(match.transcript()))
    return raw


def test_memory_is_bounded_by_who_looks(tmp_path: Path) -> None:
    with live_server(tmp_path, rooms_kept=5, room_idle=3600) as home:
        ada = home.person()
        tables = [ada.table("me", "local Bo", start=True) for _ in range(12)]
        with ada.at(tables[0], 0) as place:
            place.wait(lambda at: at.view)
            home.call(home.server.scheduler.tick())
            assert len(home.server.registry.rooms) <= 5
            assert tables[0] in home.server.registry.rooms
            for table in tables:
                assert ada.get(f"/api/tables/{table}/view?seat=0")["question"] == 1


def test_a_room_that_could_not_be_stored_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutti.server.store import StoreFault

    with live_server(tmp_path) as home:
        ada = home.person()
        table = ada.table("me", "local Bo", start=True, options={"first_player": 0})
        save = home.server.store.save

        async def fail(*args: Any) -> None:
            raise StoreFault("disk full")

        with ada.at(table, 0) as place:
            place.wait(lambda at: at.view["legal"] == ["draw"])
            monkeypatch.setattr(home.server.store, "save", fail)
            told = place.order("play", key="a", question=1, action="draw")
            assert (told["type"], told["fault"]["code"]) == ("refused", "error.not_saved")
            assert place.closed() == 4503
            assert not any('"done"' in raw for raw in place.raw)
        monkeypatch.setattr(home.server.store, "save", save)
        with ada.at(table, 0) as place:
            place.wait(lambda at: at.view["legal"] == ["draw"])
            assert place.view["question"] == 1
            again = place.order("play", key="a", question=1, action="draw")
            assert (again["type"], again["repeated"]) == ("done", False)
        stored = [event.key for event in home.call(home.server.store.events(table)) if event.kind == "play"]
        assert stored == ["a"]


def test_who_comes_is_greeted_at_once_and_the_others_hear_of_all_who_came(
    home: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tell() -> None:
        home.server.registry._tell_attendance(home.server.registry.rooms[table])

    monkeypatch.setattr(registry, "ATTENDANCE", 600.0)  # it is told when the test says so
    ada, bo, cy = home.person("Ada"), home.person("Bo"), home.person("Cy")
    table = ada.table("me", "open", "open")
    for other in (bo, cy):
        other.post(f"/api/tables/{table}/join")
    with ada.at(table, 0) as first:
        assert first.read()["type"] == "welcome"
        first.wait(lambda at: at.table)
        with bo.at(table, 1) as second, cy.at(table, 2) as third:
            assert [place.read()["type"] for place in (second, third)] == ["welcome", "welcome"]
            home.call(tell())
            first.wait(lambda at: all(seat["online"] for seat in at.table["seats"]))
            assert sum('"type":"table"' in raw for raw in first.raw) == 2
