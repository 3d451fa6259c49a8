"""The catalogue: games with their options, bots, rules, words. The same for everybody."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter

from tutti import guide, ledger, words
from tutti.ai import roster
from tutti.guide import Section
from tutti.kernel import library
from tutti.kernel.game import Game
from tutti.kernel.schema import conflicts
from tutti.server.compression import Packed, pack
from tutti.server.messages.catalogue import (
    BotInfo,
    Choices,
    Conflict,
    GameInfo,
    OptionInfo,
    PackInfo,
    PackOrigin,
    RuleInfo,
    Sounds,
)
from tutti.server.messages.errors import Refused, fault_of
from tutti.server.routes import FAULTS, Asking
from tutti.server.routes.caching import OWN, send
from tutti.words.origins import figures

Name = Annotated[str, PathParameter(max_length=64)]
COVER = ("title", "time", "about", "authors", "origin.some", "origin.none")
"""What the front page says of a game."""


class CatalogueController(Controller):
    path = "/api"
    tags = ("catalogue",)
    opt = OWN

    @get("/games", responses=FAULTS, operation_id="listGames")
    async def games(self, request: Asking) -> Response[list[GameInfo]]:
        """All games with the schema of their options, the lightest first."""
        return send(request, _games())

    @post("/games/{game:str}/options", status_code=200, responses=FAULTS, operation_id="checkOptions")
    async def check(self, game: Name, data: JSONBody[Choices]) -> list[Conflict]:
        """What is wrong with options while they are being chosen; nothing when a table can be made with them."""
        found = conflicts(library.game(game), data.players, data.options)
        return [Conflict(options=list(fault.options), fault=fault_of(fault)) for fault in found]

    @get("/bots", responses=FAULTS, operation_id="listBots")
    async def bots(self, request: Asking) -> Response[list[BotInfo]]:
        """All bots that can take a seat."""
        return send(request, _bots())

    @get("/games/{game:str}/rules", responses=FAULTS, operation_id="listRules")
    async def rules(self, request: Asking, game: Name) -> Response[list[RuleInfo]]:
        """The ledger of a game's rules."""
        return send(request, _rules(game))

    @get("/games/{game:str}/guide/{language:str}", responses=FAULTS, operation_id="getGuide")
    async def guide(self, request: Asking, game: Name, language: Name) -> Response[list[Section]]:
        """How a game is played, in short sections for new players; none for a game without a guide."""
        return send(request, _guide(game, language))

    @get("/packs/{hash:str}", responses=FAULTS, operation_id="getPack")
    async def pack(self, request: Asking, hash: Annotated[str, PathParameter(max_length=80)]) -> Response[PackInfo]:
        """The components of a pack as far as a picture of the table needs them: standard, shipped, or in use here."""
        return send(request, _pack(hash))

    @get("/packs/{hash:str}/actions", responses=FAULTS, operation_id="getActions")
    async def actions(
        self, request: Asking, hash: Annotated[str, PathParameter(max_length=80)]
    ) -> Response[dict[str, list[list[Any]]]]:
        """What each action means: by verb the text of the action, then its arguments."""
        return send(request, _actions(hash))

    @get("/packs/{hash:str}/sounds", responses=FAULTS, operation_id="getSounds")
    async def sounds(self, request: Asking, hash: Annotated[str, PathParameter(max_length=80)]) -> Response[Sounds]:
        """How the cards of a pack sound; nothing here for a game that cannot be performed."""
        return send(request, _sounds(hash))

    @get("/words", responses=FAULTS, operation_id="listLanguages")
    async def languages(self, request: Asking) -> Response[list[str]]:
        """The languages there are."""
        return send(request, _languages())

    @get("/words/{language:str}", responses=FAULTS, operation_id="getCovers")
    async def covers(self, request: Asking, language: Name) -> Response[dict[str, dict[str, str]]]:
        """What a front page says of each game, from ``title`` to ``origin``; in English if need be."""
        return send(request, _covers(language))

    @get("/words/{language:str}/{about:str}", responses=FAULTS, operation_id="getWords")
    async def say(self, request: Asking, language: Name, about: Name) -> Response[dict[str, str]]:
        """All words about a game, or ``kernel`` or ``server``, by code. ``words/template.py`` explains the form."""
        return send(request, _words(language, about))


# -- made once: what is refused is not kept, so nobody can fill the memory with names ------------


def _made(said: Any) -> Packed:
    return pack(msgspec.json.encode(said))


@cache
def _games() -> Packed:
    found = sorted((library.game(name) for name in library.games()), key=lambda game: len(game.actions))
    return _made(
        [
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
                secrets=game.secrets,
                simultaneous=game.simultaneous,
                minutes=game.minutes,
                concert=game.concert,
                origin=_origin(game),
            )
            for game in found
        ]
    )


def _origin(game: Game[Any]) -> PackOrigin | None:
    found = figures(game)
    return PackOrigin(**found) if found else None


@cache
def _pack(hash: str) -> Packed:
    game = library.playing(hash)
    if game is None:
        raise Refused("no_such_pack", 404)
    return _made(PackInfo(game=game.name, name=game.pack, hash=hash, components=game.components))


@cache
def _actions(hash: str) -> Packed:
    game = library.playing(hash)
    if game is None:
        raise Refused("no_such_pack", 404)
    return _made(game.verbs.meanings)


@cache
def _sounds(hash: str) -> Packed:
    game = library.playing(hash)
    if game is None:
        raise Refused("no_such_pack", 404)
    if not game.concert:
        raise Refused("not_there", 404)
    return _made(game.sounds())


@cache
def _bots() -> Packed:
    return _made([BotInfo(name=name, searches=roster.bot(name).budget is not None) for name in roster.bots()])


@cache
def _rules(game: str) -> Packed:
    library.game(game)
    return _made([RuleInfo(id=r.id, section=r.section, text=r.text, source=r.source) for r in ledger.rules(game)])


@cache
def _guide(game: str, language: str) -> Packed:
    library.game(game)
    _check(language)
    return _made(guide.sections(game, language))


@cache
def _languages() -> Packed:
    return _made(list(words.languages()))


@cache
def _covers(language: str) -> Packed:
    _check(language)
    found = {game: {code: words.find(game, code, language) for code in COVER} for game in library.games()}
    return _made({game: {code: text for code, text in said.items() if text} for game, said in found.items()})


@cache
def _words(language: str, about: str) -> Packed:
    _check(language)
    found = words.catalogue(about, language)
    if not found:
        raise Refused("no_such_words", 404)
    return _made(found)


def _check(language: str) -> None:
    if language not in words.languages():
        raise Refused("no_such_language", 404, known=list(words.languages()))
