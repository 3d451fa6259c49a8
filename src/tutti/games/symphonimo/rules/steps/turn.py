# tutti: compiled
# tutti: hot
"""The rules in action: what each decision does to the table. Everything here runs in the move loop."""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules import events as ev
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8

# Powers, numbered as in the component file (a test compares them).
LIMIT_TWO: Final = 1
POWER_PASS_LEFT: Final = 2
POWER_DISCARD_ONE: Final = 3
POWER_DISCARD_OWN: Final = 4
POWER_DRAW_ONE: Final = 5
POWER_TAKE_NOW: Final = 6

# Bags of chance.
BAG_FIRST: Final = 0
BAG_POWER: Final = 1
BAG_CARD: Final = 2

BIT: Final[bytes] = bytes([1, 2, 4, 8, 16, 32])
SEATS: Final = 6
NEXT: Final[bytes] = bytes(
    next((p for p in (*range(after + 1, SEATS), *range(after + 1)) if mask >> p & 1), 0)
    for mask in range(1 << SEATS)
    for after in range(SEATS)
)
"""Who follows clockwise among the players of a mask, at mask * SEATS + player."""


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


def draw(s: State, host: Host) -> None:
    """SO-011: turn up the top card."""
    s.drawn = turn_up(s, ev.DREW, host)
    s.step = st.PLACE


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


def place(s: State, c: i64, host: Host) -> None:
    """SO-011: put the drawn card under a Conductor with room."""
    f = s.drawn
    s.drawn = -1
    row = st.ROWS + c * st.ROW
    cards = s.cards
    size = i64(cards[row + SIZE])
    cards[row + size] = u8(f)
    size += 1
    cards[row + SIZE] = u8(size)
    s.filled |= 1 << c
    face: i64 = s.faces[c]
    if size == s.d.limits[face]:
        s.room &= ~(1 << c)  # SO-012, SO-040
    if host.hears:
        host.tell(ev.PLACED, s.player, f, c)
    if face == POWER_TAKE_NOW:
        s.chosen = c
        s.step = st.TAKE_NOW  # SO-045, SO-046
    else:
        pass_on(s)


def answer_take_now(s: State, yes: bool, host: Host) -> None:
    c = s.chosen
    s.chosen = -1
    if yes:
        take(s, c, host)
        return
    if host.hears:
        host.tell(ev.DECLINED, s.player, c)
    pass_on(s)


def take(s: State, c: i64, host: Host) -> None:
    """SO-015: take a Conductor. A power that asks leaves the cards under it until the answer."""
    if host.hears:
        host.tell(ev.TOOK, s.player, c, packed_row(s, c))
    face: i64 = s.faces[c]
    if face == POWER_PASS_LEFT:
        s.chosen = c
        s.step = st.PASS_LEFT
    elif face == POWER_DISCARD_ONE:
        s.chosen = c
        s.step = st.DISCARD_ONE
    elif face == POWER_DISCARD_OWN:
        s.chosen = c
        s.step = st.DISCARD_OWN
    else:
        collect(s, c)
        if face == POWER_DRAW_ONE and s.deck:
            # SO-044, SO-063: straight into the collection
            s.cards[s.player * FAMILIES + turn_up(s, ev.GAINED, host)] += 1
        leave_round(s, host)


def give_left(s: State, f: i64, host: Host) -> None:
    """SO-041: one card of the row goes to the next seat, in the round or not (SO-061)."""
    left = s.player + 1
    if left == s.n:
        left = 0
    remove(s, f)
    s.cards[left * FAMILIES + f] += 1
    if host.hears:
        host.tell(ev.GAVE, s.player, f, left)
    finish_take(s, host)


def discard_one(s: State, f: i64, host: Host) -> None:
    """SO-042: one card of the row leaves the game, face up."""
    remove(s, f)
    add_to_gone(s, f)
    if host.hears:
        host.tell(ev.DISCARDED, s.player, f)
    finish_take(s, host)


def discard_own(s: State, f: i64, host: Host) -> None:
    """SO-043: one card held before this take leaves the game, or none (f = -1)."""
    if f >= 0:
        s.cards[s.player * FAMILIES + f] -= 1
        add_to_gone(s, f)
        if host.hears:
            host.tell(ev.DROPPED, s.player, f)
    elif host.hears:
        host.tell(ev.KEPT, s.player)
    finish_take(s, host)


def end(s: State, host: Host) -> None:
    """SO-025 C: end without taking."""
    if host.hears:
        host.tell(ev.ENDED, s.player)
    s.in_round &= ~(1 << s.player)
    if s.in_round:
        pass_on(s)
    else:
        finish(s, host)


def remove(s: State, f: i64) -> None:
    """One card leaves the row whose power waits for an answer; the last one takes its place."""
    row = st.ROWS + s.chosen * st.ROW
    cards = s.cards
    last = i64(cards[row + SIZE]) - 1
    cell = row
    while cards[cell] != f:
        cell += 1
    cards[cell] = cards[row + last]
    cards[row + SIZE] = u8(last)


def finish_take(s: State, host: Host) -> None:
    c = s.chosen
    s.chosen = -1
    collect(s, c)
    leave_round(s, host)


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
    s.player = NEXT[s.in_round * SEATS + s.player]
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


def add_to_gone(s: State, f: i64) -> None:
    s.cards[s.n * FAMILIES + f] += 1


def families_under(s: State, c: i64) -> i64:
    """The mask of families with a card under the Conductor."""
    row = st.ROWS + c * st.ROW
    stop = row + i64(s.cards[row + SIZE])
    mask: i64 = 0
    while row < stop:
        mask |= 1 << i64(s.cards[row])
        row += 1
    return mask


def families_held(s: State, player: i64) -> i64:
    """The mask of families in the player's collection."""
    hand = player * FAMILIES
    mask: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.cards[hand + f]:
            mask |= 1 << f
        f += 1
    return mask


def packed_row(s: State, c: i64) -> i64:
    """The cards under a Conductor in one number, four bits a card (family + 1): the value of an event."""
    row = st.ROWS + c * st.ROW
    cell = row + i64(s.cards[row + SIZE])
    packed: i64 = 0
    while cell > row:
        cell -= 1
        packed = (packed << 4) | (i64(s.cards[cell]) + 1)
    return packed
