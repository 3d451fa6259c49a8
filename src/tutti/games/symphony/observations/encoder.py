# tutti: compiled
"""The observation of Symphony, cell by cell in a buffer, for batches.

``spec.py`` declares the cells, and a law holds both against each other. Seats and notes are compared with what
they were before a move; while a Movement goes on, what only happens between Movements is not looked at.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphony.observations.cells import (
    QUESTION,
    SEATED,
    SOUND,
    column_discs,
    copied,
    drafts,
    kept,
    numbered,
    three,
    write_picks,
    write_pile,
    write_play,
    write_question,
    write_sealed,
    write_seat,
)
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.pack.reader import MASTERS
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import kind_at
from tutti.games.symphony.rules.playing_order import TURN, movement_at, write_order
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import fewest
from tutti.games.symphony.rules.steps.draft import packet_of
from tutti.games.symphony.rules.steps.opening import choir_count, picker
from tutti.games.symphony.rules.steps.question import PlayQuestion
from tutti.kernel.chance import Host
from tutti.kernel.frames import PLAYERS, StepGame
from tutti.kernel.native import i16, i64, u8, vec
from tutti.observe.declared import Field
from tutti.observe.writer import Writer, write_mask

LEAST: Final = 9
"""Points are written as so many more."""


@final
class SymphonyWriter(Writer[State]):
    """At a number of players, with the fields of their observation."""

    def __init__(self, game: StepGame[State], d: Box, players: i64, fields: list[Field]) -> None:
        places = starts([field for field in fields if not field.private], int(players))
        table = places[""]
        within = starts([field for field in fields if field.private], 0)
        own = within[""]
        self.game = game
        self.d = d
        self.n: i64 = players
        self.rounds: i64 = sum(d.copies) // players
        self.table: i64 = table
        self.own: i64 = own
        self.at_step: i64 = places["step"]
        self.at_movement: i64 = places["movement"]
        self.at_order: i64 = places["order"]
        self.at_first: i64 = places["first_player"]
        self.at_master: i64 = places["master"]
        self.at_sheets: i64 = places["sheets"]
        self.at_clefs: i64 = places["clef_cards"]
        self.at_prizes: i64 = places["prizes"]
        self.at_seats: i64 = places["orchestra"]
        self.at_column_tokens: i64 = places["column_tokens"]
        self.at_columns: i64 = places["columns"]
        self.at_pentagon: i64 = places["pentagon"]
        self.at_unused: i64 = places["unused"]
        self.at_tokens: i64 = places["tokens"]
        self.at_tracks: i64 = places["tracks"]
        self.at_points: i64 = places["points"]
        self.at_score: i64 = places["score"]
        self.at_hands: i64 = places["hands"]
        self.at_public: i64 = places["objectives.public"]
        self.at_revealed: i64 = places["objectives.revealed"]
        self.at_held: i64 = places["objectives.held"]
        self.at_final: i64 = places["objectives.final"]
        self.at_picks: i64 = places["picks"]
        self.at_play: i64 = places["play"]
        # Within the block of a seat.
        self.at_hand: i64 = within["own.hand"]
        self.at_objectives: i64 = within["own.objectives"]
        self.at_sealed: i64 = within["own.sealed"]
        self.at_seen: i64 = within["own.packets_seen"]
        self.at_picked: i64 = within["own.picks"]
        self.at_packet: i64 = within["own.packet"]
        self.at_discards: i64 = within["own.discards"]
        self.at_choirs: i64 = within["own.choirs_seen"]
        self.at_question: i64 = within["question.round"]
        masters: list[str] = ["none", *MASTERS]
        self.masters = {name: code for code, name in enumerate(masters)}
        self.faces = {name: code for code, name in enumerate(sorted(d.faces))}
        self.counted = {name: code for code, name in enumerate(sorted({one[3] for one in d.prizes}))}
        self.questions: list[PlayQuestion | None] = [
            step if isinstance(step, PlayQuestion) else None for step in game.steps
        ]
        self.spaces = bytes(
            bx.SPACES - d.spaces.count(0, kind * bx.SPACES, (kind + 1) * bx.SPACES) for kind in range(int(d.kinds))
        )
        """Note spaces of a card."""
        super().__init__(self.table + players * self.own, len(game.actions))

    def write(self, s: State, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        cell = at
        stop = at + self.width
        while cell < stop:
            rows[cell] = 0
            cell += 1
        self.printed(s, rows, at)
        inst: i64 = 0
        while inst < bx.PLACES:
            self.seat(s, inst, rows, at)
            inst += 1
        column: i64 = 0
        while column < bx.COLUMNS:
            self.column(s, column, rows, at)
            column += 1
        self.piles(s, rows, at)
        self.between(s, True, rows, at)
        self.drafted(s, rows, at)
        self.choirs(s, rows, at)
        self.desks(s, rows, at)
        return self.finish(s, rows, at, masks, bits)

    def move(self, s: State, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        column = self.movement(s)
        if column >= 0:
            return self.played(s, a, host, rows, at, masks, bits, column)
        inst = bytes(s.inst)
        hands = bytes(s.hands)
        desk = bytes(s.desk)
        drafting = self.drafting(s)
        picking = self.picking(s)
        self.game.apply(s, a, host, -1)
        self.seats(s, inst, bytes(s.inst), 0, bx.PLACES, rows, at)
        if self.movement(s) >= 0:
            self.piles(s, rows, at)
        self.between(s, bytes(s.hands) != hands, rows, at)
        if self.drafting(s) != drafting:
            self.drafted(s, rows, at)
        if self.picking(s) != picking:
            self.choirs(s, rows, at)
        if bytes(s.desk) != desk:
            self.desks(s, rows, at)
        return self.finish(s, rows, at, masks, bits)

    def played(
        self, s: State, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64, column: i64
    ) -> i64:
        """A move in the Movement of a Column. Others wait as long as it goes on, and so do the other bars."""
        inst = bytes(s.inst)
        notes = s.notes[:]
        desk = bytes(s.desk)
        drafting = self.drafting(s)
        self.game.apply(s, a, host, -1)
        score = s.terms.score
        now = bytes(s.inst)
        if self.movement(s) == column:
            self.seats(s, inst, now, column * bx.ROWS, column * bx.ROWS + bx.ROWS, rows, at)
            self.seats(s, inst, now, bx.SEATS, bx.PLACES, rows, at)
            first = i64(self.d.area_first[column])
            end = i64(self.d.area_end[column])
            voice: i64 = 0
            while voice < bx.VOICES:
                bars = voice * (bx.BARS + 1)
                self.notes(s, notes, i64(score.starts[bars + first]), i64(score.starts[bars + end]), rows, at)
                voice += 1
        else:
            self.seats(s, inst, now, 0, bx.PLACES, rows, at)
            self.notes(s, notes, 0, score.count, rows, at)
            self.between(s, True, rows, at)
            if self.drafting(s) != drafting:
                self.drafted(s, rows, at)
        if bytes(s.desk) != desk:
            self.desks(s, rows, at)
        return self.finish(s, rows, at, masks, bits)

    # -- what tells whether something has changed ------------------------------------------------

    def movement(self, s: State) -> i64:
        """The Column whose Movement is on, or -1."""
        depth = movement_at(s)
        if depth < 0:
            return -1
        return s.stack[depth].a

    def drafting(self, s: State) -> i64:
        """How far the draft is."""
        if not len(s.packets):
            return -1
        return 2 * s.round + i64(drafts(s))

    def picking(self, s: State) -> i64:
        """Which choirs there are, and how many are kept."""
        desk = s.desk
        kinds = (i64(desk[st.CHOIRS]) * 256 + i64(desk[st.CHOIRS + 1])) * 256 + i64(desk[st.CHOIRS + 2])
        return kinds * 8 + kept(s)

    # -- once in a match -------------------------------------------------------------------------

    def printed(self, s: State, rows: vec[i16], at: i64) -> None:
        """What is fixed with the set-up."""
        d = self.d
        terms = s.terms
        rows[at + self.at_master] = i16(self.masters[terms.master.card.id])
        cell = at + self.at_sheets
        for face in terms.score.faces:
            rows[cell] = i16(self.faces[face])
            cell += 1
        if terms.clefs:
            cell = at + self.at_clefs
            rows[cell] = 1
            cell += 1
            for card in terms.clef_cards:
                main, minor, low = d.clef_sets[terms.clef_set][card]
                three(main, rows, cell)
                three(minor, rows, cell + 3)
                rows[cell + 6] = i16(low)
                rows[cell + 7] = i16(low + 2)
                cell += 8
        cell = at + self.at_prizes
        where: i64 = 0
        while where < 2 * bx.VOICES:
            lies = i64(terms.sheet_prizes[where]) if where < bx.VOICES else where
            prize = d.prizes[lies]
            if terms.flipped[where]:
                rows[cell] = 2
                rows[cell + 2] = i16(self.counted[prize[3]])
                rows[cell + 3] = i16(prize[4])
            else:
                rows[cell] = 1
                rows[cell + 1] = i16(prize[2])
            cell += 4
            where += 1
        score = terms.score
        note: i64 = 0
        while note < score.count:
            cell = at + self.at_score + score.code[note] * SOUND
            rows[cell] = i16(i64(score.value[note]) + 1)
            rows[cell + 1] = i16(i64(score.position[note]))
            rows[cell + 2] = i16(i64(score.accidental[note]))
            rows[cell + 3] = i16(i64(score.colour[note]))
            rows[cell + 4] = i16(i64(score.zone[note]))
            rows[cell + 5] = i16(i64(score.tuplet[note]))
            note += 1

    # -- seats and notes -------------------------------------------------------------------------

    def seats(self, s: State, before: bytes, now: bytes, inst: i64, end: i64, rows: vec[i16], at: i64) -> None:
        """Those of these where something has changed: mostly one, so it is looked for by halves."""
        changed: i64 = -1
        base = inst * st.REC
        stop = end * st.REC
        while now[base:stop] != before[base:stop]:
            beyond = end
            while beyond - inst > 1:
                middle = (inst + beyond) >> 1
                base = inst * st.REC
                half = middle * st.REC
                if now[base:half] != before[base:half]:
                    beyond = middle
                else:
                    inst = middle
            self.seat(s, inst, rows, at)
            column = inst // bx.ROWS
            if column < bx.COLUMNS and column != changed:
                changed = column
                self.column(s, column, rows, at)
            inst += 1
            base = inst * st.REC

    def notes(self, s: State, before: vec[u8], note: i64, end: i64, rows: vec[i16], at: i64) -> None:
        """Those of these where something has changed."""
        now = s.notes
        fact = note * st.NOTE
        while note < end:
            stop = fact + st.NOTE
            while fact < stop and now[fact] == before[fact]:
                fact += 1
            if fact < stop:
                write_pile(s, note, rows, at + self.at_score)
                fact = stop
            note += 1

    def piles(self, s: State, rows: vec[i16], at: i64) -> None:
        """What lies on all notes."""
        note: i64 = 0
        while note < s.terms.score.count:
            write_pile(s, note, rows, at + self.at_score)
            note += 1

    def seat(self, s: State, inst: i64, rows: vec[i16], at: i64) -> None:
        """One place of the Orchestra; a Master has as many spaces as discs."""
        spaces: i64 = 0
        kind = kind_at(s, inst)
        if inst == bx.CONDUCTOR:
            spaces = len(s.terms.master.card.slots)
        elif kind >= 0:
            spaces = i64(self.spaces[kind])
        write_seat(self.d, s, inst, spaces, rows, at + self.at_seats + inst * SEATED)

    def column(self, s: State, column: i64, rows: vec[i16], at: i64) -> None:
        """What Minority and Spread look at."""
        cell = at + self.at_columns + column * (self.n + 1)
        counts = column_discs(s, column)
        rows[cell + self.n] = i16(fewest(s, column, counts) + 1)
        p: i64 = 0
        while p < self.n:
            rows[cell + p] = i16(counts & 255)
            counts >>= 8
            p += 1

    # -- between Movements -----------------------------------------------------------------------

    def between(self, s: State, dealt: bool, rows: vec[i16], at: i64) -> None:
        """What no play changes: hands, objectives, whose turn it is, what lies beside the board.

        ``dealt``: hands are not as they were. With discards, what others see of a hand hangs on more than that.
        """
        n = self.n
        desk = s.desk
        rows[at + self.at_first] = i16(s.holder + 1)
        i: i64 = 0
        while i < bx.COLUMNS:
            rows[at + self.at_column_tokens + i] = i16(desk[st.COLUMN_TOKEN + i])
            i += 1
        i = 0
        while i < bx.TOKENS:
            rows[at + self.at_pentagon + i] = i16(desk[st.PENTAGON + i])
            i += 1
        rows[at + self.at_public] = numbered(desk, st.PUBLIC)
        discarding: i64 = 0
        for f in s.stack:
            if f.step == st.S_DISCARD:
                discarding = f.open
        p: i64 = 0
        while p < n:
            rows[at + self.at_revealed + p] = numbered(desk, st.REVEALED + p)
            one = i64(desk[st.CARDS_HELD + 2 * p])
            other = i64(desk[st.CARDS_HELD + 2 * p + 1])
            cell = at + self.table + p * self.own
            seat = cell + self.at_objectives
            count: i64 = 0
            if one:
                count = 1
                rows[seat + 1] = i16(one)
            if other:
                count += 1
                rows[seat + count] = i16(other)
            rows[seat] = i16(count)
            rows[at + self.at_held + p] = i16(count)
            while count < 2:
                count += 1
                rows[seat + count] = 0
            if dealt or len(s.discards):
                size = copied(s.hands, p * KINDS, rows, cell + self.at_hand)
                if len(s.discards):
                    rows[cell + self.at_discards] = 1
                    put = copied(s.discards, p * KINDS, rows, cell + self.at_discards + 1)
                    if (discarding >> p) & 1:  # unfinished discards are nobody's business
                        size += put
                rows[at + self.at_hands + p] = i16(size)
            write_sealed(s, p, rows, cell + self.at_sealed)
            p += 1
        if not s.stack and s.terms.audience_private:
            rows[at + self.at_final] = 1
            p = 0
            while p < n:
                rows[at + self.at_final + 1 + p] = numbered(desk, st.CARDS_HELD + 2 * p)
                p += 1

    def drafted(self, s: State, rows: vec[i16], at: i64) -> None:
        """What is remembered of the draft."""
        if not len(s.packets):
            return
        n = self.n
        size = s.terms.packet
        now = drafts(s)
        rounds = s.round + i64(now)
        p: i64 = 0
        while p < n:
            first = at + self.table + p * self.own
            if rounds:
                rows[first + self.at_seen] = 1
                rows[first + self.at_seen + 1] = i16(rounds)
                rows[first + self.at_picked] = 1
                write_picks(s, p, rows, first + self.at_picked + 1)
            round: i64 = 0
            while round < rounds:
                cell = first + self.at_seen + 2 + round * KINDS
                packet = (p - round % n + n) % n
                copied(s.packets, packet * KINDS, rows, cell)
                later = round
                while later < s.round:
                    kind = i64(s.picks[((packet + later) % n) * size + later]) - 1
                    rows[cell + kind] += 1
                    later += 1
                round += 1
            cell = first + self.at_packet
            if now:
                rows[cell] = 1
                copied(s.packets, packet_of(s, p) * KINDS, rows, cell + 1)
            else:
                stop = cell + 1 + KINDS
                while cell < stop:
                    rows[cell] = 0
                    cell += 1
            p += 1
        if s.terms.draft == 2 and len(s.picks):
            rows[at + self.at_picks] = 1
            p = 0
            while p < n:
                write_picks(s, p, rows, at + self.at_picks + 1 + p * (1 + self.rounds))
                p += 1

    def choirs(self, s: State, rows: vec[i16], at: i64) -> None:
        """SY-044: the choirs that each player got to choose from."""
        drawn: i64 = 0
        count: i64 = choir_count(s)
        while drawn < count and s.desk[st.CHOIRS + drawn]:
            drawn += 1
        told = kept(s) + 1
        if told > drawn:
            told = drawn
        p: i64 = 0
        while p < self.n:
            cell = at + self.table + p * self.own + self.at_choirs
            i: i64 = 0
            while i <= KINDS:
                rows[cell + i] = 0
                i += 1
            number: i64 = 0
            while number < told:
                who: i64 = picker(s, number)
                if who == p:
                    rows[cell] = 1
                    while number < drawn:
                        rows[cell + i64(s.desk[st.CHOIRS + number])] += 1
                        number += 1
                number += 1
            p += 1

    def desks(self, s: State, rows: vec[i16], at: i64) -> None:
        """Musician tokens and tracks."""
        desk = s.desk
        p: i64 = 0
        while p < self.n:
            cell = at + self.at_tokens + p * bx.TOKENS
            mine = p * bx.TOKENS
            track = st.TRACK + p * bx.TRACKS
            i: i64 = 0
            while i < bx.TOKENS:
                rows[cell + i] = i16(desk[mine + i])
                i += 1
            cell = at + self.at_tracks + p * bx.TRACKS
            i = 0
            while i < bx.TRACKS:
                rows[cell + i] = i16(desk[track + i])
                i += 1
            p += 1
        cell = at + self.at_unused
        i = 0
        while i < bx.TOKENS:
            rows[cell + i] = i16(desk[st.POOL + i])
            i += 1

    # -- after every move ------------------------------------------------------------------------

    def finish(self, s: State, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """Who is asked what, the order of play, points, and what is legal."""
        n = self.n
        stack = s.stack
        asked: i64 = 0
        mover: i64 = -1
        play = at + self.at_play
        i: i64 = 0
        if rows[play]:
            while i < 12:
                rows[play + i] = 0
                i += 1
        step: i64 = len(self.questions)
        if stack:
            f = stack[-1]
            asked = f.open
            mover = PLAYERS[asked][0]
            step = f.step
            question = self.questions[step]
            if question is not None:
                write_play(self.d, s, f, question, rows, play)
        rows[at + self.at_step] = i16(step)
        sources = s.points
        p: i64 = 0
        while p < n:
            question_at = at + self.table + p * self.own + self.at_question
            if rows[at + p]:  # was asked
                i = 0
                while i < QUESTION:
                    rows[question_at + i] = 0
                    i += 1
            rows[at + p] = i16((asked >> p) & 1)
            points: i64 = LEAST
            i = p * bx.SOURCES
            stop = i + bx.SOURCES
            while i < stop:
                points += sources[i]
                i += 1
            rows[at + self.at_points + p] = i16(points)
            if (asked >> p) & 1:
                write_question(self.d, s, stack[-1], p, self.questions[step] is not None, rows, question_at)
            p += 1
        self.order(s, rows, at)
        write_mask(self.game.legal(s, -1), masks, bits, self.words)
        return mover

    def order(self, s: State, rows: vec[i16], at: i64) -> None:
        """The Movement, and the plays to come."""
        cell = at + self.at_movement
        first = at + self.at_order
        before = i64(rows[first + 1])
        count = write_order(self.d, s, rows, first + 2)
        if count < 0:
            i: i64 = 0
            while i < 5:
                rows[cell + i] = 0
                i += 1
            rows[first] = 0
            rows[first + 1] = 0
            count = 0
        else:
            f = s.stack[movement_at(s)]
            rows[cell] = 1
            rows[cell + 1] = i16(f.a)
            rows[cell + 2] = i16(f.at)
            rows[cell + 3] = i16(i64(self.d.area_first[f.a]) + 1)
            rows[cell + 4] = i16(i64(self.d.area_end[f.a]))
            rows[first] = 1
            rows[first + 1] = i16(count)
        cell = first + 2 + count * TURN
        stop = first + 2 + before * TURN
        while cell < stop:
            rows[cell] = 0
            cell += 1


def starts(fields: list[Field], first: int) -> dict[str, int]:
    """Where each field begins, by its path, and behind the last one the end."""
    found: dict[str, int] = {}
    for field in fields:
        found[field.path] = first
        first += len(field.kind.cells)
    found[""] = first
    return found
