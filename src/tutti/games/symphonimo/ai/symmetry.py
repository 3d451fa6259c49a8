# tutti: compiled
# tutti: hot
"""Positions that are the same but for the places of Conductors are one, whatever way led there.

Conductors with the same face may change places: here they get an order that does not depend on the way.
"""

from __future__ import annotations

from typing import Final

from tutti.ai.mind import STAGES
from tutti.games.symphonimo.ai.solver_keys import CARD
from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules.actions import A_PLACE, A_TAKE, A_YES
from tutti.games.symphonimo.rules.effects import SEATS
from tutti.games.symphonimo.rules.state import HOLDER, ROW, ROWS, State
from tutti.kernel.native import i64, u8, vec

ROOM: Final = 1 + SEATS
"""Numbers that ``settle`` needs room for: how Conductors changed places, and what lies under each."""
PLACES: Final = 0o76543210
"""Each Conductor in its own place, three bits for each; a change is told by the bits that differ."""
BELOW: Final = 0x7FFFFFFFFFFFFF
"""A mark without its stage."""
LATEST: Final = 127
"""The stage when no card is left to draw."""

# Parts of the table in a mark, above all their cards.
PART: Final = 2**44
UNDER: Final = 1
BAG: Final = 7
HELD: Final = 8

_HALF: Final = 0x7FFFFFFF


def settle(s: State, room: vec[i64]) -> i64:
    """Bring the Conductors in order and tell the mark; the stage is how many cards have been drawn."""
    order(s, room)
    taken: i64 = 0
    mark: i64 = 0
    c: i64 = 0
    while c < s.n:
        cards = room[1 + c]
        if cards < 0:
            taken |= 1 << c
        elif cards:
            mark += blend((UNDER + c) * PART + cards)
        mark += blend((HELD + c) * PART + packed(s.cards, c * FAMILIES))
        c += 1
    mark += blend(BAG * PART + packed(s.bag, 0))
    here = ((s.in_round * 64 + taken) * 8 + s.step) * 8 + s.player
    mark += blend((here * 8 + s.chosen + 1) * 16 + s.drawn + 1)
    return ((LATEST - s.deck) << STAGES) + (mark & BELOW)


def blend(part: i64) -> i64:
    """59 bits that look like chance, out of 48; no step leaves a machine word, so plain Python finds the same."""
    x = (part & _HALF) * 0x9E3779B1 + (part >> 31) * 0x2545F491
    x ^= x >> 29
    x = (x & _HALF) * 0x85EBCA6B + (x >> 31) * 0x1B873593
    return (x ^ (x >> 32)) & 0x7FFFFFFFFFFFFFF


def packed(cards: vec[u8], first: i64) -> i64:
    """Numbers of cards of all families, four bits each."""
    found: i64 = 0
    cell = first + FAMILIES
    while cell > first:
        cell -= 1
        found = found * 16 + i64(cards[cell])
    return found


def order(s: State, room: vec[i64]) -> None:
    """Sort Conductors with the same face: those that were taken, then by the cards under them and who is waited for."""
    cards = s.cards
    places: i64 = PLACES
    c: i64 = 0
    while c < s.n:
        cell = ROWS + c * ROW
        weight: i64 = 0
        if cards[cell + HOLDER]:
            weight = -1
        stop = cell + i64(cards[cell + SIZE])
        while cell < stop:
            weight += 2 * CARD[i64(cards[cell])]
            cell += 1
        if c == s.chosen:
            weight += 1
        room[1 + c] = weight
        at = c
        face: i64 = s.faces[c]
        while at > 0 and room[at] > weight:
            before: i64 = s.faces[at - 1]
            if before != face:
                break
            room[1 + at] = room[at]
            room[at] = weight
            swap(s, at - 1, at)
            places = exchanged(places, at - 1, at)
            at -= 1
        c += 1
    room[0] = places ^ PLACES


def turn(s: State, how: i64) -> None:
    """The change of places that ``settle`` told of, in another position of the same table."""
    wanted = how ^ PLACES
    places: i64 = PLACES
    c: i64 = 0
    while places != wanted:
        at = c
        while (places >> (3 * at)) & 7 != (wanted >> (3 * c)) & 7:
            at += 1
        if at != c:
            swap(s, c, at)
            places = exchanged(places, c, at)
        c += 1


def named(a: i64, how: i64) -> i64:
    """What an action was called before this change."""
    if not how or a < A_PLACE or a >= A_YES:
        return a
    first: i64 = A_PLACE
    if a >= A_TAKE:
        first = A_TAKE
    return first + (((how ^ PLACES) >> (3 * (a - first))) & 7)


def exchanged(places: i64, c: i64, other: i64) -> i64:
    """Two Conductors in each other's place."""
    both = ((places >> (3 * c)) ^ (places >> (3 * other))) & 7
    return places ^ (both << (3 * c)) ^ (both << (3 * other))


def swap(s: State, c: i64, other: i64) -> None:
    """The same on the table."""
    cards = s.cards
    one = ROWS + c * ROW
    two = ROWS + other * ROW
    stop = one + ROW
    while one < stop:
        card = cards[one]
        cards[one] = cards[two]
        cards[two] = card
        one += 1
        two += 1
    if s.chosen == c:
        s.chosen = other
    elif s.chosen == other:
        s.chosen = c
    both: i64 = (1 << c) | (1 << other)
    if s.filled & both and s.filled & both != both:
        s.filled ^= both
    if s.room & both and s.room & both != both:
        s.room ^= both
