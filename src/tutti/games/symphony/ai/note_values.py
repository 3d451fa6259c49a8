# tutti: compiled
# tutti: hot
"""What a disc on a note is worth, in thousandths of a point: the part of the opinion that is asked most.

All notes of a question are weighed against one tally of the score, and a line that is played on keeps its tally.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Score
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE
from tutti.games.symphony.rules.instruments import abilities, disc_at, part_of, virtuosity
from tutti.games.symphony.rules.scoring import scored_sheets
from tutti.games.symphony.rules.state import NOTE, NOTE_TOKEN, S_CHAIN, TRACK, State
from tutti.games.symphony.rules.tally import (
    FLAT_ROWS,
    MOST,
    RACES,
    ROWS,
    SEMIBREVE_ROWS,
    SHARP_ROWS,
    VOICE_ROWS,
    ZONE_ROWS,
    count,
    count_discs,
)
from tutti.kernel.native import i64, mypyc_attr, vec

POINT: Final = 1000
A_TOKEN: Final = 1600
ZONE_PRIZE: Final = 5500
SHEET_PRIZE: Final = 6000
VOICE_PRIZE: Final = 3000
SHEETS: Final = 3

NO_RACES: Final = vec[i64]([0] * (ROWS * MOST))


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Tally:
    """Visible discs by sheet, Zone, Voice and track, and what one more is worth in each race for a prize.

    Made once, it can follow a line: ``follow`` takes in what a move has changed.
    """

    def __init__(self, s: State) -> None:
        self.rows = count_discs(s)
        self.races = NO_RACES[:]
        """Like ``rows``: what one visible disc more is worth for that player."""
        self.n: i64 = s.terms.n
        row: i64 = 0
        while row < RACES:
            self.weigh(row)
            row += 1

    def follow(self, s: State, note: i64, before: i64) -> None:
        """The top of a note was ``before`` a move; now it may be another."""
        at = note * NOTE
        top = i64(s.notes[at])
        if top == before:
            return
        score = s.terms.score
        if 0 <= before - bx.OWN < MOST:
            count(self.rows, score, note, before - bx.OWN, -1)
        if 0 <= top - bx.OWN < MOST:
            count(self.rows, score, note, top - bx.OWN, 1)
        sheet = i64(score.bar[note]) // 3
        self.weigh(sheet)
        self.weigh(ZONE_ROWS + sheet * 4 + i64(score.zone[note]))
        self.weigh(VOICE_ROWS + i64(score.voice[note]))

    def weigh(self, row: i64) -> None:
        """One disc more in a race for a prize: much when it takes or keeps the lead, little when far away."""
        rows = self.rows
        races = self.races
        prize: i64 = ZONE_PRIZE
        if row < ZONE_ROWS:
            prize = SHEET_PRIZE
        elif row >= VOICE_ROWS:
            prize = VOICE_PRIZE * (row - VOICE_ROWS + 1)
        at = row * MOST
        end = at + self.n
        most: i64 = 0
        next: i64 = 0
        leader: i64 = -1
        i = at
        while i < end:  # the best of the others is the best of all, or for the leader the next
            count = rows[i]
            if count > most:
                next = most
                most = count
                leader = i
            elif count > next:
                next = count
            i += 1
        i = at
        while i < end:
            gap = rows[i] - most
            if i == leader:
                gap = rows[i] - next
            if gap == -1 or gap == 0:
                races[i] = prize // 2
            elif gap == 1 or gap == -2:
                races[i] = prize // 4
            else:
                races[i] = prize // 10
            i += 1

    def majorities(self, score: Score, note: i64, player: i64) -> i64:
        """What one visible disc more is worth for the Zone, the sheet and the Voice of a note."""
        races = self.races
        sheet = i64(score.bar[note]) // 3
        zone = i64(score.zone[note])
        in_sheet = sheet * MOST
        in_voice = (VOICE_ROWS + i64(score.voice[note])) * MOST
        worth = races[in_sheet + player] + races[in_voice + player]
        if zone:
            in_zone = (ZONE_ROWS + sheet * 4 + zone) * MOST
            worth += races[in_zone + player]
        return worth

    def steps(self, row: i64, done: i64, player: i64) -> i64:
        """Steps on a track that visible discs will bring on the sheets from ``done`` on."""
        rows = self.rows
        total: i64 = 0
        while done < SHEETS:
            at = (row + done) * MOST
            total += rows[at + player]
            done += 1
        return total


def step_worth(d: Box, steps: i64) -> i64:
    last = len(d.note_points) - 1
    return (d.note_points[steps + 1] - d.note_points[steps]) * 800 if steps < last else 0


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Landing:
    """A disc that looks for a note: what is the same for all of them."""

    def __init__(self, d: Box, s: State, tally: Tally, player: i64) -> None:
        f = s.stack[-1]
        cell = f.a if f.step == S_CHAIN else s.cell
        inst = s.inst_now
        self.player = player
        self.black = disc_at(s, inst, cell) == bx.NEUTRAL
        self.shielded = False
        self.bonus: i64 = 0
        """Virtuosity, in thousandths."""
        self.flat: i64 = 0
        self.sharp: i64 = 0
        self.semibreve: i64 = 0
        """What one more step on each note track is worth."""
        if self.black:
            return
        part = part_of(d, s, inst, cell)
        self.shielded = abilities(d, s, inst, part) & bx.PROTECT != 0
        self.bonus = POINT * virtuosity(d, s, inst, part)
        desk = TRACK + player * bx.TRACKS
        done = scored_sheets(d, s)
        self.flat = step_worth(d, i64(s.desk[desk + bx.TRACK_FLAT]) + tally.steps(FLAT_ROWS, done, player))
        self.sharp = step_worth(d, i64(s.desk[desk + bx.TRACK_SHARP]) + tally.steps(SHARP_ROWS, done, player))
        steps = i64(s.desk[desk + bx.TRACK_SEMIBREVE]) + tally.steps(SEMIBREVE_ROWS, done, player)
        self.semibreve = step_worth(d, steps)

    def worth(self, d: Box, s: State, tally: Tally, note: i64) -> i64:
        """The disc on a note: points now, tokens, tracks, Zones and prizes it helps to win, and what it takes away."""
        score = s.terms.score
        player = self.player
        notes = s.notes
        at = note * NOTE
        top = i64(notes[at])
        worth: i64 = 0
        if bx.OWN <= top < bx.COVER and top != bx.OWN + player:
            worth = 700 + tally.majorities(score, note, top - bx.OWN) // 3
        points = i64(d.voice_points[score.voice[note]])
        if self.black:
            return worth - 200 * points
        value = score.value[note]
        if top:
            worth += POINT
        else:
            worth += POINT * points
            if notes[at + NOTE_TOKEN]:
                worth += A_TOKEN
            elif value == bx.MINIM:
                worth += 100
        worth += self.bonus
        if value == bx.SEMIBREVE:
            worth += POINT + self.semibreve
        gain = tally.majorities(score, note, player)
        accidental = score.accidental[note]
        if accidental == bx.FLAT_NOTE:
            gain += self.flat
        elif accidental == bx.SHARP_NOTE:
            gain += self.sharp
        if not top and not self.shielded and score.tuplet[note]:
            gain = gain * 3 // 4  # easily overwritten
        return worth + gain


def note_at(s: State, a: i64) -> i64:
    """The note that an action names."""
    code = a - A_NOTE
    if a >= A_CLASH:
        code = a - A_CLASH
    return i64(s.terms.score.at[code]) - 1


def weigh_notes(d: Box, s: State, player: i64, choices: tuple[int, ...], worth: vec[i64]) -> None:
    """Fill in the worth of those choices that are notes."""
    tally = Tally(s)
    landing = Landing(d, s, tally, player)
    i: i64 = 0
    count = len(choices)
    while i < count:
        a: i64 = choices[i]
        if a >= A_NOTE:
            worth[i] = landing.worth(d, s, tally, note_at(s, a))
            if a >= A_CLASH:
                worth[i] -= clash_cost(d, s, player)
        i += 1


def clash_cost(d: Box, s: State, player: i64) -> i64:
    mine = player * bx.TRACKS
    steps = i64(s.desk[TRACK + mine + bx.TRACK_CLASH])
    return (d.clash_points[steps] - d.clash_points[steps + 1]) * POINT


def note_worth(d: Box, s: State, player: i64, a: i64) -> i64:
    """One action alone."""
    tally = Tally(s)
    worth = Landing(d, s, tally, player).worth(d, s, tally, note_at(s, a))
    return worth - clash_cost(d, s, player) if a >= A_CLASH else worth
