"""A worker process: bots think here, records are written and checked here, so that no socket waits.

It reads jobs from its input and writes answers to its output, each as a length of four bytes and JSON.
It gets the whole match, for a bot's worlds come from it, but the bot is handed a ``Perspective`` only.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from tutti.kernel import library
from tutti.kernel import record as records
from tutti.kernel.bot import Bot, Budget
from tutti.kernel.chance import Dice
from tutti.kernel.errors import TuttiError
from tutti.kernel.facts import HIDDEN, WATCHER
from tutti.kernel.log import events, open_group, written
from tutti.kernel.match import Match
from tutti.kernel.scribe import Scribe
from tutti.server.rooms.history import Frozen, carry_on, thaw

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]  # a module that may be absent

MATCHES_KEPT = 32
MEMORY = 1 << 30
"""Bytes that this process may take."""
HEAD = struct.Struct(">I")

_kept: OrderedDict[str, tuple[Frozen, Match]] = OrderedDict()


def match_of(key: str, frozen: Frozen) -> Match:
    """The match, played on from where this process knows it, or from its start."""
    known = _kept.pop(key, None)
    if known is not None and _continues(known[0], frozen):
        match = known[1]
        carry_on(match, frozen, len(known[0].moves))
    else:
        match = thaw(frozen)
    _kept[key] = frozen, match
    while len(_kept) > MATCHES_KEPT:
        _kept.popitem(last=False)
    return match


def _continues(old: Frozen, new: Frozen) -> bool:
    return old.seed == new.seed and old.drawn <= new.drawn and new.moves[: len(old.moves)] == old.moves


def decide(job: dict[str, Any]) -> dict[str, Any]:
    match = match_of(job["key"], msgspec.convert(job["match"], Frozen))
    action = library.bot(job["bot"]).decide(match.perspective(job["seat"]), Dice(job["dice"]))
    return {"action": match.game.actions[action]}


def think(job: dict[str, Any]) -> dict[str, Any]:
    match = match_of(job["key"], msgspec.convert(job["match"], Frozen))
    bot = library.bot(job["bot"]).at(Budget(seconds=job["seconds"]))
    return thought_of(match, bot, job["seat"], job["dice"])


def thought_of(match: Match, bot: Bot, seat: int, dice: int) -> dict[str, Any]:
    """What a bot thinks of the open question, in the words of the game."""
    thought = bot.think(match.perspective(seat), Dice(dice))
    if thought is None:
        return {"fault": "no_thought"}
    texts = match.game.actions
    return {
        "candidates": [
            {"action": texts[c.action], "visits": c.visits, "chance": c.chance, "points": c.points}
            for c in thought.candidates
        ],
        "line": [[player, texts[action]] for player, action in thought.line],
        "iterations": thought.iterations,
    }


def record(job: dict[str, Any]) -> dict[str, Any]:
    """The record of a match, whole or as one player may see it; as text with one entry a line."""
    match = thaw(msgspec.convert(job["match"], Frozen))
    return {"record": records.text(match.record(job["player"]))}


def check(job: dict[str, Any]) -> dict[str, Any]:
    """Whether a record from anywhere can be replayed, and what it is."""
    raw = json.loads(job["record"]) if isinstance(job["record"], str) else job["record"]
    try:
        match = Match.replay(raw)
    except TuttiError as fault:
        return {
            "refused": {
                "code": fault.code,
                "game": fault.game,
                "rule": fault.rule,
                "args": msgspec.to_builtins(fault.arguments, enc_hook=str),
            }
        }
    return {"game": match.game.name, "players": match.players, "record": records.text(raw)}


def frames(job: dict[str, Any]) -> dict[str, Any]:
    """Part of a match, step by step, through one pair of eyes.

    Of another's sealed answer, and of a group that the record leaves open, it is told that there was a click.
    """
    match = Match.replay(job["record"])
    length, player = len(match.log), job["player"]
    eyes = WATCHER if player is None else player
    covered = open_group(match.log)
    first, last = job["first"], min(job["first"] + job["count"], length + 1)
    found = []
    at = Match.replay(job["record"], min(first, length))
    for number in range(first, last):
        entry = match.start if number == 0 else match.log[number - 1]
        action = written(match.game, entry, eyes).get("action", "")
        if entry in covered and entry.player != eyes:
            action = HIDDEN
        if number > first:
            at._play(entry.player, entry.action, Scribe(at.game, script=entry.kinds()))
        found.append(
            {
                "at": number,
                "player": None if number == 0 else entry.player,
                "action": action,
                "events": events(match.game, entry, eyes),
                "view": at.view(player),
            }
        )
    return {"frames": found, "length": length}


def hog(job: dict[str, Any]) -> dict[str, Any]:
    """For tests of the pool: what happens when a job wants too much memory."""
    return {"size": len(bytearray(job["size"]))}


def crash(job: dict[str, Any]) -> dict[str, Any]:
    """For tests of the pool: what happens when a process dies in the middle."""
    os._exit(3)


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "decide": decide,
    "think": think,
    "record": record,
    "check": check,
    "frames": frames,
    "hog": hog,
    "crash": crash,
}


def answer(raw: bytes) -> bytes:
    """One job done. A job that fails says so; the process goes on."""
    job = msgspec.json.decode(raw)
    try:
        said = JOBS[job["what"]](job)
    except Exception as fault:
        said = {"fault": f"{type(fault).__name__}: {fault}"}
    return msgspec.json.encode(said, enc_hook=str)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Work until the input ends."""
    while len(head := source.read(HEAD.size)) == HEAD.size:
        said = answer(source.read(HEAD.unpack(head)[0]))
        sink.write(HEAD.pack(len(said)) + said)
        sink.flush()


def bound_memory() -> None:
    """A job that wants more than this fails, instead of the machine."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        with suppress(OSError, ValueError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def main() -> None:
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go to the output
    bound_memory()
    serve(source, sink)


if __name__ == "__main__":
    main()
