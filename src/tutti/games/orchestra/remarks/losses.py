"""Rewards that would come to nothing as things stand."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.effects import EFFECTS
from tutti.games.orchestra.rules.growth import columns
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.resolution import resolve_card
from tutti.kernel.chance import Host
from tutti.kernel.types import Remark

GAINS = {
    bx.G_INVITE: ("invite", "OR-033"),
    bx.G_PIECES: ("pieces", "OR-116"),
    bx.G_RETURN: ("return", "OR-096"),
    bx.G_EVOLVE: ("evolve", "OR-064"),
    bx.G_TAKE: ("take", "OR-151"),
    bx.G_COLUMN: ("column", "OR-090"),
    bx.G_CONDUCTOR: ("conductor", "OR-131"),
    bx.G_BACK: ("back", "OR-136"),
}
"""Rewards that may come to nothing: the entry ``gain.<name>`` of the words, and the rule."""


def card_gains(s: State, p: int, place: int) -> tuple[State, int, int]:
    """For ``lost_gains``: the position in which the rewards of a card come, its Musicians being home (OR-147)."""
    then = s.copy()
    cell = place * st.STAFF
    part = s.d.card_part[int(s.rows[place]) - 1] + int(s.staff[cell + st.PART])
    resolve_card(then, p, place, Host())
    return then, p, s.d.part_row[part]


def lost_gains(s: State, p: int, row: int, later: bool = False) -> list[Remark]:
    """Tokens of a row without effect in this position. ``later``: they come in the Resolution, so what coins and
    Musicians will be there then nobody can say."""
    d = s.d
    then = s.copy()
    found = []
    mine = p * st.ACCOUNT
    for i in range(d.gain_first[row], d.gain_first[row + 1]):
        verb, n = d.gain_verb[i], d.gain_value[i]
        if verb in (bx.G_MONEY, bx.G_COIN):
            then.account[mine + st.MONEY] += n  # it may pay for the piece that comes next
        if verb not in GAINS:
            continue
        if later and verb == bx.G_EVOLVE:
            lost = not columns(then, p, n)
        elif later and verb == bx.G_PIECES and d.offer_mode[n] != bx.FREE:
            lost = False
        else:
            lost = not EFFECTS[verb].able(then, p, n)
        if lost:
            gain, rule = GAINS[verb]
            found.append(Remark("gain_lost", rule, {"gain": gain}))
    return found
