"""Bots think elsewhere; a process that dies is replaced, and the match goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest

import tutti
from server.kit import LiveServer
from tutti.advice import analysis
from tutti.ai.weighing import TREES
from tutti.kernel import record as records
from tutti.kernel import replay
from tutti.server.messages.errors import Refused
from tutti.server.metrics import Metrics
from tutti.server.settings import Settings
from tutti.server.workers import worker
from tutti.server.workers.pipe import MEMORY
from tutti.server.workers.pool import Unable, WorkerPool, can_call_off


def within(work: Callable[[WorkerPool], Coroutine[Any, Any, Any]], **settings: Any) -> Any:
    async def run() -> Any:
        pool = WorkerPool(Settings(workers=1, **settings), Metrics())
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def some_match(moves: int = 12) -> tutti.Match:
    match, dice = tutti.Match.new("symphonimo", players=3, seed=4), tutti.Dice(4)
    for _ in range(moves):
        legal = match.legal(match.active[0])
        match.play(match.active[0], legal[dice.below(len(legal))])
    return match


def test_a_bot_decides_what_it_would_decide_at_home_and_knows_the_match_the_next_time() -> None:
    match = some_match()
    seat = match.active[0]

    async def work(pool: WorkerPool) -> None:
        for _ in range(4):
            action = await pool.decide("t", match.transcript(), seat, "greedy")
            assert action in match.legal(seat)

    within(work)


def test_the_worker_goes_on_with_the_match_it_knows_and_starts_anew_after_an_undo() -> None:
    match = some_match()
    worker._kept.clear()
    first = worker.match_of("t", match.transcript())
    player = match.active[0]
    match.play(player, match.legal(player)[0])
    assert worker.match_of("t", match.transcript()) is first
    assert first.record() == match.record()
    match.undo(player, agreed=True)
    again = worker.match_of("t", match.transcript())
    assert again is not first
    assert again.record() == match.record()
    for number in range(worker.MATCHES_KEPT + 5):
        worker.match_of(f"t{number}", some_match(2).transcript())
    assert len(worker._kept) == worker.MATCHES_KEPT


def test_a_process_that_crashes_or_hangs_is_replaced() -> None:
    match = some_match()

    async def work(pool: WorkerPool) -> None:
        with pytest.raises(Unable):
            await pool.job("crash")
        assert pool.metrics.workers_lost.values[""] == 3
        assert await pool.decide("t", match.transcript(), match.active[0], "random") in match.legal(match.active[0])
        (alive,) = pool._all
        os.kill(alive.process.pid, signal.SIGSTOP)  # it hangs
        with pytest.raises(Unable):
            await asyncio.wait_for(pool.job("crash", limit=0.3), 30)
        assert await pool.decide("t", match.transcript(), match.active[0], "random") in match.legal(match.active[0])

    within(work)


def test_a_job_that_fails_says_so_and_the_process_lives_on() -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(Unable, match="KeyError"):
            await pool.job("decide", key="t")
        assert len(pool._all) == 1
        assert pool.metrics.workers_lost.values[""] == 0

    within(work)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems promise and do not keep it")
def test_a_job_that_wants_too_much_memory_fails_alone() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.job("hog", size=MEMORY // 4) == {"size": MEMORY // 4}
        with pytest.raises(Unable, match="MemoryError"):
            await pool.job("hog", size=MEMORY)
        assert len(pool._all) == 1
        assert pool.metrics.workers_lost.values[""] == 0

    within(work)


def test_the_match_goes_on_after_the_process_was_killed(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", "greedy", start=True)
    with ada.at(table, 0) as place:
        for number in range(6):
            place.play()
            if number in (1, 3):
                for alive in list(home.server.workers._all):
                    with suppress(ProcessLookupError):
                        os.kill(alive.process.pid, signal.SIGKILL)
        place.wait(lambda at: at.view["legal"])


def test_a_page_of_a_replay_plays_the_match_once_and_takes_no_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match()
    record = records.text(match.record())
    monkeypatch.setattr(replay, "digest", None)
    played: list[str] = []
    honest = tutti.Match.read

    def read(match: tutti.Match, player: int, action: str) -> int:
        played.append(action)
        return honest(match, player, action)

    monkeypatch.setattr(tutti.Match, "read", read)
    page = worker.moments({"record": record, "player": 1, "first": 3, "count": 5})
    assert [moment["at"] for moment in page["frames"]] == [3, 4, 5, 6, 7]
    assert len(played) == len(match.log) == page["length"]


class Searcher(tutti.Bot):
    """Likes the last action best."""

    name = "searcher"
    budget = tutti.Budget(seconds=9)

    def at(self, budget: tutti.Budget) -> tutti.Bot:
        made = Searcher()
        made.budget = budget
        return made

    def think(self, perspective: tutti.Perspective, dice: tutti.Dice) -> tutti.Thought:
        assert self.budget is not None
        assert self.budget.seconds is not None
        assert 0 < self.budget.seconds < 2.0
        ranked = tuple(tutti.Candidate(a, 10, 0.5, 3.5) for a in reversed(perspective.legal()))
        return tutti.Thought(ranked, ((perspective.player, ranked[0].action),), 20)


def test_a_thought_becomes_a_hint_in_the_words_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match()
    monkeypatch.setattr("tutti.ai.roster.bot", lambda name: Searcher())
    job = {"key": "h", "match": json.loads(json.dumps(match.transcript()))}
    job |= {"seat": match.active[0], "bot": "searcher", "dice": 1, "seconds": 2.0}
    said = worker.think(job)
    legal = match.legal(match.active[0])
    assert {one["action"] for one in said["candidates"]} == set(legal)
    assert all(
        one["equal"] and (one["chance"], one["points"], one["error"]) == (0.5, 3.5, 0) for one in said["candidates"]
    )
    assert said["iterations"] == 20 * TREES
    assert said["fair"] == pytest.approx(1 / match.players)
    monkeypatch.setattr("tutti.ai.roster.bot", lambda name: tutti.Bot())
    assert worker.think(job) == {"fault": "no_thought"}


class Astray(tutti.Bot):
    """Votes for whatever it was made with."""

    name = "astray"

    def __init__(self, votes: Any) -> None:
        self.found = votes

    def votes(self, perspective: tutti.Perspective, dice: tutti.Dice, *_: Any) -> Any:
        return self.found


class Wrong(tutti.Bot):
    """Answers whatever it was made with."""

    name = "wrong"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, perspective: tutti.Perspective, dice: tutti.Dice) -> Any:
        return self.answer


@pytest.mark.parametrize("what", ["decide", "assist"])
@pytest.mark.parametrize("found", [999, -1, None, 0.7, True])
@pytest.mark.parametrize("kind", [Wrong, Astray])
def test_a_bot_with_a_bad_answer_is_named_with_it(
    kind: Any, found: Any, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = some_match()
    bot = kind(found) if kind is Wrong else kind({match.game.read(match.legal(match.active[0])[0]): 3, found: 1})
    monkeypatch.setattr("tutti.ai.roster.bot", lambda name: bot)
    job = {"what": what, "key": f"{kind} {found} {what}", "match": match.transcript(), "seat": match.active[0]}
    job |= {"bot": bot.name, "dice": 1, "asked": time.time()}
    said = json.loads(worker.answer(json.dumps(job).encode()))
    assert f"BadAnswer: The bot {bot.name} answered {found!r}" in said["fault"]
    assert "which is not a legal action" in said["fault"]


def test_a_bot_without_a_vote_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match()
    monkeypatch.setattr("tutti.ai.roster.bot", lambda name: Astray({}))
    job = {
        "key": "none",
        "match": match.transcript(),
        "seat": match.active[0],
        "bot": "astray",
        "dice": 1,
        "asked": 0.0,
    }
    with pytest.raises(tutti.BadAnswer, match="The bot astray answered None"):
        worker.decide(job)


def test_a_finished_match_is_analysed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match(0)
    dice = tutti.Dice(1)
    while match.active:
        legal = match.legal(match.active[0])
        match.play(match.active[0], legal[dice.below(len(legal))])
    record = records.text(match.record())
    monkeypatch.setattr("tutti.server.workers.pool.SECONDS", 0.1)

    async def work(pool: WorkerPool) -> None:
        plan = await pool.analysis_plan(record, "somewhere")
        pieces = [{**piece, "iterations": 20} for piece in plan]  # the least would take its time
        parts = [await pool.analyse_part(record, piece) for piece in reversed(pieces)]
        found = await pool.analysis_join(record, parts)
        assert found["length"] == len(match.log)
        assert found == analysis.join(record, [analysis.part(record, piece) for piece in pieces])
        for wrong, code in ((some_match().record(), "analysis_unfinished"), ({"tutti": 1}, "missing_key")):
            with pytest.raises(Refused) as refused:
                await pool.analysis_plan(wrong)
            assert refused.value.code == code

    within(work)


class Busy(WorkerPool):
    """A pool that takes the machine to have two cores, and counts what nobody waits for."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        super().__init__(settings, metrics)
        self.cores = 2
        self.told: list[dict[str, Any] | None] = []

    async def spare(self, what: str, limit: float, key: str, **fields: Any) -> dict[str, Any] | None:
        said = await super().spare(what, limit, key, **fields)
        self.told.append(said)
        return said


def beside(work: Callable[[Busy], Coroutine[Any, Any, Any]], **settings: Any) -> Any:
    async def run() -> Any:
        pool = Busy(Settings(workers=2, **settings), Metrics())
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


needs_stop = pytest.mark.skipif(not can_call_off(), reason="a pipe cannot be looked into here")


def asked_match() -> tuple[tutti.Match, int]:
    """A match of Orchestra with a real question."""
    match = tutti.Match.new("orchestra", players=2, seed=4)
    while len(match.legal(match.active[0])) < 3:
        match.play(match.active[0], match.legal(match.active[0])[0])
    return match, match.active[0]


@needs_stop
def test_a_core_that_has_nothing_to_do_thinks_along_and_both_are_counted() -> None:
    match, seat = asked_match()

    async def work(pool: Busy) -> None:
        for _ in range(2):  # the second time both processes are there
            action = await pool.decide("t", match.transcript(), seat, "maestro")
            assert action in match.legal(seat)
        assert pool.told[-1] is not None
        assert set(pool.told[-1]["votes"]) <= set(match.legal(seat))

    beside(work)


@needs_stop
def test_who_thinks_on_is_called_off_at_once_when_somebody_wants_a_worker() -> None:
    match, seat = asked_match()

    async def work(pool: Busy) -> None:
        await pool.decide("t", match.transcript(), seat, "greedy")  # now there is a process
        pondering = asyncio.create_task(pool.ponder("t", match.transcript(), 1 - seat, "maestro"))
        await asyncio.sleep(1.0)
        assert not pondering.done()
        await pool.decide("u", match.transcript(), seat, "greedy")
        await asyncio.wait_for(pondering, 10.0)  # of 600 seconds
        assert pool.told[-1] is not None
        assert pool.told[-1]["lines"] > 0
        assert all(one.spare is None for one in pool._all)

    beside(work, ponder_seconds=600.0)


@needs_stop
def test_nobody_thinks_on_where_all_cores_are_taken() -> None:
    match, seat = asked_match()

    async def work(pool: Busy) -> None:
        pool.cores = 1
        deciding = asyncio.create_task(pool.decide("t", match.transcript(), seat, "soloist"))
        await asyncio.sleep(0.05)
        assert not pool.free()
        await pool.ponder("t", match.transcript(), 1 - seat, "maestro")
        assert pool.told == [None]
        await deciding

    beside(work, ponder_seconds=600.0)
