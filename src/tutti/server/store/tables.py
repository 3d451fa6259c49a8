"""The tables of the SQLite store, as a list of steps from an empty file to the newest form."""

from __future__ import annotations

import sqlite3

from tutti.server.letters import look
from tutti.server.store import StoreFault

STEPS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE downs (since INTEGER NOT NULL, until INTEGER PRIMARY KEY);
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL,
        passphrase TEXT, key TEXT UNIQUE, epoch INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE mutes (person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (person, other)) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, state TEXT NOT NULL, public INTEGER NOT NULL, created INTEGER NOT NULL,
        updated INTEGER NOT NULL, deadline INTEGER, body BLOB NOT NULL
    );
    CREATE INDEX tables_public ON tables (state, created) WHERE public;
    CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE seats (
        person TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (person, match)
    ) WITHOUT ROWID;
    CREATE INDEX seats_match ON seats (match);
    CREATE TABLE events (
        match TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
        key TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (match, seq)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        match TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (match, seq)
    ) WITHOUT ROWID;
    CREATE TABLE lines (
        match TEXT NOT NULL, no INTEGER NOT NULL, at INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT,
        name TEXT NOT NULL, text TEXT NOT NULL, code TEXT NOT NULL, args BLOB NOT NULL, PRIMARY KEY (match, no)
    ) WITHOUT ROWID;
    CREATE INDEX lines_person ON lines (person) WHERE person IS NOT NULL;
    CREATE TABLE reports (
        match TEXT NOT NULL, no INTEGER NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL,
        PRIMARY KEY (match, no, by)
    ) WITHOUT ROWID;
    CREATE TABLE replays (
        token TEXT PRIMARY KEY, match TEXT NOT NULL, person TEXT, at INTEGER NOT NULL, game TEXT NOT NULL,
        players INTEGER NOT NULL, names BLOB NOT NULL, record BLOB NOT NULL
    );
    CREATE UNIQUE INDEX replays_match ON replays (match) WHERE match <> '';
    """,
    # Lists of a person's tables without reading all of them; every question about a person by an index.
    # Notices that name people belong to them; older ones cannot be told apart, so they go.
    """
    DROP TABLE seats;
    CREATE TABLE seats (
        person TEXT NOT NULL, match TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (person, match)
    ) WITHOUT ROWID;
    INSERT OR IGNORE INTO seats
        SELECT json_extract(seat.value, '$.person'), tables.id, CASE state WHEN 'over' THEN 'over' WHEN 'closed'
            THEN 'closed' ELSE 'open' END, COALESCE(json_extract(CAST(body AS TEXT), '$.ended'), 0)
        FROM tables, json_each(CAST(body AS TEXT), '$.seats') AS seat
        WHERE json_extract(seat.value, '$.person') IS NOT NULL;
    INSERT OR IGNORE INTO seats
        SELECT json_extract(CAST(body AS TEXT), '$.host'), id, CASE state WHEN 'over' THEN 'over' WHEN 'closed'
            THEN 'closed' ELSE 'open' END, COALESCE(json_extract(CAST(body AS TEXT), '$.ended'), 0)
        FROM tables WHERE json_extract(CAST(body AS TEXT), '$.host') <> '';
    CREATE INDEX seats_match ON seats (match);
    CREATE INDEX seats_state ON seats (person, state, at);
    CREATE INDEX mutes_other ON mutes (other);
    CREATE INDEX reports_by ON reports (by);
    CREATE INDEX reports_at ON reports (at);
    CREATE INDEX replays_person ON replays (person) WHERE person IS NOT NULL;
    DELETE FROM lines WHERE code IN ('joined', 'went');
    """,
    # How often a table was saved: whoever saves must have seen the save before.
    """
    ALTER TABLE tables ADD COLUMN saves INTEGER NOT NULL DEFAULT 0;
    """,
    # What was ordered with a key; and the keys of a seat without reading the whole match.
    """
    ALTER TABLE events ADD COLUMN digest TEXT NOT NULL DEFAULT '';
    CREATE INDEX events_key ON events (match, seat, seq) WHERE key <> '';
    """,
    # What was brought along goes when nobody has opened it for long, and there is room for so much only. Nobody noted
    # who looked at the old ones, so their time begins now.
    """
    ALTER TABLE replays ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE replays ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
    UPDATE replays SET opened = CAST(strftime('%s', 'now') AS INTEGER) * 1000,
        size = CASE WHEN LENGTH(record) < 16384 THEN 16384 ELSE LENGTH(record) END;
    CREATE INDEX replays_brought ON replays (opened, size) WHERE match = '';
    """,
    # Devices can be signed out; protected names have no look-alikes. Of old ones that look alike, the first is enough.
    """
    CREATE TABLE ended (
        person TEXT NOT NULL, session TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, session)
    ) WITHOUT ROWID;
    ALTER TABLE people ADD COLUMN look TEXT;
    CREATE UNIQUE INDEX people_look ON people (look);
    UPDATE people SET look = look_of(name) WHERE id IN (
        SELECT id FROM (
            SELECT id, ROW_NUMBER() OVER (PARTITION BY look_of(name) ORDER BY created, id) AS place
            FROM people WHERE key IS NOT NULL
        ) WHERE place = 1
    );
    """,
    # What ended long ago is found without reading all that ended.
    """
    CREATE INDEX ended_at ON ended (at);
    """,
)


def bring_up(connection: sqlite3.Connection) -> None:
    """Create or update the tables; a file written by a newer Tutti is refused."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(STEPS):
        raise StoreFault(f"the database was written by a newer Tutti (form {version}; known: {len(STEPS)})")
    connection.create_function("look_of", 1, look, deterministic=True)
    for number in range(version, len(STEPS)):
        connection.executescript(f"BEGIN; {STEPS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
