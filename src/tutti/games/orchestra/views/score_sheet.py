# tutti: compiled
"""Final scoring taken apart, for whoever shows how it comes about. What is not counted yet is not told (OR-011)."""

from __future__ import annotations

from tutti.games.orchestra.pack.names import AREA_NAMES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.scoring import (
    area_points,
    coin_points,
    covered,
    piece_halves,
    section_points,
    theater_points,
    track_points,
)
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.types import AreaCounted, Counted, Reckoning, TheaterCounted

COUNTED_LAST = (st.BY_SECTIONS, st.BY_AUDIENCE, st.BY_THEATER, st.BY_COINS)


def reckoning(s: State) -> Reckoning:
    """OR-187 as far as it has come; asked once it has begun."""
    found: Reckoning = {
        "before": [_before(s, p) for p in range(s.n)],
        "sections": {
            "strings": _section(s, 0),
            "woodwinds": _section(s, 1),
            "brass": _section(s, 2),
            "percussion": _section(s, 3),
        },
        "ranks": [int(points) for points in s.d.control[: s.n]],
        "areas": [_area(s, p) for p in range(s.n) if _cell(s, p, st.CHOSEN)],
        "coins_per_point": int(s.d.coins_per_point),
    }
    if s.phase == st.OVER:
        found["theaters"] = [_theater(s, p) for p in range(s.n) if _cell(s, p, st.KEPT)]
        found["coins"] = [_coins(s, p) for p in range(s.n)]
    return found


def _cell(s: State, p: int, cell: int) -> int:
    me = p * st.OWN
    return int(s.own[me + cell])


def _before(s: State, p: int) -> int:
    mine = p * st.ACCOUNT
    return int(track_points(s, p)) - sum(int(s.account[mine + source]) for source in COUNTED_LAST)


def _section(s: State, section: int) -> list[Counted]:
    """OR-188 to OR-190: those who have somebody there, the most first."""
    found: list[Counted] = [
        {"player": p, "count": count, "points": int(section_points(s, p, section))}
        for p in range(s.n)
        if (count := _cell(s, p, st.SECTION + section))
    ]
    return sorted(found, key=lambda one: -one["count"])


def _area(s: State, p: int) -> AreaCounted:
    """OR-191."""
    area = _cell(s, p, st.CHOSEN) - 1
    return {
        "player": p,
        "count": _cell(s, p, st.AREA + area),
        "points": int(area_points(s, p, area)),
        "area": AREA_NAMES[area],
        "halves": int(piece_halves(s, area)),
    }


def _theater(s: State, p: int) -> TheaterCounted:
    """OR-197."""
    card = _cell(s, p, st.KEPT) - 1
    return {
        "player": p,
        "count": int(covered(s, p)),
        "points": int(theater_points(s, p)),
        "theater": s.d.theater[card],
        "seats": len(s.d.theater_seats[card]),
        "all": int(s.d.theater_points),
    }


def _coins(s: State, p: int) -> Counted:
    """OR-198: Money and Prestige together."""
    account = s.account
    mine = p * st.ACCOUNT
    held = int(account[mine + st.MONEY]) + int(account[mine + st.PRESTIGE])
    return {"player": p, "count": held, "points": int(coin_points(s, p))}
