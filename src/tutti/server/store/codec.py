"""How rows become bytes and bytes rows: the same in every database."""

from __future__ import annotations

from typing import Any

import msgspec

from tutti.server.logs import log
from tutti.server.store import Unreadable
from tutti.server.store.rows import Event, Replay, Report, Table, TalkLine

encode = msgspec.json.Encoder().encode
_names = msgspec.json.Decoder(list[str]).decode
_table = msgspec.json.Decoder(Table).decode
_fields = msgspec.json.Decoder(dict[str, Any]).decode

SEATED = {"play", "undo", "ahead", "auto", "said", "offer", "answer", "ordered"}
"""Kinds of events with which everybody stays where they are."""
SMALLEST = 16 * 1024
"""A replay that was brought along counts as that many bytes at least: a row is not free either."""


def table_of(body: bytes) -> Table | None:
    """The table; None if it means nothing to us."""
    try:
        found: Table = _table(body)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return None
    return found


def table_row(table: Table) -> tuple[Any, ...]:
    t = table
    return t.id, t.state, t.public, t.created, t.updated, t.deadline, encode(t), t.saves


def one_table(id: str, row: tuple[Any, ...] | None) -> Table | None:
    """A table to work with, from its body and the number of its last save."""
    if row is None:
        return None
    found = table_of(row[0])
    if found is None:
        raise Unreadable(id)
    found.saves = row[1]
    return found


def tables_of(rows: list[tuple[str, bytes]]) -> list[Table]:
    """The tables of a list; the others are left out and noted."""
    found = []
    for id, body in rows:
        table = table_of(body)
        if table is None:
            log("unreadable", level="error", table=id[:6])
        else:
            found.append(table)
    return found


def events_of(rows: list[tuple[Any, ...]]) -> list[Event]:
    try:
        return [Event(m, n, at, kind, seat, key, _fields(body), d) for m, n, at, kind, seat, key, body, d in rows]
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as fault:
        raise Unreadable(f"{rows[0][0]}: {fault}") from None


def event_row(event: Event) -> tuple[Any, ...]:
    e = event
    return e.match, e.seq, e.at, e.kind, e.seat, e.key, encode(e.body), e.digest


def line_of(row: tuple[Any, ...]) -> TalkLine | None:
    """The line of talk; None if it means nothing to us."""
    try:
        values = (*row[:-1], _fields(row[-1]))
        return msgspec.convert(dict(zip(TalkLine.__struct_fields__, values, strict=True)), TalkLine)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        log("unreadable", level="error", table=str(row[0])[:6], line=row[1])
        return None


def lines_of(rows: list[tuple[Any, ...]]) -> list[TalkLine]:
    """The lines that can be read."""
    return [line for line in map(line_of, rows) if line is not None]


def line_row(line: TalkLine) -> tuple[Any, ...]:
    n = line
    return n.table, n.no, n.at, n.seat, n.person, n.name, n.text, n.code, encode(n.args)


def replay_row(replay: Replay) -> tuple[Any, ...]:
    r = replay
    size = max(SMALLEST, len(r.record))
    return r.token, r.table, r.person, r.at, r.game, r.players, encode(r.names), r.record, max(r.at, r.opened), size


def replay_of(row: tuple[Any, ...]) -> Replay:
    token, match, person, at, game, players, listed, record, opened, _ = row
    try:
        return Replay(token, match, person, at, game, players, bytes(record), _names(listed), opened)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as fault:
        raise Unreadable(f"{token}: {fault}") from None


def report_of(row: tuple[Any, ...]) -> tuple[Report, TalkLine | None]:
    """A report, and the line that it is about if that is still there."""
    match, no, by, at, reason, *line = row
    return Report(match, no, by, at, reason), line_of((match, no, *line)) if line[0] is not None else None


def people_of(table: Table) -> list[tuple[str, str, str, int]]:
    """Rows of everybody who has to do with a table: person, table, state, end."""
    state = table.state if table.state in ("over", "closed") else "open"
    people = {seat.person for seat in table.seats if seat.person is not None} | ({table.host} - {""})
    people |= {seat.former.person for seat in table.seats if seat.former is not None}
    people |= {offer.person for offer in table.requests if offer.person}
    return [(person, table.id, state, table.ended or 0) for person in sorted(people)]


def names_of(table: Table) -> list[str]:
    """The names on the seats."""
    return [seat.name for seat in table.seats]


def without(table: Table, person: str) -> Table:
    """The table with nobody's name where this person was."""
    for seat in table.seats:
        if seat.person == person:
            seat.person, seat.name = None, ""
        if seat.former is not None and seat.former.person == person:
            seat.former = None
    table.requests = [offer for offer in table.requests if offer.person != person]
    if table.host == person:
        table.host = ""
    return table
