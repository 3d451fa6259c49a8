# tutti: compiled
"""The set-up: what lies ready for every player, what is dealt, and who begins (OR-005 to OR-025)."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import BITS, SHAPES, Box
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.decks import turn_up
from tutti.games.orchestra.rules.events import BAG_BOARD, BAG_FIRST, BAG_THEATER, ROUND_BEGAN
from tutti.games.orchestra.rules.state import State, empty_state
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, Frame
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Options


def dealt(d: Box, options: Options, host: Host) -> State:
    """A table ready for its first question, which card for the theater each player keeps."""
    n = options.players
    s = empty_state(d, n)
    fill_piles(s)
    deal_boards(s, host)
    deal_theater(s, host)
    place: i64 = 0
    while place < 6:  # OR-019: three of Level I, three of Level II
        turn_up(s, place, host)
        place += 1
    first = options.values["first_player"]
    if first is None:  # OR-025
        first = host.draw(BAG_FIRST, vec[u8]([1] * n), n)
    s.first = first
    s.player = first
    if host.hears:
        host.tell(ROUND_BEGAN, s.first, s.round)
    s.run(st.ROUND)
    s.stack.append(Frame(st.KEEP_THEATER, -1, (BIT[n - 1] << 1) - 1))
    return s


def fill_piles(s: State) -> None:
    """OR-005, OR-015 to OR-024: everything that chance does not touch."""
    d = s.d
    account = s.account
    own = s.own
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        i: i64 = 0
        while i < 7:
            own[me + st.RESERVE + i] = u8(d.reserve[i])
            i += 1
        i = 0
        while i < 3:
            own[me + st.GRID + i] = u8(d.grid[i])
            i += 1
        i = 0
        while i < SHAPES:
            own[me + st.SUPPLY + i] = u8(d.supply[i])
            i += 1
        mine = p * st.ACCOUNT
        account[mine + st.MONEY] = d.money
        account[mine + st.PRESTIGE] = d.prestige
        p += 1
    i = 0
    while i < 3:
        s.pool[i] = u8(d.pool[i])
        i += 1
    card: i64 = 0
    while card < len(d.card_level):
        s.bag[card] = 1
        s.decks[d.card_level[card]] += 1
        card += 1
    kind: i64 = 0
    while kind < len(d.social_copies):
        s.social[kind] = u8(d.social_copies[kind])
        s.social_left += i64(d.social_copies[kind])
        kind += 1


def deal_boards(s: State, host: Host) -> None:
    """OR-013, OR-014."""
    boards = vec[u8]([1] * 4)
    own = s.own
    p: i64 = 0
    while p < s.n:
        board = host.draw(BAG_BOARD, boards, 4 - p)
        boards[board] = 0
        me = p * st.OWN
        own[me + st.BOARD] = u8(board)
        own[me + st.TEACHES] = u8(BITS[s.d.printed[board]])
        p += 1


def deal_theater(s: State, host: Host) -> None:
    """OR-023, OR-011: two for each player, seen by that player alone."""
    left = len(s.d.theater)
    cards = vec[u8]([1] * left)
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        i: i64 = 0
        while i < 2:
            card = host.draw(BAG_THEATER, cards, left, BIT[p])
            cards[card] = 0
            left -= 1
            s.own[me + st.DEALT + i] = u8(card + 1)
            i += 1
        p += 1
