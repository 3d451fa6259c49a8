"""``tutti play``: people against bots and each other at one keyboard."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from tutti.cli import saves
from tutti.cli.options import read_options
from tutti.cli.seats import read_seats, split_seats
from tutti.cli.session import Session
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel import library
from tutti.kernel.game import Game
from tutti.kernel.match import Match
from tutti.words import Speaker

HELP = "play a match at this keyboard"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game (see tutti rules)")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument(
        "--seats", metavar="A,B,…", help="who sits where: you, the name of a bot, or a person's name with a capital"
    )
    parser.add_argument("--seed", help="the seed of chance: the same seed, the same deck")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    parser.add_argument("--pack", metavar="PACK", help="components: a pack's name or TOML file")
    parser.add_argument(
        "--resume",
        nargs="?",
        const=saves.LAST,
        metavar="FILE",
        help="go on with a saved match (or with the last one)",
    )
    parser.add_argument("--fast", action="store_true", help="no pauses between the moves of bots")


def the_game(name: str | None, pack: str | None = None, words: Speaker | None = None) -> Game[Any]:
    """The game a person named; with only one there, it need not be named."""
    if name is None and len(library.games()) > 1:
        raise Problem((words or Speaker("terminal")).say("play.which_game", known=list(library.games())))
    return library.game(library.games()[0] if name is None else name, pack)


def run(args: Namespace, term: Terminal) -> int:
    if args.resume is None:
        return _new(args, term).run()
    for name in ("players", "option", "seed"):
        if getattr(args, name):
            raise Problem(term.words.say("play.only_new", option=f"--{name}"))
    return resume(args.resume, term, args.game, args.seats, args.pack).run()


def _new(args: Namespace, term: Terminal) -> Session:
    game = the_game(args.game, args.pack, term.words)
    texts = split_seats(args.seats)
    players = args.players
    if players is None:
        players = len(texts) if len(texts) >= game.low else game.usual
    seats = read_seats(texts, players, term.words)
    match = Match.new(game, players, args.seed, read_options(game, args.option, term.words))
    title = Speaker(game.name, lang=term.words.lang).title
    term.say("play.opening", "bold", game=title, players=players, names=[seat.name for seat in seats])
    return Session(match, seats, term)


def resume(
    file: str, term: Terminal, game: str | None = None, seats: str | None = None, pack: str | None = None
) -> Session:
    """The match in a file, with the people and bots who sat there, or others."""
    path = saves.find(file, term.words)
    raw = saves.read(path)
    if pack is not None:
        library.game(str(raw.get("game")), pack)
    match = saves.open_match(raw)
    if game is not None and game != match.game.name:
        raise Problem(term.words.say("play.other_game", path=str(path), found=match.game.name, expected=game))
    texts = split_seats(seats) or [str(text) for text in raw.get("seats", [])]
    sitting = read_seats(texts, match.players, term.words)
    term.say("play.resumed", "bold", moves=len(match.log))
    return Session(match, sitting, term, path if saves.is_record(raw) else None)
