"""``tutti`` alone, or ``tutti menu``: a few Enters from nothing to the first decision."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tutti import ledger
from tutti.ai import roster
from tutti.cli import saves
from tutti.cli.commands import play
from tutti.cli.options import explained, read_value
from tutti.cli.quoting import quoted
from tutti.cli.seats import YOU, PlannedSeat, read_seats, split_seats
from tutti.cli.session import Session
from tutti.cli.terminal import Leave, Problem, Terminal
from tutti.kernel import library
from tutti.kernel.errors import BadOption, TuttiError
from tutti.kernel.game import Game
from tutti.kernel.match import Match
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields, Option
from tutti.words import Speaker

HELP = "choose game, players and options, and play"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--fast", action="store_true", help="no pauses between the moves of bots")


def run(args: Namespace, term: Terminal) -> int:
    try:
        while True:
            chosen = _choose(term)
            if chosen is None:
                return 0
            if isinstance(chosen, Session):
                return chosen.run()
            session = Setting(library.game(chosen), term).set_up()
            if session is not None:
                return session.run()
    except Leave:
        return 0


def _choose(term: Terminal) -> str | Session | None:
    """A game's name, a resumed match, or None to stop."""
    names = sorted(library.games(), key=lambda name: len(library.game(name).actions))  # the lightest game first
    left = saves.last_left()
    term.print(Panel(Text("T U T T I", "bold yellow", justify="center"), border_style="cyan", width=40))
    term.say("menu.games", "bold")
    rows = [(str(number), _about(name, term)) for number, name in enumerate(names, 1)]
    if left is not None:
        rows.append(("c", term.words.say("menu.resume", file=left.name)))
    rows += [("r", term.words.say("menu.rules")), ("q", term.words.say("menu.quit"))]
    _print_rows(term, rows)
    term.say("menu.enter", "dim", choice="1")
    while True:
        typed = term.ask(term.words.say("ask.menu")).lower() or "1"
        if typed in ("q", "quit"):
            return None
        if typed == "r":
            for name in names:
                term.print(quoted(ledger.rules(name), sections=True))
        elif typed == "c" and left is not None:
            try:
                return play.resume(str(left), term)
            except TuttiError as fault:
                term.print(Text(term.sentence(fault), "red"))
        elif typed.isdecimal() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        elif typed in names:
            return typed
        else:
            term.say("menu.nothing", "red", found=typed)


def _about(name: str, term: Terminal) -> str:
    game, speaker = library.game(name), Speaker(name, lang=term.words.lang)
    line = term.words.say("menu.game", title=speaker.title, low=game.low, high=game.high)
    if game.minutes:
        line += f", {speaker.say('time', minutes=game.minutes)}"
    return f"{line}\n{speaker.say('about')}"


def _print_rows(term: Terminal, rows: list[tuple[str, str]]) -> None:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold cyan", min_width=3)
    table.add_column()
    for key, text in rows:
        first, _, second = text.partition("\n")
        table.add_row(key, Text(first).append(f"\n{second}" if second else "", "dim"))
    term.print(table)


class Setting:
    """What is to be chosen before a match, with good values for all of it."""

    def __init__(self, game: Game[Any], term: Terminal) -> None:
        self.game = game
        self.term = term
        self.players = game.usual
        self.seats: list[str] = []
        self.values: Fields = {}

    @property
    def sitting(self) -> tuple[PlannedSeat, ...]:
        return read_seats(self.seats[: self.players], self.players, self.term.words)

    def set_up(self) -> Session | None:
        """Show the choices until the person plays (a session) or goes back (None)."""
        while True:
            self._show()
            typed = self.term.ask(self.term.words.say("ask.menu")).lower()
            if typed in ("b", "back"):
                return None
            if typed in ("q", "quit"):
                raise Leave
            if typed in ("", "p", "play"):
                match = Match.new(self.game, self.players, None, self.values)
                return Session(match, self.sitting, self.term)
            self._change(typed)

    def _show(self) -> None:
        speaker = Speaker(self.game.name, [seat.name for seat in self.sitting], self.term.words.lang)
        words = self.term.words
        rows = [
            (words.say("menu.players"), str(self.players)),
            (words.say("menu.seats"), ", ".join(seat.name for seat in self.sitting)),
        ]
        for option in self.game.options:
            value = self.values.get(option.name, option.default)
            rows.append((speaker.say(f"option.{option.name}.label"), speaker.option(option, value)))
        self.term.print("")
        self.term.say("menu.table", "bold", title=speaker.title)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold cyan", min_width=3)
        for number, (label, value) in enumerate(rows, 1):
            table.add_row(str(number), label, Text(value, "bold"))
        self.term.print(table)
        self.term.say("menu.foot", "dim")

    def _change(self, typed: str) -> None:
        number = int(typed) if typed.isdecimal() else 0
        if number == 1:
            self._change_players()
        elif number == 2:
            self._change_seats()
        elif 3 <= number < 3 + len(self.game.options):
            self._change_option(self.game.options[number - 3])
        else:
            self.term.say("menu.nothing", "red", found=typed)

    def _change_players(self) -> None:
        game, words = self.game, self.term.words
        self.term.say("menu.how_many", low=game.low, high=game.high)
        typed = self.term.ask(words.say("menu.change", label=words.say("menu.players"), now=self.players))
        if not typed:
            return
        if not typed.isdecimal() or not game.low <= int(typed) <= game.high:
            self.term.say("menu.bad_number", "red", found=typed, low=game.low, high=game.high)
            return
        if self._fits(int(typed), self.values):
            self.players = int(typed)

    def _change_seats(self) -> None:
        bots = list(roster.bots())
        words = self.term.words
        own = words.say("seat.you")
        now = ", ".join(own if seat.text == YOU else seat.text for seat in self.sitting)
        example = ", ".join([own, "Anna", *bots][: self.players])
        self.term.say("menu.who", example=example, bots=bots)
        typed = self.term.ask(words.say("menu.change", label=words.say("menu.seats"), now=now))
        if not typed:
            return
        texts = split_seats(typed)
        try:
            read_seats(texts, self.players, self.term.words)
        except Problem as problem:
            self.term.print(Text(str(problem), "red"))
        else:
            self.seats = texts

    def _change_option(self, option: Option) -> None:
        speaker = Speaker(self.game.name, [seat.name for seat in self.sitting], self.term.words.lang)
        now = speaker.option(option, self.values.get(option.name, option.default))
        self.term.print(explained(option, speaker))
        label = speaker.say(f"option.{option.name}.label")
        typed = self.term.ask(self.term.words.say("menu.change", label=label, now=now))
        if not typed:
            return
        values = {**self.values, option.name: read_value(typed, option.schema)}
        if self._fits(self.players, values):
            self.values = values

    def _fits(self, players: int, values: Fields) -> bool:
        try:
            prepare(self.game, players, values)
        except BadOption as fault:
            self.term.print(Text(self.term.sentence(fault), "red"))
            return False
        return True
