"""Whole matches over real sockets."""

from __future__ import annotations

from server.kit import LiveServer


def test_one_click_and_a_match_against_bots_to_its_end(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "greedy", "random", start=True)
    with ada.at(table, 0) as place:
        moves = 0
        while True:
            place.wait(lambda at: at.view and (at.view["legal"] or at.view["view"]["result"]))
            if place.view["view"]["result"]:
                break
            assert place.play()["type"] == "done"
            moves += 1
        assert moves > 5
        place.wait(lambda at: at.table.get("state") == "over")
        assert place.table["ending"]["reason"] == place.view["view"]["result"]["reason"]
        assert place.table["seed"]
        assert place.view["legal"] == []


def test_two_people_see_each_other_play(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open")
    with ada.at(table, 0) as first:
        first.wait(lambda at: at.table.get("state") == "waiting")
        assert bo.post(f"/api/tables/{table}/join")["seats"][1]["name"] == "Bo"
        first.wait(lambda at: at.table["seats"][1]["name"] == "Bo")
        ada.post(f"/api/tables/{table}/start")
        with bo.at(table, 1) as second:
            first.wait(lambda at: at.view and at.table["seats"][1]["online"])
            second.wait(lambda at: at.view)
            for _ in range(12):
                active = first.view["view"]["active"][0]
                mover, other = (first, second) if active == 0 else (second, first)
                question = first.view["question"]
                assert mover.play()["type"] == "done"
                other.wait(lambda at, q=question: at.view["question"] != q)
            assert first.events == second.events
            assert len(first.events) >= 12
