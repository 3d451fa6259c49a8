# tutti: compiled
"""The order of play: which instruments play from now to the end of the Movement, if nobody's choice bends it.

It asks the Movement itself who is next, on a copy on which every play places its disc and nothing more: no token, no
disc of the Conductor, no chain, nothing that finds no note. All of it lies open on the table.

A play is a few cells of a buffer, as the observation has them; views are read from these.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.effects import disturb
from tutti.games.symphony.rules.instruments import (
    abilities,
    group_next,
    in_group,
    kind_at,
    leftmost,
    owner_at,
    part_of,
    take_disc,
)
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.movement import (
    ATTACK,
    BODY,
    CODA,
    LEADER,
    PRE_ATTACK,
    STAGES,
    following,
    may_prepare,
    row_after,
)
from tutti.games.symphony.types import Bend, Turn
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i16, i64, vec

SHOWN: Final = 24
"""A Movement has more plays to come than anybody plans for."""
DEAF: Final = Host()

# Cells of one play.
PLACE: Final = 0
PLAYER: Final = 1
"""Player + 1."""
STAGE: Final = 2
DISCS: Final = 3
IN_PARTS: Final = 4
"""Whether it has Parts, then which one, counted from 1."""
BENT: Final = 6
"""Whether anything bends it, then a flag for each way."""
CONDUCTED: Final = 7
DISTURBS: Final = 8
GOES_BACK: Final = 9
AS_GROUP: Final = 10
TURN: Final = 11


def order(d: Box, s: State) -> list[Turn] | None:
    """The play that is on and those to come; None outside of Movements."""
    cells = vec[i16]([i16(0)] * (SHOWN * TURN))
    count = write_order(d, s, cells, 0)
    if count < 0:
        return None
    found: list[Turn] = []
    at: i64 = 0
    while at < count * TURN:
        turn: Turn = {
            "instrument": names.place(i64(cells[at + PLACE])),
            "player": i64(cells[at + PLAYER]) - 1,
            "stage": STAGES[i64(cells[at + STAGE])],
            "discs": i64(cells[at + DISCS]),
        }
        if cells[at + IN_PARTS]:
            turn["part"] = i64(cells[at + IN_PARTS + 1])
        if cells[at + BENT]:
            turn["bends"] = _bends(cells, at)
        found.append(turn)
        at += TURN
    return found


def _bends(cells: vec[i16], at: i64) -> list[Bend]:
    bends: list[Bend] = []
    if cells[at + CONDUCTED]:
        bends.append("conductor")
    if cells[at + DISTURBS]:
        bends.append("disturb")
    if cells[at + AS_GROUP]:
        bends.append("soloist")
    if cells[at + GOES_BACK]:
        bends.append("obsessive")
    return bends


def write_order(d: Box, s: State, cells: vec[i16], at: i64) -> i64:
    """The cells of all plays from ``at`` on; how many there are, or -1 outside of Movements."""
    depth = movement_at(s)
    if depth < 0:
        return -1
    f = s.stack[depth].copy()
    asked = s.stack[-1]
    world = _world(s)
    count: i64 = 0
    if f.at == PRE_ATTACK:
        count = _windows(d, world, f, asked, cells, at)
    else:
        _now(d, world, f, asked, cells, at)
        count = 1
    inst = following(d, world, f)
    while inst >= 0 and count < SHOWN:
        _play(d, world, f, inst, -1, -1, cells, at + count * TURN)
        count += 1
        inst = following(d, world, f)
    return count


def movement_at(s: State) -> i64:
    """Where on the stack the Movement is that is on, or -1."""
    at: i64 = 0
    depth: i64 = len(s.stack)
    while at < depth:
        if s.stack[at].step == st.S_MOVEMENT:
            return at
        at += 1
    return -1


def _world(s: State) -> State:
    """A copy on which discs may be taken. All else is shared with the match: nothing here changes it."""
    t = State(s.terms, s.inst[:], s.notes, s.desk, s.hands, s.packets, s.picks, s.discards, s.bag, s.points)
    t.column = s.column
    t.inst_now = s.inst_now
    t.who = s.who
    t.cell = s.cell
    t.second = s.second
    t.part = s.part
    t.placed = s.placed
    t.coda = s.coda
    return t


def _windows(d: Box, s: State, f: Frame, asked: Frame, cells: vec[i16], at: i64) -> i64:
    """SY-076: whoever may still open a locked Imminent, from the back to the front."""
    count: i64 = 0
    if asked.step == st.S_PRE_ATTACK:
        _turn(d, s, asked.a, PRE_ATTACK, leftmost(s, asked.a), -1, cells, at)
        count = 1
    while f.b >= 0:
        inst = f.a * bx.ROWS + f.b
        f.b -= 1
        if may_prepare(d, s, inst):
            _turn(d, s, inst, PRE_ATTACK, leftmost(s, inst), -1, cells, at + count * TURN)
            count += 1
    f.at = ATTACK
    f.b = bx.ROWS - 1
    f.c = 0
    return count


def _now(d: Box, s: State, f: Frame, asked: Frame, cells: vec[i16], at: i64) -> None:
    """The play that is on, played to its end."""
    inst = s.inst_now
    step = asked.step
    if step != st.S_CHAIN and step != st.S_REPLAY and step != st.S_GIFT and step != st.S_UNUSED:
        second: i64 = -1
        if step == st.S_UNDER:
            second = s.second
        _play(d, s, f, inst, s.cell, second, cells, at)
        return
    cell: i64 = st.ON_STACK
    if not s.coda:
        cell = leftmost(s, inst)
    _turn(d, s, inst, _stage(f, inst), cell, s.who, cells, at)
    if step != st.S_CHAIN:  # SY-104: a chain comes after Disturbing
        _disturb(d, s, f, cells, at)
    if _goes_back(d, s, f):
        _bend(cells, at, GOES_BACK)


def _play(d: Box, s: State, f: Frame, inst: i64, cell: i64, second: i64, cells: vec[i16], at: i64) -> None:
    """One play: its disc, or the whole of a soloist group, finds a note."""
    s.inst_now = inst
    s.coda = 1 if f.at == CODA else 0
    if cell < 0:
        cell = st.ON_STACK
        if not s.coda:
            cell = leftmost(s, inst)
    _turn(d, s, inst, _stage(f, inst), cell, -1, cells, at)
    s.part = 0
    if cell != st.ON_STACK:
        s.part = part_of(d, s, inst, cell)
    s.placed = 1
    group = in_group(d, s, inst, cell)
    take_disc(s, inst, cell)
    if second >= 0:
        take_disc(s, inst, second)
    _disturb(d, s, f, cells, at)
    if group:
        cell = group_next(d, s, inst)
        while cell >= 0:
            take_disc(s, inst, cell)
            cell = group_next(d, s, inst)
        _bend(cells, at, AS_GROUP)
    if _goes_back(d, s, f):
        _bend(cells, at, GOES_BACK)


def _turn(d: Box, s: State, inst: i64, stage: i64, cell: i64, player: i64, cells: vec[i16], at: i64) -> None:
    base = inst * st.REC
    if player < 0:
        player = i64(s.inst[base + st.OWNER]) - 1
        if cell >= 0:
            player = owner_at(d, s, inst, cell)
    cells[at + PLACE] = i16(inst)
    cells[at + PLAYER] = i16(player + 1)
    cells[at + STAGE] = i16(stage)
    cells[at + DISCS] = i16(_left(s, inst, stage))
    cells[at + IN_PARTS] = 0
    cells[at + IN_PARTS + 1] = 0
    if cell >= 0 and i64(d.part_count[kind_at(s, inst)]) > 1:
        cells[at + IN_PARTS] = 1
        cells[at + IN_PARTS + 1] = i16(part_of(d, s, inst, cell) + 1)
    cells[at + BENT] = 0
    cells[at + CONDUCTED] = 0
    cells[at + DISTURBS] = 0
    cells[at + GOES_BACK] = 0
    cells[at + AS_GROUP] = 0
    if stage != CODA and stage != PRE_ATTACK and _conducts(s, player):  # SY-092, SY-095
        _bend(cells, at, CONDUCTED)


def _bend(cells: vec[i16], at: i64, how: i64) -> None:
    cells[at + BENT] = 1
    cells[at + how] = 1


def _left(s: State, inst: i64, stage: i64) -> i64:
    """The discs that it can still play in this stage."""
    if stage == CODA:
        base = inst * st.REC
        return i64(s.inst[base + st.STACK])
    facts = s.inst
    at = inst * st.REC + st.CELLS
    end = at + st.WIDTH
    count: i64 = 0
    while at < end:
        if facts[at]:
            count += 1
        at += 1
    return count


def _stage(f: Frame, inst: i64) -> i64:
    if inst == bx.CONCERTMASTER:
        return LEADER
    return f.at


def _conducts(s: State, player: i64) -> bool:
    return i64(s.inst[st.CONDUCTOR_AT + st.OWNER]) == player + 1 and leftmost(s, bx.CONDUCTOR) >= 0


def _disturb(d: Box, s: State, f: Frame, cells: vec[i16], at: i64) -> None:
    if not abilities(d, s, s.inst_now, s.part) & bx.DISTURB:
        disturb(d, s, DEAF)
        return
    before = _column(s, f)
    disturb(d, s, DEAF)
    if _column(s, f) != before:
        _bend(cells, at, DISTURBS)


def _column(s: State, f: Frame) -> i64:
    """Where the next disc of each instrument of the Column lies, as one number."""
    found: i64 = 0
    inst = f.a * bx.ROWS
    end = inst + bx.ROWS
    while inst < end:
        found = found * (st.WIDTH + 1) + leftmost(s, inst) + 1
        inst += 1
    return found


def _goes_back(d: Box, s: State, f: Frame) -> bool:
    """SY-083: whether the instrument in front plays next because this one is Obsessive."""
    if f.at != BODY or not f.d or not abilities(d, s, s.inst_now, 0) & bx.OBSESSIVE:
        return False
    return row_after(d, s, f.b) <= f.b
