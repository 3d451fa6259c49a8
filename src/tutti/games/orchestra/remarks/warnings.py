# tutti: compiled
"""What looks better than it is: remarks on an action before it is made, each with its rule."""

from __future__ import annotations

from collections.abc import Callable

from tutti.games.orchestra.pack.box import RESERVED
from tutti.games.orchestra.pack.names import AREA_NAMES, SECTIONS, SPACE_NAMES
from tutti.games.orchestra.remarks.losses import card_gains, lost_gains
from tutti.games.orchestra.remarks.outlook import castable, covers_own, out_of_reach
from tutti.games.orchestra.remarks.placing import effect, evolving, placed, student
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.audience import placement_at
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.conductor import LEFT, RIGHT, can_step
from tutti.games.orchestra.rules.decks import is_open
from tutti.games.orchestra.rules.events import VIRTUOSOS
from tutti.games.orchestra.rules.growth import columns, payable
from tutti.games.orchestra.rules.scoring import area_points, best_area, unchosen
from tutti.games.orchestra.rules.spots import assignable
from tutti.games.orchestra.rules.state import State
from tutti.kernel.frames import Frame, StepGame
from tutti.kernel.preview import certainly
from tutti.kernel.types import Remark

CODES = (
    "column_at_end", "steps_lost", "nothing_to_exchange", "nothing_exchanged", "type_wasted", "eyes_risk",
    "student_repeats", "students_short", "student_unpaid", "nobody_left", "gain_lost", "step_lost", "virtuoso_waits",
    "cards_out_of_reach", "musicians_idle", "could_assign", "chairs_lost", "piece_scores_nothing", "opens_wcu",
    "leaves_pieces", "no_spots", "star_in_gather", "better_area",
)  # fmt: skip
MOST_CARDS = 3
"""So many cards are named in one remark."""


def warnings(game: StepGame[State], s: State, p: int, a: int) -> list[Remark]:
    """Of a legal action, from what the player can see."""
    f = s.stack[-1]
    found = BY_STEP[f.step](s, f, p, a) if f.step in BY_STEP else []
    then = certainly(game, s, p, a)
    return found + _unpaid_students(s, then, p) + _lost_cards(s, then, p) + _waiting(s, then, p)


# -- by question ---------------------------------------------------------------------------------


def _allocate(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    if a == act.A_PASS:
        ready = 2 if assignable(s, p) else 4  # I and V may still go to the Orchestra in the Resolution
        me = p * st.OWN
        idle = sum(int(n) for n in s.own[me + st.RESERVE : me + st.RESERVE + ready])
        return [Remark("musicians_idle", "OR-154", {"count": idle})] if idle else []
    if a == act.A_DEVELOP:
        return _step_lost(s, p, RIGHT)
    if act.A_EVOLVE <= a < act.A_USE:
        return student(s, p, a - act.A_EVOLVE)
    if act.A_USE <= a < act.A_CARD:
        return placed(s, p, st.X + (a - act.A_USE) // RESERVED, (a - act.A_USE) % RESERVED)
    if act.A_CARD <= a < act.A_PART:
        card = int(s.rows[a - act.A_CARD]) - 1
        return _part(s, p, s.d.card_part[card]) if s.d.card_parts[card] == 1 else []
    return _assign(s, f, p, a)


def _resolve(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    if a == act.A_PASS:
        return _unsent(s, p)
    if act.A_RESOLVE <= a < act.A_RESOLVE_BANNER:
        space = a - act.A_RESOLVE
        me = p * st.OWN
        kind = int(s.own[me + st.SPACE + space]) - 1
        return evolving(s, p, space) if space < st.X else effect(s, p, space, TYPE_OF[kind])
    if act.A_RESOLVE_CARD <= a < act.A_FLIP:
        return lost_gains(*card_gains(s, p, a - act.A_RESOLVE_CARD))
    return _assign(s, f, p, a)


def _special(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    return _unsent(s, p) if a == act.A_PASS else _assign(s, f, p, a)


def _assign(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    """The spot's bonus, and the left marker (OR-077)."""
    spot = a - s.d.a_spot
    if not 0 <= spot < len(s.d.spots):
        return []
    return lost_gains(s, p, s.d.spot_row[spot]) + _step_lost(s, p, LEFT)


def _part_of_card(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    return _part(s, p, s.d.card_part[int(s.rows[f.at]) - 1] + a - act.A_PART)


def _gather(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    star = a - act.A_FLIP >= 6 and can_step(s, p, LEFT)
    return [Remark("star_in_gather", "OR-170")] if star else []


def _banner(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    section = a - act.A_BANNER
    free = any(s.free_spots >> i & 1 for i, here in enumerate(s.d.spot_section) if here == section)
    none = [] if free else [Remark("no_spots", "OR-076", {"section": SECTIONS[section]})]
    return none + _step_lost(s, p, RIGHT)


def _exchange(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    way = a - s.d.a_exchange
    return [] if s.d.exchange_m[way] + s.d.exchange_p[way] else [Remark("nothing_exchanged", "OR-067")]


def _column(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    space = a - s.d.a_to
    return [] if a == act.A_SKIP else lost_gains(s, p, s.d.space_gain[space])


def _return(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    return [] if a == act.A_SKIP else lost_gains(s, p, s.d.space_gain[s.d.returns[a - s.d.a_return]])


def _take(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    """An open card, with all its rewards (OR-151); of the top of a deck nobody knows anything."""
    if not act.A_TAKE <= a < act.A_TAKE_DECK:
        return []
    card = int(s.rows[a - act.A_TAKE]) - 1
    return lost_gains(s, p, s.d.part_row[s.d.card_full[card]])


def _social_order(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    return lost_gains(s, p, s.d.social_gain[a - s.d.a_show])


def _place_piece(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    if a == act.A_SKIP:
        return [Remark("leaves_pieces", "OR-209", {"left": int(f.at)})]
    if a != act.A_WCU or s.wcu + 1 >= s.d.wcu_total or s.d.wcu_points[s.wcu + 1]:
        return []
    return [Remark("opens_wcu", "OR-125", {"points": s.d.wcu_points[s.wcu + 2]})]


def _piece_at(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    """OR-191: only one area will score, and another one scores more already."""
    k = placement_at(s, f.at, a - s.d.a_at)
    area = s.d.place_area[k]
    then = s.copy()
    me = p * st.OWN
    then.own[me + st.AREA + area] += 1
    best = int(best_area(then, p, 15))
    if covers_own(s, p, k) or area_points(then, p, area) >= area_points(then, p, best):
        return []
    return [Remark("piece_scores_nothing", "OR-191", {"area": AREA_NAMES[best]})]


def _choose_area(s: State, f: Frame, p: int, a: int) -> list[Remark]:
    best = int(best_area(s, p, unchosen(s)))
    points = int(area_points(s, p, best))
    if points <= area_points(s, p, a - act.A_AREA):
        return []
    return [Remark("better_area", "OR-191", {"area": AREA_NAMES[best], "points": points})]


BY_STEP: dict[int, Callable[[State, Frame, int, int], list[Remark]]] = {
    st.ALLOCATE: _allocate,
    st.RESOLVE: _resolve,
    st.SPECIAL: _special,
    st.VIRTUOSO_SPOT: _assign,
    st.PART_OF_CARD: _part_of_card,
    st.GATHER: _gather,
    st.CHOOSE_BANNER: _banner,
    st.EXCHANGE: _exchange,
    st.COLUMN_STEPS: _column,
    st.RETURN_SPACE: _return,
    st.TAKE_CARD: _take,
    st.SOCIAL_ORDER: _social_order,
    st.PLACE_PIECE: _place_piece,
    st.PIECE_AT: _piece_at,
    st.CHOOSE_AREA: _choose_area,
}


# -- parts of it -----------------------------------------------------------------------------------


def _part(s: State, p: int, part: int) -> list[Remark]:
    """Rewards of a card that would be lost as things stand."""
    return lost_gains(s, p, s.d.part_row[part], later=True)


def _step_lost(s: State, p: int, side: int) -> list[Remark]:
    return [] if can_step(s, p, side) else [Remark("step_lost", "OR-131", {"side": act.SIDES[side]})]


def _unsent(s: State, p: int) -> list[Remark]:
    return [Remark("could_assign", "OR-080")] if assignable(s, p) else []


# -- what it does to the rest -------------------------------------------------------------------------


def _unpaid_students(s: State, then: State, p: int) -> list[Remark]:
    """OR-061: students who could be paid before, and cannot afterwards."""
    found = []
    for space in range(st.X):
        cell = p * st.OWN + st.SPACE + space
        kind = int(s.own[cell]) - 1
        waits = kind >= 0 and then.own[cell] and not then.tried >> space & 1
        if waits and payable(s, p, kind) and columns(then, p, kind) and not payable(then, p, kind):
            found.append(Remark("student_unpaid", "OR-061", {"space": SPACE_NAMES[space]}))
    return found


def _lost_cards(s: State, then: State, p: int) -> list[Remark]:
    """OR-142: open cards that could be used in this turn before, and cannot afterwards."""
    if s.phase != st.ALLOCATION or s.player != p:
        return []
    lost = castable(s, p) & ~castable(then, p)
    places = [i for i in range(st.PLACES) if lost >> i & 1 and is_open(then, i)]
    cards = [s.d.card_names[int(s.rows[place]) - 1] for place in places[:MOST_CARDS]]
    return [Remark("cards_out_of_reach", "OR-142", {"cards": cards})] if cards else []


def _waiting(s: State, then: State, p: int) -> list[Remark]:
    """OR-083: a Virtuoso who is free now and finds no spot; OR-197: chairs that nothing can cover any more."""
    found = []
    asked = {f.at for f in then.stack if f.step == st.VIRTUOSO_SPOT}
    for v in range(3):
        cell = p * st.OWN + st.FREED + v
        if s.own[cell] == st.LOCKED and then.own[cell] == st.WAITING and v not in asked:
            found.append(Remark("virtuoso_waits", "OR-083", {"virtuoso": VIRTUOSOS[v]}))
    if then.taken != s.taken:
        before = out_of_reach(s, p)
        chairs = [s.d.seats[seat] for seat in out_of_reach(then, p) if seat not in before]
        if chairs:
            found.append(Remark("chairs_lost", "OR-197", {"count": len(chairs), "chairs": chairs}))
    return found
