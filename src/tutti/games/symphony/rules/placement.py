# tutti: compiled
"""Where a disc may go: the placement restrictions of section 7 of the ledger, all at once."""

from __future__ import annotations

from typing import Any, Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Score
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE, ACTIONS, NOTES
from tutti.games.symphony.rules.instruments import (
    abilities,
    clefs_of,
    disc_at,
    find_disc,
    in_group,
    kind_at,
    leftmost,
    next_cell,
    owner_at,
    part_of,
)
from tutti.games.symphony.rules.state import State
from tutti.kernel.native import i64, u8, vec


def height(s: State, note: i64) -> i64:
    """SY-008: how many discs lie on a note."""
    at = note * st.NOTE + st.BOTTOM
    if not s.notes[at]:
        return 0
    if not s.notes[at + 1]:
        return 1
    return 3 if s.notes[at + 2] else 2


def supported(s: State, score: Score, note: i64, disc: i64) -> bool:
    """SY-114 to SY-116: whether such a disc is visible on another note of the same tuplet."""
    i = i64(score.tuplet_first[note])
    end = i64(score.tuplet_end[note])
    while i < end:
        at = i * st.NOTE
        if i != note and i64(s.notes[at]) == disc:
            return True
        i += 1
    return False


def clashes_left(s: State, player: i64) -> i64:
    """SY-267: how often the player may still clash."""
    mine = player * bx.TRACKS
    return s.terms.clash_limit - i64(s.desk[st.TRACK + mine + bx.TRACK_CLASH])


def accidental_open(mask: i64, accidental: i64) -> bool:
    """SY-107."""
    if accidental == bx.FLAT_NOTE:
        return mask & bx.FLAT != 0
    return accidental != bx.SHARP_NOTE or mask & bx.SHARP != 0


def partners(d: Box, s: State, inst: i64, cell: i64, who: i64, accidental: i64) -> i64:
    """SY-110, SY-144, SY-279: mask of the cells whose disc could share a Semibreve with this one."""
    if cell == st.ON_STACK or inst == bx.CONCERTMASTER:
        return 0
    part = part_of(d, s, inst, cell)
    mask = abilities(d, s, inst, part)
    found: i64 = 0
    other = next_cell(s, inst, cell)
    first = other
    grouped = in_group(d, s, inst, cell)
    base = inst * st.REC
    while other >= 0:
        if (grouped and in_group(d, s, inst, other)) or (other == first and mask & bx.CHAIN):
            theirs = part_of(d, s, inst, other)
            abil = abilities(d, s, inst, theirs)
            black = i64(s.inst[base + st.CELLS + other]) == bx.NEUTRAL
            duty = abil & (bx.STRONG_BLACK if black else bx.STRONG)
            if (
                not duty
                and accidental_open(abil, accidental)
                and (theirs == part or i64(s.inst[base + st.OWNER + theirs]) - 1 == who)
            ):
                found |= 1 << other
        other = next_cell(s, inst, other)
    return found


ROOM: Final = vec[u8]([u8(0)] * NOTES)
"""To be copied by who wants to have notes written down."""
NUMBERS: Final[tuple[Any, ...]] = tuple(range(ACTIONS))
"""Each action as an object that is there already: making new ones for every list took longer than finding the notes."""


def targets(d: Box, s: State, inst: i64, cell: i64, who: i64, near: i64, outside: bool) -> list[int]:
    """The notes open to the disc in a cell, as actions in ascending order; see ``open_notes``."""
    found: list[Any] = []
    room = ROOM[:]
    code = s.terms.score.code
    first: i64 = A_NOTE
    if outside:
        first = A_CLASH
    end = open_notes(d, s, inst, cell, who, near, outside, False, room, 0)
    i: i64 = 0
    while i < end:
        found.append(NUMBERS[first + code[i64(room[i])]])
        i += 1
    return found


def open_notes(
    d: Box,
    s: State,
    inst: i64,
    cell: i64,
    who: i64,
    near: i64,
    outside: bool,
    one: bool,
    found: vec[u8],
    at: i64,
) -> i64:
    """Write the notes open to the disc in a cell into ``found`` from ``at`` on, in ascending order; where they end.

    ``near`` limits them to the neighbours of a note (-1: none); ``outside`` asks for those that only a
    clash opens; ``one`` stops at the first and writes nothing.
    """
    terms = s.terms
    left = clashes_left(s, who) if outside else 0
    if outside and left <= 0:
        return at
    score = terms.score
    master = terms.master
    notes = s.notes
    mask = abilities(d, s, inst, part_of(d, s, inst, cell))
    black = disc_at(s, inst, cell) == bx.NEUTRAL
    absolute = cell == st.ON_STACK
    mine = bx.OWN + who
    strong = not absolute and mask & (bx.STRONG_BLACK if black else bx.STRONG) != 0
    over = not absolute and mask & (bx.OVERWRITE_BLACK if black else bx.OVERWRITE) != 0
    over_black = not black and not absolute and i64(d.category[kind_at(s, inst)]) == master.over_black
    clefs = clefs_of(d, s, inst)
    flat = mask & bx.FLAT != 0
    sharp = mask & bx.SHARP != 0
    first_bar = i64(d.area_first[s.column])
    end_bar = i64(d.area_end[s.column])
    voice: i64 = 0
    while voice < bx.VOICES:
        i = i64(score.starts[voice * 10 + first_bar])
        end = i64(score.starts[voice * 10 + end_bar])
        limit: i64 = -1
        if master.leftmost_only:
            limit = open_first(s, mask, black, -1 if outside else clefs, i, end)
        if near >= 0:
            if i64(score.voice[near]) != voice:
                voice += 1
                continue
            if i < near - 1:
                i = near - 1
            if end > near + 2:
                end = near + 2
        while i < end:
            accidental = score.accidental[i]
            if (
                (accidental == 0 or (flat if accidental == bx.FLAT_NOTE else sharp))
                and (clefs & i64(terms.note_clefs[i]) == 0) == outside
                and i != near
            ):
                base = i * st.NOTE
                top = i64(notes[base])
                legal = False
                if score.value[i] == bx.SEMIBREVE:
                    legal = (
                        top == 0
                        and not strong
                        and (limit < 0 or i < limit)
                        and (not outside or left >= 2)
                        and partners(d, s, inst, cell, who, i64(accidental)) != 0
                    )
                elif top == 0:
                    legal = not strong and (limit < 0 or i == limit) and not (black and score.value[i] == bx.MINIM)
                elif top == bx.COVER:
                    legal = over_black
                elif top == bx.NEUTRAL:
                    legal = over_black and height(s, i) == 1
                elif height(s, i) == 1:
                    if top != mine:
                        legal = over or strong or supported(s, score, i, bx.NEUTRAL if black else mine)
                    elif black:
                        legal = supported(s, score, i, bx.NEUTRAL)
                else:
                    legal = strong and top != mine and height(s, i) == 2
                if legal:
                    if one:
                        return at + 1
                    found[at] = u8(i)
                    at += 1
            i += 1
        voice += 1
    return at


def open_first(s: State, mask: i64, black: bool, clefs: i64, start: i64, end: i64) -> i64:
    """SY-227: the leftmost free note that the disc may occupy, or ``end``; clefs -1 = never mind them."""
    score = s.terms.score
    i = start
    while i < end:
        at = i * st.NOTE
        if (
            not s.notes[at]
            and score.value[i] != bx.SEMIBREVE
            and accidental_open(mask, i64(score.accidental[i]))
            and not (black and score.value[i] == bx.MINIM)
            and clefs & i64(s.terms.note_clefs[i])
        ):
            return i
        i += 1
    return end


def has_note(d: Box, s: State, inst: i64, cell: i64, who: i64, near: i64) -> bool:
    """Whether the disc has a legal note without a clash (SY-096, SY-097)."""
    return open_notes(d, s, inst, cell, who, near, False, True, ROOM, 0) != 0


def has_clash(d: Box, s: State, inst: i64, cell: i64, who: i64, near: i64) -> bool:
    return s.terms.clefs and open_notes(d, s, inst, cell, who, near, True, True, ROOM, 0) != 0


def may_replay(d: Box, s: State, inst: i64, player: i64, near: i64) -> bool:
    """SY-237, SY-280: whether the disc next in line has a legal note next to the last one."""
    if s.coda:
        base = inst * st.REC
        return s.inst[base + st.STACK] != 0 and has_note(d, s, inst, st.ON_STACK, player, near)
    if inst == bx.CONCERTMASTER:
        own = find_disc(s, inst, bx.OWN + player)
        black = find_disc(s, inst, bx.NEUTRAL)
        if own >= 0 and has_note(d, s, inst, own, player, near):
            return True
        return black >= 0 and has_note(d, s, inst, black, player, near)
    cell = leftmost(s, inst)
    if cell < 0 or owner_at(d, s, inst, cell) != player:
        return False
    return has_note(d, s, inst, cell, player, near)
