"""Rewards that would come to nothing as things stand."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as t
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.effects import EFFECTS
from tutti.games.orchestra.rules.growth import columns
from tutti.games.orchestra.rules.state import ACCOUNT, State
from tutti.games.orchestra.rules.steps.resolution import resolve_card
from tutti.kernel.chance import Host
from tutti.kernel.facts import Remark

GAINS = {
    t.G_INVITE: ("invite", "OR-033"),
    t.G_PIECES: ("pieces", "OR-116"),
    t.G_RETURN: ("return", "OR-096"),
    t.G_EVOLVE: ("evolve", "OR-064"),
    t.G_TAKE: ("take", "OR-151"),
    t.G_COLUMN: ("column", "OR-090"),
    t.G_CONDUCTOR: ("conductor", "OR-131"),
    t.G_BACK: ("back", "OR-136"),
}
"""Rewards that may come to nothing: the entry ``gain.<name>`` of the words, and the rule."""


def card_gains(s: State, p: int, place: int) -> tuple[State, int, int]:
    """For ``lost_gains``: the position in which the rewards of a card come, its Musicians being home (OR-147)."""
    then = s.copy()
    part = s.d.card_part[int(s.rows[place]) - 1] + int(s.staff[place * st.STAFF + st.PART])
    resolve_card(then, p, place, Host())
    return then, p, s.d.part_row[part]


def lost_gains(s: State, p: int, row: int, later: bool = False) -> list[Remark]:
    """Tokens of a row without effect in this position. ``later``: they come in the Resolution, so what coins and
    Musicians will be there then nobody can say."""
    d = s.d
    then = s.copy()
    found = []
    for i in range(d.gain_first[row], d.gain_first[row + 1]):
        verb, n = d.gain_verb[i], d.gain_value[i]
        if verb in (t.G_MONEY, t.G_COIN):
            then.account[p * ACCOUNT + st.MONEY] += n  # it may pay for the piece that comes next
        if verb not in GAINS:
            continue
        if later and verb == t.G_EVOLVE:
            lost = not columns(then, p, n)
        elif later and verb == t.G_PIECES and d.offer_mode[n] != t.FREE:
            lost = False
        else:
            lost = not EFFECTS[verb].able(then, p, n)
        if lost:
            gain, rule = GAINS[verb]
            found.append(Remark("gain_lost", rule, {"gain": gain}))
    return found
