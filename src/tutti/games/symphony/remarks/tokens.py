"""Musician tokens, the disc to play and the cards to score: what has no effect, what is lost, what it opens."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks.seating import linked
from tutti.games.symphony.remarks.standings import split_worth
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.effects import play_token
from tutti.games.symphony.rules.instruments import (
    abilities,
    controls,
    disc_at,
    find_disc,
    is_choir,
    kind_at,
    leftmost,
    next_cell,
    own_discs,
)
from tutti.games.symphony.rules.placement import has_clash, has_note
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.discs import conduct_choices
from tutti.games.symphony.rules.steps.tokens import DEAF, WAYS
from tutti.kernel.types import Remark

CODES = (
    "token_no_effect", "token_no_use", "disc_lost", "burns", "black_disc", "black_below", "other_split",
    "every_disc", "opens_note",
)  # fmt: skip
ALL_CLEFS = 7


def warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """Of tokens, discs and the small questions of a play."""
    if a >= act.A_GIVE:
        return []
    if a >= act.A_TAKE:
        return take_warnings(d, s, player, a - act.A_TAKE)
    if a in (act.A_SWAP_BLACK, act.A_DISC_BLACK) or act.A_ADD + WAYS <= a < act.A_SWAP_OWN:
        return [Remark("black_disc", "SY-099")] if a != act.A_DISC_BLACK else lost_warnings(d, s, player, a)
    if act.A_PLAY <= a < act.A_ADD:
        inst = playing(s)
        if idle(d, s, inst, a - act.A_PLAY, player):
            args = {"token": bx.TOKEN_NAMES[a - act.A_PLAY], "card": d.ids[kind_at(s, inst)]}
            return [Remark("token_no_effect", "SY-089", args)]
        return []
    if a == act.A_UNDER_BLACK:
        voice = s.terms.score.voice[s.note]
        return [Remark("black_below", "SY-111", {"points": d.voice_points[voice]})] if voice < 2 else []
    if a == act.A_BURN:
        return [Remark("burns", "SY-268", {"card": d.ids[kind_at(s, s.inst_now)]})]
    return lost_warnings(d, s, player, a)


def playing(s: State) -> int:
    """The instrument that a token would lie on."""
    f = s.stack[-1]
    return int(f.a if f.step == st.S_PRE_ATTACK else s.inst_now)


# -- discs without a note --------------------------------------------------------------------------


def lost_warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """SY-096: an own disc that is played, or kept without the help of a token, and has no note."""
    if (
        a not in (act.A_NO_TOKEN, act.A_LEFTMOST, act.A_DISC_OWN, act.A_DISC_BLACK)
        or s.stack[-1].step == st.S_PRE_ATTACK
    ):
        return []
    inst = int(s.inst_now)
    cell = _cell(s, inst, player, a)
    if cell < 0 or (a == act.A_NO_TOKEN and conduct_choices(d, s, inst, player)):
        return []
    if disc_at(s, inst, cell) != bx.OWN + player or open_to(d, s, inst, cell, player):
        return []
    return [Remark("disc_lost", "SY-096", {"card": d.ids[kind_at(s, inst)]})]


def _cell(s: State, inst: int, player: int, a: int) -> int:
    """Where the disc lies that the action would play next, as far as that is settled; -1 if it is not."""
    if s.coda:
        return st.ON_STACK
    if a in (act.A_DISC_OWN, act.A_DISC_BLACK):
        return int(find_disc(s, inst, bx.OWN + player if a == act.A_DISC_OWN else bx.NEUTRAL))
    return -1 if inst == bx.CONCERTMASTER else int(leftmost(s, inst))


def open_to(d: Box, s: State, inst: int, cell: int, player: int) -> bool:
    return has_note(d, s, inst, cell, player, s.near) or has_clash(d, s, inst, cell, player, s.near)


# -- tokens ----------------------------------------------------------------------------------------


def idle(d: Box, s: State, inst: int, token: int, player: int) -> bool:
    """SY-089: whether the token changes nothing for what the instrument has left to play."""
    kind = int(kind_at(s, inst))
    base = inst * st.REC
    mask = abilities(d, s, inst, 0)
    conductor = int(s.inst[st.CONDUCTOR_AT + st.OWNER]) == player + 1 and leftmost(s, bx.CONDUCTOR) >= 0
    own = bool(own_discs(s, inst, player)) and not s.coda
    any_own = own or bool(s.inst[base + st.STACK]) or (conductor and not s.coda)
    if token == bx.ECLECTIC:
        return bool(s.inst[base + st.WELL]) or not linked(d, kind)
    if token == bx.CLEF:
        return d.clefs[kind] == ALL_CLEFS if s.terms.clefs else d.clefs[kind] == 0
    if token == bx.FLAT_SHARP:
        return bool(mask & bx.FLAT and mask & bx.SHARP)
    if token == bx.PROTECTION:
        return bool(mask & bx.PROTECT) or not any_own
    if token == bx.VIRTUOSITY:
        return not any_own
    if token == bx.OVERWRITING:
        return bool(mask & (bx.OVERWRITE | bx.STRONG)) or bool(s.coda) or not (own or conductor)
    if token == bx.CHAINING:
        lonely = next_cell(s, inst, leftmost(s, inst)) < 0 and not conductor
        return bool(mask & bx.CHAIN) or bool(s.coda) or lonely
    return token != bx.PROLONGED


def take_warnings(d: Box, s: State, player: int, token: int) -> list[Remark]:
    """A token that none of the player's instruments can use any more; in Progressive Orchestra others may come."""
    if s.terms.progressive:
        return []
    for inst in range(bx.PLACES):
        later = inst >= bx.SEATS or inst // bx.ROWS >= s.column
        if kind_at(s, inst) < 0 or inst == bx.CONDUCTOR or not later or not controls(s, inst, player):
            continue
        base = inst * st.REC
        if is_choir(d, s, inst) or s.inst[base + st.TOKEN]:
            continue
        here = inst != bx.CONCERTMASTER or d.token_places[token]
        if here and (leftmost(s, inst) >= 0 or s.inst[base + st.STACK]) and _useful(d, s, inst, token, player):
            return []
    return [Remark("token_no_use", "SY-150", {"token": bx.TOKEN_NAMES[token]})]


def _useful(d: Box, s: State, inst: int, token: int, player: int) -> bool:
    if token == bx.ECLECTIC and not d.dots[kind_at(s, inst)]:
        return False
    return not idle(d, s, inst, token, player)


def merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """What a token on the instrument opens."""
    if not act.A_PLAY <= a < act.A_ADD:
        return []
    inst, token = playing(s), a - act.A_PLAY
    if token == bx.PROLONGED or idle(d, s, inst, token, player):
        return []
    found = []
    if s.stack[-1].step == st.S_PRE_ATTACK:
        found.append(Remark("attack", "SY-076", {"card": d.ids[kind_at(s, inst)]}))
    elif _opens_note(d, s, inst, token, player):
        found.append(Remark("opens_note", "SY-087", {"card": d.ids[kind_at(s, inst)]}))
    if token == bx.ECLECTIC:
        kind = int(kind_at(s, inst))
        found.append(Remark("well_placed", "SY-161", {"card": d.ids[kind], "opens": linked(d, kind)}))
    elif token == bx.VIRTUOSITY:
        base = inst * st.REC
        discs = int(s.inst[base + st.STACK]) + (0 if s.coda else int(own_discs(s, inst, player)))
        if discs:
            found.append(Remark("every_disc", "SY-159", {"count": discs}))
    return found


def _opens_note(d: Box, s: State, inst: int, token: int, player: int) -> bool:
    cell = _cell(s, inst, player, act.A_LEFTMOST)
    if cell < 0 or open_to(d, s, inst, cell, player):
        return False
    trial = s.copy()
    play_token(d, trial, inst, token, player, DEAF)
    return open_to(d, trial, inst, _cell(trial, inst, player, act.A_LEFTMOST), player)


# -- objectives ------------------------------------------------------------------------------------


def split_warnings(d: Box, s: State, player: int, now: int) -> list[Remark]:
    """SY-261: at the end of Progressive Orchestra nothing changes any more, so the better way is certain."""
    if not s.terms.progressive:
        return []
    held = [int(s.desk[st.CARDS_HELD + 2 * player + i]) - 1 for i in range(2)]
    kept = held[0] if held[1] == now else held[1]
    more = split_worth(d, s, kept, now, player) - split_worth(d, s, now, kept, player)
    return [Remark("other_split", "SY-261", {"points": more})] if more > 0 else []
