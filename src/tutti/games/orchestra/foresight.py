"""How a match stands, and the numbers that players watch; what speaks for and against an action is beside this file."""

from __future__ import annotations

from tutti.games.orchestra import state as st
from tutti.games.orchestra.actions import SECTIONS
from tutti.games.orchestra.box import INVITED
from tutti.games.orchestra.names import AREA_NAMES, SOURCES
from tutti.games.orchestra.points import area_of, area_points, scored_now, section_points, track_points
from tutti.games.orchestra.state import ACCOUNT, OWN, State
from tutti.kernel.facts import Foresight, Majority, Standing

WARNINGS = (
    "column_at_end", "steps_lost", "nothing_to_exchange", "nothing_exchanged", "type_wasted", "eyes_risk",
    "student_repeats", "students_short", "student_unpaid", "nobody_left", "gain_lost", "step_lost", "virtuoso_waits",
    "cards_out_of_reach", "musicians_idle", "could_assign", "chairs_lost", "piece_scores_nothing", "opens_wcu",
    "gives_up", "no_spots", "star_in_gather", "better_area", "costs",
)  # fmt: skip
MERITS = (
    "fills_hall", "fills_orchestra", "frees_virtuoso", "opens_level", "lets_assign", "lets_fulfil",
    "lets_fulfil_next", "poster_part", "lets_gather", "lets_concert", "cards_want", "fills_section", "develops",
    "column_reach",
)  # fmt: skip
NAMES = Foresight(
    numbers=(
        "money", "prestige", "beginners", "professionals", "instrumentalists", "virtuosos", "invited", "sent",
        "banners", "column", "poster", "left", "right", "cards", "pieces",
    ),
    remarks=WARNINGS + MERITS,
    majorities=("section", "area"),
)  # fmt: skip


def numbers(s: State) -> dict[str, list[int]]:
    """Everything here is open to all (OR-010)."""
    cells = [s.own[p * OWN : (p + 1) * OWN] for p in range(s.n)]  # one slice each: a look from outside costs
    own = [[int(mark) for mark in row[: st.SUPPLY]] for row in cells]
    owners = [int(mark) % st.FACE_DOWN - 1 for mark in s.cards if mark]
    return {
        "money": [int(s.account[p * ACCOUNT + st.MONEY]) for p in range(s.n)],
        "prestige": [int(s.account[p * ACCOUNT + st.PRESTIGE]) for p in range(s.n)],
        "beginners": [row[st.RESERVE] for row in own],
        "professionals": [row[st.RESERVE + 1] for row in own],
        "instrumentalists": [row[st.RESERVE + 2] for row in own],
        "virtuosos": [row[st.RESERVE + 3] for row in own],
        "invited": [sum(row[st.RESERVE + INVITED : st.RESERVE + INVITED + 3]) for row in own],
        "sent": [sum(row[st.SECTION : st.SECTION + 4]) for row in own],
        "banners": [row[st.ADDED] for row in own],
        "column": [row[st.COLUMN] for row in own],
        "poster": [row[st.PARTS] for row in own],
        "left": [row[st.MARKER] for row in own],
        "right": [row[st.MARKER + 1] for row in own],
        "cards": [owners.count(p) for p in range(s.n)],
        "pieces": [sum(row[st.AREA : st.AREA + 4]) for row in own],
    }


def standing(s: State, player: int) -> Standing:
    """OR-187 as things stand, each player with the area that the order of choosing leaves; of Theater Cards only the
    own one counts until all are shown (OR-011)."""
    return Standing(
        tuple(int(track_points(s, p)) for p in range(s.n)),
        tuple(_sources(s, p, player) for p in range(s.n)),
        _majorities(s),
        tuple(s.phase != st.OVER and p != player for p in range(s.n)),
    )


def _sources(s: State, p: int, player: int) -> dict[str, int]:
    found: dict[str, int] = {source: int(scored_now(s, p, st.BY_CARDS + i)) for i, source in enumerate(SOURCES)}
    if p != player:
        found["theater"] = int(s.account[p * ACCOUNT + st.BY_THEATER])
    return found


def _majorities(s: State) -> tuple[Majority, ...]:
    """OR-188 to OR-192: sections pay by rank, an area pays the one who gets it for each own piece."""
    players = range(s.n)
    sections = [
        Majority(
            "section",
            {"section": section},
            tuple(int(s.own[p * OWN + st.SECTION + i]) for p in players),
            tuple(int(section_points(s, p, i)) for p in players),
        )
        for i, section in enumerate(SECTIONS)
    ]
    gets = [area_of(s, p) for p in players]
    areas = [
        Majority(
            "area",
            {"area": area},
            tuple(int(s.own[p * OWN + st.AREA + i]) for p in players),
            tuple(int(area_points(s, p, i)) if gets[p] == i else 0 for p in players),
        )
        for i, area in enumerate(AREA_NAMES)
    ]
    return (*sections, *areas)
