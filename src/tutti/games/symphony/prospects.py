# tutti: compiled
"""What a sensible player thinks of an action: points aimed at, in thousandths. Lent to bots."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony import points
from tutti.games.symphony.actions import (
    A_ADD,
    A_BURN,
    A_CARD,
    A_CLASH,
    A_CONDUCT,
    A_CONTROL,
    A_CONTROL_00,
    A_CONTROL_01,
    A_DISC_OWN,
    A_DISCARD,
    A_GIVE,
    A_NOTE,
    A_PART,
    A_PLAY,
    A_REPLAY,
    A_SCORE,
    A_SEAT,
    A_SWAP_OWN,
    A_TAKE,
    A_UNDER_OWN,
)
from tutti.games.symphony.instruments import (
    abilities,
    disc_at,
    fits,
    is_locked,
    kind_at,
    own_discs,
    part_of,
    virtuosity,
)
from tutti.games.symphony.sources import WAYS
from tutti.games.symphony.state import (
    NOTE,
    NOTE_TOKEN,
    REC,
    S_ALLOCATE,
    S_CHAIN,
    S_PRE_ATTACK,
    S_SEAT,
    STACK,
    TRACK,
    WELL,
    State,
)
from tutti.games.symphony.tables import (
    ABSOLUTE,
    BLACK_LINKED,
    CHAINING,
    CHOIR,
    CLEF,
    COVER,
    ECLECTIC,
    FLAT,
    FLAT_NOTE,
    FLAT_SHARP,
    GREY,
    IMMINENT,
    MINIM,
    NEUTRAL,
    OVERWRITE,
    OVERWRITING,
    OWN,
    PROLONGED,
    PROTECT,
    PROTECTION,
    SEMIBREVE,
    SHARP,
    SHARP_NOTE,
    SPACES,
    STRONG,
    TRACK_CLASH,
    TRACK_FLAT,
    TRACK_SEMIBREVE,
    TRACK_SHARP,
    TRACKS,
    VIRTUOSITY,
    WHITE,
    Data,
)
from tutti.kernel.native import i64, vec

POINT: Final = 1000
A_DISC: Final = 2300
"""What an own disc on the score is worth on average: voice points, zones, majorities."""
A_TOKEN: Final = 1600


def prospect(d: Data, s: State, player: i64, a: i64) -> i64:
    """How good a legal action looks; only public things and the player's own cards are looked at."""
    if a >= A_CLASH:
        return note_worth(d, s, player, a - A_CLASH) - clash_cost(d, s, player)
    if a >= A_NOTE:
        return note_worth(d, s, player, a - A_NOTE)
    if a >= A_SCORE:
        return points.orchestra_bonus(d, s, d.cards[a - A_SCORE], player) * POINT
    if a >= A_CONTROL_01:
        return 5 * A_DISC + 2 * POINT
    if a >= A_CONTROL_00:
        return 3 * A_DISC
    if a >= A_PART:
        return part_worth(d, s, (a - A_PART) // 3, (a - A_PART) % 3)
    if a >= A_CONTROL:
        inst = a - A_CONTROL
        return card_worth(d, kind_at(s, inst), s.inst[inst * REC + WELL] != 0)
    if a >= A_SEAT:
        return seat_worth(d, s, a - A_SEAT)
    if a >= A_DISCARD:
        return -card_worth(d, a - A_DISCARD, True)
    if a >= A_CARD:
        kind = a - A_CARD
        return allocation_worth(d, s, kind) if s.stack[-1].step == S_ALLOCATE else card_worth(d, kind, True)
    return play_worth(d, s, player, a)


def play_worth(d: Data, s: State, player: i64, a: i64) -> i64:
    """Tokens, sources and the small questions of a play."""
    if a >= A_GIVE:
        return -token_value(a - A_GIVE)
    if a >= A_TAKE:
        return token_value(a - A_TAKE)
    if a >= A_CONDUCT:
        return A_DISC + POINT * virtuosity(d, s, s.inst_now, 0)
    if a >= A_SWAP_OWN:
        return A_DISC if a == A_SWAP_OWN else 0
    if a >= A_ADD:
        return 0 if a - A_ADD >= WAYS else A_DISC
    if a >= A_PLAY:
        return token_worth(d, s, player, a - A_PLAY)
    if a in (A_DISC_OWN, A_UNDER_OWN, A_REPLAY):
        return POINT
    return -POINT if a == A_BURN else 0


# -- cards and seats -----------------------------------------------------------------------------


def card_worth(d: Data, kind: i64, well: bool) -> i64:
    """An instrument in the player's hands: its discs and what they can do."""
    if d.category[kind] == CHOIR:
        return 2 * A_DISC
    discs: i64 = 0
    worth: i64 = 0
    space: i64 = 0
    while space < SPACES:
        what = d.spaces[kind * SPACES + space]
        if what == WHITE or (what == GREY and well):
            discs += 1
        elif what == BLACK_LINKED and well:
            worth += 300
        space += 1
    mask: i64 = d.basic[kind * 3]
    bonus = i64(d.virt_basic[kind * 3])
    if well:
        mask |= d.unlock[kind]
        bonus += i64(d.virt_unlock[kind])
    if mask & ABSOLUTE:
        worth += 3 * (A_DISC - POINT)
    if mask & STRONG:
        worth -= discs * POINT
    if mask & (FLAT | SHARP):
        worth += discs * 500
    if mask & (PROTECT | OVERWRITE):
        worth += discs * 300
    if mask & IMMINENT:
        worth += 500
    return worth + discs * (A_DISC + POINT * bonus)


def part_worth(d: Data, s: State, inst: i64, part: i64) -> i64:
    kind = kind_at(s, inst)
    discs: i64 = 0
    space: i64 = 0
    while space < SPACES:
        if d.spaces[kind * SPACES + space] and i64(d.part_of[kind * SPACES + space]) == part:
            discs += 1
        space += 1
    return discs * (A_DISC + POINT * i64(d.virt_basic[kind * 3 + part]))


def allocation_worth(d: Data, s: State, kind: i64) -> i64:
    """Progressive Orchestra: a card is worth most where it is well placed now."""
    seat = s.stack[-1].a * 6
    end = seat + 6
    while seat < end:
        if s.terms.setup.board[seat] != 255 and not s.inst[seat * REC] and fits(d, s.terms, kind, seat):
            return card_worth(d, kind, True)
        seat += 1
    return card_worth(d, kind, False) - POINT


def seat_worth(d: Data, s: State, seat: i64) -> i64:
    """A good seat for the card in hand, as it will most likely be one's own."""
    f = s.stack[-1]
    kind = f.a if f.step == S_SEAT else 0
    return card_worth(d, kind, fits(d, s.terms, kind, seat))


# -- tokens --------------------------------------------------------------------------------------


def token_value(token: i64) -> i64:
    """A token to hold."""
    if token == PROLONGED:
        return 2400
    if token == CLEF:
        return 2300
    if token in (VIRTUOSITY, ECLECTIC):
        return 2000
    return 1500


def token_worth(d: Data, s: State, player: i64, token: i64) -> i64:
    """A token on the instrument that plays, less the point it would be worth at the end."""
    f = s.stack[-1]
    inst = f.a if f.step == S_PRE_ATTACK else s.inst_now
    kind = kind_at(s, inst)
    base = inst * REC
    own = own_discs(s, inst, player)
    stack = i64(s.inst[base + STACK])
    worth: i64 = 0
    if token == PROLONGED:
        worth = A_DISC
    elif token == CLEF:
        mask = d.clefs[kind]
        worth = 500 if s.terms.clefs else d.clef_points * POINT * ((mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1))
    elif token == VIRTUOSITY:
        worth = (own + stack) * POINT
    elif token == ECLECTIC:
        if s.inst[base + WELL]:
            return -POINT
        worth = card_worth(d, kind, True) - card_worth(d, kind, False)
        if not is_locked(s, inst, 0):
            worth -= 500
    elif token == FLAT_SHARP:
        worth = 0 if abilities(d, s, inst, 0) & FLAT and abilities(d, s, inst, 0) & SHARP else 700 * (own + stack)
    elif token == PROTECTION:
        worth = 0 if abilities(d, s, inst, 0) & PROTECT else 500 * (own + stack)
    elif token in (OVERWRITING, CHAINING):
        worth = 600 * own
    return worth - POINT


# -- notes ---------------------------------------------------------------------------------------


def clash_cost(d: Data, s: State, player: i64) -> i64:
    steps = i64(s.desk[TRACK + player * TRACKS + TRACK_CLASH])
    return (d.clash_points[steps] - d.clash_points[steps + 1]) * POINT


def note_worth(d: Data, s: State, player: i64, code: i64) -> i64:
    """A disc on a note: points now, tokens, tracks, Zones and prizes it helps to win, and what it takes away."""
    score = s.terms.score
    note = i64(score.at[code]) - 1
    f = s.stack[-1]
    cell = f.a if f.step == S_CHAIN else s.cell
    inst = s.inst_now
    black = disc_at(s, inst, cell) == NEUTRAL
    top = i64(s.notes[note * NOTE])
    worth: i64 = 0
    if OWN <= top < COVER and top != OWN + player:
        worth += 700 + majorities(d, s, note, top - OWN) // 3
    if black:
        return worth - 200 * i64(d.voice_points[score.voice[note]])
    part = part_of(d, s, inst, cell)
    mask = abilities(d, s, inst, part)
    if top:
        worth += POINT
    else:
        worth += POINT * i64(d.voice_points[score.voice[note]])
        if s.notes[note * NOTE + NOTE_TOKEN]:
            worth += A_TOKEN
        elif score.value[note] == MINIM:
            worth += 100
    worth += POINT * virtuosity(d, s, inst, part)
    if score.value[note] == SEMIBREVE:
        worth += POINT + step_worth(d, s, player, TRACK_SEMIBREVE)
    gain = majorities(d, s, note, player)
    if score.accidental[note] == FLAT_NOTE:
        gain += step_worth(d, s, player, TRACK_FLAT)
    elif score.accidental[note] == SHARP_NOTE:
        gain += step_worth(d, s, player, TRACK_SHARP)
    if not top and not mask & PROTECT and score.tuplet[note]:
        gain = gain * 3 // 4  # easily overwritten
    return worth + gain


def step_worth(d: Data, s: State, player: i64, track: i64) -> i64:
    """One more step on a note track, notes of this kind on the player's side of the score counted in."""
    score = s.terms.score
    steps: i64 = i64(s.desk[TRACK + player * TRACKS + track])
    i: i64 = 0
    first = i64(d.area_first[s.column])
    while i < score.count:
        if i64(score.bar[i]) // 3 * 3 + 2 >= first and i64(s.notes[i * NOTE]) == OWN + player:
            same = score.value[i] == SEMIBREVE if track == TRACK_SEMIBREVE else i64(score.accidental[i]) == track + 1
            if same and not scored_already(d, s, i64(score.bar[i]) // 3):
                steps += 1
        i += 1
    last = len(d.note_points) - 1
    if steps >= last:
        return 0
    return (d.note_points[steps + 1] - d.note_points[steps]) * 800


def scored_already(d: Data, s: State, sheet: i64) -> bool:
    column: i64 = 0
    while column < s.column:
        if i64(d.scores[column]) == sheet + 1:
            return True
        column += 1
    return False


def majorities(d: Data, s: State, note: i64, player: i64) -> i64:
    """What one visible disc more is worth for the Zone, the sheet and the Voice of a note."""
    score = s.terms.score
    n = s.terms.n
    sheet = i64(score.bar[note]) // 3
    zone = score.zone[note]
    voice = score.voice[note]
    zones = vec[i64]([0, 0, 0, 0, 0, 0])
    sheets = vec[i64]([0, 0, 0, 0, 0, 0])
    voices = vec[i64]([0, 0, 0, 0, 0, 0])
    i: i64 = 0
    while i < score.count:
        owner = i64(s.notes[i * NOTE]) - OWN
        if 0 <= owner < 6:
            same_sheet = i64(score.bar[i]) // 3 == sheet
            if same_sheet:
                sheets[owner] += 1
                if zone and score.zone[i] == zone:
                    zones[owner] += 1
            if score.voice[i] == voice:
                voices[owner] += 1
        i += 1
    worth: i64 = 0
    if zone:
        worth += race(zones, n, player, 5500)
    worth += race(sheets, n, player, 6000)
    worth += race(voices, n, player, 3000 * (voice + 1))
    return worth


def race(counts: vec[i64], n: i64, player: i64, prize: i64) -> i64:
    """One disc more in a race for a prize: much when it takes or keeps the lead, little when far away."""
    best: i64 = 0
    other: i64 = 0
    while other < n:
        if other != player and counts[other] > best:
            best = counts[other]
        other += 1
    gap = counts[player] - best
    if gap == -1 or gap == 0:
        return prize // 2
    if gap == 1 or gap == -2:
        return prize // 4
    return prize // 10
