"""``tutti reports``: the talk that people pointed out, for whoever runs the server."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from rich.text import Text

from tutti.cli.commands.serve import home
from tutti.cli.terminal import BadConfiguration, Problem, Terminal
from tutti.extras import install_line
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.settings import Settings
    from tutti.server.store.rows import Report, TalkLine

HELP = "show the talk that people at a server's tables have reported, also while it runs"
MOST = 50


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")
    parser.add_argument("--last", type=int, default=MOST, metavar="N", help=f"at most so many ({MOST})")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    try:
        from tutti.server import settings
        from tutti.server.store import StoreFault
    except ImportError as fault:
        raise Problem(words.say("serve.not_installed", name=fault.name, command=install_line("server"))) from None
    try:
        found = asyncio.run(_read(settings.read(given={"data": args.data}, home=home()), max(0, args.last)))
    except settings.BadSettings as fault:
        raise BadConfiguration(str(fault)) from None
    except StoreFault as fault:
        raise Problem(str(fault)) from None
    if not found:
        term.line(Text(words.say("reports.none"), "dim"))
    for report, line in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.at / 1000))
        term.line(Text(f"{when}  {report.table}  {report.no}", "bold"))
        if line is None:
            term.line(Text("  " + words.say("reports.gone"), "dim"))
        else:
            term.line(Text(f"  {line.name}: {line.text}"))
        if report.reason:
            term.line(Text("  " + words.say("reports.reason", reason=_plain(report.reason))))
    return 0


def _plain(text: str) -> str:
    """What somebody wrote, without signs that would steer the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


async def _read(settings: Settings, last: int) -> list[tuple[Report, TalkLine | None]]:
    from tutti.server.run import opened

    async with opened(settings) as store:
        return await store.reports(last)
