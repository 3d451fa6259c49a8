"""What belongs to nobody or to all: the progress of the match, spots, chairs, and every piece of the box once."""

from __future__ import annotations

from collections import Counter, defaultdict

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.names import LEVELS, SPACE_NAMES, TYPES
from tutti.games.orchestra.rules import state
from tutti.games.orchestra.rules.audience import cover_chairs, is_free, placement_at
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.views.view import cell, cells, named
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader


def put(s: State, player: int, at: int, value: int) -> None:
    me = player * state.OWN
    s.own[me + at] = u8(value)


def read_progress(s: State, top: Reader) -> None:
    s.phase = top.usual("phase", state.PHASES[state.ALLOCATION]).pick(state.PHASES)
    s.round = top.usual("round", 1).number(1, s.d.max_rounds)
    s.first = top.usual("first_player", 0).number(0, s.n - 1)
    s.player = top.usual("turn", s.first).number(0, s.n - 1)
    reason = top.usual("reason", None)
    s.reason = state.GOING_ON if reason.absent else reason.pick(state.REASONS[1:]) + 1
    if (s.reason == state.GOING_ON) != (s.phase in (state.SETUP, state.ALLOCATION, state.RESOLUTION)):
        (top.get("reason") or top).wrong("reason_and_phase", rule="OR-003", phase=state.PHASES[s.phase])
    s.levels |= top.usual("open_levels", []).mask(lambda level: level.pick(LEVELS))
    s.wcu = top.usual("wcu", 0).number(0, s.d.wcu_total)
    s.tried |= top.usual("tried", []).mask(lambda space: space.pick(SPACE_NAMES[:3]))


def read_spots(s: State, top: Reader) -> None:
    d = s.d
    own = s.own
    for spot, owner in top.usual("spots", {}).named(d.spots):
        p = owner.number(0, s.n - 1)
        if not cell(s, p, state.TEACHES) >> d.spot_section[spot] & 1:
            owner.wrong("section_not_taught", rule="OR-076", spot=d.spots[spot])
        s.spots[spot] = u8(p + 1)
        s.free_spots &= ~(1 << spot)
        me = p * state.OWN
        own[me + state.SECTION + d.spot_section[spot]] += 1
        if d.spot_shape[spot] == bx.INSTRUMENTALIST:
            own[me + state.SOLO] += 1


def read_pieces(s: State, top: Reader) -> None:
    d = s.d
    for p in range(s.n):
        for shape in range(bx.SHAPES):
            put(s, p, state.SUPPLY + shape, d.supply[shape])
    own = s.own
    for piece in top.usual("pieces", []).items():
        piece.only(("player", "piece", "at"))
        p = piece.at("player").number(0, s.n - 1)
        shape = piece.at("piece").pick(d.shapes)
        k = placement_at(s, shape, piece.at("at").pick(d.anchors))
        if k < 0 or not is_free(s, shape, k):
            piece.wrong("seats_taken" if k >= 0 else "off_the_seats", rule="OR-114", piece=d.shapes[shape])
        if not cell(s, p, state.SUPPLY + shape):
            piece.wrong("no_piece_left", rule="OR-015", piece=d.shapes[shape])
        me = p * state.OWN
        own[me + state.SUPPLY + shape] -= 1
        own[me + state.AREA + d.place_area[k]] += 1
        cover_chairs(s, p, shape, k)


# -- what is counted ------------------------------------------------------------------------------


def musicians(s: State, p: int) -> Counter[int]:
    """A player's Musicians off the grid and out of the Orchestra, by kind."""
    out = Counter(dict(enumerate(cells(s, p, state.RESERVE, bx.RESERVED))))
    out.update(mark - 1 for mark in cells(s, p, state.SPACE, 6) + cells(s, p, state.SLOT, 9) if mark)
    for at in range(0, len(s.staff), state.STAFF):
        if s.staff[at + state.OWNER] == p + 1:
            out.update(int(mark) - 1 for mark in s.staff[at + state.FILL : at + state.STAFF] if mark)
    return out


def read_freelancers(s: State, top: Reader) -> None:
    """OR-020, OR-039: those in no reserve and on no space or card stand on the Theater board."""
    for kind, most in enumerate(s.d.pool):
        used = sum(out[bx.INVITED + kind] + out[bx.HIRED + kind] for out in (musicians(s, p) for p in range(s.n)))
        if used > most:
            top.wrong("too_many_freelancers", rule="OR-039", type=TYPES[kind], found=used, most=most)
        s.pool[kind] = u8(most - used)
    left = named(TYPES[:3], [int(count) for count in s.pool])
    for name, count in top.usual("freelancers", left).pairs():
        if name not in TYPES[:3] or count.number() != left.get(name, 0):
            count.wrong("freelancers_differ", rule="OR-020", type=name)


def check(s: State, top: Reader) -> None:
    """OR-015, OR-020, OR-031: all pieces of the box, each once; then what follows from them."""
    for p in range(s.n):
        _check_musicians(s, p, top)
    _check_markers(s, top)
    players = range(s.n)
    arrivals = sum(cell(s, p, state.ARRIVED) > 0 for p in players)
    s.completed = top.usual("academies_completed", sum(cell(s, p, state.ADDED) == 3 for p in players)).number(0, s.n)
    s.posters_done = top.usual("posters_completed", sum(cell(s, p, state.PARTS) == 4 for p in players)).number(0, s.n)
    s.arrivals = top.usual("arrivals", arrivals).number(0, s.n)
    if s.arrivals != arrivals:
        top.at("arrivals").wrong("arrivals_differ", rule="OR-133", expected=arrivals)


def _check_musicians(s: State, p: int, top: Reader) -> None:
    out = musicians(s, p)
    for kind in range(3):
        orchestra = cell(s, p, state.SOLO) if kind == bx.INSTRUMENTALIST else 0
        found = cell(s, p, state.GRID + kind).bit_count() + out[kind] + orchestra
        if found != 4:
            top.wrong("musicians_differ", rule="OR-015", player=p, type=TYPES[kind], found=found)
    coming = sum(
        f.player == p and (f.step == state.BEGINNER_COLUMN or (f.step == state.ASSIGNING and f.b == bx.INSTRUMENTALIST))
        for f in s.stack
    )
    members = sum(out[kind] for kind in range(3))
    if members + coming != 4:
        top.wrong("members_differ", rule="OR-031", player=p, found=members, expected=4 - coming)
    freed = cells(s, p, state.FREED, 4)
    seated = sum(owner == p + 1 and shape == bx.VIRTUOSO for owner, shape in zip(s.spots, s.d.spot_shape, strict=True))
    if seated + out[bx.VIRTUOSO] != freed.count(state.GONE) or (out[bx.VIRTUOSO] and freed[3] != state.GONE):
        top.wrong("virtuosos_differ", rule="OR-029", player=p, found=seated + out[bx.VIRTUOSO])


def _check_markers(s: State, top: Reader) -> None:
    """OR-135: heights of the markers on one space are 0, 1, 2 …; the centre is common to both sides."""
    spaces: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for p in range(s.n):
        for side in range(2):
            steps = cell(s, p, state.MARKER + side)
            alone = cell(s, p, state.ARRIVED) or not steps
            space = (p, side, steps) if alone else (2, 0) if steps == s.d.track[side] else (side, steps)
            spaces[space].append(cell(s, p, state.HEIGHT + side))
    for heights in spaces.values():
        if sorted(heights) != list(range(len(heights))):
            top.at("academies").wrong("stack_differs", rule="OR-135", found=sorted(heights))
