# tutti: compiled
"""Which tokens and discs a play may use: musician tokens, Conductor discs, the Concertmaster's choice."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.actions import (
    A_ADD,
    A_CONDUCT,
    A_DISC_BLACK,
    A_DISC_OWN,
    A_LEFTMOST,
    A_PLAY,
    A_SWAP_BLACK,
    A_SWAP_OWN,
    CONDUCT_SWAP,
    CONDUCT_WAYS,
)
from tutti.games.symphony.box import (
    BLACK_LINKED,
    CONCERTMASTER,
    CONDUCTOR,
    ECLECTIC,
    GREY,
    NEUTRAL,
    OVERWRITING,
    OWN,
    PROLONGED,
    SPACES,
    TOKENS,
    Box,
    Slot,
)
from tutti.games.symphony.effects import play_token
from tutti.games.symphony.instruments import (
    abilities,
    find_disc,
    is_choir,
    is_locked,
    kind_at,
    left_cell,
    leftmost,
    open_space,
    own_discs,
    owner_at,
    part_of,
)
from tutti.games.symphony.placement import has_clash, has_note
from tutti.games.symphony.state import CELLS, LEFT, ON_STACK, OWNER, REC, SLOTS_HERE, STACK, TOKEN, State
from tutti.kernel.chance import Dice
from tutti.kernel.native import i64, u8

WAYS: Final = SPACES + 1
DEAF: Final = Dice(0)
"""The host of trials: nothing here asks chance."""


# -- musician tokens (D12) -----------------------------------------------------------------------


def token_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-088, SY-150, SY-280: tokens the player may put on the instrument now, as actions."""
    found: list[int] = []
    if s.inst[inst * REC + TOKEN] or is_choir(d, s, inst):
        return found
    token: i64 = 0
    while token < TOKENS:
        if s.desk[player * TOKENS + token] and token_allowed(d, s, inst, token, player):
            found.append(A_PLAY + token)
        token += 1
    return found


def token_allowed(d: Box, s: State, inst: i64, token: i64, player: i64) -> bool:
    if inst == CONCERTMASTER and not d.token_places[token]:
        return False
    if s.coda and not d.token_coda[token]:
        return False  # SY-155
    if token == ECLECTIC:
        if not d.dots[kind_at(s, inst)]:
            return False  # SY-162
        return not s.replay or replay_after_token(d, s, inst, player)
    if token == OVERWRITING:
        return own_discs(s, inst, player) <= d.overwriting_limit  # SY-160
    if token == PROLONGED and s.replay:
        return len(extra_choices(d, s, inst, player)) > 0
    return True


def replay_after_token(d: Box, s: State, inst: i64, player: i64) -> bool:
    """SY-280: whether Eclectic leaves a disc that can go next to the last one."""
    trial = s.copy()
    play_token(d, trial, inst, ECLECTIC, player, DEAF)
    return may_replay(d, trial, inst, player, s.near)


def extra_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-152, SY-154: where the disc of a Prolonged token may go."""
    found: list[int] = []
    if inst == CONCERTMASTER:
        if find_disc(s, inst, NEUTRAL) >= 0 and extra_fits(d, s, inst, A_SWAP_OWN, player):
            found.append(A_SWAP_OWN)
        if find_disc(s, inst, OWN + player) >= 0 and extra_fits(d, s, inst, A_SWAP_BLACK, player):
            found.append(A_SWAP_BLACK)
        return found
    colour: i64 = 0
    while colour < 2:
        way: i64 = 0
        while way < WAYS:
            if way == 0 or linked_space(d, s, inst, way - 1, colour == 1):
                action = A_ADD + colour * WAYS + way
                if extra_fits(d, s, inst, action, player):
                    found.append(action)
            way += 1
        colour += 1
    return found


def extra_fits(d: Box, s: State, inst: i64, action: i64, player: i64) -> bool:
    """SY-280: in a replay the disc added must leave one that can go next to the last one."""
    if not s.replay:
        return True
    trial = s.copy()
    add_extra(trial, inst, action, player)
    return may_replay(d, trial, inst, player, s.near)


def linked_space(d: Box, s: State, inst: i64, space: i64, black: bool) -> bool:
    """SY-152: a locked space of that colour."""
    what = d.spaces[kind_at(s, inst) * SPACES + space]
    return what == (BLACK_LINKED if black else GREY) and is_locked(s, inst, space)


def add_extra(s: State, inst: i64, action: i64, player: i64) -> None:
    """Put the disc of a Prolonged token."""
    if action == A_SWAP_OWN:
        swap_disc(s, NEUTRAL, OWN + player)
        return
    if action == A_SWAP_BLACK:
        swap_disc(s, OWN + player, NEUTRAL)
        return
    black = action - A_ADD >= WAYS
    way = (action - A_ADD) % WAYS
    put_extra(s, inst, NEUTRAL if black else OWN + player, way)


def put_extra(s: State, inst: i64, disc: i64, way: i64) -> None:
    """An extra disc at the far left (0) or on a locked space (its number)."""
    cell = left_cell(s, inst) if way == 0 else LEFT + way - 1
    s.inst[inst * REC + CELLS + cell] = u8(disc)
    if way:
        open_space(s, inst, way - 1)  # SY-282


def swap_disc(s: State, old: i64, new: i64) -> None:
    cell = find_disc(s, CONCERTMASTER, old)
    s.inst[CONCERTMASTER * REC + CELLS + cell] = u8(new)


# -- the disc to play (D13) ----------------------------------------------------------------------


def conduct_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-092 to SY-095: Conductor discs the player may use here, each with its way."""
    found: list[int] = []
    base = CONDUCTOR * REC
    if s.coda or s.conducted or i64(s.inst[base + OWNER]) != player + 1:
        return found
    slots = s.terms.master.card.slots
    k: i64 = 0
    while k < len(slots):
        if s.inst[base + CELLS + LEFT + k] and slot_fits(d, s, inst, k) and first_alike(s, k):
            black = slots[k].black
            way: i64 = 0
            while way < CONDUCT_WAYS:
                if conduct_fits(d, s, inst, k, way, black, player):
                    found.append(A_CONDUCT + k * CONDUCT_WAYS + way)
                way += 1
        k += 1
    return found


def slot_fits(d: Box, s: State, inst: i64, k: i64) -> bool:
    """SY-093, SY-223 to SY-242: the kind of instrument the disc asks for, and apart from the others if it must."""
    slots = s.terms.master.card.slots
    slot: Slot = slots[k]
    if slot.category >= 0 and i64(d.category[kind_at(s, inst)]) != slot.category:
        return False
    if slot.ability:
        part = part_of(d, s, inst, leftmost(s, inst))
        if not abilities(d, s, inst, part) & slot.ability:
            return False
    if slot.apart:
        here = i64(s.inst[inst * REC + SLOTS_HERE])
        j: i64 = 0
        while j < len(slots):
            if here & (1 << j) and slots[j].apart:
                return False
            j += 1
    return True


def first_alike(s: State, k: i64) -> bool:
    """Like discs are used in order: an equal one before this must be gone."""
    slots = s.terms.master.card.slots
    j: i64 = 0
    while j < k:
        same = slots[j].black == slots[k].black and slots[j].target == slots[k].target
        if same and slots[j].apart == slots[k].apart and s.inst[CONDUCTOR * REC + CELLS + LEFT + j]:
            return False
        j += 1
    return True


def conduct_fits(d: Box, s: State, inst: i64, k: i64, way: i64, black: bool, player: i64) -> bool:
    if inst == CONCERTMASTER:
        fits = way == CONDUCT_SWAP and find_disc(s, inst, OWN + player if black else NEUTRAL) >= 0
    elif way == 0:
        cell = left_cell(s, inst)
        s.inst[inst * REC + CELLS + cell] = u8(NEUTRAL if black else OWN + player)
        fits = has_note(d, s, inst, cell, player, s.near)
        s.inst[inst * REC + CELLS + cell] = u8(0)
        return fits
    else:
        fits = way != CONDUCT_SWAP and linked_space(d, s, inst, way - 1, black)
    if not fits or not s.replay:
        return fits
    trial = s.copy()
    conduct(trial, inst, k, way, player)
    return may_replay(d, trial, inst, player, s.near)


def conduct(s: State, inst: i64, k: i64, way: i64, player: i64) -> None:
    """Move a disc of the Conductor to the instrument."""
    at = CONDUCTOR * REC + CELLS + LEFT + k
    disc = i64(s.inst[at])
    s.inst[at] = u8(0)
    here = inst * REC + SLOTS_HERE
    s.inst[here] = u8(i64(s.inst[here]) | (1 << k))
    s.conducted = 1
    if way == CONDUCT_SWAP:
        swap_disc(s, OWN + player if disc == NEUTRAL else NEUTRAL, disc)
    else:
        put_extra(s, inst, disc, way)


def disc_choices(d: Box, s: State, player: i64) -> list[int]:
    """SY-091: the Concertmaster's discs, the placeable ones if there are any."""
    own = find_disc(s, CONCERTMASTER, OWN + player)
    black = find_disc(s, CONCERTMASTER, NEUTRAL)
    near = s.near
    own_fits = own >= 0 and has_note(d, s, CONCERTMASTER, own, player, near)
    black_fits = black >= 0 and has_note(d, s, CONCERTMASTER, black, player, near)
    some = own_fits or black_fits
    found: list[int] = []
    if own >= 0 and (own_fits or not some or has_clash(d, s, CONCERTMASTER, own, player, near)):
        found.append(A_DISC_OWN)
    if black >= 0 and (black_fits or not some or has_clash(d, s, CONCERTMASTER, black, player, near)):
        found.append(A_DISC_BLACK)
    return found


def source_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """All answers to the question which disc is played."""
    found = disc_choices(d, s, player) if inst == CONCERTMASTER else [A_LEFTMOST]
    return found + conduct_choices(d, s, inst, player)


def may_replay(d: Box, s: State, inst: i64, player: i64, near: i64) -> bool:
    """SY-237, SY-280: whether the disc next in line has a legal note next to the last one."""
    if s.coda:
        return s.inst[inst * REC + STACK] != 0 and has_note(d, s, inst, ON_STACK, player, near)
    if inst == CONCERTMASTER:
        own = find_disc(s, inst, OWN + player)
        black = find_disc(s, inst, NEUTRAL)
        if own >= 0 and has_note(d, s, inst, own, player, near):
            return True
        return black >= 0 and has_note(d, s, inst, black, player, near)
    cell = leftmost(s, inst)
    if cell < 0 or owner_at(d, s, inst, cell) != player:
        return False
    return has_note(d, s, inst, cell, player, near)
