"""The store: durable, all or nothing, never a number twice. What holds for SQLite must hold for any other."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tutti.server.accounts.confusables import look
from tutti.server.accounts.identity import hash_passphrase
from tutti.server.accounts.people import People
from tutti.server.messages.errors import Refused
from tutti.server.run import DATABASE, store_of
from tutti.server.settings import Settings
from tutti.server.store import Conflict, Store, StoreFault, Unreadable, codec, sqlite
from tutti.server.store.accounts import Session
from tutti.server.store.moderation import Act, Measure
from tutti.server.store.notifications import Channel, Wishes
from tutti.server.store.read_pool import Answers
from tutti.server.store.rows import Analysing, Event, Person, Replay, Report, Seat, Snapshot, Table, TalkLine
from tutti.server.store.schema import POSTGRES_STEPS, SQLITE_STEPS
from tutti.server.store.sqlite import SqliteStore, back_up

CODE: dict[str, Any] = {"code": "away"}
Work = Callable[[Any], Coroutine[Any, Any, Any]]


def within(where: Path | str, work: Work) -> Any:
    """Open the store of a folder or of a database, do something, close it."""

    async def run() -> Any:
        data, database = ("", where) if isinstance(where, str) else (str(where), "")
        store = store_of(Settings(data=data, database=database))
        await store.open(lambda what, id: None)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """What holds for one store must hold for the other."""
    found: str = request.getfixturevalue("database") if request.param == "postgres" else ""
    return found or tmp_path


def table(id: str = "t", person: str = "p", **fields: Any) -> Table:
    seats = [Seat("person", person, "Ada"), Seat("bot", None, "greedy", "greedy")]
    values = {"options": {"false_note": True}, "host": person, "created": 1, "updated": 1, "seats": seats, **fields}
    return Table(id, "symphonimo", 2, **values)


def event(seq: int, id: str = "t", **fields: Any) -> Event:
    return Event(id, seq, 5, "play", 0, f"k{seq}", {"action": "draw", **fields})


def test_what_was_written_is_there_after_the_file_is_opened_again(any_store: Path | str) -> None:
    async def write(store: Store) -> None:
        line = TalkLine("t", 1, 5, 0, "p", "Ada", "hello")
        await store.save(table(seq=2), [event(1), event(2, chance=["7"])], [line])

    async def read(store: Store) -> Any:
        return await store.table("t"), await store.events("t"), await store.events("t", 1), await store.talk("t")

    within(any_store, write)
    found, events, later, talk = within(any_store, read)
    assert found == table(seq=2)
    assert events == [event(1), event(2, chance=["7"])]
    assert later == [event(2, chance=["7"])]
    assert [line.text for line in talk] == ["hello"]


def test_a_number_is_never_written_twice_and_nothing_of_the_second_stays(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        await store.save(table(seq=1), [event(1)])
        with pytest.raises(Conflict):
            await store.save(table(seq=2, state="over"), [event(2), event(1)])
        return await store.table("t"), await store.events("t")

    found, events = within(any_store, work)
    assert found.state == "waiting"
    assert [one.seq for one in events] == [1]


def test_who_cannot_be_stored_keeps_nobody_else_from_it(any_store: Path | str) -> None:
    """All that waits goes into one transaction; a failure is that of one."""

    async def work(store: Store) -> Any:
        await store.save(table("old", seq=1), [event(1, "old")])
        saves = [store.save(table(f"new{n}", seq=1), [event(1, f"new{n}")]) for n in range(8)]
        saves.insert(4, store.save(table("old", seq=2, saves=1), [event(1, "old")]))
        answers = await asyncio.gather(*saves, return_exceptions=True)
        return answers, [await store.events(f"new{n}") for n in range(8)], await store.events("old")

    answers, events, old = within(any_store, work)
    assert [type(one) for one in answers] == [type(None)] * 4 + [Conflict] + [type(None)] * 4
    assert events == [[event(1, f"new{n}")] for n in range(8)]
    assert old == [event(1, "old")]


@pytest.mark.parametrize("forgotten", [False, True])
def test_nothing_stays_of_what_is_saved_over_a_change_that_was_not_seen(any_store: Path | str, forgotten: bool) -> None:
    """The numbers of events and lines are free each time: the row itself tells that somebody else was here."""
    tries: list[tuple[list[Event], list[TalkLine]]] = [
        ([], []),
        ([event(2)], []),
        ([Event("t", 2, 5, "closed")], []),
        ([], [TalkLine("t", 1, 5, 0, "p", "Ada", "stale")]),
        ([event(2)], [TalkLine("t", 1, 5, 0, "p", "Ada", "stale")]),
    ]

    async def everything(store: Store) -> Any:
        seated = [[t.id for t in await store.open_tables(person, 9)] for person in "pqr"]
        return await store.table("t"), await store.events("t"), await store.talk("t"), seated, await store.due(9, 9)

    async def work(store: Store) -> None:
        await store.save(table(seq=1), [Event("t", 1, 5, "opened")])
        mine, stale = await store.table("t"), await store.table("t")
        assert mine
        assert stale
        if forgotten:
            await store.forget_person("p")
        else:
            mine.seats[1] = Seat("person", "q", "Bo")
            mine.saves += 1
            await store.save(mine)
        before = await everything(store)
        stale.seats[1] = Seat("person", "r", "Cy")
        stale.deadline = 3
        stale.saves += 1
        for events, lines in tries:
            stale.seq = 1 + len(events)
            with pytest.raises(Conflict):
                await store.save(stale, events, lines)
            assert await everything(store) == before
        fresh = await store.table("t")
        assert fresh
        fresh.seq, fresh.saves = 2, fresh.saves + 1
        await store.save(fresh, [event(2)])
        assert await store.table("t") == fresh

    within(any_store, work)


STEP = st.tuples(st.integers(0, 2), st.sampled_from(["read", "save", "forget"]), st.integers(0, 2), st.integers(0, 1))


@settings(max_examples=max(5, settings().max_examples // 5), deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEP, max_size=30))
def test_of_many_who_save_only_who_saw_the_last_save_is_heard(any_store: Path | str, steps: list[Any]) -> None:
    id = f"t{next(_numbers)}"

    async def work(store: Store) -> None:
        first = table(id, "p", options={"saved": []})
        await store.save(first)
        copies = [await store.table(id) for _ in range(3)]
        newest, saved, events, lines = 0, list[int](), 0, 0
        seen = [0, 0, 0]
        for number, (who, what, more, talk) in enumerate(steps):
            if what == "read":
                copies[who], seen[who] = await store.table(id), newest
                continue
            if what == "forget":
                newest += await names(store, id, "p")
                await store.forget_person("p")
                continue
            mine = copies[who]
            assert mine
            said = [TalkLine(id, mine.lines + n + 1, 5, text=str(number)) for n in range(talk)]
            done = [event(mine.seq + n + 1, id) for n in range(more)]
            mine.options["saved"].append(number)
            mine.seq, mine.lines, mine.saves = mine.seq + more, mine.lines + talk, mine.saves + 1
            if seen[who] == newest:
                await store.save(mine, done, said)
                saved, events, lines = [*saved, number], events + more, lines + talk
                seen[who] = newest = newest + 1
            else:
                with pytest.raises(Conflict):
                    await store.save(mine, done, said)
                copies[who], seen[who] = await store.table(id), newest
        found = await store.table(id)
        assert found
        assert found.options["saved"] == saved
        assert [len(await store.events(id)), len(await store.talk(id))] == [events, lines] == [found.seq, found.lines]

    within(any_store, work)


async def names(store: Store, id: str, person: str) -> bool:
    """Whether the table has anything to do with the person, so that forgetting them changes it."""
    return id in [one.id for one in await store.open_tables(person, 99)]


_numbers = itertools.count()


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


def test_moves_that_are_stored_at_once_take_few_statements_and_stay_in_order(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        said: list[str] = []
        await store.writer.write(lambda db: db.set_trace_callback(said.append))
        await asyncio.gather(*(store.save(table(f"t{n}", saves=1), [event(1, f"t{n}")]) for n in range(40)))
        moves: list[Any] = [
            store.save(table(f"t{n}", saves=2, deadline=60), [event(2, f"t{n}"), event(3, f"t{n}")]) for n in range(40)
        ]
        moves.insert(20, store.postpone("t7", 99, 123))  # neighbours of another kind: after t7, before t30
        moves.insert(21, store.postpone("t30", 99, 456))
        await asyncio.gather(*moves)
        await store.writer.write(lambda db: db.set_trace_callback(None))
        found = [[one.seq for one in await store.events(f"t{n}")] for n in range(40)]
        return said, found, await store.due(2**40, 99)

    said, found, due = within(tmp_path, work)
    assert len([text for text in said if "INTO events" in text]) < 40
    assert found == [[1, 2, 3]] * 40
    assert due[-1] == "t7"


def test_a_table_may_be_stored_twice_at_once(any_store: Path | str) -> None:
    """As when somebody went away before the first was done. PostgreSQL refuses to change a row twice in a statement."""

    async def work(store: Store) -> Any:
        others = [store.save(table(f"t{n}"), [event(1, f"t{n}")]) for n in range(3)]
        twice = [store.save(table("t", saves=n), [event(n, "t")]) for n in (1, 2)]
        await asyncio.gather(*others, *twice)
        found = await store.table("t")
        return found and found.saves, [one.seq for one in await store.events("t")]

    assert within(any_store, work) == (2, [1, 2])


def test_what_somebody_wanted_who_went_away_is_stored_all_the_same(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        saves = [asyncio.ensure_future(store.save(table(f"t{n}"), [event(1, f"t{n}")])) for n in range(6)]
        await asyncio.sleep(0)
        saves[2].cancel()
        answers = await asyncio.gather(*saves, return_exceptions=True)
        await store.save(table("t9"), [event(1, "t9")])
        return answers, [len(await store.events(f"t{n}")) for n in range(6)]

    answers, found = within(any_store, work)
    assert [type(answer) for answer in answers] == [type(None)] * 2 + [asyncio.CancelledError] + [type(None)] * 3
    assert found == [1] * 6


def test_who_waits_for_a_locked_file_waits_once_and_not_in_a_row(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        tried: list[str] = []
        await store.writer.write(lambda db: db.set_trace_callback(tried.append))
        store.writer._connection.execute("PRAGMA busy_timeout = 100")
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("BEGIN IMMEDIATE")
            tried.clear()
            answers = await asyncio.gather(*(store.beat(n) for n in range(60)), return_exceptions=True)
        await store.beat(1)
        return answers, [text for text in tried if text.startswith("BEGIN")]

    answers, tried = within(tmp_path, work)
    assert all(isinstance(answer, StoreFault) and "locked" in str(answer) for answer in answers)
    assert 0 < len(tried) < 30


def test_the_file_is_in_the_safest_mode(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        def ask(db: sqlite3.Connection) -> Any:
            names = ("journal_mode", "synchronous", "secure_delete", "temp_store")
            return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

        return await store.writer.write(ask)

    assert within(tmp_path, work) == ["wal", 2, 1, 2]
    assert (tmp_path / DATABASE).stat().st_mode & 0o077 == 0


def test_lists_of_tables(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
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
        await store.postpone("t9", 6, 15)  # it was not due then, so somebody else has looked after it
        await store.postpone("t9", 7, 20)
        await store.postpone("mine", 99, 30)  # waits for nothing
        return (
            [t.id for t in await store.public("waiting", 2)],
            [t.id for t in await store.public("waiting", 9, before=3)],
            [t.id for t in await store.open_tables("p", 9)],
            [t.id for t in await store.open_tables("p", 2)],
            [t.id for t in await store.past_tables("p", 2)],
            [t.id for t in await store.past_tables("p", 2, before=51)],
            [t.id for t in await store.past_tables("q", 2)],
            (*before, await store.due(19, 9), await store.due(99, 9)),
        )

    assert within(any_store, work) == (
        ["t4", "t3"],
        ["t2", "t1"],
        ["mine", "t9", "t1", "t3"],
        ["mine", "t9"],
        ["past2", "past1"],
        ["past0"],
        [],
        ([], ["t9"], [], ["t9"]),
    )


def test_a_table_that_ends_leaves_the_list_of_open_ones_and_a_guest_who_goes_all_of_them(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        shared = table("t")
        shared.seats.append(Seat("person", "q", "Bo"))
        await store.save(shared, [Event("t", 1, 5, "opened")])
        first = [len(await store.open_tables(person, 9)) for person in "pq"]
        shared.seats[2] = Seat()
        shared.saves += 1
        await store.save(shared, [], [TalkLine("t", 1, 5, code="went")])
        second = [len(await store.open_tables(person, 9)) for person in "pq"]
        shared.state, shared.ended = "over", 9
        shared.saves += 1
        await store.save(shared, [event(2), Event("t", 3, 5, "over")])
        return first, second, len(await store.open_tables("p", 9)), len(await store.past_tables("p", 9))

    assert within(any_store, work) == ([1, 1], [1, 0], 0, 1)


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


def test_a_protected_name_has_one_owner(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        await store.add_person(Person("p", "Ada", 1, 1, "hash", "ada"))
        await store.add_person(Person("q", "Ada", 1, 1))
        await store.add_person(Person("q", "Somebody else", 2, 2))  # there is a row already
        with pytest.raises(Conflict):
            await store.change_person("q", {"passphrase": "hash", "key": "ada"}, {})
        return await store.protected("ada"), await store.person("q"), await store.person("r")

    owner, other, nobody = within(any_store, work)
    assert owner.id == "p"
    assert other.key is None
    assert nobody is None


def test_what_becomes_of_a_channel_is_noted_column_by_column(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        first = Wishes(interval=20, origin="https://one.example")
        await store.first_wishes("p", first)
        await store.first_wishes("p", Wishes(origin="https://two.example"))
        for id in ("a", "b"):
            await store.add_channel(Channel(id, "p", "webhook", "https://home.example/", "home", 1))
        await store.channel_reached("a", True)
        for _ in range(2):
            await store.channel_failed("a")
        failed = await store.channel("a")
        await store.channel_reached("a", False)
        await store.drop_channel("b")  # while something is on its way to it
        await store.channel_failed("b")
        await store.channel_reached("b", True)
        listener = await store.listener("p")
        assert listener is not None
        assert listener.wishes == first
        return failed, await store.channels("p")

    failed, left = within(any_store, work)
    assert (failed.proved, failed.failed) == (True, 2)
    assert left == [Channel("a", "p", "webhook", "https://home.example/", "home", 1, True, 0)]


def test_whoever_is_forgotten_is_in_no_row_any_more(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        await store.add_person(Person("secretid", "Adalovelace", 1, 1, "hash", "adalovelace"))
        mine = table("t", "secretid")
        mine.seats[0].name = "Adalovelace"
        words = TalkLine("t", 1, 5, 0, "secretid", "Adalovelace", "mywords")
        notice = TalkLine("t", 2, 5, person="secretid", code="joined", args={"name": "Adalovelace"})
        await store.save(mine, [Event("t", 1, 5, "opened")], [words, notice])
        for id, state in (("u", "running"), ("v", "closed")):  # opened for others
            opened = table(id, "q", state=state)
            opened.host = "secretid"
            await store.save(opened)
        await store.note_learned("secretid", "symphonimo", "hand", 5)
        await store.set_mute("secretid", "q", True)
        await store.set_mute("q", "secretid", True)
        await store.report(Report("t", 1, "secretid", 1, ""))
        await store.save_replay(Replay("r", "t", "secretid", 1, "symphonimo", 2, b"{}", ["Adalovelace", "x"]))
        await store.add_channel(Channel("c", "secretid", "mail", "adalovelace@home.example", "a…", 1))
        await store.save_wishes("secretid", Wishes())
        await store.begin_wait("secretid", "t", 1, 2)
        await store.change_holidays("secretid", 0, lambda known: [(1, 9)])
        await store.saw_session(Session("secretid", "s", 1, 2))
        await store.end_session("secretid", "e", 3)
        await store.begin_analysis(Analysing("r", "secretid", 1, run="run"), 0)
        act = Act("a", 1, "Clara", "mute", "t 1", "", "secretid", "Adalovelace")
        await store.take_measure(Measure("m", "mute", "secretid", "t 1", "Adalovelace", "", 1), act)

        def columns(db: sqlite3.Connection) -> set[str]:
            """Tables that name people, and have nobody in them."""
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            naming = [name for name in names for row in db.execute(f"PRAGMA table_info({name})") if row[1] == "person"]
            return {
                name for name in naming if not db.execute(f"SELECT 1 FROM {name} WHERE person IS NOT NULL").fetchone()
            }

        assert await store.writer.write(columns) == set()  # a new table needs a row here
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


def test_the_newest_keys_of_each_seat_are_found_however_much_the_others_did(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        log = [Event("t", 1, 5, "opened")]
        for seq in range(2, 700):
            seat = 2 if seq in (2, 3, 4, 600) else seq % 2
            key = "" if seq % 7 == 0 else f"k{seq}"
            log.append(Event("t", seq, 5, "auto", seat, key, {}, f"d{seq}" if seq > 3 else ""))
        await store.save(table(seq=len(log)), log)
        return await store.keys("t", 3, 3), await store.keys("u", 3, 3)

    found, none = within(any_store, work)
    assert found == [
        *((0, f"k{seq}", f"d{seq}") for seq in (694, 696, 698)),
        *((1, f"k{seq}", f"d{seq}") for seq in (695, 697, 699)),
        *((2, "k3", ""), (2, "k4", "d4"), (2, "k600", "d600")),
    ]
    assert none == []


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
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute(f"PRAGMA user_version = {len(SQLITE_STEPS) + 1}")
    db.close()
    with pytest.raises(StoreFault, match="newer"):
        within(tmp_path, nothing)
    (tmp_path / DATABASE).write_text("this is no database" * 100)
    with pytest.raises(StoreFault, match="not a database"):
        within(tmp_path, nothing)


def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> Any:
        async def write() -> None:
            for n in range(200):
                await store.save(table(f"t{n}"), [event(1, f"t{n}")])

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.02)
        await asyncio.to_thread(back_up, tmp_path / DATABASE, tmp_path / "b.db")
        await writing

    within(tmp_path, work)
    with sqlite3.connect(tmp_path / "b.db") as db:
        tables = {row[0] for row in db.execute("SELECT id FROM tables")}
        matches = {row[0] for row in db.execute("SELECT match FROM events")}
    db.close()
    assert tables == matches
    with pytest.raises(StoreFault, match="exists"):
        back_up(tmp_path / DATABASE, tmp_path / "b.db")
    with pytest.raises(StoreFault, match="no such file"):
        back_up(tmp_path / "z.db", tmp_path / "c.db")


# -- how it is asked ---------------------------------------------------------------------------------


ASKED: dict[str, Callable[[Store], Coroutine[Any, Any, Any]]] = {
    "open": lambda store: store.open(lambda what, id: None),
    "tell": lambda store: store.tell("want", "t"),
    "claim": lambda store: store.claim("t"),
    "release": lambda store: store.release("t"),
    "release_all": lambda store: store.release_all(),
    "secret": lambda store: store.secret(),
    "beat": lambda store: store.beat(1),
    "try_write": lambda store: store.try_write(),
    "last_beat": lambda store: store.last_beat(),
    "note_down": lambda store: store.note_down(1, 2),
    "downs": lambda store: store.downs(0),
    "person": lambda store: store.person("p"),
    "protected": lambda store: store.protected("k"),
    "taken": lambda store: store.taken("k", "l"),
    "end_session": lambda store: store.end_session("p", "s", 1),
    "ended_sessions": lambda store: store.ended_sessions("p"),
    "drop_ended": lambda store: store.drop_ended(9),
    "add_person": lambda store: store.add_person(Person("p", "Ada", 1, 1)),
    "change_person": lambda store: store.change_person("p", {"epoch": 0, "look": None}, {"epoch": 0, "recovery": None}),
    "forget_person": lambda store: store.forget_person("p"),
    "mutes": lambda store: store.mutes("p"),
    "set_mute": lambda store: store.set_mute("p", "q", False),
    "learned": lambda store: store.learned("p"),
    "note_learned": lambda store: store.note_learned("p", "symphonimo", "hand", 5),
    "table": lambda store: store.table("t"),
    "save": lambda store: store.save(table("u"), [event(1, "u")], [TalkLine("u", 1, 5)]),
    "events": lambda store: store.events("t", 3),
    "keys": lambda store: store.keys("t", 6, 5),
    "snapshot": lambda store: store.snapshot("t"),
    "save_snapshot": lambda store: store.save_snapshot(Snapshot("t", 1, b"")),
    "public": lambda store: store.public("waiting", 5, 9),
    "open_tables": lambda store: store.open_tables("p", 5),
    "past_tables": lambda store: store.past_tables("p", 5, 9),
    "due": lambda store: store.due(9, 5),
    "postpone": lambda store: store.postpone("t", 5, 9),
    "talk": lambda store: store.talk("t", 3),
    "report": lambda store: store.report(Report("t", 1, "p", 1, "")),
    "reports": lambda store: store.reports(5),
    "replay": lambda store: store.replay("r"),
    "save_replay": lambda store: store.save_replay(Replay("r", "t", "p", 1, "symphonimo", 2, b"{}")),
    "replays_of": lambda store: store.replays_of("t"),
    "bring_replay": lambda store: store.bring_replay(Replay("b", "", "p", 5, "symphonimo", 2, b"{}"), 2),
    "brought": lambda store: store.brought(),
    "replay_opened": lambda store: store.replay_opened("b", 7),
    "analysis": lambda store: store.analysis("r", "1"),
    "analysis_parts": lambda store: store.analysis_parts("r", "1"),
    "save_part": lambda store: store.save_part("r", "1", 0, b"{}"),
    "begin_analysis": lambda store: store.begin_analysis(Analysing("r", "p", 5), 3),
    "go_on_analysing": lambda store: store.go_on_analysing(Analysing("r", "p", 6, 1, 2)),
    "save_plan": lambda store: store.save_plan("r", "1", b"[]"),
    "analysing": lambda store: store.analysing("r"),
    "stop_analysing": lambda store: store.stop_analysing("r"),
    "save_analysis": lambda store: store.save_analysis("r", "1", b"{}"),
    "drop_replays": lambda store: store.drop_replays(6),
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
        await store.save(table(), [Event("t", 1, 5, "opened")], [TalkLine("t", 1, 5, 0, "p", "Ada", "hello")])
        said.clear()
        await ASKED[name](store)
        assert said or name in ("open", "tell", "claim", "release", "release_all")  # there is nobody else

    monkeypatch.setattr(sqlite, "connect", listening)
    within(tmp_path, work)
    with sqlite3.connect(tmp_path / DATABASE) as db:
        for sql in said:
            if sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
                plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
                # What is in brackets or has a name of its own is what another part has found.
                whole = [step for step in plan if re.match(r"SCAN (?!CONSTANT ROW|\(|seat_|.*USING INDEX)", step)]
                assert not whole, (sql, plan)
    db.close()


def test_every_question_can_be_put_to_every_store(any_store: Path | str) -> None:
    """And gets the same answers, whatever the store."""

    async def work(store: Store) -> dict[str, Any]:
        await store.add_person(Person("p", "Ada", 1, 1, "hash", "k"))
        await store.save(
            table(deadline=4, public=True),
            [Event("t", 1, 5, "opened"), Event("t", 2, 5, "play", 0, "a\ufffdkey", {"action": "draw"}, "d")],
            [
                TalkLine("t", 1, 5, 0, "p", "Ada", "hello"),
                TalkLine("t", 2, 6, person="p", code="joined", args={"name": "Ada"}),
            ],
        )
        await store.set_mute("p", "q", True)
        await store.note_learned("p", "symphonimo", "hand", 1)
        await store.save_snapshot(Snapshot("t", 9, b"nine"))
        await store.report(Report("t", 1, "q", 0, "rude"))
        await store.save_replay(Replay("x", "other", "p", 1, "symphonimo", 2, b"{}", ["Ada", "Bo"]))
        first = {name: await ask(store) for name, ask in sorted(ASKED.items()) if name not in FIRST_ONLY}
        await store.forget_person("p")
        again = await store.table("t"), await store.talk("t"), await store.reports(9), await store.replay("x")
        return {**first, "again": again, "gone": await store.person("p")}

    answers = within(any_store, work)
    secret = answers.pop("secret")
    assert len(secret) == 32
    assert answers == EXPECTED


FIRST_ONLY = {"open", "forget_person", "postpone"}
EXPECTED: dict[str, Any] = {
    "save_plan": b"[]",
    "analysing": None,
    "analysis": None,
    "analysis_parts": {},
    "begin_analysis": Analysing("r", "p", 5),
    "go_on_analysing": True,
    "save_analysis": None,
    "save_part": None,
    "stop_analysing": None,
    **dict.fromkeys(("beat", "tell", "release", "release_all", "note_down", "add_person", "set_mute", "save")),
    "save_snapshot": None,
    **dict.fromkeys(("report", "save_replay", "gone", "bring_replay", "replay_opened", "end_session", "try_write")),
    "brought": codec.SMALLEST,
    "change_person": True,
    "drop_replays": 1,
    "claim": True,
    "ended_sessions": ["s"],
    "drop_ended": 0,
    "taken": True,
    "last_beat": 1,
    "downs": [],
    "person": Person("p", "Ada", 1, 1, "hash", "k"),
    "protected": Person("p", "Ada", 1, 1, "hash", "k"),
    "mutes": ["q"],
    "learned": [("symphonimo", "hand")],
    "note_learned": None,
    "table": table(deadline=4, public=True),
    "events": [],
    "keys": [(0, "a\ufffdkey", "d")],
    "snapshot": Snapshot("t", 9, b"nine"),
    "public": [table(deadline=4, public=True)],
    "open_tables": [table(deadline=4, public=True)],
    "past_tables": [],
    "due": ["t"],
    "talk": [],
    "reports": [
        (Report("t", 1, "p", 1, ""), TalkLine("t", 1, 5, 0, "p", "Ada", "hello")),
        (Report("t", 1, "q", 0, "rude"), TalkLine("t", 1, 5, 0, "p", "Ada", "hello")),
    ],
    "replay": None,
    "replays_of": None,
    "again": (
        codec.without(table(deadline=4, public=True, saves=1), "p"),
        [],
        [(Report("t", 1, "q", 0, "rude"), None)],
        Replay("x", "other", None, 1, "symphonimo", 2, b"{}", ["Ada", "Bo"], 1),
    ),
}


def test_ended_sessions_go_when_their_cookies_are_worth_nothing(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        for person in "pq":
            await store.add_person(Person(person, "Ada", 1, 1, "x", person, 1))
            for session, at in (("1~a", 5), ("9~b", 50), ("without a day", 5), ("", 5)):
                await store.end_session(person, session, at)
        gone = await store.drop_ended(40)
        assert await store.change_person("p", {"name": "Ada again"}, {"epoch": 1, "look": None})
        after = sorted(await store.ended_sessions("p"))
        with pytest.raises(Conflict):
            await store.change_person("p", {"key": "q", "epoch": 2}, {"epoch": 1})
        assert not await store.change_person("p", {"epoch": 1}, {"epoch": 0})
        kept = sorted(await store.ended_sessions("p"))
        assert await store.change_person("p", {"passphrase": "y", "epoch": 2}, {"epoch": 1})
        return gone, after, kept, await store.ended_sessions("p"), sorted(await store.ended_sessions("q"))

    left = ["", "9~b", "without a day"]
    assert within(any_store, work) == (2, left, left, [], left)


def test_of_what_a_person_brought_along_the_last_opened_stay(any_store: Path | str) -> None:
    async def work(store: Store) -> Any:
        await store.save_replay(Replay("shared", "t", "p", 1, "symphonimo", 2, b"{}"))
        await store.bring_replay(Replay("other", "", "q", 1, "symphonimo", 2, b"{}"), 3)
        for n in range(3):
            await store.bring_replay(Replay(f"b{n}", "", "p", 10 + n, "symphonimo", 2, b"x" * 50_000), 3)
        await store.replay_opened("b0", 20)
        await store.bring_replay(Replay("b3", "", "p", 13, "symphonimo", 2, b"{}"), 3)
        everything = ("shared", "other", "b0", "b1", "b2", "b3")
        kept = [token for token in everything if await store.replay(token)]
        taken = await store.brought()
        gone = await store.drop_replays(13)
        return kept, taken, gone, [token for token in everything if await store.replay(token)]

    kept, taken, gone, last = within(any_store, work)
    assert kept == ["shared", "other", "b0", "b2", "b3"]
    assert taken == 2 * 50_000 + 2 * codec.SMALLEST
    assert (gone, last) == (2, ["shared", "b0", "b3"])


def test_a_file_of_an_older_tutti_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.executescript(f"{SQLITE_STEPS[0]} PRAGMA user_version = 1;")
        for id, state, ended in (("t", "running", None), ("u", "over", 77)):
            old = table(id, state=state, ended=ended)
            old.seats.append(Seat("person", "q", "Bo"))
            old.host = "h"
            row = (id, state, 0, 1, 1, None, msgspec.json.encode(old))
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            db.execute("INSERT INTO seats VALUES ('p', ?)", (id,))
        for token, match, record in (("r", "", b"x" * 20_000), ("s", "", b"{}"), ("z", "u", b"{}")):
            replay = (token, match, "p", 70, "symphonimo", 2, b"[]", record)
            db.execute("INSERT INTO replays VALUES (?, ?, ?, ?, ?, ?, ?, ?)", replay)
    db.close()

    async def work(store: SqliteStore) -> Any:
        found = {}
        for person in "pqhx":
            past = await store.past_tables(person, 9, before=78)
            found[person] = [t.id for t in await store.open_tables(person, 9)], [t.id for t in past]
        brought, replay = await store.brought(), await store.replay("r")
        assert replay is not None
        used = replay.opened >= before, await store.drop_replays(before), await store.drop_replays(before + 600_000)
        return found, brought, *used, await store.replay("z")

    before = int(time.time()) * 1000
    both = (["t"], ["u"])
    tables, *replays, shared = within(tmp_path, work)
    assert tables == {"p": both, "q": both, "h": both, "x": ([], [])}
    assert replays == [20_000 + codec.SMALLEST, True, 0, 2]
    assert shared is not None


OLD_PEOPLE = [("a", "Ada", "ada", 1), ("b", "Bi1l", "bi1l", 3), ("c", "Bill", "bill", 2), ("d", "BIll!", "blll", 4)]
"""Protected names from before looks were noted, three of them alike: the first who came is whom they all look like."""


def test_protected_names_of_an_older_tutti_get_their_looks(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.executescript(f"{SQLITE_STEPS[0]} {SQLITE_STEPS[1]} PRAGMA user_version = 2;")
        for id, name, key, created in OLD_PEOPLE:
            db.execute("INSERT INTO people VALUES (?, ?, ?, 9, 'x', ?, 1)", (id, name, created, key))
    db.close()
    within(tmp_path, _looks)


def test_nobody_waits_long_for_a_database_that_is_away() -> None:
    postgres = pytest.importorskip("tutti.server.store.postgres")
    many = postgres.MOST_WAITING + 50

    async def ask(asked: Awaitable[object]) -> float:
        began = time.monotonic()
        with pytest.raises(StoreFault):
            await asked
        return time.monotonic() - began

    async def work() -> tuple[list[float], list[float]]:
        store = postgres.PostgresStore("postgresql://tutti@127.0.0.1:1/tutti")
        await store.open_pool()
        try:
            each = await asyncio.gather(*(ask(store.replay("r")) for _ in range(many)))
            return each, await asyncio.gather(*(ask(store.table(f"t{number}")) for number in range(many)))
        finally:
            await store.close()

    each, together = map(sorted, asyncio.run(work()))
    assert max(each[-1], together[-1]) < 6  # three seconds, on a busy machine
    assert each[many - postgres.MOST_WAITING - 1] < 2  # those for whom there was no room to wait


@pytest.mark.postgres
def test_protected_names_of_an_older_tutti_get_their_looks_in_postgresql(database: str) -> None:
    import psycopg

    with psycopg.connect(database, autocommit=True) as wire:
        wire.execute(POSTGRES_STEPS[0].encode())
        wire.execute("CREATE TABLE form (version INTEGER NOT NULL)")
        wire.execute("INSERT INTO form VALUES (1)")
        for id, name, key, created in OLD_PEOPLE:
            wire.execute("INSERT INTO people VALUES (%s, %s, %s, 9, 'x', %s, 1)", (id, name, created, key))
        row = ("r", "", "p", 70, "symphonimo", 2, b"[]", b"{}")
        wire.execute("INSERT INTO replays VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", row)
    before = int(time.time()) * 1000

    async def work(store: Store) -> None:
        await _looks(store)
        assert await store.drop_replays(before) == 0
        assert await store.drop_replays(before + 600_000) == 1

    within(database, work)


async def _looks(store: Store) -> None:
    found: list[str | None] = []
    for id, _, key, _ in OLD_PEOPLE:
        person = await store.protected(key)
        assert person is not None
        assert person.id == id
        found.append(person.look)
    assert found == [look("Ada"), None, look("Bill"), None]
    people = People(store, lambda: 10)
    assert await store.change_person("b", {"passphrase": hash_passphrase("as before")}, {"passphrase": "x"})
    late = await people.get("b")
    late, _ = await people.protect(
        late, "over the hills", "as before"
    )  # a look that was never theirs is in nobody's way
    assert (late.look, late.epoch) == (None, 2)
    assert (await people.rename(late, "Bi1l.")).look is None
    with pytest.raises(Refused, match="name_taken"):
        await people.rename(await people.get("a"), "B1ll")
    assert (await people.rename(late, "Bilbo")).look == look("Bilbo")
    assert await store.taken("x", look("Ada"))
    assert await store.taken("x", look("BIll"))
    assert not await store.taken("x", look("Bob"))


def test_a_look_is_protected_once(any_store: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.add_person(Person("a", "Bill", 1, 1, "x", "bill", 1, look("Bill")))
        with pytest.raises(Conflict):
            await store.add_person(Person("b", "Bi1l", 1, 1, "x", "bi1l", 1, look("Bi1l")))
        await store.add_person(Person("b", "Bob", 1, 1))
        await store.add_person(Person("c", "Bob", 1, 1))
        with pytest.raises(Conflict):
            await store.change_person("b", {"look": look("Bi1l")}, {})

    within(any_store, work)


@pytest.mark.postgres
def test_whoever_goes_away_in_the_middle_of_a_question_spoils_no_connection(database: str) -> None:
    from tutti.server.store.postgres import CONNECTIONS, PostgresStore

    async def work(store: PostgresStore) -> None:
        for _ in range(2 * CONNECTIONS):
            asking = asyncio.create_task(store._rows("SELECT pg_sleep(60)"))
            await asyncio.wait({asking}, timeout=0.05)
            asking.cancel()
            await asyncio.wait({asking})
        await asyncio.wait_for(store.save(table(seq=1), [event(1)]), 30)
        assert await store.events("t") == [event(1)]

    within(database, work)


def test_an_analysis_grows_and_goes_with_its_replay(any_store: Path | str) -> None:
    async def work(store: Store) -> None:
        for token in ("r", "s"):
            await store.bring_replay(Replay(token, "", "p", 5, "symphonimo", 2, b"{}"), 9)
            await store.save_part(token, "1", 0, b"first")
        await store.save_part("r", "0", 1, b"of another edition")
        await store.save_part("gone", "1", 0, b"of no replay")
        assert await store.analysis_parts("r", "1") == {0: b"first"}
        assert await store.analysis_parts("gone", "1") == {}
        mine = Analysing("r", "p", 10, 1, 2)
        assert await store.begin_analysis(mine, 5) is mine
        assert await store.begin_analysis(Analysing("r", "q", 11), 5) == mine  # under way
        assert await store.begin_analysis(Analysing("s", "p", 11), 5) == mine  # one at a time
        assert await store.go_on_analysing(Analysing("r", "p", 12, 2, 2))
        assert await store.analysing("r") == Analysing("r", "p", 12, 2, 2)
        other = Analysing("r", "q", 40)
        assert await store.begin_analysis(other, 20) is other  # nobody heard of the first any more
        assert not await store.go_on_analysing(Analysing("r", "p", 41))
        assert await store.save_plan("r", "1", b"plan") == b"plan"
        assert await store.save_plan("r", "1", b"another") == b"plan"  # pieces of two plans do not fit together
        assert await store.save_plan("r", "2", b"newer") == b"newer"
        await store.stop_analysing("r", "somebody else's go")
        assert await store.analysing("r") == other
        assert await store.brought() >= len(b"newer")
        await store.save_analysis("r", "1", b"whole")
        assert (await store.analysis("r", "1"), await store.analysis("r", "2")) == (b"whole", None)
        assert (await store.analysis_parts("r", "1"), await store.analysing("r")) == ({}, None)
        await store.forget_person("p")
        assert (await store.analysis("r", "1"), await store.analysis_parts("s", "1")) == (None, {})

    within(any_store, work)


def test_answers_that_come_while_the_loop_is_busy_wake_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    settle = Answers._settle

    def noted(answers: Answers) -> None:
        woken.append(len(answers._ready))
        settle(answers)

    async def work(store: SqliteStore) -> None:
        asked = [asyncio.ensure_future(store.protected(str(number))) for number in range(50)]
        await asyncio.sleep(0)  # they are asked
        deadline = time.monotonic() + 30
        while store._readers._questions.qsize() and time.monotonic() < deadline:
            time.sleep(0.01)  # the loop is busy
        assert await asyncio.gather(*asked) == [None] * 50

    monkeypatch.setattr(Answers, "_settle", noted)
    within(tmp_path, work)
    assert sum(woken) >= 48  # two may still have been read
    assert len(woken) < 10


def test_what_many_ask_for_in_one_breath_is_asked_once_and_never_answered_from_before(any_store: Path | str) -> None:
    asked: list[int] = []

    async def work(store: Any) -> list[str | None]:
        plain = store._rows

        async def noted(sql: str, *values: object) -> Any:
            asked.append(len(values))
            return await plain(sql, *values)

        store._rows = noted
        for number in range(100):
            await store.add_person(Person(f"p{number}", f"n{number}", 1, 2))
        found = await asyncio.gather(*(store.person(f"p{number}") for number in [*range(100), 7, 999]))
        first = asyncio.ensure_future(store.person("p1"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # its question is under way
        await store.change_person("p1", {"name": "other"}, {})
        late = await store.person("p1")
        assert (await first).name in ("n1", "other")
        return [one and one.name for one in (*found, late)]

    names = within(any_store, work)
    assert names == [*(f"n{number}" for number in range(100)), "n7", None, "other"]
    assert asked[:2] == [64, 64]


def test_who_goes_away_is_missed_by_nobody_who_asked_along(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.add_person(Person("p", "n", 1, 2))
        gone, stays = (asyncio.ensure_future(store.person("p")) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        found = await stays
        assert found is not None
        assert found.name == "n"

    within(tmp_path, work)


def test_a_question_that_cannot_be_answered_ends_only_itself(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        found = await asyncio.gather(store._rows("SELECT nothing"), store.person("p"), return_exceptions=True)
        assert isinstance(found[0], StoreFault)
        assert found[1] is None
        await store.close()
        with pytest.raises(StoreFault):
            await store.person("p")

    within(tmp_path, work)


def test_talk_of_a_person_comes_page_by_page_and_replays_in_order(any_store: Path | str) -> None:
    async def work(store: Store) -> None:
        for id in ("a", "b"):
            await store.save(
                table(id),
                lines=[
                    TalkLine(id, no, 50 - no, 0, "p" if no % 4 else "q", **({"text": f"{id}{no}"} if no % 2 else CODE))
                    for no in range(1, 8)
                ],
            )
        pages, after = [], ("", -1)
        while rows := await store.lines_of("p", False, after, 3):
            pages.append([row["text"] for row in rows])
            after = rows[-1]["table"], rows[-1]["line"]
        assert pages == [["a1", "a3", "a5"], ["a7", "b1", "b3"], ["b5", "b7"]]
        told = await store.lines_of("p", True, ("", -1), 9)
        assert [(row["table"], row["line"], row["at"], row["code"]) for row in told] == [
            ("a", 2, 48, "away"),
            ("a", 6, 44, "away"),
            ("b", 2, 48, "away"),
            ("b", 6, 44, "away"),
        ]
        for number, person in enumerate(("p", "q", "p")):
            await store.save_replay(Replay(f"r{number}", f"t{number}", person, 9 - number, "symphonimo", 2, b"{}"))
        assert await store.replays_by("p") == ["r2", "r0"]

    within(any_store, work)


def test_two_who_change_switches_at_once_both_have_their_way(any_store: Path | str) -> None:
    def act(id: str) -> Act:
        return Act(id, 1, "Clara", "switches", "", "")

    async def work(store: Store) -> None:
        names = ("tables", "talk", "imports")
        for turn in range(4):
            on = turn % 2 == 1
            await asyncio.gather(*(store.set_switches({name: on}, act(f"{turn}{name}")) for name in names))
            assert msgspec.json.decode(await store.switches() or b"") == dict.fromkeys(names, on)
        assert len(await store.acts(99)) == 12

    within(any_store, work)


def test_two_who_change_holidays_at_once_both_count(any_store: Path | str) -> None:
    """Whoever comes second is given what the first made, so that two cannot be allowed which together are too long."""

    async def work(store: Store) -> None:
        await store.add_person(Person("p", "Ada", 1, 1))

        def longer(days: int) -> Callable[[list[tuple[int, int]]], list[tuple[int, int]]]:
            def change(known: list[tuple[int, int]]) -> list[tuple[int, int]]:
                if sum(until - since for since, until in known) + days > 30:
                    raise Refused("holiday_too_long")
                start = known[-1][1] if known else 0
                return [*known, (start, start + days)]

            return change

        changes = (store.change_holidays("p", -1, longer(days)) for days in (9, 9, 9, 9))
        done = await asyncio.gather(*changes, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in done) == 1
        assert (await store.holidays(["p"], -1))["p"] == [(0, 9), (9, 18), (18, 27)]

    within(any_store, work)
