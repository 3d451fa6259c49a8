"""Play on: from a moment of a replay, from a position that somebody wrote; what is saved, checked and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tutti
from server.kit import Browser, LiveServer, live_server
from server.tables.test_broken_matches import same_person
from tutti.server.rooms import event_log


def played(game: str, moves: int, seed: int = 1, players: int | None = None) -> tutti.Match:
    """A match after some moves by chance."""
    match, dice = tutti.Match.new(game, players, seed), tutti.Dice(seed)
    while len(match.log) < moves and match.active:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    return match


def brought(ada: Browser, match: tutti.Match, *names: str) -> str:
    record = match.record()
    return str(ada.post("/api/replays", {**record, "seats": list(names)} if names else record)["id"])


def finished(ada: Browser, table: str, seat: int) -> dict[str, Any]:
    """A bot plays for Ada until the end."""
    with ada.at(table, seat) as place:
        place.order("away")
        place.wait(lambda at: at.table["state"] == "over")
        return place.table


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_any_moment_of_a_replay_can_be_played_on(home: LiveServer, game: str) -> None:
    ada, match = home.person("Ada"), played(game, 30)
    token = brought(ada, match, "greedy", *["somebody"] * (match.players - 1))
    there = tutti.Match.replay(match.record(), 20)
    info = ada.post(f"/api/replays/{token}/play", {"entry": 20})
    mine = there.active[0]
    assert (info["origin"], info["state"]) == ({"kind": "replay", "replay": token, "entry": 20}, "running")
    assert [seat["mine"] for seat in info["seats"]] == [seat == mine for seat in range(match.players)]
    assert [seat["bot"] for seat in info["seats"]] == [
        "" if seat == mine else "maestro" if seat else "greedy" for seat in range(match.players)
    ]
    view = ada.get(f"/api/tables/{info['id']}/view?seat={mine}")
    assert view["view"] == there.view(mine)
    assert view["legal"] == list(there.legal(mine))


def test_seat_and_level_can_be_chosen(home: LiveServer) -> None:
    ada, match = home.person("Ada"), played("symphonimo", 12)
    token = brought(ada, match)
    other = (tutti.Match.replay(match.record(), 7).active[0] + 1) % match.players
    info = ada.post(f"/api/replays/{token}/play", {"entry": 7, "seat": other, "bot": "random"})
    assert info["seats"][other]["mine"]
    assert {seat["bot"] for seat in info["seats"] if not seat["mine"]} == {"random"}
    no_seat = ada.post(f"/api/replays/{token}/play", {"entry": 7, "seat": 5}, status=409)
    assert no_seat["code"] == "error.no_seat"
    assert (
        ada.post(f"/api/replays/{token}/play", {"entry": 7, "bot": "nobody"}, status=400)["code"] == "error.unknown_bot"
    )
    late = ada.post(f"/api/replays/{token}/play", {"entry": 999}, status=400)
    assert (late["code"], late["args"]["place"]) == ("error.no_such_entry", "log")


def test_where_a_match_is_over_nobody_plays_on(home: LiveServer) -> None:
    ada, match = home.person("Ada"), played("symphonimo", 10_000)
    token = brought(ada, match)
    assert (
        ada.post(f"/api/replays/{token}/play", {"entry": len(match.log)}, status=409)["code"] == "error.position_over"
    )


def test_a_table_from_a_position_outlives_its_server_and_can_be_exported(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with live_server(folder) as first:
        ada = first.person("Ada")
        token = brought(ada, played("symphonimo", 40))
        table = ada.post(f"/api/replays/{token}/play", {"entry": 30, "bot": "random"})
        seat = [one["mine"] for one in table["seats"]].index(True)
        with ada.at(table["id"], seat) as place:
            place.play()
            place.wait(lambda at: at.view["legal"])
        saved = ada.get(f"/api/tables/{table['id']}/position?player={seat}")
    with live_server(folder) as second:
        ada = same_person(second, ada)
        assert ada.get(f"/api/tables/{table['id']}/position?player={seat}") == saved
        over = finished(ada, table["id"], seat)
        assert over["origin"] == {"kind": "replay", "replay": token, "entry": 30}
        assert ada.post(f"/api/tables/{table['id']}/rematch", status=409)["code"] == "error.played_on"
        record = ada.get(f"/api/tables/{table['id']}/record")
        assert tutti.Match.replay(record).result is not None
        again = ada.post(f"/api/tables/{table['id']}/share")["id"]
        frames = ada.get(f"/api/replays/{again}/frames?count=2")["frames"]
        assert frames[0]["view"] == tutti.Match.replay(record, 0).view(None)
        row = second.call(second.server.store.table(table["id"]))
        events = second.call(second.server.store.events(table["id"]))
        assert event_log.rebuild(row, None, events).dump() == tutti.Match.replay(record).dump()


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_what_a_player_saves_tells_no_secret_and_can_be_played(home: LiveServer, game: str) -> None:
    ada = home.person("Ada")
    id = ada.table("me", "greedy", "greedy", game=game, options={"first_player": 0}, start=True)
    room = home.server.registry.rooms[id]
    with ada.at(id, 0) as place:
        place.wait(lambda at: at.view["view"]["active"] == [0])  # in Orchestra all choose a card first
        saved = ada.get(f"/api/tables/{id}/position?player=0")
        assert room.match is not None
        assert saved == room.match.dump(0)
        seen = place.view["view"]
    info = ada.post("/api/positions/check", {"position": saved})
    assert (info["fault"], info["game"], info["active"]) == (None, game, [0])
    assert info["view"]["you"] == 0
    table = ada.post("/api/positions", {"position": saved, "bot": "random"})
    assert table["origin"]["kind"] == "position"
    view = ada.get(f"/api/tables/{table['id']}/view?seat=0")["view"]
    assert {key: view[key] for key in ("step", "active") if key in view} == {
        key: seen[key] for key in ("step", "active") if key in seen
    }


def test_a_position_gets_a_hint(home: LiveServer) -> None:
    ada = home.person("Ada")
    position = played("symphonimo", 21).dump()
    table = ada.post("/api/positions", {"position": position, "bot": "random"})
    seat = [one["mine"] for one in table["seats"]].index(True)
    with ada.at(table["id"], seat) as place:
        place.wait(lambda at: at.view["legal"])
        said = place.order("hint", question=place.view["question"])
        assert said["candidates"][0]["action"] in place.view["legal"]


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"player": 9}, "error.out_of_range", "player"),
        ({"game": "chess"}, "error.unknown_game", "game"),
        ({"conductors": []}, "error.wrong_length", "conductors"),
        ({"collections": [{"3": 9}, {}, {}, {}]}, "error.too_many_cards", "collections[0].3"),
        ({"x": 1}, "error.unknown_key", "top"),
    ],
)
def test_a_position_that_cannot_be_says_where_and_why(
    home: LiveServer, change: dict[str, Any], code: str, place: str
) -> None:
    position = {**tutti.Match.new("symphonimo", 4, seed=1).dump(), **change}
    ada = home.person()
    found = ada.post("/api/positions/check", {"position": position})["fault"]
    assert (found["code"], found["args"]["place"]) == (code, place)
    assert ada.post("/api/positions", {"position": position}, status=400) == found


def test_the_position_of_a_moment_can_be_saved(home: LiveServer) -> None:
    ada, match = home.person("Ada"), played("orchestra", 25)
    token = brought(ada, match)
    saved = ada.get(f"/api/replays/{token}/position?entry=11")
    assert saved == tutti.Match.replay(match.record(), 11).dump()
