"""Several processes, one PostgreSQL: a match is played by one of them at a time, whoever is asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from bench.load.host import Host

from cli.running import tutti_program
from server.kit import Browser, LiveServer, command, live_server
from server.outages.test_kill import LEAST, Noting
from tutti.server.rooms import event_log, scheduler
from tutti.server.run import opened
from tutti.server.settings import Settings

pytestmark = pytest.mark.postgres
FIRST = {"first_player": 0}


@contextmanager
def two_houses(tmp_path: Path, database: str, **settings: Any) -> Iterator[tuple[LiveServer, LiveServer]]:
    with (
        live_server(tmp_path / "one", database=database, **settings) as one,
        live_server(tmp_path / "two", database=database, **settings) as two,
    ):
        yield one, two


def at(home: LiveServer, person: Browser) -> Browser:
    """The same person, before another process."""
    again = home.person()
    again.http.cookies.clear()
    again.http.cookies.update(person.http.cookies)
    return again


def test_a_table_goes_where_it_is_asked_for_and_nothing_of_it_is_lost(tmp_path: Path, database: str) -> None:
    with two_houses(tmp_path, database) as (one, two):
        ada, bo = one.person("Ada"), two.person("Bo")
        table = ada.table("me", "open", options=FIRST)
        bo.post(f"/api/tables/{table}/join")  # at the other process
        assert (table in one.server.registry.rooms, table in two.server.registry.rooms) == (False, True)
        ada.post(f"/api/tables/{table}/start")
        for number in range(6):
            home, other = (one, two) if number % 2 else (two, one)
            place_of = [at(home, person) for person in (ada, bo)]
            active = place_of[0].get(f"/api/tables/{table}")["active"][0]
            with place_of[active].at(table, active) as place:
                assert place.play()["type"] == "done"
                assert (table in home.server.registry.rooms, table in other.server.registry.rooms) == (True, False)
                if number == 5:  # whoever sits here is told to come back when it is wanted there
                    assert at(other, ada).get(f"/api/tables/{table}")["state"] == "running"
                    assert place.closed() == 4503
        events = two.call(two.server.store.events(table))
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert sum(event.kind == "play" for event in events) == 6


def test_what_was_sent_twice_to_two_processes_is_done_once(tmp_path: Path, database: str) -> None:
    with two_houses(tmp_path, database) as (one, two):
        ada = one.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        order = {"type": "play", "key": "same", "question": 1, "action": "draw"}
        first = ada.post(f"/api/tables/{table}/orders?seat=0", order)
        second = at(two, ada).post(f"/api/tables/{table}/orders?seat=0", order)
        assert (first["repeated"], second["repeated"]) == (False, True)


def test_clocks_and_bots_of_a_table_are_looked_after_by_one(tmp_path: Path, database: str) -> None:
    with two_houses(tmp_path, database) as (one, two):
        ada = one.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True, clock={"kind": "days", "days": 1})
        two.clock.skip(25 * 3600)
        two.call(two.server.scheduler.tick())  # it is due, but it is played elsewhere
        assert table not in two.server.registry.rooms
        assert not ada.get(f"/api/tables/{table}")["seats"][0]["standin"]
        one.server.registry.rooms[table].idle_since = 0
        one.call(one.server.scheduler.tick())
        assert table not in one.server.registry.rooms
        for _ in range(100):
            two.call(two.server.scheduler.tick())
            if table in two.server.registry.rooms:
                break
        assert at(two, ada).get(f"/api/tables/{table}")["seats"][0]["standin"]


CLAIMS = """FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


def claims_of(database: str) -> int:
    with psycopg.connect(database) as wire:
        row = wire.execute(f"SELECT count(*) {CLAIMS}").fetchone()
    assert row is not None
    return int(row[0])


def cut_claims(database: str) -> None:
    """End whoever holds a claim, and wait for the end: a claim that lingers would be asked for, which is noticed."""
    with psycopg.connect(database, autocommit=True) as wire:
        wire.execute(f"SELECT pg_terminate_backend(pid) {CLAIMS}")
    for _ in range(200):
        if not claims_of(database):
            return
        time.sleep(0.05)
    raise AssertionError("the claims are still held")


def test_no_claim_outlives_the_room_it_was_for(tmp_path: Path, database: str) -> None:
    with live_server(tmp_path, database=database) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", start=True)
        plan = {"game": "symphonimo", "seats": [{"kind": "me"}, {"kind": "open"}], "start": True}
        for _ in range(3):
            ada.post("/api/tables", plan, status=409)
            ada.get("/api/tables/nosuchtable", status=404)
        ada.get("/api/me")
        for expected in (1, 0):
            for _ in range(100):
                if claims_of(database) == expected:
                    break
                time.sleep(0.05)
            assert claims_of(database) == expected
            if expected:
                home.server.registry.rooms[table].idle_since = 0
                home.call(home.server.scheduler.tick())


SAID = {"type": "say", "key": "k", "text": "hello"}
UNAWARE: dict[str, Callable[[Browser, str], Any]] = {
    "seat": lambda ada, table: ada.http.put(f"/api/tables/{table}/seats/1", json={"kind": "bot", "bot": "greedy"}),
    "say": lambda ada, table: ada.http.post(f"/api/tables/{table}/orders?seat=0", json=SAID),
    "start": lambda ada, table: ada.http.post(f"/api/tables/{table}/start", json={"fill": "greedy"}),
    "leave": lambda ada, table: ada.http.post(f"/api/tables/{table}/leave", json={}),
}
"""What somebody may do at a process that has lost its claim without having noticed."""


@pytest.mark.parametrize("what", sorted(UNAWARE))
def test_a_process_that_lost_its_claim_unawares_writes_nothing(
    tmp_path: Path, database: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "BEAT", 3600.0)  # so that it does not notice by itself
    with two_houses(tmp_path, database) as (one, two):
        ada, bo = one.person("Ada"), two.person("Bo")
        table = ada.table("me", "open", "open", options=FIRST)
        cut_claims(database)
        bo.post(f"/api/tables/{table}/join")
        assert table in one.server.registry.rooms  # it still believes that the table is its own
        refused = UNAWARE[what](ada, table)
        assert (refused.status_code, refused.json()["code"]) == (503, "error.not_saved")
        stored, events = two.call(two.server.store.table(table)), two.call(two.server.store.events(table))
        assert [seat.name for seat in stored.seats] == ["Ada", "Bo", ""]
        assert (stored.state, [event.kind for event in events]) == ("waiting", ["opened"])
        assert [line.code for line in two.call(two.server.store.talk(table))] == ["joined"]
        for _ in range(100):  # it reads again what the other one wrote
            seen = ada.http.get(f"/api/tables/{table}")
            if seen.status_code == 200:
                break
            time.sleep(0.1)
        assert [seat["name"] for seat in seen.json()["seats"]] == ["Ada", "Bo", ""]
        assert UNAWARE[what](ada, table).status_code == 200


def test_people_are_the_same_everywhere(tmp_path: Path, database: str) -> None:
    with two_houses(tmp_path, database) as (one, two):
        ada = one.person("Ada")
        ada.put("/api/me/passphrase", {"passphrase": "first passphrase"})
        thief = two.person()
        thief.post("/api/me/sign-in", {"name": "Ada", "passphrase": "first passphrase"})
        table = thief.table("me", "open")
        with thief.at(table, 0) as place:
            place.wait(lambda here: here.table)
            ada.put("/api/me/passphrase", {"passphrase": "second passphrase", "old": "first passphrase"})
            assert place.closed() == 4503
        assert thief.get("/api/me")["name"] != "Ada"
        bo = two.person("Bo")
        id = bo.http.cookies["tutti"].split(".")[0]
        shared = ada.table("me", "open")
        bo.post(f"/api/tables/{shared}/join")
        ada.post(f"/api/tables/{shared}/start")
        bo.delete("/api/me")
        assert [seat["name"] for seat in ada.get(f"/api/tables/{shared}")["seats"]] == ["Ada", ""]
        assert id not in str(one.call(one.server.store.table(shared)))


def test_who_signs_out_at_one_process_is_signed_out_at_the_other(tmp_path: Path, database: str) -> None:
    with two_houses(tmp_path, database) as (one, two):
        ada = one.person("Ada")
        table = ada.table("me", "open")
        ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
        there = at(two, ada)
        with there.at(table, 0) as place:
            place.wait(lambda here: here.table)
            ada.post("/api/me/sign-out")
            assert place.closed() == 4503
        assert there.get("/api/me")["name"] != "Ada"


def test_when_the_database_hangs_up_everybody_comes_back_and_goes_on(tmp_path: Path, database: str) -> None:
    with live_server(tmp_path, database=database) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        with ada.at(table, 0) as place:
            place.play("draw")
            with psycopg.connect(database, autocommit=True) as wire:
                wire.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            assert place.closed() == 4503  # found out by listening, or at the next beat at the latest
        for _ in range(100):
            if ada.http.get(f"/api/tables/{table}").status_code == 200:
                break
            time.sleep(0.1)
        with ada.at(table, 0) as place:
            place.wait(lambda here: here.view["legal"])
            assert place.view["question"] == 2
            assert place.play()["type"] == "done"


@pytest.mark.parametrize("kills", [2, pytest.param(30, marks=pytest.mark.soak)])
def test_when_a_process_is_killed_the_other_goes_on_with_its_matches(tmp_path: Path, database: str, kills: int) -> None:
    def start() -> Host:
        return Host(tmp_path, database=database, bot_pause=0, workers=1)

    async def play() -> list[Noting]:
        """Two processes; the one that is played at is killed, and the other is where everybody goes."""
        hosts = [await asyncio.to_thread(start) for _ in range(2)]
        crowds: list[Noting] = []
        try:
            for life in range(kills):
                here = life % 2
                if life % 3 == 0:  # before all matches are over, new people come
                    crowds.append(Noting(hosts[here].host, hosts[here].port))
                    await crowds[-1].sit_down(6, 3)
                else:
                    await crowds[-1].come_back(hosts[here].host, hosts[here].port)
                await crowds[-1].play_some(200)
                await asyncio.to_thread(hosts[here].kill)
                await crowds[-1].go()
                if life + 2 < kills:
                    hosts[here] = await asyncio.to_thread(start)
        finally:
            for host in hosts:
                host.__exit__()
        return crowds

    async def check(crowd: Noting) -> None:
        async with opened(Settings(database=database)) as store:
            for id, keys in crowd.keys.items():
                table, events = await store.table(id), await store.events(id)
                assert table is not None
                assert keys <= {event.key for event in events}, "an acknowledged move is gone"
                match = event_log.rebuild(table, None, events)
                assert list(match.active) == table.active

    crowds = asyncio.run(play())
    for crowd in crowds:
        asyncio.run(check(crowd))
    acknowledged = sum(len(keys) for crowd in crowds for keys in crowd.keys.values())
    assert acknowledged >= kills * LEAST
    print(f"killed {kills} times, {acknowledged:,} acknowledged moves, all there")


def test_a_database_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = tutti_program(tmp_path, "serve", "--port", "0", TUTTI_SERVER_DATABASE=database.replace("@/t", "@/nothing"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "does not exist" in ran.err
    for wrong, said, code in (  # wrong settings, or a database that may come back
        ("mysql://x", "not an address", 78),
        ("postgresql://tutti@127.0.0.1:1/x", "PostgreSQL", 2),
    ):
        monkeypatch.setenv("TUTTI_SERVER_DATABASE", wrong)
        refused = command(capsys, "reports", "--data", str(tmp_path))
        assert (refused.code, said in refused.err) == (code, True)
    monkeypatch.setenv("TUTTI_SERVER_DATABASE", database)
    copy = command(capsys, "backup", str(tmp_path / "copy.db"))
    assert (copy.code, "pg_dump" in copy.err) == (2, True)
    assert "Nothing" in command(capsys, "reports").out
