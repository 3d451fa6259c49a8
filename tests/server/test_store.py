"""The store: durable, all or nothing, never a number twice. What holds for SQLite must hold for any other."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tutti.server.store import Conflict, StoreFault
from tutti.server.store.rows import Event, Line, Person, Replay, Report, Seat, Snapshot, Table
from tutti.server.store.sqlite import SqliteStore, back_up
from tutti.server.store.tables import STEPS

Work = Callable[[SqliteStore], Coroutine[Any, Any, Any]]


def within(path: Path, work: Work) -> Any:
    """Open the store, do something, close it."""

    async def run() -> Any:
        store = SqliteStore(path / "a.db")
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def table(id: str = "t", person: str = "p", **fields: Any) -> Table:
    seats = [Seat("person", person, "Ada"), Seat("bot", None, "greedy", "greedy")]
    values = {"host": person, "created": 1, "updated": 1, "seats": seats, **fields}
    return Table(id, "symphonimo", 2, {"false_note": True}, **values)


def event(seq: int, id: str = "t", **fields: Any) -> Event:
    return Event(id, seq, 5, "play", 0, f"k{seq}", {"action": "draw", **fields})


def test_what_was_written_is_there_after_the_file_is_opened_again(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        line = Line("t", 1, 5, 0, "p", "Ada", "hello")
        await store.save(table(seq=2), [event(1), event(2, chance=["7"])], [line])

    async def read(store: SqliteStore) -> Any:
        return await store.table("t"), await store.events("t"), await store.events("t", 1), await store.talk("t")

    within(tmp_path, write)
    found, events, later, talk = within(tmp_path, read)
    assert found == table(seq=2)
    assert events == [event(1), event(2, chance=["7"])]
    assert later == [event(2, chance=["7"])]
    assert [line.text for line in talk] == ["hello"]


def test_a_number_is_never_written_twice_and_nothing_of_the_second_stays(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        await store.save(table(seq=1), [event(1)])
        with pytest.raises(Conflict):
            await store.save(table(seq=2, state="over"), [event(2), event(1)])
        return await store.table("t"), await store.events("t")

    found, events = within(tmp_path, work)
    assert found.state == "waiting"
    assert [one.seq for one in events] == [1]


def test_one_failure_in_a_group_leaves_the_others_alone_and_the_group_shares_one_commit(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        await store.save(table(), [event(1)])
        before = store.writer.groups
        writes = [store.save(table(f"t{n}"), [event(1, f"t{n}")]) for n in range(40)]
        writes.insert(20, store.save(table(), [event(1)]))
        answers = await asyncio.gather(*writes, return_exceptions=True)
        return answers, store.writer.groups - before, [await store.events(f"t{n}") for n in range(40)]

    answers, groups, events = within(tmp_path, work)
    assert isinstance(answers.pop(20), Conflict)
    assert answers == [None] * 40
    assert all(len(found) == 1 for found in events)
    assert groups < 20


def test_the_file_is_in_the_safest_mode(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        def ask(db: sqlite3.Connection) -> Any:
            return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

        return await store.writer.write(ask)

    assert within(tmp_path, work) == ["wal", 2]
    assert (tmp_path / "a.db").stat().st_mode & 0o077 == 0


def test_lists_of_tables(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        for n in range(5):
            await store.save(table(f"t{n}", "p" if n % 2 else "q", created=n, updated=10 - n, public=n > 0))
        await store.save(table("t9", state="running", public=True, deadline=7, created=9, updated=99))
        return (
            [t.id for t in await store.public(["waiting"], 2)],
            [t.id for t in await store.public(["waiting"], 9, before=3)],
            [t.id for t in await store.tables_of("p", ["waiting", "running"], 9)],
            await store.due(6, 9),
            await store.due(7, 9),
            await store.count(),
        )

    assert within(tmp_path, work) == (
        ["t4", "t3"],
        ["t2", "t1"],
        ["t9", "t1", "t3"],
        [],
        ["t9"],
        {"waiting": 5, "running": 1},
    )


def test_a_protected_name_has_one_owner(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        await store.save_person(Person("p", "Ada", 1, 1, "hash", "ada"))
        await store.save_person(Person("q", "Ada", 1, 1))
        with pytest.raises(Conflict):
            await store.save_person(Person("q", "Ada", 1, 1, "hash", "ada"))
        return await store.protected("ada"), await store.person("q"), await store.person("r")

    owner, other, nobody = within(tmp_path, work)
    assert owner.id == "p"
    assert other.key is None
    assert nobody is None


def test_whoever_is_forgotten_is_in_no_row_any_more(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        await store.save_person(Person("secretid", "Adalovelace", 1, 1, "hash", "adalovelace"))
        mine = table("t", "secretid")
        mine.seats[0].name = "Adalovelace"
        await store.save(mine, [Event("t", 1, 5, "opened")], [Line("t", 1, 5, 0, "secretid", "Adalovelace", "mywords")])
        await store.set_mute("secretid", "q", True)
        await store.set_mute("q", "secretid", True)
        await store.report(Report("t", 1, "secretid", 1, ""))
        await store.save_replay(Replay("r", "t", "secretid", 1, "symphonimo", 2, b"{}", ["Adalovelace", "x"]))
        await store.forget_person("secretid")

        def everything(db: sqlite3.Connection) -> str:
            names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return repr([db.execute(f"SELECT * FROM {name}").fetchall() for name in names])

        return await store.writer.write(everything), await store.table("t"), await store.events("t")

    rows, kept, events = within(tmp_path, work)
    for secret in ("secretid", "Adalovelace", "adalovelace", "mywords"):
        assert secret not in rows
    assert kept.seats[0].kind == "person"
    assert len(events) == 1


def test_only_the_newest_snapshots_are_kept(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        for n in range(5):
            await store.save_snapshot(Snapshot("t", n, str(n).encode()))

        def count(db: sqlite3.Connection) -> int:
            return int(db.execute("SELECT count(*) FROM snapshots").fetchone()[0])

        return await store.snapshot("t"), await store.writer.write(count), await store.snapshot("u")

    newest, kept, none = within(tmp_path, work)
    assert newest.body == b"4"
    assert kept == 2
    assert none is None


def test_a_file_of_a_newer_tutti_or_no_database_is_refused(tmp_path: Path) -> None:
    async def nothing(store: SqliteStore) -> None: ...

    within(tmp_path, nothing)
    with sqlite3.connect(tmp_path / "a.db") as db:
        db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    db.close()
    with pytest.raises(StoreFault, match="newer"):
        within(tmp_path, nothing)
    (tmp_path / "a.db").write_text("this is no database" * 100)
    with pytest.raises(StoreFault, match="not a database"):
        within(tmp_path, nothing)


def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        async def write() -> None:
            for n in range(200):
                await store.save(table(f"t{n}"), [event(1, f"t{n}")])

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.02)
        await asyncio.to_thread(back_up, tmp_path / "a.db", tmp_path / "b.db")
        await writing

    within(tmp_path, work)
    with sqlite3.connect(tmp_path / "b.db") as db:
        tables = {row[0] for row in db.execute("SELECT id FROM tables")}
        matches = {row[0] for row in db.execute("SELECT match FROM events")}
    db.close()
    assert tables == matches
    with pytest.raises(StoreFault, match="exists"):
        back_up(tmp_path / "a.db", tmp_path / "b.db")
    with pytest.raises(StoreFault, match="no such file"):
        back_up(tmp_path / "z.db", tmp_path / "c.db")
