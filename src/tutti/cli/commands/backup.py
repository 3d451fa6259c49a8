"""``tutti backup``: a copy of all that a server keeps, also while it runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti.cli.commands.serve import home
from tutti.cli.terminal import BadConfiguration, Problem, Terminal
from tutti.extras import install_line
from tutti.words import Speaker

HELP = "copy the data of a server, also while it runs"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the copy, a new file")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    try:
        from tutti.server import settings
        from tutti.server.run import DATABASE
        from tutti.server.store import StoreFault
        from tutti.server.store.sqlite import back_up
    except ImportError as fault:
        raise Problem(words.say("serve.not_installed", name=fault.name, command=install_line("server"))) from None
    target = Path(args.file)
    try:
        found = settings.read(given={"data": args.data}, home=home())
        if found.database:
            raise Problem(words.say("backup.postgres"))
        back_up(Path(found.data) / DATABASE, target)
    except settings.BadSettings as fault:
        raise BadConfiguration(str(fault)) from None
    except StoreFault as fault:
        raise Problem(str(fault)) from None
    term.line(Text(words.say("backup.done", path=str(target), size=target.stat().st_size), "bold green"))
    return 0
