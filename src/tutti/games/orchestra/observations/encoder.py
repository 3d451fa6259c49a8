# tutti: compiled
"""The observation of Orchestra, cell by cell in a buffer, for batches.

``spec.py`` declares the cells, and a law holds both against each other. What takes many cells is written only
where it has changed: places and players are compared with what they were before a move; for the rest the row itself
remembers how it was.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.growth import payable
from tutti.games.orchestra.rules.scoring import theater_points, track_points
from tutti.games.orchestra.rules.spots import in_section
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.round import OPENS_AT, unlocked_instrumentalists
from tutti.kernel.chance import Host
from tutti.kernel.frames import PLAYERS
from tutti.kernel.game import Game
from tutti.kernel.native import i16, i64, u8, vec
from tutti.observe.writer import Writer, write_mask

LEVELS: Final = 4
SCORES: Final = 12
HEAD: Final = 9
"""Phase, round, first player, turn, reason, and the open Levels."""
PLACE: Final = 12
"""Cells of a place for a card."""
DEEP: Final = 24
"""Frames of the stack that are shown."""
SHEET: Final = 101
"""Cells of a player apart from the cards."""
AFTER: Final = 71
"""How many of them come before the cards."""
THEATER: Final = 6
"""Cells of Theater Cards before the chairs."""


@final
class OrchestraWriter(Writer[State]):
    """At a number of players."""

    def __init__(self, game: Game[State], d: Box, players: i64) -> None:
        n = players
        self.game = game
        self.d = d
        self.n: i64 = n
        self.cards: i64 = len(d.cards)
        self.chairs: i64 = len(d.seats)
        self.spots: i64 = len(d.spots)
        self.social: i64 = len(d.social)
        self.shapes: i64 = len(d.shapes)
        self.at_rows: i64 = n + HEAD
        self.at_decks: i64 = self.at_rows + st.PLACES * PLACE
        self.at_social: i64 = self.at_decks + 2 * LEVELS + self.cards
        self.at_pool: i64 = self.at_social + 2 * self.social
        self.at_spots: i64 = self.at_pool + 3
        self.at_pieces: i64 = self.at_spots + self.spots
        self.at_counts: i64 = self.at_pieces + 2 * self.chairs
        self.at_tried: i64 = self.at_counts + 4
        self.at_academies: i64 = self.at_tried + 3
        self.academy: i64 = AFTER + self.cards + 18 + self.shapes
        self.at_stack: i64 = self.at_academies + n * self.academy
        self.frame: i64 = 7 + n
        self.at_step: i64 = self.at_stack + 1 + DEEP * self.frame
        self.at_unseen: i64 = self.at_step + 1
        self.at_progress: i64 = self.at_unseen + self.cards
        self.at_kept: i64 = self.at_progress + 16
        self.at_own: i64 = self.at_kept + 1 + n
        self.own: i64 = THEATER + self.chairs
        super().__init__(self.at_own + n * self.own, len(game.actions))

    def write(self, s: State, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        cell = at
        stop = at + self.width
        while cell < stop:
            rows[cell] = 0
            cell += 1
        rows[at + self.at_progress + 4] = -1  # so that the chairs are written
        place: i64 = 0
        while place < st.PLACES:
            self.place(s, place, rows, at + self.at_rows + place * PLACE)
            place += 1
        self.ensemble(s, rows, at + self.at_spots)
        p: i64 = 0
        while p < self.n:
            self.sheet(s, p, rows, at + self.at_academies + p * self.academy)
            p += 1
        return self.renew(s, True, rows, at, masks, bits)

    def move(self, s: State, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        lying = bytes(s.rows)
        staff = bytes(s.staff)
        own = bytes(s.own)
        account = s.account[:]
        spots = s.free_spots
        self.game.apply(s, a, host, -1)
        self.places(s, lying, staff, rows, at + self.at_rows)
        if s.free_spots != spots:
            self.ensemble(s, rows, at + self.at_spots)
        now = bytes(s.own)
        changed = False
        p: i64 = 0
        while p < self.n:
            me = p * st.OWN
            end = me + st.OWN
            if now[me:end] != own[me:end] or other_account(s, p, account):
                self.sheet(s, p, rows, at + self.at_academies + p * self.academy)
                changed = True
            p += 1
        return self.renew(s, changed, rows, at, masks, bits)

    def renew(self, s: State, changed: bool, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """What is written after every move; ``changed``: a player has got or given something."""
        mover = self.head(s, rows, at)
        self.piles(s, rows, at)
        self.hall(s, rows, at)
        self.beside(s, rows, at)
        self.frames(s, rows, at)
        cell = at + self.at_progress
        rows[cell + 4] = i16(s.taken)
        rows[cell + 14] = i16(s.round)
        if changed:
            self.progress(s, rows, cell)
        write_mask(self.game.legal(s, -1), masks, bits, self.words)
        return mover

    # -- the table -----------------------------------------------------------------------------

    def head(self, s: State, rows: vec[i16], at: i64) -> i64:
        """Who is asked, and where the match stands; the first of those who are asked, or -1."""
        n = self.n
        mover: i64 = -1
        asked: i64 = 0
        stack = s.stack
        if stack:
            asked = stack[-1].open
            mover = PLAYERS[asked][0]
        p: i64 = 0
        while p < n:
            rows[at + p] = i16((asked >> p) & 1)
            p += 1
        cell = at + n
        rows[cell] = i16(s.phase)
        rows[cell + 1] = i16(s.round)
        rows[cell + 2] = i16(s.first + 1)
        rows[cell + 3] = i16(s.player + 1)
        rows[cell + 4] = i16(s.reason)
        rows[cell + 5] = i16(s.levels & 1)
        rows[cell + 6] = i16((s.levels >> 1) & 1)
        rows[cell + 7] = i16((s.levels >> 2) & 1)
        rows[cell + 8] = i16((s.levels >> 3) & 1)
        cell = at + self.at_counts
        rows[cell] = i16(s.wcu)
        rows[cell + 1] = i16(s.completed)
        rows[cell + 2] = i16(s.posters_done)
        rows[cell + 3] = i16(s.arrivals)
        rows[cell + 4] = i16(s.tried & 1)
        rows[cell + 5] = i16((s.tried >> 1) & 1)
        rows[cell + 6] = i16((s.tried >> 2) & 1)
        if s.phase == st.OVER:
            cell = at + self.at_kept
            rows[cell] = 1
            p = 0
            while p < n:
                me = p * st.OWN
                rows[cell + 1 + p] = i16(s.own[me + st.KEPT])
                p += 1
        return mover

    def places(self, s: State, lying: bytes, staff: bytes, rows: vec[i16], cell: i64) -> None:
        """The open cards with their staff, where they are not as they were."""
        cards = bytes(s.rows)
        there = bytes(s.staff)
        if cards == lying and there == staff:
            return
        place: i64 = 0
        while place < st.PLACES:
            first = place * st.STAFF
            end = first + st.STAFF
            if cards[place] != lying[place] or there[first:end] != staff[first:end]:
                self.place(s, place, rows, cell)
            cell += PLACE
            place += 1

    def place(self, s: State, place: i64, rows: vec[i16], cell: i64) -> None:
        """An open card with its staff."""
        card = i64(s.rows[place])
        staff = s.staff
        who = place * st.STAFF
        owner: i64 = 0
        number: i64 = 0
        if card:
            owner = i64(staff[who + st.OWNER])
            number = card - 1 - i64(self.d.level_first[place // 3])
        rows[cell] = i16(card > 0)
        rows[cell + 1] = i16(number)
        taken = i16(owner > 0)
        rows[cell + 2] = taken
        rows[cell + 3] = i16(owner)
        rows[cell + 4] = taken
        rows[cell + 5] = 0
        rows[cell + 6] = taken
        filled: i64 = 0
        if owner:
            rows[cell + 5] = i16(i64(staff[who + st.PART]) + 1)
            i: i64 = 0
            while i < 4:
                kind = i64(staff[who + st.FILL + i])
                if kind:
                    rows[cell + 8 + filled] = i16(kind - 1)
                    filled += 1
                i += 1
        rows[cell + 7] = i16(filled)
        while filled < 4:
            rows[cell + 8 + filled] = 0
            filled += 1

    def ensemble(self, s: State, rows: vec[i16], cell: i64) -> None:
        """Who sits on the spots of the Orchestra."""
        for owner in s.spots:
            rows[cell] = i16(owner)
            cell += 1

    def piles(self, s: State, rows: vec[i16], at: i64) -> None:
        """Decks, Social Cards, Freelancers, and the cards that nobody has seen."""
        d = self.d
        decks = s.decks
        cell = at + self.at_decks
        drawn = False
        level: i64 = 0
        while level < LEVELS:
            first: i64 = d.level_first[level]
            last: i64 = d.level_first[level + 1]
            if i64(rows[cell]) != i64(decks[level]):
                rows[cell] = i16(decks[level])
                drawn = True
            below = i64(decks[LEVELS + level])
            known = i64(rows[cell + 1])
            rows[cell + 1] = i16(below)
            cell += 2
            i: i64 = 0
            while i < below:
                rows[cell + i] = i16(i64(s.tail[first + i]) - 1 - first)
                i += 1
            while i < known:
                rows[cell + i] = 0
                i += 1
            cell += last - first
            level += 1
        for count in s.social:
            rows[cell] = i16(count)
            cell += 1
        for count in s.pool:
            rows[cell] = i16(count)
            cell += 1
        if not drawn:
            return  # whatever is seen for the first time comes from a deck
        cell = at + self.at_unseen
        for there in s.bag:
            rows[cell] = i16(there)
            cell += 1

    def hall(self, s: State, rows: vec[i16], at: i64) -> None:
        """The audience pieces, and what the Theater Cards make of them: whenever a chair was taken or a card kept."""
        seated = i64(rows[at + self.at_progress + 4]) != s.taken  # the number of chairs taken, as it was
        if seated:
            cell = at + self.at_pieces
            for mark in s.chairs:
                rows[cell] = i16(i64(mark) & 7)
                rows[cell + 1] = i16(i64(mark) >> 3)
                cell += 2
        p: i64 = 0
        while p < self.n:
            cell = at + self.at_own + p * self.own
            me = p * st.OWN
            if seated or i64(rows[cell + 3]) != i64(s.own[me + st.KEPT]):
                self.theater(s, p, rows, cell)
            p += 1

    def theater(self, s: State, p: i64, rows: vec[i16], cell: i64) -> None:
        own = s.own
        me = p * st.OWN
        kept = i64(own[me + st.KEPT])
        rows[cell] = 1
        rows[cell + 1] = i16(own[me + st.DEALT])
        rows[cell + 2] = i16(own[me + st.DEALT + 1])
        rows[cell + 3] = i16(kept)
        if not kept:
            return
        rows[cell + 4] = i16(theater_points(s, p))
        rows[cell + 5] = i16(self.d.theater_points)
        for chair in self.d.theater_seats[kept - 1]:
            seat: i64 = chair
            owner = i64(s.chairs[seat]) & 7
            state: i16 = 3
            if owner == p + 1:
                state = 1
            elif owner:
                state = 2
            rows[cell + THEATER + seat] = state

    def beside(self, s: State, rows: vec[i16], at: i64) -> None:
        """The cards beside the boards: they never leave."""
        first = at + self.at_academies + AFTER
        academy = self.academy
        for mark in s.cards:
            if mark:
                owner = (i64(mark) & (st.FACE_DOWN - 1)) - 1
                rows[first + owner * academy] = 1 if i64(mark) >= st.FACE_DOWN else 2
            first += 1

    # -- players -------------------------------------------------------------------------------

    def sheet(self, s: State, p: i64, rows: vec[i16], cell: i64) -> None:
        """What a player has, and what follows from it."""
        d = self.d
        own = s.own
        account = s.account
        me = p * st.OWN
        money = p * st.ACCOUNT
        rows[cell] = i16(own[me + st.BOARD])
        i: i64 = 0
        while i < 2 + SCORES:
            rows[cell + 1 + i] = i16(account[money + i])
            i += 1
        cell += 3 + SCORES
        i = 0
        while i < 7:
            rows[cell + i] = i16(own[me + st.RESERVE + i])
            i += 1
        cell += 7
        i = 0
        while i < 3:
            four(i64(own[me + st.GRID + i]), rows, cell)
            cell += 4
            i += 1
        i = 0
        while i < 6:
            rows[cell + i] = i16(own[me + st.SPACE + i])
            i += 1
        cell += 6
        i = 0
        while i < 3:
            packed(own, me + st.SLOT + 3 * i, rows, cell)
            cell += 4
            i += 1
        packed(own, me + st.BANNER, rows, cell)
        rows[cell + 4] = i16(own[me + st.ASSIGNED])
        cell += 5
        i = 0
        while i < 4:
            rows[cell + i] = i16(own[me + st.FREED + i])
            i += 1
        rows[cell + 4] = i16(own[me + st.COLUMN])
        poster = i64(own[me + st.POSTER])
        rows[cell + 5] = i16(poster > 0)
        rows[cell + 6] = i16(poster - 1) if poster else 0
        rows[cell + 7] = i16(own[me + st.PARTS]) if poster else 0
        rows[cell + 8] = i16(own[me + st.MARKER])
        rows[cell + 9] = i16(own[me + st.MARKER + 1])
        rows[cell + 10] = i16(own[me + st.HEIGHT])
        rows[cell + 11] = i16(own[me + st.HEIGHT + 1])
        arrived = i64(own[me + st.ARRIVED])
        rows[cell + 12] = i16(arrived + 1) if arrived else 0
        rows[cell + 13] = i16(own[me + st.CHOSEN])
        cell += 14 + self.cards
        rows[cell] = i16(track_points(s, p))
        four(i64(own[me + st.TEACHES]), rows, cell + 1)
        added = i64(own[me + st.ADDED])
        limit: i64 = d.limit[added]
        eyes: i64 = d.eyes[added]
        rows[cell + 5] = i16(limit)
        rows[cell + 6] = i16(eyes)
        cell += 7
        i = 0
        while i < 4:
            rows[cell + i] = i16(own[me + st.SECTION + i])
            rows[cell + 4 + i] = i16(own[me + st.AREA + i])
            i += 1
        cell += 8
        i = 0
        while i < self.shapes:
            rows[cell + i] = i16(own[me + st.SUPPLY + i])
            i += 1
        cell += self.shapes
        i = 0
        while i < 3:
            rows[cell + i] = i16(payable(s, p, d.space_need[i]) == 0)
            i += 1

    # -- what is under way ---------------------------------------------------------------------

    def frames(self, s: State, rows: vec[i16], at: i64) -> None:
        """The stack of steps."""
        n = self.n
        first = at + self.at_stack
        before = i64(rows[first])
        stack = s.stack
        count: i64 = len(stack)
        rows[first] = i16(count)
        rows[at + self.at_step] = i16(stack[-1].step + 1) if stack else 0
        cell = first + 1
        for f in stack:
            rows[cell] = i16(f.step)
            rows[cell + 1] = i16(f.player + 1)
            p: i64 = 0
            while p < n:
                rows[cell + 2 + p] = i16((f.open >> p) & 1)
                p += 1
            rows[cell + 2 + n] = i16(f.at)
            rows[cell + 3 + n] = i16(f.a)
            rows[cell + 4 + n] = i16(f.b)
            rows[cell + 5 + n] = i16(f.c)
            rows[cell + 6 + n] = i16(f.d)
            cell += self.frame
        stop = first + 1 + before * self.frame
        while cell < stop:
            rows[cell] = 0
            cell += 1

    def progress(self, s: State, rows: vec[i16], cell: i64) -> None:
        """What opens Levels and ends the match, as far as it hangs on what players have."""
        least: i64 = self.d.min_section[self.n]
        rows[cell] = i16(unlocked_instrumentalists(s))
        rows[cell + 1] = i16(OPENS_AT)
        rows[cell + 3] = i16(OPENS_AT)
        rows[cell + 5] = i16(self.chairs)
        total: i64 = 0
        section: i64 = 0
        while section < 4:
            here = in_section(s, section)
            rows[cell + 6 + 2 * section] = i16(here)
            rows[cell + 7 + 2 * section] = i16(least)
            total += here
            section += 1
        rows[cell + 2] = i16(total)
        rows[cell + 15] = i16(self.d.max_rounds)


def other_account(s: State, p: i64, before: vec[i64]) -> bool:
    """Whether a player has other amounts than before."""
    now = s.account
    i = p * st.ACCOUNT
    stop = i + st.ACCOUNT
    while i < stop:
        if now[i] != before[i]:
            return True
        i += 1
    return False


def four(mask: i64, rows: vec[i16], cell: i64) -> None:
    """Four flags."""
    rows[cell] = i16(mask & 1)
    rows[cell + 1] = i16((mask >> 1) & 1)
    rows[cell + 2] = i16((mask >> 2) & 1)
    rows[cell + 3] = i16((mask >> 3) & 1)


def packed(marks: vec[u8], at: i64, rows: vec[i16], cell: i64) -> None:
    """A row of up to three: how many, then each, gaps left out."""
    count: i64 = 0
    i: i64 = 0
    while i < 3:
        mark = i64(marks[at + i])
        if mark:
            count += 1
            rows[cell + count] = i16(mark - 1)
        i += 1
    rows[cell] = i16(count)
    while count < 3:
        count += 1
        rows[cell + count] = 0
