"""The queue of the worker processes: nobody is crowded out, and nothing waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tutti.server.workers.queue import PATIENT, UNWATCHED, WATCHED, JobQueue, SentAway, Standing, Ticket, TooMany


class Work:
    """Jobs that last until they are told to end; ``begun`` says in which order they had a place."""

    def __init__(self, places: int) -> None:
        self.line = JobQueue(places)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tickets: dict[str, Ticket] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, owner: str, rank: Any = WATCHED, kind: str = "", most: int | None = None) -> None:
        self.tickets[name] = Ticket(Standing(rank, owner), kind)
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._work(name, most))
        await settle()

    async def _work(self, name: str, most: int | None) -> None:
        async with self.line.place(self.tickets[name], most):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await settle()

    async def fault(self, name: str) -> BaseException | None:
        return (await asyncio.gather(self.tasks[name], return_exceptions=True))[0]


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def working(places: int) -> Callable[[Callable[[Work], Coroutine[Any, Any, None]]], Callable[[], None]]:
    """A test with so many places; at its end nothing may be left in the line."""

    def wrap(test: Callable[[Work], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        async def run() -> None:
            work = Work(places)
            await test(work)
            for event in work.ends.values():
                event.set()
            await asyncio.gather(*work.tasks.values(), return_exceptions=True)
            assert (work.line.waiting(), work.line._running.total(), work.line._kinds.total()) == (0, 0, 0)

        def ran() -> None:
            asyncio.run(run())

        ran.__name__, ran.__doc__ = test.__name__, test.__doc__
        return ran

    return wrap


@working(2)
async def test_one_owner_may_have_all_places_but_never_the_last_one(work: Work) -> None:
    for number in range(4):
        await work.ask(f"many{number}", "many")
    assert work.begun == ["many0", "many1"]
    await work.ask("one", "one")
    assert work.begun == ["many0", "many1", "one"]
    await work.ask("other", "other")  # now everybody waits
    assert work.line.waiting() == 3
    await work.end("many0")
    assert work.begun[3:] == ["other"]


@working(1)
async def test_one_with_a_thousand_jobs_stands_in_line_like_one_with_a_single_job(work: Work) -> None:
    for number in range(50):
        await work.ask(f"many{number}", "many")
    for name in ("a", "b", "c"):
        await work.ask(name, name)
    for _ in range(7):
        await work.end(work.begun[-1], *(name for name in work.begun if not work.ends[name].is_set()))
    assert {"a", "b", "c"} <= set(work.begun[:6])


@working(2)
async def test_who_is_waited_for_comes_first_and_the_others_have_their_turn(work: Work) -> None:
    await work.ask("busy0", "x")
    await work.ask("busy1", "y")
    for number in range(3):
        await work.ask(f"low{number}", f"l{number}", UNWATCHED)
    assert not [name for name in work.begun if name.startswith("low")]  # not even on the spare place
    for number in range(2 * PATIENT):
        await work.ask(f"high{number}", f"h{number}")
    for name in work.begun:  # grows as we go
        await work.end(name)
    first = work.begun.index("low0")
    assert work.begun.index("high0") < first <= PATIENT + 5
    assert {"low1", "low2"} <= set(work.begun)


@working(1)
async def test_somebody_comes_and_the_job_moves_up_somebody_goes_and_it_is_sent_away(work: Work) -> None:
    await work.ask("busy", "x")
    await work.ask("spare", "y")
    await work.ask("high", "h")
    await work.ask("low", "l", UNWATCHED)
    work.line.move(work.tickets["low"], Standing(WATCHED, "a"))
    work.line.send_away(work.tickets["high"])
    assert isinstance(await work.fault("high"), SentAway)
    work.line.send_away(work.tickets["busy"])  # goes on
    await work.end("busy")
    assert work.begun == ["busy", "spare", "low"]
    work.line.move(work.tickets["low"], Standing(UNWATCHED, "elsewhere"))
    assert work.line.load("a") == 1


@working(1)
async def test_only_so_many_of_a_kind_wait_for_one_owner(work: Work) -> None:
    for number in range(5):
        await work.ask(f"hint{number}", "x", kind="hint", most=3)
    assert isinstance(await work.fault("hint4"), TooMany)
    await work.ask("move", "x", kind="move", most=3)
    await work.ask("other", "y", kind="hint", most=3)
    await work.end("hint0", "other")
    await work.ask("hint5", "x", kind="hint", most=3)
    assert work.begun[:3] == ["hint0", "other", "hint1"]
    assert not work.tasks["hint5"].done()


@pytest.mark.parametrize("when", ["waiting", "admitted", "working"])
def test_who_gives_up_leaves_nothing_behind(when: str) -> None:
    @working(1)
    async def test(work: Work) -> None:
        await work.ask("first", "x")
        await work.ask("second", "x")
        await work.ask("third", "x")
        if when == "working":
            work.tasks["first"].cancel()
        elif when == "waiting":
            work.tasks["second"].cancel()
            await work.end("first")
        else:
            work.ends["first"].set()
            while not (admitted := work.tickets["second"].admitted) or not admitted.done():
                await asyncio.sleep(0)
            work.tasks["second"].cancel()
        await settle()
        assert work.begun[-1] == ("second" if when == "working" else "third")

    test()
