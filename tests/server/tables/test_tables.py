"""Tables: opened, joined, left, begun, and once more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tutti
from server.kit import Browser, LiveServer
from tutti import guide
from tutti.server.commitment import commit, verify
from tutti.server.store.sqlite import SqliteStore


def code(answer: Any) -> str:
    return str(answer["code"])


def test_the_shelf_shows_games_with_their_options_bots_rules_and_words(home: LiveServer) -> None:
    ada = home.person()
    games = {game["name"]: game for game in ada.get("/api/games")}
    assert set(games) >= {"symphonimo", "symphony", "orchestra"}
    for name, game in games.items():
        engine = tutti.game(name)
        assert (game["low"], game["high"]) == (engine.low, engine.high)
        assert [option["name"] for option in game["options"]] == [option.name for option in engine.options]
    assert {bot["name"] for bot in ada.get("/api/bots")} == set(tutti.bots())
    assert any(rule["id"] == "SO-010" for rule in ada.get("/api/games/symphonimo/rules"))
    assert ada.get("/api/games/symphonimo/guide/fr") == guide.sections("symphonimo", "fr")
    assert ada.get("/api/words/en/symphonimo")["event.drawn"]
    assert ada.get("/api/words/en/server")["error.no_such_table"]
    assert code(ada.get("/api/words/xx/symphonimo", status=404)) == "error.no_such_language"
    assert code(ada.get("/api/words/en/nothing", status=404)) == "error.no_such_words"
    assert code(ada.get("/api/games/chess/rules", status=400)) == "error.unknown_game"
    assert code(ada.get("/api/games/symphonimo/guide/xx", status=404)) == "error.no_such_language"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "chess"}, "error.unknown_game"),
        ({"seats": [{"kind": "me"}]}, "error.bad_players"),
        ({"options": {"nonsense": 1}}, "error.unknown_option"),
        ({"options": {"false_note": "perhaps"}}, "error.bad_option"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep blue"}]}, "error.unknown_bot"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "error.one_seat_each"),
        ({"seats": [{"kind": "me"}, {"kind": "open", "bot": "greedy"}]}, "error.no_bot_there"),
        ({"seats": [{"kind": "me", "name": "Zoe"}, {"kind": "open"}]}, "error.no_name_there"),
        ({"seats": [{"kind": "me"}, {"kind": "local"}]}, "error.bad_name"),
        ({"clock": {"kind": "live"}}, "error.bad_clock"),
        ({"clock": {"kind": "days"}}, "error.bad_clock"),
        ({"clock": {"kind": "none", "turn": 5}}, "error.bad_clock"),
        ({"clock": {"kind": "live", "turn": 99999}}, "error.bad_request"),
        ({"undo": "always"}, "error.bad_request"),
        ({"colour": "blue"}, "error.bad_request"),
        ({"seats": []}, "error.bad_request"),
        ({"start": True}, "error.seats_open"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(home: LiveServer, change: Any, expected: str) -> None:
    plan = {"game": "symphonimo", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = home.person().ask("POST", "/api/tables", {**plan, **change}, status=409 if "start" in change else 400)
    assert code(answer) == expected
    assert answer["text"]


def test_conflicts_show_while_options_are_being_chosen(home: LiveServer) -> None:
    """KN-37: what can be asked beforehand is what a table is refused for, in the same words."""
    ada = home.person()
    wish = {"preset": True, "draft": "secret", "clashes": False}
    said = ada.post("/api/games/symphony/options", {"players": 3, "options": wish})
    assert [(one["options"], one["fault"]["code"]) for one in said] == [
        (["draft", "preset"], "error.preset_and_draft"),
        (["clefs", "clashes"], "error.clashes_without_clefs"),
    ]
    assert said[0]["fault"]["rule"] == "SY-272"
    plan = {"game": "symphony", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "options": wish}
    assert ada.ask("POST", "/api/tables", plan, status=400) == said[0]["fault"]
    assert ada.post("/api/games/symphony/options", {"players": 3, "options": {}}) == []
    late = ada.post("/api/games/orchestra/options", {"players": 2, "options": {"first_player": 3}})
    assert [(one["options"], one["fault"]["code"]) for one in late] == [(["first_player"], "error.no_such_player")]
    wrong = ada.post("/api/games/symphony/options", {"players": 3, "options": {"draft": 7}})
    assert [one["options"] for one in wrong] == [["draft"]]
    many = {"players": 3, "options": {"variable_prizes": ["sheet1"] * 3000}}
    assert code(ada.post("/api/games/symphony/options", many)[0]["fault"]) == "error.prize_twice"
    assert code(ada.post("/api/games/chess/options", {"players": 3, "options": {}}, status=400)) == "error.unknown_game"


def test_a_match_begun_with_a_void_choice_goes_on(home: LiveServer) -> None:
    """A table of before the check starts, and its match is played, frozen, recorded and verified."""
    ada = home.person()
    table = ada.table("me", "random", game="symphony", options={"clefs": "I", "clashes": False})
    room = home.server.registry.rooms[table]
    room.table.options["clefs"] = "none"
    ada.post(f"/api/tables/{table}/start")
    with ada.at(table, 0) as place:
        assert place.play()["type"] == "done"
        place.order("resign")
        place.wait(lambda at: at.table["state"] == "over")
    match = room.match
    assert match is not None
    assert tutti.Match.replay(match.transcript()).record() == match.record()
    verify(ada.get(f"/api/tables/{table}/record"), room.table.commitment)


def test_options_are_completed_and_shown(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", "local Zoë", options={"false_note": True}, public=True, hints=False, undo="free")
    info = ada.get(f"/api/tables/{table}")
    assert info["options"]["false_note"] is True
    assert set(info["options"]) == {option.name for option in tutti.game("symphonimo").options}
    assert [seat["kind"] for seat in info["seats"]] == ["person", "bot", "local"]
    assert [seat["mine"] for seat in info["seats"]] == [True, False, True]
    assert (info["hints"], info["undo"], info["host"]) == (False, "free", True)


def test_a_private_table_is_found_by_its_link_only(home: LiveServer) -> None:
    ada, bo = home.person(), home.person()
    private, public = ada.table("me", "open"), ada.table("me", "open", public=True)
    listed = [table["id"] for table in bo.get("/api/tables")["tables"]]
    assert public in listed
    assert private not in listed
    assert len(private) >= 16
    assert bo.get(f"/api/tables/{private}")["state"] == "waiting"
    assert code(bo.get(f"/api/tables/{private[:-1]}", status=404)) == "error.no_such_table"


def test_sitting_down_and_getting_up(home: LiveServer) -> None:
    ada, bo, cy = home.person("Ada"), home.person("Bo"), home.person("Cy")
    table = ada.table("me", "open", "open")
    assert bo.post(f"/api/tables/{table}/join", {"seat": 2})["seats"][2]["name"] == "Bo"
    assert bo.post(f"/api/tables/{table}/join", {"seat": 1})["seats"][1]["kind"] == "open"  # stays where they are
    assert code(cy.post(f"/api/tables/{table}/join", {"seat": 2}, status=409)) == "error.no_seat"
    assert code(cy.post(f"/api/tables/{table}/leave", status=403)) == "error.not_at_table"
    cy.post(f"/api/tables/{table}/join")
    assert code(home.person().post(f"/api/tables/{table}/join", status=409)) == "error.no_seat"
    info = ada.post(f"/api/tables/{table}/leave")
    assert info["seats"][0]["kind"] == "open"
    assert cy.get(f"/api/tables/{table}")["host"] or bo.get(f"/api/tables/{table}")["host"]
    bo.post(f"/api/tables/{table}/leave")
    assert cy.post(f"/api/tables/{table}/leave")["state"] == "closed"
    assert code(bo.post(f"/api/tables/{table}/join", status=409)) == "error.has_started"


def test_a_new_name_is_on_the_seat_until_the_match_begins(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "local Guest", "open")
    bo.post(f"/api/tables/{table}/join", {})

    def names() -> list[str]:
        return [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]]

    assert names() == ["Ada", "Guest", "Bo"]
    with ada.at(table, 0) as place:
        bo.patch("/api/me", {"name": "Beatrice"})
        place.wait(lambda at: at.table["seats"][2]["name"] == "Beatrice")  # the others see it at once
    ada.patch("/api/me", {"name": "Adele"})
    assert names() == ["Adele", "Guest", "Beatrice"]
    ada.post(f"/api/tables/{table}/start", {})
    bo.patch("/api/me", {"name": "Bertha"})
    assert names() == ["Adele", "Guest", "Beatrice"]


def test_only_the_host_arranges_seats_and_begins(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", "open")
    bo.post(f"/api/tables/{table}/join")
    seat = f"/api/tables/{table}/seats/2"
    assert code(bo.put(seat, {"kind": "bot", "bot": "greedy"}, status=403)) == "error.not_host"
    assert code(bo.post(f"/api/tables/{table}/start", status=403)) == "error.not_host"
    assert code(ada.put(seat, {"kind": "me"}, status=409)) == "error.one_seat_each"
    assert code(ada.put(f"/api/tables/{table}/seats/5", {"kind": "open"}, status=409)) == "error.no_seat"
    assert code(ada.post(f"/api/tables/{table}/start", status=409)) == "error.seats_open"
    assert ada.put(seat, {"kind": "bot", "bot": "greedy"})["seats"][2]["bot"] == "greedy"
    assert ada.put(seat, {"kind": "open"})["seats"][2]["kind"] == "open"
    assert code(ada.post(f"/api/tables/{table}/start", {"fill": "nobody"}, status=400)) == "error.unknown_bot"
    info = ada.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert info["state"] == "running"
    assert info["seats"][2]["bot"] == "random"
    assert code(ada.post(f"/api/tables/{table}/start", status=409)) == "error.has_started"
    assert code(ada.put(seat, {"kind": "open"}, status=409)) == "error.has_started"


def test_a_guest_thrown_from_a_seat_loses_the_socket(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open")
    bo.post(f"/api/tables/{table}/join")
    with bo.at(table, 1) as place:
        place.wait(lambda at: at.table)
        ada.put(f"/api/tables/{table}/seats/1", {"kind": "open"})
        assert place.closed() == 4403


def test_the_hash_of_the_seed_is_shown_at_the_start_and_the_seed_at_the_end_only(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("greedy", "random", "me")
    assert ada.get(f"/api/tables/{table}")["commitment"] == ""
    begun = ada.post(f"/api/tables/{table}/start")
    assert len(begun["commitment"]) == 64
    assert begun["seed"] is None
    with ada.at(table, 2) as place:
        place.wait(lambda at: at.view)
        seed = home.server.registry.rooms[table].table.seed
        assert all(seed not in raw for raw in place.raw)
        assert place.order("resign")["type"] == "done"
        place.wait(lambda at: at.table["state"] == "over")
        assert place.table["seed"] == seed
        assert commit(seed) == begun["commitment"]


def finished(ada: Browser, *seats: str) -> str:
    table = ada.table(*seats, start=True)
    with ada.at(table, seats.index("me")) as place:
        place.order("resign")
        place.wait(lambda at: at.table["state"] == "over")
    return table


def test_a_rematch_brings_the_same_table_and_those_who_want_it(home: LiveServer) -> None:
    ada, bo, cy = home.person("Ada"), home.person("Bo"), home.person("Cy")
    table = ada.table("open", "me", "greedy", options={"false_note": True}, undo="none")
    assert code(ada.post(f"/api/tables/{table}/rematch", status=409)) == "error.not_over"
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    with ada.at(table, 1) as first, bo.at(table, 0) as second:
        first.order("propose")
        second.wait(lambda at: at.table.get("offer"))
        second.order("answer", offer=second.table["offer"]["id"], agree=True)
        second.wait(lambda at: at.table["state"] == "over")
        assert code(cy.post(f"/api/tables/{table}/rematch", status=403)) == "error.not_at_table"
        again = ada.post(f"/api/tables/{table}/rematch")["id"]
        second.wait(lambda at: at.table["next"] == again)
        assert bo.post(f"/api/tables/{table}/rematch")["id"] == again
    info = ada.get(f"/api/tables/{again}")
    assert [(seat["kind"], seat["name"]) for seat in info["seats"]] == [
        ("person", "Bo"),
        ("person", "Ada"),
        ("bot", "greedy"),
    ]
    assert (info["options"]["false_note"], info["undo"], info["state"]) == (True, "none", "waiting")
    assert info["host"]


def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open")
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "resign", "key": "k"})
    with ThreadPoolExecutor(2) as both:
        found = {answer["id"] for answer in both.map(lambda who: who.post(f"/api/tables/{table}/rematch"), (ada, bo))}
    assert len(found) == 1
    for person in (ada, bo):
        assert {open_table["id"] for open_table in person.get("/api/me/tables")["tables"]} == found


def test_my_tables_say_where_i_am_waited_for(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    tables = []
    for _ in range(3):
        table = ada.table("me", "open", options={"first_player": 0})
        bo.post(f"/api/tables/{table}/join")
        ada.post(f"/api/tables/{table}/start")
        tables.append(table)
    past = finished(ada, "me", "greedy")
    mine = ada.get("/api/me/tables")["tables"]
    assert {table["id"] for table in mine} == set(tables)
    assert all(table["turn"] for table in mine)
    assert not any(table["turn"] for table in bo.get("/api/me/tables")["tables"])
    assert ada.get("/api/me/next") == {"table": tables[0], "waiting": 3}
    assert ada.get(f"/api/me/next?after={tables[0]}") == {"table": tables[1], "waiting": 2}
    assert bo.get("/api/me/next") == {"table": None, "waiting": 0}
    assert [table["id"] for table in ada.get("/api/me/tables?show=over")["tables"]] == [past]
    assert bo.get("/api/me/tables?show=over")["tables"] == []


def test_a_table_nobody_starts_is_closed(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "open")
    home.clock.skip(home.server.settings.waiting_hours * 3600 - 60)
    home.call(home.server.scheduler.tick())
    assert ada.get(f"/api/tables/{table}")["state"] == "waiting"
    home.clock.skip(120)
    home.call(home.server.scheduler.tick())
    assert ada.get(f"/api/tables/{table}")["state"] == "closed"


def test_a_table_that_is_over_and_due_all_the_same_is_looked_at_once(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "greedy", start=True)
    ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "resign", "key": "k"})
    store = home.server.store
    assert isinstance(store, SqliteStore)
    sql = "UPDATE tables SET deadline = 1 WHERE id = ?"
    home.call(store.writer.write(lambda db: db.execute(sql, (table,)) and None))
    assert table in home.call(store.due(2, 9))
    home.call(home.server.scheduler.tick())
    assert table not in home.call(store.due(2, 9))
