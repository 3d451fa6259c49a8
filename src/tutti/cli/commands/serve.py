"""``tutti serve``: the match server."""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti.cli import saves
from tutti.cli.terminal import BadConfiguration, Problem, Terminal
from tutti.extras import install_line
from tutti.kernel import library
from tutti.words import Speaker

HELP = "run the match server, so that people can play in their browsers"

OTHER_PORTS = 20
"""So many more are tried for somebody who is led to the page anyway."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen at (127.0.0.1; 0.0.0.0 for everybody in the network)")
    parser.add_argument("--port", type=int, help="the port (8000)")
    parser.add_argument("--data", metavar="FOLDER", help="where people, tables and moves are kept")
    parser.add_argument("--config", metavar="FILE", help="settings in TOML; see docs/server.md")
    parser.add_argument("--open", action="store_true", help="open the page in a browser, on the next free port")
    parser.add_argument("--schema", metavar="FOLDER", help="only write openapi.json and socket.json there")


def home() -> Path:
    """Where a server keeps its data if nobody says otherwise."""
    return saves.home() / "server"


def show(address: str) -> None:
    """Open a page, where there is a screen: a browser in the terminal would only be in the way."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run(args: Namespace, term: Terminal) -> int:
    gc.disable()  # until the server has started (``gc_policy.settle``): nothing becomes garbage before
    try:
        return _run(args, term)
    finally:
        gc.enable()


def _run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    _check_games(words)
    if args.schema:
        _write_schemas(Path(args.schema))
        return 0
    try:
        from tutti.server import listen, settings
        from tutti.server.store import StoreFault
    except ImportError as fault:
        raise _not_installed(words, fault) from None

    def ready(address: str) -> None:
        term.line(Text(words.say("serve.ready", address=address), "bold"))
        term.line(Text(words.say("serve.stop"), "dim"))
        term.console.file.flush()
        if args.open:
            show(address)

    try:
        given = {"host": args.host, "port": args.port, "data": args.data}
        found = settings.read(Path(args.config) if args.config else None, given=given, home=home())
        with listen.taken(found, OTHER_PORTS if args.open else 0) as place:
            try:
                from tutti.server.run import serve  # takes longest, while those who come back stand at the door
            except ImportError as fault:
                raise _not_installed(words, fault) from None
            serve(found, place, ready)
    except KeyboardInterrupt:  # the usual end, after everything was closed
        return 0
    except listen.Busy as fault:
        if not (args.open and fault.address):
            raise Problem(str(fault)) from None
        term.line(Text(words.say("serve.running", address=fault.address), "bold"))
        show(fault.address)
    except settings.BadSettings as fault:
        raise BadConfiguration(str(fault)) from None
    except (listen.CannotListen, StoreFault) as fault:
        raise Problem(str(fault)) from None
    return 0


def _not_installed(words: Speaker, fault: ImportError) -> Problem:
    return Problem(words.say("serve.not_installed", name=fault.name, command=install_line("server")))


def _check_games(words: Speaker) -> None:
    """A game of others that cannot be had is told here, not to everybody who opens a page. Ours are imported when they
    are wanted, or in a quiet moment."""
    try:
        library.load(library.guests())
    except library.NoGame as gone:
        reason = f"{type(gone.fault).__name__}: {gone.fault}"
        raise Problem(words.say("serve.no_game", game=gone.name, module=gone.module, reason=reason)) from None


def _write_schemas(folder: Path) -> None:
    """What the client's types are made from, without a running server."""
    from tutti.kernel.shapes import NO_SHAPES
    from tutti.server.schemas import openapi, shown, socket

    (folder / "games").mkdir(parents=True, exist_ok=True)
    schemas = {"openapi": openapi(), "socket": socket(), "shown": shown(NO_SHAPES, {})}
    games = [library.game(name) for name in library.games()]
    schemas |= {f"games/{game.name}": shown(game.shapes, game.verbs.args) for game in games}
    for name, schema in schemas.items():
        (folder / f"{name}.json").write_text(json.dumps(schema, indent=1, sort_keys=True) + "\n", encoding="utf-8")
