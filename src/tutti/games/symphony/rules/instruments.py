# tutti: compiled
# tutti: hot
"""Questions about instruments and the discs on them, and how discs get there."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.state import State, Terms
from tutti.kernel.native import i64, u8

ABSOLUTE_DISCS: Final = 3
STACK_GIVEN: Final = 2


def kind_at(s: State, inst: i64) -> i64:
    """The kind of the card there, or -1."""
    base = inst * st.REC
    return i64(s.inst[base + st.KIND]) - 1


def is_well(s: State, inst: i64) -> bool:
    """Whether the card there fits its seat."""
    base = inst * st.REC
    return s.inst[base + st.WELL] != 0


def told(s: State, inst: i64) -> i64:
    """An instrument as events tell it: its place, and the card that sits there."""
    return inst | (kind_at(s, inst) + 1) << 8


def fits(d: Box, terms: Terms, kind: i64, seat: i64) -> bool:
    """SY-013, SY-059, SY-241: whether the card would be well placed on the seat."""
    if i64(d.category[kind]) == terms.master.always_well:
        return True
    return i64(d.dots[kind]) & i64(terms.setup.board[seat]) != 0


def seat_card(d: Box, s: State, seat: i64, kind: i64, placer: i64) -> None:
    base = seat * st.REC
    s.inst[base + st.KIND] = u8(kind + 1)
    s.inst[base + st.WELL] = u8(1) if fits(d, s.terms, kind, seat) else u8(0)
    s.inst[base + st.PLACER] = u8(placer + 1)


def is_choir(d: Box, s: State, inst: i64) -> bool:
    return d.category[kind_at(s, inst)] == bx.CHOIR


def abilities(d: Box, s: State, inst: i64, part: i64) -> i64:
    """SY-015: the abilities active now, as a mask."""
    facts = s.inst
    base = inst * st.REC
    kind = i64(facts[base + st.KIND]) - 1
    mask: i64 = d.basic[kind * 3 + part]
    if facts[base + st.WELL]:
        mask |= d.unlock[kind]
    token = i64(facts[base + st.TOKEN]) - 1
    if token >= 0:
        if token == bx.FLAT_SHARP:
            mask |= bx.FLAT | bx.SHARP
        elif token == bx.CHAINING:
            mask |= bx.CHAIN
        elif token == bx.PROTECTION:
            mask |= bx.PROTECT
        elif token == bx.OVERWRITING:
            mask |= bx.OVERWRITE
    if i64(d.category[kind]) == s.terms.master.protects:
        mask |= bx.PROTECT
    return mask


def virtuosity(d: Box, s: State, inst: i64, part: i64) -> i64:
    """SY-135, SY-136: points added to every own disc."""
    base = inst * st.REC
    kind = i64(s.inst[base + st.KIND]) - 1
    points = i64(d.virt_basic[kind * 3 + part])
    if d.virt_side[kind]:
        points += s.terms.setup.virt_side
    if s.inst[base + st.WELL]:
        points += i64(d.virt_unlock[kind])
    if i64(s.inst[base + st.TOKEN]) == bx.VIRTUOSITY + 1:
        points += 1
    return points


def clefs_of(d: Box, s: State, inst: i64) -> i64:
    """SY-164: the clefs an instrument may use."""
    base = inst * st.REC
    if not s.terms.clefs:
        return 255
    if i64(s.inst[base + st.TOKEN]) == bx.CLEF + 1:
        return 7
    return i64(d.clefs[i64(s.inst[base + st.KIND]) - 1])


def leftmost(s: State, inst: i64) -> i64:
    """SY-007: the cell of the leftmost disc, or -1."""
    facts = s.inst
    at = inst * st.REC + st.CELLS
    cell: i64 = 0
    while cell < st.WIDTH:
        if facts[at + cell]:
            return cell
        cell += 1
    return -1


def next_cell(s: State, inst: i64, after: i64) -> i64:
    """The next disc in row order, or -1."""
    at = inst * st.REC + st.CELLS
    cell = after + 1
    while cell < st.WIDTH:
        if s.inst[at + cell]:
            return cell
        cell += 1
    return -1


def part_of(d: Box, s: State, inst: i64, cell: i64) -> i64:
    """SY-121: the Part of a disc; an extra one at the left belongs to the Part of the first disc in the row."""
    kind = kind_at(s, inst)
    if d.part_count[kind] == 1 or cell == st.ON_STACK:
        return 0
    if cell < st.LEFT:
        cell = next_cell(s, inst, st.LEFT - 1)
        if cell < 0:
            return 0
    first = kind * bx.SPACES
    return i64(d.part_of[first + cell - st.LEFT])


def owner_at(d: Box, s: State, inst: i64, cell: i64) -> i64:
    """SY-082: who decides for the disc in a cell."""
    base = inst * st.REC
    return i64(s.inst[base + st.OWNER + part_of(d, s, inst, cell)]) - 1


def in_group(d: Box, s: State, inst: i64, cell: i64) -> bool:
    """SY-137: whether a cell lies inside the dotted line."""
    if cell < st.LEFT or cell >= st.WIDTH:
        return False
    return (i64(d.group[kind_at(s, inst)]) >> (cell - st.LEFT)) & 1 != 0


def group_next(d: Box, s: State, inst: i64) -> i64:
    """The leftmost disc inside the dotted line, or -1."""
    cell: i64 = st.LEFT
    at = inst * st.REC + st.CELLS
    while cell < st.WIDTH:
        if s.inst[at + cell] and in_group(d, s, inst, cell):
            return cell
        cell += 1
    return -1


def own_discs(s: State, inst: i64, player: i64) -> i64:
    """Regular discs of the player's colour on the instrument."""
    at = inst * st.REC + st.CELLS
    mine = bx.OWN + player
    count: i64 = 0
    cell: i64 = 0
    while cell < st.WIDTH:
        if i64(s.inst[at + cell]) == mine:
            count += 1
        cell += 1
    return count


def discs_of(s: State, inst: i64, player: i64) -> i64:
    """Discs of the player that wait on the instrument, on an Absolute stack of theirs too."""
    count = own_discs(s, inst, player)
    base = inst * st.REC
    if i64(s.inst[base + st.OWNER]) == player + 1:
        count += i64(s.inst[base + st.STACK])
    return count


def find_disc(s: State, inst: i64, disc: i64) -> i64:
    """The first cell that holds such a disc, or -1."""
    at = inst * st.REC + st.CELLS
    cell: i64 = 0
    while cell < st.WIDTH:
        if i64(s.inst[at + cell]) == disc:
            return cell
        cell += 1
    return -1


def disc_at(s: State, inst: i64, cell: i64) -> i64:
    """The disc in a cell or on top of the Absolute stack."""
    base = inst * st.REC
    if cell == st.ON_STACK:
        return bx.OWN + i64(s.inst[base + st.OWNER]) - 1
    return i64(s.inst[base + st.CELLS + cell])


def take_disc(s: State, inst: i64, cell: i64) -> None:
    base = inst * st.REC
    if cell == st.ON_STACK:
        s.inst[base + st.STACK] -= u8(1)
    else:
        s.inst[base + st.CELLS + cell] = u8(0)


def left_cell(s: State, inst: i64) -> i64:
    """Where the next extra disc at the far left goes."""
    first = leftmost(s, inst)
    return first - 1 if 0 <= first < st.LEFT else st.LEFT - 1


def take_control(d: Box, s: State, inst: i64, part: i64, player: i64) -> None:
    """SY-054 to SY-058: mark the owner and fill the spaces."""
    base = inst * st.REC
    s.inst[base + st.OWNER + part] = u8(player + 1)
    own = u8(bx.OWN + player)
    if inst == bx.CONDUCTOR:
        for k, slot in enumerate(s.terms.master.card.slots):
            s.inst[base + st.CELLS + st.LEFT + k] = u8(bx.NEUTRAL) if slot.black else own
        return
    kind = kind_at(s, inst)
    choir = i64(d.part_count[kind]) > 1
    first = kind * bx.SPACES
    space: i64 = 0
    while space < bx.SPACES:
        what = d.spaces[first + space]
        if what == bx.WHITE:
            if not choir or i64(d.part_of[first + space]) == part:
                s.inst[base + st.CELLS + st.LEFT + space] = own
        elif what == bx.BLACK:
            s.inst[base + st.CELLS + st.LEFT + space] = u8(bx.NEUTRAL)
        space += 1
    if s.inst[base + st.WELL]:
        open_linked(d, s, inst)


def open_linked(d: Box, s: State, inst: i64) -> None:
    """SY-055, SY-056, SY-161: a disc on every linked space that has not had one."""
    base = inst * st.REC
    kind = kind_at(s, inst)
    own = u8(i64(s.inst[base + st.OWNER]) - 1 + bx.OWN)
    first = kind * bx.SPACES
    space: i64 = 0
    while space < bx.SPACES:
        what = d.spaces[first + space]
        if is_locked(s, inst, space) and (what in (bx.GREY, bx.BLACK_LINKED)):
            s.inst[base + st.CELLS + st.LEFT + space] = own if what == bx.GREY else u8(bx.NEUTRAL)
            open_space(s, inst, space)
        space += 1


def is_locked(s: State, inst: i64, space: i64) -> bool:
    """Whether a linked space has not had its disc yet (SY-282)."""
    base = inst * st.REC
    return (i64(s.inst[base + st.OPENED]) >> space) & 1 == 0


def open_space(s: State, inst: i64, space: i64) -> None:
    base = inst * st.REC
    bits = i64(s.inst[base + st.OPENED])
    s.inst[base + st.OPENED] = u8(bits | (1 << space))


def stack_absolute(d: Box, s: State, inst: i64) -> bool:
    """SY-067, SY-147: three discs on the symbol, once, if Absolute is active; says whether it happened."""
    base = inst * st.REC
    if not s.inst[base + st.OWNER] or i64(s.inst[base + st.SOUNDED]) & STACK_GIVEN:
        return False
    if not abilities(d, s, inst, 0) & bx.ABSOLUTE:
        return False
    s.inst[base + st.STACK] = u8(ABSOLUTE_DISCS)
    s.inst[base + st.SOUNDED] = u8(i64(s.inst[base + st.SOUNDED]) | STACK_GIVEN)
    return True


def controls(s: State, inst: i64, player: i64) -> bool:
    """SY-016: whether the player owns the instrument or a Part of it."""
    base = inst * st.REC + st.OWNER
    mine = player + 1
    return i64(s.inst[base]) == mine or i64(s.inst[base + 1]) == mine or i64(s.inst[base + 2]) == mine


def free_parts(d: Box, s: State, inst: i64) -> i64:
    """Mask of the Parts nobody controls; 0 on a free seat."""
    kind = kind_at(s, inst)
    if kind < 0:
        return 0
    base = inst * st.REC
    mask: i64 = 0
    part: i64 = 0
    while part < i64(d.part_count[kind]):
        if not s.inst[base + st.OWNER + part]:
            mask |= 1 << part
        part += 1
    return mask


def is_free_seat(s: State, seat: i64) -> bool:
    """SY-050."""
    base = seat * st.REC
    return s.terms.setup.board[seat] != 255 and not s.inst[base + st.KIND]
