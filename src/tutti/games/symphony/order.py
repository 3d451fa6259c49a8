# tutti: compiled
"""The order of play: which instruments play from now to the end of the Movement, if nobody's choice bends it.

It asks the Movement itself who is next, on a copy on which every play places its disc and nothing more: no token, no
disc of the Conductor, no chain, nothing that finds no note. All of it lies open on the table.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphony import names
from tutti.games.symphony.box import CONCERTMASTER, CONDUCTOR, DISTURB, OBSESSIVE, ROWS, Box
from tutti.games.symphony.effects import disturb
from tutti.games.symphony.instruments import (
    abilities,
    group_next,
    in_group,
    kind_at,
    leftmost,
    owner_at,
    part_of,
    take_disc,
)
from tutti.games.symphony.shapes import Bend, Stage, Turn
from tutti.games.symphony.state import (
    CELLS,
    ON_STACK,
    OWNER,
    REC,
    S_CHAIN,
    S_GIFT,
    S_MOVEMENT,
    S_PRE_ATTACK,
    S_REPLAY,
    S_UNDER,
    S_UNUSED,
    STACK,
    WIDTH,
    State,
)
from tutti.games.symphony.steps.movement import (
    ATTACK,
    BODY,
    CODA,
    PRE_ATTACK,
    STAGES,
    following,
    may_prepare,
    row_after,
)
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64

SHOWN: Final = 24
"""A Movement has more plays to come than anybody plans for."""
AFTER_THE_DISC: Final = (S_CHAIN, S_REPLAY, S_GIFT, S_UNUSED)
DEAF: Final = Host()


def order(d: Box, s: State) -> list[Turn] | None:
    """The play that is on and those to come; None outside of Movements."""
    at: i64 = 0
    while at < len(s.stack) and s.stack[at].step != S_MOVEMENT:
        at += 1
    if at == len(s.stack):
        return None
    world = s.copy()
    f, asked = world.stack[at], world.stack[-1]
    turns: list[Turn] = []
    if f.at == PRE_ATTACK:
        _windows(d, world, f, asked, turns)
    else:
        turns.append(_now(d, world, f, asked))
    inst = following(d, world, f)
    while inst >= 0 and len(turns) < SHOWN:
        turns.append(_play(d, world, f, inst, -1, -1))
        inst = following(d, world, f)
    return turns


def _windows(d: Box, s: State, f: Frame, asked: Frame, turns: list[Turn]) -> None:
    """SY-076: whoever may still open a locked Imminent, from the back to the front."""
    if asked.step == S_PRE_ATTACK:
        turns.append(_turn(d, s, asked.a, "pre_attack", leftmost(s, asked.a), -1))
    while f.b >= 0:
        inst = f.a * ROWS + f.b
        f.b -= 1
        if may_prepare(d, s, inst):
            turns.append(_turn(d, s, inst, "pre_attack", leftmost(s, inst), -1))
    f.at = ATTACK
    f.b = ROWS - 1
    f.c = 0


def _now(d: Box, s: State, f: Frame, asked: Frame) -> Turn:
    """The play that is on, played to its end."""
    inst = s.inst_now
    if asked.step not in AFTER_THE_DISC:
        return _play(d, s, f, inst, s.cell, s.second if asked.step == S_UNDER else -1)
    turn = _turn(d, s, inst, _stage(f, inst), ON_STACK if s.coda else leftmost(s, inst), s.who)
    if asked.step != S_CHAIN:  # SY-104: a chain comes after Disturbing
        _disturb(d, s, f, turn)
    _tell(turn, "obsessive", _goes_back(d, s, f))
    return turn


def _play(d: Box, s: State, f: Frame, inst: i64, cell: i64, second: i64) -> Turn:
    """One play: its disc, or the whole of a soloist group, finds a note."""
    s.inst_now = inst
    s.coda = 1 if f.at == CODA else 0
    if cell < 0:
        cell = ON_STACK if s.coda else leftmost(s, inst)
    turn = _turn(d, s, inst, _stage(f, inst), cell, -1)
    s.part = 0 if cell == ON_STACK else part_of(d, s, inst, cell)
    s.placed = 1
    group = in_group(d, s, inst, cell)
    take_disc(s, inst, cell)
    if second >= 0:
        take_disc(s, inst, second)
    _disturb(d, s, f, turn)
    if group:
        cell = group_next(d, s, inst)
        while cell >= 0:
            take_disc(s, inst, cell)
            cell = group_next(d, s, inst)
        _tell(turn, "soloist", True)
    _tell(turn, "obsessive", _goes_back(d, s, f))
    return turn


def _turn(d: Box, s: State, inst: i64, stage: Stage, cell: i64, player: i64) -> Turn:
    base = inst * REC
    if player < 0:
        player = owner_at(d, s, inst, cell) if cell >= 0 else i64(s.inst[base + OWNER]) - 1
    turn: Turn = {"instrument": names.place(inst), "player": player, "stage": stage, "discs": _left(s, inst, stage)}
    if cell >= 0 and d.part_count[kind_at(s, inst)] > 1:
        turn["part"] = part_of(d, s, inst, cell) + 1
    _tell(turn, "conductor", stage not in ("coda", "pre_attack") and _conducts(s, player))  # SY-092, SY-095
    return turn


def _left(s: State, inst: i64, stage: Stage) -> i64:
    """The discs that it can still play in this stage."""
    if stage == "coda":
        return i64(s.inst[inst * REC + STACK])
    at = inst * REC + CELLS
    end = at + WIDTH
    count: i64 = 0
    while at < end:
        if s.inst[at]:
            count += 1
        at += 1
    return count


def _stage(f: Frame, inst: i64) -> Stage:
    return "concertmaster" if inst == CONCERTMASTER else STAGES[f.at]


def _conducts(s: State, player: i64) -> bool:
    return i64(s.inst[CONDUCTOR * REC + OWNER]) == player + 1 and leftmost(s, CONDUCTOR) >= 0


def _disturb(d: Box, s: State, f: Frame, turn: Turn) -> None:
    if not abilities(d, s, s.inst_now, s.part) & DISTURB:
        disturb(d, s, DEAF)
        return
    before = _column(s, f)
    disturb(d, s, DEAF)
    _tell(turn, "disturb", _column(s, f) != before)


def _column(s: State, f: Frame) -> list[int]:
    """Where the next disc of each instrument of the Column lies."""
    return [leftmost(s, f.a * ROWS + row) for row in range(ROWS)]


def _goes_back(d: Box, s: State, f: Frame) -> bool:
    """SY-083: whether the instrument in front plays next because this one is Obsessive."""
    if f.at != BODY or not f.d or not abilities(d, s, s.inst_now, 0) & OBSESSIVE:
        return False
    return row_after(d, s, f.b) <= f.b


def _tell(turn: Turn, bend: Bend, holds: bool) -> None:
    if holds:
        bends = turn.get("bends", [])
        bends.append(bend)
        turn["bends"] = bends
