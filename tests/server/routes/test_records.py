"""Records: taken along, brought back, shared, verified."""

from __future__ import annotations

import copy
import json
import os
import resource
from pathlib import Path
from typing import Any

import pytest

import tutti
from cli.running import tutti_program
from server.kit import Browser, LiveServer, live_server
from support import rule
from tutti.server.commitment import Unfair, commit, verify
from tutti.server.rate_limits import Buckets
from tutti.server.routes.replays import MOST_SIGNS
from tutti.server.settings import Settings
from tutti.server.store.rows import Replay


@pytest.fixture(scope="module")
def played(home: LiveServer) -> tuple[Browser, str, dict[str, Any]]:
    """A match that Ada played to its end, with a take-back in it."""
    ada = home.person("Ada")
    table = ada.table("me", "greedy", "random", options={"first_player": 0}, start=True)
    with ada.at(table, 0) as place:
        place.play("draw")
        place.order("undo", question=place.view["question"])
        place.wait(lambda at: at.view["legal"] == ["draw"])
        for_me = ada.get(f"/api/tables/{table}/record?player=0")
        assert "seed" not in for_me
        assert for_me["for"] == 0
        assert ada.get(f"/api/tables/{table}/record", status=409)["code"] == "error.not_over"
        place.order("away")
        place.wait(lambda at: at.table["state"] == "over")
        return ada, table, place.table


def test_the_whole_record_replays_and_is_fair(home: LiveServer, played: tuple[Browser, str, dict[str, Any]]) -> None:
    ada, table, info = played
    record = ada.get(f"/api/tables/{table}/record")
    assert record["seats"] == ["Ada", "greedy", "random"]
    assert record["seed"] == info["seed"]
    match = verify(record, info["commitment"])
    assert match.result is not None
    assert match.result.json() == {name: info["ending"][name] for name in match.result.json()}
    assert any("skip" in entry for entry in record["log"])


def test_what_one_player_may_know_has_no_seed(home: LiveServer, played: tuple[Browser, str, dict[str, Any]]) -> None:
    ada, table, _ = played
    for player in (-1, 0, 1, 2):
        record = ada.get(f"/api/tables/{table}/record?player={player}")
        assert record["for"] == player
        assert "seed" not in record
    assert ada.get(f"/api/tables/{table}/record?player=4", status=409)["code"] == "error.no_seat"


def test_verify_finds_every_kind_of_cheating(played: tuple[Browser, str, dict[str, Any]]) -> None:
    ada, table, info = played
    record = ada.get(f"/api/tables/{table}/record")
    with pytest.raises(Unfair, match="other_seed"):
        verify(record, commit("another"))
    with pytest.raises(Unfair, match="other_chance"):
        verify({**record, "seed": "another"})
    forged = copy.deepcopy(record)
    drawn = next(entry for entry in forged["log"] if entry.get("chance"))
    drawn["skip"] = drawn.get("skip", 0) + 1  # a draw that was not liked
    with pytest.raises(Unfair, match="other_chance"):
        verify(forged, info["commitment"])
    with pytest.raises(Unfair, match="no_seed"):
        verify({name: value for name, value in record.items() if name != "seed"})
    with pytest.raises(tutti.BadRecord):
        verify({**record, "length": 3})
    position = tutti.Match.load(tutti.Match.new("symphonimo", seed=1).dump(), seed=2)
    with pytest.raises(Unfair, match="not_from_the_start"):
        verify(position.record())


def test_the_command_line_verifies(tmp_path: Path, played: tuple[Browser, str, dict[str, Any]]) -> None:
    ada, table, info = played
    file = tmp_path / "match.json"
    file.write_text(json.dumps(ada.get(f"/api/tables/{table}/record")))
    right = tutti_program(tmp_path, "verify", str(file), "--hash", info["commitment"])
    assert right.code == 0
    assert "promised" in right.out
    assert tutti_program(tmp_path, "verify", str(file)).code == 0
    wrong = tutti_program(tmp_path, "verify", str(file), "--hash", "0" * 64)
    assert wrong.code == 2
    assert "not the seed" in wrong.err


def test_a_shared_match_can_be_looked_at_by_anybody_step_by_step(
    home: LiveServer, played: tuple[Browser, str, dict[str, Any]]
) -> None:
    ada, table, _ = played
    token = ada.post(f"/api/tables/{table}/share")["id"]
    assert ada.post(f"/api/tables/{table}/share")["id"] == token
    assert token != table
    eve = home.person()
    info = eve.get(f"/api/replays/{token}")
    assert (info["game"], info["names"], info["mine"]) == ("symphonimo", ["Ada", "greedy", "random"], False)
    assert info["pack_hash"] == ada.get(f"/api/tables/{table}")["pack_hash"] == tutti.game("symphonimo").pack_hash
    record = eve.get(f"/api/replays/{token}/record")
    match = tutti.Match.replay(record)
    frames = eve.get(f"/api/replays/{token}/frames?first=3&count=4&player=1")
    assert frames["length"] == info["length"] == len(match.log)
    assert [frame["at"] for frame in frames["frames"]] == [3, 4, 5, 6]
    for frame in frames["frames"]:
        there = tutti.Match.replay(record, frame["at"])
        assert frame["view"] == there.view(1)
        assert frame["action"] == record["log"][frame["at"] - 1]["action"]
    last = eve.get(f"/api/replays/{token}/frames?first={info['length']}&count=5")["frames"]
    assert [frame["view"] for frame in last] == [match.view(None)]
    first = eve.get(f"/api/replays/{token}/frames?count=1")["frames"][0]
    assert (first["player"], first["action"]) == (None, "")
    assert eve.get(f"/api/replays/{token}/frames?first=9999")["frames"] == []
    assert eve.get(f"/api/replays/{token}/frames?player=5", status=409)["code"] == "error.no_seat"


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_a_record_from_elsewhere_can_be_brought_along(home: LiveServer, game: str) -> None:
    match, dice = tutti.Match.new(game, seed="elsewhere"), tutti.Dice(1)
    for _ in range(40):
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    ada = home.person()
    token = ada.post("/api/replays", match.record())["id"]
    info = ada.get(f"/api/replays/{token}")
    assert (info["game"], info["length"], info["mine"], info["result"]) == (game, 40, True, None)
    assert ada.get(f"/api/replays/{token}/frames?first=40")["frames"][0]["view"] == match.view(None)


def test_a_record_that_names_no_pack_is_shown_with_the_standard_one(home: LiveServer) -> None:
    ada = home.person("Ada")
    record = some_record(3)
    assert record.pop("pack")
    info = ada.get(f"/api/replays/{ada.post('/api/replays', record)['id']}")
    assert info["pack_hash"] == tutti.game("symphonimo").pack_hash
    assert ada.get(f"/api/packs/{info['pack_hash']}")["game"] == "symphonimo"


@pytest.mark.parametrize(
    "broken",
    [{}, {"tutti": 2}, {"log": 5}, {"game": "chess"}, {"players": 99}, {"length": 7}, {"seats": 4}, {"x": [[[]]]}],
)
def test_a_broken_record_is_refused_with_its_place(home: LiveServer, broken: dict[str, Any]) -> None:
    record = tutti.Match.new("symphonimo", seed=1).record()
    answer = home.person().post("/api/replays", {**record, **broken} if broken else {}, status=400)
    assert answer["code"].startswith("error.")
    assert answer["args"]["place"]


@rule("KN-16")
def test_a_card_without_a_seat_is_in_nobody_elses_record(home: LiveServer) -> None:
    """A running Symphony match: the click in the hand, its withdrawal and another one reach the other by no way."""
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", game="symphony", options={"first_player": 0})
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    path = f"/api/tables/{table}/record?player="
    with ada.at(table, 0) as mine, bo.at(table, 1) as other:
        for place in (mine, other):
            place.wait(lambda at: at.view["view"]["step"])
        while mine.view["view"]["step"] != "card":
            assert mine.play()["type"] == "done"
        other.wait(lambda at: at.view["view"]["step"] == "card")
        before = bo.get(path + "1"), ada.get(path + "-1"), other.order("why", action="control 00"), other.n
        first, second = mine.view["legal"][:2]
        mine.play(first)
        assert ada.get(path + "0")["log"][-1]["action"] == first
        question = mine.view["question"]
        assert mine.order("undo", question=question)["type"] == "done"
        mine.wait(lambda at: at.view["question"] != question)
        mine.play(second)
        assert (bo.get(path + "1"), ada.get(path + "-1")) == before[:2]
        assert other.order("why", action="control 00")["fault"] == before[2]["fault"]
        assert other.n == before[3] + 1, "nothing but the answer was sent"
        mine.play()
        other.wait(lambda at: at.view["view"]["step"] == "control")
        assert bo.get(path + "1")["log"][-2]["action"] == second


# -- how much may be brought along -----------------------------------------------------------------


def some_record(seed: int) -> dict[str, Any]:
    return tutti.Match.new("symphonimo", seed=seed).record()


def memory_of(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.parametrize(
    "log",
    ["[" + ",".join(["{}"] * 170_000) + "]", "[" * 100_000, "[" + ",".join('"x"' for _ in range(120_000)) + "]"],
    ids=["empty entries", "brackets", "words"],
)
def test_what_would_take_much_memory_to_read_is_not_read(home: LiveServer, log: str) -> None:
    body = json.dumps(some_record(1)).replace('"log": []', f'"log": {log}')
    assert 100_000 < len(body) < home.server.settings.record_limit
    before = memory_of(os.getpid())
    ada = home.person()
    for _ in range(3):
        answer = ada.http.post("/api/replays", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "error.too_large")
    assert memory_of(os.getpid()) - before < 32 << 20


def test_the_longest_matches_can_be_brought_along() -> None:
    """Four players of the longest game who choose at random take three times as long as people would."""
    match, dice = tutti.Match.new("orchestra", seed=1, players=4), tutti.Dice(1)
    while match.active:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    text = json.dumps(match.record())
    assert sum(map(text.count, ",[{")) < MOST_SIGNS / 5
    assert len(text) < Settings().record_limit / 5


def test_records_brought_along_have_a_quota_and_an_end(tmp_path: Path) -> None:
    with live_server(tmp_path, imports_per_person=2, imports_total=1, imports_days=10) as home:
        ada = home.person()
        first, second, third = (ada.post("/api/replays", some_record(n))["id"] for n in range(3))
        assert ada.get(f"/api/replays/{first}", status=404)["code"] == "error.no_such_replay"
        bo = home.person()
        home.clock.skip(9 * 24 * 3600)
        assert bo.get(f"/api/replays/{second}")["game"] == "symphonimo"
        home.clock.skip(2 * 24 * 3600)
        home.call(home.server.scheduler.sweep())
        assert bo.get(f"/api/replays/{third}", status=404)
        assert bo.get(f"/api/replays/{second}")
        for n in range(62):  # a mebibyte, in pieces that each count as sixteen kibibytes
            row = Replay(f"x{n}", "", f"p{n}", home.server.now(), "symphonimo", 2, b"{}")
            home.call(home.server.store.bring_replay(row, 2))
        home.person().post("/api/replays", some_record(7))
        assert home.person().post("/api/replays", some_record(8), status=503)["code"] == "error.no_room"


def test_an_address_may_bring_along_so_much_a_day(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True, imports_per_address=1) as home:
        home.server.limits.heavy = Buckets(1000, 1000)
        home.server.limits.requests = Buckets(1000, 1000)
        body = some_record(1)
        codes = [home.person().http.post("/api/replays", json=body).status_code for _ in range(66)]
        assert codes == [201] * 64 + [429] * 2
