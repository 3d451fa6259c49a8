"""``tutti export``: a match out of a server's data, also one that the server can no longer play."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tutti.cli.commands.serve import home
from tutti.cli.terminal import BadConfiguration, Problem, Terminal
from tutti.extras import install_line
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.settings import Settings
    from tutti.server.store.rows import Event, Table

HELP = "write a match of a server to a file: the whole record, or the bare log if it cannot be replayed"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help="the table: its address, or the last part of it")
    parser.add_argument("file", metavar="FILE", help="a new file")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    try:
        from tutti.server import settings
        from tutti.server.rooms import event_log
        from tutti.server.store import StoreFault, Unreadable
    except ImportError as fault:
        raise Problem(words.say("serve.not_installed", name=fault.name, command=install_line("server"))) from None
    target = Path(args.file)
    if target.exists():
        raise Problem(words.say("export.exists", path=str(target)))
    try:
        table, events = asyncio.run(_read(settings.read(given={"data": args.data}, home=home()), _id(args.table)))
    except settings.BadSettings as fault:
        raise BadConfiguration(str(fault)) from None
    except StoreFault as fault:
        raise Problem(str(fault)) from None
    except Unreadable:
        raise Problem(words.say("error.match_broken")) from None
    if table is None:
        raise Problem(words.say("error.no_such_table"))
    if not table.seed:
        raise Problem(words.say("error.not_started"))
    try:
        raw: dict[str, Any] = event_log.rebuild(table, None, events).record()
        raw["seats"] = [seat.name for seat in table.seats]
    except event_log.Broken as fault:
        raw = event_log.stored(table, events)
        term.line(Text(words.say("export.broken", reason=str(fault)), "yellow"))
    target.write_text(json.dumps(raw, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    term.line(Text(words.say("export.done", path=str(target)), "bold green"))
    return 0


def _id(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


async def _read(settings: Settings, id: str) -> tuple[Table | None, list[Event]]:
    from tutti.server.run import opened

    async with opened(settings) as store:
        table = await store.table(id)
        events = await store.events(id)
    # A server may go on meanwhile: what came after the table was read is not in it.
    return table, [event for event in events if table is None or event.seq <= table.seq]
