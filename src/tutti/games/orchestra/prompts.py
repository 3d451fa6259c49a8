"""What each step asks, with the values that a sentence or a screen needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tutti.games.orchestra import box as t
from tutti.games.orchestra import state as st
from tutti.games.orchestra.actions import ICONS, KIND_NAMES, SECTIONS, SPACES
from tutti.games.orchestra.audience import piece_price, wcu_price
from tutti.games.orchestra.names import TYPES
from tutti.games.orchestra.scenario import LEVELS
from tutti.games.orchestra.seating import AREA_NAMES
from tutti.games.orchestra.state import State
from tutti.games.orchestra.views import cell, cells
from tutti.kernel.facts import Fields, Prompt
from tutti.kernel.frames import Frame

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

PAYMENT = ("free", "flat", "board")


def prompt(game: Orchestra, s: State, player: int) -> Prompt:
    f = s.stack[-1]
    step = game.steps[f.step]
    args = ARGS[f.step](s, f, player) if f.step in ARGS else {}
    return Prompt(step.name, step.rule, args)


def chosen(packed: int, count: int) -> list[str]:
    """Kinds packed in a frame, four bits each."""
    return [KIND_NAMES[packed >> 4 * i & 15] for i in range(count)]


def slot_text(s: State, slot: int) -> str:
    """A slot as the components write it: ``P-2m``."""
    text = (*TYPES, "any")[s.d.slot_type[slot]]
    if s.d.slot_m[slot]:
        text += f"-{s.d.slot_m[slot]}m"
    if s.d.slot_p[slot]:
        text += f"-{s.d.slot_p[slot]}p"
    return text


def _keep(s: State, f: Frame, player: int) -> Fields:
    return {"cards": [s.d.theater[card - 1] for card in sorted(cells(s, player, st.DEALT, 2))]}


def _turn(s: State, f: Frame, player: int) -> Fields:
    at = player * st.ACCOUNT
    return {
        "round": s.round,
        "money": int(s.account[at + st.MONEY]),
        "prestige": int(s.account[at + st.PRESTIGE]),
    }


def _develop(s: State, f: Frame, player: int) -> Fields:
    slot = cell(s, player, st.STAFFED)
    return {"slot": slot + 1, "chosen": chosen(f.a, f.at), "left": s.d.develop_need[slot] - f.at}


def _part(s: State, f: Frame, player: int) -> Fields:
    card = int(s.rows[f.at]) - 1
    parts = range(s.d.card_part[card], s.d.card_part[card] + s.d.card_parts[card])
    return {
        "card": s.d.cards[card],
        "name": s.d.card_names[card],
        "letters": bool(s.d.card_letters[card]),
        "parts": [part_slots(s, part) for part in parts],
    }


def part_slots(s: State, part: int) -> list[str]:
    first = s.d.part_first[part]
    return [slot_text(s, slot) for slot in range(first, first + s.d.part_len[part])]


def _slots(s: State, f: Frame, player: int) -> Fields:
    card = int(s.rows[f.a]) - 1
    return {
        "card": s.d.cards[card],
        "name": s.d.card_names[card],
        "slots": part_slots(s, f.b),
        "slot": slot_text(s, s.d.part_first[f.b] + f.at),
        "chosen": chosen(f.c, f.at),
    }


def _gather(s: State, f: Frame, player: int) -> Fields:
    looks = [look - 1 for look in (f.a, f.b) if look]
    return {"chosen": [ICONS[look % 6] for look in looks], "left": 3 - len(looks)}


def _banner(s: State, f: Frame, player: int) -> Fields:
    taught = cell(s, player, st.TEACHES)
    return {"sections": [section for i, section in enumerate(SECTIONS) if not taught >> i & 1]}


def _evolve(s: State, f: Frame, player: int) -> Fields:
    costs = [
        {"column": c + 1, "money": s.d.evolve_m[f.at * 4 + c], "prestige": s.d.evolve_p[f.at * 4 + c]} for c in range(4)
    ]
    space = SPACES[f.a - 1].upper() if f.a else None
    return {"type": TYPES[f.at], "to": TYPES[f.at + 1], "space": space, "free": not f.a, "costs": costs}


def _exchange(s: State, f: Frame, player: int) -> Fields:
    return {"most": s.d.exchange_max, "rate": s.d.exchange_rate}


def _column(s: State, f: Frame, player: int) -> Fields:
    return {"from": cell(s, player, st.COLUMN), "reach": f.at}


def _poster_effect(s: State, f: Frame, player: int) -> Fields:
    d = s.d
    rows = [d.poster_one[f.at]] + ([d.poster_two[f.at]] if d.poster_now[f.at] == t.CHOICE else [])
    return {
        "poster": d.posters[f.at // 2],
        "part": "bc"[f.at % 2],
        "gains": [list(d.rows[row]) for row in rows],
        "prestige": d.poster_pay[f.at],
    }


def _virtuoso(s: State, f: Frame, player: int) -> Fields:
    return {"virtuoso": f"V{f.at + 1}"}


def _offer(s: State, offer: int) -> Fields:
    d = s.d
    less = d.offer_mode[offer] == t.BOARD and d.offer_price[offer] > 0
    return {
        "payment": "less" if less else PAYMENT[d.offer_mode[offer]],
        "price": d.offer_price[offer],
        "audience": bool(d.offer_allows[offer] & t.ALLOW_AUDIENCE),
        "wcu": bool(d.offer_allows[offer] & t.ALLOW_WCU),
    }


def _place_piece(s: State, f: Frame, player: int) -> Fields:
    """OR-118, OR-120, OR-121: at board price so much a chair, else so much a piece. Poster 4 b is in ``piece_at``."""
    d = s.d
    prices = []
    if d.offer_mode[f.a] != t.BOARD:
        prices = [str(d.offer_price[f.a] if d.offer_mode[f.a] == t.FLAT else 0)]
    else:
        if d.offer_allows[f.a] & t.ALLOW_AUDIENCE:
            prices = [f"{name} {max(0, d.price[i] - d.offer_price[f.a])}" for i, name in enumerate(AREA_NAMES)]
        if d.offer_allows[f.a] & t.ALLOW_WCU:
            prices.append(f"♿ {wcu_price(s, f.a)}")
    return {"left": f.at, "prices": prices, **_offer(s, f.a)}


def _piece_at(s: State, f: Frame, player: int) -> Fields:
    """What this piece costs by area, with Poster 4 b (OR-110)."""
    below = s.stack[-2]
    costs = [int(piece_price(s, player, below.a, below.b, f.at, area)) for area in range(len(AREA_NAMES))]
    by_area = s.d.offer_mode[below.a] == t.BOARD
    prices = [f"{name} {cost}" for name, cost in zip(AREA_NAMES, costs, strict=True)] if by_area else [str(costs[0])]
    return {
        "piece": s.d.shapes[f.at],
        "shape": list(s.d.shape_cells[f.at]),
        "prices": prices,
        **_offer(s, below.a),
    }


def _side(s: State, f: Frame, player: int) -> Fields:
    return {"back": bool(f.at)}


def _coin(s: State, f: Frame, player: int) -> Fields:
    return {"left": f.at}


def _invite(s: State, f: Frame, player: int) -> Fields:
    return {"types": [TYPES[i] for i in range(3) if f.at >> i & 1]}


def _take(s: State, f: Frame, player: int) -> Fields:
    return {"levels": [level for i, level in enumerate(LEVELS) if f.at & s.levels & 1 << i]}  # OR-152: open ones


def _order(s: State, f: Frame, player: int) -> Fields:
    below = s.stack[-2]
    return {"cards": [s.d.social[k - 1] for k in (below.a, below.b, below.c) if k]}


ARGS: dict[int, Callable[[State, Frame, int], Fields]] = {
    st.KEEP_THEATER: _keep,
    st.ALLOCATE: _turn,
    st.RESOLVE: _turn,
    st.SPECIAL: _turn,
    st.DEVELOP: _develop,
    st.PART_OF_CARD: _part,
    st.SLOTS: _slots,
    st.GATHER: _gather,
    st.CHOOSE_BANNER: _banner,
    st.EVOLVE: _evolve,
    st.EXCHANGE: _exchange,
    st.COLUMN_STEPS: _column,
    st.POSTER_EFFECT: _poster_effect,
    st.VIRTUOSO_SPOT: _virtuoso,
    st.PLACE_PIECE: _place_piece,
    st.PIECE_AT: _piece_at,
    st.CONDUCTOR_SIDE: _side,
    st.COIN: _coin,
    st.INVITE: _invite,
    st.TAKE_CARD: _take,
    st.SOCIAL_ORDER: _order,
}
