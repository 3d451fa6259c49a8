"""Matches stored under older rules: they go on under those of today."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.kit import Browser, live_server
from server.tables.test_broken_matches import database, same_person
from support import rule
from tutti.games import symphony
from tutti.kernel import library
from tutti.kernel.match import Match
from tutti.server.rooms import registry

FIVE = ("me", "random", "random", "random", "random")
OPTIONS: list[dict[str, Any]] = [{}, {"draft": "secret", "progressive": True}]


def grow_old(folder: Path, id: str) -> None:
    """As the server would have stored it under version 1."""
    connection = sqlite3.connect(folder / "tutti.db")
    with connection:
        (body,) = connection.execute("SELECT body FROM tables WHERE id = ?", (id,)).fetchone()
        row = json.loads(body)
        assert row["rules"] == symphony.GAME.version
        connection.execute("UPDATE tables SET body = ? WHERE id = ?", (json.dumps(row | {"rules": 1}).encode(), id))
    connection.close()


@rule("SY-254", "KN-31")
@pytest.mark.parametrize("options", OPTIONS, ids=["standard", "progressive"])
def test_a_match_of_symphony_1_goes_on(tmp_path: Path, options: dict[str, Any]) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "random", game="symphony", options=options, start=True)
        with ada.at(id, 0) as place:
            for _ in range(24):
                assert place.play()["type"] == "done"
            place.wait(lambda at: at.view["legal"])
            before = place.view
    grow_old(tmp_path, id)
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        with again.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            assert place.view["view"] == before["view"]
            assert place.view["legal"] == before["legal"]
            assert not place.table["broken"]
            assert place.play()["type"] == "done"
            place.order("resign")
            place.wait(lambda at: at.table["state"] == "over")
        record = again.get(f"/api/tables/{id}/record")
        assert record["rules"] == symphony.GAME.version
        assert Match.replay(record).record()["log"] == record["log"]


@rule("SY-293", "KN-31")
def test_an_easy_match_of_symphony_2_goes_on_with_its_orchestra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as yesterday, live_server(tmp_path) as home:
        yesterday.setattr(symphony.GAME, "version", 2)
        ada = home.person("Ada")
        id = ada.table(*FIVE, game="symphony", options={"easy": True}, start=True)
        with ada.at(id, 0) as place:
            for _ in range(4):
                assert place.play()["type"] == "done"
            place.wait(lambda at: at.view["legal"])
            before = place.view
    assert cards(before) == ("02a", "02b", "03b")
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        new = again.table(*FIVE, game="symphony", options={"easy": True}, start=True)
        assert cards(again.get(f"/api/tables/{new}/view?seat=0")) == ("16", "02a", "03a")
        with again.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            assert place.view["view"] == before["view"]
            assert place.view["legal"] == before["legal"]
            assert place.play()["type"] == "done"
            assert not place.table["broken"]
            place.order("resign")
            place.wait(lambda at: at.table["seats"][0]["kind"] == "bot" or at.table["state"] == "over")
        match = home.server.registry.rooms[id].match
        assert match is not None
        assert match.record()["rules"] == 2
        assert Match.replay(match.record()).dump() == match.dump()
        moment = Match.load(match.dump(), seed=1)
        assert cards({"view": moment.view()}) == ("02a", "02b", "03b")


@rule("SY-293", "KN-31")
def test_a_table_from_a_position_of_symphony_2_keeps_its_orchestra(tmp_path: Path) -> None:
    record = json.loads((Path(__file__).parents[2] / "records" / "symphony" / "5-easy.json").read_text("utf-8"))
    position = Match.replay(record, upto=30).dump()
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.post("/api/positions", {"position": position, "bot": "random"})["id"]
        seat = position["stack"][-1]["player"]
        with ada.at(id, seat) as place:
            assert place.play()["type"] == "done"
            place.wait(lambda at: at.view["legal"])
            before = place.view
        assert cards(before) == ("02a", "02b", "03b")
        assert rules_stored(tmp_path, id) == 2
    with live_server(tmp_path) as home, same_person(home, ada).at(id, seat) as place:
        place.wait(lambda at: at.view["legal"])
        assert place.view["view"] == before["view"]
        assert place.play()["type"] == "done"
        assert not place.table["broken"]


def rules_stored(folder: Path, id: str) -> int:
    with database(folder) as db:
        ((body,),) = db.execute("SELECT body FROM tables WHERE id = ?", (id,)).fetchall()
    return int(json.loads(body)["rules"])


def cards(shown: dict[str, Any]) -> tuple[str, ...]:
    return tuple(shown["view"]["orchestra"][place]["card"] for place in ("A1", "A2", "E4"))


@rule("SY-024", "KN-31")
def test_a_match_with_the_sheets_of_yesterday_goes_on_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = library.game("symphony", "standard")
    with monkeypatch.context() as yesterday, live_server(tmp_path) as home:
        yesterday.setattr(symphony, "GAME", old)
        ada = home.person("Ada")
        id = ada.table("me", "random", game="symphony", options={"sheets": ["1W", "2W", "3W"]}, start=True)
        with ada.at(id, 0) as place:
            for _ in range(6):
                assert place.play()["type"] == "done"
            place.wait(lambda at: at.view["legal"])
            before = place.view
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        new = again.table("me", "random", game="symphony", options={"sheets": ["1W", "2W", "3W"]}, start=True)
        assert again.get(f"/api/tables/{new}")["pack_hash"] == library.game("symphony").pack_hash != old.pack_hash
        assert again.get(f"/api/tables/{id}")["pack_hash"] == old.pack_hash
        with again.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            assert place.view["view"] == before["view"]
            assert place.view["view"]["score"][0]["note"] == "c6"  # and c3 today
            assert place.play()["type"] == "done"
            assert not place.table["broken"]


# -- snapshots of another day ------------------------------------------------------------------

STORED = Path(__file__).parents[1] / "stored" / "v0.1.0.sql"
"""What a server of 0.1.0 left behind: a match of ten moves and one taken back, with a snapshot after the first six."""


def test_a_database_of_0_1_0_opens_and_its_snapshot_is_not_read(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tutti.db") as db:
        db.executescript(STORED.read_text(encoding="utf-8"))
        ((id, snapshot),) = db.execute("SELECT match, body FROM snapshots").fetchall()
        said = json.loads(snapshot)
        assert isinstance(said, list)  # without a word about its rules
        said[6] = said[6][:2]  # whoever reads it gets another match
        db.execute("UPDATE snapshots SET body = ?", (json.dumps(said).encode(),))
        rows = db.execute("SELECT body FROM events WHERE kind = 'play' ORDER BY seq").fetchall()
        stored = [json.loads(body)["action"] for (body,) in rows]
    db.close()
    with live_server(tmp_path) as home:
        eve = home.person()
        view = eve.get(f"/api/tables/{id}/view")
        assert (view["question"], view["view"]["active"]) == (13, [1])
        assert not eve.get(f"/api/tables/{id}")["broken"]
        match = home.server.registry.rooms[id].match
        assert match is not None
        played = [match.game.actions[entry.action] for entry in match.log]
        taken_back = 5
        assert played == stored[:taken_back] + stored[taken_back + 1 :]
        assert len(match.legal(1)) > 0


Change = Callable[[dict[str, Any]], dict[str, Any]]
OTHERS: dict[str, Change] = {
    "rules": lambda said: said | {"rules": said["rules"] - 1},
    "newer rules": lambda said: said | {"rules": said["rules"] + 1},
    "pack": lambda said: said | {"pack": said["pack"] | {"hash": "sha256:" + "0" * 64}},
    "options": lambda said: said | {"options": said["options"] | {"first_player": 1}},
    "seed": lambda said: said | {"seed": "0" * 32},
    "chance": lambda said: said | {"log": [_other_chance(one) for one in said["log"]]},
}


def _other_chance(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "chance": ["0"]} if "chance" in entry else entry


def some_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Browser, str, dict[str, Any]]:
    """A match that was interrupted after eight moves, with a snapshot after some of them; and how it looked."""
    monkeypatch.setattr(registry, "SNAPSHOT_EVERY", 4)
    with live_server(folder) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", options={"first_player": 0}, start=True)
        with ada.at(id, 0) as first, ada.at(id, 1) as second:
            for _ in range(8):
                first.wait(lambda at: at.view)
                second.wait(lambda at: at.view["question"] >= first.view["question"])
                (first if first.view["legal"] else second).play()
                first.wait(lambda at: at.view["question"] >= second.view["question"])
        return ada, id, ada.get(f"/api/tables/{id}/view?seat=0")


def write_snapshot(folder: Path, change: Change) -> None:
    """The newest snapshot as another server would have written it; it holds fewer moves than it says it does."""
    with database(folder) as db:
        ((seq, body),) = db.execute("SELECT seq, body FROM snapshots ORDER BY seq DESC LIMIT 1").fetchall()
        said = json.loads(body)
        made = change(said | {"log": said["log"][:2]})
        assert db.execute("UPDATE snapshots SET body = ? WHERE seq = ?", (json.dumps(made).encode(), seq)).rowcount == 1


@pytest.mark.parametrize("other", OTHERS)
def test_a_snapshot_of_other_rules_or_another_pack_is_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    ada, id, before = some_moves(tmp_path, monkeypatch)
    write_snapshot(tmp_path, OTHERS[other])
    with live_server(tmp_path) as home:
        assert same_person(home, ada).get(f"/api/tables/{id}/view?seat=0") == before


def test_such_a_snapshot_saves_no_match_that_cannot_be_played_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, id, _ = some_moves(tmp_path, monkeypatch)
    write_snapshot(tmp_path, OTHERS["rules"])
    with database(tmp_path) as db:  # a move that the rules of today no longer know
        first = "(SELECT min(seq) FROM events WHERE kind = 'play')"
        db.execute(f"UPDATE events SET body = ? WHERE seq = {first}", (b'{"action":"castle","by":"person"}',))
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        assert again.get(f"/api/tables/{id}")["broken"]
        assert again.get(f"/api/tables/{id}/view?seat=0", status=409)["code"] == "error.match_broken"


def test_a_log_with_a_hole_before_such_a_snapshot_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, id, before = some_moves(tmp_path, monkeypatch)
    with database(tmp_path) as db:
        db.execute("DELETE FROM events WHERE seq = 1")  # before the snapshot, which need not read it
    with live_server(tmp_path) as home:
        assert same_person(home, ada).get(f"/api/tables/{id}/view?seat=0") == before
    write_snapshot(tmp_path, OTHERS["rules"])
    with live_server(tmp_path) as home:
        assert same_person(home, ada).get(f"/api/tables/{id}")["broken"]
