"""The analysis of finished matches: stable, honest, whole."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tutti
from tutti.advice import analysis
from tutti.advice.chronicle import Chronicle
from tutti.advice.gaps import gaps, trace
from tutti.advice.judging import judged
from tutti.advice.moments import NoAnalysis, choices, decisions
from tutti.kernel.errors import BadRecord
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import Remark, Result

Fields = dict[str, Any]
RECORDS = Path(__file__).parents[1] / "records"
CHECKSUM = "8302c8f3fe1c7e897185c2d7bf2fd5ef799c33c1cd6695732f4fe7e8a2751ea0"


def played(game: str, players: int, seed: int, bots: tuple[str, ...] = ("greedy",)) -> tutti.Match:
    match = tutti.Match.new(game, players, seed=seed)
    dice = tutti.Dice(seed)
    while match.active:
        player = match.active[0]
        action = tutti.bot(bots[player % len(bots)]).decide(match.perspective(player), dice)
        match.play(player, match.game.actions[action])
    return match


@cache
def record(game: str = "symphonimo", players: int = 2, seed: int = 5) -> Fields:
    return played(game, players, seed, ("greedy", "random")).record()


@cache
def found(iterations: int = 60) -> Fields:
    *_, last = analysis.analyse(record(), iterations=iterations, seed=7)
    assert last.analysis is not None
    assert last.done == last.total == len(last.analysis["decisions"])
    return last.analysis


def test_the_same_seed_gives_the_same_analysis_however_it_is_cut() -> None:
    """One piece after another here; single decisions from the last to the first there, through JSON."""
    entries = [one["entry"] for one in found()["decisions"]]
    pieces = [{"entries": [entry], "iterations": 60, "seed": 7} for entry in reversed(entries)]
    text = json.dumps(record())
    parts = [json.loads(json.dumps(analysis.part(text, piece))) for piece in pieces]
    assert json.dumps(analysis.join(text, parts)) == json.dumps(found())
    other = analysis.join(text, [analysis.part(text, {"entries": entries, "iterations": 60, "seed": 8})])
    assert other["course"] != found()["course"]


def test_the_analysis_of_a_recorded_match_is_stable_under_its_seed() -> None:
    """A change of the search or of what is made of it shows here. Reasons and previews have tests of their own."""
    text = (RECORDS / "symphonimo" / "2-all-take.json").read_text(encoding="utf-8")
    *_, last = analysis.analyse(text, iterations=24, seed=1)
    assert last.analysis is not None
    assert [last.analysis[name] for name in ("iterations", "seed", "winners")] == [24, 1, [1]]
    for one in last.analysis["decisions"]:
        for move in (one["played"], one["better"] or {}):
            move.pop("reasons", None)
            move.pop("preview", None)
    assert hashlib.sha256(json.dumps(last.analysis, sort_keys=True).encode()).hexdigest() == CHECKSUM


def test_it_tells_of_every_choice_and_of_nothing_else() -> None:
    match = tutti.Match.replay(record())
    assert found()["length"] == len(match.log)
    told = {one["entry"]: one for one in found()["decisions"]}
    for entry, now in enumerate(tutti.Match.moments(record())):
        if entry == len(match.log):
            break
        next_entry = match.log[entry]
        legal = now.legal(next_entry.player)
        assert (entry in told) == (len(legal) > 1)
        if entry in told:
            assert told[entry]["moves"] == len(legal)
            assert told[entry]["player"] == next_entry.player
            assert told[entry]["played"]["action"] == now.game.actions[next_entry.action]
            assert told[entry]["better"] is None or told[entry]["better"]["action"] in legal
    assert [row[0] for row in found()["course"]] == [*told, len(match.log)]


def test_chance_and_points_end_as_the_match_did_and_every_part_of_them_is_accounted_for() -> None:
    result = tutti.Match.replay(record()).result
    assert result is not None
    _, chances, points = found()["course"][-1]
    assert chances == [1.0 if p in result.winners else 0.0 for p in range(2)]
    assert points == list(result.points)
    for p, row in enumerate(found()["luck"]):
        for unit, end in (("chance", chances[p]), ("points", points[p])):
            one = row[unit]
            assert sum(one[name] for name in ("start", "luck", "own", "others", "rest")) == pytest.approx(end, abs=1e-4)
            assert one["luck_interval"][0] <= one["luck"] <= one["luck_interval"][1]
    for chances in (row[1] for row in found()["course"]):
        assert sum(chances) == pytest.approx(1, abs=1e-4)


def test_a_blunder_is_found_with_its_reason_and_the_preview_of_both() -> None:
    """A player who plays at random against a greedy one gives quartets away."""
    worse = [one for one in found()["decisions"] if one["better"]]
    assert sum(one["player"] == 1 for one in worse) > sum(one["player"] == 0 for one in worse)
    for one in worse:
        assert one["loss"] > 0 or one["points_loss"] > 0
        assert one["better"]["action"] != one["played"]["action"]
        assert one["better"]["preview"]["actions"] == [one["better"]["action"]]
        assert one["played"]["preview"]["actions"] == [one["played"]["action"]]
        assert one["better"]["line"][0] == [one["player"], one["better"]["action"]]
    assert any(one["better"]["reasons"] for one in worse)
    for one in found()["decisions"]:
        if not one["better"]:
            assert (one["loss"], one["played"]["preview"], one["played"]["line"]) == (0, None, [])


def test_turning_points_are_the_largest_changes() -> None:
    sizes = [abs(one["change"]) for one in found()["turning"]]
    assert 0 < len(sizes) <= 5
    assert sizes == sorted(sizes, reverse=True)
    for one in found()["turning"]:
        assert one["after"] - one["before"] == pytest.approx(one["change"], abs=1e-5)


@cache
def orchestra_end() -> tuple[tutti.Match, Result, Fields, list[Fields]]:
    """A close match of Orchestra, and its last three decisions."""
    match = played("orchestra", 2, 29)
    raw, result = match.record(), match.result
    assert result is not None
    piece = {"entries": list(choices(raw)[1])[-3:], "iterations": 200, "seed": 1}
    return match, result, raw, analysis.part(raw, piece)["decisions"]


def test_a_free_choice_is_neither_called_chance_nor_counted_as_luck() -> None:
    """The last choice of an Orchestra match, a hall area, shows both Theater Cards: somebody knew each of them."""
    match, result, raw, decisions = orchestra_end()
    entry = decisions[-1]["entry"]
    assert raw["log"][entry]["action"].startswith("area ")
    assert match.log[entry].revealed
    alone = Chronicle(decisions[-1:], match.log, result)
    assert abs(alone.end["chance"][1] - alone.steps[0].best("chance", 1)) > 0.2, "a test of nothing"
    assert [alone.luck(unit, 1)["luck"] for unit in ("chance", "points")] == [0, 0]
    assert {one["kind"] for one in alone.turning(1, raw["log"])} == {"shown"}


def test_what_chance_brought_is_told_with_the_entry_where_it_spoke() -> None:
    """Not with the choice before it, when a forced move drew."""
    match, result, raw, decisions = orchestra_end()
    told = [one for one in Chronicle(decisions, match.log, result).turning(1, raw["log"]) if one["kind"] == "chance"]
    assert told
    for one in told:
        assert match.log[one["entry"]].outcomes
        assert (one["action"], one["player"]) == ("pass", match.log[one["entry"]].player)
        assert one["entry"] not in {decision["entry"] for decision in decisions}


def test_what_was_lost_to_the_winner_is_said_with_its_round() -> None:
    result = tutti.Match.replay(record()).result
    assert result is not None
    winner = found()["winner"]
    assert found()["gaps"][winner] == []
    (lost,) = (row for p, row in enumerate(found()["gaps"]) if p != winner)
    assert lost
    for gap in lost:
        source = gap["source"]
        assert gap["points"] == result.sources[winner][source] - result.sources[1 - winner][source]
        assert gap["remark"]["code"] == "lost_to_in"
        assert gap["round"] >= 1
    remark = tutti.words.Speaker("symphonimo", ["Ada", "Fanny"], you=1 - winner).say(
        "remark.lost_to_in", **lost[0]["remark"]["args"]
    )
    assert remark.startswith(f"you lost {lost[0]['points']} point")


def test_the_section_in_which_most_was_lost_is_named() -> None:
    """Orchestra: sections pay one source together, and areas another."""
    match = played("orchestra", 2, 2)
    result = match.result
    assert result is not None
    winner = result.winners[0]
    found = gaps(result, winner, [trace(moment) for moment in tutti.Match.moments(match.record())])
    paid = {"section": "orchestra", "area": "audience"}
    named = 0
    for gap in found[1 - winner]:
        args = gap["remark"]["args"]
        assert ("majority" in args) == (gap["source"] in paid.values())
        if "majority" in args:
            named += 1
            assert paid[args["majority"]["name"]] == gap["source"]
            rows = [one for one in match.standing().majorities if one.name == args["majority"]["name"]]
            assert args["part"] == max(one.pays[winner] - one.pays[1 - winner] for one in rows) > 0
            said = tutti.words.Speaker("orchestra", ["Ada", "Fanny"], you=1 - winner).remark(Remark(**gap["remark"]))
            assert ", above all" in said
    assert named


def test_a_decision_is_judged_by_what_its_player_knew() -> None:
    """From another world that looks the same to the player comes the same judgement."""
    text = played("symphony", 2, 3).record()
    _, found = choices(text)
    compared = 0
    for moment in decisions(text, list(found)[10:40:10]):
        perspective = moment.perspective
        game, player = perspective.game, perspective.player
        twin = Perspective(game, perspective.sample(tutti.Dice(9)), player)
        one, other = (judged(moment._replace(perspective=each), 24, 1) for each in (perspective, twin))
        assert one == other
        compared += 1
    assert compared == 3


def test_a_heavy_match_from_a_late_position() -> None:
    """Orchestra, cut down: the pieces of a few decisions are enough to join."""
    text = played("orchestra", 2, 2).record()
    _, found = choices(text)
    some = list(found)[-12:]
    parts = [analysis.part(text, {"entries": some, "iterations": 60, "seed": 1})]
    one = analysis.join(text, parts)
    assert one == analysis.join(text, [analysis.part(text, {"entries": some, "iterations": 60, "seed": 1})])
    assert [row[0] for row in one["course"]] == [*some, one["length"]]
    assert one["iterations"] == 60
    for row in one["luck"]:
        chance = row["chance"]
        total = sum(chance[name] for name in ("start", "luck", "own", "others", "rest"))
        assert total == pytest.approx(chance["end"], abs=1e-4)


@pytest.mark.parametrize(("game", "players"), [("etude", 3), ("symphony", 2)])
def test_answers_given_at_the_same_time_are_judged_each_by_itself(game: str, players: int) -> None:
    """The étude's chord, and a draft: who answers later does not know what the others said."""
    match = tutti.Match.new(game, players, seed=2, options={"draft": "secret"} if game == "symphony" else None)
    dice = tutti.Dice(2)
    while match.active:
        player = match.active[-1]
        match.play(player, match.game.actions[tutti.bot("greedy").decide(match.perspective(player), dice)])
    sealed = {at for at, entry in enumerate(match.log) if entry.sealed}
    _, found = choices(match.record())
    some = [entry for entry in found if entry in sealed][:6]
    assert some
    one = analysis.join(match.record(), [analysis.part(match.record(), {"entries": some, "iterations": 24, "seed": 1})])
    assert [each["entry"] for each in one["decisions"]] == some
    assert [each["player"] for each in one["decisions"]] == [match.log[entry].player for entry in some]


def test_a_plan_has_every_choice_once_and_can_be_stopped() -> None:
    plan = analysis.plan(record(), seconds=0.0, seed=3)
    assert [entry for piece in plan for entry in piece["entries"]] == [one["entry"] for one in found()["decisions"]]
    assert {piece["seed"] for piece in plan} == {3}
    assert {piece["iterations"] for piece in plan} == {analysis.LADDER[0]}
    assert analysis.plan(record(), seconds=1e6)[0]["iterations"] == analysis.LADDER[-1]
    walk = analysis.analyse(record(), iterations=1)
    assert next(walk).analysis is None


def test_a_match_that_is_not_over_is_refused() -> None:
    match = tutti.Match.new("symphonimo", 2, seed=1)
    match.play(match.active[0], "draw")
    with pytest.raises(NoAnalysis, match="goes on after 1 move") as fault:
        analysis.plan(match.record())
    assert fault.value.code == "analysis_unfinished"


def test_a_record_that_is_not_whole_is_refused() -> None:
    own = played("symphony", 2, 3).record(0)
    with pytest.raises(NoAnalysis, match="only what one player knew") as fault:
        analysis.plan(own)
    assert fault.value.code == "analysis_hidden"
    with pytest.raises(BadRecord):
        analysis.plan({**record(), "game": "chess"})
