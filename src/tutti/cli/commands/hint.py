"""``tutti hint``: what a strong bot would do here, how sure it is, and why."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from rich.text import Text

from tutti.advice.hints import Advice, Hint, hint
from tutti.advice.playouts import WORLDS
from tutti.ai import roster
from tutti.arena.entrants import Effort, thinker_of
from tutti.arena.playing import dice
from tutti.arena.telling import percent
from tutti.cli import saves
from tutti.cli.seats import read_seats, usual_bot
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel.errors import BadRecord
from tutti.kernel.match import Match
from tutti.kernel.types import Fields
from tutti.words import Speaker

CATALOGUE = "hint"
HELP = "the best moves of a position, how sure that is, and why"
BEST = "maestro"
INDENT = "   "
AIMS = {"aims_at", "gives_up", "slows_rival", "helps_rival"}
"""Reasons that are told in a line of their own, with all sources."""


class Viewpoint(NamedTuple):
    """What is asked about: a match at some moment, and whose question."""

    match: Match
    player: int
    names: Sequence[str] | None


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="a record, or a position (by dump or by hand, ? for what the writer cannot see)")
    add("--player", type=int, metavar="P", help="for which player (0 is the first); else for the one who is asked")
    add("--at", type=int, metavar="N", help="after so many moves of the record; else after all")
    add("--bot", metavar="BOT", help="which bot thinks, with its own budget if you like: maestro@0.5s")
    add("--top", type=int, default=3, metavar="K", help="how many moves (3)")
    add("--worlds", type=int, default=WORLDS, metavar="N", help="playouts that show what a move aims at (32)")
    add("--iterations", type=int, metavar="N", help="so many iterations of search")
    add("--seconds", type=float, metavar="S", help="so many seconds of search")
    add("--seed", default="1", help="the same seed gives the same hint, unless a clock decides")
    add("--json", type=Path, metavar="FILE", help="write the hint to this file as JSON")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker(CATALOGUE, lang=term.words.lang)
    for code, wrong in (("error.top", args.top < 1), ("error.worlds", args.worlds < 2)):
        if wrong:
            raise Problem(words.say(code))
    bot = thinker_of(args.bot or best_bot(), Effort(None, args.iterations, args.seconds))
    place = _place(args, words, term)
    found = hint(place.match.perspective(place.player), bot, dice(f"hint:{args.seed}"), args.top, args.worlds)
    Teller(place, found, bot.name, term).tell()
    if args.json is not None:
        args.json.write_text(json.dumps(as_json(place, found, bot.name), indent=1) + "\n", encoding="utf-8")
        term.line(Text(words.say("told.written", path=str(args.json))))
    return 0


def best_bot() -> str:
    """The strongest there is."""
    return BEST if BEST in roster.bots() else usual_bot()


def _place(args: Namespace, words: Speaker, term: Terminal) -> Viewpoint:
    raw = saves.read(saves.find(args.file, term.words))
    is_record = saves.is_record(raw)
    if args.at is not None and not is_record:
        raise Problem(words.say("error.position_has_no_moves"))
    match = _replayed(raw, args.at, words) if is_record else Match.load(raw, args.seed)
    moves = len(match.log)
    if not match.active:
        code = "error.over" if is_record else "error.over_position"
        raise Problem(words.say(code, moves=moves, last=max(0, moves - 1)))
    seats = [str(text) for text in raw.get("seats", [])]
    names = [seat.name for seat in read_seats(seats, match.players, term.words)] if seats else None
    return Viewpoint(match, _player(args.player, raw, match, words), names)


def _replayed(raw: Fields, at: int | None, words: Speaker) -> Match:
    try:
        return Match.replay(raw, at)
    except BadRecord as fault:
        if fault.code == "hidden_entry" and "for" in raw:
            raise Problem(words.say("error.own_record", player=raw["for"])) from None
        raise


def _player(asked: int | None, raw: Fields, match: Match, words: Speaker) -> int:
    active = match.active
    if asked is None:
        if raw.get("for") in active:  # a player's own record is that player's question
            return int(raw["for"])
        if len(active) > 1:
            raise Problem(words.say("error.which_player", active=list(active)))
        return active[0]
    if not 0 <= asked < match.players:
        raise Problem(words.say("error.no_player", player=asked, last=match.players - 1))
    if asked not in active:
        raise Problem(words.say("error.not_asked", player=asked, moves=len(match.log), active=list(active)))
    return asked


class Teller:
    """Puts a hint into words."""

    def __init__(self, place: Viewpoint, found: Hint, bot: str, term: Terminal) -> None:
        self.place = place
        self.found = found
        self.bot = bot
        self.term = term
        self.game = Speaker(place.match.game.name, place.names, term.words.lang)
        self.say = Speaker(CATALOGUE, place.names, term.words.lang).say

    def tell(self) -> None:
        match, player, term = self.place.match, self.place.player, self.term
        title = self.say("told.title", game=self.game.title, player=player, moves=len(match.log))
        term.print(Text(title, "bold"))
        prompt = match.prompt(player)
        if prompt is not None:
            term.print(Text(self.game.prompt(prompt)))
        if len(match.legal(player)) == 1:
            term.print(Text(self.say("told.only", action=self.action(self.found.advice[0].action)), "bold cyan"))
            return
        for rank, one in enumerate(self.found.advice, 1):
            term.print("")
            shown = 1 if one.equal else rank
            term.print(Text(self.say("told.move", rank=shown, action=self.action(one.action)), "bold cyan"))
            for line in self.lines(one):
                folded = fill(line, term.console.width, initial_indent=INDENT, subsequent_indent=INDENT)
                term.print(Text(folded))
        term.print("")
        if len(self.found.line) > 1:
            term.print(Text(self.say("told.line")))
            for step in self.line():
                term.print(Text(fill(step, term.console.width, initial_indent=INDENT, subsequent_indent=INDENT * 2)))
        code = "told.exact" if self.found.exact else "told.search" if self.found.iterations else "told.no_search"
        foot = self.say(code, bot=self.bot, iterations=self.found.iterations, worlds=self.found.worlds)
        term.print(Text(foot, "dim"))

    def action(self, action: int) -> str:
        """In words and in notation."""
        text = self.place.match.game.actions[action]
        said = self.game.action(text)
        return text if said == text else f"{said}  ({text})"

    def lines(self, one: Advice) -> list[str]:
        code = "told.exactly" if self.found.exact else "told.numbers" if self.found.iterations else "told.played"
        numbers = self.say(
            code,
            chance=percent(one.chance.mean),
            error=percent(one.chance.error),
            fair=percent(self.found.fair),
            points=f"{one.points.mean:.1f}",
            points_error=f"{one.points.error:.1f}",
            visits=one.visits,
        )
        reasons = [reason for reason in one.reasons if reason.code not in AIMS]
        why = [self.say("told.why", reason=self.game.remark(reason)) for reason in reasons]
        return [
            *self.alike(one),
            numbers,
            *self.beside(one),
            *why,
            self.aims(one),
            self.say("told.all", sources=self.sources(one)),
        ]

    def alike(self, one: Advice) -> list[str]:
        """What would do the same."""
        actions = ", ".join(self.action(action) for action in one.same)
        return [self.say("told.alike", actions=actions)] if actions else []

    def beside(self, one: Advice) -> list[str]:
        """How it stands beside the best."""
        if one is self.found.advice[0]:
            return []
        if one.equal:
            return [self.say("told.equal")]
        chance, points = percent(one.behind.mean), f"{one.points_behind.mean:.1f}".replace("-", "−")
        return [self.say("told.behind", chance=chance, points=points)]

    def aims(self, one: Advice) -> str:
        """Which points it aims at."""
        more = ", ".join(self.aim(source, points) for source, points in one.aims if points > 0)
        less = ", ".join(self.aim(source, points) for source, points in one.aims if points < 0)
        parts = []
        if more or less:
            code = "told.both" if more and less else "told.more" if more else "told.less"
            parts.append(self.say(code, more=more, less=less, aims=more or less))
        if one.rivals is not None:
            code = "told.rivals_more" if one.rivals > 0 else "told.rivals_less"
            parts.append(self.say(code, points=f"{abs(one.rivals):.1f}"))
        return "; ".join(parts) or self.say("told.nothing")

    def aim(self, source: str, points: float) -> str:
        return self.say("told.aim", source=self.game.look("source", source), points=signed(points))

    def sources(self, one: Advice) -> str:
        shown = {source: points for source, points in one.sources.items() if abs(points) >= 0.05}
        order = sorted(shown, key=lambda source: -abs(shown[source]))
        return ", ".join(f"{self.game.look('source', source)} {shown[source]:.1f}" for source in order) or "0"

    def line(self) -> list[str]:
        texts = self.place.match.game.actions
        return [self.say("told.step", player=p, action=self.game.action(texts[a])) for p, a in self.found.line]


def signed(points: float) -> str:
    return f"+{points:.1f}" if points > 0 else f"−{abs(points):.1f}"


def rounded(fields: Fields) -> Fields:
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in fields.items()}


def as_json(place: Viewpoint, found: Hint, bot: str) -> Fields:
    """The hint as plain data."""
    texts = place.match.game.actions
    return {
        "game": place.match.game.name,
        "player": place.player,
        "moves": len(place.match.log),
        "bot": bot,
        "iterations": found.iterations,
        "worlds": found.worlds,
        "fair": round(found.fair, 6),
        "exact": found.exact,
        "candidates": [
            {
                **rounded(one.json(texts)),
                "behind": round(one.behind.mean, 6),
                "points_behind": round(one.points_behind.mean, 6),
                "sources": {source: round(points, 6) for source, points in one.sources.items()},
                "aims": {aim.source: round(aim.points, 6) for aim in one.aims},
                "rivals": None if one.rivals is None else round(one.rivals, 6),
            }
            for one in found.advice
        ],
        "line": [[player, texts[action]] for player, action in found.line],
    }
