"""``tutti moderate``: what the page ``#/house`` does, at the terminal of the machine itself."""

from __future__ import annotations

import json
import urllib.request
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tutti.cli.commands.owner import beside, day, now
from tutti.cli.commands.serve import home
from tutti.cli.terminal import Problem, Terminal
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.store import Store

HELP = "silence or shut out people and address ranges of a server, close tables; what was decided, and by whom"
LOOKS = ("list", "audit", "tables", "limits", "health")
ACTS = ("mute", "ban", "range", "close", "settle", "lift", "shut", "open", *LOOKS)
SWITCHES = ("tables", "talk", "imports")
MOST = 50
PATIENCE = 5.0
"""Seconds for a server to say how it is."""
UNWELL = 1


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("act", choices=ACTS)
    about = (
        "a table; for range such as 203.0.113.0/24; for lift an id; for shut and open: tables, talk or imports; "
        "for health the address of a server, such as http://127.0.0.1:8001"
    )
    parser.add_argument("target", nargs="?", default="", metavar="TARGET", help=about)
    parser.add_argument("--line", type=int, metavar="N", help="who said this line at the table (see tutti reports)")
    parser.add_argument("--seat", type=int, metavar="N", help="who sits there, from 0")
    parser.add_argument("--name", default="", help="who protects this name, instead of a table")
    parser.add_argument("--days", type=float, default=0.0, metavar="N", help="for so long (until it is lifted)")
    parser.add_argument("--reason", default="", help="shown to whom it concerns")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    if args.act not in LOOKS and not (args.target or args.name):
        raise Problem(f"tutti moderate {args.act} TARGET")
    table = args.target.rstrip("/").rpartition("/")[2]

    async def take(store: Store) -> Any:
        from tutti.server.moderation.actions import COMMAND, Wish
        from tutti.server.moderation.actions import take as measure

        span = args.target if args.act == "range" else ""
        who = {"line": args.line, "seat": args.seat, "name": args.name}
        wish = Wish(kind=args.act, table="" if span else table, range=span, days=args.days, reason=args.reason, **who)
        return await measure(store, wish, COMMAND, now())

    async def lift(store: Store) -> Any:
        from tutti.server.moderation.actions import COMMAND
        from tutti.server.moderation.actions import lift as end

        return await end(store, args.target, COMMAND, args.reason, now())

    async def settle(store: Store) -> None:
        from tutti.server.moderation.actions import COMMAND
        from tutti.server.moderation.actions import settle as done

        await done(store, table, args.line or 0, COMMAND, args.reason, now())

    async def switch(store: Store) -> str:
        import msgspec

        from tutti.server.moderation.actions import COMMAND, act
        from tutti.server.moderation.policy import Switches

        on = args.act == "open"
        told = f"{args.target} {args.act}"
        await store.set_switches({args.target: on}, act(COMMAND, "switches", told, args.reason, now()))
        found = msgspec.json.decode(await store.switches() or b"{}", type=Switches)
        return ", ".join(name for name in SWITCHES if not getattr(found, name)) or "–"

    if args.act in ("mute", "ban", "range", "close"):
        made = beside(args, words, take)
        term.line(
            Text(words.say("moderate.done", kind=made.kind, target=made.name or made.target, id=made.id), "bold green")
        )
    elif args.act == "lift":
        gone = beside(args, words, lift)
        term.line(Text(words.say("moderate.lifted", kind=gone.kind, target=gone.name or gone.target)))
    elif args.act == "settle":
        beside(args, words, settle)
        term.line(Text(words.say("moderate.settled")))
    elif args.act in ("shut", "open"):
        if args.target not in SWITCHES:
            raise Problem(f"tutti moderate {args.act} {'|'.join(SWITCHES)}")
        term.line(Text(words.say("moderate.switched", shut=beside(args, words, switch))))
    elif args.act == "list":
        _list(beside(args, words, lambda store: store.measures()), words, term)
    elif args.act == "tables":
        _tables(args, words, term)
    elif args.act == "limits":
        _limits(args, words, term)
    elif args.act == "health":
        return _health(args, words, term)
    else:
        acts = beside(args, words, lambda store: store.acts(MOST))
        for one in acts:
            term.line(Text(f"{day(one.at)}  {one.owner}  {one.act}  {one.name or one.target}  {one.reason}".rstrip()))
        if not acts:
            term.line(Text(words.say("moderate.nothing"), "dim"))
    return 0


def _list(measures: list[Any], words: Speaker, term: Terminal) -> None:
    for one in measures:
        until = words.say("moderate.until", until=day(one.until)) if one.until else ""
        term.line(Text(f"{one.id}  {one.kind}  {one.name or one.target}  {until}  {one.reason}".rstrip()))
    if not measures:
        term.line(Text(words.say("moderate.nothing"), "dim"))


def _tables(args: Namespace, words: Speaker, term: Terminal) -> None:
    """The tables that run or wait, by the id with which one can be closed."""

    async def look(store: Store) -> list[bytes]:
        return [body for state in ("running", "waiting") for body in await store.latest_tables(state, MOST)]

    bodies = beside(args, words, look)
    from tutti.server.store import codec

    found = [table for table in map(codec.table_of, bodies) if table is not None]
    for table in found:
        names = ", ".join(name or "–" for name in codec.names_of(table))
        term.line(Text(f"{table.id}  {table.game}  {table.state}  {day(table.updated)}  {names}"))
    if not found:
        term.line(Text(words.say("moderate.nothing"), "dim"))


def _limits(args: Namespace, words: Speaker, term: Terminal) -> None:
    """The settings that limit somebody, and what is shut."""
    body = beside(args, words, lambda store: store.switches())
    from tutti.server import settings

    for name, value in settings.limits(settings.read(given={"data": args.data}, home=home())).items():
        term.line(Text(f"{name} = {json.dumps(value)}"))
    doors = json.loads(body) if body else {}
    shut = ", ".join(name for name in SWITCHES if not doors.get(name, True)) or "–"
    term.line(Text(words.say("moderate.switched", shut=shut)))


def _health(args: Namespace, words: Speaker, term: Terminal) -> int:
    """How the running server says it is, and what lies in its store; not well is an exit code of its own."""
    counts = beside(args, words, lambda store: store.counts())
    from tutti.server import settings

    found = settings.read(given={"data": args.data}, home=home())
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(found.host, found.host)
    where = args.target.rstrip("/") or f"http://{f'[{host}]' if ':' in host else host}:{found.port}"
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it is on this machine
        with opener.open(f"{where}/api/status", timeout=PATIENCE) as answer:
            said = json.load(answer)
        well = bool(said["stores"]) and not said["slow"]
        how = "health.well" if well else "health.slow" if said["stores"] else "health.full"
        told = {name: said[name] for name in ("version", "people", "tables", "waiting")}
        term.line(Text(words.say(how, where=where), "bold green" if well else "red"))
        term.line(Text(words.say("health.now", since=day(said["since"]), **told)))
    except (OSError, ValueError, KeyError, TypeError):
        well = False
        term.line(Text(words.say("health.silent", where=where), "red"))
    term.line(Text(words.say("health.stored", **counts)))
    return 0 if well else UNWELL
