# tutti: compiled
# tutti: hot
"""The end of a match worked out: every line to its end, chance by its weight, everybody for their own share of the win.

Positions that cannot differ in what is still to come are one: equal Conductors are equal, and of a family of which no
card can come any more only its points count. With cards removed unseen (SO-050) the bag holds them, too, so a draw is
weighed over all that may be hidden.

Who has several ways to the same share takes the one with more points beside the others.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.actions import A_TAKE, DRAW_OR_TAKE, ONLY_PLACE, ONLY_TAKE, TAKE_OR_END
from tutti.games.symphonimo.box import FAMILIES
from tutti.games.symphonimo.rules import POWER_DISCARD_OWN
from tutti.games.symphonimo.state import HOLDER, LAST, OVER, PLACE, ROW, SIZE, TURN, State
from tutti.kernel.chance import EVERYONE, Host
from tutti.kernel.game import Game, Solver
from tutti.kernel.native import i64, u8, vec

CERTAIN: Final = 1_000_000_000_000
"""A share of one."""
SAME: Final = 10_000
"""Shares that differ by less are equal: so much may be lost by rounding."""
MILLIONTH: Final = 1_000_000
UNFINISHED: Final = -1
LOST: Final = 5
"""Cards of a family from which on a set scores nothing, however many there are."""
FIRST: Final = 4096
_WORD: Final = 0xFFFFFFFF
CARD: Final = vec[i64]([1 << (4 * f) for f in range(FAMILIES)])
"""One card of a family, in four bits a family."""
REACH: Final[bytes] = bytes([0, 0, 9, 5, 4, 3, 3])
"""With so many cards in the deck the end may come within reach, by number of players; nobody tries before."""


def zeros(count: i64) -> vec[i64]:
    return vec[i64]([0] * count)


def grown(old: vec[i64]) -> vec[i64]:
    """Twice the room, the same beginning."""
    new = zeros(2 * len(old))
    i: i64 = 0
    while i < len(old):
        new[i] = old[i]
        i += 1
    return new


def mix(mark: i64, value: i64) -> i64:
    """Fold 32 bits of a value into a mark of 32 bits."""
    mark = ((mark ^ (value & _WORD)) * 0x2C1B3C6D + 0x3C6EF372) & _WORD
    return mark ^ (mark >> 15)


def mix_other(mark: i64, value: i64) -> i64:
    """Another way, so that both together tell positions apart."""
    mark = ((mark ^ (value & _WORD)) * 0x297A2D39 + 0x1B873593) & _WORD
    return mark ^ (mark >> 14)


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
        self.game = game
        self.start = s
        self.n = s.n
        self.wish = Wish()
        self.dropping = False
        """Whether a Conductor lets cards be dropped: then no set is ever done."""
        c: i64 = 0
        while c < s.n:
            if i64(s.faces[c]) == POWER_DISCARD_OWN:
                self.dropping = True
            c += 1
        self.heads = zeros(FIRST)
        """Where a key begins its search: number of a position + 1."""
        self.keys = zeros(FIRST)
        self.shares = zeros(FIRST * s.n)
        """Of a position, for each player."""
        self.gains = zeros(FIRST * s.n)
        """Points still to come, for each player, in millionths."""
        self.most: i64 = 0
        self.choices = game.legal(s, -1)
        self.found = zeros(len(self.choices) * s.n * 2)
        """Of each choice: shares, then points in the end."""
        self.done: i64 = 0

    # -- asked from outside ----------------------------------------------------------------------

    def run(self, steps: i64) -> bool:
        """So many positions more; what is known stays known, so a call goes on where the last one ended."""
        n = self.n
        self.most = self.states + steps
        while self.done < len(self.choices):
            there = zeros(2 * n)
            if not self.weigh(self.start, self.choices[self.done], there):
                return False
            row = self.done * 2 * n
            p: i64 = 0
            while p < n:
                self.found[row + p] = there[p]
                self.found[row + n + p] = there[n + p] + self.game.points(self.start, p) * MILLIONTH
                p += 1
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

    # -- positions -------------------------------------------------------------------------------

    def look(self, s: State) -> i64:
        """The number of a position that is worked out, or UNFINISHED."""
        key = self.key(s)
        known = self.number(key)
        if known >= 0:
            return known
        if self.states >= self.most:
            return UNFINISHED
        n = self.n
        best = zeros(2 * n)
        if s.step == OVER:
            self.judge(s, best)
        elif not self.choose(s, best):
            return UNFINISHED
        return self.keep(key, best)

    def judge(self, s: State, found: vec[i64]) -> None:
        """Shares of the win at the end."""
        winners: i64 = 0
        p: i64 = 0
        while p < self.n:
            if self.game.place(s, p) == 1:
                winners += 1
                found[p] = CERTAIN
            p += 1
        p = 0
        while p < self.n:
            found[p] //= winners
            p += 1

    def choose(self, s: State, best: vec[i64]) -> bool:
        """What the best action of whoever decides brings everybody; False if it could not be worked out."""
        n = self.n
        me = s.player
        choices = distinct(s, self.game.legal(s, -1))
        first = True
        i: i64 = 0
        while i < len(choices):
            a: i64 = choices[i]
            i += 1
            there = zeros(2 * n)
            if not self.weigh(s, a, there):
                return False
            if first or self.better(there, best, me):
                first = False
                p: i64 = 0
                while p < 2 * n:
                    best[p] = there[p]
                    p += 1
        return True

    def better(self, one: vec[i64], two: vec[i64], me: i64) -> bool:
        gap = one[me] - two[me]
        if gap > SAME or gap < -SAME:
            return gap > 0
        n = self.n
        ahead = (one[n + me] - two[n + me]) * n
        p: i64 = 0
        while p < n:
            ahead -= one[n + p] - two[n + p]
            p += 1
        return ahead > SAME

    def weigh(self, s: State, a: i64, found: vec[i64]) -> bool:
        """What an action brings everybody, over all cards that it may turn up; False as above."""
        n = self.n
        wish = self.wish
        total = s.deck + s.hidden
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
            drew = wish.asked
            at = self.look(t)
            if at < 0:
                return False
            p: i64 = 0
            while p < n:
                gain = self.gains[at * n + p]
                if a >= A_TAKE:
                    gain += (self.game.points(t, p) - self.game.points(s, p)) * MILLIONTH
                if drew:
                    found[p] += self.shares[at * n + p] * cards
                    found[n + p] += gain * cards
                else:
                    found[p] = self.shares[at * n + p]
                    found[n + p] = gain
                p += 1
            if not drew:
                return True
            f += 1
        p = 0
        while p < 2 * n:
            found[p] //= total
            p += 1
        return True

    # -- what tells positions apart ----------------------------------------------------------------

    def key(self, s: State) -> i64:
        """Equal for positions that have the same to come."""
        n = self.n
        cards: i64 = 0
        bag: i64 = 0
        coming: i64 = 0  # families of which a card may still reach a collection, as a mask
        f: i64 = FAMILIES
        while f > 0:
            f -= 1
            cards = 0
            if s.deck:  # with none to draw it does not matter what was removed
                cards = i64(s.bag[f])
            bag = (bag << 4) | cards
            coming = (coming << 1) | i64(cards != 0)
        if s.drawn >= 0:
            coming |= 1 << s.drawn
        rows: i64 = 0
        others: i64 = 0
        chosen: i64 = 0
        c: i64 = 0
        while c < n:
            row = c * ROW
            cards = 0
            cell = row
            stop = row + i64(s.rows[row + SIZE])
            while cell < stop:
                f = i64(s.rows[cell])
                cards += CARD[f]
                coming |= 1 << f
                cell += 1
            face = i64(s.faces[c]) * 2 + i64(s.rows[row + HOLDER] != 0)
            one = mix(mix(mix(1, face), cards), cards >> 32)
            two = mix_other(mix_other(mix_other(1, face), cards), cards >> 32)
            rows += one  # a sum: in which order Conductors lie does not matter
            others += two
            if c == s.chosen:
                chosen = one
            c += 1
        # Little room for who is asked what: the numbers are all small.
        asked = (((s.step * 8 + s.player) * 64 + s.in_round) * 16 + s.drawn + 1) * 128 + s.deck
        mark = mix(mix(mix(mix(mix(asked, rows), others), chosen), bag), bag >> 32)
        other = mix_other(mix_other(mix_other(mix_other(mix_other(asked, others), rows), chosen), bag), bag >> 32)
        p: i64 = 0
        first: i64 = 0
        while p < n:
            held: i64 = 0
            done: i64 = 1 << 20
            f = 0
            while f < FAMILIES:
                cards = i64(s.hands[p * FAMILIES + f])
                if self.dropping or (coming >> f) & 1:
                    if cards > LOST and not self.dropping:
                        cards = LOST
                    held += CARD[f] * cards
                else:
                    done += i64(s.d.tally[cards])
                f += 1
            if p == 0:
                first = done
            done += (1 << 20) - first  # only how far apart they are matters
            mark = mix(mix(mix(mark, held), held >> 32), done)
            other = mix_other(mix_other(mix_other(other, held), held >> 32), done)
            p += 1
        return (mark << 30) ^ other

    def number(self, key: i64) -> i64:
        """The position with this key, or UNFINISHED."""
        room = len(self.heads) - 1
        at = (key ^ (key >> 31)) & room
        while True:
            known = self.heads[at]
            if not known:
                return UNFINISHED
            if self.keys[known - 1] == key:
                return known - 1
            at = (at + 1) & room

    def keep(self, key: i64, found: vec[i64]) -> i64:
        """A new position; half of the places stay free."""
        n = self.n
        at = self.states
        if at == len(self.keys):
            self.keys = grown(self.keys)
            self.shares = grown(self.shares)
            self.gains = grown(self.gains)
        self.keys[at] = key
        p: i64 = 0
        while p < n:
            self.shares[at * n + p] = found[p]
            self.gains[at * n + p] = found[n + p]
            p += 1
        self.states = at + 1
        if 2 * self.states > len(self.heads):
            self.heads = zeros(2 * len(self.heads))
            number: i64 = 0
            while number < self.states:
                self.enter(number)
                number += 1
        else:
            self.enter(at)
        return at

    def enter(self, number: i64) -> None:
        room = len(self.heads) - 1
        key = self.keys[number]
        at = (key ^ (key >> 31)) & room
        while self.heads[at]:
            at = (at + 1) & room
        self.heads[at] = number + 1


def distinct(s: State, choices: tuple[int, ...]) -> tuple[int, ...]:
    """The choices without Conductors that are in every way the same as one with a lower number."""
    step = s.step
    if step == PLACE:
        return ONLY_PLACE[unlike(s, s.room)]
    if step == TURN:
        if s.room:
            return DRAW_OR_TAKE[unlike(s, s.filled)]
        return ONLY_TAKE[unlike(s, s.filled)]
    if step == LAST:
        return TAKE_OR_END[unlike(s, s.filled)]
    return choices


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
    cell = c * ROW
    stop = cell + i64(s.rows[cell + SIZE])
    cards: i64 = 0
    while cell < stop:
        cards += CARD[i64(s.rows[cell])]
        cell += 1
    return cards


def endgame(game: Game[State], s: State) -> Solver | None:
    """Somebody to work out the rest, where that may be within reach."""
    if s.step == OVER or s.deck > i64(REACH[s.n]):
        return None
    return Endgame(game, s.copy())
