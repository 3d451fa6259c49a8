# tutti: compiled
# tutti: hot
"""What tells the positions of an endgame apart, and what is known of each.

All that is known of a family is one number (a word): how many of its cards are in the bag, in each collection, and
under each Conductor. Families play the same part where their words are equal, whatever they are called.
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.pack.box import FAMILIES, MOST_CARDS, POWER_DISCARD_OWN, Box
from tutti.games.symphonimo.rules.effects import SEATS
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.native import i64, vec

FIRST: Final = 4096
"""Places for positions at the beginning; a power of two."""
CARD: Final = vec[i64]([1 << (4 * f) for f in range(FAMILIES)])
"""One card of a family, in four bits a family; or one of a Conductor."""

# The parts of a word.
BAG: Final = 15
HELD: Final = 4
"""Where the collections begin, four bits each."""
HANDS: Final = 0xFFFFFF0
UNDER: Final = 28
"""Where the Conductors begin, three bits each."""
KNOWN: Final = 0xFFFFFFF
"""Bag and collections."""
HAND: Final = vec[i64]([2 ** (4 + 4 * p) for p in range(SEATS)])
LAID: Final = vec[i64]([2 ** (28 + 3 * c) for c in range(SEATS)])
"""One card in a collection, and under a Conductor."""
COUNTS: Final = 16
"""Numbers of cards in the tables below."""
IDLE: Final = 15
"""In place of a number held: no card that may come changes anything."""
FAR: Final = 1 << 20
DECIDED: Final = 1 << 18
"""Further ahead than anybody can be."""
_WORD: Final = 0xFFFFFFFF
_PART: Final = 0x3FFFFFFFFFFFFFF


def zeros(count: i64) -> vec[i64]:
    return vec[i64]([0] * count)


def spread_out(low: i64, high: i64) -> i64:
    """58 bits that look like chance, out of two numbers of 28 and 32 bits; sums of eleven fit into a number."""
    x = low * 0x9E3779B1 + high * 0x0B5297A4D
    x ^= x >> 30
    one = (x & _WORD) * 0x2C1B3C6D
    one ^= one >> 31
    two = ((x >> 29) & _WORD) * 0x297A2D39
    x = one + (two ^ (two >> 32))
    x ^= x >> 27
    x = (x & _WORD) * 0x1B873593 + (x >> 31)
    return (x ^ (x >> 29)) & _PART


@final
class Keys:
    """A position as words and tallies, and its key: equal where the same is to come."""

    def __init__(self, s: State) -> None:
        n = s.n
        self.n = n
        self.words = zeros(FAMILIES)
        """What is known of each family."""
        self.scores = zeros(n)
        """Tallies of the collections as they are (SO-037)."""
        self.faces = zeros(n)
        self.dropping = False
        """Whether a Conductor lets cards be dropped: then no set is ever done."""
        c: i64 = 0
        while c < n:
            self.faces[c] = i64(s.faces[c])
            if self.faces[c] == POWER_DISCARD_OWN:
                self.dropping = True
            c += 1
        self.alike = alike(s.d)
        self.swing = swing(s.d) if n == 2 else zeros(1)
        self.order = zeros(n)
        self.weights = zeros(n)

    def weight(self, f: i64) -> i64:
        """Cards of a family in the bag and of those that are in every way like it; 0 if one before it is."""
        words = self.words
        word = words[f]
        cards = word & BAG
        if not cards:
            return 0
        other: i64 = 0
        while other < f:
            if words[other] == word:
                return 0
            other += 1
        total = cards
        other = f + 1
        while other < FAMILIES:
            if words[other] == word:
                total += cards
            other += 1
        return total

    def is_first(self, c: i64, taken: i64, sizes: i64) -> bool:
        """Whether no Conductor with a lower number on the table is in every way like this one."""
        size = (sizes >> (4 * c)) & 15
        other: i64 = 0
        while other < c:
            if (
                not (taken >> other) & 1
                and (sizes >> (4 * other)) & 15 == size
                and self.faces[other] == self.faces[c]
                and (not size or self.is_like(c, other))
            ):
                return False
            other += 1
        return True

    def is_like(self, c: i64, other: i64) -> bool:
        words = self.words
        one = UNDER + 3 * c
        two = UNDER + 3 * other
        f: i64 = 0
        while f < FAMILIES:
            if (words[f] >> one) & 7 != (words[f] >> two) & 7:
                return False
            f += 1
        return True

    def sort(self, taken: i64, sizes: i64) -> None:
        """Conductors in an order that, if it can be had, depends neither on their numbers nor on names of families."""
        n = self.n
        order = self.order
        weights = self.weights
        c: i64 = 0
        while c < n:
            weights[c] = (((taken >> c) & 1) * 16 + ((sizes >> (4 * c)) & 15)) * 8 + self.faces[c]
            c += 1
        c = 0
        while c < n:
            order[c] = c
            weight = weights[c]
            other: i64 = 0
            while other < c:
                if weights[other] & 0x7FF == weight and (sizes >> (4 * c)) & 15:
                    weights[other] = weight + self.content(other) * 2048
                    weights[c] = weight + self.content(c) * 2048
                other += 1
            at = c
            while at > 0 and weights[order[at - 1]] > weights[order[at]]:
                other = order[at]
                order[at] = order[at - 1]
                order[at - 1] = other
                at -= 1
            c += 1

    def content(self, c: i64) -> i64:
        """A mark of what lies under a Conductor, by the part that its families play."""
        words = self.words
        shift = UNDER + 3 * c
        mark: i64 = 0
        f: i64 = 0
        while f < FAMILIES:
            cards = (words[f] >> shift) & 7
            if cards:
                mark += spread_out(words[f] & KNOWN, cards) & 0xFFFFF
            f += 1
        return mark

    def key(self, player: i64, in_round: i64, taken: i64, sizes: i64, deck: i64) -> i64:
        """Equal for positions that have the same to come; never 0."""
        n = self.n
        words = self.words
        alike = self.alike
        pair = n == 2
        self.sort(taken, sizes)
        kinds: i64 = 0
        c: i64 = 0
        while c < n:
            kinds = kinds * 16 + (self.faces[self.order[c]] * 2 + ((taken >> self.order[c]) & 1))
            c += 1
        total = spread_out((deck * 64 + in_round) * 8 + player, kinds)
        idle: i64 = 0  # cards that change nothing for anybody
        most: i64 = 0
        least: i64 = 0
        f: i64 = 0
        while f < FAMILIES:
            word = words[f]
            f += 1
            if not deck:
                word -= word & BAG  # with none to draw it does not matter what was removed
            low = word & KNOWN
            rows = word >> UNDER
            if self.dropping:
                if word:
                    total += spread_out(low, self.sorted_rows(rows))
                continue
            coming = word & BAG
            if not rows and not coming:
                continue  # its points are all that counts
            low = coming
            c = rows
            while c:
                coming += c & 7
                c >>= 3
            first: i64 = (word >> HELD) & 15
            part = alike[first * COUNTS + coming]
            live = part != IDLE
            low += part * HAND[0]
            p: i64 = 1
            while p < n:
                held = (word >> (HELD + 4 * p)) & 15
                part = alike[held * COUNTS + coming]
                if part != IDLE:
                    live = True
                low += part * HAND[p]
                p += 1
            if not live:
                idle += word - (word & HANDS)
                continue
            if pair:
                held = (word >> (HELD + 4)) & 15
                most += self.swing[(first * COUNTS + held) * COUNTS + coming]
                least -= self.swing[(held * COUNTS + first) * COUNTS + coming]
            total += spread_out(low, self.sorted_rows(rows))
        if idle:
            total += spread_out(idle & KNOWN, self.sorted_rows(idle >> UNDER) + 0x40000)
        if pair:
            ahead = self.scores[0] - self.scores[1]
            if not self.dropping:  # who has won whatever happens has won: by how much does not matter
                if ahead + least > 0:
                    ahead = DECIDED
                elif ahead + most < 0:
                    ahead = -DECIDED
            return total + spread_out(ahead + FAR, 0x80000) + 1
        p = 1
        while p < n:  # only how far apart they are matters
            total += spread_out(self.scores[p] - self.scores[0] + FAR, 0x80000 + p)
            p += 1
        return total + 1

    def sorted_rows(self, rows: i64) -> i64:
        """Cards of a family under the Conductors, in their order."""
        order = self.order
        if self.n == 2:
            if order[0]:
                return ((rows & 7) << 3) + (rows >> 3)
            return rows
        found: i64 = 0
        if rows:
            c: i64 = 0
            while c < self.n:
                found = (found << 3) + ((rows >> (3 * order[c])) & 7)
                c += 1
        return found


@final
class Found:
    """What is known of positions: key, then so many numbers each. A place is free where the key is 0."""

    def __init__(self, width: i64) -> None:
        self.stride = width + 1
        self.table = zeros(FIRST * self.stride)
        self.room: i64 = FIRST
        self.count: i64 = 0

    def known(self, key: i64, out: vec[i64], row: i64) -> bool:
        """Whether the position is worked out; then its numbers go to ``out``."""
        table = self.table
        stride = self.stride
        last = self.room - 1
        at = (key ^ (key >> 29)) & last
        while True:
            cell = at * stride
            found = table[cell]
            if not found:
                return False
            if found == key:
                break
            at = (at + 1) & last
        i: i64 = 1
        while i < stride:
            out[row] = table[cell + i]
            row += 1
            i += 1
        return True

    def keep(self, key: i64, out: vec[i64], row: i64) -> None:
        """A new position; two places of five stay free."""
        if 5 * self.count >= 3 * self.room:
            self.grow()
        cell = self.free(key)
        table = self.table
        table[cell] = key
        i: i64 = 1
        while i < self.stride:
            table[cell + i] = out[row]
            row += 1
            i += 1
        self.count += 1

    def free(self, key: i64) -> i64:
        table = self.table
        last = self.room - 1
        at = (key ^ (key >> 29)) & last
        while table[at * self.stride]:
            at = (at + 1) & last
        return at * self.stride

    def grow(self) -> None:
        old = self.table
        stride = self.stride
        self.room *= 2
        self.table = zeros(self.room * stride)
        new = self.table
        cell: i64 = 0
        while cell < len(old):
            if old[cell]:
                to = self.free(old[cell])
                i: i64 = 0
                while i < stride:
                    new[to + i] = old[cell + i]
                    i += 1
            cell += stride


def alike(d: Box) -> vec[i64]:
    """Of a number of cards held and one of cards to come: a number held for which as much may happen, or IDLE."""
    found = zeros(COUNTS * COUNTS)
    held: i64 = 0
    while held <= MOST_CARDS:
        more: i64 = 0
        while held + more <= MOST_CARDS:
            part: i64 = IDLE
            if changes(d, held, more):
                part = 0
                while part < held and not (part + more <= MOST_CARDS and same_changes(d, part, held, more)):
                    part += 1
            found[held * COUNTS + more] = part
            more += 1
        held += 1
    return found


def changes(d: Box, held: i64, more: i64) -> bool:
    """Whether up to so many cards more change what a set counts."""
    i: i64 = 1
    while i <= more:
        if i64(d.tally[held + i]) != i64(d.tally[held]):
            return True
        i += 1
    return False


def same_changes(d: Box, one: i64, two: i64, more: i64) -> bool:
    i: i64 = 1
    while i <= more:
        if i64(d.tally[one + i]) - i64(d.tally[one]) != i64(d.tally[two + i]) - i64(d.tally[two]):
            return False
        i += 1
    return True


def swing(d: Box) -> vec[i64]:
    """By how much a family may move the first of two players ahead, by what both hold and what is to come."""
    found = zeros(COUNTS * COUNTS * COUNTS)
    one: i64 = 0
    while one <= MOST_CARDS:
        two: i64 = 0
        while one + two <= MOST_CARDS:
            more: i64 = 0
            while one + two + more <= MOST_CARDS:
                best: i64 = 0
                mine: i64 = 0
                while mine <= more:
                    others: i64 = 0
                    while mine + others <= more:
                        gain = i64(d.tally[one + mine]) - i64(d.tally[one])
                        gain -= i64(d.tally[two + others]) - i64(d.tally[two])
                        if gain > best:
                            best = gain
                        others += 1
                    mine += 1
                found[(one * COUNTS + two) * COUNTS + more] = best
                more += 1
            two += 1
        one += 1
    return found
