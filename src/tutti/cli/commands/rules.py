"""``tutti rules``: the ledger, the guide and the options of a game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tutti import guide, ledger
from tutti.cli.commands.play import the_game
from tutti.cli.options import explained
from tutti.cli.quoting import quoted
from tutti.cli.terminal import Problem, Terminal
from tutti.guide.reading import Block, Section, Span
from tutti.kernel import library
from tutti.kernel.game import Game
from tutti.words import Speaker
from tutti.words.template import key_of

HELP = "read the rules of a game"
MARKS = {"bold": "bold", "italic": "italic", "code": "cyan"}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, the games there are")
    parser.add_argument("id", nargs="?", metavar="ID", help="one rule, for example SO-014")
    parser.add_argument("--options", action="store_true", help="what a table may choose before a match")
    parser.add_argument("--search", metavar="TEXT", help="only rules with these words")
    parser.add_argument("--guide", action="store_true", help="how to play, for new players, instead of the exact rules")


def run(args: Namespace, term: Terminal) -> int:
    if args.game is None:
        for name in library.games():
            game, speaker = library.game(name), Speaker(name, lang=term.words.lang)
            term.print(Text.assemble((name, "bold"), f"  {game.low}–{game.high}  {speaker.say('about')}"))
        return 0
    if args.id is None and ledger.known(args.game):
        term.print(quoted([ledger.rule(args.game)], sections=True))
        return 0
    game = the_game(args.game, words=term.words)
    if args.options:
        show_options(game, term)
    elif args.guide:
        show_guide(game.name, args, term)
    elif args.id is not None:
        term.print(quoted([ledger.rule(args.id)], sections=True))
    else:
        found = ledger.search(game.name, args.search or "")
        if not found:
            raise Problem(term.words.say("play.no_rules", text=args.search or game.name))
        term.print(quoted(found, sections=True))
    return 0


def show_guide(game: str, args: Namespace, term: Terminal) -> None:
    """The guide: all of it, what tells one rule, or the sections with some words."""
    lang, sections = term.words.lang, guide.sections(game, term.words.lang)
    if args.id is not None:
        anchor = guide.section_of(game, ledger.rule(args.id).id)
        sections = [section for section in sections if section["anchor"] == anchor]
    elif args.search is not None:
        found = [hit["anchor"] for hit in guide.search(game, lang, args.search)]
        sections = sorted(
            (section for section in sections if section["anchor"] in found),
            key=lambda section: found.index(section["anchor"]),
        )
    if not sections:
        raise Problem(term.words.say("play.no_rules", text=args.id or args.search or game))
    for section in sections:
        term.print(told(section))


def told(section: Section) -> RenderableType:
    """A section of the guide under its title."""
    parts: list[RenderableType] = [Text(section["title"], "bold underline")]
    for block in section["blocks"]:
        if block["kind"] == "picture":  # for eyes that have the page
            continue
        shown = rows(block) if block["kind"] == "table" else lines(block)
        parts.append(Padding(shown, (0, 0, 0, 4 if block["example"] else 0)))
    return Padding(Group(*parts), (0, 0, 1, 0))


def lines(block: Block) -> RenderableType:
    """Paragraphs, items or steps."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for number, line in enumerate(block["lines"], 1):
        start = {"list": "•", "steps": f"{number}."}.get(block["kind"])
        table.add_row(*([start] if start else []), spoken(line["cells"][0], line["rules"]))
    return table


def rows(block: Block) -> RenderableType:
    table = Table(header_style="bold")
    for cell in block["head"]:
        table.add_column(spoken(cell))
    for line in block["lines"]:
        *cells, last = line["cells"]
        table.add_row(*(spoken(cell) for cell in cells), spoken(last, line["rules"]))
    return table


def spoken(spans: Sequence[Span], rules: Sequence[str] = ()) -> Text:
    """Text with its marks, and the rules that it tells."""
    shown = Text()
    for span in spans:
        shown.append(span["text"], MARKS.get(span.get("mark", ""), ""))
    return shown.append(f" [{', '.join(rules)}]", "dim") if rules else shown


def show_options(game: Game[Any], term: Terminal) -> None:
    """Every option: what it does, what it takes, what it is without a choice."""
    speaker = Speaker(game.name, lang=term.words.lang)
    for option in game.options:
        label = speaker.say(f"option.{option.name}.label")
        term.print(Text.assemble((option.name, "bold cyan"), "  ", (label, "bold"), (f"  [{option.rule}]", "dim")))
        usual = Text(f"= {key_of(option.default)} ({speaker.option(option, option.default)})", "dim")
        term.print(Padding(Group(explained(option, speaker), usual), (0, 0, 0, 4)))
