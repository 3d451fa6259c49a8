# tutti: compiled
"""The cells of single things in the observation of Symphony: a seat, a note, the play that is on, a question."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import abilities, clefs_of, disc_at, kind_at, part_of
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.draft import to_discard
from tutti.games.symphony.rules.steps.opening import choir_count
from tutti.games.symphony.rules.steps.question import PlayQuestion
from tutti.games.symphony.rules.steps.seats import ANY
from tutti.kernel.frames import Frame
from tutti.kernel.native import i16, i64, u8, vec
from tutti.observe.writer import BYTES

DISC: Final[bytes] = bytes((0, 1, 3, 4, 5, 6, 7, 8, 2))
"""A disc of the table as a cell: black, cover, then the seats."""
ABLE: Final = len(bx.ABILITIES)
PARTS: Final = 3

# Cells of a place: what is there, then the instrument, then whether the seat is free.
CARD: Final = 1
OWNERS: Final = 2
DISCS: Final = 6
WELL_PLACED: Final = 13
CLEFS: Final = 15
EXTRA: Final = 19
STACKED: Final = 24
PLAYED: Final = 26
ABLE_TO: Final = 28
FREE: Final = ABLE_TO + 2 + PARTS * ABLE
SEATED: Final = FREE + 1
"""Cells of a place."""
SOUND: Final = 10
"""Cells of a note."""
PILE: Final = 6
"""Those as printed; then three discs and a token."""

# Cells of a question.
ROUND: Final = 0
CHOICE: Final = 2
TO_DISCARD: Final = 7
ASKED_CARD: Final = 9
ASKED_COLUMN: Final = 11
ONLY: Final = 13
INSTRUMENT: Final = 15
GIVEN_TO: Final = 17
QUESTION: Final = 19


def write_seat(d: Box, s: State, inst: i64, spaces: i64, rows: vec[i16], cell: i64) -> None:
    """One place of the Orchestra."""
    terms = s.terms
    if inst >= bx.SEATS:
        if terms.easy:  # SY-294
            return
    elif i64(terms.setup.board[inst]) == bx.NO_SEAT:
        return
    i = cell
    stop = cell + SEATED
    while i < stop:
        rows[i] = 0
        i += 1
    kind = kind_at(s, inst)
    if kind < 0:
        rows[cell] = 2
        rows[cell + FREE] = 1
        return
    facts = s.inst
    base = inst * st.REC
    rows[cell] = 1
    rows[cell + CARD] = i16(kind)
    parts = i64(d.part_count[kind])
    rows[cell + OWNERS] = i16(parts)
    able: i64 = 0
    part: i64 = 0
    while part < parts:
        rows[cell + OWNERS + 1 + part] = i16(facts[base + st.OWNER + part])
        mask = abilities(d, s, inst, part)
        able |= mask
        if mask:
            bit = cell + ABLE_TO + 2 + part * ABLE
            while mask:
                rows[bit] = i16(mask & 1)
                mask >>= 1
                bit += 1
        part += 1
    if able:
        rows[cell + ABLE_TO] = 1
        rows[cell + ABLE_TO + 1] = i16(parts)
    rows[cell + DISCS] = i16(spaces)
    i = 0
    while i < spaces:
        rows[cell + DISCS + 1 + i] = i16(i64(DISC[i64(facts[base + st.CELLS + st.LEFT + i])]))
        i += 1
    if facts[base + st.WELL]:
        rows[cell + WELL_PLACED] = 1
        rows[cell + WELL_PLACED + 1] = 1
    if terms.clefs:
        usable = clefs_of(d, s, inst)
        if usable & 7:
            rows[cell + CLEFS] = 1
            three(usable, rows, cell + CLEFS + 1)
    count: i64 = 0
    i = 0
    while i < st.LEFT:
        disc = i64(facts[base + st.CELLS + i])
        if disc:
            count += 1
            rows[cell + EXTRA + 1 + count] = i16(i64(DISC[disc]))
        i += 1
    if count:
        rows[cell + EXTRA] = 1
        rows[cell + EXTRA + 1] = i16(count)
    if facts[base + st.STACK]:
        rows[cell + STACKED] = 1
        rows[cell + STACKED + 1] = i16(facts[base + st.STACK])
    if facts[base + st.TOKEN]:
        rows[cell + PLAYED] = 1
        rows[cell + PLAYED + 1] = i16(i64(facts[base + st.TOKEN]) - 1)


def column_discs(s: State, column: i64) -> i64:
    """What ``bonuses.column_counts`` counts, for all players at once."""
    facts = s.inst
    found: i64 = 0
    seat = column * bx.ROWS
    end = seat + bx.ROWS
    while seat < end:
        base = seat * st.REC
        seat += 1
        if not facts[base + st.KIND]:
            continue
        here: i64 = 0
        i = base + st.CELLS
        stop = i + st.WIDTH
        while i < stop:
            disc = i64(facts[i])
            if bx.OWN <= disc < bx.COVER:
                here += BYTES[disc - bx.OWN]
            i += 1
        seen: i64 = 0
        part: i64 = 0
        while part < PARTS:
            owner = i64(facts[base + st.OWNER + part])
            if owner and not (seen >> owner) & 1:
                seen |= 1 << owner
                count = (here >> ((owner - 1) << 3)) & 255
                if owner == i64(facts[base + st.OWNER]):
                    count += i64(facts[base + st.STACK])
                shift = (owner - 1) << 3
                if not (found >> shift) & 255:
                    count += 1
                found += count << shift
            part += 1
    return found


def write_pile(s: State, note: i64, rows: vec[i16], score: i64) -> None:
    """What lies on a note."""
    cell = score + s.terms.score.code[note] * SOUND + PILE
    lying = s.notes
    base = note * st.NOTE
    rows[cell] = 0
    rows[cell + 1] = 0
    rows[cell + 2] = 0
    rows[cell + 3] = i16(lying[base + st.NOTE_TOKEN])
    if lying[base + st.TOP]:
        i = base + st.BOTTOM
        stop = base + st.NOTE_TOKEN
        while i < stop:
            if lying[i]:
                rows[cell] = i16(i64(DISC[i64(lying[i])]))
                cell += 1
            i += 1


def write_sealed(s: State, p: i64, rows: vec[i16], cell: i64) -> None:
    """The answer given and not open yet: a Virtuosity card or an instrument."""
    answer = i64(s.desk[st.SEALED + p])
    rows[cell] = 0
    rows[cell + 1] = 0
    rows[cell + 2] = 0
    if not answer:
        return
    if s.stack[-1].step == st.S_OBJECTIVE:
        rows[cell] = 1
        rows[cell + 1] = i16(answer)
    else:
        rows[cell] = 2
        rows[cell + 2] = i16(answer - 1)


def write_play(d: Box, s: State, f: Frame, question: PlayQuestion, rows: vec[i16], cell: i64) -> None:
    """The play that is on, as its question knows it."""
    inst = s.inst_now
    kind = kind_at(s, inst)
    disc = question.cell(s, f)
    near = question.neighbour(s)
    rows[cell] = 1
    rows[cell + 1] = i16(inst)
    rows[cell + 2] = i16(kind)
    rows[cell + 3] = i16(s.coda != 0)
    rows[cell + 4] = i16(s.replay != 0)
    if near >= 0:
        rows[cell + 5] = i16(s.terms.score.code[near] + 1)
    if disc >= 0:
        held = disc_at(s, inst, disc)
        if held:
            rows[cell + 6] = 1
            rows[cell + 7] = i16(i64(DISC[held]))
        if i64(d.part_count[kind]) > 1:
            rows[cell + 8] = 1
            rows[cell + 9] = i16(part_of(d, s, inst, disc) + 1)
    if s.conducted:
        rows[cell + 10] = 1
        rows[cell + 11] = 1


def write_question(d: Box, s: State, f: Frame, p: i64, playing: bool, rows: vec[i16], cell: i64) -> None:
    """What a seat is asked, as far as the table does not tell."""
    step = f.step
    if step == st.S_GIFT:
        told(rows, cell + GIVEN_TO, f.a + 1)
    elif step == st.S_PRE_ATTACK:
        told(rows, cell + ASKED_CARD, kind_at(s, f.a))
        told(rows, cell + INSTRUMENT, f.a)
    elif playing:
        told(rows, cell + ASKED_CARD, kind_at(s, s.inst_now))
        told(rows, cell + INSTRUMENT, s.inst_now)
    elif step == st.S_SEAT:
        told(rows, cell + ASKED_CARD, f.a)
        if f.b != ANY:
            told(rows, cell + ASKED_COLUMN, f.b)
    elif step == st.S_CONTROL:
        if f.a != ANY:
            told(rows, cell + ONLY, f.a)
    elif step == st.S_DRAFT:
        told(rows, cell + ROUND, s.round + 1)
    elif step == st.S_DISCARD:
        told(rows, cell + TO_DISCARD, to_discard(d, s, p))
    elif step == st.S_CHOIR:
        rows[cell + CHOICE] = 1
        count: i64 = choir_count(s)
        rows[cell + CHOICE + 1] = i16(count - f.at)
        i = f.at
        while i < count:
            rows[cell + CHOICE + 2 + i - f.at] = i16(i64(s.desk[st.CHOIRS + i]) - 1)
            i += 1


def told(rows: vec[i16], cell: i64, value: i64) -> None:
    """A value that may be left out."""
    rows[cell] = 1
    rows[cell + 1] = i16(value)


def three(mask: i64, rows: vec[i16], cell: i64) -> None:
    """Three flags."""
    rows[cell] = i16(mask & 1)
    rows[cell + 1] = i16((mask >> 1) & 1)
    rows[cell + 2] = i16((mask >> 2) & 1)


def numbered(desk: vec[u8], at: i64) -> i16:
    """A Virtuosity card or none: one more than its number."""
    number = i64(desk[at])
    if number:
        number += 1
    return i16(number)


def copied(counts: vec[u8], first: i64, rows: vec[i16], cell: i64) -> i64:
    """So many cards of each kind; how many in all."""
    total: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        count = i64(counts[first + kind])
        rows[cell + kind] = i16(count)
        total += count
        kind += 1
    return total


def write_picks(s: State, p: i64, rows: vec[i16], cell: i64) -> None:
    """A player's picks, in order."""
    rows[cell] = i16(s.round)
    first = p * s.terms.packet
    round: i64 = 0
    while round < s.round:
        rows[cell + 1 + round] = i16(i64(s.picks[first + round]) - 1)
        round += 1


def drafts(s: State) -> bool:
    """Whether a draft waits for somebody."""
    for f in s.stack:
        if f.step == st.S_DRAFT:
            return f.open > 0
    return False


def kept(s: State) -> i64:
    """How many choirs have been kept so far."""
    for f in s.stack:
        if f.step == st.S_CHOIR:
            return f.at
    count: i64 = choir_count(s)
    return count
