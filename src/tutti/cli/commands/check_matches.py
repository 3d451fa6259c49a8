"""``tutti check-matches``: plays every stored match and replay of a server again under the rules of this version."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

import tutti
from tutti.cli.commands.owner import beside
from tutti.cli.terminal import Terminal
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.store import Store

HELP = "play every stored match and replay of a server again under the rules of today; goes on where it was stopped"
PAGE, FEW = 200, 20
"""Rows at a time: of tables, and of replays, each of which may be half a megabyte."""
BROKEN = 1


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server, or of a copy")
    parser.add_argument("--progress", metavar="FILE", help="what was found so far, a line each (checked.jsonl)")
    parser.add_argument("--again", action="store_true", help="begin anew")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    file = Path(args.progress or "checked.jsonl")
    known = {} if args.again else read(file)
    if args.again:
        file.unlink(missing_ok=True)
    fresh = 0

    async def check(store: Store) -> list[dict[str, Any]]:
        nonlocal fresh
        found: list[dict[str, Any]] = []
        whole = not file.is_file() or file.read_bytes()[-1:] in (b"", b"\n")
        with file.open("a", encoding="utf-8") as out:
            out.write("" if whole else "\n")  # a line that was cut off must not swallow the next
            async for id, seq, tried in stored(store):
                one = known.get((id, seq))
                if one is None:
                    one = {"version": tutti.__version__, "match": id, "seq": seq, **await tried()}
                    out.write(json.dumps(one) + "\n")
                    out.flush()  # whoever stops it here goes on here
                    fresh += 1
                found.append(one)
        return found

    found = beside(args, words, check)
    broken = [one for one in found if one["fault"]]
    for one in broken:
        term.line(Text(words.say("checkup.broken", table=one["match"], game=one["game"], reason=one["fault"]), "red"))
    term.line(Text(words.say("checkup.done", matches=len(found), fresh=fresh, broken=len(broken)), "bold"))
    return BROKEN if broken else 0


def read(file: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """What this version found before, by match and length; a line that was cut off is not there."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if isinstance(one, dict) and one.get("version") == tutti.__version__ and "fault" in one:
            found[str(one.get("match")), int(one.get("seq", 0))] = one
    return found


async def stored(store: Store) -> AsyncIterator[tuple[str, int, Callable[[], Awaitable[dict[str, str]]]]]:
    """All that can be played again: matches at tables, then replays, shared or brought along. How long each is, and how
    to try it."""
    last = ""
    while page := await store.matches_after(last, PAGE):
        last = page[-1][0]
        for id, seq in page:
            yield id, seq, partial(fate, store, id)
    last = ""
    while records := await store.records_after(last, FEW):
        last = records[-1][0]
        for token, game, record in records:
            yield f"replay {token}", len(record), partial(fate_of_record, game, record)


async def fate_of_record(game: str, record: bytes) -> dict[str, str]:
    """Whether a record can be replayed."""
    try:
        tutti.Match.replay(json.loads(record))
    except (tutti.TuttiError, ValueError) as fault:
        return {"game": game, "fault": str(fault)}
    return {"game": game, "fault": ""}


async def fate(store: Store, id: str) -> dict[str, str]:
    """Whether a match can be played again, and comes to the same end."""
    from tutti.server.rooms import event_log
    from tutti.server.store import Unreadable

    try:
        table = await store.table(id)
        events = await store.events(id)
    except Unreadable as fault:
        return {"game": "?", "fault": f"unreadable: {fault}"}
    if table is None or not table.seed:
        return {"game": table.game if table else "?", "fault": ""}
    try:
        match = event_log.rebuild(table, None, [event for event in events if event.seq <= table.seq])
    except event_log.Broken as fault:
        return {"game": table.game, "fault": str(fault)}
    ending = table.ending or {}
    result = match.result
    other = (
        table.state == "over"
        and not ending.get("early")
        and (result is None or result.json()["points"] != ending["points"])
    )
    return {"game": table.game, "fault": "another end than the stored one" if other else ""}
