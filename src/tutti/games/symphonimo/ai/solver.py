# tutti: compiled
# tutti: hot
"""The end of a match worked out: every line to its end, chance by its weight, everybody for their own share of the win.

Positions that cannot differ in what is still to come are one: equal Conductors are equal, families that play the same
part are equal whatever they are called, and of a family of which no card can come any more only its points count. With
cards removed unseen (SO-050) the bag holds them, too, so a draw is weighed over all that may be hidden.

Who has several ways to the same share takes the one with more points beside the others.

All that is known of a family is one number (``solver_keys.py``), so a move is a few sums, undone after it. That is why
the rules are told here a second time; tests compare with an expectimax by the rules themselves.
"""

from __future__ import annotations

from typing import Final, final

from tutti.ai.solver import Solver
from tutti.games.symphonimo.ai.solver_keys import CARD, COUNTS, HAND, HELD, LAID, UNDER, Found, Keys, zeros
from tutti.games.symphonimo.pack.box import (
    FAMILIES,
    MOST_CARDS,
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_DRAW_ONE,
    POWER_PASS_LEFT,
    POWER_TAKE_NOW,
    SIZE,
)
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.effects import NEXT, SEATS
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import EVERYONE, Host
from tutti.kernel.game import Game
from tutti.kernel.native import i64, u8, vec

CERTAIN: Final = 1_000_000_000_000
"""A share of one."""
SAME: Final = 10_000
"""Shares that differ by less are equal: so much may be lost by rounding."""
MILLIONTH: Final = 1_000_000
NONE: Final = -1
REACH: Final[bytes] = bytes([0, 0, 9, 5, 4, 3, 3])
"""With so many cards in the deck the end may come within reach, by number of players; nobody tries before."""


@final
class Wish(Host):
    """Brings the card that is tried, and tells whether one was asked for."""

    def __init__(self) -> None:
        self.hears = False
        self.kind: i64 = 0
        self.asked = False

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        self.asked = True
        return self.kind


@final
class Endgame(Solver):
    """All that can still happen from one position."""

    def __init__(self, game: Game[State], s: State) -> None:
        super().__init__()
        n = s.n
        self.game = game
        self.start = s
        self.n = n
        self.everyone: i64 = (1 << n) - 1
        self.hidden = s.hidden
        self.wish = Wish()
        self.keys = Keys(s)
        self.words = self.keys.words
        self.scores = self.keys.scores
        self.faces = self.keys.faces
        self.limits = zeros(n)
        c: i64 = 0
        while c < n:
            self.limits[c] = i64(s.d.limits[i64(s.faces[c])])
            c += 1
        self.worth = zeros(COUNTS)
        self.tally = zeros(COUNTS)
        c = 0
        while c <= MOST_CARDS:
            self.worth[c] = i64(s.d.worth[c])
            self.tally[c] = i64(s.d.tally[c])
            c += 1
        self.out = zeros((s.deck + 3) * (n + 1) * 4 * 2 * n)
        """For each level of the recursion what was found there: shares, then points to come in millionths."""
        self.positions = Found(2 * n)
        self.most: i64 = 0
        self.choices = game.legal(s, -1)
        count: i64 = len(self.choices)
        self.found = zeros(count * 2 * n)
        """Of each choice: shares, then points in the end."""
        self.done: i64 = 0

    # -- asked from outside ----------------------------------------------------------------------

    def run(self, steps: i64) -> bool:
        """So many positions more; what is known stays known, so a call goes on where the last one ended."""
        self.most = self.states + steps
        while self.done < len(self.choices):
            if not self.begin(self.choices[self.done]):
                return False
            self.done += 1
        return True

    def share(self, a: i64, player: i64) -> i64:
        return self.found[self.row(a) + player] // MILLIONTH

    def points(self, a: i64, player: i64) -> i64:
        return self.found[self.row(a) + self.n + player] // 1000

    def row(self, a: i64) -> i64:
        i: i64 = 0
        while i < len(self.choices) and self.choices[i] != a:
            i += 1
        return i * 2 * self.n

    def begin(self, a: i64) -> bool:
        """What an action brings everybody, over all cards that it may turn up, by the rules themselves."""
        n = self.n
        s = self.start
        wish = self.wish
        row = self.done * 2 * n
        total = s.deck + s.hidden
        p: i64 = 0
        while p < 2 * n:
            self.found[row + p] = 0
            p += 1
        f: i64 = 0
        while f < FAMILIES:
            cards = i64(s.bag[f])
            if not cards and total:
                f += 1
                continue
            t = s.copy()
            wish.kind = f
            wish.asked = False
            self.game.apply(t, a, wish, -1)
            if not wish.asked:
                cards = 1
                total = 1
            if not self.solve(t):
                return False
            p = 0
            while p < n:
                self.found[row + p] += self.out[p] * cards
                self.found[row + n + p] += (self.out[n + p] + self.game.points(t, p) * MILLIONTH) * cards
                p += 1
            if not wish.asked:
                break
            f += 1
        p = 0
        while p < 2 * n:
            self.found[row + p] //= total
            p += 1
        return True

    def solve(self, s: State) -> bool:
        """What a position brings everybody, at the first level; False if the positions did not suffice."""
        n = self.n
        sizes: i64 = 0
        taken: i64 = 0
        cards = s.cards
        f: i64 = 0
        while f < FAMILIES:
            word = i64(s.bag[f])
            cell = f
            p: i64 = 0
            while p < n:
                word += i64(cards[cell]) * HAND[p]
                cell += FAMILIES
                p += 1
            self.words[f] = word
            f += 1
        c: i64 = 0
        while c < n:
            row = st.ROWS + c * st.ROW
            size = i64(cards[row + SIZE])
            sizes += size * CARD[c]
            if cards[row + st.HOLDER]:
                taken |= 1 << c
            cell = row
            while cell < row + size:
                self.words[i64(cards[cell])] += LAID[c]
                cell += 1
            self.scores[c] = 0
            cell = c * FAMILIES
            stop = cell + FAMILIES
            while cell < stop:
                self.scores[c] += self.tally[i64(cards[cell])]
                cell += 1
            c += 1
        step = s.step
        if step == st.OVER:
            self.judge(0)
            return True
        if step in (st.TURN, st.LAST):
            return self.turn(0, s.player, s.in_round, taken, sizes, s.deck)
        if step == st.PLACE:
            return self.put(0, s.player, s.in_round, taken, sizes, s.deck, s.drawn)
        if step == st.TAKE_NOW:
            return self.now(0, s.player, s.in_round, taken, sizes, s.deck, s.chosen)
        return self.take(0, s.player, s.in_round, taken, sizes, s.deck, s.chosen)

    # -- moves -------------------------------------------------------------------------------------

    def turn(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64) -> bool:
        """SO-010, SO-025: draw or take, or with the deck empty take or end; what is best brings this to everybody."""
        n = self.n
        alone = not deck and not in_round & (in_round - 1)  # nobody follows: quicker worked out than looked for
        key: i64 = 0
        if not alone:
            key = self.keys.key(player, in_round, taken, sizes, deck)
            if self.positions.known(key, self.out, level * 2 * n):
                return True
            if self.states >= self.most:
                return False
        better: i64 = 0
        if not deck:  # SO-025
            left = in_round & ~(1 << player)
            if not left:
                self.judge(level)
            elif not self.turn(level, NEXT[left * SEATS + player], left, taken, sizes, 0):
                return False
            better = 1
        elif self.has_room(taken, sizes):
            if not self.draw(level, player, in_round, taken, sizes, deck):
                return False
            better = 1
        c: i64 = 0
        while c < n:
            if (sizes >> (4 * c)) & 15 and self.keys.is_first(c, taken, sizes):
                if not better:
                    if not self.take(level, player, in_round, taken, sizes, deck, c):
                        return False
                    better = 1
                else:
                    if not self.take(level + 1, player, in_round, taken, sizes, deck, c):
                        return False
                    self.prefer(level, player)
            c += 1
        if not alone:
            self.positions.keep(key, self.out, level * 2 * n)
            self.states += 1
        return True

    def draw(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64) -> bool:
        """SO-011: every card that may come, by its weight."""
        words = self.words
        self.clear(level)
        f: i64 = 0
        while f < FAMILIES:
            cards = self.keys.weight(f)
            if cards:
                words[f] -= 1
                fine = self.put(level + 1, player, in_round, taken, sizes, deck - 1, f)
                words[f] += 1
                if not fine:
                    return False
                self.add(level, cards)
            f += 1
        self.divide(level, deck + self.hidden)
        return True

    def put(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64, f: i64) -> bool:
        """SO-011: the card under the Conductor where it serves the player best."""
        n = self.n
        words = self.words
        follows: i64 = NEXT[in_round * SEATS + player]
        at = level
        c: i64 = 0
        while c < n:
            size = (sizes >> (4 * c)) & 15
            if not (taken >> c) & 1 and size < self.limits[c] and self.keys.is_first(c, taken, sizes):
                words[f] += LAID[c]
                if self.faces[c] == POWER_TAKE_NOW:
                    fine = self.now(at, player, in_round, taken, sizes + CARD[c], deck, c)
                else:
                    fine = self.turn(at, follows, in_round, taken, sizes + CARD[c], deck)
                words[f] -= LAID[c]
                if not fine:
                    return False
                if at > level:
                    self.prefer(level, player)
                at = level + 1
            c += 1
        return True

    def now(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64, c: i64) -> bool:
        """SO-045: take the Conductor at once, or go on."""
        if not self.turn(level, NEXT[in_round * SEATS + player], in_round, taken, sizes, deck):
            return False
        if not self.take(level + 1, player, in_round, taken, sizes, deck, c):
            return False
        self.prefer(level, player)
        return True

    def take(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64, c: i64) -> bool:
        """SO-015: with the answer of a power that asks."""
        face = self.faces[c]
        if face in (POWER_PASS_LEFT, POWER_DISCARD_ONE, POWER_DISCARD_OWN):
            at = level
            if face == POWER_DISCARD_OWN:  # SO-043: or none
                if not self.collect(level, player, in_round, taken, sizes, deck, c):
                    return False
                at = level + 1
            words = self.words
            f: i64 = 0
            while f < FAMILIES:
                if face == POWER_DISCARD_OWN:
                    may = (words[f] >> (HELD + 4 * player)) & 15
                else:
                    may = (words[f] >> (UNDER + 3 * c)) & 7
                if may:
                    if not self.answer(at, player, in_round, taken, sizes, deck, c, f):
                        return False
                    if at > level:
                        self.prefer(level, player)
                    at = level + 1
                f += 1
            return True
        return self.collect(level, player, in_round, taken, sizes, deck, c)

    def answer(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64, c: i64, f: i64) -> bool:
        """SO-041 to SO-043: one card goes to the left, out of the row, or out of the collection."""
        n = self.n
        word = self.words[f]
        face = self.faces[c]
        whose: i64 = NONE
        gain: i64 = 0
        if face == POWER_DISCARD_OWN:
            whose = player
            gain = self.move(whose, f, NONE)
        else:
            self.words[f] -= LAID[c]
            if face == POWER_PASS_LEFT:
                whose = player + 1
                if whose == n:
                    whose = 0
                gain = self.move(whose, f, 1)
        fine = self.collect(level, player, in_round, taken, sizes, deck, c)
        if whose != NONE:
            self.out[level * 2 * n + n + whose] += gain * MILLIONTH
            self.move(whose, f, 1 if face == POWER_DISCARD_OWN else NONE)
        self.words[f] = word
        return fine

    def move(self, player: i64, f: i64, cards: i64) -> i64:
        """Cards into a collection or out of it; the points that this brings."""
        old = (self.words[f] >> (HELD + 4 * player)) & 15
        self.words[f] += cards * HAND[player]
        self.scores[player] += self.tally[old + cards] - self.tally[old]
        return self.worth[old + cards] - self.worth[old]

    def collect(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64, c: i64) -> bool:
        """SO-015: the row joins the collection, and the player leaves the round."""
        n = self.n
        words = self.words
        shift = UNDER + 3 * c
        row: i64 = 0
        gain: i64 = 0
        f: i64 = 0
        while f < FAMILIES:
            cards = (words[f] >> shift) & 7
            if cards:
                row += cards * CARD[f]
                words[f] -= cards * LAID[c]
                gain += self.move(player, f, cards)
            f += 1
        sizes &= ~(15 << (4 * c))
        taken |= 1 << c
        if self.faces[c] == POWER_DRAW_ONE and deck:
            fine = self.gift(level, player, in_round, taken, sizes, deck)
        else:
            fine = self.leave(level, player, in_round, taken, sizes, deck)
        f = 0
        while row:
            cards = row & 15
            if cards:
                self.move(player, f, -cards)
                words[f] += cards * LAID[c]
            row >>= 4
            f += 1
        self.out[level * 2 * n + n + player] += gain * MILLIONTH
        return fine

    def gift(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64) -> bool:
        """SO-044: a card straight into the collection."""
        n = self.n
        words = self.words
        self.clear(level)
        f: i64 = 0
        while f < FAMILIES:
            cards = self.keys.weight(f)
            if cards:
                words[f] -= 1
                gain = self.move(player, f, 1)
                fine = self.leave(level + 1, player, in_round, taken, sizes, deck - 1)
                self.move(player, f, NONE)
                words[f] += 1
                if not fine:
                    return False
                self.out[(level + 1) * 2 * n + n + player] += gain * MILLIONTH
                self.add(level, cards)
            f += 1
        self.divide(level, deck + self.hidden)
        return True

    def leave(self, level: i64, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64) -> bool:
        """SO-017, SO-020, SO-027: the others go on, or a new round begins, or all is over."""
        in_round &= ~(1 << player)
        if in_round:
            return self.turn(level, NEXT[in_round * SEATS + player], in_round, taken, sizes, deck)
        if deck:
            return self.turn(level, player, self.everyone, 0, 0, deck)
        self.judge(level)
        return True

    # -- what was found ------------------------------------------------------------------------------

    def judge(self, level: i64) -> None:
        """Shares of the win at the end."""
        n = self.n
        out = self.out
        scores = self.scores
        best = scores[0]
        winners: i64 = 1
        p: i64 = 1
        while p < n:
            if scores[p] > best:
                best = scores[p]
                winners = 1
            elif scores[p] == best:
                winners += 1
            p += 1
        row = level * 2 * n
        p = 0
        while p < n:
            out[row + p] = 0
            if scores[p] == best:
                out[row + p] = CERTAIN // winners
            out[row + n + p] = 0
            p += 1

    def prefer(self, level: i64, me: i64) -> None:
        """What was found one level further takes the place of what was found here, if it is better for a player."""
        n = self.n
        out = self.out
        row = level * 2 * n
        other = row + 2 * n
        gap = out[other + me] - out[row + me]
        if gap < -SAME:
            return
        p: i64 = 0
        if gap <= SAME:
            ahead = (out[other + n + me] - out[row + n + me]) * n
            while p < n:
                ahead -= out[other + n + p] - out[row + n + p]
                p += 1
            if ahead <= SAME:
                return
        p = 0
        while p < 2 * n:
            out[row + p] = out[other + p]
            p += 1

    def clear(self, level: i64) -> None:
        row = level * 2 * self.n
        stop = row + 2 * self.n
        while row < stop:
            self.out[row] = 0
            row += 1

    def add(self, level: i64, cards: i64) -> None:
        """What was found one level further, so many times."""
        out = self.out
        width = 2 * self.n
        row = level * width
        stop = row + width
        while row < stop:
            out[row] += out[row + width] * cards
            row += 1

    def divide(self, level: i64, total: i64) -> None:
        out = self.out
        row = level * 2 * self.n
        stop = row + 2 * self.n
        while row < stop:
            out[row] //= total
            row += 1

    def has_room(self, taken: i64, sizes: i64) -> bool:
        c: i64 = 0
        while c < self.n:
            if not (taken >> c) & 1 and (sizes >> (4 * c)) & 15 < self.limits[c]:
                return True
            c += 1
        return False


def distinct(s: State, choices: tuple[int, ...]) -> tuple[int, ...]:
    """The choices without Conductors that are in every way the same as one with a lower number."""
    step = s.step
    if step == st.PLACE:
        return act.ONLY_PLACE[unlike(s, s.room)]
    if step == st.TURN:
        if s.room:
            return act.DRAW_OR_TAKE[unlike(s, s.filled)]
        return act.ONLY_TAKE[unlike(s, s.filled)]
    if step == st.LAST:
        return act.TAKE_OR_END[unlike(s, s.filled)]
    return choices


def alike(s: State, a: i64, b: i64) -> bool:
    """Whether two choices name Conductors that are in every way the same."""
    first: i64 = act.A_PLACE if s.step == st.PLACE else act.A_TAKE
    if s.step != st.PLACE and s.step != st.TURN and s.step != st.LAST:
        return False
    c = a - first
    other = b - first
    if c < 0 or other < 0 or c >= s.n or other >= s.n:
        return False
    return i64(s.faces[c]) == i64(s.faces[other]) and cards_under(s, c) == cards_under(s, other)


def unlike(s: State, mask: i64) -> i64:
    """The Conductors of a mask, of equal ones the first."""
    left = mask
    c: i64 = 0
    while mask >> c:
        if (left >> c) & 1:
            cards = cards_under(s, c)
            face = i64(s.faces[c])
            other = c + 1
            while left >> other:
                if (left >> other) & 1 and i64(s.faces[other]) == face and cards_under(s, other) == cards:
                    left ^= 1 << other
                other += 1
        c += 1
    return left


def cards_under(s: State, c: i64) -> i64:
    """What lies under a Conductor, four bits a family."""
    cell = st.ROWS + c * st.ROW
    stop = cell + i64(s.cards[cell + SIZE])
    cards: i64 = 0
    while cell < stop:
        cards += CARD[i64(s.cards[cell])]
        cell += 1
    return cards


def endgame(game: Game[State], s: State) -> Solver | None:
    """Somebody to work out the rest, where that may be within reach."""
    if s.step == st.OVER or s.deck > i64(REACH[s.n]):
        return None
    return Endgame(game, s.copy())
