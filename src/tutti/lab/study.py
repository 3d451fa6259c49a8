"""A study as a file: which games at which tables, who plays, how often, and what is asked. See docs/lab.md."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from tutti.ai.bot import Bot
from tutti.arena.entrants import thinker_of
from tutti.arena.playing import dice
from tutti.arena.seating import Seating
from tutti.kernel import library
from tutti.kernel.errors import TuttiError
from tutti.kernel.game import Game
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields, Json, Options

CATALOGUE: Final = "lab"
SHIPPED: Final = Path(__file__).with_name("studies")
QUESTIONS: Final = ("seats", "variants", "cards", "length", "luck", "pace", "style")
FORMAT: Final = 1
"""Of what is kept of a match; it rises when a key changes its meaning."""
MOST: Final = 250
"""Matches that a process is given at once."""
PARTS: Final = 200
"""Tables are played in about so many parts, so that all cores have work to the end."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_TOP: Final[dict[str, type]] = {"title": str, "seed": str, "questions": list, "table": list}
_TABLE: Final[dict[str, type]] = {
    "name": str,
    "game": str,
    "players": int,
    "bots": list,
    "matches": int,
    "options": dict,
    "vary": dict,
    "pack": str,
}
_KINDS: Final[dict[type, str]] = {str: "text", int: "number", list: "list", dict: "table"}


class BadStudy(TuttiError):
    """A study that cannot be run; the code says why."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, game=CATALOGUE, arguments=fields)


@dataclass(frozen=True)
class Arm:
    """One table with one set of options: a run of matches that can be compared with others."""

    number: int
    table: str
    change: tuple[str, Json] | None
    """What is other than at the plain table: an option and its value."""
    game: str
    players: int
    options: Fields
    bots: tuple[str, ...]
    """Who can be seated, as they were named."""
    matches: int
    """At least so many."""
    seed: str
    pack: str | None

    def __getstate__(self) -> Fields:
        """Without what it has worked out: games do not travel."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def name(self) -> str:
        return self.table if self.change is None else f"{self.table} {self.change[0]}={json.dumps(self.change[1])}"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The different ones of its bots."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def seating(self) -> Seating:
        numbers = tuple(self.kinds.index(text) for text in self.bots)
        return Seating(numbers, self.players, self.matches, dice(f"{self.seed}:rows"))

    @cached_property
    def rules(self) -> Game[Any]:
        return library.game(self.game, self.pack)

    @cached_property
    def prepared(self) -> Options:
        return prepare(self.rules, self.players, self.options)

    @cached_property
    def minds(self) -> tuple[Bot, ...]:
        """The bots, by kind."""
        return tuple(thinker_of(text) for text in self.kinds)


@dataclass(frozen=True)
class Study:
    """What is played and what is asked: plain data, from which every process works out the same matches."""

    title: str
    seed: str
    questions: tuple[str, ...]
    arms: tuple[Arm, ...]

    @property
    def matches(self) -> int:
        return sum(arm.seating.matches for arm in self.arms)

    @property
    def reproducible(self) -> bool:
        """Whether no clock decides."""
        budgets = [bot.budget for arm in self.arms for bot in arm.minds]
        return all(budget is None or budget.seconds is None for budget in budgets)

    def tasks(self, done: int) -> Iterator[Task]:
        """What is left after so many matches, in order; a table in parts."""
        for arm in self.arms:
            total = arm.seating.matches
            first, done = min(done, total), max(0, done - total)
            size = max(1, min(MOST, total // PARTS))
            for at in range(first, total, size):
                yield Task(arm.number, at, min(at + size, total))

    def place(self, number: int) -> tuple[int, int]:
        """The arm of a match counted over the whole study, and its number there."""
        for arm in self.arms:
            if number < arm.seating.matches:
                return arm.number, number
            number -= arm.seating.matches
        raise IndexError(number)

    def head(self) -> Fields:
        """All that decides what is played and kept: a folder with another head holds another study."""
        return {
            "format": FORMAT,
            "title": self.title,
            "seed": self.seed,
            "questions": list(self.questions),
            "arms": [
                {
                    "table": arm.table,
                    "change": None if arm.change is None else list(arm.change),
                    "game": arm.game,
                    "rules": arm.rules.version,
                    "pack": {"name": arm.rules.pack, "hash": arm.rules.pack_hash},
                    "players": arm.players,
                    "options": dict(arm.prepared.values),
                    "bots": list(arm.bots),
                    "matches": arm.seating.matches,
                }
                for arm in self.arms
            ],
        }

    def fingerprint(self) -> str:
        return hashlib.sha256(json.dumps(self.head(), sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Task:
    """Matches of one arm, from ``first`` up to but not including ``last``."""

    arm: int
    first: int
    last: int


def shipped() -> tuple[str, ...]:
    """The studies that come with Tutti."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def find(text: str) -> Path:
    """The file that a person means: a path, or the name of a study of ours."""
    path = Path(text)
    if path.is_file():
        return path
    if text in shipped():
        return SHIPPED / f"{text}.toml"
    raise BadStudy("no_such_study", path=text, known=list(shipped()))


def read(path: Path) -> Study:
    """A study from its file. Raises ``BadStudy`` and the faults of games, options and bots."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadStudy("no_toml", path=str(path), reason=str(fault)) from None
    return study_of(raw, path.stem)


def study_of(raw: Fields, usual: str = "study") -> Study:
    """A study from plain data."""
    _check_keys(raw, _TOP, "study")
    questions = raw.get("questions", list(QUESTIONS))
    for question in questions:
        if question not in QUESTIONS:
            raise BadStudy("unknown_question", found=str(question), known=list(QUESTIONS))
    if not questions:
        raise BadStudy("empty", key="questions", at="study")
    if not raw.get("table"):
        raise BadStudy("no_tables")
    seed = raw.get("seed", "tutti")
    arms: list[Arm] = []
    names: set[str] = set()
    for number, table in enumerate(raw["table"], 1):
        if not isinstance(table, dict):
            raise BadStudy("no_tables")
        _arms(table, number, seed, arms, names)
    ordered = tuple(question for question in QUESTIONS if question in questions)
    return Study(raw.get("title", usual), seed, ordered, tuple(arms))


def _arms(raw: Fields, number: int, seed: str, arms: list[Arm], names: set[str]) -> None:
    """The plain table, then one arm for each value that an option is to be tried with."""
    at = f"table {number}"
    _check_keys(raw, _TABLE, at)
    for key in ("game", "bots", "matches"):
        if key not in raw:
            raise BadStudy("missing", key=key, at=at)
    game = library.game(raw["game"], raw.get("pack"))
    players = raw.get("players", game.usual)
    name = raw.get("name", f"{game.name}-{players}")
    if not _NAME.fullmatch(name):
        raise BadStudy("bad_name", found=name, at=at)
    if name in names:
        raise BadStudy("name_twice", found=name, at=at)
    names.add(name)
    if raw["matches"] < 1:
        raise BadStudy("too_few_matches", found=raw["matches"], at=at)
    bots = raw["bots"]
    if not bots or not all(isinstance(bot, str) for bot in bots):
        raise BadStudy("empty", key="bots", at=at)
    for bot in dict.fromkeys(bots):
        thinker_of(bot)
    prepare(game, players, raw.get("options", {}))
    seated = tuple(bots) if len(bots) >= players else tuple(bots[seat % len(bots)] for seat in range(players))
    changes: list[tuple[str, Json] | None] = [None]
    for option, values in raw.get("vary", {}).items():
        if not isinstance(values, list) or not values:
            raise BadStudy("bad_vary", option=option, at=at)
        changes += [(option, value) for value in values]
    for change in changes:
        options = {**raw.get("options", {}), **_changed(change)}
        prepare(game, players, options)
        own = f"{seed}:{name}" if change is None else f"{seed}:{name}:{change[0]}={json.dumps(change[1])}"
        arms.append(
            Arm(len(arms), name, change, game.name, players, options, seated, raw["matches"], own, raw.get("pack"))
        )


def _changed(change: tuple[str, Json] | None) -> Fields:
    """The options of a change; one that needs others brings them along as a table of options."""
    if change is None:
        return {}
    option, value = change
    return dict(value) if isinstance(value, dict) else {option: value}


def _check_keys(raw: Fields, known: dict[str, type], at: str) -> None:
    for key, value in raw.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            if near:
                raise BadStudy("near_key", found=key, near=near[0], at=at)
            raise BadStudy("unknown_key", found=key, known=list(known), at=at)
        if not isinstance(value, known[key]) or isinstance(value, bool):
            raise BadStudy("wrong_kind", key=key, expected=_KINDS[known[key]], found=str(value), at=at)
