"""Matches of the arena: the same luck for all, the same matches for the same seed, real decisions only."""

from __future__ import annotations

from pathlib import Path

import pytest

import tutti
from arena.flat_bot import BOT
from arena.matches import FLAT_BOT, plan, written_bot
from tutti.ai.bot import Budget
from tutti.arena.entrants import BadEntrant, Effort, bot_of, budget_of
from tutti.arena.playing import Crew
from tutti.engine.guest import EngineBot


def test_a_block_begins_with_the_same_deal_and_another_block_with_another() -> None:
    crew = Crew(plan("greedy", "random", asked=4, keep=True, grand_maestro=2))
    records = [crew.play(fixture).record for fixture in crew.plan.fixtures]
    deals = [record["setup"] for record in records if record is not None]
    assert deals[0] == deals[1]
    assert deals[2] == deals[3]
    assert deals[0] != deals[2]


def test_a_match_is_the_same_each_time_and_can_be_replayed() -> None:
    crew = Crew(plan("greedy", "random", "random", asked=3, keep=True))
    fixture = crew.plan.fixtures[1]
    first, again = crew.play(fixture), Crew(crew.plan).play(fixture)
    assert first.record == again.record
    assert first.record is not None
    assert first.record["seats"] == [crew.plan.kinds[kind] for kind in fixture.seats]
    result = tutti.Match.replay(first.record).result
    assert result is not None
    assert (result.points, result.places) == (first.points, first.places)


def test_a_question_with_one_answer_is_not_asked(tmp_path: Path) -> None:
    body = "assert len(perspective.legal()) > 1\nreturn perspective.legal()[0]"
    crew = Crew(plan(written_bot(tmp_path, body), "random", asked=2))
    done = crew.play(crew.plan.fixtures[0])
    assert 0 < sum(map(len, done.times)) < done.moves
    assert all(second > 0 for times in done.times for second in times)


def test_efforts_change_bots_that_search_and_no_others() -> None:
    assert budget_of(FLAT_BOT, Effort()) == BOT.budget == Budget(iterations=40)
    assert budget_of(FLAT_BOT, Effort(share=0.1)) == Budget(iterations=4)
    assert budget_of(FLAT_BOT, Effort(iterations=7)) == Budget(iterations=7)
    assert budget_of(FLAT_BOT, Effort(iterations=7, seconds=2.0)) == Budget(7, 2.0)
    assert budget_of("greedy", Effort(iterations=7)) is None
    assert budget_of("engine:anything", Effort(seconds=3)) == Budget(seconds=3)
    assert budget_of("engine:anything", Effort(share=0.5)) is None


def test_an_entrant_may_bring_its_own_effort() -> None:
    every = Effort(iterations=7)
    assert budget_of(f"{FLAT_BOT}@12", every) == Budget(iterations=12)
    assert budget_of(f"{FLAT_BOT}@0.5s", every) == Budget(seconds=0.5)
    assert budget_of(f"{FLAT_BOT}@0.5x", every) == Budget(iterations=20)
    assert isinstance(bot_of("engine:run me@12"), EngineBot)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("greedy@12", "Greedy does not search"),
        (f"{FLAT_BOT}@0", "An effort of 0 means nothing"),
        (f"{FLAT_BOT}@1.5", "An effort of 1.5 means nothing"),
        (f"{FLAT_BOT}@1..5s", "An effort of 1..5s means nothing"),
        ("absent.py", "There is no file absent.py"),
    ],
)
def test_wrong_entrants_are_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadEntrant, match=said):
        bot_of(text)


def test_files_without_a_bot_are_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(BadEntrant, match=r"empty\.py has no BOT: set BOT to"):
        bot_of(str(tmp_path / "empty.py"))
    with pytest.raises(BadEntrant, match=r"cannot be read as a bot\. ModuleNotFoundError"):
        bot_of(str(tmp_path / "broken.py"))
    with pytest.raises(tutti.UnknownName, match="There is no bot “gredy”"):
        bot_of("gredy")
