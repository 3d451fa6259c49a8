"""What lies on the shelf: games with their options, bots, rules, words."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import PathParameter

from tutti import guide, ledger, words
from tutti.guide import Section
from tutti.kernel import library
from tutti.server.faults import Refused
from tutti.server.routes import FAULTS
from tutti.server.wire import BotInfo, GameInfo, OptionInfo, RuleInfo

HOUR = CacheControlHeader(max_age=3600, public=True)
Name = Annotated[str, PathParameter(max_length=64)]


class ShelfController(Controller):
    path = "/api"
    tags = ("shelf",)

    @get("/games", responses=FAULTS, operation_id="listGames", cache_control=HOUR)
    async def games(self) -> list[GameInfo]:
        """All games with the schema of their options, the lightest first."""
        found = sorted((library.game(name) for name in library.games()), key=lambda game: len(game.actions))
        return [
            GameInfo(
                name=game.name,
                version=game.version,
                low=game.low,
                high=game.high,
                usual=game.usual,
                pack=game.pack,
                pack_hash=game.pack_hash,
                options=[
                    OptionInfo(name=o.name, rule=o.rule, default=o.default, schema=dict(o.schema)) for o in game.options
                ],
                actions=list(game.actions),
            )
            for game in found
        ]

    @get("/bots", responses=FAULTS, operation_id="listBots", cache_control=HOUR)
    async def bots(self) -> list[BotInfo]:
        """All bots that can take a seat."""
        return [BotInfo(name=name, searches=library.bot(name).budget is not None) for name in library.bots()]

    @get("/games/{game:str}/rules", responses=FAULTS, operation_id="listRules", cache_control=HOUR)
    async def rules(self, game: Name) -> list[RuleInfo]:
        """The ledger of a game's rules."""
        library.game(game)
        return [RuleInfo(id=r.id, section=r.section, text=r.text, source=r.source) for r in ledger.rules(game)]

    @get("/games/{game:str}/guide/{language:str}", responses=FAULTS, operation_id="getGuide", cache_control=HOUR)
    async def guide(self, game: Name, language: Name) -> list[Section]:
        """How a game is played, in short sections for new players; none for a game without a guide."""
        library.game(game)
        if language not in words.languages():
            raise Refused("no_such_language", 404, known=list(words.languages()))
        return guide.sections(game, language)

    @get("/words", responses=FAULTS, operation_id="listLanguages", cache_control=HOUR)
    async def languages(self) -> list[str]:
        """The languages there are."""
        return list(words.languages())

    @get("/words/{language:str}/{about:str}", responses=FAULTS, operation_id="getWords", cache_control=HOUR)
    async def say(self, language: Name, about: Name) -> dict[str, str]:
        """All words about a game, or ``kernel`` or ``server``, by code. ``words/template.py`` explains the form."""
        if language not in words.languages():
            raise Refused("no_such_language", 404, known=list(words.languages()))
        found: dict[str, Any] = words.catalogue(about, language)
        if not found:
            raise Refused("no_such_words", 404)
        return found
