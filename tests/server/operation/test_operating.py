"""Running a service: units and proxies that their programs accept, the copy restored, old data, every match again."""

from __future__ import annotations

import configparser
import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import tutti
from server.kit import command, live_server
from server.tables.test_broken_matches import same_person
from support import postgres
from support.machine import ROOT
from tutti.cli.commands.check_matches import read
from tutti.cli.terminal import BadConfiguration, Problem
from tutti.server.run import DATABASE
from tutti.server.store.schema import POSTGRES_STEPS, SQLITE_STEPS
from tutti.server.store.sqlite import PORTION, back_up

DEPLOY = ROOT / "deploy"
STORED = Path(__file__).parents[1] / "stored"
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def program(name: str) -> str:
    found = shutil.which(name, path=PATH)
    if found is None:
        pytest.skip(f"{name} is not installed here")
    return found


def ran(*args: str | Path) -> str:
    done = subprocess.run([str(arg) for arg in args], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", ["tutti.service", "tutti-backup.service", "tutti-backup.timer"])
def test_systemd_accepts_the_units(tmp_path: Path, name: str) -> None:
    analyze = program("systemd-analyze")
    for unit in DEPLOY.glob("tutti*"):
        text = unit.read_text(encoding="utf-8").replace("/usr/local/bin/tutti", sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    said = ran(analyze, "verify", "--man=no", tmp_path / name)
    assert name not in said, said


def test_only_wrong_settings_stop_the_unit_from_being_started_again() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "tutti.service", encoding="utf-8")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    service = unit["Service"]
    assert (service["Restart"], service["RestartSec"]) == ("always", "1")
    assert service["RestartPreventExitStatus"] == str(BadConfiguration.code)
    assert Problem.code != BadConfiguration.code


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    nginx, openssl = program("nginx"), program("openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "chain.pem"
    ran(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example", "-days", "2",
        "-keyout", key, "-out", certificate)  # fmt: skip
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"/etc/letsencrypt/\S+fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+privkey.pem", str(key), text)
    text = re.sub(r"listen (\[::\]:)?(80|443)( ssl)?;", r"listen unix:" + str(tmp_path / "s") + r"\2\3;", text)
    text = re.sub(r"(listen unix:\S+?(?: ssl)?;)\s+\1", r"\1", text)
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{text}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    assert "test is successful" in ran(nginx, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf")


def test_caddy_accepts_its_file() -> None:
    ran(program("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")


def test_a_copy_taken_while_people_play_becomes_a_server_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rehearsal of docs/operating.md."""
    live, other = tmp_path / "live", tmp_path / "other"
    with live_server(live) as home:
        ada = home.person("Ada")
        ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
        id = ada.table("me", "random", start=True)
        with ada.at(id, 0) as place:
            place.play()
            done = command(capsys, "backup", str(tmp_path / "copy.db"), "--data", str(live))
            assert done.code == 0, done.err
            place.wait(lambda at: at.view["legal"])
            copied = len(home.call(home.server.store.events(id)))
            place.play()
    other.mkdir()
    shutil.copy(tmp_path / "copy.db", other / "tutti.db")
    with live_server(other) as home:
        again = same_person(home, ada)
        assert again.get("/api/me")["name"] == "Ada"
        assert 1 < len(home.call(home.server.store.events(id))) <= copied
        with again.at(id, 0) as place:
            assert place.play()["type"] == "done"


def test_a_copy_ends_while_moves_come_in_and_has_every_move_from_before_it(tmp_path: Path) -> None:
    """A move is acknowledged after every portion; a copy that starts again at each commit would never end."""
    live, other, copy = tmp_path / "live", tmp_path / "other", tmp_path / "copy.db"
    portions: list[int] = []
    with live_server(live) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", game="orchestra", start=True)
        with closing(sqlite3.connect(live / DATABASE)) as db, db:
            db.execute(
                "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ?)"
                "INSERT INTO snapshots SELECT 'large', n, randomblob(8000) FROM count",
                (5000,),
            )

        def move() -> None:
            seat = ada.get(f"/api/tables/{id}")["active"][0]
            view = ada.get(f"/api/tables/{id}/view?seat={seat}")
            order = {"type": "play", "key": secrets.token_hex(8)}
            order |= {"question": view["question"], "action": view["legal"][0]}
            assert ada.post(f"/api/tables/{id}/orders?seat={seat}", order)["type"] == "done"

        def told(_: int, remaining: int, total: int) -> None:
            portions.append(remaining)
            assert len(portions) <= total // PORTION + 1, "the copy started again"
            move()

        for _ in range(5):
            move()
        before = home.call(home.server.store.events(id))
        back_up(live / DATABASE, copy, told)
        after = home.call(home.server.store.events(id))
    assert copy.stat().st_size > 32 << 20
    assert len(portions) > 32
    assert portions == sorted(portions, reverse=True)
    assert len(after) >= len(before) + len(portions)
    other.mkdir()
    shutil.copy(copy, other / DATABASE)
    with live_server(other) as home:
        again = same_person(home, ada)
        assert home.call(home.server.store.events(id)) == before
        seat = again.get(f"/api/tables/{id}")["active"][0]
        with again.at(id, seat) as place:
            assert place.play()["type"] == "done"


@pytest.mark.parametrize("version", [path.stem for path in sorted(STORED.glob("v*.sql"))])
def test_data_of_every_released_version_comes_up_and_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "tutti.db")) as db:
        db.executescript((STORED / f"{version}.sql").read_text(encoding="utf-8"))
        (form,) = db.execute("PRAGMA user_version").fetchone()
        matches = [id for (id,) in db.execute("SELECT id FROM tables WHERE state IN ('running', 'over')")]
    assert form < len(SQLITE_STEPS)
    assert matches
    with live_server(tmp_path) as home:
        for id in matches:
            assert not home.person().get(f"/api/tables/{id}")["broken"]
    with closing(sqlite3.connect(tmp_path / "tutti.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(SQLITE_STEPS),)
    where = ("--data", str(tmp_path), "--progress", str(tmp_path / "checked.jsonl"))
    assert command(capsys, "check-matches", *where).code == 0


@pytest.mark.postgres
@pytest.mark.parametrize("version", [path.stem for path in sorted(STORED.glob("postgres-*.sql"))])
def test_a_database_of_every_released_version_comes_up_and_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, database: str, version: str
) -> None:
    """Made by a server of that version: a match of each game, and one that is over and shared."""
    import psycopg

    with psycopg.connect(database, autocommit=True) as wire:
        wire.execute((STORED / f"{version}.sql").read_bytes())
        ((form,),) = wire.execute("SELECT version FROM form").fetchall()
        matches = [id for (id,) in wire.execute("SELECT id FROM tables")]
    assert form < len(POSTGRES_STEPS)
    assert len(matches) == 4
    with live_server(tmp_path, database=database) as home:
        ada = home.person()
        ada.post("/api/me/sign-in", {"name": "Ada", "passphrase": "over the hills"})
        mine = {one["id"]: one["game"] for one in ada.get("/api/me/tables")["tables"]}
        assert sorted(mine.values()) == ["orchestra", "symphonimo", "symphony"]
        assert len(ada.get("/api/me/matches")["matches"]) == 1
        for id in mine:
            seat = ada.get(f"/api/tables/{id}")["active"][0]
            with ada.at(id, seat) as place:
                assert place.play()["type"] == "done", mine[id]
    with psycopg.connect(database) as wire:
        assert wire.execute("SELECT version FROM form").fetchall() == [(len(POSTGRES_STEPS),)]
    monkeypatch.setenv("TUTTI_SERVER_DATABASE", database)
    where = ("--data", str(tmp_path), "--progress", str(tmp_path / "checked.jsonl"))
    assert "5 matches checked" in command(capsys, "check-matches", *where).out


@pytest.mark.postgres
def test_a_dump_of_postgresql_becomes_a_server_again(tmp_path: Path, database_server: str, database: str) -> None:
    """The other rehearsal of docs/operating.md."""
    dump, restore = postgres.program("pg_dump"), postgres.program("pg_restore")
    if dump is None or restore is None:
        pytest.skip("pg_dump is not installed here")
    copy = tmp_path / "tutti.dump"
    with live_server(tmp_path / "live", database=database) as home:
        ada = home.person("Ada")
        id = ada.table("me", "random", start=True)
        with ada.at(id, 0) as place:
            place.play()
            ran(dump, "--format=custom", "--file", copy, database)
            place.wait(lambda at: at.view["legal"])
            copied = len(home.call(home.server.store.events(id)))
            place.play()
    empty = postgres.fresh(database_server, f"{database.partition('?')[0].rpartition('/')[2]}_again")
    ran(restore, "--no-owner", "--exit-on-error", "--dbname", empty, copy)
    with live_server(tmp_path / "other", database=empty) as home:
        again = same_person(home, ada)
        assert again.get("/api/me")["name"] == "Ada"
        assert 1 < len(home.call(home.server.store.events(id))) <= copied
        with again.at(id, 0) as place:
            assert place.play()["type"] == "done"


def test_every_stored_match_is_played_again_and_a_stopped_check_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        ids = [ada.table("me", "local Bo", start=True) for _ in range(3)]
        for id in ids:
            for seat in (0, 1):
                view = ada.get(f"/api/tables/{id}/view?seat={seat}")
                if view["legal"]:
                    order = {"type": "play", "key": "k", "question": view["question"], "action": view["legal"][0]}
                    ada.post(f"/api/tables/{id}/orders?seat={seat}", order)
    file = tmp_path / "checked.jsonl"
    where = ("--data", str(tmp_path), "--progress", str(file))
    assert "3 matches checked, 3 of them now; 0" in command(capsys, "check-matches", *where).out
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], lines[2][:20]]))  # as if it had been stopped there
    assert len(read(file)) == 2
    for now in (1, 0):
        assert f"3 matches checked, {now} of them now; 0" in command(capsys, "check-matches", *where).out
    with live_server(tmp_path) as home:  # one of them goes on
        again = same_person(home, ada)
        seat = again.get(f"/api/tables/{ids[1]}")["active"][0]
        with again.at(ids[1], seat) as place:
            place.play()
    assert "3 matches checked, 1 of them now; 0" in command(capsys, "check-matches", *where).out
    with closing(sqlite3.connect(tmp_path / "tutti.db")) as db, db:
        body = json.dumps({"action": "castle", "by": "person"}).encode()
        db.execute("UPDATE events SET body = ? WHERE kind = 'play' AND match = ?", (body, ids[0]))
    assert command(capsys, "check-matches", *where).code == 0  # what was checked is not checked again
    broken = command(capsys, "check-matches", "--again", *where)
    assert broken.code == 1
    assert ids[0] in broken.out


def test_replays_are_played_again_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=7)
    match.play(match.active[0], "draw")
    with live_server(tmp_path) as home:
        token = home.person().post("/api/replays", match.record())["id"]
    where = ("--data", str(tmp_path), "--progress", str(tmp_path / "checked.jsonl"))
    assert "1 match checked, 1 of them now; 0" in command(capsys, "check-matches", *where).out
    assert "1 match checked, 0 of them now; 0" in command(capsys, "check-matches", *where).out
    with closing(sqlite3.connect(tmp_path / "tutti.db")) as db, db:
        ((record,),) = db.execute("SELECT record FROM replays").fetchall()
        db.execute("UPDATE replays SET record = ?", (bytes(record).replace(b"draw", b"castle"),))
    broken = command(capsys, "check-matches", "--again", *where)
    assert broken.code == 1
    assert f"replay {token}" in broken.out
