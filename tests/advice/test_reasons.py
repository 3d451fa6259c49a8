"""Reasons: what a preview and the playouts show, the weightiest first, in words of every language."""

from __future__ import annotations

from typing import Any

import pytest

from tutti import words
from tutti.advice.playouts import Aim, Aims
from tutti.advice.reasons import Beside, reasons, tenths
from tutti.ai.weighing import Estimate, Gap
from tutti.kernel.preview import Preview
from tutti.kernel.types import Majority, Remark

NOTHING = Aims({})


def seen(**fields: Any) -> Preview:
    usual: dict[str, Any] = {
        "actions": ("x",), "events": (), "stop": "turn", "changes": None, "numbers": {}, "sources": {},
        "majorities": (), "warnings": (), "merits": (),
    }  # fmt: skip
    return Preview(**{**usual, **fields})


def zone(*counts: int) -> Majority:
    return Majority("section", {"player": 1}, counts, (0,) * len(counts))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (zone(1, 2, 0), zone(3, 2, 0), Remark("takes_lead", args={"players": [1]})),
        (zone(0, 0, 0), zone(1, 0, 0), Remark("leads")),
        (zone(1, 2, 0), zone(2, 2, 0), Remark("shares_lead", args={"players": [1]})),
        (zone(2, 2, 1), zone(3, 2, 1), Remark("takes_lead", args={"players": [1]})),
        (zone(2, 1, 0), zone(3, 1, 0), None),
        (zone(0, 2, 0), zone(1, 2, 0), None),
    ],
)
def test_majorities_that_are_taken_are_named_with_those_who_lose_them(
    before: Majority, after: Majority, said: Remark | None
) -> None:
    found = reasons(0, seen(majorities=((before, after),)), NOTHING, good=True)
    if said is None:
        assert found == ()
        return
    (remark,) = found
    assert (remark.code, remark.args.get("players")) == (said.code, said.args.get("players"))
    assert remark.args["majority"] == {"name": "section", "args": {"player": 1}}


def test_what_the_game_says_comes_first_then_points_then_aims() -> None:
    merit = Remark("merit")
    shown = seen(merits=(merit,), sources={"coins": ([1, 5], [4, 5]), "chords": ([0, 0], [0, 7])})
    aims = Aims({}, (Aim("chords", 2.04),), -1.5)
    first, second = reasons(0, shown, aims, good=True)
    assert first is merit
    assert (second.code, second.args) == ("brings", {"points": 3, "source": "coins"})
    assert [one.code for one in reasons(0, seen(), aims, good=True)] == ["aims_at", "slows_rival"]


def test_of_a_bad_move_what_speaks_against_it_comes_first() -> None:
    warning, merit = Remark("warning"), Remark("merit")
    assert reasons(0, seen(warnings=(warning,), merits=(merit,)), NOTHING, good=False) == (warning, merit)
    assert reasons(0, seen(warnings=(warning,), merits=(merit,)), NOTHING, good=True) == (merit,)
    (lost,) = reasons(0, seen(majorities=((zone(2, 1), zone(1, 1)), (zone(2, 1), zone(0, 1)))), NOTHING, good=False)
    assert (lost.code, lost.args["players"]) == ("loses_lead", [1])
    aims = Aims({}, (Aim("coins", -2.0),), 1.0)
    assert [one.code for one in reasons(0, seen(), aims, good=False)] == ["gives_up"]


def gap(chance: Estimate, points: Estimate) -> Gap:
    return Gap(Estimate(0.1, 0.01), chance, points)


SURE_POINTS = gap(Estimate(0.02, 0.01), Estimate(2.04, 0.1))
SURE_WINS = gap(Estimate(0.031, 0.01), Estimate(2.0, 1.0))
NEITHER = gap(Estimate(0.0, 0.01), Estimate(-1.0, 0.1))


@pytest.mark.parametrize(
    ("between", "good", "bad", "args"),
    [
        (SURE_POINTS, "expects_more", "expects_less", {"points": 2}),
        (SURE_WINS, "wins_more", "wins_less", {"percent": 3.1}),
        (NEITHER, "stays_ahead", "falls_behind", {}),
    ],
)
def test_a_move_of_which_nothing_is_seen_is_compared_with_another(
    between: Gap, good: str, bad: str, args: dict[str, float]
) -> None:
    beside = Beside(between, seen(), NOTHING)
    (more,) = reasons(0, seen(), NOTHING, good=True, beside=beside)
    (less,) = reasons(0, seen(), NOTHING, good=False, beside=beside)
    assert (more.code, more.args, less.code, less.args) == (good, args, bad, args)
    merit = Remark("merit")
    assert reasons(0, seen(merits=(merit,)), NOTHING, good=True, beside=beside) == (merit,)
    assert reasons(0, seen(), NOTHING, good=True) == ()  # as good as all others


@pytest.mark.parametrize("lang", words.languages())
def test_what_the_weaker_move_has_against_it_speaks_for_the_better_one(lang: str) -> None:
    breaks = Remark("breaks_set", "SN-1", {"set": "quartet", "card": 9})
    other = Beside(SURE_POINTS, seen(warnings=(breaks,)), NOTHING)
    (remark,) = reasons(0, seen(), NOTHING, good=True, beside=other)
    assert remark.code == "next_weaker"
    speaker = words.Speaker("symphonimo", lang=lang)
    assert speaker.remark(remark).endswith(speaker.remark(breaks))
    (remark,) = reasons(0, seen(warnings=(breaks,)), NOTHING, good=True, beside=other)
    assert remark.code == "expects_more"  # both do that
    costs = Beside(SURE_POINTS, seen(), Aims({}, (Aim("quartets", -3.0),)))
    (remark,) = reasons(0, seen(), NOTHING, good=True, beside=costs)
    assert remark.args["warning"] == {"name": "gives_up", "args": {"source": "quartets", "points": 3}}


def test_whole_numbers_are_said_without_a_point() -> None:
    assert [repr(tenths(number)) for number in (7.0, 6.98, 1.54, -2.0, 0.04)] == ["7", "7", "1.5", "-2", "0"]


@pytest.mark.parametrize("lang", words.languages())
def test_a_thing_with_values_of_its_own_is_said_inside_a_sentence(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "find", _with_majority(words.find))
    remark = Remark("takes_lead", args={"players": [1], "majority": {"name": "zone", "args": {"colour": "blue"}}})
    said = words.Speaker("symphonimo", ["Ada", "Felix"], lang, you=0).remark(remark)
    assert said.endswith("<blue>")
    assert "Felix" in said


def _with_majority(find: Any) -> Any:
    return lambda game, code, lang="en": "<{colour}>" if code == "majority.zone" else find(game, code, lang)
