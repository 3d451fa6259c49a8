# tutti: compiled
# tutti: hot
"""Who has how many visible discs on each sheet, in each Zone and Voice, and on notes that bring a step on a track."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import FLAT_NOTE, OWN, SEMIBREVE, SHARP_NOTE, Score
from tutti.games.symphony.rules.state import NOTE, State
from tutti.kernel.native import i64, vec

MOST: Final = 6
"""Players in a row of the tally."""
ZONE_ROWS: Final = 3
VOICE_ROWS: Final = 15
RACES: Final = 18
"""Rows with a prize: three sheets, four kinds of Zone on each, three Voices."""
FLAT_ROWS: Final = 18
SHARP_ROWS: Final = 21
SEMIBREVE_ROWS: Final = 24
ROWS: Final = 27
"""Notes that bring a step on a track, by sheet."""
NO_DISCS: Final = vec[i64]([0] * (ROWS * MOST))


def count_discs(s: State) -> vec[i64]:
    """The visible discs of each player, at row * MOST + player."""
    rows = NO_DISCS[:]
    score = s.terms.score
    notes = s.notes
    i: i64 = 0
    while i < score.count:
        at = i * NOTE
        owner = i64(notes[at]) - OWN
        if 0 <= owner < MOST:
            count(rows, score, i, owner, 1)
        i += 1
    return rows


def count(rows: vec[i64], score: Score, note: i64, owner: i64, one: i64) -> None:
    """A visible disc more, or one less."""
    sheet = i64(score.bar[note]) // 3
    in_sheet = sheet * MOST
    in_zone = (ZONE_ROWS + sheet * 4 + i64(score.zone[note])) * MOST
    in_voice = (VOICE_ROWS + i64(score.voice[note])) * MOST
    rows[in_sheet + owner] += one
    rows[in_zone + owner] += one
    rows[in_voice + owner] += one
    accidental = score.accidental[note]
    if accidental == FLAT_NOTE:
        flats = (FLAT_ROWS + sheet) * MOST
        rows[flats + owner] += one
    elif accidental == SHARP_NOTE:
        sharps = (SHARP_ROWS + sheet) * MOST
        rows[sharps + owner] += one
    if score.value[note] == SEMIBREVE:
        semibreves = (SEMIBREVE_ROWS + sheet) * MOST
        rows[semibreves + owner] += one
