"""Lessons over HTTP. Nothing is kept of them: each is made anew from its scene and the learner's moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from tutti import learn
from tutti.kernel.errors import IllegalAction, TuttiError
from tutti.kernel.log import events
from tutti.learn import Amiss, Lesson
from tutti.server.messages import socket as m
from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Fault, Refused, fault_of
from tutti.server.messages.tables import TableInfo
from tutti.server.rooms import clocks
from tutti.server.rooms.room import table_info
from tutti.server.store.rows import Clock, Person, Seat, Table

MOST_MOVES = 60
"""No scene takes so many."""
KEPT = 128
"""Lessons that were asked for last: whoever looks at moves asks for the same one again and again."""

Moves = Annotated[list[m.ActionText], Meta(max_length=MOST_MOVES)]


class LessonsOf(Wire):
    """The lessons of a game in their order; ``lesson.<scene>.title`` and ``.about`` of ``lessons_<game>`` name them."""

    game: str
    scenes: list[str]


class Learned(Wire):
    """A lesson that somebody has finished."""

    game: str
    scene: str


class LessonSoFar(Wire):
    """What the learner has played, from the beginning."""

    moves: Moves = field(default_factory=list)


class LessonLook(Wire):
    """Moves to be looked at after those made."""

    actions: Annotated[list[m.ActionText], Meta(min_length=1, max_length=12)]
    moves: Moves = field(default_factory=list)
    view: bool = False


class LessonWhy(Wire):
    """A move after those made, and after others that would come first."""

    action: m.ActionText
    before: Annotated[list[m.ActionText], Meta(max_length=11)] = field(default_factory=list)
    moves: Moves = field(default_factory=list)


class WhyNot(Wire):
    """Why a move is not allowed; nothing if it is."""

    fault: Fault | None = None


class LessonMoment(Wire):
    """A lesson after the learner's moves: the table as the learner sees it, and what is to be told."""

    table: TableInfo
    seat: int
    core: m.Core
    events: list[dict[str, Any]]
    since: int
    """How many of them had been told when the learner last played."""
    moves: list[str]
    said: str
    """A code of ``lessons_<game>``: what is to be done."""
    hint: str
    """What helps; empty when nothing is left to do."""
    step: int
    """How many steps are done."""
    steps: int
    done: bool
    missed: bool
    """The goal was not reached: only going back helps."""
    refused: Fault | None = None
    """Why the last move was not taken, neither by the rules nor by the lesson; then it is none of ``moves``."""


@lru_cache(maxsize=KEPT)
def _after(game: str, scene: str, moves: tuple[str, ...]) -> Lesson:
    return Lesson.after(learn.scene(game, scene), moves)


def lesson_after(game: str, scene: str, moves: list[str]) -> Lesson:
    """The lesson after these moves, only to be looked at. ``Refused`` if there is none; ``Amiss`` and
    ``IllegalAction`` say why a move is not taken."""
    if scene not in [one.name for one in learn.scenes(game)]:
        raise Refused("no_such_lesson", 404)
    return _after(game, scene, tuple(" ".join(move.split()) for move in moves))


def moment_after(game: str, scene: str, moves: list[str], person: Person) -> LessonMoment:
    """The lesson after these moves, or why it does not take the last one."""
    try:
        return moment_of(lesson_after(game, scene, moves), person)
    except (Amiss, IllegalAction) as why:
        if not moves:
            raise
        moment = moment_of(lesson_after(game, scene, moves[:-1]), person)
        moment.refused = fault_of(why)
        return moment


def moment_of(lesson: Lesson, person: Person) -> LessonMoment:
    match, seat = lesson.match, lesson.scene.seat
    asked = None if lesson.done or lesson.missed else match.prompt(seat)
    told = match.events(seat)
    fresh = 0
    for entry in reversed(match.log):
        if entry.player == seat:
            break
        fresh += len(events(match.game, entry, seat))
    return LessonMoment(
        table=_table(lesson, person),
        seat=seat,
        core=m.Core(
            question=match.asked(seat),
            view=match.view(seat),
            prompt=None if asked is None else m.Asked(asked.step, asked.rule, dict(asked.args)),
            legal=[] if asked is None else list(match.legal(seat)),
            undo=m.TakeBack(free=bool(lesson.moves), ask=False, code="" if lesson.moves else "undo_nothing"),
            ahead=[],
            auto=False,
            standing=msgspec.convert(match.standing(seat).json(), m.StandingInfo),
        ),
        events=told,
        since=len(told) - fresh,
        moves=lesson.moves,
        said=lesson.said,
        hint=lesson.hint,
        step=lesson.at,
        steps=len(lesson.scene.steps),
        done=lesson.done,
        missed=lesson.missed,
    )


def _table(lesson: Lesson, person: Person) -> TableInfo:
    """The table of a lesson, which lies nowhere."""
    match, scene = lesson.match, lesson.scene
    seats = [Seat("person", person.id, person.name) if not name else Seat("bot", None, name) for name in lesson.names]
    table = Table(
        id=f"{scene.game}-{scene.name}",
        game=scene.game,
        players=match.players,
        options=dict(match.options.values),
        host=person.id,
        created=0,
        updated=0,
        state="running",
        undo="free",
        hints=False,
        seats=seats,
        active=list(match.active),
        hands=clocks.fresh(Clock(), match.players),
        pack=match.game.pack,
        pack_hash=match.game.pack_hash,
    )
    return table_info(table, person.id, {scene.seat: 1})


def preview_of(lesson: Lesson, look: LessonLook) -> m.PreviewMessage:
    seen = lesson.match.preview(lesson.scene.seat, look.actions, look.view)
    return msgspec.convert({"type": "preview", "n": 0, "key": "", **seen.json()}, m.PreviewMessage)


def why_not(lesson: Lesson, wish: LessonWhy) -> WhyNot:
    try:
        lesson.match.preview(lesson.scene.seat, [*wish.before, wish.action], views=False)
    except TuttiError as fault:
        return WhyNot(fault=fault_of(fault))
    return WhyNot()
