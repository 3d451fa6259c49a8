# tutti: compiled
"""Orchestra Phase, steps 5, 6 and 8: musician bonuses, Absolute stacks, the First Player token."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_GIVE, A_TAKE, KINDS
from tutti.games.symphony.rules.effects import gain_token
from tutti.games.symphony.rules.instruments import controls, discs_of, kind_at, left_cell, stack_absolute, told
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep, begun, phase
from tutti.games.symphony.rules.steps.draft import everyone
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, NONE, ONE_ASKED, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

ALL_COLUMNS: Final = 5
"""As the argument of a step: every Column at once."""
NOT_THERE: Final = 2


def seats_of(column: i64) -> tuple[i64, i64]:
    """First seat and end of one Column, or of all."""
    if column == ALL_COLUMNS:
        return 0, bx.SEATS
    return column * bx.ROWS, column * bx.ROWS + bx.ROWS


class Singles(Phase):
    """SY-225, SY-284: Berlioz gives one extra disc to every instrument that exists once."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        seat, end = seats_of(f.a)
        while seat < end:
            kind = kind_at(s, seat)
            base = seat * st.REC
            owner = i64(s.inst[base + st.OWNER])
            if kind >= 0 and self.d.single[kind] and owner:
                s.inst[base + st.CELLS + left_cell(s, seat)] = u8(bx.OWN + owner - 1)
                if host.hears:
                    host.tell(events.ADDED, owner - 1, told(s, seat), 0, bx.OWN + owner - 1, 0)
            seat += 1
        s.stack.pop()


class Minority(Phase):
    """SY-060, SY-061: a Column's token goes to the player with the fewest own discs in it."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        first = 0 if f.a == ALL_COLUMNS else f.a
        end = bx.COLUMNS if f.a == ALL_COLUMNS else f.a + 1
        column = first
        while column < end:
            player = minority(self.d, s, column)
            token = i64(s.desk[st.COLUMN_TOKEN + column]) - 1
            if player >= 0 and token >= 0:
                s.desk[st.COLUMN_TOKEN + column] = u8(0)
                gain_token(s, player, token)
                if host.hears:
                    host.tell(events.COLUMN_WON, player, column, token, 0, 0)
            column += 1
        s.stack.pop()


def column_discs(s: State, column: i64, player: i64) -> i64:
    """Own coloured discs in the Column, or -1 for a player who controls nothing there (SY-060, SY-064, SY-258)."""
    count: i64 = -1
    seat = column * bx.ROWS
    end = seat + bx.ROWS
    while seat < end:
        if kind_at(s, seat) >= 0 and controls(s, seat, player):
            if count < 0:
                count = 0
            count += discs_of(s, seat, player)
        seat += 1
    return count


def column_counts(s: State, column: i64) -> i64:
    """``column_discs`` of all players, one more of each, a byte for each."""
    counts: i64 = 0
    player = s.terms.n
    while player > 0:
        player -= 1
        counts = (counts << 8) | (column_discs(s, column, player) + 1)
    return counts


def minority(d: Box, s: State, column: i64) -> i64:
    """Who gets the Column's token; ties go to the most backward instrument, in a choir to the rightmost disc."""
    return fewest(s, column, column_counts(s, column))


def fewest(s: State, column: i64, counts: i64) -> i64:
    """``minority`` where the discs are counted already."""
    best: i64 = -1
    winner: i64 = -1
    player: i64 = 0
    while player < s.terms.n:
        count = (counts & 255) - 1
        counts >>= 8
        if count >= 0 and (winner < 0 or count < best or (count == best and sits_behind(s, column, player, winner))):
            best = count
            winner = player
        player += 1
    return winner


def sits_behind(s: State, column: i64, player: i64, other: i64) -> bool:
    """SY-061: whether the player is further back than another."""
    row: i64 = bx.ROWS - 1
    while row >= 0:
        seat = column * bx.ROWS + row
        if kind_at(s, seat) >= 0:
            mine = controls(s, seat, player)
            theirs = controls(s, seat, other)
            if mine and theirs:
                return rightmost(s, seat, player) > rightmost(s, seat, other)
            if mine or theirs:
                return mine
        row -= 1
    return False


def rightmost(s: State, seat: i64, player: i64) -> i64:
    cell: i64 = st.WIDTH - 1
    base = seat * st.REC
    while cell >= 0:
        if i64(s.inst[base + st.CELLS + cell]) == bx.OWN + player:
            return cell
        cell -= 1
    return -1


def in_all_columns(s: State, player: i64) -> bool:
    """SY-063, SY-064."""
    column: i64 = 0
    while column < bx.COLUMNS:
        if column_discs(s, column, player) < 0:
            return False
        column += 1
    return True


def tokens_in(s: State, at: i64) -> i64:
    count: i64 = 0
    token: i64 = 0
    while token < bx.TOKENS:
        count += i64(s.desk[at + token])
        token += 1
    return count


class Spread(Phase):
    """SY-063, SY-065, SY-249: pentagon tokens, from the Last Player counter-clockwise."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.terms.n
        while f.at < n:
            player = (s.first - 1 - f.at + 2 * n) % n
            f.at += 1
            if (s.terms.progressive or in_all_columns(s, player)) and tokens_in(s, st.PENTAGON):
                s.ask(st.S_PENTAGON, player, 0, st.PENTAGON, 0, 0, 0)
                return
        s.stack.pop()
        if s.terms.progressive and not (s.terms.audience_public or s.terms.audience_private):
            leave_pentagon(s)  # SY-285

    def bounds(self, s: State, around: Around) -> Bounds:
        return (begun(around), s.terms.n), NONE


def leave_pentagon(s: State) -> None:
    """SY-066: leftover pentagon tokens join the unused pool."""
    token: i64 = 0
    while token < bx.TOKENS:
        s.desk[st.POOL + token] += s.desk[st.PENTAGON + token]
        s.desk[st.PENTAGON + token] = u8(0)
        token += 1


class TakeToken(SymphonyStep):
    """D7, D9, D18: one token out of those at ``a`` of the desk, which is its pile."""

    def __init__(
        self, d: Box, number: int, name: str, rule: str, on: tuple[int, ...], pile: int, public: bool = False
    ) -> None:
        super().__init__(d, number, name, rule, ("at", "from"), ONE_ASKED, on, public=public)
        self.pile = pile

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        token: i64 = 0
        while token < bx.TOKENS:
            if s.desk[f.a + token]:
                found.append(A_TAKE + token)
            token += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        token = a - A_TAKE
        s.desk[f.a + token] -= u8(1)
        gain_token(s, player, token)
        if host.hears:
            host.tell(events.TOKEN_TAKEN, player, token, f.a, 0, 0)
        s.stack.pop()

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_TAKE <= a < A_GIVE:
            return OTHER
        return 0 if s.desk[f.a + a - A_TAKE] else NOT_THERE

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return Refusal("token_not_there", self.rule, {"token": bx.TOKEN_NAMES[a - A_TAKE]})

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, (self.pile, self.pile)


class TakeFromPentagon(TakeToken):
    """D7, D9: counter-clockwise from the Last Player, for all five Columns or as a talent."""

    def asked(self, s: State, around: Around) -> int:
        n = s.terms.n
        turn = around.below.at - 1 if around.below else 0
        if phase(s).step == st.S_SPREAD:
            return (s.first - 1 - turn + 2 * n) % n
        start = s.holder if s.terms.progressive else s.first
        return (start - 1 - turn // 2 + 2 * n) % n


class Absolute(Phase):
    """SY-067, SY-257: stacks of three for active Absolute."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        seat, end = seats_of(f.a)
        while seat < end:
            if kind_at(s, seat) >= 0 and stack_absolute(self.d, s, seat) and host.hears:
                base = seat * st.REC
                host.tell(events.STACKED, i64(s.inst[base + st.OWNER]) - 1, told(s, seat), 0, 0, 0)
            seat += 1
        s.stack.pop()


class Baton(Phase):
    """SY-069, SY-250: who controls the Concertmaster, or holds card 01, gets the First Player token."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        if s.terms.progressive:
            player: i64 = 0
            at = i64(self.d.concertmaster_kind)
            while not s.hands[at]:
                player += 1
                at += KINDS
            s.holder = player
            if host.hears:  # who it is was hidden, unless the draft was public
                knew = everyone(s.terms.n) if s.terms.draft == 2 else i64(BIT[player])
                host.reveal(events.BAG_FIRST, player, 0, knew)
        else:
            s.holder = i64(s.inst[st.CONCERTMASTER_AT + st.OWNER]) - 1
        if host.hears:
            host.tell(events.BATON, s.holder, 0, 0, 0, 0)
        s.stack.pop()


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Singles(d, st.S_SINGLES, "singles", "SY-225", ("at", "column")),
        Minority(d, st.S_MINORITY, "minority", "SY-060", ("at", "column")),
        Spread(d, st.S_SPREAD, "spread", "SY-063", ("at", "argument")),
        Absolute(d, st.S_ABSOLUTE, "absolute", "SY-067", ("at", "column")),
        Baton(d, st.S_BATON, "baton", "SY-069", ("at", "argument")),
        TakeFromPentagon(d, st.S_PENTAGON, "pentagon", "SY-063", (st.S_SPREAD, st.S_TALENTS), st.PENTAGON, public=True),
    )
