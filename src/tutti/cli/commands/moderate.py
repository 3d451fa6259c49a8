"""``tutti moderate``: what the page ``#/house`` does, at the terminal of the machine itself."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tutti.cli.commands.owner import beside, day, now
from tutti.cli.terminal import Problem, Terminal
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.server.store import Store

HELP = "silence or shut out people and address ranges of a server, close tables; what was decided, and by whom"
ACTS = ("mute", "ban", "range", "close", "settle", "lift", "list", "audit", "shut", "open")
SWITCHES = ("tables", "talk", "imports")
MOST = 50


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("act", choices=ACTS)
    about = "a table; for range such as 203.0.113.0/24; for lift an id; for shut and open: tables, talk or imports"
    parser.add_argument("target", nargs="?", default="", metavar="TARGET", help=about)
    parser.add_argument("--line", type=int, metavar="N", help="who said this line at the table (see tutti reports)")
    parser.add_argument("--seat", type=int, metavar="N", help="who sits there, from 0")
    parser.add_argument("--name", default="", help="who protects this name, instead of a table")
    parser.add_argument("--days", type=float, default=0.0, metavar="N", help="for so long (until it is lifted)")
    parser.add_argument("--reason", default="", help="shown to whom it concerns")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder of the server")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    if args.act not in ("list", "audit") and not (args.target or args.name):
        raise Problem(f"tutti moderate {args.act} TARGET")
    table = args.target.rstrip("/").rpartition("/")[2]

    async def take(store: Store) -> Any:
        from tutti.server.moderation import COMMAND, Wish
        from tutti.server.moderation import take as measure

        span = args.target if args.act == "range" else ""
        who = {"line": args.line, "seat": args.seat, "name": args.name}
        wish = Wish(kind=args.act, table="" if span else table, range=span, days=args.days, reason=args.reason, **who)
        return await measure(store, wish, COMMAND, now())

    async def lift(store: Store) -> Any:
        from tutti.server.moderation import COMMAND
        from tutti.server.moderation import lift as end

        return await end(store, args.target, COMMAND, args.reason, now())

    async def settle(store: Store) -> None:
        from tutti.server.moderation import COMMAND
        from tutti.server.moderation import settle as done

        await done(store, table, args.line or 0, COMMAND, args.reason, now())

    async def switch(store: Store) -> str:
        import msgspec

        from tutti.server.house import Switches
        from tutti.server.moderation import COMMAND, act

        body = await store.switches()
        found = Switches() if body is None else msgspec.json.decode(body, type=Switches)
        setattr(found, args.target, args.act == "open")
        shut = ", ".join(name for name in SWITCHES if not getattr(found, name)) or "–"
        await store.set_switches(
            msgspec.json.encode(found), act(COMMAND, "switches", f"shut: {shut}", args.reason, now())
        )
        return shut

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
