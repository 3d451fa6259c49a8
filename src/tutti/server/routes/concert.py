"""Concerts: hear a match, take it along as a file."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get
from litestar.openapi.datastructures import ResponseSpec

from tutti.kernel import library
from tutti.server.concerts import TIMELINE
from tutti.server.core import Server
from tutti.server.messages.errors import Fault, Refused
from tutti.server.messages.tables import ConcertInfo
from tutti.server.middleware import address
from tutti.server.packing import Packed
from tutti.server.routes import FAULTS, Asking, Serving, slow
from tutti.server.routes.packed import OWN, send
from tutti.server.routes.replays import Token, replay_of, whole_of

KINDS = {
    "mid": "audio/midi",
    "musicxml": "application/vnd.recordare.musicxml+xml",
    "svg": "image/svg+xml",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
}
UNABLE = {501: ResponseSpec(Fault, description="This server lacks what that needs.", generate_examples=False)}


class ConcertController(Controller):
    path = "/api/replays/{token:str}"
    tags = ("records",)
    opt = OWN

    @get("/concert", responses=FAULTS, operation_id="getConcert")
    async def timeline(self, request: Asking, server: Serving, token: Token) -> Response[ConcertInfo]:
        """The match as music: what sounds when, and the files in which it can be had."""
        return send(request, await _made(request, server, token, TIMELINE))

    @get("/concert.mid", responses=FAULTS, operation_id="getConcertMidi", media_type=KINDS["mid"])
    async def midi(self, request: Asking, server: Serving, token: Token) -> Response[bytes]:
        """As a Standard MIDI File."""
        return await _file(request, server, token, "mid")

    @get("/concert.musicxml", responses=FAULTS, operation_id="getConcertMusicXML", media_type=KINDS["musicxml"])
    async def musicxml(self, request: Asking, server: Serving, token: Token) -> Response[bytes]:
        """As an orchestral score in MusicXML."""
        return await _file(request, server, token, "musicxml")

    @get("/concert.svg", responses=FAULTS | UNABLE, operation_id="getConcertSVG", media_type=KINDS["svg"])
    async def svg(self, request: Asking, server: Serving, token: Token) -> Response[bytes]:
        """The printed score, engraved, with who plays each note."""
        return await _file(request, server, token, "svg")

    @get("/concert.ogg", responses=FAULTS | UNABLE, operation_id="getConcertOgg", media_type=KINDS["ogg"])
    async def ogg(self, request: Asking, server: Serving, token: Token) -> Response[bytes]:
        """As sound in Ogg Vorbis."""
        return await _file(request, server, token, "ogg")

    @get("/concert.wav", responses=FAULTS | UNABLE, operation_id="getConcertWav", media_type=KINDS["wav"])
    async def wav(self, request: Asking, server: Serving, token: Token) -> Response[bytes]:
        """As sound without loss."""
        return await _file(request, server, token, "wav")


async def _made(request: Asking, server: Server, token: str, form: str) -> Packed:
    slow(server, server.limits.heavy, address(request.scope))
    replay = await replay_of(server, token)
    whole_of(replay)
    if replay.game not in library.games() or not library.game(replay.game).concert:
        raise Refused("not_there", 404)
    return await server.concerts.made(replay, form, address(request.scope))


async def _file(request: Asking, server: Server, token: str, form: str) -> Response[Any]:
    packed = await _made(request, server, token, form)
    return send(request, packed, KINDS[form], more={"content-disposition": f'attachment; filename="concert.{form}"'})
