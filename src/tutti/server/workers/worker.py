"""A worker process: bots think here, records are written and checked here, so that no socket waits.

It reads jobs from its input and writes answers to its output, each as a length of four bytes and JSON.
It gets the whole match, for a bot's worlds come from it, but the bot is handed a ``Perspective`` only.
"""

from __future__ import annotations

import json
import math
import os
import select
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, BinaryIO, cast

import msgspec

from tutti import concert
from tutti.advice import analysis
from tutti.advice.hints import explaining, hint
from tutti.advice.playouts import WORLDS
from tutti.ai import roster
from tutti.ai.bot import Bot, checked
from tutti.kernel import record as records
from tutti.kernel.chance import Dice
from tutti.kernel.errors import TuttiError
from tutti.kernel.log import events, open_group, written
from tutti.kernel.match import Match
from tutti.kernel.types import HIDDEN, WATCHER, Fields
from tutti.server.store.rows import Event, Table
from tutti.server.workers.pipe import HEAD, LOW, STOP, bound_memory

LOW_PRIORITY = 10
"""How nice a process is that works beside all others: a tenth of a busy core is left to it, and an idle one at once."""
MATCHES_KEPT = 32
SEATS_KEPT = 4
"""Bots that stay at their seats with what they thought; each may have some 60 MB in mind."""
ENDS = {"log", "skip", "question", "clicks"}
"""What of a transcript changes while a match goes on."""

_kept: OrderedDict[str, tuple[Fields, Match]] = OrderedDict()
_seated: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
_ear: int | None = None
"""Where jobs come from, if one can be called off."""


def match_of(key: str, transcript: Fields) -> Match:
    """The match, played on from where this process knows it, or from its start."""
    known = _kept.pop(key, None)
    if known is not None and _continues(known[0], transcript):
        match = known[1]
        match.carry_on(transcript)
    else:
        match = Match.replay(transcript)
    _kept[key] = transcript, match
    while len(_kept) > MATCHES_KEPT:
        _kept.popitem(last=False)
    return match


def _continues(old: Fields, new: Fields) -> bool:
    """Whether everything of the old transcript still stands."""
    same = all(old.get(key) == value for key, value in new.items() if key not in ENDS)
    return same and new["log"][: len(old["log"])] == old["log"]


def seated(job: dict[str, Any]) -> Bot:
    """The bot that sits there since its last move, or a new one."""
    place = job["key"], job["seat"], job["bot"]
    bot = _seated.pop(place, None) or roster.bot(job["bot"]).seated()
    _seated[place] = bot
    while len(_seated) > SEATS_KEPT:
        _seated.popitem(last=False)
    return bot


def called_off() -> bool:
    """Whether something waits at the ear: while a job is under way that can only be ``STOP``, or the end."""
    return _ear is not None and bool(select.select([_ear], [], [], 0)[0])


def decide(job: dict[str, Any]) -> dict[str, Any]:
    """A bot's move; ``asked`` is when it was asked, for the way here is part of its time."""
    return _voted(job, seated(job))


def assist(job: dict[str, Any]) -> dict[str, Any]:
    """The same question in another process, to be counted together."""
    return _voted(job, roster.bot(job["bot"]))


def _voted(job: dict[str, Any], bot: Bot) -> dict[str, Any]:
    match = match_of(job["key"], job["match"])
    late = max(0.0, time.time() - job["asked"])
    perspective = match.perspective(job["seat"])
    votes = bot.votes(perspective, Dice(job["dice"]), called_off, late)
    if not votes:
        checked(bot, perspective, None)
    return {"votes": {match.game.actions[checked(bot, perspective, action)]: count for action, count in votes.items()}}


def ponder(job: dict[str, Any]) -> dict[str, Any]:
    """A bot thinks on while others are asked."""
    match = match_of(job["key"], job["match"])
    perspective = match.perspective(job["seat"])
    return {"lines": seated(job).ponder(perspective, Dice(job["dice"]), job["seconds"], called_off)}


def think(job: dict[str, Any]) -> dict[str, Any]:
    match = match_of(job["key"], job["match"])
    budget, rest = explaining(job["seconds"])
    return hint_of(match, roster.bot(job["bot"]).at(budget), job["seat"], job["dice"], rest)


def hint_of(
    match: Match, bot: Bot, seat: int, dice: int, seconds: float = math.inf, worlds: int = WORLDS
) -> dict[str, Any]:
    """What a bot that searches thinks of the open question and why, in the words of the game."""
    if bot.budget is None:
        return {"fault": "no_thought"}
    return hint(match.perspective(seat), bot, Dice(dice), worlds=worlds, seconds=seconds).json(match.game.actions)


def record(job: dict[str, Any]) -> dict[str, Any]:
    """The record of a match, whole or as one player may see it; as text with one entry a line."""
    match = Match.replay(job["match"])
    player = job["player"]
    return {"record": records.text(match.record() if player is None else match.record(player))}


def check(job: dict[str, Any]) -> dict[str, Any]:
    """Whether a record from anywhere can be replayed, and what it is."""
    raw = json.loads(job["record"]) if isinstance(job["record"], str) else job["record"]

    def checked() -> dict[str, Any]:
        match = Match.replay(raw)
        return {"game": match.game.name, "players": match.players, "record": records.text(raw)}

    return _unless_refused(checked)


def _unless_refused(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What comes of it, or why the rules or the record do not allow it."""
    try:
        return work()
    except TuttiError as fault:
        return {
            "refused": {
                "code": fault.code,
                "game": fault.game,
                "rule": fault.rule,
                "args": msgspec.to_builtins(fault.arguments, enc_hook=str),
            }
        }


def moments(job: dict[str, Any]) -> dict[str, Any]:
    """Part of a match, moment by moment, through one pair of eyes; the match is played once.

    Of another's sealed answer, and of a group that the record leaves open, it is told that there was a click.
    """
    player, first, count = job["player"], job["first"], job["count"]
    eyes = WATCHER if player is None else player
    views = []
    for number, match in enumerate(Match.moments(job["record"])):
        if first <= number < first + count:
            views.append(match.view(player))
    entries = [match.start, *match.log]
    closed = len(match.log) - len(open_group(match.log))
    found = []
    for number, view in enumerate(views, first):
        entry = entries[number]
        action = written(match.game, entry, eyes).get("action", "")  # what was opened later is told, too
        found.append(
            {
                "at": number,
                "player": None if number == 0 else entry.player,
                "action": HIDDEN if number > closed and entry.player != eyes else action,
                "events": events(match.game, entry, eyes),
                "view": view,
            }
        )
    return {"frames": found, "length": len(match.log)}


def plan(job: dict[str, Any]) -> dict[str, Any]:
    """The pieces in which a finished match is analysed."""
    return _unless_refused(lambda: {"pieces": analysis.plan(job["record"], seconds=job["seconds"], seed=job["seed"])})


def analyse(job: dict[str, Any]) -> dict[str, Any]:
    """One piece of an analysis."""
    return _unless_refused(lambda: analysis.part(job["record"], job["piece"]))


def join(job: dict[str, Any]) -> dict[str, Any]:
    """The analysis from all its parts."""
    return _unless_refused(lambda: {"found": analysis.join(job["record"], job["parts"])})


def position(job: dict[str, Any]) -> dict[str, Any]:
    """A position, given or that of a record after so many entries: whole, and as the first sees it who is asked."""

    def looked_at() -> dict[str, Any]:
        given = job["position"]
        match = Match.replay(job["record"], job["entry"]) if given is None else Match.load(given, job["seed"])
        active = list(match.active)
        return {"position": match.dump(), "active": active, "view": match.view(active[0] if active else None)}

    return _unless_refused(looked_at)


def perform(job: dict[str, Any]) -> dict[str, Any]:
    """A match as music: its timeline, or a file."""

    def heard() -> dict[str, Any]:
        performance = concert.performance_of(Match.replay(job["record"]))
        if job["form"] == "timeline":
            return {"timeline": performance.timeline()}
        return {"file": concert.made(performance, job["form"], job["soundfont"])}

    return _unless_refused(heard)


def export(job: dict[str, Any]) -> dict[str, Any]:
    """Tables of a person with what the person may know of them: one, and as many more as there is time and room for."""
    from tutti.server.rooms.event_log import known_to  # processes in which bots think do not need it

    end = time.monotonic() + job["seconds"]
    made: list[bytes] = []
    for item in job["items"]:
        told = item["told"]
        if "events" in item:
            table, events = msgspec.convert(item["table"], Table), msgspec.convert(item["events"], list[Event])
            told |= known_to(job["person"], table, events)
        made.append(msgspec.json.encode(told))
        if time.monotonic() >= end or sum(map(len, made)) >= job["size"]:
            break
    return {"done": len(made), "told": b",".join(made).decode()}


def hog(job: dict[str, Any]) -> dict[str, Any]:
    """For tests of the pool: what happens when a job wants too much memory."""
    return {"size": len(bytearray(job["size"]))}


def crash(job: dict[str, Any]) -> dict[str, Any]:
    """For tests of the pool: what happens when a process dies in the middle."""
    os._exit(3)


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "decide": decide,
    "assist": assist,
    "ponder": ponder,
    "think": think,
    "record": record,
    "check": check,
    "moments": moments,
    "plan": plan,
    "analyse": analyse,
    "join": join,
    "position": position,
    "perform": perform,
    "export": export,
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
    while len(head := _read(source, HEAD.size)) == HEAD.size:
        if head == STOP:
            continue  # too late: what it meant is done
        said = answer(_read(source, HEAD.unpack(head)[0]))
        sink.write(HEAD.pack(len(said)) + said)
        sink.flush()


def _read(source: BinaryIO, count: int) -> bytes:
    """So many bytes, fewer only at the end; nothing behind them is taken, for ``called_off`` must see it."""
    found = b""
    while len(found) < count and (more := source.read(count - len(found))):
        found += more
    return found


def main() -> None:
    global _ear
    sink = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go to the output
    bound_memory()
    if LOW in sys.argv[1:] and sys.platform != "win32":
        os.nice(LOW_PRIORITY)
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        if sys.platform != "win32":  # there one cannot look into a pipe
            _ear = source.fileno()
        serve(cast(BinaryIO, source), sink)


if __name__ == "__main__":
    main()
