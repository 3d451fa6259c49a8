# tutti: compiled
"""Musician tokens put on an instrument that plays, and the disc of a Prolonged one (SY-088, SY-150 to SY-162)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.effects import play_token
from tutti.games.symphony.rules.instruments import (
    find_disc,
    is_choir,
    is_locked,
    kind_at,
    left_cell,
    open_space,
    own_discs,
    told,
)
from tutti.games.symphony.rules.placement import may_replay
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, SymphonyStep
from tutti.games.symphony.rules.steps.question import SOURCE_STAGE, PlayQuestion
from tutti.kernel.chance import Dice, Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

WAYS: Final = bx.SPACES + 1
DEAF: Final = Dice(0)
"""The host of trials: nothing here asks chance."""

NOT_HELD: Final = 2
HAS_TOKEN: Final = 3
NOT_IN_CODA: Final = 4
TOO_MANY: Final = 5
NO_NEIGHBOUR: Final = 6
NOT_HERE: Final = 7
NO_SPACE: Final = 2
REFUSED: Final = {
    NOT_HELD: ("token_not_held", "SY-088"),
    HAS_TOKEN: ("has_token", "SY-088"),
    NOT_IN_CODA: ("not_in_coda", "SY-155"),
    TOO_MANY: ("too_many_discs", "SY-160"),
    NO_NEIGHBOUR: ("replay_needs_neighbour", "SY-280"),
    NOT_HERE: ("token_not_here", "SY-150"),
}
"""Code and rule of each fault of a token."""


def token_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-088, SY-150, SY-280: tokens the player may put on the instrument now, as actions."""
    found: list[int] = []
    base = inst * st.REC
    if s.inst[base + st.TOKEN] or is_choir(d, s, inst):
        return found
    mine = player * bx.TOKENS
    token: i64 = 0
    while token < bx.TOKENS:
        if s.desk[mine + token] and token_allowed(d, s, inst, token, player):
            found.append(act.A_PLAY + token)
        token += 1
    return found


def may_play_token(d: Box, s: State, inst: i64, player: i64) -> bool:
    """Whether ``token_choices`` has any."""
    base = inst * st.REC
    if s.inst[base + st.TOKEN] or is_choir(d, s, inst):
        return False
    mine = player * bx.TOKENS
    token: i64 = 0
    while token < bx.TOKENS:
        if s.desk[mine + token] and token_allowed(d, s, inst, token, player):
            return True
        token += 1
    return False


def token_allowed(d: Box, s: State, inst: i64, token: i64, player: i64) -> bool:
    if inst == bx.CONCERTMASTER and not d.token_places[token]:
        return False
    if s.coda and not d.token_coda[token]:
        return False  # SY-155
    if token == bx.ECLECTIC:
        if not d.dots[kind_at(s, inst)]:
            return False  # SY-162
        return not s.replay or replay_after_token(d, s, inst, player)
    if token == bx.OVERWRITING:
        return own_discs(s, inst, player) <= d.overwriting_limit  # SY-160
    if token == bx.PROLONGED and s.replay:
        return len(extra_choices(d, s, inst, player)) > 0
    return True


def replay_after_token(d: Box, s: State, inst: i64, player: i64) -> bool:
    """SY-280: whether Eclectic leaves a disc that can go next to the last one."""
    trial = s.copy()
    play_token(d, trial, inst, bx.ECLECTIC, player, DEAF)
    return may_replay(d, trial, inst, player, s.near)


def extra_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-152, SY-154: where the disc of a Prolonged token may go."""
    found: list[int] = []
    a: i64 = act.A_ADD
    while a < act.A_CONDUCT:
        if extra_open(d, s, inst, a, player):
            found.append(a)
        a += 1
    return found


def extra_open(d: Box, s: State, inst: i64, a: i64, player: i64) -> bool:
    """SY-280: in a replay the disc added must leave one that can go next to the last one."""
    if inst == bx.CONCERTMASTER:
        open = a >= act.A_SWAP_OWN and find_disc(s, inst, bx.NEUTRAL if a == act.A_SWAP_OWN else bx.OWN + player) >= 0
    else:
        way = (a - act.A_ADD) % WAYS
        open = a < act.A_SWAP_OWN and (way == 0 or linked_space(d, s, inst, way - 1, a - act.A_ADD >= WAYS))
    if not open or not s.replay:
        return open
    trial = s.copy()
    add_extra(trial, inst, a, player)
    return may_replay(d, trial, inst, player, s.near)


def linked_space(d: Box, s: State, inst: i64, space: i64, black: bool) -> bool:
    """SY-152: a locked space of that colour."""
    first = kind_at(s, inst) * bx.SPACES
    what = d.spaces[first + space]
    return what == (bx.BLACK_LINKED if black else bx.GREY) and is_locked(s, inst, space)


def add_extra(s: State, inst: i64, action: i64, player: i64) -> None:
    """Put the disc of a Prolonged token."""
    if action == act.A_SWAP_OWN:
        swap_disc(s, bx.NEUTRAL, bx.OWN + player)
        return
    if action == act.A_SWAP_BLACK:
        swap_disc(s, bx.OWN + player, bx.NEUTRAL)
        return
    black = action - act.A_ADD >= WAYS
    way = (action - act.A_ADD) % WAYS
    put_extra(s, inst, bx.NEUTRAL if black else bx.OWN + player, way)


def put_extra(s: State, inst: i64, disc: i64, way: i64) -> None:
    """An extra disc at the far left (0) or on a locked space (its number)."""
    cell = left_cell(s, inst) if way == 0 else st.LEFT + way - 1
    base = inst * st.REC
    s.inst[base + st.CELLS + cell] = u8(disc)
    if way:
        open_space(s, inst, way - 1)  # SY-282


def swap_disc(s: State, old: i64, new: i64) -> None:
    cell = find_disc(s, bx.CONCERTMASTER, old)
    s.inst[st.CONCERTMASTER_AT + st.CELLS + cell] = u8(new)


class Musician(PlayQuestion):
    """D12: a token on the instrument, or none."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (act.A_NO_TOKEN, *token_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == act.A_NO_TOKEN:
            return
        play_token(self.d, s, s.inst_now, a - act.A_PLAY, player, host)
        if a - act.A_PLAY == bx.PROLONGED:
            s.ask(st.S_EXTRA, player, 0, 0, 0, 0, 0)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        d = self.d
        inst = s.inst_now
        token = a - act.A_PLAY
        if a == act.A_NO_TOKEN:
            return 0
        if not act.A_PLAY <= a < act.A_ADD:
            return OTHER
        mine = player * bx.TOKENS
        if not s.desk[mine + token]:
            return NOT_HELD
        base = inst * st.REC
        if s.inst[base + st.TOKEN]:
            return HAS_TOKEN
        if not is_choir(d, s, inst) and token_allowed(d, s, inst, token, player):
            return 0
        if s.coda and not d.token_coda[token]:
            return NOT_IN_CODA
        if token == bx.OVERWRITING:
            return TOO_MANY
        return NO_NEIGHBOUR if s.replay else NOT_HERE

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        token = a - act.A_PLAY
        code, rule = REFUSED[fault]
        if fault == NOT_HERE and token == bx.ECLECTIC:
            rule = "SY-162"
        args = {"token": bx.TOKEN_NAMES[token], "instrument": names.place(s.inst_now)}
        return Refusal(code, rule, {**args, "card": self.d.ids[kind_at(s, s.inst_now)]})


class Extra(PlayQuestion):
    """D12, Prolonged: the colour and the place of the disc added."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return tuple(extra_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        add_extra(s, s.inst_now, a, player)
        if host.hears:
            black = a - act.A_ADD >= WAYS if a < act.A_SWAP_OWN else a != act.A_SWAP_OWN
            disc = bx.NEUTRAL if black else bx.OWN + player
            if a < act.A_SWAP_OWN:
                host.tell(events.ADDED, player, told(s, s.inst_now), (a - act.A_ADD) % WAYS, disc, 0)
            else:
                host.tell(events.SWAPPED, player, told(s, s.inst_now), disc, 0, 0)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_ADD <= a < act.A_CONDUCT:
            return OTHER
        return 0 if extra_open(self.d, s, s.inst_now, a, player) else NO_SPACE

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return Refusal("no_such_space", "SY-152")


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Musician(d, st.S_MUSICIAN, "musician", "SY-088", SOURCE_STAGE),
        Extra(d, st.S_EXTRA, "extra", "SY-152", SOURCE_STAGE),
    )
