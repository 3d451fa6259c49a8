"""What holds for the score, tracks and points of every position reached by play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.scoring import discs_on, most, sheet_notes, visible_counts
from tutti.games.symphony.rules.state import State
from tutti.kernel.errors import BadPosition


def faults(d: Box, s: State, now: Progress) -> Iterator[BadPosition]:
    for note in range(s.terms.score.count):
        yield from _note(d, s, now, note)
    yield from _tracks(s, now)
    yield from _points(s, now)


# -- notes -----------------------------------------------------------------------------------------


def _note(d: Box, s: State, now: Progress, note: int) -> Iterator[BadPosition]:
    score = s.terms.score
    place = f"score.{names.note(int(score.code[note]))}"
    discs = discs_on(s, note)
    covered = discs[:1] == [bx.COVER]
    placed = len(discs) - covered
    at = note * st.NOTE
    if s.notes[at + st.NOTE_TOKEN]:
        if score.value[note] != bx.MINIM:
            yield BadPosition("not_on_a_minim", f"{place}.token", "SY-034")
        elif placed and not covered:
            yield BadPosition("token_is_taken", f"{place}.token", "SY-108")
    if not placed:
        return
    last = d.area_end[now.column] if now.column >= 0 else 0
    if score.bar[note] >= last:
        yield BadPosition("beyond_the_bars", f"{place}.discs", "SY-105", bar=score.bar[note] + 1, last=last)
    if score.value[note] == bx.SEMIBREVE:
        yield from _semibreve(discs, place)
    else:
        yield from _pile(s, discs, score.value[note] == bx.MINIM, place)


def _semibreve(discs: list[int], place: str) -> Iterator[BadPosition]:
    """SY-110 to SY-113, SY-144."""
    if len(discs) != 2 or bx.COVER in discs:
        yield BadPosition("not_a_pair", f"{place}.discs", "SY-110", found=len(discs))
    elif len({disc for disc in discs if disc != bx.NEUTRAL}) > 1:
        yield BadPosition("pair_of_two_players", f"{place}.discs", "SY-144")


def _pile(s: State, discs: list[int], minim: bool, place: str) -> Iterator[BadPosition]:
    """SY-106: what can lie on what."""
    if minim and discs == [bx.NEUTRAL]:
        yield BadPosition("black_on_a_minim", f"{place}.discs", "SY-108")
    for height, (lower, upper) in enumerate(pairwise(discs)):
        where = f"{place}.discs[{height + 1}]"
        if lower == bx.COVER and (s.terms.master.over_black < 0 or upper == bx.NEUTRAL):
            yield BadPosition("on_a_cover", where, "SY-010")  # SY-232 is the exception
        elif lower == bx.NEUTRAL and (height > 0 or upper == bx.NEUTRAL):
            yield BadPosition("on_a_black_disc", where, "SY-123")  # it lies there to protect the one above (SY-130)
        elif lower == upper:
            yield BadPosition("own_on_own", where, "SY-124")


def protected(s: State, note: int) -> int:
    """SY-130, SY-239: the player whose disc may have got the black one under it, or -1."""
    discs = discs_on(s, note)
    pair = s.terms.score.value[note] == bx.SEMIBREVE
    return discs[1] - bx.OWN if len(discs) > 1 and discs[0] == bx.NEUTRAL != discs[1] and not pair else -1


# -- tracks, points ------------------------------------------------------------------------


def _tracks(s: State, now: Progress) -> Iterator[BadPosition]:
    """SY-167, SY-168, SY-267: steps that the sheets scored so far can have brought."""
    score = s.terms.score
    notes = [note for sheet in now.sheets for note in sheet_notes(score, sheet)]
    highs = dict.fromkeys(range(bx.TRACKS), len(now.sheets))
    highs[bx.TRACK_FLAT] = sum(score.accidental[note] == bx.FLAT_NOTE for note in notes)
    highs[bx.TRACK_SHARP] = sum(score.accidental[note] == bx.SHARP_NOTE for note in notes)
    highs[bx.TRACK_SEMIBREVE] = sum(score.value[note] == bx.SEMIBREVE for note in notes)
    highs[bx.TRACK_CLASH] = int(s.terms.clash_limit)
    for p in range(int(s.terms.n)):
        mine = p * bx.TRACKS
        for track, high in highs.items():
            found = int(s.desk[st.TRACK + mine + track])
            rule = "SY-267" if track == bx.TRACK_CLASH else "SY-167" if track <= bx.TRACK_SEMIBREVE else "SY-168"
            if found > high:
                yield BadPosition(
                    "out_of_range", f"tracks[{p}].{bx.TRACK_NAMES[track]}", rule, found=found, low=0, high=high
                )


def _points(s: State, now: Progress) -> Iterator[BadPosition]:
    """SY-172: points of a kind only when it has been scored; and who had most on a sheet."""
    terms = s.terms
    final = now.passed(st.S_ENDGAME) or now.steps[now.number][0] == st.S_ENDGAME
    played = now.column >= 0
    possible = {bx.P_DISCS: played, bx.P_VIRTUOSITY: played, bx.P_SHEETS: bool(now.sheets)}
    possible[bx.P_MASTER] = played and terms.master.overwrite_points > 0
    possible[bx.P_CLEFS] = played and not terms.clefs  # SY-163
    scored = final if terms.progressive else now.passed(st.S_OBJECTIVES) or now.steps[now.number][0] == st.S_OBJECTIVES
    possible[bx.P_ORCHESTRA] = scored and (terms.audience_public or terms.audience_private)
    for p in range(int(terms.n)):
        mine = p * bx.SOURCES
        for source, name in enumerate(bx.SOURCE_NAMES):
            found = int(s.points[mine + source])
            if found and not possible.get(source, final):
                yield BadPosition("no_such_points", f"points[{p}].{name}", "SY-172", found=found)
            elif (found > 0) if source == bx.P_CLASHES else (found < 0):
                yield BadPosition("wrong_sign", f"points[{p}].{name}", "SY-176", found=found)
    for sheet in range(3):
        won = [p for p in range(int(terms.n)) if int(s.desk[st.WINNERS + sheet]) >> p & 1]
        lead = most(visible_counts(s, sheet_notes(terms.score, sheet))) if sheet in now.sheets else []
        if won and won != lead:  # nobody: left out
            yield BadPosition("wrong_winners", f"winners[{sheet}]", "SY-170", found=won, expected=lead)
