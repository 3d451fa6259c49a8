"""Lessons: short scenes of a game that one plays on the real rules, each a file of data.

``learn/<game>/<number>-<name>.toml`` holds a scene, ``words/<language>/lessons_<game>.toml`` its sentences;
both are found by folder. ``docs/lessons.md`` says how to write one.

>>> from tutti import learn
>>> lesson = learn.begin("symphonimo", learn.scenes("symphonimo")[0].name)
>>> lesson.play(lesson.step.answer[0])
>>> lesson.match.events(0)[0]["event"]
'drawn'
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tutti.kernel.errors import UnknownName
from tutti.learn.lesson import WORDS, Amiss, Lesson
from tutti.learn.scene import Scene, Step, read

__all__ = ["WORDS", "Amiss", "Lesson", "Scene", "Step", "begin", "games", "scene", "scenes"]

_HERE = Path(__file__).parent


@cache
def games() -> tuple[str, ...]:
    """The games that have lessons."""
    return tuple(sorted(folder.name for folder in _HERE.iterdir() if any(folder.glob("*.toml"))))


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """The scenes of a game in their order; none for a game without lessons."""
    if game not in games():
        return ()
    return tuple(read(path, game) for path in sorted((_HERE / game).glob("*.toml")))


def scene(game: str, name: str) -> Scene:
    """The scene of that name."""
    found = next((one for one in scenes(game) if one.name == name), None)
    if found is None:
        raise UnknownName("unknown_lesson", found=name, known=[one.name for one in scenes(game)])
    return found


def begin(game: str, name: str) -> Lesson:
    """A lesson at its beginning."""
    return Lesson(scene(game, name))
