"""A world for previews: what the player cannot know is put out of sight instead of drawn anew, which is much cheaper.

A preview ends where a hidden thing would be shown, so it never looks at what is put away here.
"""

from __future__ import annotations

from tutti.games.symphony.ai import determinize
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.knowledge import counts_at
from tutti.games.symphony.rules.state import CARDS_HELD, CHOIRS, S_CHOIR, SEALED, State, zeros
from tutti.games.symphony.rules.steps.opening import choir_count, picker
from tutti.kernel.chance import Host
from tutti.kernel.native import u8, vec

ANY_CARD = 2
ANY_OBJECTIVE = 1
PUBLIC_DRAFT = 2


def imagined(d: Box, s: State, player: int, host: Host) -> State:
    """A copy without the hands of others, their objectives and sealed answers, and the cards out of the game.

    Packets and picks stay: all that views tell of them are their sums, the packets that the player has held.
    """
    if s.stack[-1].step == S_CHOIR:  # the deal that follows looks at what is left
        return determinize.determinize(d, s, player, host)
    world = s.copy()
    world.bag = zeros(len(s.bag))
    others = [q for q in range(int(s.terms.n)) if q != player]
    first = _holder(d, s, others)
    for q in others:
        hide(world.hands, q)
        if len(s.discards):
            hide(world.discards, q)
    if first >= 0:
        theirs = first * KINDS
        world.hands[theirs + int(d.concertmaster_kind)] = u8(1)
        world.hands[theirs + ANY_CARD] -= u8(1)
    _hide_choirs(world, player)
    for q in others:
        for at in (CARDS_HELD + 2 * q, CARDS_HELD + 2 * q + 1, SEALED + q):
            if world.desk[at]:
                world.desk[at] = u8(ANY_OBJECTIVE)
    return world


def hide(piles: vec[u8], q: int) -> None:
    """As many cards, but nobody knows which."""
    at = q * KINDS
    cards = list(piles[at : at + KINDS])
    for kind, count in enumerate(cards):
        if count:
            piles[at + kind] = u8(0)
    piles[at + ANY_CARD] = u8(sum(cards))


def _hide_choirs(world: State, player: int) -> None:
    """SY-044: who kept which choir; a player knows the own one, and those passed on only all together."""
    count = int(choir_count(world))
    mine = next((number for number in range(count) if picker(world, number) == player), count)
    passed = sorted(world.desk[CHOIRS + mine + 1 : CHOIRS + count])
    for number in range(count):
        if number < mine and world.desk[CHOIRS + number]:
            world.desk[CHOIRS + number] = u8(ANY_CARD)
        elif number > mine:
            world.desk[CHOIRS + number] = u8(passed[number - mine - 1])


def _holder(d: Box, s: State, others: list[int]) -> int:
    """SY-250: who of the others has card 01 in hand, if one of them does: whoever it is where that is hidden."""
    hands = {q: counts_at(s.hands, q) for q in others}
    holders = [q for q in others if hands[q][int(d.concertmaster_kind)]]
    if not holders or s.terms.draft == PUBLIC_DRAFT:
        return holders[0] if holders else -1
    return next(q for q in others if any(hands[q]))
