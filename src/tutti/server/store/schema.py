"""The tables of the store in SQL, as a list of steps from an empty database to the newest form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from tutti.server.accounts.confusables import look
from tutti.server.store.dialect import POSTGRES, SQLITE, Dialect
from tutti.server.store.notifications import STEP as NOTICES

FIRST = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value {blob} NOT NULL){keyed};
    CREATE TABLE downs (since {integer} NOT NULL, until {integer} PRIMARY KEY);
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created {integer} NOT NULL, seen {integer} NOT NULL,
        passphrase TEXT, key TEXT UNIQUE, epoch {integer} NOT NULL
    ){keyed};
    CREATE TABLE mutes (person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (person, other)){keyed};
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, state TEXT NOT NULL, public BOOLEAN NOT NULL, created {integer} NOT NULL,
        updated {integer} NOT NULL, deadline {integer}, body {blob} NOT NULL
    );
    CREATE INDEX tables_public ON tables (state, created) WHERE public;
    CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE events (
        match TEXT NOT NULL, seq {integer} NOT NULL, at {integer} NOT NULL, kind TEXT NOT NULL, seat {integer} NOT NULL,
        key TEXT NOT NULL, body {blob} NOT NULL, PRIMARY KEY (match, seq)
    ){keyed};
    CREATE TABLE snapshots (
        match TEXT NOT NULL, seq {integer} NOT NULL, body {blob} NOT NULL, PRIMARY KEY (match, seq)
    ){keyed};
    CREATE TABLE lines (
        match TEXT NOT NULL, no {integer} NOT NULL, at {integer} NOT NULL, seat {integer} NOT NULL, person TEXT,
        name TEXT NOT NULL, text TEXT NOT NULL, code TEXT NOT NULL, args {blob} NOT NULL, PRIMARY KEY (match, no)
    ){keyed};
    CREATE INDEX lines_person ON lines (person) WHERE person IS NOT NULL;
    CREATE TABLE reports (
        match TEXT NOT NULL, no {integer} NOT NULL, by TEXT NOT NULL, at {integer} NOT NULL, reason TEXT NOT NULL,
        PRIMARY KEY (match, no, by)
    ){keyed};
    CREATE TABLE replays (
        token TEXT PRIMARY KEY, match TEXT NOT NULL, person TEXT, at {integer} NOT NULL, game TEXT NOT NULL,
        players {integer} NOT NULL, names {blob} NOT NULL, record {blob} NOT NULL
    );
    CREATE UNIQUE INDEX replays_match ON replays (match) WHERE match <> '';
"""
FIRST_SEATS = """
    CREATE TABLE seats (
        person TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (person, match)
    ){keyed};
    CREATE INDEX seats_match ON seats (match);
"""
"""As SQLite had them at first; PostgreSQL came later."""

SEATS = """
    CREATE TABLE seats (
        person TEXT NOT NULL, match TEXT NOT NULL, state TEXT NOT NULL, at {integer} NOT NULL,
        PRIMARY KEY (person, match)
    ){keyed};
    CREATE INDEX seats_match ON seats (match);
    CREATE INDEX seats_state ON seats (person, state, at);
    CREATE INDEX mutes_other ON mutes (other);
    CREATE INDEX reports_by ON reports (by);
    CREATE INDEX reports_at ON reports (at);
    CREATE INDEX replays_person ON replays (person) WHERE person IS NOT NULL;
"""
"""Lists of a person's tables without reading all of them; every question about a person by an index."""

FILL_SEATS = """
    INSERT OR IGNORE INTO seats
        SELECT json_extract(seat.value, '$.person'), tables.id, CASE state WHEN 'over' THEN 'over' WHEN 'closed'
            THEN 'closed' ELSE 'open' END, COALESCE(json_extract(CAST(body AS TEXT), '$.ended'), 0)
        FROM tables, json_each(CAST(body AS TEXT), '$.seats') AS seat
        WHERE json_extract(seat.value, '$.person') IS NOT NULL;
    INSERT OR IGNORE INTO seats
        SELECT json_extract(CAST(body AS TEXT), '$.host'), id, CASE state WHEN 'over' THEN 'over' WHEN 'closed'
            THEN 'closed' ELSE 'open' END, COALESCE(json_extract(CAST(body AS TEXT), '$.ended'), 0)
        FROM tables WHERE json_extract(CAST(body AS TEXT), '$.host') <> '';
    DELETE FROM lines WHERE code IN ('joined', 'went');
"""
"""Notices that name people belong to them; older ones cannot be told apart, so they go."""

KEEPING = """
    ALTER TABLE people ADD COLUMN recovery TEXT;
    CREATE INDEX people_idle ON people (seen) WHERE key IS NULL;
    CREATE TABLE sessions (
        person TEXT NOT NULL, session TEXT NOT NULL, began {integer} NOT NULL, seen {integer} NOT NULL,
        about TEXT NOT NULL, PRIMARY KEY (person, session)
    ){keyed};
    CREATE INDEX sessions_seen ON sessions (seen);
    ALTER TABLE reports ADD COLUMN settled {integer} NOT NULL DEFAULT 0;
    CREATE TABLE measures (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, person TEXT, target TEXT NOT NULL, name TEXT NOT NULL,
        reason TEXT NOT NULL, at {integer} NOT NULL, until {integer} NOT NULL
    ){keyed};
    CREATE INDEX measures_person ON measures (person) WHERE person IS NOT NULL;
    CREATE TABLE owners (
        name TEXT PRIMARY KEY, hash TEXT NOT NULL, created {integer} NOT NULL, used {integer} NOT NULL
    ){keyed};
    CREATE TABLE audit (
        id TEXT PRIMARY KEY, at {integer} NOT NULL, owner TEXT NOT NULL, act TEXT NOT NULL, target TEXT NOT NULL,
        reason TEXT NOT NULL, person TEXT, name TEXT NOT NULL
    ){keyed};
    CREATE INDEX audit_at ON audit (at);
    CREATE INDEX audit_person ON audit (person) WHERE person IS NOT NULL;
"""
"""A person's devices and way back; what whoever runs the server decides, and that it was decided."""

LATER = (
    # How often a table was saved: whoever saves must have seen the save before.
    """
    ALTER TABLE tables ADD COLUMN saves {integer} NOT NULL DEFAULT 0;
    """,
    # What was ordered with a key; and the keys of a seat without reading the whole match.
    """
    ALTER TABLE events ADD COLUMN digest TEXT NOT NULL DEFAULT '';
    CREATE INDEX events_key ON events (match, seat, seq) WHERE key <> '';
    """,
    # What was brought along goes when nobody has opened it for long, and there is room for so much only. Nobody noted
    # who looked at the old ones, so their time begins now.
    """
    ALTER TABLE replays ADD COLUMN opened {integer} NOT NULL DEFAULT 0;
    ALTER TABLE replays ADD COLUMN size {integer} NOT NULL DEFAULT 0;
    UPDATE replays SET opened = {now}, size = CASE WHEN LENGTH(record) < 16384 THEN 16384 ELSE LENGTH(record) END;
    CREATE INDEX replays_brought ON replays (opened, size) WHERE match = '';
    """,
    # Devices can be signed out; protected names have no look-alikes (``missing_looks`` has those of old ones).
    """
    CREATE TABLE ended (
        person TEXT NOT NULL, session TEXT NOT NULL, at {integer} NOT NULL, PRIMARY KEY (person, session)
    ){keyed};
    ALTER TABLE people ADD COLUMN look TEXT;
    CREATE UNIQUE INDEX people_look ON people (look);
    """,
    # What ended long ago is found without reading all that ended.
    """
    CREATE INDEX ended_at ON ended (at);
    """,
    # What was found out about a replay, piece by piece (-1: the whole), and who has it looked into now.
    """
    CREATE TABLE analyses (
        token TEXT NOT NULL, number {integer} NOT NULL, edition TEXT NOT NULL, body {blob} NOT NULL,
        PRIMARY KEY (token, number)
    ){keyed};
    CREATE TABLE analysing (
        token TEXT PRIMARY KEY, person TEXT NOT NULL, at {integer} NOT NULL, done {integer} NOT NULL,
        total {integer} NOT NULL, run TEXT NOT NULL
    ){keyed};
    CREATE INDEX analysing_person ON analysing (person);
    """,
    # The lessons that somebody has finished.
    """
    CREATE TABLE learned (
        person TEXT NOT NULL, game TEXT NOT NULL, scene TEXT NOT NULL, at {integer} NOT NULL,
        PRIMARY KEY (person, game, scene)
    ){keyed};
    """,
    # Who wants to hear that a table waits for them, and where; when people are on holiday.
    NOTICES,
    KEEPING,
    # Tables by their state and reports that are open, without reading all others.
    """
    CREATE INDEX tables_state ON tables (state, updated);
    CREATE INDEX reports_open ON reports (match, no, at) WHERE settled = 0;
    """,
)

PROTECTED = "SELECT id, name, look FROM people WHERE key IS NOT NULL ORDER BY look IS NULL, look, created, id"
"""Protected names, those with a look first. Of old ones that look alike, only the first gets one."""
NOTE_LOOK = "UPDATE people SET look = ? WHERE id = ?"


def missing_looks(protected: Iterable[tuple[str, str, str | None]]) -> list[tuple[str, str]]:
    """Look and id of those whose name was protected before looks were noted. Of those alike, the first is enough."""
    known: set[str] = set()
    found = []
    for id, name, noted in protected:
        mine = noted or look(name)
        if noted is None and mine not in known:
            found.append((mine, id))
        known.add(mine)
    return found


def _said(steps: tuple[str, ...], dialect: Dialect) -> tuple[str, ...]:
    return tuple(step.format(**asdict(dialect)) for step in steps)


SQLITE_STEPS = _said((FIRST + FIRST_SEATS, f"DROP TABLE seats; {SEATS} {FILL_SEATS}", *LATER), SQLITE)
POSTGRES_STEPS = _said((FIRST + SEATS, *LATER), POSTGRES)
