"""``tutti learn``: the lessons of a game, one after the other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.table import Table
from rich.text import Text

from tutti import learn
from tutti.cli.lessons import LessonSession
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel import library
from tutti.words import Speaker

HELP = "learn a game by playing short lessons"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, all lessons are listed")
    parser.add_argument("scene", nargs="?", metavar="LESSON", help="where to begin; without it, at the first")


def run(args: Namespace, term: Terminal) -> int:
    if args.game is None:
        for game in learn.games():
            _list(game, term)
        term.say("learn.begin", "dim", game=learn.games()[0])
        return 0
    library.game(args.game)  # refused if there is no such game
    scenes = learn.scenes(args.game)
    if not scenes:
        raise Problem(term.words.say("learn.none", game=args.game))
    first = 0 if args.scene is None else scenes.index(learn.scene(args.game, args.scene))
    for number, scene in enumerate(scenes[first:], first + 1):
        LessonSession(scene, term).learn()
        if number == len(scenes):
            term.say("learn.all", "bold", game=args.game)
        else:
            term.ask(term.words.say("learn.next"))  # whoever has enough leaves here
    return 0


def _list(game: str, term: Terminal) -> None:
    """The lessons of a game with their names, which can be typed."""
    tells = Speaker(f"{learn.WORDS}{game}", lang=term.words.lang)
    term.print(Text(tells.title, "bold"))
    table = Table.grid(padding=(0, 2, 0, 0))
    for scene in learn.scenes(game):
        about = Text(tells.say(scene.code("title"))).append(f"\n{tells.say(scene.code('about'))}", "dim")
        table.add_row(Text(f" {scene.name}", "bold cyan"), about)
    term.print(table)
