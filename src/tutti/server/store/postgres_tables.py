"""The tables of the PostgreSQL store, as a list of steps from an empty database to the newest form."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import AsyncConnection

from tutti.server.letters import look
from tutti.server.store import StoreFault

LOCK = 0x7475747469
"""While a process creates or updates the tables, the others wait."""

STEPS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE downs (since BIGINT NOT NULL, until BIGINT PRIMARY KEY);
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL,
        passphrase TEXT, key TEXT UNIQUE, epoch INTEGER NOT NULL
    );
    CREATE TABLE mutes (person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (person, other));
    CREATE INDEX mutes_other ON mutes (other);
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, state TEXT NOT NULL, public BOOLEAN NOT NULL, created BIGINT NOT NULL,
        updated BIGINT NOT NULL, deadline BIGINT, body BYTEA NOT NULL
    );
    CREATE INDEX tables_public ON tables (state, created) WHERE public;
    CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE seats (
        person TEXT NOT NULL, match TEXT NOT NULL, state TEXT NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (person, match)
    );
    CREATE INDEX seats_match ON seats (match);
    CREATE INDEX seats_state ON seats (person, state, at);
    CREATE TABLE events (
        match TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
        key TEXT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (match, seq)
    );
    CREATE TABLE snapshots (
        match TEXT NOT NULL, seq BIGINT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (match, seq)
    );
    CREATE TABLE lines (
        match TEXT NOT NULL, no BIGINT NOT NULL, at BIGINT NOT NULL, seat INTEGER NOT NULL, person TEXT,
        name TEXT NOT NULL, text TEXT NOT NULL, code TEXT NOT NULL, args BYTEA NOT NULL, PRIMARY KEY (match, no)
    );
    CREATE INDEX lines_person ON lines (person) WHERE person IS NOT NULL;
    CREATE TABLE reports (
        match TEXT NOT NULL, no BIGINT NOT NULL, by TEXT NOT NULL, at BIGINT NOT NULL, reason TEXT NOT NULL,
        PRIMARY KEY (match, no, by)
    );
    CREATE INDEX reports_by ON reports (by);
    CREATE INDEX reports_at ON reports (at);
    CREATE TABLE replays (
        token TEXT PRIMARY KEY, match TEXT NOT NULL, person TEXT, at BIGINT NOT NULL, game TEXT NOT NULL,
        players INTEGER NOT NULL, names BYTEA NOT NULL, record BYTEA NOT NULL
    );
    CREATE UNIQUE INDEX replays_match ON replays (match) WHERE match <> '';
    CREATE INDEX replays_person ON replays (person) WHERE person IS NOT NULL;
    """,
    # How often a table was saved: whoever saves must have seen the save before.
    """
    ALTER TABLE tables ADD COLUMN saves BIGINT NOT NULL DEFAULT 0;
    """,
    # What was ordered with a key; and the keys of a seat without reading the whole match.
    """
    ALTER TABLE events ADD COLUMN digest TEXT NOT NULL DEFAULT '';
    CREATE INDEX events_key ON events (match, seat, seq) WHERE key <> '';
    """,
    # What was brought along goes when nobody has opened it for long, and there is room for so much only. Nobody noted
    # who looked at the old ones, so their time begins now.
    """
    ALTER TABLE replays ADD COLUMN opened BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE replays ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
    UPDATE replays SET opened = (EXTRACT(EPOCH FROM now()) * 1000)::bigint,
        size = CASE WHEN LENGTH(record) < 16384 THEN 16384 ELSE LENGTH(record) END;
    CREATE INDEX replays_brought ON replays (opened, size) WHERE match = '';
    """,
    # Devices can be signed out; protected names have no look-alikes.
    """
    CREATE TABLE ended (
        person TEXT NOT NULL, session TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (person, session)
    );
    ALTER TABLE people ADD COLUMN look TEXT UNIQUE;
    """,
    # What ended long ago is found without reading all that ended.
    """
    CREATE INDEX ended_at ON ended (at);
    """,
)


async def bring_up(wire: AsyncConnection[tuple[Any, ...]]) -> None:
    """Create or update the tables; a database written by a newer Tutti is refused."""
    try:
        async with wire.transaction():
            await wire.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            await wire.execute("CREATE TABLE IF NOT EXISTS form (version INTEGER NOT NULL)")
            row = await (await wire.execute("SELECT version FROM form")).fetchone()
            version = int(row[0]) if row else 0
            if version > len(STEPS):
                raise StoreFault(f"the database was written by a newer Tutti (form {version}; known: {len(STEPS)})")
            if version < len(STEPS):
                for step in STEPS[version:]:
                    await wire.execute(step.encode())
                await _fill_looks(wire)
                await wire.execute("DELETE FROM form")
                await wire.execute("INSERT INTO form VALUES (%s)", (len(STEPS),))
    except psycopg.Error as fault:
        raise StoreFault(f"PostgreSQL: {' '.join(str(fault).split())}") from None


async def _fill_looks(wire: AsyncConnection[tuple[Any, ...]]) -> None:
    """Protected names from before looks were noted. Of those that look alike, the first is enough."""
    rows = await wire.execute("SELECT id, name, look FROM people WHERE key IS NOT NULL ORDER BY look, created, id")
    known: set[str] = set()
    for id, name, noted in await rows.fetchall():
        if noted is None and look(name) not in known:
            await wire.execute("UPDATE people SET look = %s WHERE id = %s", (look(name), id))
        known.add(noted or look(name))
