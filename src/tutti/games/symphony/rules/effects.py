# tutti: compiled
"""What happens when a disc goes down, burns or is taken: points, tokens, tracks, stacks (SY-099 to SY-104)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import (
    abilities,
    disc_at,
    kind_at,
    leftmost,
    open_linked,
    part_of,
    stack_absolute,
    take_disc,
    told,
    virtuosity,
)
from tutti.games.symphony.rules.placement import height
from tutti.games.symphony.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8

HEARD: Final = 1
"""In SOUNDED: the instrument has placed a disc."""


def award(s: State, player: i64, source: i64, points: i64) -> None:
    mine = player * bx.SOURCES
    s.points[mine + source] += points


def advance(s: State, player: i64, track: i64, host: Host) -> None:
    """One step on a track; the last space holds (SY-171 is kept when the steps are counted)."""
    at = st.TRACK + player * bx.TRACKS + track
    s.desk[at] += u8(1)
    if host.hears:
        host.tell(events.ADVANCED, player, track, i64(s.desk[at]), 0, 0)


def gain_token(s: State, player: i64, token: i64) -> None:
    mine = player * bx.TOKENS
    s.desk[mine + token] += u8(1)


def push(s: State, note: i64, disc: i64) -> None:
    """A disc on top of whatever lies there."""
    at = note * st.NOTE
    s.notes[at + st.BOTTOM + height(s, note)] = u8(disc)
    s.notes[at] = u8(disc)


def clash(s: State, discs: i64, host: Host) -> None:
    """SY-267, SY-268: one step for each disc outside the clefs."""
    if not s.clashing:
        return
    desk = s.desk
    mine = s.who * bx.TRACKS
    while discs > 0:
        desk[st.TRACK + mine + bx.TRACK_CLASH] += u8(1)
        discs -= 1
    s.clashing = 0
    if host.hears:
        host.tell(events.CLASHED, s.who, i64(desk[st.TRACK + mine + bx.TRACK_CLASH]), 0, 0, 0)


def land(d: Box, s: State, note: i64, host: Host) -> None:
    """The disc in hand goes on a note: place, points, Minim token, Wagner's points."""
    inst = s.inst_now
    cell = s.cell
    who = s.who
    score = s.terms.score
    master = s.terms.master
    part = part_of(d, s, inst, cell)
    disc = disc_at(s, inst, cell)
    at = note * st.NOTE
    free = not s.notes[at]
    coloured = disc != bx.NEUTRAL
    clash(s, 1, host)
    take_disc(s, inst, cell)
    points: i64 = 0
    if free:
        if coloured:
            shielded = abilities(d, s, inst, part) & bx.PROTECT != 0 or i64(score.value[note]) == master.shields
            if shielded:
                push(s, note, bx.NEUTRAL)  # SY-130, SY-239
            points = i64(d.voice_points[score.voice[note]])
    elif coloured:
        points = 1  # SY-100
    push(s, note, disc)
    if cell == st.ON_STACK:
        points = 0  # SY-101
    extra: i64 = 0
    if coloured:
        award(s, who, bx.P_DISCS, points)
        extra = virtuosity(d, s, inst, part)
        award(s, who, bx.P_VIRTUOSITY, extra)
    if host.hears:
        host.tell(
            events.PLACED,
            who,
            told(s, inst),
            score.code[note],
            disc | (points << 4) | (extra << 12) | (0 if free else 1 << 20),
            0,
        )
    if free and coloured:
        find_token(s, note, who, host)
    if not free and master.overwrite_points:
        award(s, who, bx.P_MASTER, master.overwrite_points)  # SY-243
    settled(s, note, part, 1)


def land_pair(d: Box, s: State, under: i64, upper: i64, host: Host) -> None:
    """SY-110 to SY-112, SY-278: two discs on a Semibreve are one placement."""
    inst = s.inst_now
    who = s.who
    note = s.note
    score = s.terms.score
    part = part_of(d, s, inst, s.cell)
    clash(s, 2, host)
    points: i64 = 0
    extra: i64 = 0
    low = disc_at(s, inst, under)
    high = disc_at(s, inst, upper)
    if low != bx.NEUTRAL:
        points += i64(d.voice_points[score.voice[note]])
        extra += virtuosity(d, s, inst, part_of(d, s, inst, under))
    if high != bx.NEUTRAL:
        points += 1
        extra += virtuosity(d, s, inst, part_of(d, s, inst, upper))
    take_disc(s, inst, under)
    take_disc(s, inst, upper)
    push(s, note, low)
    push(s, note, high)
    award(s, who, bx.P_DISCS, points)
    award(s, who, bx.P_VIRTUOSITY, extra)
    if host.hears:
        host.tell(
            events.PAIRED, who, told(s, inst), score.code[note], low | (high << 4) | (points << 8) | (extra << 16), 0
        )
    settled(s, note, part, 2)
    s.note = -1
    s.second = -1


def settled(s: State, note: i64, part: i64, discs: i64) -> None:
    s.last = note
    s.part = part
    s.placed += discs
    s.near = -1
    s.replay = 0
    s.must = 0


def find_token(s: State, note: i64, player: i64, host: Host) -> None:
    """SY-108: the first disc on a Minim takes the token."""
    notes = s.notes
    at = note * st.NOTE
    token = i64(notes[at + st.NOTE_TOKEN]) - 1
    if token >= 0:
        notes[at + st.NOTE_TOKEN] = u8(0)
        gain_token(s, player, token)
        if host.hears:
            host.tell(events.TOKEN_FOUND, player, token, s.terms.score.code[note], 0, 0)


def burn(s: State, inst: i64, cell: i64, player: i64, host: Host) -> None:
    """SY-096: removed from the game."""
    if host.hears:
        host.tell(events.BURNED, player, told(s, inst), disc_at(s, inst, cell), 0, 0)
    take_disc(s, inst, cell)


def disturb(d: Box, s: State, host: Host) -> None:
    """SY-085, SY-086: the first disc of an instrument with Disturbing silences the Column."""
    base = s.inst_now * st.REC
    sounded = i64(s.inst[base + st.SOUNDED])
    if sounded & HEARD:
        return
    s.inst[base + st.SOUNDED] = u8(sounded | HEARD)
    if s.inst_now >= bx.COLUMNS * bx.ROWS or not abilities(d, s, s.inst_now, s.part) & bx.DISTURB:
        return
    other = s.column * bx.ROWS
    end = other + bx.ROWS
    while other < end:
        if other != s.inst_now and kind_at(s, other) >= 0:
            cell = leftmost(s, other)
            if cell >= 0:
                if host.hears:
                    host.tell(events.DISTURBED, s.who, told(s, other), disc_at(s, other, cell), 0, 0)
                take_disc(s, other, cell)
        other += 1


def play_token(d: Box, s: State, inst: i64, token: i64, player: i64, host: Host) -> None:
    """SY-088, SY-151: put a token on the instrument, with its effect at once."""
    base = inst * st.REC
    mine = player * bx.TOKENS
    s.desk[mine + token] -= u8(1)
    s.inst[base + st.TOKEN] = u8(token + 1)
    if host.hears:
        host.tell(events.TOKEN_PLAYED, player, told(s, inst), token, 0, 0)
    if token == bx.ECLECTIC:  # SY-161
        s.inst[base + st.WELL] = u8(1)
        open_linked(d, s, inst)
        if stack_absolute(d, s, inst) and host.hears:
            host.tell(events.STACKED, player, told(s, inst), 0, 0, 0)
    elif token == bx.CLEF and not s.terms.clefs:  # SY-163
        mask = d.clefs[kind_at(s, inst)]
        points = d.clef_points * ((mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1))
        award(s, player, bx.P_CLEFS, points)
        if host.hears:
            host.tell(events.CLEF_POINTS, player, told(s, inst), points, 0, 0)
