"""Tutti as an engine: set up a position or a record, ask for a decision, look, play on."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from typing import Final

from tutti.ai import roster
from tutti.ai.bot import Bot, Budget, checked, decided
from tutti.engine.protocol import VERSION, BadMessage, asked, decode, encode
from tutti.kernel import library
from tutti.kernel.chance import Dice
from tutti.kernel.errors import TuttiError
from tutti.kernel.match import Match
from tutti.kernel.perspective import Perspective
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields, Json, Result

FindBot = Callable[[str], Bot]
"""Turns what the host calls a bot into one. The host is any program: it must not be able to name files."""

SOURCES: Final = ("position", "record", "new")
NEW_KEYS: Final = ("game", "players", "options", "seed")
MOST_SEED: Final = 2**48


class _Wrong(BadMessage):
    """A value of a request that is not as it should be; ``place`` says which."""

    def __init__(self, code: str, place: str, **fields: object) -> None:
        super().__init__(code, place=place, **fields)


class Service:
    """One conversation. It answers every line with one line and survives every mistake."""

    def __init__(self, name: str, bot: Bot, find: FindBot) -> None:
        self.name = name
        self.bot = bot
        self.find = find
        self.match: Match | None = None
        self._requests: dict[str, Callable[[Reader], Fields]] = {
            "hello": self._hello,
            "match": self._accept,
            "over": self._accept,
            "set": self._set,
            "look": self._look,
            "play": self._play,
            "go": self._go,
        }

    def answer(self, line: bytes | str) -> bytes | None:
        """The answer to one line; None when the conversation ends."""
        mark: Fields = {}
        try:
            message = decode(line)
            if "id" in message:
                mark = {"id": message["id"]}
            request = Reader(message, _Wrong).at("do").text()
            if request == "quit":
                return None
            if request not in self._requests:
                raise BadMessage("unknown_request", found=request, known=[*self._requests, "quit"])
            return encode({**mark, **self._requests[request](Reader(message, _Wrong))})
        except TuttiError as fault:
            return encode({**mark, "error": {"code": fault.code, "rule": fault.rule, "text": str(fault)}})

    # -- requests ------------------------------------------------------------------------------

    def _hello(self, message: Reader) -> Fields:
        version = message.get("tutti")
        if version is not None and version.value != VERSION:
            raise BadMessage("other_version", found=version.value, known=VERSION)
        return {
            "tutti": VERSION,
            "name": self.name,
            "bot": self.bot.name,
            "bots": list(roster.bots()),
            "games": [library.game(name).json() for name in library.games()],
        }

    def _accept(self, message: Reader) -> Fields:
        """A match begins or ends: all that matters comes with each question."""
        return {}

    def _set(self, message: Reader) -> Fields:
        self.match = self._opened(message)
        return self._state(self.match)

    def _look(self, message: Reader) -> Fields:
        match = self._current(message)
        whose = message.get("player")
        player = None if whose is None or whose.absent else whose.number(0, match.players - 1)
        if player is None:
            return {"view": match.view()}
        return {
            "view": match.view(player),
            "prompt": asked(match.prompt(player)),
            "legal": list(match.legal(player)),
        }

    def _play(self, message: Reader) -> Fields:
        match = self._current(message)
        player = message.at("player").number(0, match.players - 1)
        told = match.play(player, message.at("action").text())
        return {"events": told, **self._state(match)}

    def _go(self, message: Reader) -> Fields:
        match = self._current(message)
        player = self._player(match, message)
        named = message.get("bot")
        bot = self.bot if named is None else self.find(named.text())
        budget = _budget(message)
        if budget is not None:
            bot = bot.at(budget)
        seed = message.get("seed")
        dice = Dice(secrets.randbelow(MOST_SEED) if seed is None else seed.number(0, MOST_SEED))
        perspective = match.perspective(player)
        wanted = message.get("candidates")
        if wanted is not None:
            return self._thought(bot, perspective, dice, wanted.number(1))
        return {"action": match.game.actions[decided(bot, perspective, dice)], "bot": bot.name}

    @staticmethod
    def _thought(bot: Bot, perspective: Perspective, dice: Dice, most: int) -> Fields:
        """The best action with others to compare; a bot that does not search has only its choice."""
        texts = perspective.game.actions
        thought = bot.think(perspective, dice)
        if thought is None or not thought.candidates:
            return {"action": texts[decided(bot, perspective, dice)], "bot": bot.name, "candidates": []}
        return {
            "action": texts[checked(bot, perspective, thought.candidates[0].action)],
            "bot": bot.name,
            **thought.json(texts, most),
        }

    # -- what they need ------------------------------------------------------------------------

    def _current(self, message: Reader) -> Match:
        """The match a request is about: the one that comes with it, or the one that was set."""
        if any(message.get(key) for key in SOURCES):
            return self._opened(message)
        if self.match is None:
            raise BadMessage("nothing_set", known=list(SOURCES))
        return self.match

    @staticmethod
    def _opened(message: Reader) -> Match:
        given = [key for key in SOURCES if message.get(key)]
        if len(given) != 1:
            raise BadMessage("one_source", known=list(SOURCES), found=given)
        source = message.at(given[0])
        if given[0] == "record":
            at = message.get("at")
            return Match.replay(source.fields(), None if at is None else at.number(0))
        if given[0] == "position":
            seed = message.get("seed")
            return Match.load(source.fields(), None if seed is None else str(seed.value))
        source.only(NEW_KEYS)
        players, options, seed = source.get("players"), source.get("options"), source.get("seed")
        return Match.new(
            source.at("game").text(),
            None if players is None else players.number(),
            None if seed is None else str(seed.value),
            options.fields() if options else None,
        )

    @staticmethod
    def _player(match: Match, message: Reader) -> int:
        whose = message.get("player")
        active = match.active
        if whose is None:
            if len(active) != 1:
                raise BadMessage("which_player", active=list(active))
            return active[0]
        player = whose.number(0, match.players - 1)
        if not match.legal(player):
            raise BadMessage("not_asked", player=player, active=list(active))
        return player

    @staticmethod
    def _state(match: Match) -> Fields:
        result: Result | None = match.result
        return {
            "game": match.game.name,
            "players": match.players,
            "moves": len(match.log),
            "active": list(match.active),
            "legal": {str(player): list(match.legal(player)) for player in match.active},
            "result": result.json() if result else None,
        }


def _budget(message: Reader) -> Budget | None:
    given = message.get("budget")
    if given is None or given.absent:
        return None
    given.only(("iterations", "seconds"))
    iterations, seconds = given.get("iterations"), given.get("seconds")
    most = None if iterations is None or iterations.absent else iterations.number(1)
    longest: Json = None if seconds is None or seconds.absent else seconds.value
    if longest is not None and (type(longest) not in (int, float) or not 0 < longest < math.inf):
        given.wrong("bad_seconds", found=longest)
    if most is None and longest is None:
        given.wrong("empty_budget")
    return Budget(most, longest)
