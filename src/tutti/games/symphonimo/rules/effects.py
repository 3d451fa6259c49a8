# tutti: compiled
# tutti: hot
"""What several steps do to the table: cards change places, turns and rounds follow each other."""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules import events as ev
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8

# Bags of chance.
BAG_FIRST: Final = 0
BAG_POWER: Final = 1
BAG_CARD: Final = 2

SEATS: Final = 6
NEXT: Final[bytes] = bytes(
    next((p for p in (*range(after + 1, SEATS), *range(after + 1)) if mask >> p & 1), 0)
    for mask in range(1 << SEATS)
    for after in range(SEATS)
)
"""Who follows clockwise among the players of a mask, at mask * SEATS + player."""


# -- cards ---------------------------------------------------------------------------------------


def turn_up(s: State, verb: i64, host: Host) -> i64:
    """The next card of the deck, shown to all (SO-060)."""
    bag = s.bag
    f = host.draw(BAG_CARD, bag, s.deck + s.hidden)
    bag[f] -= 1
    s.deck -= 1
    if host.hears:
        host.tell(verb, s.player, f)
        if not s.deck:
            host.tell(ev.LAST_CARD, s.player)
    return f


def collect(s: State, c: i64) -> None:
    """SO-015: what lies under the Conductor joins the collection."""
    row = st.ROWS + c * st.ROW
    hand = s.player * FAMILIES
    cards = s.cards
    cell = row
    stop = row + i64(cards[row + SIZE])
    while cell < stop:
        cards[hand + i64(cards[cell])] += 1
        cell += 1
    cards[row + SIZE] = 0
    cards[row + st.HOLDER] = u8(s.player + 1)
    s.filled ^= 1 << c  # it held a card, or it could not have been taken (SO-016)
    s.room &= ~(1 << c)


def remove(s: State, c: i64, f: i64) -> None:
    """One card leaves a row; the last one takes its place."""
    row = st.ROWS + c * st.ROW
    cards = s.cards
    last = i64(cards[row + SIZE]) - 1
    cell = row
    while cards[cell] != f:
        cell += 1
    cards[cell] = cards[row + last]
    cards[row + SIZE] = u8(last)


def add(s: State, player: i64, f: i64) -> None:
    """One card more in a collection; behind the last player's, in the discards."""
    cards = s.cards
    cell = player * FAMILIES + f
    cards[cell] += 1


def families_under(s: State, c: i64) -> i64:
    """The mask of families with a card under the Conductor."""
    row = st.ROWS + c * st.ROW
    cards = s.cards
    stop = row + i64(cards[row + SIZE])
    mask: i64 = 0
    while row < stop:
        mask |= 1 << i64(cards[row])
        row += 1
    return mask


def families_held(s: State, player: i64) -> i64:
    """The mask of families in the player's collection."""
    hand = player * FAMILIES
    cards = s.cards
    mask: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if cards[hand + f]:
            mask |= 1 << f
        f += 1
    return mask


def packed_row(s: State, c: i64) -> i64:
    """The cards under a Conductor in one number, four bits a card (family + 1): the value of an event."""
    row = st.ROWS + c * st.ROW
    cards = s.cards
    cell = row + i64(cards[row + SIZE])
    packed: i64 = 0
    while cell > row:
        cell -= 1
        packed = (packed << 4) | (i64(cards[cell]) + 1)
    return packed


# -- turns and rounds ----------------------------------------------------------------------------


def begin_round(s: State, first: i64) -> None:
    """SO-022: all Conductors on the table, empty; everybody in the round."""
    n = s.n
    everyone = (1 << n) - 1
    cards = s.cards
    cell: i64 = st.ROWS + st.HOLDER
    while cell < st.ROWS + n * st.ROW:
        cards[cell] = 0
        cell += st.ROW
    s.filled = 0
    s.room = everyone
    s.in_round = everyone
    s.player = first
    s.step = st.TURN


def leave_round(s: State, host: Host) -> None:
    """SO-017, SO-020: the taker is out; the last one to take begins the next round."""
    s.in_round &= ~(1 << s.player)
    if s.in_round:
        pass_on(s)
    elif s.deck:
        s.round += 1
        begin_round(s, s.player)
        if host.hears:
            host.tell(ev.NEW_ROUND, s.player, s.round)
    else:
        finish(s, host)  # SO-027, SO-028


def pass_on(s: State) -> None:
    """SO-007, SO-017: the next player clockwise who is still in the round."""
    after = s.in_round * SEATS + s.player
    s.player = NEXT[after]
    # SO-025, SO-028: with the deck empty each has one last choice; the circle that begins left of
    # whoever drew the last card reaches that player last.
    if s.deck:
        s.step = st.TURN
    else:
        s.step = st.LAST


def finish(s: State, host: Host) -> None:
    s.step = st.OVER
    if host.hears:
        host.tell(ev.FINISHED, -1)
