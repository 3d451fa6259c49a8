# tutti: compiled
"""Why a note is not open to a disc: the first restriction of section 7 of the ledger that speaks against it.

The slow twin of ``placement.targets``, which finds all open notes at once; a law compares them.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE, ACTIONS
from tutti.games.symphony.rules.instruments import abilities, clefs_of, disc_at, kind_at, part_of
from tutti.games.symphony.rules.placement import accidental_open, clashes_left, height, open_first, partners, supported
from tutti.games.symphony.rules.state import NOTE, ON_STACK, State
from tutti.games.symphony.rules.steps.base import OTHER
from tutti.kernel.native import i64
from tutti.kernel.types import Refusal

MUST_PLACE: Final = 2
NO_SUCH_NOTE: Final = 3
OUTSIDE_AREA: Final = 4
NOT_ADJACENT: Final = 5
NEEDS_FLAT: Final = 6
NEEDS_SHARP: Final = 7
NO_CLASH_NEEDED: Final = 8
NO_CLASH_LEFT: Final = 9
WRONG_CLEF: Final = 10
SEMIBREVE_FULL: Final = 11
DUTY_OF_A_PAIR: Final = 12
NEEDS_TWO: Final = 13
NOT_LEFTMOST: Final = 14
DUTY: Final = 15
NEEDS_COLOUR: Final = 16
COVERED: Final = 17
BLACK_ON_TOP: Final = 18
OWN_ON_TOP: Final = 19
TOO_HIGH: Final = 20
CANNOT_OVERWRITE: Final = 21

REFUSED: Final = {
    NO_SUCH_NOTE: ("no_such_note", "SY-012"),
    NEEDS_FLAT: ("needs_flat", "SY-107"),
    NEEDS_SHARP: ("needs_sharp", "SY-107"),
    NO_CLASH_NEEDED: ("no_clash_needed", "SY-267"),
    NO_CLASH_LEFT: ("no_clash_left", "SY-267"),
    WRONG_CLEF: ("wrong_clef", "SY-265"),
    SEMIBREVE_FULL: ("semibreve_full", "SY-113"),
    DUTY_OF_A_PAIR: ("must_overwrite", "SY-279"),
    NEEDS_TWO: ("semibreve_needs_two", "SY-110"),
    NOT_LEFTMOST: ("not_leftmost", "SY-227"),
    DUTY: ("must_overwrite", "SY-128"),
    NEEDS_COLOUR: ("minim_needs_colour", "SY-109"),
    COVERED: ("covered", "SY-010"),
    BLACK_ON_TOP: ("black_on_top", "SY-123"),
    OWN_ON_TOP: ("own_on_top", "SY-124"),
    CANNOT_OVERWRITE: ("cannot_overwrite", "SY-106"),
}
"""Code and rule of each fault that names the note and no more."""


def note_of(a: i64) -> i64:
    """The place on the score that an action names."""
    return a - A_CLASH if a >= A_CLASH else a - A_NOTE


def note_fault(d: Box, s: State, cell: i64, who: i64, near: i64, a: i64) -> i64:
    """What speaks against an action with the disc in a cell; ``near`` is the note that binds it, or -1."""
    if not A_NOTE <= a < ACTIONS:
        return OTHER
    terms = s.terms
    score = terms.score
    clash = a >= A_CLASH
    i = i64(score.at[note_of(a)]) - 1
    if i < 0:
        return NO_SUCH_NOTE
    if not d.area_first[s.column] <= score.bar[i] < d.area_end[s.column]:
        return OUTSIDE_AREA
    if near >= 0 and ((i != near - 1 and i != near + 1) or score.voice[i] != score.voice[near]):
        return NOT_ADJACENT
    mask = abilities(d, s, s.inst_now, part_of(d, s, s.inst_now, cell))
    accidental = i64(score.accidental[i])
    if not accidental_open(mask, accidental):
        return NEEDS_FLAT if accidental == bx.FLAT_NOTE else NEEDS_SHARP
    outside = clefs_of(d, s, s.inst_now) & i64(terms.note_clefs[i]) == 0
    if clash and not outside:
        return NO_CLASH_NEEDED
    if clash and clashes_left(s, who) < (2 if score.value[i] == bx.SEMIBREVE else 1):
        return NO_CLASH_LEFT
    if outside and not clash:
        return WRONG_CLEF
    at = i * NOTE
    if not s.notes[at] or score.value[i] == bx.SEMIBREVE:
        return _free_fault(d, s, cell, who, i, mask, clash)
    return _taken_fault(d, s, cell, who, i, mask)


def _free_fault(d: Box, s: State, cell: i64, who: i64, i: i64, mask: i64, clash: bool) -> i64:
    """A note without discs, or a Semibreve."""
    score = s.terms.score
    black = disc_at(s, s.inst_now, cell) == bx.NEUTRAL
    duty = cell != ON_STACK and mask & (bx.STRONG_BLACK if black else bx.STRONG) != 0
    pair = score.value[i] == bx.SEMIBREVE
    if pair:
        at = i * NOTE
        if s.notes[at]:
            return SEMIBREVE_FULL
        if duty:
            return DUTY_OF_A_PAIR
        if not partners(d, s, s.inst_now, cell, who, i64(score.accidental[i])):
            return NEEDS_TWO
    elif duty:
        return DUTY
    elif black and score.value[i] == bx.MINIM:
        return NEEDS_COLOUR
    if not s.terms.master.leftmost_only:
        return 0
    first = i64(score.starts[score.voice[i] * 10 + d.area_first[s.column]])
    end = i64(score.starts[score.voice[i] * 10 + d.area_end[s.column]])
    clefs = -1 if clash else clefs_of(d, s, s.inst_now)
    limit = open_first(s, mask, black, clefs, first, end)
    return 0 if (i < limit if pair else i == limit) else NOT_LEFTMOST


def _taken_fault(d: Box, s: State, cell: i64, who: i64, i: i64, mask: i64) -> i64:
    """SY-106, SY-123 to SY-128: a note with something on it."""
    score = s.terms.score
    absolute = cell == ON_STACK
    black = disc_at(s, s.inst_now, cell) == bx.NEUTRAL
    mine = bx.OWN + who
    at = i * NOTE
    top = i64(s.notes[at])
    over_black = not black and not absolute and i64(d.category[kind_at(s, s.inst_now)]) == s.terms.master.over_black
    if top == bx.COVER:
        return 0 if over_black else COVERED
    if top == bx.NEUTRAL:
        return 0 if over_black and height(s, i) == 1 else BLACK_ON_TOP
    if top == mine and not black:
        return OWN_ON_TOP
    strong = not absolute and mask & (bx.STRONG_BLACK if black else bx.STRONG) != 0
    if height(s, i) > 1:
        return 0 if strong and top != mine and height(s, i) == 2 else TOO_HIGH
    over = not absolute and mask & (bx.OVERWRITE_BLACK if black else bx.OVERWRITE) != 0
    if top != mine and (over or strong):
        return 0
    return 0 if supported(s, score, i, bx.NEUTRAL if black else mine) else CANNOT_OVERWRITE


def note_refusal(d: Box, s: State, near: i64, bond: str, a: i64, fault: i64) -> Refusal:
    """A fault in words; ``bond`` is the rule that ties the disc to the note ``near``."""
    if fault == MUST_PLACE:
        return Refusal("must_place", "SY-096")
    score = s.terms.score
    note = names.note(note_of(a))
    if fault == OUTSIDE_AREA:
        area = {"first": d.area_first[s.column] + 1, "last": d.area_end[s.column]}
        return Refusal("outside_area", "SY-105", {"note": note, **area})
    if fault == NOT_ADJACENT:
        return Refusal("not_adjacent", bond, {"note": note, "near": names.note(score.code[near])})
    if fault == TOO_HIGH:
        return Refusal("too_high", "SY-127", {"note": note, "height": height(s, i64(score.at[note_of(a)]) - 1)})
    code, rule = REFUSED[fault]
    return Refusal(code, rule, {"note": note})
