"""What holds for the musician tokens of every position reached by play: when they go, and how many can have gone."""

from __future__ import annotations

from collections.abc import Iterator

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.masters import ASK_LEFT, ASK_UNUSED
from tutti.games.symphony.rules.scoring import discs_on
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import column_discs, in_all_columns, tokens_in
from tutti.kernel.errors import BadPosition


def faults(d: Box, s: State, now: Progress) -> Iterator[BadPosition]:
    n = int(s.terms.n)
    spread = now.passed(st.S_SPREAD) or now.steps[now.number][0] == st.S_SPREAD
    for p in range(n):
        if not spread and not now.passed(st.S_MINORITY) and tokens_in(s, p * bx.TOKENS):
            yield BadPosition("no_tokens_yet", f"tokens.held[{p}]", "SY-060")
    for column in range(bx.COLUMNS):
        if s.desk[st.COLUMN_TOKEN + column] and now.passed(st.S_MINORITY, column):
            yield BadPosition("column_token_is_won", f"tokens.columns[{column}]", "SY-060", column=names.column(column))
    gone = now.passed(st.S_OBJECTIVES)
    if s.terms.progressive:  # SY-285
        gone = now.passed(st.S_SPREAD) and not (s.terms.audience_public or s.terms.audience_private)
    high = 0 if gone else n + 1
    found = int(tokens_in(s, st.PENTAGON))
    if found > high:
        yield BadPosition(
            "out_of_range", "tokens.pentagon", "SY-066" if gone else "SY-033", found=found, low=0, high=high
        )
    yield from _won(s, now, _chosen(d, s) if spread else [0] * n, max(n + 1 - found, 0))


def _chosen(d: Box, s: State) -> list[int]:
    """SY-063, SY-210, SY-249: how many tokens of the pentagon each player can have taken.

    A private card may be a drawn one, for want of the true one: any of them may have been Group of Talents.
    """
    public = int(s.desk[st.PUBLIC]) - 1
    talents = [card for card, one in enumerate(d.cards) if one.orchestra == "group_of_talents"]
    found: list[int] = []
    for p in range(int(s.terms.n)):
        private = bool(s.desk[st.REVEALED + p]) and talents != [public]
        everywhere = s.terms.progressive or in_all_columns(s, p)
        found.append(bool(everywhere) + (public in talents) + private)
    return found


def _won(s: State, now: Progress, chosen: list[int], pentagon: int) -> Iterator[BadPosition]:
    """SY-035: tokens in play came from Columns, pentagon and Minims; only Furtwängler opens the unused pool."""
    terms, n = s.terms, int(s.terms.n)
    columns = [column for column in range(bx.COLUMNS) if now.passed(st.S_MINORITY, column)]
    found = [int(tokens_in(s, p * bx.TOKENS)) for p in range(n)]
    for inst in range(bx.PLACES):
        base = inst * st.REC
        if s.inst[base + st.TOKEN]:
            found[int(s.inst[base + st.OWNER]) - 1] += 1
    notes = [_taken(s, p) for p in range(n)]
    anybody = _taken(s, -1)
    high = len(columns) + min(sum(chosen), pentagon) + sum(notes) + anybody
    if sum(found) > high:
        yield BadPosition("tokens_not_won", "tokens.held", "SY-035", found=sum(found), most=high)
    if terms.master.asks(bx.MINIM, bx.FLAT_NOTE) == ASK_LEFT:
        return  # SY-234: with Kleiber they go from hand to hand
    for p in range(n):
        mine = sum(column_discs(s, column, p) >= 0 for column in columns)
        high = mine + min(chosen[p], pentagon) + notes[p] + anybody
        if found[p] > high:
            yield BadPosition("tokens_not_won", f"tokens.held[{p}]", "SY-035", found=found[p], most=high)


def _taken(s: State, p: int) -> int:
    """SY-108, SY-230: how many notes can have brought the player a token, by the lowest coloured disc.

    Player -1: those of nobody, Semibreves with two black discs.
    """
    score = s.terms.score
    opens = s.terms.master.asks(bx.SEMIBREVE, bx.NATURAL) == ASK_UNUSED
    found = 0
    for note in range(score.count):
        discs = discs_on(s, note)
        first = next((disc - bx.OWN for disc in discs if disc != bx.NEUTRAL), -1)
        if discs and first == p and (score.value[note] == bx.MINIM or (opens and score.value[note] == bx.SEMIBREVE)):
            found += 1
    return found
