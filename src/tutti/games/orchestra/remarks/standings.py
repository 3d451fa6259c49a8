# tutti: compiled
"""How a match stands, and the numbers that players watch; what speaks for and against an action is beside this file."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import INVITED
from tutti.games.orchestra.pack.names import AREA_NAMES, SECTIONS, SOURCES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.decks import fulfilled
from tutti.games.orchestra.rules.scoring import area_of, area_points, scored_now, section_points, track_points
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64
from tutti.kernel.types import Majority, Standing

NUMBERS = (
    "money", "prestige", "beginners", "professionals", "instrumentalists", "virtuosos", "invited", "sent",
    "banners", "column", "poster", "left", "right", "cards", "pieces",
)  # fmt: skip
"""The numbers that players watch, by name."""
MAJORITIES = ("section", "area")


def numbers(s: State) -> dict[str, list[int]]:
    """Everything here is open to all (OR-010)."""
    return {
        "money": accounts(s, st.MONEY),
        "prestige": accounts(s, st.PRESTIGE),
        "beginners": cells(s, st.RESERVE),
        "professionals": cells(s, st.RESERVE + 1),
        "instrumentalists": cells(s, st.RESERVE + 2),
        "virtuosos": cells(s, st.RESERVE + 3),
        "invited": sums(s, st.RESERVE + INVITED, 3),
        "sent": sums(s, st.SECTION, 4),
        "banners": cells(s, st.ADDED),
        "column": cells(s, st.COLUMN),
        "poster": cells(s, st.PARTS),
        "left": cells(s, st.MARKER),
        "right": cells(s, st.MARKER + 1),
        "cards": [fulfilled(s, p, -1) for p in range(s.n)],
        "pieces": sums(s, st.AREA, 4),
    }


def accounts(s: State, source: i64) -> list[int]:
    """One cell of every player's account."""
    return [s.account[mine + source] for mine in range(0, s.n * st.ACCOUNT, st.ACCOUNT)]


def cells(s: State, cell: i64) -> list[int]:
    """One cell of every player."""
    return sums(s, cell, 1)


def sums(s: State, first: i64, count: i64) -> list[int]:
    found: list[int] = []
    p: i64 = 0
    while p < s.n:
        total: i64 = 0
        at = p * st.OWN + first
        while at < p * st.OWN + first + count:
            total += i64(s.own[at])
            at += 1
        found.append(total)
        p += 1
    return found


def standing(s: State, player: int) -> Standing:
    """OR-187 as things stand, each player with the area that the order of choosing leaves; of Theater Cards only the
    own one counts until all are shown (OR-011)."""
    points: list[int] = []
    rows: list[dict[str, int]] = []
    hidden: list[bool] = []
    for p in range(s.n):
        points.append(track_points(s, p))
        rows.append(sources(s, p, player))
        hidden.append(s.phase != st.OVER and p != player)
    return Standing(tuple(points), tuple(rows), majorities(s), tuple(hidden))


def sources(s: State, p: int, player: int) -> dict[str, int]:
    found: dict[str, int] = {}
    account: i64 = st.BY_CARDS
    mine = p * st.ACCOUNT
    for source in SOURCES:
        if account == st.BY_THEATER and p != player:
            found[source] = s.account[mine + account]
        else:
            found[source] = scored_now(s, p, account)
        account += 1
    return found


def majorities(s: State) -> tuple[Majority, ...]:
    """OR-188 to OR-192: sections pay by rank, an area the one player who chooses it, by own pieces."""
    found: list[Majority] = []
    for i, section in enumerate(SECTIONS):
        pays = [section_points(s, p, i) for p in range(s.n)]
        found.append(Majority("section", {"section": section}, tuple(cells(s, st.SECTION + i)), tuple(pays)))
    gets = [area_of(s, p) for p in range(s.n)]
    for i, area in enumerate(AREA_NAMES):
        pays = [area_points(s, p, i) if gets[p] == i else 0 for p in range(s.n)]
        found.append(Majority("area", {"area": area}, tuple(cells(s, st.AREA + i)), tuple(pays), exclusive=True))
    return tuple(found)
