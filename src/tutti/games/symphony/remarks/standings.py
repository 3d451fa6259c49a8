# tutti: compiled
"""How a match stands: numbers of the players, the match scored as it is now, and who leads where (KN-45)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.effects import award
from tutti.games.symphony.rules.instruments import controls, discs_of, kind_at
from tutti.games.symphony.rules.scoring import scored_sheets
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import tokens_in
from tutti.games.symphony.rules.steps.objectives import score_symphony
from tutti.games.symphony.rules.steps.scoring import (
    lead,
    prize,
    score_leftovers,
    score_sheet,
    score_tracks,
    score_voices,
)
from tutti.games.symphony.rules.steps.tokens import DEAF
from tutti.games.symphony.rules.tally import MOST, VOICE_ROWS, ZONE_ROWS, count_discs
from tutti.kernel.frames import BIT, Frame
from tutti.kernel.native import i64, vec
from tutti.kernel.types import Majority, Standing

NUMBERS: Final = (
    "cards", "instruments", "discs", "conductor_discs", "visible_discs", "tokens", *bx.TOKEN_NAMES,
    *[f"{track}_steps" for track in bx.TRACK_NAMES],
)  # fmt: skip
MAJORITIES: Final = ("sheet", "zone", "voice")
SHEETS: Final = 3


def numbers(s: State) -> dict[str, list[int]]:
    """What players watch of each other; all of it is public (SY-018)."""
    n = s.terms.n
    players = range(n)
    found: dict[str, list[int]] = {name: [0] * n for name in NUMBERS}
    found["cards"] = [cards_in_hand(s, p) for p in players]
    tokens = [[int(held) for held in s.desk[mine : mine + bx.TOKENS]] for mine in range(0, n * bx.TOKENS, bx.TOKENS)]
    tracks = [
        [int(steps) for steps in s.desk[mine : mine + bx.TRACKS]]
        for mine in range(st.TRACK, st.TRACK + n * bx.TRACKS, bx.TRACKS)
    ]
    found["tokens"] = [sum(held) for held in tokens]
    found["instruments"] = [len(scoring.controlled(s, p)) for p in players]
    found["discs"] = [discs_left(s, p) for p in players]
    for i in range(s.terms.score.count):
        owner = scoring.visible(s, i)
        if owner >= 0:
            found["visible_discs"][owner] += 1
    conductor = int(s.inst[st.CONDUCTOR_AT + st.OWNER]) - 1
    if conductor >= 0:
        at = st.CONDUCTOR_AT + st.CELLS + st.LEFT
        found["conductor_discs"][conductor] = sum([1 for disc in s.inst[at : at + st.WIDTH - st.LEFT] if disc])
    for token, name in enumerate(bx.TOKEN_NAMES):
        found[name] = [held[token] for held in tokens]
    for track, way in enumerate(bx.TRACK_NAMES):
        found[f"{way}_steps"] = [steps[track] for steps in tracks]
    return found


def cards_in_hand(s: State, player: i64) -> int:
    """Cards in hand; those that others have not finished putting aside are nobody's business."""
    cards: i64 = 0
    open = False
    for f in s.stack:
        open = open or (f.step == st.S_DISCARD and f.open & BIT[player] != 0)
    at = player * KINDS
    end = at + KINDS
    while at < end:
        cards += i64(s.hands[at])
        if open:
            cards += i64(s.discards[at])
        at += 1
    return cards


def discs_left(s: State, player: i64) -> int:
    """Own discs that still wait on instruments, on Absolute stacks too."""
    count: i64 = 0
    inst: i64 = 0
    while inst < bx.PLACES:
        if inst != bx.CONDUCTOR and kind_at(s, inst) >= 0 and controls(s, inst, player):
            count += discs_of(s, inst, player)
        inst += 1
    return count


# -- the match scored now ------------------------------------------------------------------------


def standing(d: Box, s: State, player: int) -> Standing:
    """Points, and points if all that is left were scored now, as the player can know it."""
    n = s.terms.n
    now = tuple([total(s, p) for p in range(n)])
    t = scored_now(d, s, player)
    sources = tuple([sourced(t, p) for p in range(n)])
    secret = bool(s.stack) and s.terms.audience_private
    return Standing(now, sources, majorities(d, s), tuple([secret and p != player for p in range(n)]))


def sourced(s: State, player: i64) -> dict[str, int]:
    """Points by source; what brings nothing is not named."""
    at = player * bx.SOURCES
    return {name: int(s.points[at + i]) for i, name in enumerate(bx.SOURCE_NAMES) if s.points[at + i]}


def total(s: State, player: i64) -> int:
    scoring: i64 = 0
    at = player * bx.SOURCES
    end = at + bx.SOURCES
    while at < end:
        scoring += s.points[at]
        at += 1
    return scoring


def scored_now(d: Box, s: State, player: i64) -> State:
    """A copy with the points that the match would end with; secret objectives for their owner alone."""
    t = s.copy()
    if not t.stack:
        return t
    n = t.terms.n
    if frame_of(s, st.S_ENDGAME) is None:
        sheet = scored_sheets(d, t)
        while sheet < SHEETS:
            score_sheet(d, t, sheet, DEAF)
            sheet += 1
        score_voices(d, t, DEAF)
        score_leftovers(t, DEAF)
    other: i64 = 0
    while other < n:
        theirs = other * bx.SOURCES
        t.points[theirs + bx.P_SYMPHONY] = 0  # some may have been told before it came to a secret one
        if t.terms.audience_public and t.desk[st.PUBLIC]:
            card = i64(t.desk[st.PUBLIC]) - 1
            score_symphony(d, t, card, other, DEAF)
            if bonus_ahead(s):
                award(t, other, bx.P_ORCHESTRA, bonus_now(d, s, card, other, turn_of(s, other)))
        other += 1
    if t.terms.audience_private and player >= 0:
        own_objectives(d, s, t, player)
    talents_ahead(d, s, t)
    score_tracks(d, t, DEAF)
    return t


def frame_of(s: State, step: i64) -> Frame | None:
    for f in s.stack:
        if f.step == step:
            return f
    return None


def bonus_ahead(s: State) -> bool:
    """SY-187, SY-260: whether the public Orchestra Bonus has still to come."""
    f = frame_of(s, st.S_OBJECTIVES)
    if f is not None:
        return f.at < 2
    if s.terms.progressive:
        return frame_of(s, st.S_ENDGAME) is None
    programme = s.terms.programme
    at: i64 = 0
    while at < len(programme) and programme[at] != st.S_OBJECTIVES:
        at += 2
    return s.stack[0].at <= at


def own_objectives(d: Box, s: State, t: State, player: i64) -> None:
    """SY-186, SY-188, SY-261: the kept card; before the choice, the better way, or the one that is sealed."""
    one = i64(s.desk[st.CARDS_HELD + 2 * player]) - 1
    two = i64(s.desk[st.CARDS_HELD + 2 * player + 1]) - 1
    if one < 0 or two < 0:
        if one >= 0:
            score_symphony(d, t, one, player, DEAF)
        return
    sealed = i64(s.desk[st.SEALED + player]) - 1 if s.stack[-1].step == st.S_OBJECTIVE else -1
    if sealed == two or (sealed < 0 and split_worth(d, t, two, one, player) > split_worth(d, t, one, two, player)):
        one, two = two, one
    award(t, player, bx.P_ORCHESTRA, bonus_now(d, s, one, player, 0))
    score_symphony(d, t, two, player, DEAF)


def split_worth(d: Box, s: State, now: i64, kept: i64, player: i64) -> int:
    """The Orchestra Bonus of one card with the Symphony Bonus of the other."""
    return bonus_now(d, s, now, player, 0) + scoring.symphony_bonus(d, s, d.cards[kept], player)


def talents_ahead(d: Box, s: State, t: State) -> None:
    """SY-210: those who have not come to their points for tokens yet."""
    f = frame_of(s, st.S_TALENTS)
    if f is None:
        return
    n = s.terms.n
    waiting: i64 = 0
    turn: i64 = 0
    while turn < n:
        player = turn_of(s, turn)
        if f.b & BIT[player] and f.at < 2 * turn + 2:
            award(t, player, bx.P_ORCHESTRA, bonus_now(d, s, f.a, player, waiting))
            waiting += 1
        turn += 1


def turn_of(s: State, player: i64) -> i64:
    """SY-210: whose turn it is after so many others, or after how many others a player's turn comes: it is the same."""
    n = s.terms.n
    start = s.holder if s.terms.progressive else s.first
    return (start - 1 - player + 2 * n) % n


def bonus_now(d: Box, s: State, card: i64, player: i64, before: i64) -> int:
    """An Orchestra Bonus as it would be scored now; talents take a token first, after so many others (SY-210)."""
    bonus = d.cards[card]
    gain = scoring.orchestra_bonus(d, s, bonus, player)
    if bonus.orchestra == "group_of_talents" and before < tokens_in(s, st.PENTAGON):
        gain += bonus.orchestra_points[1 if s.terms.n >= 5 else 0]
    return gain


# -- majorities ----------------------------------------------------------------------------------


def majorities(d: Box, s: State) -> tuple[Majority, ...]:
    """Sheets, Zones and Voices with visible discs, and what each player gets for them."""
    n = s.terms.n
    rows = count_discs(s)
    found: list[Majority] = []
    where: i64 = 0
    while where < SHEETS:
        args: dict[str, object] = {"sheet": where + 1}
        found.append(Majority("sheet", args, *prized(d, s, rows, where, where)))
        where += 1
    zone: i64 = 1
    while zone < len(bx.ZONES):
        steps = [0] * n
        sheet: i64 = 0
        while sheet < SHEETS:
            row = ZONE_ROWS + sheet * 4 + zone
            counts = counted(rows, row, n)
            pays = [0] * n
            at = row * MOST
            leaders = lead(rows[at : at + MOST], n)
            for p in range(n):
                if leaders & BIT[p]:
                    pays[p] = zone_step(d, steps[p])
                    steps[p] += 1
            args = {"sheet": sheet + 1, "zone": bx.ZONES[zone]}
            found.append(Majority("zone", args, counts, tuple(pays)))
            sheet += 1
        zone += 1
    where = 0
    while where < bx.VOICES:
        args = {"voice": where + 1}
        found.append(Majority("voice", args, *prized(d, s, rows, VOICE_ROWS + where, SHEETS + where)))
        where += 1
    return tuple(found)


def counted(rows: vec[i64], row: i64, n: i64) -> tuple[int, ...]:
    at = row * MOST
    return tuple([int(rows[at + p]) for p in range(n)])


def prized(d: Box, s: State, rows: vec[i64], row: i64, where: i64) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Discs of each player in a row of the tally, and the prize for those who lead (SY-170, SY-173)."""
    n = s.terms.n
    at = row * MOST
    leaders = lead(rows[at : at + MOST], n)
    pays = [int(prize(d, s, where, p)) if leaders & BIT[p] else 0 for p in range(n)]
    return counted(rows, row, n), tuple(pays)


def zone_step(d: Box, steps: i64) -> int:
    """SY-168, SY-171: what the next step on a Zone track is worth."""
    last = len(d.zone_points) - 1
    return 0 if steps >= last else d.zone_points[steps + 1] - d.zone_points[steps]
