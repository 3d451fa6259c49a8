"""What the store asks its database: every statement is explained, and none reads all of a table that grows."""

from __future__ import annotations

import ast
import inspect
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.store.test_store import event, table, within
from tutti.server import store as stores
from tutti.server.run import DATABASE
from tutti.server.store.accounts import AccountStore, Session
from tutti.server.store.moderation import Act, Measure, ModerationStore, Owner
from tutti.server.store.notifications import Channel, NotificationStore, Wishes
from tutti.server.store.rows import Analysing, Person, Replay, Report, Snapshot, TalkLine
from tutti.server.store.sqlite import SqliteStore

FOLDER = Path(stores.__file__).parent
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
NO_STATEMENTS = {"open", "close", "tell", "claim", "release", "release_all"}
"""Methods of a store that ask SQLite nothing; PostgreSQL keeps claims and notifications outside its tables."""

ACT = Act("a", 1, "Ada", "ban", "x", "")
REPLAY = Replay("r", "", "p", 1, "symphonimo", 2, b"{}")
WISH = Analysing("r", "p", 1)

CALLS: dict[str, Callable[[Any], list[Coroutine[Any, Any, Any]]]] = {
    "secret": lambda s: [s.secret()],
    "beat": lambda s: [s.beat(1)],
    "last_beat": lambda s: [s.last_beat()],
    "try_write": lambda s: [s.try_write()],
    "note_down": lambda s: [s.note_down(1, 2)],
    "downs": lambda s: [s.downs(1)],
    "person": lambda s: [s.person("p")],
    "protected": lambda s: [s.protected("ada")],
    "taken": lambda s: [s.taken("ada", "ada")],
    "add_person": lambda s: [s.add_person(Person("p", "Ada", 1, 1, "x", "ada", 1, "ada"))],
    "change_person": lambda s: [s.change_person("p", {"name": "Ada"}, {"epoch": 1, "passphrase": None})],
    "end_session": lambda s: [s.end_session("p", "s", 1)],
    "ended_sessions": lambda s: [s.ended_sessions("p")],
    "drop_ended": lambda s: [s.drop_ended(1)],
    "forget_person": lambda s: [s.forget_person("p")],
    "mutes": lambda s: [s.mutes("p")],
    "set_mute": lambda s: [s.set_mute("p", "q", True), s.set_mute("p", "q", False)],
    "learned": lambda s: [s.learned("p")],
    "note_learned": lambda s: [s.note_learned("p", "symphonimo", "first", 1)],
    "table": lambda s: [s.table("t")],
    "save": lambda s: [
        s.save(table("t2"), [], [TalkLine("t2", 1, 5, text="a")]),
        s.save(table("t3"), [event(1, "t3")]),
    ],
    "events": lambda s: [s.events("t"), s.events("t", 1)],
    "keys": lambda s: [s.keys("t", 2, 3)],
    "snapshot": lambda s: [s.snapshot("t")],
    "save_snapshot": lambda s: [s.save_snapshot(Snapshot("t", 1, b"{}"))],
    "public": lambda s: [s.public("waiting", 9)],
    "open_tables": lambda s: [s.open_tables("p", 9)],
    "past_tables": lambda s: [s.past_tables("p", 9)],
    "due": lambda s: [s.due(1, 9)],
    "postpone": lambda s: [s.postpone("t", 1, 2)],
    "talk": lambda s: [s.talk("t")],
    "report": lambda s: [s.report(Report("t", 1, "p", 1, ""))],
    "reports": lambda s: [s.reports(9)],
    "replay": lambda s: [s.replay("r")],
    "save_replay": lambda s: [s.save_replay(Replay("r4", "t", "p", 1, "symphonimo", 2, b"{}"))],
    "bring_replay": lambda s: [s.bring_replay(Replay("r2", "", "p", 1, "symphonimo", 2, b"{}"), 9)],
    "brought": lambda s: [s.brought()],
    "replay_opened": lambda s: [s.replay_opened("r", 1)],
    "drop_replays": lambda s: [s.drop_replays(1)],
    "replays_of": lambda s: [s.replays_of("t")],
    "analysis": lambda s: [s.analysis("r", "1")],
    "analysis_parts": lambda s: [s.analysis_parts("r", "1")],
    "save_plan": lambda s: [s.save_plan("r", "1", b"{}")],
    "save_part": lambda s: [s.save_part("r", "1", 0, b"{}")],
    "save_analysis": lambda s: [s.save_analysis("r", "1", b"{}")],
    "begin_analysis": lambda s: [s.begin_analysis(WISH, 0), s.begin_analysis(Analysing("r3", "p", 1), 0)],
    "go_on_analysing": lambda s: [s.go_on_analysing(WISH)],
    "analysing": lambda s: [s.analysing("r")],
    "stop_analysing": lambda s: [s.stop_analysing("r"), s.stop_analysing("r", "run")],
    "vapid": lambda s: [s.vapid(b"x")],
    "listening": lambda s: [s.listening()],
    "listener": lambda s: [s.listener("p")],
    "save_wishes": lambda s: [s.save_wishes("p", Wishes())],
    "channels": lambda s: [s.channels("p")],
    "channel": lambda s: [s.channel("c")],
    "first_wishes": lambda s: [s.first_wishes("p", Wishes())],
    "add_channel": lambda s: [s.add_channel(Channel("c", "p", "mail", "x", "x", 1))],
    "channel_reached": lambda s: [s.channel_reached("c", True)],
    "channel_failed": lambda s: [s.channel_failed("c")],
    "drop_channel": lambda s: [s.drop_channel("c")],
    "begin_wait": lambda s: [s.begin_wait("p", "t", 1, 1)],
    "seen_wait": lambda s: [s.seen_wait("p", "t")],
    "end_wait": lambda s: [s.end_wait("p", "t")],
    "waits": lambda s: [s.waits("p", 9)],
    "due_listeners": lambda s: [s.due_listeners(1, 9)],
    "claim_listener": lambda s: [s.claim_listener("p", 1, None)],
    "told": lambda s: [s.told("p", ["t"], 1, 1)],
    "holidays": lambda s: [s.holidays(["p"], 1)],
    "change_holidays": lambda s: [s.change_holidays("p", 0, lambda _: [(1, 2)])],
    "saw_session": lambda s: [s.saw_session(Session("p", "s", 1, 1))],
    "sessions": lambda s: [s.sessions("p")],
    "drop_sessions": lambda s: [s.drop_sessions(1)],
    "past_bodies": lambda s: [s.past_bodies("p", 9)],
    "tables_of": lambda s: [s.tables_of("p")],
    "matches_after": lambda s: [s.matches_after("", 9)],
    "records_after": lambda s: [s.records_after("", 9)],
    "belongings": lambda s: [s.belongings("p")],
    "lines_of": lambda s: [s.lines_of("p", notices, ("", -1), 9) for notices in (False, True)],
    "replays_by": lambda s: [s.replays_by("p")],
    "idle_guests": lambda s: [s.idle_guests(1, 9)],
    "measures": lambda s: [s.measures()],
    "take_measure": lambda s: [s.take_measure(Measure("m", "ban", "p", "", "", "", 1), ACT)],
    "lift_measure": lambda s: [s.lift_measure("m", Act("b", 1, "Ada", "lift", "x", ""))],
    "measure_done": lambda s: [s.measure_done("m")],
    "settle_report": lambda s: [s.settle_report("t", 1, 1, Act("c", 1, "Ada", "settle", "x", ""))],
    "open_reports": lambda s: [s.open_reports(9)],
    "owners": lambda s: [s.owners()],
    "save_owner": lambda s: [s.save_owner(Owner("Ada", "x", 1), Act("d", 1, "Ada", "key", "x", ""))],
    "owner_used": lambda s: [s.owner_used("Ada", 1)],
    "drop_owner": lambda s: [s.drop_owner("Ada", Act("e", 1, "Ada", "key", "x", ""))],
    "note_act": lambda s: [s.note_act(Act("f", 1, "Ada", "see", "x", ""))],
    "acts": lambda s: [s.acts(9)],
    "switches": lambda s: [s.switches()],
    "set_switches": lambda s: [s.set_switches({"talk": False}, Act("g", 1, "Ada", "shut", "x", ""))],
    "counts": lambda s: [s.counts()],
    "latest_tables": lambda s: [s.latest_tables("running", 9)],
}
LAST = ("drop_channel", "drop_owner", "forget_person")
"""What would leave nothing to ask about."""


class Asked:
    """A data folder; every statement that was made there, with its method and the number of its values; and how many
    steps of SQLite's machine it took."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.method = ""
        self.statements: dict[str, tuple[str, int]] = {}
        self.steps: Counter[str] = Counter()


@contextmanager
def noting(patch: pytest.MonkeyPatch, folder: Path = Path()) -> Iterator[Asked]:
    """What the connections that are made meanwhile are asked."""
    noted, connect = Asked(folder), sqlite3.connect

    class Noting(sqlite3.Connection):
        def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
            if sql.split(None, 1)[0] in VERBS:
                noted.statements.setdefault(sql, (noted.method, len(values)))
                self.set_progress_handler(lambda: noted.steps.update((sql,)), 1)
            return super().execute(sql, values)

    with patch.context() as patched:
        patched.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, factory=Noting, **more))
        yield noted


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """Everything that the methods of a store ask."""
    with pytest.MonkeyPatch.context() as patch, noting(patch, tmp_path_factory.mktemp("asked")) as noted:

        async def work(store: SqliteStore) -> None:
            await store.save(table("t"), [event(1)])
            await store.save_replay(REPLAY)
            await store.report(Report("t", 1, "q", 1, ""))
            for name in sorted(CALLS, key=lambda name: name in LAST):
                noted.method = name
                for one in CALLS[name](store):
                    await one

        within(noted.folder, work)
    return noted


# -- every statement, explained --------------------------------------------------------------------

SCANS = {
    "SCAN owners": "there are a few",
    "SCAN measures": "owners make them by hand, and all of them are in force",
    "SCAN channels USING INDEX channels_proved": "everybody who is to be told, once at the start",
    "SCAN reports USING INDEX reports_open": "only reports that wait for an owner",
    "SCAN r USING INDEX reports_at": "from the latest report on, and LIMIT ends it",
    "SCAN replays USING INDEX replays_brought": "only what was brought along, which imports_total limits",
}
"""Steps of a plan that read all of a table or an index, and why they may."""
SORTS = {
    "open_tables": "of one person's tables those that are open",
    "bring_replay": "what one person brought along, which imports_per_person limits",
    "waits": "of one person's tables those that wait",
    "past_bodies": "one page that was cut from the index before",
    "open_reports": "only reports that wait for an owner",
}
"""Methods that sort all they have found before LIMIT cuts it, and why they may."""


def plan_of(db: sqlite3.Connection, sql: str, values: int) -> list[str]:
    return [detail for _, _, _, detail in db.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * values)]


def scans(plan: list[str]) -> set[str]:
    """The steps that read all of something which lies in the database."""
    made = {step.split()[1] for step in plan if step.startswith(("CO-ROUTINE ", "MATERIALIZE "))} | {"CONSTANT"}
    return {step for step in plan if step.startswith("SCAN ") and step.split()[1] not in made}


def sorts_before_limit(sql: str, plan: list[str]) -> bool:
    return "LIMIT" in sql and any(step.startswith("USE TEMP B-TREE FOR ORDER BY") for step in plan)


def test_no_statement_reads_all_of_a_table_that_grows(asked: Asked) -> None:
    with closing(sqlite3.connect(asked.folder / DATABASE)) as db:
        found = {sql: scans(plan_of(db, sql, values)) for sql, (_, values) in asked.statements.items()}
    assert {sql: steps - SCANS.keys() for sql, steps in found.items() if steps - SCANS.keys()} == {}
    assert set().union(*found.values()) == SCANS.keys(), "a reason for nothing"


def test_no_statement_sorts_all_of_a_table_for_one_page(asked: Asked) -> None:
    with closing(sqlite3.connect(asked.folder / DATABASE)) as db:
        found = {
            method: sql
            for sql, (method, values) in asked.statements.items()
            if sorts_before_limit(sql, plan_of(db, sql, values))
        }
    assert {method: sql for method, sql in found.items() if method not in SORTS} == {}
    assert found.keys() == SORTS.keys(), "a reason for nothing"


def test_every_method_of_a_store_is_asked() -> None:
    methods = {
        name
        for protocol in (stores.Store, NotificationStore, AccountStore, ModerationStore)
        for name, value in vars(protocol).items()
        if inspect.iscoroutinefunction(value)
    }
    assert CALLS.keys() == methods - NO_STATEMENTS


def test_every_statement_that_is_written_somewhere_is_among_them(asked: Asked) -> None:
    """So that no branch of a method escapes; the schema and PostgreSQL's own locks are left out."""
    known = "\n".join(" ".join(sql.split()) for sql in asked.statements)
    missing = []
    for path in sorted(FOLDER.glob("*.py")):
        if path.name in ("schema.py", "postgres.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = " ".join(node.value.partition("{")[0].partition("%d")[0].split())
                if (
                    text.startswith(tuple(f"{verb} " for verb in VERBS))
                    and "sqlite_schema" not in text
                    and text not in known
                ):
                    missing.append(f"{path.name}:{node.lineno}: {text}")
    assert missing == []


@pytest.mark.parametrize(
    ("sql", "right"),
    [
        ("SELECT body FROM tables WHERE updated > ?", False),
        ("SELECT COUNT(*) FROM people", False),
        ("SELECT body FROM tables WHERE id = ?", True),
        ("SELECT * FROM (SELECT id FROM tables WHERE state = ? LIMIT 3) AS some", True),
    ],
)
def test_a_scan_is_seen(asked: Asked, sql: str, right: bool) -> None:
    with closing(sqlite3.connect(asked.folder / DATABASE)) as db:
        assert (scans(plan_of(db, sql, sql.count("?"))) == set()) == right


# -- what they cost --------------------------------------------------------------------------------

FLAT = ("idle_guests", "latest_tables", "open_reports", "past_bodies", "matches_after")
"""What is asked again and again, and must cost the same however much there is."""


def filled(folder: Path, count: int) -> None:
    """So many matches of one person that are over, so many guests who were here just now, reports that are settled."""
    within(folder, lambda store: store.save(table("running", state="running")))
    with closing(sqlite3.connect(folder / DATABASE)) as db, db:
        body = (b"x" * 3000,)
        over = [(f"t{n}", "over", False, n, n, None, *body, 0) for n in range(count)]
        columns = "id, state, public, created, updated, deadline, body, saves"
        db.executemany(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", over)
        db.executemany("INSERT INTO seats VALUES ('p', ?, 'over', ?)", [(f"t{n}", n) for n in range(count)])
        guests = [(f"g{n}", 10**6 + n) for n in range(count)]
        db.executemany("INSERT INTO people (id, name, created, seen, epoch) VALUES (?, '', 0, ?, 0)", guests)
        reports = [("t0", n) for n in range(count)]
        db.executemany("INSERT INTO reports VALUES (?, ?, 'q', 0, '', 1)", reports)


@pytest.mark.parametrize("method", FLAT)
def test_what_is_asked_often_costs_the_same_however_much_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    steps = []
    for count in (300, 3000):
        filled(tmp_path / str(count), count)
        with noting(monkeypatch) as noted:
            within(tmp_path / str(count), lambda store: CALLS[method](store)[0])
        steps.append(max(noted.steps[sql] for sql in noted.steps))
    assert steps[0] > 1
    assert steps[1] <= 1.2 * steps[0] + 20


def test_what_the_owner_is_told_is_right_and_counted_without_reading_rows(tmp_path: Path) -> None:
    filled(tmp_path, 1000)

    async def work(store: Any) -> dict[str, int]:
        await store.add_person(Person("p", "Ada", 1, 1, "x", "ada", 1, "ada"))
        await store.report(Report("t", 1, "q", 1, ""))
        found: dict[str, int] = await store.counts()
        return found

    counts = {"people": 1001, "protected": 1, "waiting": 0, "running": 1, "over": 1000, "reports": 1}
    assert within(tmp_path, work) == counts
