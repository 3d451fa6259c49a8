"""Statistics and account: past matches, sessions, recovery, data export and deletion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.kit import Browser, LiveServer, live_server, until
from server.store.test_store import within
from tutti.kernel.match import Match
from tutti.server.accounts import identity
from tutti.server.accounts.sessions import kind_of
from tutti.server.accounts.statistics import Wish, matches, page, statistics
from tutti.server.store.rows import Seat, Table

PHRASE = "over the hills"


def finish(person: Browser, *seats: str, **fields: Any) -> str:
    """A match that is over because the person gave up."""
    id = person.table(*seats, start=True, **fields)
    person.post(f"/api/tables/{id}/orders?seat=0", {"type": "resign", "key": "r"})
    assert person.get(f"/api/tables/{id}")["state"] == "over"
    return id


def body(id: str, mine: int, places: list[int], points: list[int], bots: list[str], **more: Any) -> bytes:
    """A stored row of a match that is over."""
    seats = [
        {"kind": "bot", "bot": bot, "name": bot} if bot else {"kind": "person", "person": f"p{n}"}
        for n, bot in enumerate(bots)
    ]
    seats[mine]["person"] = "me"
    ending = {"places": places, "points": points, "reason": "end", "early": False}
    row = {"id": id, "game": "symphonimo", "players": len(bots), "options": {}, "seats": seats, "ending": ending}
    return json.dumps(row | {"ended": 5, "host": "x", "created": 1, "updated": 1} | more).encode()


ROWS = [
    body("a", 0, [1, 2], [30, 20], ["", "greedy"]),
    body("b", 0, [2, 1], [10, 20], ["", "greedy"], options={"false_note": True}),
    body("c", 1, [3, 1, 1], [5, 40, 40], ["random", "", ""]),
    body("d", 0, [1, 2], [99, 0], ["", "greedy"], origin={"kind": "position"}),
    b'{"id": "damaged"',
]


def test_statistics_are_by_game_players_options_and_bots() -> None:
    told = statistics(matches(ROWS, "me"), lambda game, players: {"false_note": False}, False)
    (game,) = told.games
    assert (told.matches, told.won, told.limited) == (3, 2, False)
    assert (game.played, game.won, game.finished, game.best, game.mean) == (3, 2, 3, 40, 26.7)
    assert [(one.players, one.played, one.won) for one in game.players] == [(2, 2, 1), (3, 1, 1)]
    assert [(one.option, one.value, one.played, one.won) for one in game.options] == [("false_note", True, 1, 0)]
    assert [(one.bot, one.met, one.beaten) for one in game.bots] == [("greedy", 2, 1), ("random", 1, 1)]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        (Wish(), "abcd"),
        (Wish(game="symphony"), ""),
        (Wish(players=3), "c"),
        (Wish(result="won"), "acd"),
        (Wish(result="lost"), "b"),
        (Wish(company="people"), "c"),
        (Wish(company="bots"), "abd"),
        (Wish(bot="random"), "c"),
        (Wish(option="false_note=true"), "b"),
        (Wish(since=6), ""),
    ],
)
def test_filters(wish: Wish, found: str) -> None:
    assert "".join(match.table for match in matches(ROWS, "me", wish)) == found


@pytest.mark.parametrize(
    ("wish", "reads"),
    [
        (Wish(), [51, 51, 102, 51, 51, 51]),
        (Wish(bot="greedy"), [51, 102, 204, 51]),
        (Wish(since=101), [51, 51, 102, 51]),
    ],
)
def test_past_matches_come_page_by_page_and_no_more_is_read_than_is_shown(
    tmp_path: Path, wish: Wish, reads: list[int]
) -> None:
    """220 matches, every fourth of them against ``greedy``; a damaged row on the second page costs another read."""
    asked: list[int] = []

    async def work(store: Any) -> list[list[str]]:
        for n in range(220):
            seats = [Seat("person", "p", "Ada"), Seat("bot", bot="random" if n % 4 else "greedy")]
            ending = {"places": [1, 2], "points": [3, 2]}
            given: dict[str, Any] = {
                "host": "p",
                "created": n,
                "updated": n,
                "seats": seats,
                "ended": n,
                "ending": ending,
            }
            await store.save(Table(f"t{n:03}", "symphonimo", 2, {}, state="over", **given))
        await store._write(("UPDATE tables SET body = ? WHERE id = 't150'", (b"{",)))
        read = store.past_bodies

        async def counted(person: str, limit: int, *more: int) -> list[bytes]:
            asked.append(limit)
            found: list[bytes] = await read(person, limit, *more)
            return found

        store.past_bodies = counted
        pages, first = [], 0
        while first is not None:
            found = await page(store, "p", wish, first)
            pages.append([match.table for match in found.matches])
            first = found.more  # type: ignore[assignment]  # None ends it
        return pages

    pages = within(tmp_path, work)
    every = [n for n in range(219, -1, -1) if n != 150 and n >= wish.since and not (wish.bot and n % 4)]
    assert [id for found in pages for id in found] == [f"t{n:03}" for n in every]
    assert all(len(found) == 50 for found in pages[:-1])
    assert asked == reads


def test_past_matches_are_told_to_those_who_played_them(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    first, second = finish(ada, "me", "random"), finish(ada, "me", "greedy", options={"false_note": True})
    page = ada.get("/api/me/matches")
    assert ([match["table"] for match in page["matches"]], page["more"]) == ([second, first], None)
    assert page["matches"][1] | {"ended": 0, "started": 0, "options": {}} == {
        "table": first, "game": "symphonimo", "players": 2, "options": {}, "started": 0, "ended": 0,
        "names": ["Ada", "random"], "bots": ["", "random"], "mine": [0], "place": 2,
        "points": [0, 0], "places": [2, 1], "early": True, "reason": "resigned", "played_on": False,
    }  # fmt: skip
    assert [one["table"] for one in ada.get("/api/me/matches?bot=greedy")["matches"]] == [second]
    told = ada.get("/api/me/statistics")
    assert (told["matches"], told["won"]) == (2, 0)
    assert [one["bot"] for one in told["games"][0]["bots"]] == ["greedy", "random"]
    assert told["games"][0]["options"] == [{"option": "false_note", "value": True, "played": 1, "won": 0}]
    assert bo.get("/api/me/matches")["matches"] == []
    assert bo.get("/api/me/statistics")["matches"] == 0
    ada.get("/api/me/matches?result=maybe", status=400)


# -- the way back ------------------------------------------------------------------------------


def test_a_code_opens_the_way_back_once(home: LiveServer) -> None:
    ada = home.person("Ada Recovers")
    code = ada.put("/api/me/passphrase", {"passphrase": PHRASE})["recovery"]
    elsewhere = home.person()
    wrong = {"name": "Ada Recovers", "code": "0" * 20, "passphrase": "another phrase"}
    assert elsewhere.post("/api/me/recover", wrong, status=403)["code"] == "error.wrong_code"
    assert elsewhere.post("/api/me/recover", {**wrong, "name": "Nobody"}, status=403)["code"] == "error.wrong_code"
    short = {**wrong, "code": code, "passphrase": "short"}
    assert elsewhere.post("/api/me/recover", short, status=400)["code"] == "error.short_passphrase"
    scribbled = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    back = elsewhere.post("/api/me/recover", {**wrong, "code": scribbled})
    assert (back["name"], back["protected"]) == ("Ada Recovers", True)
    assert elsewhere.get("/api/me")["name"] == "Ada Recovers"
    assert ada.get("/api/me")["name"] != "Ada Recovers"  # whoever had the old passphrase is out
    assert ada.post("/api/me/recover", {**wrong, "code": code}, status=403)["code"] == "error.wrong_code"
    assert back["recovery"] != code
    ada.post("/api/me/sign-in", {"name": "Ada Recovers", "passphrase": PHRASE}, status=403)
    ada.post("/api/me/sign-in", {"name": "Ada Recovers", "passphrase": "another phrase"})
    again = ada.post("/api/me/recovery", {"passphrase": "another phrase"})["recovery"]
    home.person().post("/api/me/recover", {**wrong, "code": back["recovery"]}, status=403)
    home.person().post("/api/me/recover", {**wrong, "code": again})


def test_who_has_no_passphrase_has_no_code_and_the_wrong_one_gives_none(home: LiveServer) -> None:
    guest = home.person()
    assert guest.post("/api/me/recovery", {"passphrase": "x"}, status=409)["code"] == "error.no_passphrase"
    assert guest.post("/api/me/sessions/end-others", status=409)["code"] == "error.no_passphrase"
    guest.patch("/api/me", {"name": "Codeless"})
    guest.put("/api/me/passphrase", {"passphrase": PHRASE})
    assert guest.post("/api/me/recovery", {"passphrase": "x"}, status=403)["code"] == "error.wrong_passphrase"


def test_codes_can_be_read_aloud() -> None:
    codes = {identity.new_recovery() for _ in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert [len(part) for part in code.split("-")] == [5, 5, 5, 5]
        assert not set(code) & set("OILU")
        assert identity.plain_recovery(f" {code.lower()} ") == code.replace("-", "")


# -- devices -----------------------------------------------------------------------------------


def devices(person: Browser, count: int) -> list[dict[str, Any]]:
    """The list, when so many are on it: devices are noted in nobody's way."""

    def listed() -> list[dict[str, Any]] | None:
        found: list[dict[str, Any]] = person.get("/api/me/sessions")
        return found if len(found) == count else None

    return until(listed)  # type: ignore[no-any-return]


def test_devices_are_listed_and_signed_out(home: LiveServer) -> None:
    ada = home.person("Ada Devices")
    assert ada.get("/api/me/sessions") == []
    ada.put("/api/me/passphrase", {"passphrase": PHRASE})
    phone = Browser(home.address)
    home.people.append(phone)
    phone.http.headers["user-agent"] = (
        "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537"
    )
    phone.post("/api/me/sign-in", {"name": "Ada Devices", "passphrase": PHRASE})
    ada.get("/api/me")  # a device is noted when it comes with its cookie
    found = devices(phone, 2)
    there = next(one for one in found if one["here"])
    assert there["about"] == "Chrome · Android"
    assert not {one["id"] for one in found} & set(ada.http.cookies["tutti"].split("."))
    assert home.person().ask("DELETE", f"/api/me/sessions/{there['id']}", status=404)["code"] == "error.no_such_session"
    ada.delete(f"/api/me/sessions/{there['id']}")
    assert phone.get("/api/me")["name"] != "Ada Devices"
    assert [one["here"] for one in devices(ada, 1)] == [True]
    tablet = home.person()
    tablet.post("/api/me/sign-in", {"name": "Ada Devices", "passphrase": PHRASE})
    devices(tablet, 2)
    ada.post("/api/me/sessions/end-others")
    assert ada.get("/api/me")["name"] == "Ada Devices"
    assert tablet.get("/api/me")["name"] != "Ada Devices"
    assert [one["here"] for one in devices(ada, 1)] == [True]


def test_a_device_is_known_by_its_kind_alone() -> None:
    assert kind_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox · Linux"
    assert (
        kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1") == "Safari · iPhone"
    )
    edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"
    assert kind_of(edge) == "Edge · Windows"
    assert kind_of("curl/8") == ""


# -- all that is mine --------------------------------------------------------------------------


def test_all_that_is_mine_comes_in_one_file(home: LiveServer) -> None:
    ada, bo = home.person("Ada Takes"), home.person("Bo Says")
    over = finish(ada, "me", "random")
    id = ada.table("me", "open")
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    for person, text in ((ada, "a line of Ada"), (bo, "a line of Bo")):
        seat = 0 if person is ada else 1
        person.post(f"/api/tables/{id}/orders?seat={seat}", {"type": "say", "key": "s", "text": text})
    answer = ada.http.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="tutti-mine.json"'
    told = answer.json()
    assert (told["tutti_export"], told["me"]["name"], told["me"]["protected"]) == (1, "Ada Takes", False)
    assert [line["text"] for line in told["talk"]] == ["a line of Ada"]
    assert "a line of Bo" not in answer.text
    tables = {one["table"]["id"]: one for one in told["tables"]}
    assert set(tables) == {over, id}
    assert Match.replay(tables[over]["record"]).record()["log"] == tables[over]["record"]["log"]
    running = tables[id]["records"]["0"]
    assert "seed" not in running
    assert tables[id]["table"]["seed"] is None
    assert "record" not in tables[id]
    for browser in (ada, bo):  # nobody's id goes out
        assert browser.http.cookies["tutti"].split(".")[0] not in answer.text


# -- being forgotten ---------------------------------------------------------------------------


def test_guests_who_did_nothing_for_long_are_forgotten(tmp_path: Path) -> None:
    with live_server(tmp_path, guest_days=30) as home:
        idle, plays, kept = home.person("Idle"), home.person("Plays"), home.person("Kept")
        gone = finish(idle, "me", "random")
        waits = plays.table("me", "greedy", start=True)
        kept.put("/api/me/passphrase", {"passphrase": PHRASE})
        sweep = home.server.retention.sweep
        home.clock.skip(29 * 24 * 3600)
        assert home.call(sweep()) == 0
        home.clock.skip(2 * 24 * 3600)
        assert home.call(sweep()) == 1
        assert idle.get("/api/me")["name"] != "Idle"
        assert idle.get(f"/api/tables/{gone}")["seats"][0]["name"] == ""
        assert plays.get(f"/api/tables/{waits}")["seats"][0]["name"] == "Plays"
        assert (plays.get("/api/me")["name"], kept.get("/api/me")["name"]) == ("Plays", "Kept")
