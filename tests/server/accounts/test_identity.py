"""Who somebody is: at once, for good, from elsewhere, and no more."""

from __future__ import annotations

import hmac
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import asdict

from server.kit import Browser, LiveServer, fetch, live_server
from tutti.server.accounts import identity
from tutti.server.accounts.confusables import mixed
from tutti.server.messages.errors import Refused
from tutti.server.store.rows import Person

SECRET = b"0" * 32


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LiveServer]:
    """A server with the one store or the other."""
    database: str = request.getfixturevalue("database") if request.param == "postgres" else ""
    with live_server(tmp_path, database=database) as running:
        yield running


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server where somebody protects a name."""
    with live_server(tmp_path_factory.mktemp("looks")) as running:
        running.person("Nina Cole").put("/api/me/passphrase", {"passphrase": "over the hills"})
        yield running


def test_a_visitor_is_somebody_at_once_and_stays_it(home: LiveServer) -> None:
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


def test_a_forged_or_mangled_cookie_is_nobody(home: LiveServer) -> None:
    ada = home.person("Ada")
    cookie = ada.http.cookies["tutti"]
    id, epoch, session, mac = cookie.split(".")
    for wrong in (
        f"{id}.{epoch}.{session}.{mac[::-1]}",
        f"{id}.1.{session}.{mac}",
        f"x{id}.{epoch}.{session}.{mac}",
        "..",
        "é.0.x",
        id,
        "a.b.c" * 99,
    ):
        answer = fetch("GET", f"{home.address}/api/me", headers={b"Cookie": f"tutti={wrong}".encode()})
        assert answer.status_code == 200
        assert answer.json()["name"] != "Ada"
        assert "set-cookie" in answer.headers


def test_cookies_are_signed_with_the_secret() -> None:
    cookie = identity.sign(SECRET, "someone", 3, "device")
    assert identity.verify(SECRET, cookie) == ("someone", 3, "device")
    assert identity.verify(b"1" * 32, cookie) is None
    assert identity.verify(SECRET, old_cookie(SECRET, "someone", 3)) == ("someone", 3, "")


def old_cookie(secret: bytes, id: str, epoch: int) -> str:
    """As they were before devices were told apart."""
    mac = hmac.digest(secret, f"{id}.{epoch}".encode(), "sha256")
    return f"{id}.{epoch}.{urlsafe_b64encode(mac).decode().rstrip('=')}"


def test_cookies_of_other_pages_are_none_of_our_business(home: LiveServer) -> None:
    ada = home.person("Ada Eats")
    own = f"tutti={ada.http.cookies['tutti']}"
    for text in (
        'theme={"dark":true,"size":[1,2]}; ' + own,
        f"a@b=1; {own}",
        f"{own}; broken; =; ;;x",
        f'bad="unclosed; {own}',
        f"tutti=somebody.elses; {own}",
        f"é=ü; {own}",
        own.replace("=", ' = "') + '"',
    ):
        answer = fetch("GET", f"{home.address}/api/me", headers={b"Cookie": text.encode()})
        assert answer.json()["name"] == "Ada Eats", text
        assert "set-cookie" not in answer.headers


def test_what_is_the_same_for_everybody_comes_without_a_cookie(home: LiveServer) -> None:
    for path in ("/api/games", "/api/bots", "/api/words", "/api/words/en/server", "/api/games/symphonimo/rules"):
        for cookie in ({}, {"Cookie": "tutti=x"}):
            answer = fetch("GET", home.address + path, headers=cookie)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
    for path in ("/api/me", "/api/tables", "/api/nothing"):
        answer = fetch("GET", home.address + path)
        assert "set-cookie" in answer.headers
        assert answer.headers["cache-control"] == "no-store"


NOTHING = [
    "",
    " ",
    "\t\n",
    "x" * 25,
    "a\x00b",
    "a\u202eb",
    "…",
    "\u200b",
    "\u3164",
    "a\u3164b",
    "\u2800",
    "a\ufe0f\ufe0f",
]


@pytest.mark.parametrize("name", NOTHING)
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


def test_protect_a_name_and_come_back_from_another_device(home: LiveServer) -> None:
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


def test_a_protected_name_is_nobody_elses_whoever_had_it_first(home: LiveServer) -> None:
    early, ada = home.person("Ada of the Hill"), home.person("Ada of the Hill")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    table = ada.table("me", "open")
    seats = early.post(f"/api/tables/{table}/join")["seats"]
    assert seats[0]["name"] == "Ada of the Hill"
    assert seats[1]["name"] == early.get("/api/me")["name"] != "Ada of the Hill"
    assert "Ada of the Hill" not in early.get(f"/api/tables/{early.table('me', 'open')}")["seats"][0]["name"]


def test_a_new_passphrase_signs_the_other_devices_out(home: LiveServer) -> None:
    ada, thief = home.person("Ada the First"), home.person()
    ada.put("/api/me/passphrase", {"passphrase": "first passphrase"})
    thief.post("/api/me/sign-in", {"name": "Ada the First", "passphrase": "first passphrase"})
    ada.put("/api/me/passphrase", {"passphrase": "second passphrase"}, status=403)
    ada.put("/api/me/passphrase", {"passphrase": "second passphrase", "old": "first passphrase"})
    assert ada.get("/api/me")["name"] == "Ada the First"
    assert thief.get("/api/me")["name"] != "Ada the First"


def test_a_new_passphrase_ends_the_sockets_of_the_other_devices(home: LiveServer) -> None:
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


def test_signing_out_needs_a_way_back(home: LiveServer) -> None:
    ada = home.person("Ada Signs")
    assert ada.post("/api/me/sign-out", status=409)["code"] == "error.no_way_back"
    ada.put("/api/me/passphrase", {"passphrase": "long enough"})
    ada.post("/api/me/sign-out")
    assert ada.get("/api/me")["name"] != "Ada Signs"


def name_with(home: LiveServer, cookie: str) -> str:
    answer = fetch("GET", f"{home.address}/api/me", headers={"Cookie": f"tutti={cookie}"})
    return str(answer.json()["name"])


def test_a_device_that_signed_out_is_signed_out_on_the_server(any_home: LiveServer) -> None:
    home = any_home
    ada, tablet = home.person("Ada Leaves"), home.person()
    table = ada.table("me", "open")
    secret = {"name": "Ada Leaves", "passphrase": "over the hills"}
    ada.put("/api/me/passphrase", {"passphrase": secret["passphrase"]})
    tablet.post("/api/me/sign-in", secret)
    copied = tablet.http.cookies["tutti"]
    with tablet.at(table, 0) as place:
        place.wait(lambda at: at.table)
        tablet.post("/api/me/sign-out")
        assert place.closed() == 4503
    assert name_with(home, copied) != "Ada Leaves"
    assert ada.get("/api/me")["name"] == "Ada Leaves"  # the other device stays
    home.server.people.forget_all()  # it is in the store, not in the memory
    assert name_with(home, copied) != "Ada Leaves"
    tablet.http.cookies.clear()
    tablet.post("/api/me/sign-in", secret)
    again = tablet.http.cookies["tutti"]
    assert name_with(home, again) == "Ada Leaves"
    tablet.post("/api/me/sign-in", secret)  # the cookie from before is thrown away, too
    assert name_with(home, again) != "Ada Leaves"
    id = again.split(".")[0]
    assert len(home.call(home.server.store.ended_sessions(id))) == 2
    ada.delete("/api/me")
    assert home.call(home.server.store.ended_sessions(id)) == []


def test_a_cookie_that_a_browser_has_thrown_away_is_nobodys_and_its_end_is_forgotten(any_home: LiveServer) -> None:
    home = any_home
    ada = home.person("Ada Stays")
    secret = {"name": "Ada Stays", "passphrase": "over the hills"}
    ada.put("/api/me/passphrase", {"passphrase": secret["passphrase"]})
    copied = ada.http.cookies["tutti"]
    id = copied.split(".")[0]
    ada.post("/api/me/sign-out")
    ada.post("/api/me/sign-in", secret)
    own = ada.http.cookies["tutti"]
    home.clock.skip(identity.COOKIE_AGE - 60)
    home.call(home.server.scheduler.sweep())
    assert [name_with(home, cookie) == "Ada Stays" for cookie in (copied, own)] == [False, True]
    assert len(home.call(home.server.store.ended_sessions(id))) == 1
    home.clock.skip(4 * 24 * 3600)
    home.call(home.server.scheduler.sweep())
    assert home.call(home.server.store.ended_sessions(id)) == []
    home.server.people.forget_all()
    assert [name_with(home, cookie) == "Ada Stays" for cookie in (copied, own)] == [False, False]
    ada.post("/api/me/sign-in", secret)
    ada.post("/api/me/sign-out")
    assert len(home.server.people._ended[id]) == 1
    ada.post("/api/me/sign-in", secret)
    ada.put("/api/me/passphrase", {"passphrase": "far away now", "old": secret["passphrase"]})
    assert home.call(home.server.store.ended_sessions(id)) == []
    assert not home.server.people._ended.get(id)
    assert ada.get("/api/me")["name"] == "Ada Stays"


def test_a_cookie_from_before_devices_were_told_apart_is_good_until_it_signs_out(home: LiveServer) -> None:
    ada = home.person("Ada of Old")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    id, epoch, *_ = ada.http.cookies["tutti"].split(".")
    old = old_cookie(home.call(home.server.store.secret()), id, int(epoch))
    assert name_with(home, old) == "Ada of Old"
    assert fetch("POST", f"{home.address}/api/me/sign-out", headers={"Cookie": f"tutti={old}"}).status_code == 204
    assert name_with(home, old) != "Ada of Old"
    assert ada.get("/api/me")["name"] == "Ada of Old"


# -- several at once -------------------------------------------------------------------------------


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """What each of these comes to, begun at the same moment."""
    ready = threading.Barrier(len(work))

    def begin(one: Callable[[], Any]) -> Any:
        ready.wait()
        return one()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(begin, work))


def test_a_recovery_code_works_once_however_many_use_it_at_the_same_moment(any_home: LiveServer) -> None:
    home = any_home
    ada = home.person("Ada Forgets")
    code = ada.put("/api/me/passphrase", {"passphrase": "over the hills"})["recovery"]
    finders = [home.person() for _ in range(6)]

    def use(finder: Browser, number: int) -> int:
        wish = {"name": "Ada Forgets", "code": code, "passphrase": f"passphrase {number}"}
        return finder.http.post("/api/me/recover", json=wish).status_code

    answers = at_once(*(partial(use, finder, number) for number, finder in enumerate(finders)))
    assert sorted(answers) == [200] + [403] * 5
    won = answers.index(200)
    assert [finder.get("/api/me")["name"] == "Ada Forgets" for finder in finders] == [n == won for n in range(6)]
    for number in range(6):
        secret = {"name": "Ada Forgets", "passphrase": f"passphrase {number}"}
        home.person().post("/api/me/sign-in", secret, status=200 if number == won else 403)


def test_a_stolen_cookie_does_not_undo_a_new_passphrase(any_home: LiveServer) -> None:
    home = any_home
    ada, thief = home.person("Ada Is Robbed"), home.person()
    ada.put("/api/me/passphrase", {"passphrase": "passphrase 0"})
    for number in range(6):
        thief.http.cookies.clear()
        thief.http.headers["Cookie"] = f"tutti={ada.http.cookies['tutti']}"
        change = {"passphrase": f"passphrase {number + 1}", "old": f"passphrase {number}"}
        over = threading.Event()

        def own(change: dict[str, str] = change, over: threading.Event = over) -> None:
            ada.put("/api/me/passphrase", change)
            over.set()

        def rob(over: threading.Event = over) -> None:
            while not over.is_set():
                thief.http.patch("/api/me", json={"name": "Ada Is Robbed"})

        at_once(own, rob)
        assert thief.get("/api/me")["name"] != "Ada Is Robbed"
        assert ada.get("/api/me") == {"name": "Ada Is Robbed", "protected": True}
        home.person().post("/api/me/sign-in", {"name": "Ada Is Robbed", "passphrase": change["old"]}, status=403)


def test_what_was_decided_under_an_older_epoch_is_not_written(any_home: LiveServer) -> None:
    home = any_home
    people, store = home.server.people, home.server.store
    ada = home.person("Ada Changes")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    stale = home.call(people.get(ada.http.cookies["tutti"].split(".")[0]))
    ada.put("/api/me/passphrase", {"passphrase": "far away now", "old": "over the hills"})
    now = home.call(store.person(stale.id))
    for late in (
        people.rename(stale, "Ada Changes!"),
        people.renew(stale),
        people.new_code(stale, "over the hills"),
        people.note(Person(**{**asdict(stale), "seen": 1})),
    ):
        with pytest.raises(Refused, match="changed_meanwhile"):
            home.call(late)
    with pytest.raises(Refused, match="changed_meanwhile"):  # what was proved is no longer what counts
        home.call(people.protect(stale, "somewhere else", "over the hills"))
    assert home.call(store.person(stale.id)) == home.call(people.get(stale.id)) == now


def test_whoever_knows_the_passphrase_is_not_stopped_by_a_thief_who_signs_devices_out(home: LiveServer) -> None:
    people, store = home.server.people, home.server.store
    ada = home.person("Ada Insists")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    stale = home.call(people.get(ada.http.cookies["tutti"].split(".")[0]))
    stolen = home.call(people.renew(stale))
    changed, _ = home.call(people.protect(stale, "far away now", "over the hills"))
    assert changed.epoch == stolen.epoch + 1 == home.call(store.person(stale.id)).epoch
    with pytest.raises(Refused, match="changed_meanwhile"):
        home.call(people.renew(stolen))


def test_a_passphrase_that_is_changed_while_it_is_tried_signs_nobody_in(
    home: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = home.server.people
    ada = home.person("Ada Is Quick")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    person = home.call(people.get(ada.http.cookies["tutti"].split(".")[0]))
    right, tried = identity.right_passphrase, threading.Event()

    def slowly(text: str, stored: str | None) -> bool:
        found = right(text, stored)
        if not tried.is_set():
            tried.set()
            home.call(people.protect(person, "far away now", "over the hills"))
        return found

    monkeypatch.setattr(identity, "right_passphrase", slowly)
    home.person().post("/api/me/sign-in", {"name": "Ada Is Quick", "passphrase": "over the hills"}, status=403)


def test_whoever_is_forgotten_is_not_brought_back_by_a_late_write(any_home: LiveServer) -> None:
    home = any_home
    people, store = home.server.people, home.server.store
    ada = home.person("Ada Has Gone")
    ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
    stale = home.call(people.get(ada.http.cookies["tutti"].split(".")[0]))
    ada.delete("/api/me")
    with pytest.raises(Refused, match="changed_meanwhile"):
        home.call(people.rename(stale, "Ada Again"))
    assert home.call(store.person(stale.id)) is None


# -- who can be taken for whom ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "Nina Cole",
        "NINA COLE",
        "nina.cole",
        "Ninа Cole",
        "Nina C0le",
        "ΝΙΝΑ Cole",
        "Nina CoIe",
        "Nina CoӀe",
        "Nіnа Соlе",
    ],
)
def test_nobody_can_be_taken_for_whoever_protects_a_name(looks: LiveServer, name: str) -> None:
    refused = looks.person().patch("/api/me", {"name": name}, status=400 if mixed(name) else 409)
    assert refused["code"] == ("error.mixed_name" if mixed(name) else "error.name_taken")
    early = looks.person()
    early.table("me", "open")
    id = early.http.cookies["tutti"].split(".")[0]
    assert looks.call(looks.server.store.change_person(id, {"name": name}, {}))  # taken before it was protected
    looks.server.people.forget_all()
    assert early.get(f"/api/tables/{early.table('me', 'open')}")["seats"][0]["name"] not in (name, "Nina Cole")


def test_who_protects_a_name_does_not_stand_in_the_way_of_others(looks: LiveServer) -> None:
    for name in ("Nina", "Nino Cole", "Mina Cole", "Nina Coles", "Cole"):
        assert looks.person().patch("/api/me", {"name": name})["name"] == name


def test_a_name_that_looks_like_a_protected_one_cannot_be_protected(looks: LiveServer) -> None:
    owner, others = looks.person("Lina Cole"), [looks.person("lina cole"), looks.person("Iina CoIe")]
    owner.put("/api/me/passphrase", {"passphrase": "over the hills"})
    for other in others:
        refused = other.put("/api/me/passphrase", {"passphrase": "over the hills"}, status=409)
        assert refused["code"] == "error.name_taken"


def test_nobody_at_my_screen_can_be_taken_for_them_either(looks: LiveServer) -> None:
    ada = looks.person("Ada")
    plan = {"game": "symphonimo", "seats": [{"kind": "me"}, {"kind": "local", "name": "Nina C0le"}]}
    assert ada.post("/api/tables", plan, status=409)["code"] == "error.name_taken"
    table = ada.table("me", "open")
    seat = {"kind": "local", "name": "Nina C0le"}
    assert ada.put(f"/api/tables/{table}/seats/1", seat, status=409)["code"] == "error.name_taken"
    ada.put(f"/api/tables/{table}/seats/1", {"kind": "local", "name": "Bo"})


# -- guessing --------------------------------------------------------------------------------------


def test_who_guesses_is_stopped_however_the_name_is_written_and_its_owner_is_not(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True, proxies="127.0.0.1") as home:
        ada = home.person("Target")
        ada.put("/api/me/passphrase", {"passphrase": "over the hills"})

        def guess(name: str, address: str, passphrase: str = "nonsense nonsense") -> int:
            secret, headers = {"name": name, "passphrase": passphrase}, {"X-Forwarded-For": address}
            return fetch("POST", f"{home.address}/api/me/sign-in", json=secret, headers=headers).status_code

        ways = ["Target", "T.arget", "TARGET", "t a r g e t", "Tárget", "«Target»", "Target!", "T-a-r-g-e-t"]
        assert [guess(way, "192.0.2.1") for way in ways] == [403] * 6 + [429] * 2
        assert guess("Target", "192.0.2.2", "over the hills") == 200
        network = [f"2001:db8::{number}" for number in range(8)]
        assert [guess("Target", address) for address in network][-1] == 429


def test_many_addresses_have_one_budget_for_an_account_and_its_owners_devices_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(identity._SCRYPT, "n", 16)  # quick: a hundred passphrases are tried
    with live_server(tmp_path, limits=True, proxies="127.0.0.1") as home:
        secret = {"name": "Target", "passphrase": "over the hills"}
        ada, tablet = home.person("Target", where="192.0.2.1"), home.person(where="192.0.2.2")
        ada.put("/api/me/passphrase", {"passphrase": secret["passphrase"]})
        tablet.post("/api/me/sign-in", secret)
        tablet.post("/api/me/sign-out")

        def guess(number: int) -> str:
            where = {"X-Forwarded-For": f"198.51.100.{number % 40}"}
            told = fetch("POST", f"{home.address}/api/me/sign-in", json={**secret, "passphrase": "no"}, headers=where)
            return str(told.json()["code"])

        assert [guess(number) for number in range(102)] == ["error.wrong_passphrase"] * 100 + [
            "error.too_many_guesses"
        ] * 2
        stranger = home.person(where="192.0.2.3")
        assert stranger.post("/api/me/sign-in", secret, 429)["code"] == "error.too_many_guesses"
        assert tablet.get("/api/me")["name"] != "Target"
        assert tablet.post("/api/me/sign-in", secret)["name"] == "Target"  # its owner was here before
        ada.put("/api/me/passphrase", {"passphrase": "and far away", "old": secret["passphrase"]})
        assert stranger.post("/api/me/sign-in", {"name": "Nobody", "passphrase": "no"}, 403)  # others are not stopped


def test_whoever_signs_in_uses_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(identity._SCRYPT, "n", 16)
    with live_server(tmp_path, limits=True, proxies="127.0.0.1") as home:
        secret = {"name": "Target", "passphrase": "over the hills"}
        home.person("Target").put("/api/me/passphrase", {"passphrase": secret["passphrase"]})
        for number in range(110):
            where = {"X-Forwarded-For": f"198.51.100.{number % 40}"}
            assert fetch("POST", f"{home.address}/api/me/sign-in", json=secret, headers=where).status_code == 200


def test_the_cookie_of_a_device_names_nobody_and_is_good_for_those_who_were_here() -> None:
    one = identity.remember_device(SECRET, "", "ada")
    both = identity.remember_device(SECRET, one, "bo")
    assert "ada" not in both
    assert identity.known_device(SECRET, both, "ada") == identity.known_device(SECRET, both, "bo") == one.split(".")[0]
    assert identity.remember_device(SECRET, one, "ada") == one
    assert identity.known_device(SECRET, both, "cleo") == identity.known_device(b"1" * 32, both, "ada") == ""
    moved = ".".join(["other", *both.split(".")[1:]])
    assert identity.known_device(SECRET, moved, "ada") == ""
    for number in range(identity.KNOWN):
        both = identity.remember_device(SECRET, both, f"p{number}")
    assert identity.known_device(SECRET, both, "ada") == ""
    assert len(both.split(".")) == identity.KNOWN + 1


def test_delete_my_data_while_a_match_runs(home: LiveServer) -> None:
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
    home: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = home.person("Ada Vanishes"), home.person("Bo Stays")
    table = bo.table("open", "me")
    ada.post(f"/api/tables/{table}/join")
    bo.post(f"/api/tables/{table}/start")
    ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "resign", "key": "k"})
    registry, store = home.server.registry, home.server.store
    forget = store.forget_person

    async def read_before(id: str) -> None:
        async with registry.room(table) as room:
            assert room.table.seats[0].name == "Ada Vanishes"
        await forget(id)

    home.call(registry._hand_over(registry.rooms[table]))
    monkeypatch.setattr(store, "forget_person", read_before)
    ada.delete("/api/me")
    assert [seat["name"] for seat in bo.get(f"/api/tables/{table}")["seats"]] == ["", "Bo Stays"]
    assert bo.post(f"/api/tables/{table}/rematch")["id"]  # it can still be changed
