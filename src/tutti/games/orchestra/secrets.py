"""What a player cannot know, drawn anew: the others' Theater Cards. Decks have no order to hide."""

from __future__ import annotations

from tutti.games.orchestra.events import BAG_THEATER
from tutti.games.orchestra.state import DEALT, KEPT, OVER, OWN, State
from tutti.kernel.chance import Host
from tutti.kernel.native import u8, vec


def determinize(s: State, player: int, host: Host) -> State:
    """OR-011: only the owner knows the two dealt; the one kept is known to all when it has been counted."""
    world = s.copy()
    others = [p for p in range(s.n) if p != player]
    known = [int(s.own[player * OWN + DEALT + i]) for i in range(2)] if player >= 0 else []
    if s.phase == OVER:
        known += [int(s.own[other * OWN + KEPT]) for other in others]
    cards = vec[u8]([1] * len(s.d.theater))
    for card in known:
        cards[card - 1] = 0
    left = len(s.d.theater) - len(known)
    for other in others:
        at = other * OWN
        for i in range(2):
            if i == 0 and s.phase == OVER:
                world.own[at + DEALT] = s.own[at + KEPT]
                continue
            card = host.draw(BAG_THEATER, cards, left)
            cards[card] = 0
            left -= 1
            world.own[at + DEALT + i] = u8(card + 1)
        if s.own[at + KEPT]:
            world.own[at + KEPT] = world.own[at + DEALT]  # both were drawn at random, so either will do
    return world
