"""Notifications: players hear of their turn where they chose to, once, not at night, and not while at the table."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.kit import PATIENCE, Browser, LiveServer, live_server, until
from server.receiver import Device, Got, mail_receiver, receiver
from tutti.server.logs import log
from tutti.server.notifications import dispatcher, egress_guard, quiet_hours, sender, sender_process, vapid
from tutti.server.notifications.addresses import BadAddress, label, mail, webhook
from tutti.server.store.notifications import Wishes

HOUR = 3600


@pytest.fixture(scope="module")
def post() -> Iterator[Got]:
    with receiver() as got:
        yield got


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("notices"), notices_private=True) as running:
        yield running


@pytest.fixture(autouse=True)
def _empty(post: Got) -> None:
    post.forget()
    post.status, post.to = 200, ""


def listen(person: Browser, got: Got, **channel: Any) -> str:
    """Choose a webhook (or what is given), and test it."""
    wish = channel or {"kind": "webhook", "address": f"{got.address}/hook?token=abc"}
    made = person.post("/api/me/notices/channels", wish)
    assert not made["proved"]
    tested = person.post(f"/api/me/notices/channels/{made['id']}/test")
    assert tested["outcome"] == "sent"
    got.forget()
    return str(made["id"])


def pending(home: LiveServer) -> list[str]:
    """Who is to be told something."""

    async def look() -> list[str]:
        far = home.server.now() + 10**12
        return [one.person for one in await home.server.store.due_listeners(far, 99)]

    return list(home.call(look()))


def settle(home: LiveServer) -> None:
    """All that was noticed is written."""
    until(lambda: not home.server.notifications._noting)


def later(home: LiveServer, seconds: float) -> None:
    home.clock.skip(seconds)
    home.call(home.server.notifications.tick())


def two(home: LiveServer) -> tuple[Browser, Browser, str]:
    """Ada and Bo play; it is Ada's turn."""
    ada, bo = home.person(), home.person()
    table = ada.table("me", "open")
    bo.post(f"/api/tables/{table}/join", {})
    ada.post(f"/api/tables/{table}/start", {})
    move(bo, table, 1)  # if the lot fell on Bo
    return ada, bo, table


def move(person: Browser, table: str, seat: int) -> None:
    """Play until somebody else is asked."""
    for _ in range(9):
        view = person.get(f"/api/tables/{table}/view?seat={seat}")
        if not view["legal"]:
            return
        order = {
            "type": "play",
            "key": f"m{time.monotonic_ns()}",
            "question": view["question"],
            "action": view["legal"][0],
        }
        person.post(f"/api/tables/{table}/orders?seat={seat}", order)


def test_who_is_asked_is_told_once_with_a_link_to_the_table(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    move(ada, table, 0)
    settle(told)
    later(told, 1)
    assert post.bodies == []  # whoever looks away for a moment is not told
    later(told, dispatcher.DELAY / 1000)
    (said,) = until(post.messages)
    assert said["title"] == "Symphonimo: it is your turn."
    assert f"{told.address}/#/table/{table}" in said["message"]
    assert said["link"] == f"{told.address}/#/table/{table}"
    assert post.paths == ["/hook?token=abc"]
    until(lambda: not pending(told))
    post.forget()
    later(told, 24 * HOUR)
    assert post.bodies == []
    move(bo, table, 1)
    settle(told)
    move(ada, table, 0)
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    assert len(until(post.messages)) == 1


def test_one_message_tells_of_many_tables_and_names_those_that_still_wait(told: LiveServer, post: Got) -> None:
    bo = told.person()
    listen(bo, post)
    tables = []
    for _ in range(3):
        ada = told.person()
        table = ada.table("me", "open")
        bo.post(f"/api/tables/{table}/join", {})
        ada.post(f"/api/tables/{table}/start", {})
        move(ada, table, 0)
        tables.append(table)
    move(bo, tables[0], 1)  # this one waits no more
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    (said,) = until(post.messages)
    assert said["title"] == "2 tables wait for you"
    assert [table in said["message"] for table in tables] == [False, True, True]
    assert said["link"] == f"{told.address}/#/tables"


def test_who_is_away_is_told_that_a_substitute_is_looked_for_and_when_one_has_the_seat(
    told: LiveServer, post: Got
) -> None:
    people = [told.person(name) for name in ("Ada", "Bo", "Cleo", "Dora")]
    ada, bo, cleo, dora = people
    table = ada.table("me", "open", "open", options={"first_player": 2}, clock={"kind": "live", "turn": 60})
    for person in (bo, cleo):
        person.post(f"/api/tables/{table}/join", {})
    ada.post(f"/api/tables/{table}/start", {})
    told.server.registry.rooms[table].thinking |= {2}  # its bot never moves
    listen(cleo, post)
    cleo.put("/api/me/notices", {"interval": 60})
    later(told, dispatcher.DELAY / 1000)
    until(post.messages)
    until(lambda: not pending(told))
    post.forget()

    def order(person: Browser, mine: int, kind: str, **fields: Any) -> None:
        wish = {"type": kind, "key": f"{kind}{time.monotonic_ns()}", **fields}
        person.post(f"/api/tables/{table}/orders?seat={mine}", wish)

    def agree(person: Browser, seat: int) -> None:
        (offer,) = person.get(f"/api/tables/{table}")["offers"]
        order(person, seat, "answer", offer=offer["id"], agree=True)

    order(cleo, 2, "away")
    told.clock.skip(601)
    order(ada, 0, "invite", seat=2)
    settle(told)
    later(told, 0)  # at once: neither the delay nor the hour between two messages counts
    (said,) = until(post.messages)
    assert said["title"] == "Symphonimo: the others are looking for a substitute for you. You can still come back."
    post.forget()
    agree(bo, 1)
    dora.post(f"/api/tables/{table}/take", {"seat": 2, "invite": ada.get(f"/api/tables/{table}")["seats"][2]["invite"]})
    agree(ada, 0)
    agree(bo, 1)
    assert dora.get(f"/api/tables/{table}")["seats"][2]["mine"]
    assert (
        dispatcher.asked(told.call(told.server.store.table(table)), cleo.http.cookies["tutti"].split(".")[0]) == "seat"
    )


def test_who_is_away_is_asked_about_another_clock_too(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    for person, seat, kind, fields in ((bo, 1, "away", {}), (ada, 0, "slow", {"days": 3})):
        person.post(f"/api/tables/{table}/orders?seat={seat}", {"type": kind, "key": kind, **fields})
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    (said,) = until(post.messages)
    assert said["title"] == "Symphonimo: the table asks you something."


def test_nobody_is_told_of_a_table_at_which_they_look(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    with bo.at(table, 1) as place:
        place.wait(lambda place: place.table["state"] == "running")
        move(ada, table, 0)
        place.wait(lambda place: place.view["legal"])
        settle(told)
        later(told, HOUR)
    settle(told)
    later(told, HOUR)
    assert post.bodies == []  # also not after leaving: they have seen it
    until(lambda: not pending(told))


def test_a_host_without_a_seat_who_looks_at_the_table_is_not_told_that_it_closes(told: LiveServer, post: Got) -> None:
    ada, cleo = told.person(), told.person()
    tables = []
    for host in (ada, cleo):
        listen(host, post)
        tables.append(host.table("open", "open"))
    with ada.at(tables[0]) as place:
        place.wait(lambda place: place.table["state"] == "waiting")
        told.clock.skip(37 * HOUR)
        told.call(told.server.scheduler.tick())
        place.wait(lambda place: place.talk)
        settle(told)
        later(told, HOUR)
        (said,) = until(post.messages)  # Cleo looks elsewhere
        assert said["link"] == f"{told.address}/#/table/{tables[1]}"
        until(lambda: not pending(told))
    assert len(post.bodies) == 1


def test_between_two_messages_is_the_time_that_was_wished_for(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    bo.put("/api/me/notices", {"interval": 60})
    move(ada, table, 0)
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    until(post.messages)
    until(lambda: not pending(told))
    move(bo, table, 1)
    settle(told)
    move(ada, table, 0)
    settle(told)
    later(told, 59 * 60 - 30)
    later(told, 0)
    assert len(post.bodies) == 1
    later(told, 90)
    until(lambda: len(post.bodies) == 2)


def test_a_channel_that_was_not_tested_hears_nothing(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    bo.post("/api/me/notices/channels", {"kind": "webhook", "address": f"{post.address}/untested"})
    move(ada, table, 0)
    settle(told)
    later(told, HOUR)
    assert (post.bodies, pending(told)) == ([], [])


def test_what_waits_already_is_told_to_whoever_begins_to_listen(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    move(ada, table, 0)
    listen(bo, post)
    later(told, dispatcher.DELAY / 1000)
    assert until(post.messages)[0]["title"] == "Symphonimo: it is your turn."


def test_a_request_to_the_table_is_a_question_too(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    ada.post(f"/api/tables/{table}/orders?seat=0", {"type": "propose", "key": "end"})
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    assert until(post.messages)[0]["title"] == "Symphonimo: the table asks you something."
    until(lambda: not pending(told))
    post.forget()
    move(ada, table, 0)  # and now it is Bo's turn, which is something else
    settle(told)
    later(told, HOUR)
    assert until(post.messages)[0]["title"] == "Symphonimo: it is your turn."


def test_web_push_is_signed_with_our_own_key_and_only_the_browser_can_read_it(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    device = Device(post)
    listen(bo, post, **device.channel())
    bo.put("/api/me/notices", {"lang": "de"})
    move(ada, table, 0)
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    (body,) = until(lambda: post.bodies)
    assert table.encode() not in body
    said = device.read(body)
    assert (said["title"], said["url"]) == ("Symphonimo: du bist am Zug.", f"{told.address}/#/table/{table}")
    key = bo.get("/api/me/notices")["key"]
    assert f"k={key}" in post.headers[0]["authorization"]
    assert len(key) == 87


def test_a_server_has_its_keys_from_its_first_start_on(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:  # nobody asks for anything
        stored = until(lambda: home.call(home.server.store.vapid()))
        assert home.server.notifications.sender._now is None  # and nobody was sent for them
    with live_server(tmp_path) as home:
        assert home.person().get("/api/me/notices")["key"] in stored.decode()
        assert home.call(home.server.store.vapid()) == stored


def test_a_browser_that_is_gone_is_forgotten(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post, **Device(post).channel())
    post.status = 410
    move(ada, table, 0)
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    until(lambda: bo.get("/api/me/notices")["channels"] == [])


def test_a_channel_that_fails_is_tried_again_and_given_up_in_the_end(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    channel = listen(bo, post)
    move(ada, table, 0)
    settle(told)
    post.status = 500
    for number in range(1, dispatcher.FAILURES + 1):
        later(told, dispatcher.AGAIN / 1000 + 1)
        until(lambda number=number: len(post.bodies) >= number)  # type: ignore[misc]
        until(lambda number=number: told.call(told.server.store.channel(channel)).failed == number)  # type: ignore[misc]
    assert bo.get("/api/me/notices")["channels"][0]["failing"]
    later(told, HOUR)
    later(told, HOUR)
    assert len(post.bodies) == dispatcher.FAILURES
    post.status = 200
    assert bo.post(f"/api/me/notices/channels/{channel}/test")["outcome"] == "sent"
    assert not bo.get("/api/me/notices")["channels"][0]["failing"]


def test_one_click_stops_a_channel_without_a_cookie(told: LiveServer, post: Got) -> None:
    ada, bo, table = two(told)
    listen(bo, post)
    move(ada, table, 0)
    settle(told)
    later(told, dispatcher.DELAY / 1000)
    text = until(post.messages)[0]["message"]
    token = re.search(r"#/stop/(\S+)", text)
    assert token is not None
    stranger = told.person()
    stranger.post(f"/api/notices/stop/{token[1][:-2]}xx", status=403)
    stranger.post(f"/api/notices/confirm/{token[1]}", status=403)  # a link does one thing
    assert len(bo.get("/api/me/notices")["channels"]) == 1
    stranger.post(f"/api/notices/stop/{token[1]}")
    assert bo.get("/api/me/notices")["channels"] == []
    stranger.post(f"/api/notices/stop/{token[1]}")  # a second click does no harm


def test_an_address_is_told_to_nobody_and_goes_with_its_person(
    told: LiveServer, post: Got, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(log, "form", "text")
    ada, bo, table = two(told)
    secret = f"{post.address}/a-secret-path?key=verysecret"
    channel = listen(bo, post, kind="webhook", address=secret)
    ada.get(f"/api/tables/{table}")
    mine = bo.http.get("/api/me/export")
    for answer in (bo.http.get("/api/me/notices").text, ada.http.get(f"/api/tables/{table}").text, mine.text):
        assert "secret" not in answer
    assert [(one["kind"], one["proved"]) for one in mine.json()["channels"]] == [("webhook", True)]
    ada.delete(f"/api/me/notices/channels/{channel}", status=404)
    ada.post(f"/api/me/notices/channels/{channel}/test", status=404)
    post.status = 500
    bo.post(f"/api/me/notices/channels/{channel}/test")
    assert "secret" not in capsys.readouterr().err
    bo.delete("/api/me")
    assert told.call(told.server.store.channel(channel)) is None


def test_of_a_deleted_address_nothing_is_left_in_the_files(tmp_path: Path) -> None:
    def found() -> bool:
        return any(b"verysecret" in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())

    with live_server(tmp_path) as home:
        gone, dropped = home.person(), home.person()
        for person in (gone, dropped):
            wish = {"kind": "webhook", "address": "https://home.example/?key=verysecret"}
            made = person.post("/api/me/notices/channels", wish)
        assert found()
        dropped.delete(f"/api/me/notices/channels/{made['id']}")
        gone.delete("/api/me")
    assert not found()


def test_mail_goes_through_the_servers_account_and_only_to_who_has_clicked(tmp_path: Path, post: Got) -> None:
    with mail_receiver() as mails:
        account = f"mailto://{mails.address}?from=tutti@play.example&name=Tutti"
        with live_server(
            tmp_path, mail=account
        ) as home:  # private addresses stay forbidden: the account is the owner's
            ada, bo, table = two(home)
            made = bo.post("/api/me/notices/channels", {"kind": "mail", "address": "bo.secret@home.example"})
            assert made["label"] == "b…@home.example"
            tested = bo.post(f"/api/me/notices/channels/{made['id']}/test")
            assert (tested["outcome"], tested["channel"]["proved"]) == ("sent", False)
            (text,) = mails.mails
            assert "To: bo.secret@home.example" in text
            plain = text.replace("=\r\n", "").replace("=\n", "")
            link = re.search(r"#/confirm/([\w.-]+)", plain)
            assert link is not None
            home.person().post(f"/api/notices/confirm/{link[1]}")
            assert bo.get("/api/me/notices")["channels"][0]["proved"]
            mails.forget()
            move(ada, table, 0)
            settle(home)
            later(home, dispatcher.DELAY / 1000)
            (said,) = until(lambda: mails.mails)
            assert "it is your turn" in said


def test_nobody_reaches_into_the_network_of_the_server(tmp_path: Path, post: Got) -> None:
    port = post.address.rpartition(":")[2]
    with live_server(tmp_path) as home:
        bo = home.person()
        inside = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]
        for host in inside:
            made = bo.post("/api/me/notices/channels", {"kind": "webhook", "address": f"http://{host}:{port}/"})
            assert bo.post(f"/api/me/notices/channels/{made['id']}/test")["outcome"] == "private", host
            bo.delete(f"/api/me/notices/channels/{made['id']}")
        made = bo.post(
            "/api/me/notices/channels", {"kind": "chat", "address": f"json://127.0.0.1:{port}/?redirect=yes"}
        )
        assert bo.post(f"/api/me/notices/channels/{made['id']}/test")["outcome"] == "private"
        bo.post("/api/me/notices/channels", {**Device(post).channel()}, status=400)  # push is https
        assert post.bodies == []


@pytest.mark.parametrize("kind", ["chat", "webhook", "push"])
def test_nobody_is_sent_on(told: LiveServer, post: Got, kind: str) -> None:
    with receiver() as other:
        bo = told.person()
        post.status, post.to = 307, f"{other.address}/elsewhere"
        wish: dict[str, Any] = Device(post).channel()
        if kind != "push":
            address = post.address if kind == "webhook" else post.address.replace("http", "json")
            wish = {"kind": kind, "address": f"{address}/?redirect=yes"}
        made = bo.post("/api/me/notices/channels", wish)
        assert bo.post(f"/api/me/notices/channels/{made['id']}/test")["outcome"] == "failed"
        assert len(post.bodies) == 1
        assert other.bodies == []


def test_an_address_that_never_answers_is_given_up_and_delays_nobody(
    told: LiveServer, post: Got, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen(told.person(), post)  # the process that brings messages is there
    bo = told.person()
    with socket.create_server(("127.0.0.1", 0)) as silent, monkeypatch.context() as hurried:
        hurried.setattr(sender, "LONGEST", 1.0)
        wish = {"kind": "webhook", "address": f"http://127.0.0.1:{silent.getsockname()[1]}/"}
        made = bo.post("/api/me/notices/channels", wish)
        began = time.monotonic()
        assert bo.post(f"/api/me/notices/channels/{made['id']}/test")["outcome"] == "failed"
        assert 1.0 <= time.monotonic() - began < sender_process.READ  # not even as long as the request itself may take
        silent.settimeout(PATIENCE)
        silent.accept()[0].close()  # it was asked
    listen(told.person(), post)  # by another process


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # those of apprise
def test_every_request_has_a_time_limit() -> None:
    for address in ("json://x.example/", "ntfys://ntfy.sh/topic", "mailto://u:p@x.example"):
        service = sender_process._service(address)
        limits = service.socket_connect_timeout, service.socket_read_timeout
        assert limits == (sender_process.CONNECT, sender_process.READ)
    assert sender_process.CONNECT + sender_process.READ < sender.LONGEST


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"kind": "webhook", "address": "ftp://x.example"}, "error.bad_webhook"),
        ({"kind": "webhook", "address": "https://[x"}, "error.bad_webhook"),
        ({"kind": "mail", "address": "a@b.example"}, "error.no_mail"),
        ({"kind": "chat", "address": "syslog://"}, "error.bad_chat"),
        ({"kind": "chat", "address": "nothing at all"}, "error.bad_chat"),
        ({"kind": "push", "address": "https://push.example/x"}, "error.bad_push"),
    ],
)
def test_an_address_that_cannot_be_is_refused(told: LiveServer, wish: dict[str, str], code: str) -> None:
    assert (
        told.person().post("/api/me/notices/channels", wish, status=400 if code != "error.no_mail" else 409)["code"]
        == code
    )


def test_wishes_are_checked(told: LiveServer) -> None:
    bo = told.person()
    assert bo.put("/api/me/notices", {"zone": "Nowhere/Land"}, status=400)["code"] == "error.no_such_zone"
    assert bo.put("/api/me/notices", {"lang": "xx"}, status=400)["code"] == "error.no_such_language"
    kept = {"interval": 30, "quiet_from": 1320, "quiet_until": 480, "zone": "Europe/Paris", "lang": "fr"}
    assert bo.put("/api/me/notices", kept)["wishes"] == kept


def test_a_server_without_the_extra_offers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "installed", lambda: False)
    with live_server(tmp_path) as home:
        bo = home.person()
        assert bo.get("/api/me/notices")["kinds"] == []
        wish = {"kind": "webhook", "address": "https://x.example"}
        assert bo.post("/api/me/notices/channels", wish, status=409)["code"] == "error.no_notices"


def test_what_was_noticed_is_told_after_a_restart(tmp_path: Path, post: Got) -> None:
    with live_server(tmp_path, notices_private=True) as home:
        ada, bo, table = two(home)
        listen(bo, post)
        key = bo.get("/api/me/notices")["key"]
        cookies = dict(bo.http.cookies)
        move(ada, table, 0)
        settle(home)
        # As if the server had died between the move and the note of it.
        home.call(home.server.store.end_wait(next(iter(home.server.notifications.listeners)), table))
    with live_server(tmp_path, notices_private=True) as home:
        bo = Browser(home.address)
        home.people.append(bo)
        bo.http.cookies.update(cookies)
        assert bo.get("/api/me/notices")["key"] == key
        until(lambda: pending(home))
        later(home, dispatcher.DELAY / 1000)
        assert until(post.messages)[0]["title"] == "Symphonimo: it is your turn."


@pytest.mark.postgres
def test_of_two_processes_one_tells(database: str, tmp_path: Path, post: Got) -> None:
    settings: dict[str, Any] = {"database": database, "notices_private": True}
    with live_server(tmp_path / "a", **settings) as one, live_server(tmp_path / "b", **settings) as other:
        ada, bo, table = two(one)
        listen(bo, post)
        until(lambda: other.server.notifications.listeners)  # it has heard of it
        move(ada, table, 0)
        settle(one)
        for home in (one, other):
            home.clock.skip(HOUR)
        ticks = [
            asyncio.run_coroutine_threadsafe(h.server.notifications.tick(), h.loop) for h in (one, other) if h.loop
        ]
        for tick in ticks:
            tick.result(PATIENCE)
        until(post.messages)
        until(lambda: not pending(one))
        assert len(post.bodies) == 1


# -- sums ----------------------------------------------------------------------------------------------


def moment(text: str) -> int:
    from datetime import datetime

    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "told_at", "when"),
    [
        ("2026-06-01T12:00+02:00", "", "2026-06-01T12:00+02:00"),
        ("2026-06-01T23:30+02:00", "", "2026-06-02T08:00+02:00"),
        ("2026-06-01T03:30+02:00", "", "2026-06-01T08:00+02:00"),
        ("2026-06-01T07:59+02:00", "", "2026-06-01T08:00+02:00"),
        ("2026-06-01T08:00+02:00", "", "2026-06-01T08:00+02:00"),
        ("2026-06-01T12:00+02:00", "2026-06-01T11:30+02:00", "2026-06-01T12:30+02:00"),
        ("2026-06-01T21:50+02:00", "2026-06-01T21:10+02:00", "2026-06-02T08:00+02:00"),
        ("2026-10-24T23:00+02:00", "", "2026-10-25T08:00+01:00"),  # the night in which clocks are put back
    ],
)
def test_quiet_hours_are_those_of_the_person(now: str, told_at: str, when: str) -> None:
    wishes = Wishes(interval=60, quiet_from=22 * 60, quiet_until=8 * 60, zone="Europe/Paris")
    assert quiet_hours.earliest(wishes, moment(told_at) if told_at else 0, [], moment(now)) == moment(when)


def test_holidays_are_quiet() -> None:
    wishes = Wishes(quiet_from=22 * 60, quiet_until=8 * 60, zone="UTC")
    away = [(moment("2026-06-01T00:00Z"), moment("2026-06-08T23:00Z"))]
    assert quiet_hours.earliest(wishes, 0, away, moment("2026-06-03T12:00Z")) == moment("2026-06-09T08:00Z")


INSIDE = """
    127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1
    255.255.255.255 198.18.0.1 192.0.2.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 ::ffff:10.0.0.1
    64:ff9b::7f00:1 64:ff9b::a00:1 2002:7f00:1::1 2002:a00:1::1 localhost
    fec0::1 fec0::1%eth0 5f00::1 ::7f00:1 ::8.8.8.8 ::ffff:8.8.8.8 64:ff9b::808:808 64:ff9b:1::808:808
    2002:808:808::1 2001:0:808:808::1 2001:db8::1 3fff::1 3fff:fff::1 100::1 4000::1 1fff::1
"""


def test_only_addresses_for_everybody_are_free() -> None:
    assert [address for address in INSIDE.split() if egress_guard.public(address)] == []
    assert egress_guard.public("93.184.216.34")
    assert egress_guard.public("2606:2800:220:1::1")
    assert egress_guard.public("3ffe::1")


NAMED = """
import json, socket, sys
where = sys.argv[1]
family = socket.AF_INET6 if ":" in where else socket.AF_INET
rest = (0, 0) if ":" in where else ()
socket.getaddrinfo = lambda host, port, *more, **most: [(family, socket.SOCK_STREAM, 6, "", (where, port, *rest))]
from tutti.server.notifications import egress_guard, sender_process
sender_process.quiet()
egress_guard.install()
print(*(sender_process.do(job)["outcome"] for job in json.loads(sys.argv[2])))
"""
"""Brings messages where every name leads to one address."""


@pytest.mark.parametrize("where", ["fec0::1", "::7f00:1", "5f00::1", "2002:7f00:1::1", "127.0.0.1"])
def test_a_name_that_leads_inside_is_found_out_for_every_kind_of_channel(where: str, post: Got) -> None:
    wish = Device(post).channel()
    addresses = {
        "push": json.dumps({"endpoint": "https://push.example/x", "keys": wish["keys"]}),
        "webhook": "https://hook.example/x",
        "chat": "ntfys://ntfy.example/topic",
    }
    mails = {"chat": "mailtos://user:secret@mail.example?to=a@b.example"}  # by mail, but not by the server's account
    message = {"title": "T", "text": "t", "url": "https://tutti.example"}
    jobs = [
        {"do": "bring", "kind": kind, "address": address, "message": message, "private": False, "account": ""}
        | {"key": vapid.make().private, "contact": "mailto:a@b.example"}
        for kind, address in [*addresses.items(), *mails.items()]
    ]
    ran = subprocess.run(
        [sys.executable, "-c", NAMED, where, json.dumps(jobs)], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.split() == ["private"] * 4


def test_addresses_are_read_and_shown_in_part() -> None:
    assert webhook("https://a.example:8443/x/y?k=1&l=a b") == "jsons://a.example:8443/x/y?-k=1&-l=a%20b"
    assert webhook("http://[2606::1]/", "l") == "json://[2606::1]/?:link=l"
    assert label("webhook", "https://a.example/secret") == "a.example/…"
    assert mail("a.b+c@d.example") == "a.b+c@d.example"
    for bad in ("a@b@c.example", "a b@c.example", "a@c.example\nBcc: x@y.example", "a,b@c.example", "@c.example", "a@"):
        with pytest.raises(BadAddress):
            mail(bad)


def test_a_courier_starts_no_program_and_reaches_no_file_of_the_machine() -> None:
    for event in ("subprocess.Popen", "os.system", "os.posix_spawn"):
        with pytest.raises(PermissionError):
            egress_guard.check(event, ())
