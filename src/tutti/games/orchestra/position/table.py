"""What belongs to nobody or to all: the progress of the match, the spots of the Orchestra, the chairs."""

from __future__ import annotations

from tutti.games.orchestra import state
from tutti.games.orchestra.audience import cover_chairs, is_free, placement_at
from tutti.games.orchestra.box import INSTRUMENTALIST, SHAPES
from tutti.games.orchestra.names import LEVELS, SPACE_NAMES
from tutti.games.orchestra.position.reading import keyed, pick, put
from tutti.games.orchestra.state import State
from tutti.games.orchestra.views import cell
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader


def read_progress(s: State, top: Reader) -> None:
    s.phase = pick(top.usual("phase", state.PHASES[state.ALLOCATION]), state.PHASES)
    s.round = top.usual("round", 1).number(1, s.d.max_rounds)
    s.first = top.usual("first_player", 0).number(0, s.n - 1)
    s.player = top.usual("turn", s.first).number(0, s.n - 1)
    reason = top.usual("reason", None)
    s.reason = state.GOING_ON if reason.absent else pick(reason, state.REASONS[1:]) + 1
    if (s.reason == state.GOING_ON) != (s.phase in (state.SETUP, state.ALLOCATION, state.RESOLUTION)):
        (top.get("reason") or top).wrong("reason_and_phase", rule="OR-003", phase=state.PHASES[s.phase])
    for level in top.usual("open_levels", []).items():
        s.levels |= 1 << pick(level, LEVELS)
    s.wcu = top.usual("wcu", 0).number(0, s.d.wcu_total)
    for space in top.usual("tried", []).items():
        s.tried |= 1 << pick(space, SPACE_NAMES[:3])


def read_spots(s: State, top: Reader) -> None:
    d = s.d
    for spot, owner in keyed(top.usual("spots", {}), d.spots):
        p = owner.number(0, s.n - 1)
        if not cell(s, p, state.TEACHES) >> d.spot_section[spot] & 1:
            owner.wrong("section_not_taught", rule="OR-076", spot=d.spots[spot])
        s.spots[spot] = u8(p + 1)
        s.free_spots &= ~(1 << spot)
        s.own[p * state.OWN + state.SECTION + d.spot_section[spot]] += 1
        if d.spot_shape[spot] == INSTRUMENTALIST:
            s.own[p * state.OWN + state.SOLO] += 1


def read_pieces(s: State, top: Reader) -> None:
    d = s.d
    for p in range(s.n):
        for shape in range(SHAPES):
            put(s, p, state.SUPPLY + shape, d.supply[shape])
    for piece in top.usual("pieces", []).items():
        piece.only(("player", "piece", "at"))
        p = piece.at("player").number(0, s.n - 1)
        shape = pick(piece.at("piece"), d.shapes)
        k = placement_at(s, shape, pick(piece.at("at"), d.anchors))
        if k < 0 or not is_free(s, shape, k):
            piece.wrong("seats_taken" if k >= 0 else "off_the_seats", rule="OR-114", piece=d.shapes[shape])
        if not cell(s, p, state.SUPPLY + shape):
            piece.wrong("no_piece_left", rule="OR-015", piece=d.shapes[shape])
        s.own[p * state.OWN + state.SUPPLY + shape] -= 1
        s.own[p * state.OWN + state.AREA + d.place_area[k]] += 1
        cover_chairs(s, p, shape, k)
