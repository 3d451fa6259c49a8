"""Who somebody is: at once, for good, from elsewhere, and no more."""

from __future__ import annotations

import httpx
import pytest

from server.kit import House
from tutti.server import identity
from tutti.server.faults import Refused

SECRET = b"0" * 32


def test_a_visitor_is_somebody_at_once_and_stays_it(home: House) -> None:
    with httpx.Client(base_url=home.address) as browser:
        first = browser.get("/api/me")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert "Path=/" in cookie
        second = browser.get("/api/me")
        assert second.json() == first.json()
        assert "set-cookie" not in second.headers
    assert home.call(home.server.store.person(cookie.split("=")[1].split(".")[0])) is None


def test_a_forged_or_mangled_cookie_is_nobody(home: House) -> None:
    ada = home.person("Ada")
    cookie = ada.http.cookies["tutti"]
    id, epoch, mac = cookie.split(".")
    for wrong in (
        f"{id}.{epoch}.{mac[::-1]}",
        f"{id}.1.{mac}",
        f"x{id}.{epoch}.{mac}",
        "..",
        "é.0.x",
        id,
        "a.b.c" * 99,
    ):
        answer = httpx.get(f"{home.address}/api/me", headers={b"Cookie": f"tutti={wrong}".encode()})
        assert answer.status_code == 200
        assert answer.json()["name"] != "Ada"
        assert "set-cookie" in answer.headers


def test_cookies_are_signed_with_the_secret() -> None:
    cookie = identity.sign(SECRET, "someone", 3)
    assert identity.verify(SECRET, cookie) == ("someone", 3)
    assert identity.verify(b"1" * 32, cookie) is None


@pytest.mark.parametrize("name", ["", " ", "\t\n", "x" * 25, "a\x00b", "a\u202eb", "…", "\u200b"])
def test_names_that_nobody_can_read_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        identity.clean_name(name)


def test_names_are_tidied_and_look_alikes_share_a_key() -> None:
    assert identity.clean_name("  Ada \t Lovelace ") == "Ada Lovelace"
    assert identity.name_key("ÁDA  lovelace!") == identity.name_key("ada.Lovelace")
    assert identity.name_key("Ada") != identity.name_key("Adam")


def test_passphrases_are_salted_and_checked() -> None:
    first, second = identity.hash_passphrase("correct horse"), identity.hash_passphrase("correct horse")
    assert first != second
    assert "horse" not in first
    assert identity.right_passphrase("correct horse", first)
    assert not identity.right_passphrase("correct horsf", first)
    assert not identity.right_passphrase("correct horse", None)


def test_protect_a_name_and_come_back_from_another_device(home: House) -> None:
    ada = home.person("Ada of the Lake")
    table = ada.table("me", "greedy")
    ada.put("/api/me/passphrase", {"passphrase": "short"}, status=400)
    assert ada.put("/api/me/passphrase", {"passphrase": "over the hills"})["protected"]
    other = home.person()
    other.patch("/api/me", {"name": "ada OF the lake"}, status=409)
    wrong = {"name": "Ada of the Lake", "passphrase": "over the hillz"}
    assert other.post("/api/me/sign-in", wrong, status=403)["code"] == "error.wrong_passphrase"
    assert other.post("/api/me/sign-in", {**wrong, "name": "Nobody"}, status=403)["code"] == "error.wrong_passphrase"
    other.post("/api/me/sign-in", {**wrong, "passphrase": "over the hills"})
    assert other.get("/api/me") == {"name": "Ada of the Lake", "protected": True}
    assert [found["id"] for found in other.get("/api/me/tables")["tables"]] == [table]


def test_a_protected_name_is_nobody_elses_whoever_had_it_first(home: House) -> None:
    early, ada = home.person("Ada of the Hill"), home.person("Ada of the Hill")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    table = ada.table("me", "open")
    seats = early.post(f"/api/tables/{table}/join")["seats"]
    assert seats[0]["name"] == "Ada of the Hill"
    assert seats[1]["name"] == early.get("/api/me")["name"] != "Ada of the Hill"
    assert "Ada of the Hill" not in early.get(f"/api/tables/{early.table('me', 'open')}")["seats"][0]["name"]


def test_a_new_passphrase_signs_the_other_devices_out(home: House) -> None:
    ada, thief = home.person("Ada the First"), home.person()
    ada.put("/api/me/passphrase", {"passphrase": "first passphrase"})
    thief.post("/api/me/sign-in", {"name": "Ada the First", "passphrase": "first passphrase"})
    ada.put("/api/me/passphrase", {"passphrase": "second passphrase"}, status=403)
    ada.put("/api/me/passphrase", {"passphrase": "second passphrase", "old": "first passphrase"})
    assert ada.get("/api/me")["name"] == "Ada the First"
    assert thief.get("/api/me")["name"] != "Ada the First"


def test_a_new_passphrase_ends_the_sockets_of_the_other_devices(home: House) -> None:
    ada, thief = home.person("Ada the Third"), home.person()
    table = ada.table("me", "open")
    ada.put("/api/me/passphrase", {"passphrase": "first passphrase"})
    thief.post("/api/me/sign-in", {"name": "Ada the Third", "passphrase": "first passphrase"})
    with thief.at(table, 0) as place:
        place.wait(lambda at: at.table)
        ada.put("/api/me/passphrase", {"passphrase": "second passphrase", "old": "first passphrase"})
        with ada.at(table, 0) as own:
            assert place.closed() == 4503
            assert own.order("say", text="mine again")["type"] == "done"
    with thief.at(table, 0) as again:
        assert again.closed() == 4403


def test_signing_out_needs_a_way_back(home: House) -> None:
    ada = home.person("Ada Signs")
    assert ada.post("/api/me/sign-out", status=409)["code"] == "error.no_way_back"
    ada.put("/api/me/passphrase", {"passphrase": "long enough"})
    ada.post("/api/me/sign-out")
    assert ada.get("/api/me")["name"] != "Ada Signs"


def test_delete_my_data_while_a_match_runs(home: House) -> None:
    ada, bo = home.person("Ada Vanishes"), home.person("Bo Stays")
    table, waiting = bo.table("open", "me"), ada.table("me", "open")
    hosted = ada.table("greedy", "random")  # opened without a seat of one's own
    ada.post(f"/api/tables/{table}/join")
    bo.post(f"/api/tables/{table}/start")
    with bo.at(table, 1) as stays, ada.at(table, 0) as goes:
        assert goes.order("say", text="my last words")["type"] == "done"
        stays.wait(lambda at: at.talk and at.talk[-1]["text"] == "my last words")
        cookie = ada.http.cookies["tutti"]
        ada.delete("/api/me")
        assert goes.closed() == 4403
        stays.wait(lambda at: at.table["seats"][0]["name"] == "")
        assert stays.table["seats"][0]["standin"]
        for _ in range(3):
            stays.play()
    assert bo.get(f"/api/tables/{waiting}")["state"] == "closed"
    assert "my last words" not in str(bo.get(f"/api/tables/{table}/talk"))
    assert ada.get("/api/me")["name"] != "Ada Vanishes"
    assert ada.get("/api/me/tables")["tables"] == []
    for page in (f"/api/tables/{table}", f"/api/tables/{table}/talk", f"/api/tables/{waiting}/talk"):
        assert "Vanishes" not in str(bo.get(page))
    id = cookie.split(".")[0]
    for kept in (table, waiting, hosted):
        stored = home.call(home.server.store.table(kept)), home.call(home.server.store.talk(kept))
        assert id not in str(stored)
        assert "Vanishes" not in str(stored)


def test_whoever_looks_at_a_past_match_while_its_player_is_deleted_sees_no_name_either(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = home.person("Ada Vanishes"), home.person("Bo Stays")
    table = bo.table("open", "me")
    ada.post(f"/api/tables/{table}/join")
    bo.post(f"/api/tables/{table}/start")
    ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "resign", "key": "k"})
    hall, store = home.server.hall, home.server.store
    forget = store.forget_person

    async def read_before(id: str) -> None:
        async with hall.room(table) as room:
            assert room.table.seats[0].name == "Ada Vanishes"
        await forget(id)

    home.call(hall._hand_over(hall.rooms[table]))
    monkeypatch.setattr(store, "forget_person", read_before)
    ada.delete("/api/me")
    assert [seat["name"] for seat in bo.get(f"/api/tables/{table}")["seats"]] == ["", "Bo Stays"]
    assert bo.post(f"/api/tables/{table}/rematch")["id"]  # it can still be changed
