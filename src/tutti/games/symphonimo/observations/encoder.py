# tutti: compiled
"""The observation of Symphonimo, cell by cell in a buffer: after a move, only what it changed is written.

``spec.py`` declares the cells, and a law holds both against each other.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.pack.box import (
    FAMILIES,
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_DRAW_ONE,
    POWER_PASS_LEFT,
    SIZE,
)
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps.end import end
from tutti.games.symphonimo.rules.steps.turn import draw, place, take
from tutti.kernel.chance import Dice, Host
from tutti.kernel.game import Game
from tutti.kernel.native import i16, i64, vec
from tutti.observe.writer import Writer, spread, write_mask

# Places behind ``active``.
STEP: Final = 0
ROUND: Final = 1
DECK: Final = 2
DRAWN: Final = 3
CONDUCTORS: Final = 4
POWER: Final = 0
LIMIT: Final = 1
CARDS: Final = 2
TAKEN: Final = CARDS + FAMILIES
CONDUCTOR: Final = TAKEN + 1
"""Cells of one Conductor."""
ASKS: Final[bytes] = bytes(
    int(face in (POWER_PASS_LEFT, POWER_DISCARD_ONE, POWER_DISCARD_OWN, POWER_DRAW_ONE)) for face in range(256)
)
"""Powers by which a take is more than its cards."""
END_WORD: Final = 6
"""The word of the mask where ``end`` is."""
END_BYTE: Final = 256


@final
class SymphonimoWriter(Writer[State]):
    """At a number of players."""

    def __init__(self, game: Game[State], players: i64) -> None:
        n = players
        self.game = game
        self.n: i64 = n
        self.deaf = Dice(0)
        """For moves without chance: to ask a match's own dice whether they hear costs a look into far memory."""
        self.chosen: i64 = n + CONDUCTORS + n * CONDUCTOR
        self.hands: i64 = self.chosen + 1
        self.points: i64 = self.hands + n * FAMILIES
        self.in_round: i64 = self.points + n
        self.gone: i64 = self.in_round + n
        self.hidden: i64 = self.gone + FAMILIES
        self.unseen: i64 = self.hidden + 1
        self.removed: i64 = self.unseen + FAMILIES
        super().__init__(self.removed + 1 + FAMILIES, len(game.actions))

    def write(self, s: State, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        n = self.n
        d = s.d
        cards = s.cards
        cell = at
        stop = at + self.width
        while cell < stop:
            rows[cell] = 0
            cell += 1
        base = at + n
        rows[base + ROUND] = i16(s.round)
        rows[base + DECK] = i16(s.deck)
        rows[base + DRAWN] = i16(s.drawn + 1)
        c: i64 = 0
        while c < n:
            cell = base + CONDUCTORS + c * CONDUCTOR
            face: i64 = s.faces[c]
            rows[cell + POWER] = i16(face)
            limit: i64 = d.limits[face]
            rows[cell + LIMIT] = i16(limit)
            row = st.ROWS + c * st.ROW
            stop = row + i64(cards[row + SIZE])
            rows[cell + TAKEN] = i16(cards[row + st.HOLDER])
            while row < stop:
                rows[cell + CARDS + i64(cards[row])] += 1
                row += 1
            c += 1
        rows[at + self.hidden] = i16(s.hidden)
        cell = at + self.hands
        f: i64 = 0
        while f < n * FAMILIES:
            rows[cell + f] = i16(cards[f])
            f += 1
        cell = at + self.gone - f
        while f < (n + 1) * FAMILIES:
            rows[cell + f] = i16(cards[f])
            f += 1
        f = 0
        while f < FAMILIES:
            rows[at + self.unseen + f] = i16(s.bag[f])
            f += 1
        p: i64 = 0
        while p < n:
            rows[at + self.points + p] = i16(self.game.points(s, p))
            p += 1
        p = 0
        while p < n:
            rows[at + self.in_round + p] = i16((s.in_round >> p) & 1)
            p += 1
        self.forget(rows, at, masks, bits)
        return self.finish(s, s.player, rows, at, masks, bits)

    def forget(self, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> None:
        """What only rare questions write."""
        rows[at + self.chosen] = 0
        masks[bits + 2] = 0
        masks[bits + 3] = 0
        masks[bits + 4] = 0
        masks[bits + 5] = 0
        masks[bits + 6] = 0

    def finish(self, s: State, player: i64, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """What every move may change: who is asked what, and what is legal."""
        step = s.step
        rows[at + self.n + STEP] = i16(step)
        rows[at + player] = 0
        if step == st.TURN:
            filled = s.filled
            masks[bits] = ((filled & 1) << 56) | i64(s.room != 0)
            masks[bits + 1] = spread(filled >> 1)
        elif step == st.PLACE:
            masks[bits] = spread(s.room) << 8
            masks[bits + 1] = 0
        elif step == st.LAST:
            filled = s.filled
            masks[bits] = (filled & 1) << 56
            masks[bits + 1] = spread(filled >> 1)
            masks[bits + END_WORD] = END_BYTE
        elif step == st.OVER:
            write_mask((), masks, bits, self.words)
            if s.hidden:
                rows[at + self.removed] = 1
                f: i64 = 0
                while f < FAMILIES:
                    rows[at + self.removed + 1 + f] = i16(s.bag[f])
                    f += 1
            return -1
        else:
            rows[at + self.chosen] = i16(s.chosen + 2)  # counted from 1, and 0 is none
            write_mask(self.game.legal(s, -1), masks, bits, self.words)
        now = s.player
        rows[at + now] = 1
        return now

    def move(self, s: State, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        if s.step > st.PLACE:
            self.forget(rows, at, masks, bits)
        if a == act.A_DRAW:
            return self.draw(s, host, rows, at, masks, bits)
        if a < act.A_TAKE:
            return self.place(s, a - act.A_PLACE, rows, at, masks, bits)
        if a < act.A_YES and not ASKS[i64(s.faces[a - act.A_TAKE])]:
            return self.take(s, a - act.A_TAKE, rows, at, masks, bits)
        if a == act.A_END:
            player = s.player
            rows[at + self.in_round + player] = 0
            end(s, self.deaf)
            return self.finish(s, player, rows, at, masks, bits)
        self.game.apply(s, a, host, -1)  # a power: rare enough to write everything anew
        return self.write(s, rows, at, masks, bits)

    def draw(self, s: State, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """A card is turned up, and the same player is asked where it goes."""
        draw(s, host)
        f = s.drawn
        base = at + self.n
        rows[base + STEP] = st.PLACE
        rows[base + DECK] = i16(s.deck)
        rows[base + DRAWN] = i16(f + 1)
        rows[at + self.unseen + f] -= 1
        masks[bits] = spread(s.room) << 8
        masks[bits + 1] = 0
        return s.player

    def place(self, s: State, c: i64, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        player = s.player
        base = at + self.n
        rows[base + DRAWN] = 0
        rows[base + CONDUCTORS + c * CONDUCTOR + CARDS + s.drawn] += 1
        place(s, c, self.deaf)
        return self.finish(s, player, rows, at, masks, bits)

    def take(self, s: State, c: i64, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """A Conductor without a power that asks or draws: its cards change their place."""
        player = s.player
        round = s.round
        worth = s.d.worth
        cards = s.cards
        cell = at + self.n + CONDUCTORS + c * CONDUCTOR
        hand = at + self.hands + player * FAMILIES
        points = i64(rows[at + self.points + player])
        row = st.ROWS + c * st.ROW
        stop = row + i64(cards[row + SIZE])
        while row < stop:
            f = i64(cards[row])
            rows[cell + CARDS + f] = 0
            held = i64(rows[hand + f])
            before: i64 = worth[held]
            after: i64 = worth[held + 1]
            points += after - before
            rows[hand + f] = i16(held + 1)
            row += 1
        rows[at + self.points + player] = i16(points)
        take(s, c, self.deaf)
        if s.round == round:
            rows[cell + TAKEN] = i16(player + 1)
            rows[at + self.in_round + player] = 0
        else:
            rows[at + self.n + ROUND] = i16(s.round)
            cell = at + self.n + CONDUCTORS + TAKEN
            p: i64 = 0
            while p < self.n:
                rows[cell + p * CONDUCTOR] = 0
                rows[at + self.in_round + p] = 1
                p += 1
        return self.finish(s, player, rows, at, masks, bits)

    def random(self, s: State, i: i64, dice: Dice, chance: list[Host], rows: vec[i16], masks: vec[i64]) -> i64:
        # Must agree with pick() and move(): a branch that chance decides is met once here, and twice there.
        at = i * self.width
        bits = i * self.words
        step = s.step
        if step == st.PLACE:
            room = s.room
            c: i64 = act.NTH[room * FAMILIES + dice.below(act.COUNT[room])]
            return self.place(s, c, rows, at, masks, bits)
        if step == st.TURN:
            filled = s.filled
            choices: i64 = act.COUNT[filled]
            k = dice.below(choices + 1) if s.room else 1 + dice.below(choices)
            if not k:
                return self.draw(s, chance[i], rows, at, masks, bits)
            c = act.NTH[filled * FAMILIES + k - 1]
            if not ASKS[i64(s.faces[c])]:
                return self.take(s, c, rows, at, masks, bits)
            return self.move(s, act.A_TAKE + c, chance[i], rows, at, masks, bits)
        return self.move(s, self.pick(s, dice, masks, bits), chance[i], rows, at, masks, bits)

    def pick(self, s: State, dice: Dice, masks: vec[i64], bits: i64) -> i64:
        step = s.step
        if step == st.TURN:
            filled = s.filled
            choices: i64 = act.COUNT[filled]
            k = dice.below(choices + 1) if s.room else 1 + dice.below(choices)
            return act.A_TAKE + act.NTH[filled * FAMILIES + k - 1] if k else act.A_DRAW
        if step == st.PLACE:
            room = s.room
            return act.A_PLACE + act.NTH[room * FAMILIES + dice.below(act.COUNT[room])]
        answers = self.game.legal(s, -1)
        return answers[dice.below(len(answers))]
