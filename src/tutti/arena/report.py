"""What the matches say, as plain data: the JSON report, from which table and page are made. See docs/arena.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from tutti.arena import ratings
from tutti.arena.entrants import budget_of
from tutti.arena.estimates import Block, Estimate, average, quantile, share
from tutti.arena.playing import Plan, Played
from tutti.engine.guest import PREFIX
from tutti.kernel import library
from tutti.kernel.types import Fields, Json

FORMAT: Final = 2
"""The version of the report; it rises when a key changes its meaning or goes."""

Measure = Callable[[Played], tuple[float, int]]
"""What a match adds to a sum, and how many cases it is."""


def report(plan: Plan, played: Sequence[Played], jobs: int, seconds: float, fault: Fields | None = None) -> Fields:
    """The report of the matches that were played, in the order of their numbers."""
    done = sorted(played, key=lambda match: match.fixture.number)
    game = library.game(plan.game, plan.pack)
    budgets = [budget_of(text, plan.effort) for text in plan.kinds]
    return {
        "report": FORMAT,
        "game": game.name,
        "rules": game.version,
        "pack": {"name": game.pack, "hash": game.pack_hash},
        "players": plan.players,
        "options": dict(plan.options),
        "seed": plan.seed,
        "entrants": list(plan.entrants),
        "asked": plan.asked,
        "planned": len(plan.fixtures),
        "matches": len(done),
        "blocks": len({match.fixture.block for match in done}),
        "fault": fault,
        "reproducible": not any(
            text.startswith(PREFIX) or (budget is not None and budget.seconds is not None)
            for text, budget in zip(plan.kinds, budgets, strict=True)
        ),
        "jobs": jobs,
        "seconds": _short(seconds),
        "moves": _short(sum(match.moves for match in done) / len(done)) if done else None,
        "parity": _short(1 / plan.players),
        "results": _results(plan, done, budgets) if done else [],
        "seats": [_seat(done, seat) for seat in range(plan.players)] if done else [],
        "pairs": _pairs(plan, done),
        "played": [_row(match) for match in done],
    }


def text(found: Fields) -> str:
    """A report as JSON: one line for each key, and for each item of a list of objects."""
    lines = []
    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n".join("    " + json.dumps(item, ensure_ascii=False) for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _short(number: float) -> float:
    return round(number, 6)


def _results(plan: Plan, done: list[Played], budgets: Sequence[Json]) -> list[Fields]:
    sat = [ratings.Rated(match.fixture.block, match.fixture.seats, match.places) for match in done]
    rated = ratings.ratings(sat, len(plan.kinds)) if ratings.available() else None
    found = []
    for kind, text in enumerate(plan.kinds):
        mine = [match for match in done if kind in match.fixture.seats]
        if not mine:
            continue
        budget = budgets[kind]
        rating = rated[kind] if rated else None
        found.append(
            {
                "entrant": text,
                "budget": None if budget is None else {"iterations": budget.iterations, "seconds": budget.seconds},
                **_standing(mine, kind),
                "rating": None if rating is None else _rating(rating),
                "times": _times(mine, kind),
                "faults": _faults(mine, kind),
                "by_seat": [_at_seat(mine, kind, seat) for seat in range(plan.players)],
            }
        )
    return found


def _rating(rating: ratings.Rating) -> Fields:
    interval = None if rating.interval is None else [_short(end) for end in rating.interval]
    return {"mu": _short(rating.mu), "interval": interval}


def seats_of(match: Played, kind: int) -> list[int]:
    """Where an entrant sat."""
    return [seat for seat, sitting in enumerate(match.fixture.seats) if sitting == kind]


def won(match: Played, seat: int) -> float:
    """The seat's share of the win; the tied share it."""
    return 1 / match.places.count(1) if match.places[seat] == 1 else 0.0


def _blocks(done: Sequence[Played], measure: Measure) -> list[Block]:
    totals: dict[int, list[float]] = {}
    for match in done:
        total, cases = measure(match)
        block = totals.setdefault(match.fixture.block, [0.0, 0])
        block[0] += total
        block[1] += cases
    return [Block(total, int(cases)) for total, cases in totals.values()]


def _interval(estimate: Estimate) -> Json:
    return [_short(estimate.low), _short(estimate.high)] if estimate.high < float("inf") else None


def _standing(mine: list[Played], kind: int) -> Fields:
    """Wins, points and places of one entrant; all numbers are for one seat."""
    places = Counter(match.places[seat] for match in mine for seat in seats_of(match, kind))
    seats = sum(places.values())
    # The side as a whole wins a share of each match; one of its seats wins so many times less.
    side = share(_blocks(mine, lambda match: (sum(won(match, seat) for seat in seats_of(match, kind)), 1)))
    wins = side.scaled(len(mine) / seats)
    points = average(
        _blocks(
            mine,
            lambda match: (sum(match.points[seat] for seat in seats_of(match, kind)), len(seats_of(match, kind))),
        )
    )
    players = len(mine[0].places)
    sources = Counter[str]()
    for match in mine:
        for seat in seats_of(match, kind):
            sources.update(match.sources[seat])
    return {
        "matches": len(mine),
        "seats": seats,
        "wins": _short(side.value * len(mine)),
        "share": _short(wins.value),
        "share_interval": _interval(wins),
        "points": _short(points.value),
        "points_interval": _interval(points),
        "place": _short(sum(place * count for place, count in places.items()) / seats),
        "places": [places[place] for place in range(1, players + 1)],
        "sources": {name: _short(total / seats) for name, total in sources.items()},
    }


def _times(mine: list[Played], kind: int) -> Fields | None:
    spent = sorted(second for match in mine for seat in seats_of(match, kind) for second in match.times[seat])
    if not spent:
        return None
    return {
        "decisions": len(spent),
        "p25": _short(quantile(spent, 0.25)),
        "median": _short(quantile(spent, 0.5)),
        "p75": _short(quantile(spent, 0.75)),
        "p95": _short(quantile(spent, 0.95)),
        "max": _short(spent[-1]),
    }


def _faults(mine: list[Played], kind: int) -> Fields:
    """How often chance had to decide for an engine, by kind of fault, and what it was the first time."""
    counts = Counter[str]()
    first = ""
    for match in mine:
        for seat in seats_of(match, kind):
            counts.update(match.faults[seat])
            first = first or match.first_fault[seat]
    return {**counts, "first": first} if counts else {}


def _at_seat(mine: list[Played], kind: int, seat: int) -> Fields | None:
    there = [match for match in mine if match.fixture.seats[seat] == kind]
    return None if not there else _seat(there, seat)


def _seat(done: Sequence[Played], seat: int) -> Fields:
    wins = share(_blocks(done, lambda match: (won(match, seat), 1)))
    return {
        "matches": len(done),
        "share": _short(wins.value),
        "share_interval": _interval(wins),
        "points": _short(sum(match.points[seat] for match in done) / len(done)),
    }


def _pairs(plan: Plan, done: Sequence[Played]) -> list[Fields]:
    """How often one entrant came in before another; a shared place counts half for each."""
    found = []
    for a in range(len(plan.kinds)):
        for b in range(a + 1, len(plan.kinds)):
            both = [match for match in done if {a, b} <= set(match.fixture.seats)]
            if not both:
                continue
            ahead = share(_blocks(both, partial(_ahead, a=a, b=b)))
            found.append(
                {
                    "entrants": [plan.kinds[a], plan.kinds[b]],
                    "matches": len(both),
                    "ahead": _short(ahead.value),
                    "ahead_interval": _interval(ahead),
                }
            )
    return found


def _ahead(match: Played, a: int, b: int) -> tuple[float, int]:
    """The share of pairs of their seats in which ``a`` came in before ``b``."""
    places = match.places
    pairs = [(places[i], places[j]) for i in seats_of(match, a) for j in seats_of(match, b)]
    return sum(1.0 if mine < other else 0.5 if mine == other else 0.0 for mine, other in pairs) / len(pairs), 1


def _row(match: Played) -> Fields:
    return {
        "match": match.fixture.number,
        "block": match.fixture.block,
        "seats": list(match.fixture.seats),
        "places": list(match.places),
        "points": list(match.points),
        "reason": match.reason,
        "moves": match.moves,
    }
