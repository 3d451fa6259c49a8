"""Lessons: which there are, one after the learner's moves, what moves would do, what somebody has learned."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from tutti import learn
from tutti.server.accounts.people import People
from tutti.server.compression import Packed, pack
from tutti.server.lessons import (
    Learned,
    LessonLook,
    LessonMoment,
    LessonsOf,
    LessonSoFar,
    LessonWhy,
    WhyNot,
    lesson_after,
    moment_after,
    preview_of,
    why_not,
)
from tutti.server.messages.socket import PreviewMessage
from tutti.server.middleware import address
from tutti.server.rate_limits import Limits
from tutti.server.routes import FAULTS, Asking, Part, Visitor
from tutti.server.routes.caching import OWN, send
from tutti.server.routes.catalogue import Name
from tutti.server.server_clock import ServerClock
from tutti.server.store import Store


class LessonsController(Controller):
    path = "/api"
    tags = ("lessons",)

    @get("/lessons", responses=FAULTS, operation_id="listLessons", opt=OWN)
    async def all(self, request: Asking) -> Response[list[LessonsOf]]:
        """The lessons of every game that has some."""
        return send(request, _lessons())

    @post("/lessons/{game:str}/{scene:str}", status_code=200, responses=FAULTS, operation_id="learn")
    async def play(
        self,
        request: Asking,
        store: Part[Store],
        clock: Part[ServerClock],
        limits: Part[Limits],
        people: Part[People],
        person: Visitor,
        game: Name,
        scene: Name,
        data: JSONBody[LessonSoFar],
    ) -> LessonMoment:
        """The lesson after the learner's moves, with the reason if it does not take the last one."""
        limits.check(limits.previews_from, address(request.scope))
        moment = moment_after(game, scene, data.moves, person)
        if moment.done:
            known = await people.note(person)
            await store.note_learned(known.id, game, scene, clock())
        return moment

    @post("/lessons/{game:str}/{scene:str}/preview", status_code=200, responses=FAULTS, operation_id="foreseeLesson")
    async def preview(
        self, request: Asking, limits: Part[Limits], game: Name, scene: Name, data: JSONBody[LessonLook]
    ) -> PreviewMessage:
        """What moves would do, as at a table."""
        limits.check(limits.previews_from, address(request.scope))
        return preview_of(lesson_after(game, scene, data.moves), data)

    @post("/lessons/{game:str}/{scene:str}/why", status_code=200, responses=FAULTS, operation_id="whyInLesson")
    async def why(
        self, request: Asking, limits: Part[Limits], game: Name, scene: Name, data: JSONBody[LessonWhy]
    ) -> WhyNot:
        """Why a move is not allowed, as at a table."""
        limits.check(limits.previews_from, address(request.scope))
        return why_not(lesson_after(game, scene, data.moves), data)

    @get("/me/lessons", responses=FAULTS, operation_id="myLessons")
    async def learned(self, store: Part[Store], person: Visitor) -> list[Learned]:
        """The lessons that I have finished, on any device."""
        return [Learned(game=game, scene=scene) for game, scene in await store.learned(person.id)]


@cache
def _lessons() -> Packed:
    found = [LessonsOf(game=game, scenes=[scene.name for scene in learn.scenes(game)]) for game in learn.games()]
    return pack(msgspec.json.encode(found))
