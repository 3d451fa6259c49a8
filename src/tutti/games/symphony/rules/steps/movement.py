# tutti: compiled
"""A Movement: Pre-Attack window, Attack, Body, Coda (SY-076 to SY-084)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_ADD, A_NO_TOKEN, A_PLAY
from tutti.games.symphony.rules.effects import play_token
from tutti.games.symphony.rules.instruments import abilities, kind_at, leftmost, owner_at
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep, argument, phase
from tutti.games.symphony.types import PreAttackArgs, Stage
from tutti.kernel.chance import Host
from tutti.kernel.frames import NONE, Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

PRE_ATTACK: Final = 0
ATTACK: Final = 1
LEADER: Final = 2
BODY: Final = 3
CODA: Final = 4
STAGES: Final[tuple[Stage, ...]] = ("pre_attack", "attack", "concertmaster", "body", "coda")
CODA_ROUNDS: Final = 3

NOT_HELD: Final = 2
ANOTHER: Final = 3


class Movement(Phase):
    """``at`` stage, ``a`` Column, ``b`` next row, ``c`` round of the Coda, ``d`` 1 while a play of the Body is on."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        d = self.d
        if f.at == PRE_ATTACK:
            if f.c == 0:
                f.c = 1
                f.b = bx.ROWS - 1
                s.column = f.a
                if host.hears:
                    host.tell(events.MOVEMENT, -1, f.a, 0, 0, 0)
            while f.b >= 0:
                inst = f.a * bx.ROWS + f.b
                f.b -= 1
                if may_prepare(d, s, inst):
                    base = inst * st.REC
                    s.ask(st.S_PRE_ATTACK, i64(s.inst[base + st.OWNER]) - 1, 0, inst, 0, 0, 0)
                    return
            f.at = ATTACK
            f.b = bx.ROWS - 1
            f.c = 0
        inst = following(d, s, f)
        if inst < 0:
            s.stack.pop()
        else:
            begin_play(d, s, inst, f.at == CODA)

    def bounds(self, s: State, around: Around) -> Bounds:
        stage = around.frame.at
        playing = around.frame.d
        rows = (-1, bx.ROWS - 1)
        if stage in (BODY, CODA):
            rows = (0, bx.ROWS - 1 if playing else bx.ROWS)
        rounds = CODA_ROUNDS if stage == CODA else 1 if stage == PRE_ATTACK else 0
        return (PRE_ATTACK, CODA), argument(s, around), rows, (0, rounds), (0, 1 if stage == BODY else 0)

    def usual(self, s: State, around: Around) -> tuple[int, ...]:
        row = bx.ROWS - 1 if around.frame.at == ATTACK else 0
        return PRE_ATTACK, argument(s, around)[0], row, 0, 0


def following(d: Box, s: State, f: Frame) -> i64:
    """SY-077 to SY-084: the instrument that plays next, and ``f`` goes on to it; -1 when all is played.

    ``playing_order.py`` asks the same for the plays to come.
    """
    if f.at == ATTACK:
        while f.b >= 0:
            inst = f.a * bx.ROWS + f.b
            f.b -= 1
            if sounds_first(d, s, inst):
                return inst
        f.at = LEADER
    if f.at == LEADER:
        f.at = BODY
        f.b = 0
        if s.inst[st.CONCERTMASTER_AT + st.OWNER] and leftmost(s, bx.CONCERTMASTER) >= 0:
            return bx.CONCERTMASTER
    if f.at == BODY:
        if f.d:
            f.d = 0
            f.b = row_after(d, s, f.b)
        row = next_row(s, f.a, f.b)
        if row >= 0:
            f.b = row
            f.d = 1
            return f.a * bx.ROWS + row
        f.at = CODA
        f.b = 0
    while f.c < CODA_ROUNDS:  # SY-081
        while f.b < bx.ROWS:
            inst = f.a * bx.ROWS + f.b
            f.b += 1
            base = inst * st.REC
            if s.inst[base + st.STACK]:
                return inst
        f.b = 0
        f.c += 1
    return -1


def may_prepare(d: Box, s: State, inst: i64) -> bool:
    """SY-076: locked Imminent, no token yet, an Eclectic token at hand."""
    kind = kind_at(s, inst)
    base = inst * st.REC
    if kind < 0 or not d.unlock[kind] & bx.IMMINENT or s.inst[base + st.TOKEN]:
        return False
    owner = i64(s.inst[base + st.OWNER]) - 1
    theirs = owner * bx.TOKENS
    if owner < 0 or not s.desk[theirs + bx.ECLECTIC]:
        return False
    return not abilities(d, s, inst, 0) & bx.IMMINENT


def sounds_first(d: Box, s: State, inst: i64) -> bool:
    """SY-077, SY-087: active Imminent and a disc to play."""
    if kind_at(s, inst) < 0 or leftmost(s, inst) < 0:
        return False
    return abilities(d, s, inst, 0) & bx.IMMINENT != 0


def next_row(s: State, column: i64, start: i64) -> i64:
    """SY-079: the next row upwards with a regular disc, then again from the front; -1 when all are silent."""
    tried: i64 = 0
    row = start
    while tried < bx.ROWS:
        if row >= bx.ROWS:
            row = 0
        inst = column * bx.ROWS + row
        if kind_at(s, inst) >= 0 and leftmost(s, inst) >= 0:
            return row
        row += 1
        tried += 1
    return -1


def row_after(d: Box, s: State, row: i64) -> i64:
    """SY-083, SY-084: one up, or the instrument in front of an Obsessive one that has placed a disc."""
    inst = s.column * bx.ROWS + row
    if s.placed and abilities(d, s, inst, 0) & bx.OBSESSIVE:
        front = row - 1
        while front >= 0 and kind_at(s, s.column * bx.ROWS + front) < 0:
            front -= 1
        if front >= 0 and leftmost(s, s.column * bx.ROWS + front) >= 0:
            return front
    return row + 1


def begin_play(d: Box, s: State, inst: i64, coda: bool) -> None:
    """SY-087: an instrument with a disc plays; its owner, on a choir that of the leftmost disc, decides."""
    s.inst_now = inst
    s.coda = 1 if coda else 0
    s.who = owner_at(d, s, inst, st.ON_STACK if coda else leftmost(s, inst))
    s.cell = -1
    s.near = -1
    s.last = -1
    s.placed = 0
    s.conducted = 0
    s.grouping = 0
    s.must = 0
    s.replay = 0
    s.run(st.S_PLAY, -1, 0, 0, 0, 0, 0)


class PreAttack(SymphonyStep):
    """D11: an Eclectic token on an instrument (``a``) whose Imminent is locked, or not."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_NO_TOKEN, A_PLAY + bx.ECLECTIC)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        inst = f.a
        s.stack.pop()
        if a != A_NO_TOKEN:
            play_token(self.d, s, inst, bx.ECLECTIC, player, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_NO_TOKEN:
            return 0
        if not A_PLAY <= a < A_ADD:
            return OTHER
        mine = player * bx.TOKENS
        if not s.desk[mine + a - A_PLAY]:
            return NOT_HELD
        return 0 if a == A_PLAY + bx.ECLECTIC else ANOTHER

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        args = {"token": bx.TOKEN_NAMES[a - A_PLAY], "instrument": names.place(f.a)}
        if fault == NOT_HELD:
            return Refusal("token_not_held", "SY-088", args)
        return Refusal("only_eclectic", "SY-162", args)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: PreAttackArgs = {"instrument": names.place(f.a), "card": self.d.ids[kind_at(s, f.a)]}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        now = phase(s)  # its row is the next one
        here = now.a * bx.ROWS + now.b + 1
        return NONE, (here, here if now.b < bx.ROWS - 1 else -1)

    def asked(self, s: State, around: Around) -> int:
        base = around.frame.a * st.REC
        return int(s.inst[base + st.OWNER]) - 1

    def stands(self, s: State, around: Around) -> bool:
        return may_prepare(self.d, s, around.frame.a)


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Movement(d, st.S_MOVEMENT, "movement", "SY-070", ("stage", "column", "row", "round", "playing")),
        PreAttack(
            d,
            st.S_PRE_ATTACK,
            "pre_attack",
            "SY-076",
            ("at", "instrument"),
            on=(st.S_MOVEMENT,),
            args=PreAttackArgs,
            public=True,
        ),
    )
