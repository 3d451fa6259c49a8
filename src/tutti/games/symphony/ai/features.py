# tutti: compiled
"""What the learned evaluation looks at: facts about one player, from what lies on the table for all to see."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.ai.opinions import card_worth
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import abilities, controls, kind_at, own_discs, virtuosity
from tutti.games.symphony.rules.scoring import scored_sheets
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.scoring import prize
from tutti.games.symphony.rules.tally import MOST, RACES, VOICE_ROWS, ZONE_ROWS
from tutti.kernel.frames import BIT
from tutti.kernel.native import i64, vec

NAMES: Final = (
    "points",  # scored so far
    "tokens", "prolonged", "flat_sharp", "chaining", "protection", "virtuosity", "overwriting", "eclectic", "clef",
    "note_tracks",  # points of the tracks, visible discs on sheets to come included
    "next_flat", "next_sharp", "next_semibreve",  # what one step more would bring
    "zone_tracks",  # likewise, with the Zones led now
    "zones_led", "zones_near",  # Zones of unscored sheets: leads, and one disc behind
    "zones_wide",  # and leads of more than one
    "sheet_now", "sheet_next", "sheet_last",  # the prize of an unscored sheet, if led
    "sheet_now_gap", "sheet_next_gap", "sheet_last_gap",  # discs ahead of the best rival, at most four
    "voice_1", "voice_2", "voice_3",  # the prize of a Voice, if led
    "voice_1_gap", "voice_2_gap", "voice_3_gap",
    "visible", "buried",  # own discs on the score, in sight and overwritten
    "clashes",
    "here", "later",  # discs that wait in the Column that plays, and behind it
    "able_here", "able_later",  # of those, with flats or sharps
    "safe_here", "safe_later",  # with protection or overwriting
    "skilled_here", "skilled_later",  # points of Virtuosity that they bring
    "strong", "black",  # discs of strong instruments, black ones on own instruments
    "stacks",  # discs on Absolute stacks
    "instruments", "well", "absolute",
    "conductor", "concertmaster", "slots",
    "cards",  # to be seated
    "offer",  # while instruments are shared out: the best that nobody has, for whoever takes next
    "asked", "first",
)  # fmt: skip
SIZE: Final = len(NAMES)
NOTHING: Final = vec[i64]([0] * SIZE)
NO_ROWS: Final = vec[i64]([0] * (RACES * MOST))
FAR: Final = 4
SHEETS: Final = 3


def time_left(s: State) -> i64:
    """How much of the match is still to come, of a thousand."""
    if not s.stack:
        return 0
    if seating(s):
        return 1000
    waiting: i64 = 0
    inst: i64 = 0
    while inst < bx.PLACES:
        at = inst * st.REC + st.CELLS
        if inst != bx.CONDUCTOR:
            end = at + st.WIDTH
            while at < end:
                if s.inst[at]:
                    waiting += 1
                at += 1
        inst += 1
    left = waiting * 1000 // (20 * s.terms.n + 14)
    return left if left < 900 else 900


def seating(s: State) -> bool:
    """Whether the first Movement has still to begin."""
    if s.column:
        return False
    begun = False
    for f in s.stack:
        begun = begun or f.step == st.S_MOVEMENT or f.step == st.S_SCORING
    return not begun


def facts(d: Box, s: State, p: i64) -> vec[i64]:
    """The facts of the table above, in its order."""
    f = NOTHING[:]
    at = p * bx.SOURCES
    while at < (p + 1) * bx.SOURCES:
        f[0] += s.points[at]
        at += 1
    mine = p * bx.TOKENS
    token: i64 = 0
    while token < bx.TOKENS:
        held = i64(s.desk[mine + token])
        f[1] += held
        f[2 + token] = held
        token += 1
    on_score(d, s, p, f)
    in_orchestra(d, s, p, f)
    top = s.stack[-1]
    if top.open & BIT[p]:
        f[52] = 1
        if top.step in (st.S_CONTROL, st.S_SEAT) or seating(s):
            f[51] = offer(d, s) // 100
    f[53] = 1 if s.holder == p else 0
    return f


def on_score(d: Box, s: State, p: i64, f: vec[i64]) -> None:
    """Tracks, Zones, sheets and Voices."""
    rows = NO_ROWS[:]
    score = s.terms.score
    n = s.terms.n
    done = scored_sheets(d, s)
    notes = s.notes
    track = st.TRACK + p * bx.TRACKS
    flats = i64(s.desk[track])
    sharps = i64(s.desk[track + 1])
    semibreves = i64(s.desk[track + 2])
    mine = bx.OWN + p
    i: i64 = 0
    while i < score.count:
        cell = i * st.NOTE
        owner = i64(notes[cell]) - bx.OWN
        if 0 <= owner < MOST:
            sheet = i64(score.bar[i]) // 3
            in_sheet = sheet * MOST
            in_zone = (ZONE_ROWS + sheet * 4 + i64(score.zone[i])) * MOST
            in_voice = (VOICE_ROWS + i64(score.voice[i])) * MOST
            rows[in_sheet + owner] += 1
            rows[in_zone + owner] += 1
            rows[in_voice + owner] += 1
            if owner == p:
                f[30] += 1
                if sheet >= done:
                    if score.accidental[i] == bx.FLAT_NOTE:
                        flats += 1
                    elif score.accidental[i] == bx.SHARP_NOTE:
                        sharps += 1
                    if score.value[i] == bx.SEMIBREVE:
                        semibreves += 1
            elif i64(notes[cell + 1]) == mine or i64(notes[cell + 2]) == mine:
                f[31] += 1
        i += 1
    last = len(d.note_points) - 1
    flats = flats if flats < last else last
    sharps = sharps if sharps < last else last
    semibreves = semibreves if semibreves < last else last
    f[10] = d.note_points[flats] + d.note_points[sharps] + d.note_points[semibreves]
    f[11] = d.note_points[flats + 1] - d.note_points[flats] if flats < last else 0
    f[12] = d.note_points[sharps + 1] - d.note_points[sharps] if sharps < last else 0
    f[13] = d.note_points[semibreves + 1] - d.note_points[semibreves] if semibreves < last else 0
    far = len(d.zone_points) - 1
    zone: i64 = 1
    while zone < 4:
        steps = i64(s.desk[track + bx.TRACK_ZONE + zone])
        sheet = done
        while sheet < SHEETS:
            gap = ahead(rows, ZONE_ROWS + sheet * 4 + zone, n, p)
            if gap >= 0:
                steps += 1
                f[15] += 1
                if gap > 1:
                    f[17] += 1
            elif gap == -1:
                f[16] += 1
            sheet += 1
        f[14] += d.zone_points[steps if steps < far else far]
        zone += 1
    sheet = done
    while sheet < SHEETS:
        gap = ahead(rows, sheet, n, p)
        if gap >= 0:
            f[18 + sheet - done] = prize(d, s, sheet, p)
        f[21 + sheet - done] = near(gap)
        sheet += 1
    voice: i64 = 0
    while voice < bx.VOICES:
        gap = ahead(rows, VOICE_ROWS + voice, n, p)
        if gap >= 0:
            f[24 + voice] = prize(d, s, 3 + voice, p)
        f[27 + voice] = near(gap)
        voice += 1
    f[32] = i64(s.desk[track + bx.TRACK_CLASH])


def ahead(rows: vec[i64], row: i64, n: i64, p: i64) -> i64:
    """By how many discs the player leads; -1 at best while they have none, since the empty-handed lead nothing."""
    at = row * MOST
    best: i64 = 0
    other: i64 = 0
    while other < n:
        if other != p and rows[at + other] > best:
            best = rows[at + other]
        other += 1
    gap = rows[at + p] - best
    return -1 if gap == 0 and best == 0 else gap


def near(gap: i64) -> i64:
    return FAR if gap > FAR else -FAR if gap < -FAR else gap


def in_orchestra(d: Box, s: State, p: i64, f: vec[i64]) -> None:
    """Discs that wait on instruments, and what they can do."""
    inst: i64 = 0
    while inst < bx.PLACES:
        base = inst * st.REC
        if s.inst[base] and controls(s, inst, p):
            if inst == bx.CONDUCTOR:
                f[47] = 1
                cell: i64 = 0
                while cell < st.WIDTH:
                    if s.inst[base + st.CELLS + cell]:
                        f[49] += 1
                    cell += 1
            else:
                waiting(d, s, inst, p, f)
        inst += 1
    card = p * (len(s.hands) // s.terms.n)
    end = card + len(s.hands) // s.terms.n
    while card < end:
        f[50] += i64(s.hands[card])
        card += 1


def waiting(d: Box, s: State, inst: i64, p: i64, f: vec[i64]) -> None:
    """One instrument of the player's."""
    base = inst * st.REC
    f[44] += 1
    if inst == bx.CONCERTMASTER:
        f[48] = 1
    if s.inst[base + st.WELL]:
        f[45] += 1
    discs = own_discs(s, inst, p)
    part: i64 = 0
    if i64(s.inst[base + st.OWNER]) != p + 1:
        part = 1 if i64(s.inst[base + st.OWNER + 1]) == p + 1 else 2
    elif s.inst[base + st.STACK]:
        f[43] += i64(s.inst[base + st.STACK])
        discs += i64(s.inst[base + st.STACK])
    mask = abilities(d, s, inst, part)
    if mask & bx.ABSOLUTE and not i64(s.inst[base + st.SOUNDED]):
        f[46] += 1
    if not discs:
        return
    here: i64 = 0 if inst // 6 == s.column and inst < bx.CONDUCTOR else 1
    f[33 + here] += discs
    if mask & (bx.FLAT | bx.SHARP):
        f[35 + here] += discs
    if mask & (bx.PROTECT | bx.OVERWRITE):
        f[37 + here] += discs
    f[39 + here] += discs * virtuosity(d, s, inst, part)
    if mask & bx.STRONG:
        f[41] += discs
    cell = base + st.CELLS
    while cell < base + st.CELLS + st.WIDTH:
        if i64(s.inst[cell]) == bx.NEUTRAL:
            f[42] += 1
        cell += 1


def offer(d: Box, s: State) -> i64:
    """The best instrument on a seat that nobody controls."""
    best: i64 = 0
    inst: i64 = 0
    while inst < bx.CONDUCTOR:
        base = inst * st.REC
        if s.inst[base] and not s.inst[base + st.OWNER]:
            worth = card_worth(d, kind_at(s, inst), s.inst[base + st.WELL] != 0)
            if worth > best:
                best = worth
        inst += 1
    return best
