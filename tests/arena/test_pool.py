"""Several processes: the same matches, and a clear word when one of them fails. Nothing waits for ever."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from arena.matches import FLAT_BOT, plan, written_bot
from tutti.arena.entrants import Effort
from tutti.arena.playing import Plan, Played
from tutti.arena.pool import Broken, play_all
from tutti.arena.report import report
from tutti.kernel.types import Fields

CLOCK = {"jobs", "seconds"}


def numbers(plan: Plan, jobs: int) -> Fields:
    """The report without what a clock says."""
    found = report(plan, list(play_all(plan, jobs)), jobs, 1.0)
    for result in found["results"]:
        result["times"] = result["times"]["decisions"]
    return {key: value for key, value in found.items() if key not in CLOCK}


def test_any_number_of_processes_plays_the_same_matches() -> None:
    some = plan(FLAT_BOT, "greedy", "random", asked=6, effort=Effort(iterations=6))
    alone = numbers(some, 1)
    assert alone == numbers(some, 3)
    assert len({tuple(row["points"]) for row in alone["played"]}) > 3
    assert alone["played"] != numbers(plan(FLAT_BOT, "greedy", "random", asked=6, seed="2"), 1)["played"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [("os._exit(7)", "exit code 7"), ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL")],
)
def test_a_process_that_dies_is_told_with_its_match(tmp_path: Path, body: str, reason: str) -> None:
    with pytest.raises(Broken) as caught:
        list(play_all(plan(written_bot(tmp_path, body), "random"), 2))
    assert caught.value.reason == reason
    assert caught.value.fixture.number in (0, 1)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_bot_is_told_with_its_place(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(Broken) as caught:
        list(play_all(plan(written_bot(tmp_path, "return [][1]"), "random"), jobs))
    assert caught.value.reason.startswith("IndexError: list index out of range (bot.py:")
    assert "in decide" in caught.value.details
    assert multiprocessing.active_children() == []


def test_an_illegal_answer_of_a_bot_breaks_the_match(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="BadAnswer: The bot own answered 49"):
        list(play_all(plan(written_bot(tmp_path, "return len(perspective.game.actions) - 1"), "random"), 1))


def test_whoever_stops_listening_leaves_nobody_behind(tmp_path: Path) -> None:
    slow = written_bot(tmp_path, "time.sleep(0.001)\nreturn perspective.legal()[0]")
    matches = play_all(plan(slow, "random", asked=1000), 2)
    assert isinstance(next(matches), Played)
    assert len(multiprocessing.active_children()) == 2
    matches.close()  # type: ignore[attr-defined]  # a generator
    assert multiprocessing.active_children() == []


def test_ctrl_c_comes_through_with_what_was_played(tmp_path: Path) -> None:
    body = f"with open({str(tmp_path / 'log')!r}, 'a') as log: log.write('.')\n"
    body += f"if pathlib.Path({str(tmp_path / 'log')!r}).stat().st_size > 150: raise KeyboardInterrupt\n"
    body += "return perspective.legal()[0]"
    done: list[Played] = []
    with pytest.raises(KeyboardInterrupt):
        done.extend(play_all(plan(written_bot(tmp_path, body), "random", asked=100), 1))
    assert 1 <= len(done) < 20
