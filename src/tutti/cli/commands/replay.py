"""``tutti replay``: a record step by step, or its whole log."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.rule import Rule as Line
from rich.text import Text

from tutti.cli import ending, saves
from tutti.cli.screens import picture_of
from tutti.cli.seats import read_seats, spoken_to
from tutti.cli.terminal import Leave, Problem, Terminal
from tutti.kernel.log import events
from tutti.kernel.match import Match
from tutti.kernel.types import WATCHER, Fields
from tutti.words import Speaker

HELP = "step through a recorded match"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="N", help="begin after N moves")
    parser.add_argument("--player", type=int, metavar="P", help="look through the eyes of player P (0 is the first)")
    parser.add_argument("--all", action="store_true", help="print the whole log and stop")


def run(args: Namespace, term: Terminal) -> int:
    show = Show(saves.read(Path(args.file)), args.player, term)
    if not 0 <= args.start <= show.last:
        raise Problem(term.words.say("replay.not_there", found=args.start, last=show.last))
    if args.player is not None and not 0 <= args.player < show.whole.players:
        raise Problem(term.words.say("error.no_such_player", player=args.player, last=show.whole.players - 1))
    if args.all:
        show.log(args.start)
        show.result()
        return 0
    show.walk(args.start)
    return 0


class Show:
    """A record, replayed once as a whole and again up to the place that is shown."""

    def __init__(self, record: Fields, player: int | None, term: Terminal) -> None:
        self.record = record
        self.whole = Match.replay(record)
        self.player = player
        self.term = term
        self.last = len(self.whole.log)
        texts = [str(text) for text in record.get("seats", [])]
        seats = read_seats(texts, self.whole.players, term.words) if texts else ()
        names = [seat.name for seat in seats] if seats else None
        self.speaker = Speaker(self.whole.game.name, names, term.words.lang, spoken_to(seats))
        self.picture = picture_of(self.whole.game.name)

    def walk(self, at: int) -> None:
        """Show a place, ask where to go, until the person has seen enough."""
        self.show(at)
        while True:
            try:
                typed = self.term.ask(self.term.words.say("ask.menu")).lower()
            except Leave:
                return
            if typed in ("q", "quit"):
                return
            if typed in ("l", "log"):
                self.log(0, at)
                continue
            wish = self._wish(typed, at)
            if wish is None:
                self.term.say("play.not_understood", "red", found=typed)
            elif not 0 <= wish <= self.last:
                self.term.say("replay.not_there", "red", found=wish, last=self.last)
            else:
                at = wish
                self.show(at)

    @staticmethod
    def _wish(typed: str, at: int) -> int | None:
        if typed in ("", "n", "next"):
            return at + 1
        if typed in ("b", "back", "p"):
            return at - 1
        return int(typed) if typed.lstrip("-").isdecimal() else None

    def show(self, at: int) -> None:
        """The table after ``at`` moves and what the last of them did."""
        match = Match.replay(self.record, at)
        self.term.fresh()
        self.term.print(self.picture(match.game, match.view(self.player), self.speaker))
        self.term.print(Line(style="dim"))
        self.term.say("replay.at", "bold", at=at, last=self.last)
        for text in self._texts(at):
            self.term.print(Text(f"  {text}"))
        if at == self.last:
            self.result()
        self.term.say("replay.foot", "dim")

    def _texts(self, at: int) -> list[str]:
        """What the player was told by move ``at``; 0 is the set-up."""
        entry = self.whole.log[at - 1] if at else self.whole.start
        seat = WATCHER if self.player is None else self.player
        return [self.speaker.event(event) for event in events(self.whole.game, entry, seat)]

    def log(self, first: int, last: int | None = None) -> None:
        """All moves in words."""
        for at in range(first, (self.last if last is None else last) + 1):
            for text in self._texts(at):
                self.term.print(Text(f"{at:>4}  {text}"))

    def result(self) -> None:
        result = self.whole.result
        if result is None:
            return
        self.term.print(ending.table(result, self.speaker, self.term.words))
        for line in ending.sentences(result, self.speaker, self.term.words):
            self.term.print(Text(line, "bold"))
