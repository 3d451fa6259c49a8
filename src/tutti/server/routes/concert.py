"""Concerts: hear a match, take it along as a file."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec

from tutti.kernel import library
from tutti.server.compression import Packed
from tutti.server.concerts import TIMELINE, Concerts
from tutti.server.messages.errors import Fault, Refused
from tutti.server.messages.replays import ConcertInfo
from tutti.server.middleware import address
from tutti.server.rate_limits import Limits
from tutti.server.replays import Replays
from tutti.server.routes import FAULTS, Asking, Part
from tutti.server.routes.caching import OWN, send
from tutti.server.routes.replays import Token, whole_of

KINDS = {
    "mid": "audio/midi",
    "musicxml": "application/vnd.recordare.musicxml+xml",
    "svg": "image/svg+xml",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
}
UNABLE = {501: ResponseSpec(Fault, description="This server lacks what that needs.", generate_examples=False)}


class Performance:
    """The match of a replay as music, for one request."""

    def __init__(self, request: Asking, limits: Limits, replays: Replays, concerts: Concerts, token: str) -> None:
        self.request = request
        self.limits = limits
        self.replays = replays
        self.concerts = concerts
        self.token = token

    async def timeline(self) -> Response[Any]:
        return send(self.request, await self._made(TIMELINE))

    async def file(self, form: str) -> Response[Any]:
        name = {"content-disposition": f'attachment; filename="concert.{form}"'}
        return send(self.request, await self._made(form), KINDS[form], more=name)

    async def _made(self, form: str) -> Packed:
        where = address(self.request.scope)
        self.limits.check(self.limits.heavy, where)
        replay = await self.replays.find(self.token)
        whole_of(replay)
        if replay.game not in library.games() or not library.game(replay.game).concert:
            raise Refused("not_there", 404)
        return await self.concerts.made(replay, form, where)


async def provide_performance(
    request: Asking, limits: Part[Limits], replays: Part[Replays], concerts: Part[Concerts], token: Token
) -> Performance:
    return Performance(request, limits, replays, concerts, token)


Playing = NamedDependency[Performance]
PERFORMANCE = {"performance": Provide(provide_performance)}


class ConcertController(Controller):
    path = "/api/replays/{token:str}"
    tags = ("replays",)
    opt = OWN
    dependencies = PERFORMANCE

    @get("/concert", responses=FAULTS, operation_id="getConcert")
    async def timeline(self, performance: Playing) -> Response[ConcertInfo]:
        """The match as music: what sounds when, and the files in which it can be had."""
        return await performance.timeline()

    @get("/concert.mid", responses=FAULTS, operation_id="getConcertMidi", media_type=KINDS["mid"])
    async def midi(self, performance: Playing) -> Response[bytes]:
        """As a Standard MIDI File."""
        return await performance.file("mid")

    @get("/concert.musicxml", responses=FAULTS, operation_id="getConcertMusicXML", media_type=KINDS["musicxml"])
    async def musicxml(self, performance: Playing) -> Response[bytes]:
        """As an orchestral score in MusicXML."""
        return await performance.file("musicxml")

    @get("/concert.svg", responses=FAULTS | UNABLE, operation_id="getConcertSVG", media_type=KINDS["svg"])
    async def svg(self, performance: Playing) -> Response[bytes]:
        """The printed score, engraved, with who plays each note."""
        return await performance.file("svg")

    @get("/concert.ogg", responses=FAULTS | UNABLE, operation_id="getConcertOgg", media_type=KINDS["ogg"])
    async def ogg(self, performance: Playing) -> Response[bytes]:
        """As sound in Ogg Vorbis."""
        return await performance.file("ogg")

    @get("/concert.wav", responses=FAULTS | UNABLE, operation_id="getConcertWav", media_type=KINDS["wav"])
    async def wav(self, performance: Playing) -> Response[bytes]:
        """As sound without loss."""
        return await performance.file("wav")
