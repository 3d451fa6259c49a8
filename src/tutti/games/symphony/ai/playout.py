# tutti: compiled
# tutti: hot
"""A line that is played on by opinion, for playouts: the tally of the score goes along, and notes make no lists.

Its players decide as ``Mind.sensible`` does, draw for draw; a test compares them.
"""

from __future__ import annotations

from typing import final

from tutti.ai.mind import NEVER
from tutti.games.symphony.ai.note_values import Landing, Tally, clash_cost
from tutti.games.symphony.ai.opinions import prospect
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules.actions import A_BURN, A_CLASH, A_NOTE, A_STOP
from tutti.games.symphony.rules.placement import ROOM, open_notes
from tutti.games.symphony.rules.state import NOTE, S_CHAIN, State
from tutti.kernel.chance import Dice
from tutti.kernel.native import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class PlayoutLine:
    """A state on its way to the end, and what is counted along it."""

    def __init__(self, d: Box, s: State) -> None:
        self.d = d
        self.s = s
        self.tally = Tally(s)
        self.room = ROOM[:]
        self.watched: i64 = -1
        """The note that the next move may change, and what lay there."""
        self.before: i64 = 0

    def watch(self, note: i64) -> None:
        self.watched = note
        at = note * NOTE
        self.before = i64(self.s.notes[at])

    def follow(self) -> None:
        """After a move."""
        if self.watched >= 0:
            self.tally.follow(self.s, self.watched, self.before)
            self.watched = -1

    def place(self, player: i64, dice: Dice) -> i64:
        """A note for the disc in hand, or for the next one of a chain."""
        s = self.s
        d = self.d
        f = s.stack[-1]
        chain = f.step == S_CHAIN
        cell = f.a if chain else s.cell
        near = s.last if chain else s.near
        room = self.room
        plain = open_notes(d, s, s.inst_now, cell, player, near, False, False, room, 0)
        count = plain
        if s.terms.clefs:
            count = open_notes(d, s, s.inst_now, cell, player, near, True, False, room, plain)
        code = s.terms.score.code
        other: i64 = -1
        if chain:
            other = A_STOP
        elif not plain and not s.must:
            other = A_BURN
        best: i64 = other
        note: i64 = -1
        first: i64 = A_NOTE
        if other < 0 and count == 1:
            note = i64(room[0])
            if not plain:
                first = A_CLASH
            best = first + code[note]
        else:
            tally = self.tally
            landing = Landing(d, s, tally, player)
            most: i64 = -NEVER
            if other >= 0:
                most = prospect(d, s, player, other) * 16 + (dice.word() & 15)
            i: i64 = 0
            while i < count:
                here = i64(room[i])
                worth = landing.worth(d, s, tally, here)
                if i >= plain:
                    first = A_CLASH
                    worth -= clash_cost(d, s, player)
                worth = worth * 16 + (dice.word() & 15)
                if worth > most:
                    most = worth
                    note = here
                    best = first + code[here]
                i += 1
        if note >= 0:
            self.watch(note)
        return best
