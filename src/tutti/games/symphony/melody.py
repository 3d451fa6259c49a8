# tutti: compiled
# tutti: hot
"""What a disc on a note is worth, in thousandths of a point: the part of the opinion that is asked most.

All notes of a question are weighed against one tally of the score.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphony.actions import A_CLASH, A_NOTE
from tutti.games.symphony.box import (
    COVER,
    FLAT_NOTE,
    MINIM,
    NEUTRAL,
    OWN,
    PROTECT,
    SEMIBREVE,
    SHARP_NOTE,
    TRACK_CLASH,
    TRACK_FLAT,
    TRACK_SEMIBREVE,
    TRACK_SHARP,
    TRACKS,
    Box,
)
from tutti.games.symphony.instruments import abilities, disc_at, part_of, virtuosity
from tutti.games.symphony.state import NOTE, NOTE_TOKEN, S_CHAIN, TRACK, State
from tutti.kernel.native import i64, vec

POINT: Final = 1000
A_TOKEN: Final = 1600
ZONE_PRIZE: Final = 5500
SHEET_PRIZE: Final = 6000
VOICE_PRIZE: Final = 3000

MOST: Final = 6
"""Players in a row of the tally. Rows: three sheets, four kinds of Zone on each, three Voices."""
ZONE_ROWS: Final = 3
VOICE_ROWS: Final = 15
ROWS: Final = 18
NOTHING: Final = vec[i64]([0] * (ROWS * MOST))


@final
class Tally:
    """Visible discs by sheet, Zone and Voice, and how far one player's note tracks will go with them."""

    def __init__(self, d: Box, s: State, player: i64) -> None:
        rows = NOTHING[:]
        score = s.terms.score
        desk = TRACK + player * TRACKS
        flats = i64(s.desk[desk + TRACK_FLAT])
        sharps = i64(s.desk[desk + TRACK_SHARP])
        semibreves = i64(s.desk[desk + TRACK_SEMIBREVE])
        done = scored_sheets(d, s)
        notes = s.notes
        i: i64 = 0
        while i < score.count:
            owner = i64(notes[i * NOTE]) - OWN
            if 0 <= owner < MOST:
                sheet = i64(score.bar[i]) // 3
                rows[sheet * MOST + owner] += 1
                rows[(ZONE_ROWS + sheet * 4 + i64(score.zone[i])) * MOST + owner] += 1
                rows[(VOICE_ROWS + i64(score.voice[i])) * MOST + owner] += 1
                if owner == player and sheet >= done:
                    if score.accidental[i] == FLAT_NOTE:
                        flats += 1
                    elif score.accidental[i] == SHARP_NOTE:
                        sharps += 1
                    if score.value[i] == SEMIBREVE:
                        semibreves += 1
            i += 1
        self.rows = rows
        self.flat = step_worth(d, flats)
        self.sharp = step_worth(d, sharps)
        self.semibreve = step_worth(d, semibreves)
        """What one more step on each note track is worth."""


def scored_sheets(d: Box, s: State) -> i64:
    """How many sheets have had their Midgame Scoring."""
    done: i64 = 0
    column: i64 = 0
    while column < s.column:
        if i64(d.scores[column]) > done:
            done = i64(d.scores[column])
        column += 1
    return done


def step_worth(d: Box, steps: i64) -> i64:
    last = len(d.note_points) - 1
    return (d.note_points[steps + 1] - d.note_points[steps]) * 800 if steps < last else 0


def weigh_notes(d: Box, s: State, player: i64, choices: tuple[int, ...], worth: vec[i64]) -> None:
    """Fill in the worth of those choices that are notes."""
    tally = Tally(d, s, player)
    i: i64 = 0
    count = len(choices)
    while i < count:
        a: i64 = choices[i]
        if a >= A_CLASH:
            worth[i] = note_worth(d, s, tally, player, a - A_CLASH) - clash_cost(d, s, player)
        elif a >= A_NOTE:
            worth[i] = note_worth(d, s, tally, player, a - A_NOTE)
        i += 1


def clash_cost(d: Box, s: State, player: i64) -> i64:
    steps = i64(s.desk[TRACK + player * TRACKS + TRACK_CLASH])
    return (d.clash_points[steps] - d.clash_points[steps + 1]) * POINT


def note_worth(d: Box, s: State, tally: Tally, player: i64, code: i64) -> i64:
    """A disc on a note: points now, tokens, tracks, Zones and prizes it helps to win, and what it takes away."""
    score = s.terms.score
    note = i64(score.at[code]) - 1
    f = s.stack[-1]
    cell = f.a if f.step == S_CHAIN else s.cell
    inst = s.inst_now
    black = disc_at(s, inst, cell) == NEUTRAL
    top = i64(s.notes[note * NOTE])
    worth: i64 = 0
    if OWN <= top < COVER and top != OWN + player:
        worth += 700 + majorities(s, tally, note, top - OWN) // 3
    if black:
        return worth - 200 * i64(d.voice_points[score.voice[note]])
    part = part_of(d, s, inst, cell)
    mask = abilities(d, s, inst, part)
    if top:
        worth += POINT
    else:
        worth += POINT * i64(d.voice_points[score.voice[note]])
        if s.notes[note * NOTE + NOTE_TOKEN]:
            worth += A_TOKEN
        elif score.value[note] == MINIM:
            worth += 100
    worth += POINT * virtuosity(d, s, inst, part)
    if score.value[note] == SEMIBREVE:
        worth += POINT + tally.semibreve
    gain = majorities(s, tally, note, player)
    if score.accidental[note] == FLAT_NOTE:
        gain += tally.flat
    elif score.accidental[note] == SHARP_NOTE:
        gain += tally.sharp
    if not top and not mask & PROTECT and score.tuplet[note]:
        gain = gain * 3 // 4  # easily overwritten
    return worth + gain


def majorities(s: State, tally: Tally, note: i64, player: i64) -> i64:
    """What one visible disc more is worth for the Zone, the sheet and the Voice of a note."""
    score = s.terms.score
    n = s.terms.n
    sheet = i64(score.bar[note]) // 3
    zone = i64(score.zone[note])
    voice = i64(score.voice[note])
    worth: i64 = 0
    if zone:
        worth += race(tally.rows, ZONE_ROWS + sheet * 4 + zone, n, player, ZONE_PRIZE)
    worth += race(tally.rows, sheet, n, player, SHEET_PRIZE)
    return worth + race(tally.rows, VOICE_ROWS + voice, n, player, VOICE_PRIZE * (voice + 1))


def race(rows: vec[i64], row: i64, n: i64, player: i64, prize: i64) -> i64:
    """One disc more in a race for a prize: much when it takes or keeps the lead, little when far away."""
    at = row * MOST
    best: i64 = 0
    other: i64 = 0
    while other < n:
        if other != player and rows[at + other] > best:
            best = rows[at + other]
        other += 1
    gap = rows[at + player] - best
    if gap == -1 or gap == 0:
        return prize // 2
    if gap == 1 or gap == -2:
        return prize // 4
    return prize // 10
