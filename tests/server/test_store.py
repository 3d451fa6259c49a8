"""The store: durable, all or nothing, never a number twice. What holds for SQLite must hold for any other."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tutti.server.store import Conflict, Store, StoreFault, Unreadable, sqlite
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
        for n in range(3):
            await store.save(table(f"past{n}", state="over", ended=50 + n, updated=90 - n))
        await store.save(table("gone", state="closed", updated=95))
        mine = table("mine", "q", updated=200)
        mine.host = "p"  # opened for others
        await store.save(mine)
        before = await store.due(6, 9), await store.due(7, 9)
        await store.postpone("t9", 20)
        return (
            [t.id for t in await store.public("waiting", 2)],
            [t.id for t in await store.public("waiting", 9, before=3)],
            [t.id for t in await store.open_tables("p", 9)],
            [t.id for t in await store.open_tables("p", 2)],
            [t.id for t in await store.past_tables("p", 2)],
            [t.id for t in await store.past_tables("p", 2, before=51)],
            [t.id for t in await store.past_tables("q", 2)],
            (*before, await store.due(19, 9), await store.due(20, 9)),
        )

    assert within(tmp_path, work) == (
        ["t4", "t3"],
        ["t2", "t1"],
        ["mine", "t9", "t1", "t3"],
        ["mine", "t9"],
        ["past2", "past1"],
        ["past0"],
        [],
        ([], ["t9"], [], ["t9"]),
    )


def test_a_table_that_ends_leaves_the_list_of_open_ones_and_a_guest_who_goes_all_of_them(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        shared = table("t")
        shared.seats.append(Seat("person", "q", "Bo"))
        await store.save(shared, [Event("t", 1, 5, "opened")])
        first = [len(await store.open_tables(person, 9)) for person in "pq"]
        shared.seats[2] = Seat()
        await store.save(shared, [], [Line("t", 1, 5, code="went")])
        second = [len(await store.open_tables(person, 9)) for person in "pq"]
        shared.state, shared.ended = "over", 9
        await store.save(shared, [event(2), Event("t", 3, 5, "over")])
        return first, second, len(await store.open_tables("p", 9)), len(await store.past_tables("p", 9))

    assert within(tmp_path, work) == ([1, 1], [1, 0], 0, 1)


def test_one_damaged_row_is_nobody_elses_trouble(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        for n in range(3):
            opened = Event(f"t{n}", 1, 5, "opened")
            await store.save(table(f"t{n}", public=True, created=n, deadline=1), [opened])

        def damage(db: sqlite3.Connection) -> None:
            db.execute("UPDATE tables SET body = ? WHERE id = 't1'", (b"\xff{",))
            db.execute("UPDATE events SET body = ? WHERE match = 't1'", (b"[]",))

        await store.writer.write(damage)
        for ask in (store.table, store.events):
            with pytest.raises(Unreadable):
                await ask("t1")
        await store.forget_person("q")
        listed = await store.public("waiting", 9), await store.open_tables("p", 9)
        await store.forget_person("p")
        return [[one.id for one in found] for found in listed], await store.due(5, 9)

    assert within(tmp_path, work) == ([["t2", "t0"], ["t0", "t2"]], ["t0", "t1", "t2"])


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
        words = Line("t", 1, 5, 0, "secretid", "Adalovelace", "mywords")
        notice = Line("t", 2, 5, person="secretid", code="joined", args={"name": "Adalovelace"})
        await store.save(mine, [Event("t", 1, 5, "opened")], [words, notice])
        for id, state in (("u", "running"), ("v", "closed")):  # opened for others
            opened = table(id, "q", state=state)
            opened.host = "secretid"
            await store.save(opened)
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


# -- how it is asked ---------------------------------------------------------------------------------


ASKED: dict[str, Callable[[SqliteStore], Coroutine[Any, Any, Any]]] = {
    "secret": lambda store: store.secret(),
    "beat": lambda store: store.beat(1),
    "last_beat": lambda store: store.last_beat(),
    "note_down": lambda store: store.note_down(1, 2),
    "downs": lambda store: store.downs(0),
    "person": lambda store: store.person("p"),
    "protected": lambda store: store.protected("k"),
    "save_person": lambda store: store.save_person(Person("p", "Ada", 1, 1)),
    "forget_person": lambda store: store.forget_person("p"),
    "mutes": lambda store: store.mutes("p"),
    "set_mute": lambda store: store.set_mute("p", "q", False),
    "table": lambda store: store.table("t"),
    "save": lambda store: store.save(table("u"), [event(1, "u")], [Line("u", 1, 5)]),
    "events": lambda store: store.events("t", 3),
    "snapshot": lambda store: store.snapshot("t"),
    "save_snapshot": lambda store: store.save_snapshot(Snapshot("t", 1, b"")),
    "public": lambda store: store.public("waiting", 5, 9),
    "open_tables": lambda store: store.open_tables("p", 5),
    "past_tables": lambda store: store.past_tables("p", 5, 9),
    "due": lambda store: store.due(9, 5),
    "postpone": lambda store: store.postpone("t", 9),
    "talk": lambda store: store.talk("t", 3),
    "report": lambda store: store.report(Report("t", 1, "p", 1, "")),
    "reports": lambda store: store.reports(5),
    "replay": lambda store: store.replay("r"),
    "save_replay": lambda store: store.save_replay(Replay("r", "t", "p", 1, "symphonimo", 2, b"{}")),
    "replays_of": lambda store: store.replays_of("t"),
}
"""Every question that can be put to a store."""


@pytest.mark.parametrize("name", sorted(name for name in vars(Store) if not name.startswith("_") and name != "close"))
def test_no_question_reads_a_whole_table(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    open_connection = sqlite.connect

    def listening(path: Path, writing: bool) -> sqlite3.Connection:
        connection = open_connection(path, writing)
        connection.set_trace_callback(said.append)
        return connection

    async def work(store: SqliteStore) -> None:
        await store.save(table(), [Event("t", 1, 5, "opened")], [Line("t", 1, 5, 0, "p", "Ada", "hello")])
        said.clear()
        await ASKED[name](store)
        assert said

    monkeypatch.setattr(sqlite, "connect", listening)
    within(tmp_path, work)
    with sqlite3.connect(tmp_path / "a.db") as db:
        for sql in said:
            if sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
                plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
                whole = [step for step in plan if step.startswith("SCAN") and "USING INDEX" not in step]
                assert not whole, (sql, plan)
    db.close()


def test_a_file_of_an_older_tutti_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.db") as db:
        db.executescript(f"{STEPS[0]} PRAGMA user_version = 1;")
        for id, state, ended in (("t", "running", None), ("u", "over", 77)):
            old = table(id, state=state, ended=ended)
            old.seats.append(Seat("person", "q", "Bo"))
            old.host = "h"
            row = (id, state, 0, 1, 1, None, msgspec.json.encode(old))
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            db.execute("INSERT INTO seats VALUES ('p', ?)", (id,))
    db.close()

    async def work(store: SqliteStore) -> Any:
        found = {}
        for person in "pqhx":
            past = await store.past_tables(person, 9, before=78)
            found[person] = [t.id for t in await store.open_tables(person, 9)], [t.id for t in past]
        return found

    both = (["t"], ["u"])
    assert within(tmp_path, work) == {"p": both, "q": both, "h": both, "x": ([], [])}
