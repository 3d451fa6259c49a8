"""Why an action is not legal now. Must agree with the steps: every illegal action has a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tutti.games.orchestra import actions as ac
from tutti.games.orchestra import box as t
from tutti.games.orchestra import state as st
from tutti.games.orchestra.audience import can_place_wcu, placement_at
from tutti.games.orchestra.casting import can_fill_part, hands, may_use_card, suits
from tutti.games.orchestra.column import occupied
from tutti.games.orchestra.conductor import LEFT, RIGHT, can_step
from tutti.games.orchestra.names import TYPES
from tutti.games.orchestra.scenario import LEVELS
from tutti.games.orchestra.state import State
from tutti.games.orchestra.views import cell
from tutti.kernel.facts import Refusal
from tutti.kernel.frames import Frame

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

TURNS = (st.ALLOCATE, st.RESOLVE, st.SPECIAL)
VERBS: dict[int, tuple[str, ...]] = {
    st.KEEP_THEATER: ("keep",),
    st.ALLOCATE: ("pass", "develop", "gather", "evolve", "x", "c", "m", "card", "concert", "assign"),
    st.RESOLVE: ("pass", "gather", "resolve", "concert", "assign"),
    st.SPECIAL: ("pass", "assign"),
    st.CHOOSE_AREA: ("area",),
    st.DEVELOP: ("with",),
    st.PART_OF_CARD: ("part",),
    st.SLOTS: ("with",),
    st.GATHER: ("flip",),
    st.CHOOSE_BANNER: ("banner",),
    st.EVOLVE: ("skip", "grid"),
    st.EXCHANGE: ("exchange",),
    st.COLUMN_STEPS: ("skip", "to"),
    st.CHOOSE_POSTER: ("poster",),
    st.POSTER_EFFECT: ("skip", "choose", "pay"),
    st.VIRTUOSO_SPOT: ("assign",),
    st.BEGINNER_COLUMN: ("grid",),
    st.PLACE_PIECE: ("skip", "wcu", "piece"),
    st.PIECE_AT: ("at",),
    st.CONDUCTOR_SIDE: ("skip", "left", "right"),
    st.INVITE: ("skip", "invite"),
    st.COIN: ("coin",),
    st.RETURN_SPACE: ("skip", "return"),
    st.TAKE_CARD: ("skip", "take"),
    st.SOCIAL_ORDER: ("show",),
}
"""The verbs that answer each step."""


def why_not(game: Orchestra, s: State, player: int, a: int) -> Refusal:
    f = s.stack[-1]
    step = game.steps[f.step]
    verb = game.actions[a].split()[0]
    if verb not in VERBS[f.step]:
        if f.step in TURNS and any(verb in VERBS[turn] for turn in TURNS):
            return Refusal("wrong_phase", "OR-003", {"phase": st.PHASES[s.phase]})
        return Refusal("other_question", step.rule, {"step": step.name, "verbs": list(VERBS[f.step])})
    if verb not in REASONS:
        return Refusal("not_offered", step.rule, {"step": step.name})
    return REASONS[verb](s, f, player, a)


def _money(s: State, player: int) -> dict[str, int]:
    at = player * st.ACCOUNT
    return {"money": int(s.account[at + st.MONEY]), "prestige": int(s.account[at + st.PRESTIGE])}


def _pass(s: State, f: Frame, player: int, a: int) -> Refusal:
    if f.step == st.RESOLVE:
        return Refusal("resolve_first", "OR-164")
    return Refusal("musicians_left", "OR-159")


def _develop(s: State, f: Frame, player: int, a: int) -> Refusal:
    slot = cell(s, player, st.STAFFED)
    if slot == 3:
        return Refusal("no_slot_left", "OR-041")
    price = {"need_money": s.d.develop_m[slot], "need_prestige": s.d.develop_p[slot]}
    coins = _money(s, player)
    if coins["money"] < price["need_money"] or coins["prestige"] < price["need_prestige"]:
        return Refusal("cannot_pay", "OR-042", {**coins, **price})
    return Refusal("too_few_musicians", "OR-042", {"need": s.d.develop_need[slot]})


def _evolve(s: State, f: Frame, player: int, a: int) -> Refusal:
    space = a - ac.A_EVOLVE
    need = s.d.space_need[space]
    if cell(s, player, st.SPACE + space):
        return Refusal("space_taken", "OR-156", {"space": ac.SPACES[space].upper()})
    if not cell(s, player, st.RESERVE + need):
        return Refusal("no_musician", "OR-054", {"musician": ac.KIND_NAMES[need]})
    return Refusal("nothing_to_evolve_to", "OR-056", {"type": TYPES[need + 1]})


def _use(s: State, f: Frame, player: int, a: int) -> Refusal:
    space, kind = divmod(a - ac.A_USE, t.RESERVED)
    if cell(s, player, st.SPACE + st.X + space):
        return Refusal("space_taken", "OR-065", {"space": ac.SPACES[st.X + space].upper()})
    return Refusal("no_musician", "OR-155", {"musician": ac.KIND_NAMES[kind]})


def _card(s: State, f: Frame, player: int, a: int) -> Refusal:
    place = a - ac.A_CARD
    level = LEVELS[place // st.ROW]
    if not s.levels >> (place // st.ROW) & 1:
        return Refusal("level_closed", "OR-138", {"level": level})
    if not s.rows[place]:
        return Refusal("no_card_there", "OR-139", {"level": level})
    if s.staff[place * st.STAFF + st.OWNER]:
        return Refusal("card_in_use", "OR-143", {"player": int(s.staff[place * st.STAFF + st.OWNER]) - 1})
    card = int(s.rows[place]) - 1
    if not may_use_card(s, player, place):
        section = ac.SECTIONS[s.d.card_section[card]]
        return Refusal("section_not_taught", "OR-141", {"card": s.d.cards[card], "section": section})
    return Refusal("cannot_fill", "OR-142", {"card": s.d.cards[card], **_money(s, player)})


def _part(s: State, f: Frame, player: int, a: int) -> Refusal:
    card = int(s.rows[f.at]) - 1
    part = a - ac.A_PART
    if part >= s.d.card_parts[card]:
        return Refusal("no_such_part", "OR-144", {"card": s.d.cards[card], "parts": s.d.card_parts[card]})
    assert not can_fill_part(s, player, s.d.card_part[card] + part, hands(s, player))
    return Refusal("cannot_fill", "OR-142", {"card": s.d.cards[card], **_money(s, player)})


def _with(s: State, f: Frame, player: int, a: int) -> Refusal:
    kind = a - ac.A_WITH
    rule = "OR-042" if f.step == st.DEVELOP else "OR-142"
    musician = {"musician": ac.KIND_NAMES[kind]}
    if kind >= t.HIRED and f.step == st.DEVELOP:
        return Refusal("hired_for_cards_only", "OR-037", musician)
    if f.step == st.SLOTS:
        need = s.d.slot_type[s.d.part_first[f.b] + f.at]
        if not suits(need, kind):
            return Refusal("wrong_type", "OR-027", {**musician, "need": (*TYPES, "any")[need]})
    there = int(s.pool[kind - t.HIRED]) if kind >= t.HIRED else cell(s, player, st.RESERVE + kind)
    if not there:
        return Refusal("no_musician", rule, musician)
    return Refusal("cannot_complete", "OR-205", {**musician, **_money(s, player)})


def _gather(s: State, f: Frame, player: int, a: int) -> Refusal:
    if not can_step(s, player, RIGHT):
        return Refusal("marker_in_centre", "OR-132", {"side": "right"})
    return Refusal("no_set", "OR-168")


def _concert(s: State, f: Frame, player: int, a: int) -> Refusal:
    if not can_step(s, player, LEFT):
        return Refusal("marker_in_centre", "OR-132", {"side": "left"})
    return Refusal("no_star_card", "OR-169", {"icon": ac.ICONS[a - ac.A_CONCERT]})


def _assign(s: State, f: Frame, player: int, a: int) -> Refusal:
    spot = a - s.d.a_spot
    shape = s.d.spot_shape[spot]
    args = {"spot": s.d.spots[spot]}
    if f.step == st.VIRTUOSO_SPOT and shape != t.VIRTUOSO:
        return Refusal("wrong_shape", "OR-076", {**args, "type": TYPES[shape]})
    if s.spots[spot]:
        return Refusal("spot_taken", "OR-075", {**args, "player": int(s.spots[spot]) - 1})
    section = s.d.spot_section[spot]
    if not cell(s, player, st.TEACHES) >> section & 1:
        return Refusal("section_not_taught", "OR-076", {**args, "section": ac.SECTIONS[section]})
    if not cell(s, player, st.RESERVE + shape):
        return Refusal("no_musician", "OR-171", {"musician": ac.KIND_NAMES[shape]})
    return Refusal("limit_reached", "OR-080", {"limit": s.d.limit[cell(s, player, st.ADDED)]})


def _resolve(s: State, f: Frame, player: int, a: int) -> Refusal:
    space = a - ac.A_RESOLVE
    if space < 6 and s.tried >> space & 1:
        return Refusal("tried_already", "OR-061", {"space": ac.SPACES[space].upper()})
    return Refusal("nobody_there", "OR-162")


def _flip(s: State, f: Frame, player: int, a: int) -> Refusal:
    look = a - ac.A_FLIP
    if not cell(s, player, st.FACE_UP + look):
        return Refusal("no_such_card", "OR-167", {"icon": ac.ICONS[look % 6]})
    return Refusal("no_set", "OR-168")


def _banner(s: State, f: Frame, player: int, a: int) -> Refusal:
    return Refusal("already_taught", "OR-045", {"section": ac.SECTIONS[a - ac.A_BANNER]})


def _to(s: State, f: Frame, player: int, a: int) -> Refusal:
    space = a - s.d.a_to
    if not cell(s, player, st.COLUMN) < space <= f.at:
        return Refusal("out_of_reach", "OR-086", {"space": space, "reach": f.at})
    assert occupied(s, player, space)
    return Refusal("space_occupied", "OR-086", {"space": space})


def _skip(s: State, f: Frame, player: int, a: int) -> Refusal:
    if f.step == st.TAKE_CARD:
        return Refusal("must_take", "OR-103")
    return Refusal("must_place", "OR-122") if f.step == st.PLACE_PIECE else Refusal("must_evolve", "OR-060")


def _wcu(s: State, f: Frame, player: int, a: int) -> Refusal:
    assert not can_place_wcu(s, player, f.a)
    if not s.d.offer_allows[f.a] & t.ALLOW_WCU:
        return Refusal("wcu_not_offered", "OR-123")
    if s.wcu == s.d.wcu_total:
        return Refusal("all_wcu_placed", "OR-126")
    return Refusal("cannot_pay", "OR-119", _money(s, player))


def _piece(s: State, f: Frame, player: int, a: int) -> Refusal:
    shape = a - s.d.a_piece
    args = {"piece": s.d.shapes[shape]}
    if not s.d.offer_allows[f.a] & t.ALLOW_AUDIENCE:
        return Refusal("audience_not_offered", "OR-123", args)
    if not cell(s, player, st.SUPPLY + shape):
        return Refusal("no_piece_left", "OR-116", args)
    if not s.open[shape * 2] | s.open[shape * 2 + 1]:
        return Refusal("fits_nowhere", "OR-116", args)
    return Refusal("cannot_pay", "OR-119", _money(s, player))


def _at(s: State, f: Frame, player: int, a: int) -> Refusal:
    anchor = a - s.d.a_at
    k = placement_at(s, f.at, anchor)
    args = {"piece": s.d.shapes[f.at], "at": s.d.anchors[anchor]}
    if k < 0:
        return Refusal("off_the_seats", "OR-114", args)
    seats = [seat for seat in s.d.place_seats[k * t.PIECE_SEATS : (k + 1) * t.PIECE_SEATS] if seat != t.NO_SEAT]
    taken = [s.d.seats[seat] for seat in seats if s.chairs[seat]]
    if taken:
        return Refusal("seats_taken", "OR-114", {**args, "seats": taken})
    return Refusal("cannot_pay", "OR-119", _money(s, player))


def _exchange(s: State, f: Frame, player: int, a: int) -> Refusal:
    return Refusal("cannot_pay", "OR-066", _money(s, player))


def _poster(s: State, f: Frame, player: int, a: int) -> Refusal:
    owner = next(p for p in range(s.n) if cell(s, p, st.POSTER) == a - ac.A_POSTER + 1)
    return Refusal("poster_claimed", "OR-098", {"poster": s.d.posters[a - ac.A_POSTER], "player": owner})


def _side(s: State, f: Frame, player: int, a: int) -> Refusal:
    return Refusal("marker_cannot_move", "OR-136" if f.at else "OR-132", {"side": ac.SIDES[a - ac.A_SIDE]})


def _area(s: State, f: Frame, player: int, a: int) -> Refusal:
    return Refusal("area_chosen", "OR-191", {"area": ac.AREAS[a - ac.A_AREA].upper()})


REASONS: dict[str, Callable[[State, Frame, int, int], Refusal]] = {
    "pass": _pass,
    "develop": _develop,
    "evolve": _evolve,
    "x": _use,
    "c": _use,
    "m": _use,
    "card": _card,
    "part": _part,
    "with": _with,
    "gather": _gather,
    "concert": _concert,
    "assign": _assign,
    "resolve": _resolve,
    "flip": _flip,
    "banner": _banner,
    "to": _to,
    "skip": _skip,
    "wcu": _wcu,
    "piece": _piece,
    "at": _at,
    "exchange": _exchange,
    "poster": _poster,
    "left": _side,
    "right": _side,
    "area": _area,
}
