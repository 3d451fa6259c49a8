"""The most points of each kind that a table can have brought its players: less is fine, for points may be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Card
from tutti.games.symphony.positions.invariants.rows import SeatRow
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import virtuosity
from tutti.games.symphony.rules.scoring import (
    discs_on,
    most,
    orchestra_units,
    prize,
    sheet_notes,
    symphony_bonus,
    visible_counts,
    voice_notes,
)
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import tokens_in
from tutti.games.symphony.rules.steps.scoring import track_points
from tutti.kernel.errors import BadPosition
from tutti.kernel.native import u8

RULES = {
    bx.P_DISCS: "SY-099", bx.P_VIRTUOSITY: "SY-135", bx.P_MASTER: "SY-243", bx.P_CLEFS: "SY-163",
    bx.P_ORCHESTRA: "SY-187", bx.P_SHEETS: "SY-170", bx.P_VOICES: "SY-173", bx.P_LEFTOVER: "SY-174",
    bx.P_SYMPHONY: "SY-190", bx.P_NOTE_TRACKS: "SY-176", bx.P_ZONE_TRACKS: "SY-176", bx.P_CLASHES: "SY-176",
}  # fmt: skip


def faults(d: Box, s: State, now: Progress, rows: list[SeatRow]) -> Iterator[BadPosition]:
    """Points that what lies on the table cannot have brought."""
    bounds = Bounds(d, s, now, rows)
    for p in range(int(s.terms.n)):
        mine = p * bx.SOURCES
        for source, name in enumerate(bx.SOURCE_NAMES):
            found = int(s.points[mine + source])
            bound = bounds.of(p, source) if found else 0
            low, high = min(bound, 0), max(bound, 0)
            if not low <= found <= high:
                yield BadPosition("out_of_range", f"points[{p}].{name}", RULES[source], found=found, low=low, high=high)


class Bounds:
    """Discs stay on the score for good, and what an instrument can do only grows: so the table remembers enough."""

    def __init__(self, d: Box, s: State, now: Progress, rows: list[SeatRow]) -> None:
        self.d, self.s, self.now, self.rows = d, s.copy(), now, rows
        self.score = s.terms.score
        self.notes = [(note, discs_on(s, note)) for note in range(s.terms.score.count)]
        for sheet in now.sheets:  # also where it was left out who had most
            self.s.desk[st.WINNERS + sheet] = u8(sum(1 << p for p in self.leaders(sheet_notes(self.score, sheet))))

    def of(self, p: int, source: int) -> int:
        """The most from one source; of clashes, which cost points, the least."""
        known: dict[int, Callable[[int], int]] = {
            bx.P_DISCS: self.discs,
            bx.P_VIRTUOSITY: self.virtuosity,
            bx.P_MASTER: self.overwriting,
            bx.P_CLEFS: self.clef_tokens,
            bx.P_ORCHESTRA: lambda p: self.bonus(st.REVEALED + p, p, self.orchestra),
            bx.P_SHEETS: lambda p: self.prizes(p, {n: sheet_notes(self.score, n) for n in self.now.sheets}),
            bx.P_VOICES: lambda p: self.prizes(p, {3 + n: voice_notes(self.score, n) for n in range(bx.VOICES)}),
            bx.P_LEFTOVER: lambda p: int(tokens_in(self.s, p * bx.TOKENS)),
            bx.P_SYMPHONY: lambda p: self.bonus(st.CARDS_HELD + 2 * p, p, self.symphony),
            bx.P_NOTE_TRACKS: lambda p: self.tracks(p, range(bx.TRACK_SEMIBREVE + 1)),
            bx.P_ZONE_TRACKS: lambda p: self.tracks(p, range(bx.TRACK_SEMIBREVE + 1, bx.TRACK_CLASH)),
            bx.P_CLASHES: lambda p: self.tracks(p, range(bx.TRACK_CLASH, bx.TRACK_CLASH + 1)),
        }
        return known[source](p)

    def prizes(self, p: int, notes: dict[int, list[int]]) -> int:
        return sum(prize(self.d, self.s, where, p) for where, here in notes.items() if p in self.leaders(here))

    def tracks(self, p: int, which: range) -> int:
        return sum(int(track_points(self.d, self.s, p, track)) for track in which)

    def leaders(self, notes: list[int]) -> list[int]:
        return most(visible_counts(self.s, notes))

    def discs(self, p: int) -> int:
        """SY-099, SY-100: the value of the Voice for the lowest disc, which may lie on a black one, 1 for any other."""
        found = 0
        for note, discs in self.notes:
            for height, disc in enumerate(discs):
                if disc == bx.OWN + p:
                    first = discs[:height] in ([], [bx.NEUTRAL])
                    found += int(self.d.voice_points[self.score.voice[note]]) if first else 1
        return found

    def virtuosity(self, p: int) -> int:
        """SY-135: the discs on the score came from the instruments that pay most."""
        placed = sum(discs.count(bx.OWN + p) for _, discs in self.notes)
        paid: list[int] = []
        for row in self.rows:
            parts = [part for part, owner in enumerate(row.owners) if owner == p]
            if parts:
                each = max(int(virtuosity(self.d, self.s, row.inst, part)) for part in parts)
                paid += [each] * row.played(p)
        return sum(sorted(paid, reverse=True)[:placed])

    def overwriting(self, p: int) -> int:
        """SY-243: discs on others; whose a black one was cannot be told."""
        value = self.score.value
        above = [disc for note, discs in self.notes if value[note] != bx.SEMIBREVE for disc in discs[1:]]
        return (above.count(bx.OWN + p) + above.count(bx.NEUTRAL)) * int(self.s.terms.master.overwrite_points)

    def clef_tokens(self, p: int) -> int:
        """SY-163."""
        s = self.s
        places = [SeatedInstrument(s, inst) for inst in range(bx.PLACES)]
        mine = [place for place in places if place.token == bx.CLEF and place.owner == p + 1]
        return sum(int(self.d.clef_points) * self.d.clefs[place.kind].bit_count() for place in mine)

    def bonus(self, at: int, p: int, worth: Callable[[Card, int], int]) -> int:
        """The public Virtuosity card and an own one, which may have been drawn for want of the true one."""
        public = int(self.s.desk[st.PUBLIC]) - 1
        found = worth(self.d.cards[public], p) if public >= 0 else 0
        if self.s.desk[at]:
            found += max(worth(card, p) for number, card in enumerate(self.d.cards) if number != public)
        return found

    def symphony(self, card: Card, p: int) -> int:
        return symphony_bonus(self.d, self.s, card, p)

    def orchestra(self, card: Card, p: int) -> int:
        """SY-201 to SY-210: controls are for good; places and tokens were then at best what the bonus wants."""
        units = orchestra_units(self.d, self.s, card.orchestra, p)
        if card.orchestra == "group_of_talents":
            units = self.tokens()
        elif card.orchestra == "experimental":
            badly = self.s.copy()
            for seat in range(bx.SEATS):
                base = seat * st.REC
                badly.inst[base + st.WELL] = u8(0)
            units = orchestra_units(self.d, badly, card.orchestra, p)
        return units * card.orchestra_points[1 if self.s.terms.n >= 5 else 0]

    def tokens(self) -> int:
        """How many musician tokens anybody can have held when the Orchestra Bonuses came."""
        s, score = self.s, self.score
        high = bx.COLUMNS + int(s.terms.n) + 1 - int(tokens_in(s, st.PENTAGON))
        if s.terms.progressive:
            values = [score.value[note] for note, discs in self.notes if discs and discs[0] != bx.COVER]
            high += values.count(bx.MINIM) + values.count(bx.SEMIBREVE)  # SY-230: Furtwängler's
        return high
