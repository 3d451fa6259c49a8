"""``tutti owner``: keys for whoever looks after a server, at its page ``#/house``."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from rich.text import Text

from tutti.cli.commands.serve import home
from tutti.cli.terminal import BadConfiguration, Problem, Terminal
from tutti.extras import install_line
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.store import Store

HELP = "keys for the page on which a server is looked after: make one, list them, take one away"
T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=("new", "list", "remove"), nargs="?", default="list")
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="whose key")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")


def beside(args: Namespace, words: Speaker, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Do something with the store, also while a server runs; what is refused is said in one line."""
    try:
        from tutti.server import settings
        from tutti.server.messages.errors import Refused
        from tutti.server.run import opened
        from tutti.server.store import StoreFault
    except ImportError as fault:
        raise Problem(words.say("serve.not_installed", name=fault.name, command=install_line("server"))) from None

    async def run() -> T:
        async with opened(settings.read(given={"data": args.data}, home=home())) as store:
            return await work(store)

    try:
        return asyncio.run(run())
    except Refused as refused:
        raise Problem(words.say(f"error.{refused.code}", **refused.args_said)) from None
    except settings.BadSettings as fault:
        raise BadConfiguration(str(fault)) from None
    except StoreFault as fault:
        raise Problem(str(fault)) from None


def now() -> int:
    return time.time_ns() // 1_000_000


def day(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    name = " ".join(args.name.split())
    if args.what != "list" and not name:
        raise Problem(f"tutti owner {args.what} NAME")

    async def make(store: Store) -> str:
        from tutti.server.moderation.actions import new_owner

        return await new_owner(store, name, now())

    async def remove(store: Store) -> None:
        from tutti.server.messages.errors import Refused
        from tutti.server.moderation.actions import COMMAND, act

        if not await store.drop_owner(name, act(COMMAND, "owner_removed", name, "", now())):
            raise Refused("no_such_owner", 404, name=name)

    if args.what == "new":
        term.line(Text(words.say("owner.key", name=name, key=beside(args, words, make)), "bold"))
        term.line(Text(words.say("owner.where"), "dim"))
    elif args.what == "remove":
        beside(args, words, remove)
        term.line(Text(words.say("owner.removed", name=name)))
    else:
        found = beside(args, words, lambda store: store.owners())
        for owner in found:
            term.line(Text(words.say("owner.one", name=owner.name, since=day(owner.created))))
        if not found:
            term.line(Text(words.say("owner.none"), "dim"))
    return 0
