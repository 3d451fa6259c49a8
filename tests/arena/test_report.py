"""The report: shares, points, places, times and ratings of matches that were made up, so that all can be checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from arena.matches import FLAT_BOT, plan, played
from support.machine import ROOT
from tutti.arena import ratings
from tutti.arena.entrants import Effort
from tutti.arena.playing import Played
from tutti.arena.report import report, text
from tutti.arena.telling import Telling
from tutti.kernel.types import Fields

FOUR = plan("greedy", "random", "random", "random", asked=8)
"""Two blocks."""


def eight() -> list[Played]:
    """Greedy wins five alone and shares one with one other."""
    found = []
    for fixture in FOUR.fixtures:
        points = [0, 0, 0, 0]
        mine = fixture.seats.index(0)
        other = (mine + 1) % 4
        points[mine] = 8
        if fixture.number in (2, 5):
            points[other] = 9
        if fixture.number == 7:
            points[other] = 8
        found.append(played(fixture.number, fixture.block, fixture.seats, points))
    return found


def result(found: Fields, entrant: str) -> Fields:
    (one,) = (row for row in found["results"] if row["entrant"] == entrant)
    return dict(one)


def test_wins_are_shared_and_entrants_with_several_seats_are_pooled() -> None:
    found = report(FOUR, eight(), 1, 1.0)
    greedy, random = result(found, "greedy"), result(found, "random")
    assert (greedy["wins"], greedy["share"]) == (5.5, 0.6875)
    assert (random["wins"], random["share"]) == (2.5, pytest.approx(2.5 / 24, abs=1e-6))
    assert (greedy["matches"], greedy["seats"]) == (8, 8)
    assert (random["matches"], random["seats"]) == (8, 24)
    assert greedy["places"] == [6, 2, 0, 0]
    assert random["places"] == [3, 15, 6, 0]
    assert greedy["points"] == 8
    assert random["points"] == pytest.approx(26 / 24, abs=1e-6)
    assert found["parity"] == 0.25
    low, high = random["share_interval"]
    side_low, side_high = greedy["share_interval"]
    assert low == pytest.approx((1 - side_high) / 3, abs=1e-6), "what one side wins the other loses"
    assert high == pytest.approx((1 - side_low) / 3, abs=1e-6)


def test_seats_times_pairs_and_sources() -> None:
    found = report(FOUR, eight(), 1, 1.0)
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1)
    assert result(found, "greedy")["by_seat"][0]["matches"] == 2
    assert result(found, "greedy")["times"] == {
        "decisions": 16,
        "p25": 0.001,
        "median": 0.0015,
        "p75": 0.002,
        "p95": 0.002,
        "max": 0.002,
    }
    assert result(found, "greedy")["sources"] == {"soloists": 8, "quartets": 0}
    (pair,) = found["pairs"]
    assert pair["entrants"] == ["greedy", "random"]
    assert pair["ahead"] == pytest.approx((24 - 2 - 0.5) / 24, abs=1e-6)


def test_the_order_in_which_matches_end_changes_nothing() -> None:
    assert report(FOUR, eight()[::-1], 1, 1.0) == report(FOUR, eight(), 1, 1.0)


def test_without_openskill_there_is_all_but_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "available", lambda: False)
    found = report(FOUR, eight(), 1, 1.0)
    assert result(found, "greedy")["rating"] is None
    assert "pip install 'openskill" in " ".join(Telling(found).warnings())


def test_a_run_that_was_stopped_says_so() -> None:
    found = report(FOUR, eight()[:3], 1, 1.0, {"why": "interrupted"})
    assert (found["matches"], found["planned"]) == (3, 8)
    assert "Stopped with Ctrl-C. Only 3 of 8 matches count" in " ".join(Telling(found).warnings())
    nothing = report(FOUR, [], 1, 1.0, {"why": "interrupted"})
    assert nothing["results"] == []
    assert list(Telling(nothing).grids()) == []


def test_faults_of_engines_are_added_up() -> None:
    some = plan("engine:x", "random", asked=2)
    matches = [
        played(0, 0, (0, 1), (3, 1), faults=({"late": 1, "illegal": 2}, {}), first_fault=("late", "")),
        played(1, 0, (1, 0), (3, 1), faults=({}, {"illegal": 1}), first_fault=("", "illegal: 'fly'")),
    ]
    found = report(some, matches, 1, 1.0)
    assert result(found, "engine:x")["faults"] == {"late": 1, "illegal": 3, "first": "late"}
    assert result(found, "random")["faults"] == {}
    assert found["reproducible"] is False
    assert "chance decided in its place: late 1, illegal 3." in " ".join(Telling(found).warnings())


def test_a_clock_makes_a_run_hard_to_repeat() -> None:
    for effort, same in ((Effort(), True), (Effort(iterations=5), True), (Effort(seconds=0.1), False)):
        assert report(plan(FLAT_BOT, "random", effort=effort), [], 1, 1.0)["reproducible"] is same


def test_verdicts_compare_with_an_equal() -> None:
    some = plan("greedy", "random", asked=40)
    won = [played(f.number, f.block, f.seats, [1 - kind for kind in f.seats]) for f in some.fixtures]
    verdicts = list(Telling(report(some, won, 1, 1.0)).verdicts())
    assert verdicts[0].endswith("more than an equal would (50.0 %).")
    assert verdicts[1].endswith("less than an equal would (50.0 %).")
    level = [played(f.number, f.block, f.seats, [1, 0]) for f in some.fixtures]
    assert all("it may be an equal" in line for line in Telling(report(some, level, 1, 1.0)).verdicts())


def keys(value: object, prefix: str = "") -> set[str]:
    """All keys of a report, dotted; those that name things of a game or of a run are not the report's."""
    if isinstance(value, list):
        return set().union(*(keys(item, prefix) for item in value))
    if not isinstance(value, dict) or prefix in ("options.", "results.sources."):
        return set()
    return {prefix + key for key in value} | set().union(*(keys(v, f"{prefix}{k}.") for k, v in value.items()))


def test_every_key_of_the_report_is_documented_and_no_other() -> None:
    some = plan(FLAT_BOT, "engine:x", asked=2)
    matches = [
        played(
            0, 0, (0, 1), (3, 1), faults=({}, dict.fromkeys(("late", "gone", "unreadable", "illegal", "given_up"), 1))
        ),
        played(1, 0, (1, 0), (3, 1)),
    ]
    fault = {"why": "broken", "match": 2, "seats": ["x"], "reason": "exit code 1"}
    found = {"tutti": "0", **report(some, matches, 1, 1.0, fault)}
    assert "Stopped: match 2 (x) could not be played: exit code 1." in list(Telling(found).warnings())
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8").partition("## The JSON report")[2]
    documented = set(re.findall(r"^\| `([a-z_0-9.]+)` \|", page, re.MULTILINE))
    assert keys(found) == documented


def test_the_text_of_a_report_is_json_with_a_line_for_each_match(tmp_path: Path) -> None:
    found = report(FOUR, eight(), 1, 1.0)
    assert json.loads(text(found)) == found
    assert sum('"match":' in line for line in text(found).splitlines()) == 8
