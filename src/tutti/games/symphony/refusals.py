"""Why an action is not legal: the rule that forbids it, as a code. Must agree with the legal answers of the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony import names
from tutti.games.symphony.actions import (
    A_ADD,
    A_BURN,
    A_CARD,
    A_CLASH,
    A_CONDUCT,
    A_CONTROL,
    A_DISCARD,
    A_GIVE,
    A_NOTE,
    A_PLAY,
    A_SCORE,
    A_SEAT,
    A_TAKE,
    KINDS,
    note_text,
    seat_text,
)
from tutti.games.symphony.box import (
    COVER,
    MINIM,
    NEUTRAL,
    NO_SEAT,
    OWN,
    SEMIBREVE,
    STRONG,
    STRONG_BLACK,
    TOKEN_NAMES,
    TOKENS,
)
from tutti.games.symphony.instruments import abilities, clefs_of, disc_at, kind_at, part_of
from tutti.games.symphony.placement import accidental_open, clashes_left, height, partners
from tutti.games.symphony.state import (
    NOTE,
    ON_STACK,
    REC,
    S_ALLOCATE,
    S_CARD,
    S_CHAIN,
    S_CHOIR,
    S_CONTROL,
    S_DISCARD,
    S_DRAFT,
    S_EXTRA,
    S_GIFT,
    S_MUSICIAN,
    S_OBJECTIVE,
    S_PENTAGON,
    S_PLACE,
    S_PRE_ATTACK,
    S_SEAT,
    S_SOURCE,
    S_TALENT,
    S_UNUSED,
    TOKEN,
    State,
)
from tutti.kernel.facts import Fields, Refusal

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony

WANTED = {
    S_CHOIR: (A_CARD, A_DISCARD),
    S_DRAFT: (A_CARD, A_DISCARD),
    S_DISCARD: (A_DISCARD, A_SEAT),
    S_CARD: (A_CARD, A_DISCARD),
    S_SEAT: (A_SEAT, A_CONTROL),
    S_CONTROL: (A_CONTROL, A_SCORE),
    S_ALLOCATE: (A_CARD, A_SCORE),
    S_PENTAGON: (A_TAKE, A_GIVE),
    S_TALENT: (A_TAKE, A_GIVE),
    S_UNUSED: (A_TAKE, A_GIVE),
    S_OBJECTIVE: (A_SCORE, A_NOTE),
    S_PRE_ATTACK: (A_PLAY, A_ADD),
    S_MUSICIAN: (A_PLAY, A_ADD),
    S_EXTRA: (A_ADD, A_CONDUCT),
    S_SOURCE: (A_CONDUCT, A_TAKE),
    S_PLACE: (A_NOTE, A_CLASH + 216),
    S_CHAIN: (A_NOTE, A_CLASH + 216),
    S_GIFT: (A_GIVE, A_CARD),
}
"""The range of actions that each question is about."""


def why_not(game: Symphony, s: State, player: int, a: int) -> Refusal:
    f = s.stack[-1]
    step = game.steps[f.step]
    low, high = WANTED.get(f.step, (0, 0))
    if not low <= a < high:
        if a == A_BURN and f.step == S_PLACE:
            return Refusal("must_place", "SY-096")
        return Refusal("other_question", step.rule, {"step": step.name})
    if f.step == S_ALLOCATE and (f.at or A_DISCARD <= a < A_CONTROL):
        return Refusal(
            "must_use_01" if f.at else "other_question", "SY-253" if f.at else step.rule, {"step": step.name}
        )
    if a >= A_NOTE:
        return _note(game, s, player, a)
    if a >= A_SCORE:
        return Refusal("objective_not_held", "SY-186", {"card": a - A_SCORE + 1})
    if a >= A_CONTROL:
        return _control(game, s, a)
    if a >= A_SEAT:
        return _seat(s, a - A_SEAT)
    if a >= A_CARD:
        kind = (a - A_CARD) % KINDS
        if f.step == S_DISCARD and s.hands[player * KINDS + kind]:
            return Refusal("cannot_discard", "SY-224", {"card": game.d.ids[kind]})
        return Refusal("card_not_held", step.rule, {"card": game.d.ids[kind]})
    if a >= A_TAKE:
        return Refusal("token_not_there", step.rule, {"token": TOKEN_NAMES[(a - A_TAKE) % TOKENS]})
    if a >= A_CONDUCT:
        return Refusal("cannot_conduct", "SY-095")
    if a >= A_ADD:
        return Refusal("no_such_space", "SY-152")
    return _token(game, s, player, a - A_PLAY)


def _seat(s: State, seat: int) -> Refusal:
    args: Fields = {"seat": seat_text(seat)}
    if s.terms.setup.board[seat] == NO_SEAT:
        return Refusal("no_seat", "SY-022", args)
    if s.inst[seat * REC]:
        return Refusal("seat_taken", "SY-050", args)
    return Refusal("other_column", "SY-251", {**args, "column": names.column(s.stack[-1].b)})


def _control(game: Symphony, s: State, a: int) -> Refusal:
    f = s.stack[-1]
    text = game.actions[a].split()[1].upper()
    args: Fields = {"instrument": text}
    if f.step == S_ALLOCATE:
        return Refusal("card_not_held", "SY-252", {"card": text})
    if f.a >= 0:
        return Refusal("must_control", "SY-051", {"only": names.place(int(f.a))})
    place = names.place_number(text.split(".")[0])
    kind = int(kind_at(s, place))
    if kind < 0:
        return Refusal("seat_empty", "SY-053", args)
    if (game.d.part_count[kind] > 1) != ("." in text):
        return Refusal("name_the_part" if game.d.part_count[kind] > 1 else "no_parts", "SY-016", args)
    return Refusal("controlled_already", "SY-053", args)


def _token(game: Symphony, s: State, player: int, token: int) -> Refusal:
    f = s.stack[-1]
    inst = int(f.a) if f.step == S_PRE_ATTACK else int(s.inst_now)
    args: Fields = {"token": TOKEN_NAMES[token], "instrument": names.place(inst)}
    if not s.desk[player * TOKENS + token]:
        return Refusal("token_not_held", "SY-088", args)
    if f.step == S_PRE_ATTACK:
        return Refusal("only_eclectic", "SY-162", args)
    if s.inst[inst * REC + TOKEN]:
        return Refusal("has_token", "SY-088", args)
    if s.coda and not game.d.token_coda[token]:
        return Refusal("not_in_coda", "SY-155", args)
    if TOKEN_NAMES[token] == "overwriting":
        return Refusal("too_many_discs", "SY-160", args)
    if s.replay:
        return Refusal("replay_needs_neighbour", "SY-280", args)
    return Refusal("token_not_here", "SY-162" if TOKEN_NAMES[token] == "eclectic" else "SY-150", args)


def _note(game: Symphony, s: State, player: int, a: int) -> Refusal:
    """The first restriction of section 7 that speaks against it."""
    d, score = game.d, s.terms.score
    f = s.stack[-1]
    clash = a >= A_CLASH
    code = a - (A_CLASH if clash else A_NOTE)
    args: Fields = {"note": note_text(code)}
    i = score.at[code] - 1
    if i < 0:
        return Refusal("no_such_note", "SY-012", args)
    first, last = d.area_first[s.column], d.area_end[s.column]
    if not first <= score.bar[i] < last:
        return Refusal("outside_area", "SY-105", {**args, "first": first + 1, "last": last})
    inst = int(s.inst_now)
    cell = int(f.a) if f.step == S_CHAIN else int(s.cell)
    near = int(s.last) if f.step == S_CHAIN else int(s.near)
    if near >= 0 and (abs(i - near) != 1 or score.voice[i] != score.voice[near]):
        rule = "SY-140" if f.step == S_CHAIN else "SY-237"
        return Refusal("not_adjacent", rule, {**args, "near": note_text(int(score.code[near]))})
    mask = int(abilities(d, s, inst, part_of(d, s, inst, cell)))
    black = int(disc_at(s, inst, cell)) == NEUTRAL
    accidental = score.accidental[i]
    if not accidental_open(mask, accidental):
        return Refusal("needs_flat" if accidental == 1 else "needs_sharp", "SY-107", args)
    outside = not clefs_of(d, s, inst) & s.terms.note_clefs[i]
    if clash and not outside:
        return Refusal("no_clash_needed", "SY-267", args)
    if clash and clashes_left(s, player) < (2 if score.value[i] == SEMIBREVE else 1):
        return Refusal("no_clash_left", "SY-267", args)
    if outside and not clash:
        return Refusal("wrong_clef", "SY-265", args)
    return _occupied(game, s, player, i, cell, mask, black, args)


def _occupied(
    game: Symphony, s: State, player: int, i: int, cell: int, mask: int, black: bool, args: Fields
) -> Refusal:
    score = s.terms.score
    top = int(s.notes[i * NOTE])
    duty = cell != ON_STACK and mask & (STRONG_BLACK if black else STRONG)
    if score.value[i] == SEMIBREVE:
        if top:
            return Refusal("semibreve_full", "SY-113", args)
        if duty:
            return Refusal("must_overwrite", "SY-279", args)
        if not partners(game.d, s, s.inst_now, cell, player, score.accidental[i]):
            return Refusal("semibreve_needs_two", "SY-110", args)
        return Refusal("not_leftmost", "SY-227", args)
    if top == 0:
        if duty:
            return Refusal("must_overwrite", "SY-128", args)
        if black and score.value[i] == MINIM:
            return Refusal("minim_needs_colour", "SY-109", args)
        return Refusal("not_leftmost", "SY-227", args)
    if top == COVER:
        return Refusal("covered", "SY-010", args)
    if top == NEUTRAL:
        return Refusal("black_on_top", "SY-123", args)
    if top == OWN + player and not black:
        return Refusal("own_on_top", "SY-124", args)
    if height(s, i) > 1:
        return Refusal("too_high", "SY-127", {**args, "height": int(height(s, i))})
    return Refusal("cannot_overwrite", "SY-106", args)
