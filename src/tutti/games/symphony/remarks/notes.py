"""A disc on a note: clashes, what lies there, who can cover it, tokens, objectives, what a Master or noise brings."""

from __future__ import annotations

from typing import NamedTuple

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks.standings import discs_left
from tutti.games.symphony.rules import scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE
from tutti.games.symphony.rules.effects import HEARD, push
from tutti.games.symphony.rules.instruments import abilities, disc_at, kind_at, leftmost, part_of, take_disc
from tutti.games.symphony.rules.masters import ASK_LEFT, ASK_NOBODY, ASK_UNUSED
from tutti.games.symphony.rules.placement import height, may_replay, supported
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import tokens_in
from tutti.kernel.types import Remark

CODES = (
    "clash", "covers_own", "exposed", "disturbs_own", "takes_token", "objective", "overwrites", "protected", "support",
    "disturbs", "gift", "unused_token", "replay",
)  # fmt: skip


class Landing(NamedTuple):
    """A disc and the note that it would go on."""

    note: int
    clash: bool
    cell: int
    disc: int
    top: int
    """The disc that lies there now."""
    mask: int
    """Abilities of the Part that plays it."""
    value: int
    """Of the note."""

    @property
    def free(self) -> bool:
        return self.top == 0

    @property
    def black(self) -> bool:
        return self.disc == bx.NEUTRAL


def landing(d: Box, s: State, a: int) -> Landing:
    f = s.stack[-1]
    inst = int(s.inst_now)
    cell = int(f.a if f.step == st.S_CHAIN else s.cell)
    clash = a >= A_CLASH
    note = int(s.terms.score.at[a - (A_CLASH if clash else A_NOTE)]) - 1
    mask = int(abilities(d, s, inst, part_of(d, s, inst, cell)))
    disc = int(disc_at(s, inst, cell))
    at = note * st.NOTE
    return Landing(note, clash, cell, disc, int(s.notes[at]), mask, s.terms.score.value[note])


def warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    here = landing(d, s, a)
    found = []
    if here.clash:
        track = st.TRACK + player * bx.TRACKS
        steps = int(s.desk[track + bx.TRACK_CLASH]) + (2 if here.value == bx.SEMIBREVE else 1)
        found.append(Remark("clash", "SY-268", {"points": int(d.clash_points[steps]), "steps": steps}))
    if here.top == bx.OWN + player:
        found.append(Remark("covers_own", "SY-115"))
    if rivals := exposed_to(s, here, player):
        found.append(Remark("exposed", "SY-114", {"players": rivals}))
    if mine := silenced(d, s, here).count(bx.OWN + player):
        found.append(Remark("disturbs_own", "SY-085", {"count": mine}))
    return found


def merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    here = landing(d, s, a)
    score = s.terms.score
    found = []
    at = here.note * st.NOTE
    token = int(s.notes[at + st.NOTE_TOKEN]) - 1
    if token >= 0 and here.free and not here.black:
        found.append(Remark("takes_token", "SY-108", {"token": bx.TOKEN_NAMES[token]}))
    found += objectives(d, s, here, player)
    found += master_gifts(s, here, player)
    if bx.OWN <= here.top < bx.COVER and here.top != bx.OWN + player:
        found.append(Remark("overwrites", "SY-100", {"player": here.top - bx.OWN}))
    if others := len([disc for disc in silenced(d, s, here) if disc not in (bx.NEUTRAL, bx.OWN + player)]):
        found.append(Remark("disturbs", "SY-085", {"count": others}))
    if here.free and not here.black and here.value != bx.SEMIBREVE and shielded(s, here):
        found.append(Remark("protected", "SY-130" if here.mask & bx.PROTECT else "SY-239"))
    if not here.black and score.tuplet[here.note] and (rivals := threatened(s, here, player)):
        found.append(Remark("support", "SY-114", {"players": rivals}))
    if s.terms.master.replays and here.value == bx.QUAVER and _replays(d, s, here, player):
        found.append(Remark("replay", "SY-236"))
    return found


# -- tuplets ---------------------------------------------------------------------------------------


def shielded(s: State, here: Landing) -> bool:
    """SY-130, SY-239: whether a black disc goes under it."""
    return bool(here.mask & bx.PROTECT) or here.value == s.terms.master.shields


def exposed_to(s: State, here: Landing, player: int) -> list[int]:
    """SY-114: who has a disc in the same tuplet, so that any disc left may cover this one."""
    score = s.terms.score
    if here.black or not here.free or not score.tuplet[here.note] or shielded(s, here):
        return []
    others = [q for q in range(int(s.terms.n)) if q != player]
    return [q for q in others if supported(s, score, here.note, bx.OWN + q) and discs_left(s, q)]


def threatened(s: State, here: Landing, player: int) -> list[int]:
    """SY-114: whose discs in the tuplet this one makes open to one's own discs."""
    score = s.terms.score
    found = set()
    for i in range(score.tuplet_first[here.note], score.tuplet_end[here.note]):
        at = i * st.NOTE
        top = int(s.notes[at])
        rival = bx.OWN <= top < bx.COVER and top != bx.OWN + player
        if i != here.note and rival and height(s, i) == 1 and not supported(s, score, i, bx.OWN + player):
            found.add(top - bx.OWN)
    return sorted(found)


# -- what comes with it ----------------------------------------------------------------------------


def silenced(d: Box, s: State, here: Landing) -> list[int]:
    """SY-085, SY-086: the discs that the first disc of a disturbing instrument costs its Column."""
    inst = int(s.inst_now)
    base = inst * st.REC
    if inst >= bx.SEATS or not here.mask & bx.DISTURB or int(s.inst[base + st.SOUNDED]) & HEARD:
        return []
    found = []
    for other in range(int(s.column) * bx.ROWS, int(s.column) * bx.ROWS + bx.ROWS):
        cell = int(leftmost(s, other)) if other != inst and kind_at(s, other) >= 0 else -1
        if cell >= 0:
            at = other * st.REC
            found.append(int(s.inst[at + st.CELLS + cell]))
    return found


def objectives(d: Box, s: State, here: Landing, player: int) -> list[Remark]:
    """SY-188, SY-189: Symphony Bonuses that count the disc: the public one, and those that the player holds."""
    terms = s.terms
    rules = {int(s.desk[st.CARDS_HELD + 2 * player + i]) - 1: "SY-188" for i in range(2) if terms.audience_private}
    if terms.audience_public:
        rules[int(s.desk[st.PUBLIC]) - 1] = "SY-189"
    if not rules:
        return []
    trial = landed(s, here)
    found = []
    for number, rule in rules.items():
        if number >= 0:
            card = d.cards[number]
            gain = scoring.symphony_bonus(d, trial, card, player) - scoring.symphony_bonus(d, s, card, player)
            if gain > 0:
                found.append(Remark("objective", rule, {"bonus": card.symphony, "points": gain}))
    return found


def landed(s: State, here: Landing) -> State:
    """The table with the disc on its note, and nothing else changed."""
    trial = s.copy()
    take_disc(trial, s.inst_now, here.cell)
    push(trial, here.note, here.disc)
    return trial


def master_gifts(s: State, here: Landing, player: int) -> list[Remark]:
    """SY-230, SY-234: a token that Furtwängler or Kleiber brings."""
    asks = s.terms.master.asks(here.value, s.terms.score.accidental[here.note])
    if asks == ASK_NOBODY:
        return []
    if asks == ASK_UNUSED:
        return [Remark("unused_token", "SY-230")] if tokens_in(s, st.POOL) else []
    n = int(s.terms.n)
    giver = (player + (1 if asks == ASK_LEFT else n - 1)) % n
    return [Remark("gift", "SY-234", {"player": giver})] if tokens_in(s, giver * bx.TOKENS) else []


def _replays(d: Box, s: State, here: Landing, player: int) -> bool:
    """SY-280: as it stands; a group or a chain may come in between."""
    return bool(may_replay(d, landed(s, here), s.inst_now, player, here.note))
