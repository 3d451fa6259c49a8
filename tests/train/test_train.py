"""Learning: matches that are labelled, weights in whole numbers, a command that goes on where it was cut short."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import tutti
from support.machine import ROOT
from tutti.ai.net import HEAVIEST, UNIT, Net
from tutti.kernel.native import i64, vec
from tutti.train.__main__ import main
from tutti.train.fitting import Layer, Rows, foreseen, layer, lines, weights
from tutti.train.package import adopt, module_of
from tutti.train.plan import TRACE, Plan, net_of, read_net
from tutti.train.playing import looked_back, write

LEARNED = ("orchestra", "symphony")
TINY = Plan("symphony", (2,), quick=10, every=25, labels="playouts", count=1)

TOLD = "--matches 5 --players 2 --quick 10 --every 25 --labels playouts --count 1 --jobs 1"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def arguments(folder: Path, *more: str) -> list[str]:
    return ["symphony", str(folder), *TOLD.split(), *more]


def test_a_network_is_two_lines_mixed_by_time_and_a_hidden_layer() -> None:
    net = Net([5000, 1000, -200], [1000, 3000, 0], [[UNIT, -UNIT], [0, UNIT], [0, UNIT // 1000]], [0, UNIT], [10, 100])
    facts = vec[i64]([2, 7])
    late, early = 5000 + 2 * 1000 - 7 * 200, 1000 + 2 * 3000
    assert net.value(facts, 0) == late + 10 * 2 + 100 * (1 - 2 + 7)
    assert net.value(facts, 1000) == early + 20 + 100 * (1 - 2 + 7) + 100 * (UNIT // 1000 * 1000) // UNIT
    assert net.value(vec[i64]([9, 0]), 0) == 5000 + 9 * 1000 + 10 * 9  # the second cell stays silent below nothing


def test_cells_that_share_a_number_do_not_disturb_each_other() -> None:
    """Also where one is below nothing, and where the last has none beside it."""
    dice = tutti.Dice(3)

    def row(count: int, most: int) -> list[int]:
        return [int(dice.below(2 * most)) - most for _ in range(count)]

    for cells in range(8):
        late, early, into = row(6, 9999), row(6, 9999), [row(cells, 99999) for _ in range(6)]
        bias, out = row(cells, 99999), row(cells, 5000)
        facts, left = row(5, 60), int(dice.below(1001))
        lines = [w[0] + sum(a * b for a, b in zip(w[1:], facts, strict=True)) for w in (late, early)]
        expected = (lines[0] * (1000 - left) + lines[1] * left) // 1000
        for h in range(cells):
            cell = bias[h] + sum(into[i][h] * fact for i, fact in enumerate([*facts, left]))
            expected += out[h] * max(0, cell) // UNIT
        assert Net(late, early, into, bias, out).value(vec[i64](facts), left) == expected


@pytest.mark.parametrize(
    ("late", "early", "into", "bias", "out"),
    [
        ([1, 2], [1], [[], []], [], []),
        ([1], [1], [[1]], [], [1]),
        ([1, 2], [1, 2], [[1], []], [1], [1]),
        ([1], [1], [[HEAVIEST + 1]], [1], [1]),
    ],
)
def test_weights_that_do_not_fit_together_are_refused(
    late: list[int], early: list[int], into: list[list[int]], bias: list[int], out: list[int]
) -> None:
    with pytest.raises(ValueError, match="weight"):
        Net(late, early, into, bias, out)


SAME_WHEN_PLAIN = {"symphony": (2,)}
"""Older rules under which a match without options is that of today: Symphony 3 has other easy orchestras (SY-293)."""


@pytest.mark.parametrize("name", LEARNED)
def test_a_game_has_a_weight_for_each_fact_and_a_record_of_how_it_learned(name: str) -> None:
    game = tutti.game(name)
    match = tutti.Match.new(game, 2, 1)
    assert game.mind.net.size == len(game.mind.facts(match.state, 0)) > 40
    learned = (ROOT / "src" / "tutti" / "games" / name / "ai" / "weights.py").read_text(encoding="utf-8")
    scope: dict[str, object] = {}
    exec(learned, scope)
    record = scope["RECORD"]
    assert isinstance(record, dict)
    assert record["game"] == name
    assert all(one["matches"] > 400 for one in record["sets"])
    assert {one["rules"] for one in record["sets"]} <= {game.version, *SAME_WHEN_PLAIN.get(name, ())}
    errors = [point["error"] for point in record["curve"]]
    assert errors[-1] < errors[0]  # it learned from more matches


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_expected_lies_where_points_lie_and_becomes_them(name: str, players: int) -> None:
    """Of a whole match: within a sensible range all the way, the points themselves at the end."""
    game = tutti.game(name)
    dice = tutti.Dice(players)
    state = game.setup(tutti.prepare(game, players, {}), dice)
    while active := game.active(state):
        said = [int(game.mind.evaluate(state, p)) for p in range(players)]
        assert all(-60_000 < one < 400_000 for one in said), said
        assert 0 <= game.mind.time_left(state) <= 1000
        choices = game.legal(state, active[0])
        game.apply(state, game.mind.sensible(state, active[0], choices, dice), dice, active[0])
    assert [game.mind.evaluate(state, p) for p in range(players)] == [
        1000 * game.points(state, p) for p in range(players)
    ]


def test_hindsight_is_what_was_said_later_and_ends_with_the_result() -> None:
    said = [[10.0, 0.0], [20.0, 0.0], [30.0, 0.0]]
    found = looked_back(said, [40, 8])
    assert found[2] == [40, 8]
    assert found[1][0] == pytest.approx((1 - TRACE) * 30 + TRACE * 40)
    assert found[0][0] == pytest.approx((1 - TRACE) * 20 + TRACE * found[1][0])
    assert found[0][1] == pytest.approx(8 * TRACE**2)


def rows_of(one: object, other: object, left: object, goal: object) -> Rows:
    count = len(np.asarray(left))
    return Rows(one, other, left, goal, goal, goal, np.arange(count), np.ones(count))


def test_fitting_finds_the_weights_that_made_the_results() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 9, (2, 600, 3)).astype(float)
    left = rng.integers(0, 1001, 600) / 1000
    true = np.array([1.0, -2.0, 0.5, 3.0, 0.0, 1.0])
    rows = rows_of(one, other, left, np.zeros(600))
    rows.goal = rows.design @ true
    assert lines(rows, 1e-6) == pytest.approx(true, abs=1e-3)
    kept = weights(np.array([7.0, 9.0]), true, None)
    assert (kept["late"], kept["early"]) == ([7000, 1000, -2000, 500], [9000, 3000, 0, 1000])
    said = foreseen(net_of({"weights": kept}), rows.only(slice(0, 50)))
    assert said == pytest.approx(rows.goal[:50], abs=0.01)


def test_a_hidden_layer_learns_what_lines_cannot_and_whole_numbers_keep_it() -> None:
    rng = np.random.default_rng(2)
    one, other = rng.integers(0, 2, (2, 2000, 2)).astype(float)
    left = np.full(2000, 0.5)

    def both(facts: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> object:
        return 10 * facts[:, 0] * facts[:, 1]

    rows = rows_of(one, other, left, both(one) - both(other))  # type: ignore[operator]
    straight = lines(rows, 1.0)
    cells: Layer = layer(rows, straight, 8, 30)
    flat = float(np.abs(rows.design @ straight - rows.goal).mean())
    said = foreseen(net_of({"weights": weights(np.zeros(2), straight, cells)}), rows)
    assert float(np.abs(said - rows.goal).mean()) < flat / 4


def test_a_command_that_was_cut_short_goes_on_and_makes_the_same(tmp_path: Path) -> None:
    assert main(arguments(tmp_path / "a")) == 0
    whole = contents(tmp_path / "a" / "round-0")
    assert len(whole) == 5 + 2  # matches, plan, weights
    cut = tmp_path / "b" / "round-0"
    cut.mkdir(parents=True)
    for name in ("plan.json", "0000000.npz", "0000003.npz"):
        (cut / name).write_bytes(whole[name])
    before = (cut / "0000003.npz").stat().st_mtime_ns
    assert main(arguments(tmp_path / "b")) == 0
    assert contents(cut) == whole
    assert (cut / "0000003.npz").stat().st_mtime_ns == before
    record = json.loads(whole["net.json"])["record"]
    assert record["sets"][0]["matches"] == 5
    assert [point["matches"] for point in record["curve"]] == [1, 1, 2, 4]


def test_a_folder_of_another_plan_is_refused_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "round-0"
    list(write(TINY, folder, 1))
    kept = contents(folder)
    assert main(arguments(tmp_path)) == 1  # another seed
    assert "begun with another plan" in capsys.readouterr().err
    assert contents(folder) == kept


def test_what_cannot_be_planned_or_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="labels are one of result"):
        Plan("symphony", labels="hunch")
    with pytest.raises(ValueError, match="at least 1"):
        Plan("symphony", every=0)
    (tmp_path / "net.json").write_text("{}")
    with pytest.raises(ValueError, match="holds no weights"):
        read_net(tmp_path / "net.json")


def test_adopted_weights_are_a_module_of_plain_integers(tmp_path: Path) -> None:
    draw = random.Random(1)
    made = {name: [draw.randint(-9, 9) for _ in range(3)] for name in ("late", "early")}
    raw = {"record": {"game": "symphony"}, "weights": {**made, "into": [[1], [2], [3]], "bias": [4], "out": [5]}}
    (tmp_path / "net.json").write_text(json.dumps(raw))
    path = adopt(tmp_path / "net.json", tmp_path / "weights.py")
    assert path.read_text(encoding="utf-8") == module_of(raw)
    scope: dict[str, object] = {}
    exec(path.read_text(encoding="utf-8"), scope)
    assert (scope["LATE"], scope["INTO"], scope["RECORD"]) == (made["late"], [[1], [2], [3]], {"game": "symphony"})


@pytest.mark.soak
@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("labels", ["result", "search", "playouts", "ahead"])
def test_every_way_to_learn_runs_in_two_rounds_and_two_processes(name: str, labels: str, tmp_path: Path) -> None:
    small = "--matches 6 --players 2 3 --iterations 8 --every 20 --count 4 --hidden 4 --epochs 2 --jobs 2 --rounds 2"
    assert main([name, str(tmp_path), "--labels", labels, *small.split()]) == 0
    nets = [read_net(tmp_path / f"round-{number}" / "net.json") for number in range(2)]
    assert all(net.hidden == 4 for net in nets)
