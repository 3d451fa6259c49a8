# tutti: compiled
"""What speaks for an action beyond points and majorities: what it opens, frees, completes and makes possible."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.names import LEVELS, SECTIONS, price
from tutti.games.orchestra.remarks.outlook import castable, castable_next
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.column import farthest
from tutti.games.orchestra.rules.decks import is_open
from tutti.games.orchestra.rules.events import POSTER_PARTS, VIRTUOSOS
from tutti.games.orchestra.rules.spots import assignable, in_section
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.round import LEVEL_III, all_chairs_taken, all_sections_filled, opens
from tutti.games.orchestra.rules.steps.turn import can_gather
from tutti.kernel.frames import StepGame
from tutti.kernel.preview import certainly
from tutti.kernel.types import Remark

CODES = (
    "fills_hall", "fills_orchestra", "frees_virtuoso", "opens_level", "lets_assign", "lets_fulfil",
    "lets_fulfil_next", "poster_part", "lets_gather", "lets_concert", "cards_want", "fills_section", "develops",
    "ignores_eyes", "column_reach", "costs",
)  # fmt: skip
MOST = 3
"""So many merits are told, and so many cards are named in one."""
V1, V4 = 0, 3


def merits(game: StepGame[State], s: State, p: int, a: int) -> list[Remark]:
    """Of a legal action, the weightiest first."""
    then = certainly(game, s, p, a)
    found = _the_end(s, then) + _virtuosos(s, then, p, a) + _levels(s, then)
    if then.phase == s.phase and assignable(then, p) and not assignable(s, p):
        found.append(Remark("lets_assign", "OR-172"))
    found += _cards(s, then, p) + _posters(s, p, a) + _complementary(s, then, p)
    found += _banner(s, p, a) + _sections(s, then) + _reach(s, p, a)
    costs = _costs(s, p, a)
    return found[: MOST - len(costs)] + costs


def _costs(s: State, p: int, a: int) -> list[Remark]:
    """What is paid for it, at once or with the last Musician: neither for nor against it."""
    f, d = s.stack[-1], s.d
    if f.step == st.ALLOCATE and a == act.A_DEVELOP:
        me = p * st.OWN
        slot = int(s.own[me + st.STAFFED])
        return _price("OR-042", d.develop_m[slot], d.develop_p[slot])
    if f.step == st.SLOTS and a >= act.A_WITH + bx.HIRED:
        return _price("OR-037", d.hire_m[a - act.A_WITH - bx.HIRED], d.hire_p[a - act.A_WITH - bx.HIRED])
    if f.step == st.ALLOCATE and act.A_CARD <= a < act.A_PART:
        card = int(s.rows[a - act.A_CARD]) - 1
        part = d.card_part[card] if d.card_parts[card] == 1 else -1
    else:
        part = d.card_part[int(s.rows[f.at]) - 1] + a - act.A_PART if f.step == st.PART_OF_CARD else -1
    if part < 0:
        return []
    slots = range(d.part_first[part], d.part_first[part] + d.part_len[part])
    return _price("OR-146", sum(d.slot_m[i] for i in slots), sum(d.slot_p[i] for i in slots))


def _price(rule: str, money: int, prestige: int) -> list[Remark]:
    return [Remark("costs", rule, {"price": price(money, prestige)})] if money + prestige else []


def _the_end(s: State, then: State) -> list[Remark]:
    """Triggers that the Check Phase of this round will find."""
    if s.phase > st.RESOLUTION:
        return []
    found = []
    if all_chairs_taken(then) and not all_chairs_taken(s):
        found.append(Remark("fills_hall", "OR-175"))
    if all_sections_filled(then) and not all_sections_filled(s):
        found.append(Remark("fills_orchestra", "OR-176"))
    return found


def _levels(s: State, then: State) -> list[Remark]:
    """OR-173, OR-174: levels that open in the Check Phase because of this."""
    if s.phase > st.RESOLUTION:
        return []
    rules = ((LEVEL_III, "OR-173"), (bx.STAR, "OR-174"))
    return [
        Remark("opens_level", rule, {"level": LEVELS[level]})
        for level, rule in rules
        if opens(then, level) and not opens(s, level)
    ]


def _virtuosos(s: State, then: State, p: int, a: int) -> list[Remark]:
    """OR-030: by the second and the third banner, the Column and the Conductor Track."""
    own = s.own
    me = p * st.OWN
    freed = [v for v in range(4) if not own[me + st.FREED + v] and then.own[me + st.FREED + v]]
    if V1 not in freed and bx.EDGE_VIRTUOSO in _passed(s, p, a) and not own[me + st.FREED + V1]:
        freed.append(V1)
    if a == act.A_DEVELOP and s.stack[-1].step == st.ALLOCATE:
        slot = int(own[me + st.STAFFED])
        freed += [s.d.develop_virtuoso[slot] - 1] if s.d.develop_virtuoso[slot] else []
    return [Remark("frees_virtuoso", "OR-030", {"virtuoso": VIRTUOSOS[v]}) for v in freed]


def _passed(s: State, p: int, a: int) -> list[int]:
    """Outer edges that a move on the Column Track passes (OR-088)."""
    if s.stack[-1].step != st.COLUMN_STEPS or a == act.A_SKIP:
        return []
    me = p * st.OWN
    return list(s.d.edge[int(s.own[me + st.COLUMN]) + 1 : a - s.d.a_to + 1])


def _posters(s: State, p: int, a: int) -> list[Remark]:
    me = p * st.OWN
    has = int(s.own[me + st.PARTS])
    parts = POSTER_PARTS[has : has + _passed(s, p, a).count(bx.EDGE_POSTER)]
    return [Remark("poster_part", "OR-099", {"parts": list(parts)})] if parts else []


def _cards(s: State, then: State, p: int) -> list[Remark]:
    """OR-142: open cards that can be used afterwards and could not before, in this turn or in the next round."""
    if s.phase == then.phase == st.ALLOCATION and then.player == p:
        places = castable(then, p) & ~castable(s, p)
        cards = _names(then, places)
        return [Remark("lets_fulfil", "OR-142", {"cards": cards})] if cards else []
    if s.phase == then.phase == st.RESOLUTION:
        cards = _names(then, castable_next(then, p) & ~castable_next(s, p))
        return [Remark("lets_fulfil_next", "OR-142", {"cards": cards})] if cards else []
    return []


def _names(s: State, places: int) -> list[str]:
    if not places:
        return []
    return [s.d.card_names[int(s.rows[i]) - 1] for i in range(st.PLACES) if places >> i & 1][:MOST]


def _complementary(s: State, then: State, p: int) -> list[Remark]:
    """OR-172: a card that has just come may be used at once."""
    if s.phase > st.RESOLUTION or then.player != p:
        return []
    found = []
    if can_gather(then, p) and not can_gather(s, p):
        found.append(Remark("lets_gather", "OR-167"))
    if _stars(then, p) > _stars(s, p):
        found.append(Remark("lets_concert", "OR-169"))
    return found


def _stars(s: State, p: int) -> int:
    at = p * st.OWN + st.FACE_UP
    return sum(int(n) for n in s.own[at + 6 : at + 12])


def _banner(s: State, p: int, a: int) -> list[Remark]:
    """OR-047: what the next banner raises; OR-141: open cards that want its section."""
    if a == act.A_DEVELOP:
        me = p * st.OWN
        added = int(s.own[me + st.STAFFED]) + 1
        limit, eyes = s.d.limit[added], s.d.eyes[added]
        if limit == s.d.limit[added - 1]:
            return [Remark("ignores_eyes", "OR-047", {"eyes": eyes})]
        return [Remark("develops", "OR-047", {"limit": limit, "eyes": eyes})]
    if s.stack[-1].step != st.CHOOSE_BANNER:
        return []
    open_cards = [int(s.rows[i]) - 1 for i in range(st.PLACES) if is_open(s, i)]
    cards = [s.d.card_names[card] for card in open_cards if s.d.card_section[card] == a - act.A_BANNER]
    return [Remark("cards_want", "OR-141", {"cards": cards[:MOST]})] if cards else []


def _sections(s: State, then: State) -> list[Remark]:
    """OR-176: a section that has enough now, and how many have: the end comes nearer."""
    if s.phase > st.RESOLUTION:
        return []
    need = s.d.min_section[s.n]
    full = [i for i in range(4) if in_section(then, i) >= need]
    return [
        Remark("fills_section", "OR-176", {"section": SECTIONS[i], "done": len(full)})
        for i in full
        if in_section(s, i) < need
    ]


def _reach(s: State, p: int, a: int) -> list[Remark]:
    """OR-068: how far the Column Track would lead, as the markers stand."""
    if s.stack[-1].step != st.ALLOCATE or not act.A_USE + bx.RESERVED <= a < act.A_USE + 2 * bx.RESERVED:
        return []
    to = int(farthest(s, p, s.d.column_steps[TYPE_OF[a - act.A_USE - bx.RESERVED]]))
    me = p * st.OWN
    return [Remark("column_reach", "OR-068", {"space": to})] if to > s.own[me + st.COLUMN] else []
