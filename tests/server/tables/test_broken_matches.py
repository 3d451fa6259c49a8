"""Matches that cannot be played again: looked at, exported, left as they are, and nobody else's trouble."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.kit import Browser, LiveServer, command, live_server
from tutti.server.accounts import identity
from tutti.server.rooms import registry

FIRST = {"first_player": 0}


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(folder / "tutti.db")
    with connection:
        yield connection
    connection.close()


def rows(folder: Path) -> list[Any]:
    """All that is stored of tables and matches, the deadlines aside."""
    with database(folder) as db:
        return [
            db.execute(f"SELECT {what} ORDER BY 1, 2").fetchall()
            for what in ("id, state, body FROM tables", "* FROM events", "* FROM seats", "* FROM lines")
        ]


def same_person(home: LiveServer, person: Browser) -> Browser:
    again = home.person()
    again.http.cookies.clear()
    again.http.cookies.update(person.http.cookies)
    return again


def some_tables(home: LiveServer) -> tuple[Browser, dict[str, str]]:
    """Three running tables and a finished one, all with some moves."""
    ada = home.person("Ada")
    found = {}
    for name in ("whole", "move", "body", "over"):
        table = found[name] = ada.table("me", "local Bo", options=FIRST, public=True, spectators=False, start=True)
        with ada.at(table, 0) as place:
            place.play("draw")
            if name == "over":
                place.order("propose")
                place.wait(lambda at: at.table["state"] == "over")
    return ada, found


def damage(folder: Path, found: dict[str, str]) -> None:
    with database(folder) as db:
        move = "UPDATE events SET body = ? WHERE match = ? AND kind = 'play'"
        db.execute(move, (b'{"action":"castle","by":"person"}', found["move"]))
        db.execute(move, (b'{"by":"person"}', found["over"]))
        db.execute("UPDATE tables SET body = ? WHERE id = ?", (b"{}", found["body"]))


def test_what_cannot_be_read_stays_as_it_is_and_in_nobodys_way(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada, found = some_tables(home)
    damage(tmp_path, found)
    with database(tmp_path) as db:
        db.execute("UPDATE tables SET deadline = 1")  # all are to be woken
    before = rows(tmp_path)
    with live_server(tmp_path) as home:
        again, eve = same_person(home, ada), home.person("Eve")
        for _ in range(3):
            home.call(home.server.scheduler.tick())
        mine = {table["id"] for table in again.get("/api/me/tables")["tables"]}
        assert mine == {found["whole"], found["move"]}
        again.get("/api/me/next")
        assert {table["id"] for table in again.get("/api/me/tables?show=over")["tables"]} == {found["over"]}
        assert eve.get("/api/tables?show=running")["tables"] == []  # none has spectators
        for name in ("move", "over"):
            id = found[name]
            info = again.get(f"/api/tables/{id}")
            assert (info["broken"], info["seats"][0]["name"]) == (True, "Ada")
            assert again.get(f"/api/tables/{id}/view?seat=0", status=409)["code"] == "error.match_broken"
            assert eve.get(f"/api/tables/{id}/talk", status=403)["code"] == "error.no_spectators"
            for order in ({"type": "play", "question": 2, "action": "place 1"}, {"type": "say", "text": "hello"}):
                said = again.post(f"/api/tables/{id}/orders?seat=0", {"key": "k", **order}, status=409)
                assert said["code"] == "error.match_broken"
            with again.at(id, 0) as place:
                place.wait(lambda at: at.table["broken"])
                assert place.order("resign")["fault"]["code"] == "error.match_broken"
            with eve.at(id) as place:
                assert place.closed() == 4403
        assert again.get(f"/api/tables/{found['body']}", status=409)["code"] == "error.match_broken"
        assert again.post(f"/api/tables/{found['over']}/rematch", status=409)["code"] == "error.match_broken"
        assert again.post(f"/api/tables/{found['over']}/share", status=409)["code"] == "error.match_broken"
        with again.at(found["whole"], 0) as place:
            place.wait(lambda at: at.view)
            assert not place.table["broken"]
        after = rows(tmp_path)
        whole = found["whole"]
        for one, other in zip(before, after, strict=True):
            assert [row for row in one if whole not in row] == [row for row in other if whole not in row]
        due = home.call(home.server.store.due(home.clock(), 9))
        assert due == []  # nobody tries all the time


def test_a_finished_match_that_cannot_be_read_can_be_taken_along_all_the_same(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada, found = some_tables(home)
        seed = ada.get(f"/api/tables/{found['over']}")["seed"]
    damage(tmp_path, found)
    with live_server(tmp_path) as home:
        again, eve = same_person(home, ada), home.person()
        log = again.get(f"/api/tables/{found['over']}/record")
        assert (log["tutti_log"], log["game"], log["seed"], log["seats"]) == (1, "symphonimo", seed, ["Ada", "Bo"])
        assert [event["kind"] for event in log["events"]][:2] == ["opened", "start"]
        assert log["ending"]["reason"] == "agreed"
        # A running one holds secrets, and others have nothing to look for there.
        assert again.get(f"/api/tables/{found['move']}/record?player=0", status=409)["code"] == "error.match_broken"
        assert eve.get(f"/api/tables/{found['over']}/record", status=403)["code"] == "error.no_spectators"


def test_whoever_goes_takes_the_name_along_from_there_too(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada, found = some_tables(home)
    damage(tmp_path, found)
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        for name in ("move", "over", "whole"):
            again.get(f"/api/tables/{found[name]}")
        again.delete("/api/me")
        for name in ("move", "over", "whole"):
            info = home.person().get(f"/api/tables/{found[name]}")
            assert [seat["name"] for seat in info["seats"]] == ["", ""]


@pytest.mark.parametrize(
    "break_it",
    [
        lambda db, id: db.execute("UPDATE snapshots SET body = x'ff'"),
        lambda db, id: db.execute("UPDATE snapshots SET body = replace(body, '\"symphonimo\"', '\"chess\"')"),
    ],
)
def test_a_broken_snapshot_only_makes_the_way_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, break_it: Callable[[sqlite3.Connection, str], Any]
) -> None:
    monkeypatch.setattr(registry, "SNAPSHOT_EVERY", 4)
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        with ada.at(table, 0) as first, ada.at(table, 1) as second:
            for _ in range(8):
                first.wait(lambda at: at.view)
                second.wait(lambda at: at.view["question"] >= first.view["question"])
                (first if first.view["legal"] else second).play()
                first.wait(lambda at: at.view["question"] >= second.view["question"])
        view = ada.get(f"/api/tables/{table}/view?seat=0")
    with database(tmp_path) as db:
        assert break_it(db, table).rowcount
    with live_server(tmp_path) as home:
        assert same_person(home, ada).get(f"/api/tables/{table}/view?seat=0") == view


def test_a_log_with_a_hole_is_not_played(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada, found = some_tables(home)
    with database(tmp_path) as db:
        db.execute("DELETE FROM events WHERE match = ? AND kind = 'play'", (found["whole"],))
    with live_server(tmp_path) as home:
        assert same_person(home, ada).get(f"/api/tables/{found['whole']}")["broken"]


def test_whoever_runs_the_server_can_export_any_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    with live_server(data) as home:
        _, found = some_tables(home)
    damage(data, found)
    for name, key in (("whole", '"tutti": 1'), ("move", '"tutti_log": 1'), ("over", '"tutti_log": 1')):
        file = tmp_path / f"{name}.json"
        ran = command(capsys, "export", found[name], str(file), "--data", str(data))
        assert ran.code == 0, ran.err
        assert key in file.read_text(encoding="utf-8")
    assert command(capsys, "verify", str(tmp_path / "whole.json")).code == 0
    address = f"http://127.0.0.1:8000/#/table/{found['whole']}"
    assert command(capsys, "export", address, str(tmp_path / "again.json"), "--data", str(data)).code == 0
    for arguments, said in (
        (["nothing", "x.json"], "no such table"),
        ([found["body"], "x.json"], "cannot be continued"),
        ([found["whole"], str(tmp_path / "whole.json")], "exists"),
    ):
        ran = command(capsys, "export", *arguments, "--data", str(data))
        assert ran.code == 2
        assert said in ran.err


@pytest.mark.parametrize("hole", ["kind = 'play'", "seq = 1", "seq = (SELECT max(seq) FROM events)"])
def test_a_log_with_a_hole_is_exported_as_it_lies_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], hole: str
) -> None:
    """What was played with some moves missing is another match, though the rules may allow it."""
    data, file = tmp_path / "data", tmp_path / "match.json"
    with live_server(data) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        with ada.at(table, 0) as place:
            place.play("draw")
    with database(data) as db:
        db.execute(f"DELETE FROM events WHERE match = ? AND {hole}", (table,))
    ran = command(capsys, "export", table, str(file), "--data", str(data))
    assert ran.code == 0, ran.err
    assert "events are missing" in " ".join(ran.out.split())
    assert '"tutti_log": 1' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("dashes", ["-", "--", "-h"])
def test_a_table_whose_id_looks_like_an_option_is_exported(
    dashes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    id = dashes + identity.address_id()[len(dashes) :]  # as one in 64 was, once
    monkeypatch.setattr(identity, "address_id", lambda: id)
    with live_server(tmp_path / "data") as home:
        assert home.person("Ada").table("me", "local Bo", options=FIRST, start=True) == id
    data = ("--data", str(tmp_path / "data"))
    for number, order in enumerate(([*data, id, "FILE"], [id, *data, "FILE"], [id, "FILE", *data])):
        file = str(tmp_path / f"{number}.json")
        ran = command(capsys, "export", *(file if word == "FILE" else word for word in order))
        assert ran.code == 0, ran.err


def test_ids_in_addresses_begin_and_end_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-b3cdefghijklmno", "ab3defghijklmno_", "--------------AA", "ab-_efghijklmn0p"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    assert identity.address_id() == "ab-_efghijklmn0p"
