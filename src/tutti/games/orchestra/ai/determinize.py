# tutti: compiled
# tutti: hot
"""What a player cannot know, drawn anew: the others' Theater Cards. Decks have no order to hide."""

from __future__ import annotations

from tutti.games.orchestra.rules.events import BAG_THEATER
from tutti.games.orchestra.rules.state import DEALT, KEPT, OVER, OWN, State
from tutti.kernel.chance import EVERYONE, Host
from tutti.kernel.native import i64, u8, vec


def determinize(s: State, player: i64, host: Host) -> State:
    """OR-011: only the owner knows the two dealt; the one kept is known to all when it has been counted.

    A search asks for a world every few lines.
    """
    world = s.copy()
    own = world.own
    cards = vec[u8]([1] * len(s.d.theater))
    left: i64 = len(cards)
    over = s.phase == OVER
    p: i64 = 0
    while p < s.n:
        at = p * OWN
        if p == player:
            cards[i64(own[at + DEALT]) - 1] = 0
            cards[i64(own[at + DEALT + 1]) - 1] = 0
            left -= 2
        elif over:
            cards[i64(own[at + KEPT]) - 1] = 0
            left -= 1
        p += 1
    p = 0
    while p < s.n:
        at = p * OWN
        if p != player:
            if over:
                own[at + DEALT] = own[at + KEPT]
            else:
                left = draw_into(own, at + DEALT, cards, left, host)
            left = draw_into(own, at + DEALT + 1, cards, left, host)
            if own[at + KEPT]:
                own[at + KEPT] = own[at + DEALT]  # both were drawn at random, so either will do
        p += 1
    return world


def draw_into(own: vec[u8], cell: i64, cards: vec[u8], left: i64, host: Host) -> i64:
    """One of the cards that are left; returns how many there are then."""
    card = host.draw(BAG_THEATER, cards, left, EVERYONE)
    cards[card] = 0
    own[cell] = u8(card + 1)
    return left - 1
