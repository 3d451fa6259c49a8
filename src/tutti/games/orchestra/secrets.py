"""What a player cannot know, drawn anew: the others' Theater Cards. Decks have no order to hide."""

from __future__ import annotations

from tutti.games.orchestra.events import BAG_THEATER
from tutti.games.orchestra.state import DEALT, KEPT, OVER, OWN, State
from tutti.kernel.chance import Host
from tutti.kernel.native import u8, vec


def determinize(s: State, player: int, host: Host) -> State:
    """OR-011: until they are counted, only the owner knows the two dealt and the one kept."""
    world = s.copy()
    if s.phase == OVER:
        return world
    cards = vec[u8]([1] * len(s.d.theater))
    left = len(s.d.theater)
    if player >= 0:
        for i in range(2):
            cards[int(s.own[player * OWN + DEALT + i]) - 1] = 0
            left -= 1
    for other in range(s.n):
        if other == player:
            continue
        at = other * OWN
        for i in range(2):
            card = host.draw(BAG_THEATER, cards, left)
            cards[card] = 0
            left -= 1
            world.own[at + DEALT + i] = u8(card + 1)
        if world.own[at + KEPT]:
            world.own[at + KEPT] = world.own[at + DEALT]  # both were drawn at random, so either will do
    return world
