"""One match at one keyboard: asks people, lets bots play, tells what happened, never loses the match."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from tutti.ai import roster
from tutti.ai.bot import decided
from tutti.cli import ending, orders, saves
from tutti.cli.screens import picture_of
from tutti.cli.seats import PlannedSeat, spoken_to
from tutti.cli.terminal import Leave, Terminal, leaving_on_signals, said, undisturbed
from tutti.kernel.chance import Dice
from tutti.kernel.errors import IllegalAction
from tutti.kernel.match import Match
from tutti.kernel.types import Fields
from tutti.words import Speaker

PAUSE = 0.7
NEWS = 12
"""So many of the latest events stand under the table."""


class Session:
    """A match, its seats and the terminal. ``path`` is where the match is kept when it is left."""

    def __init__(self, match: Match, seats: Sequence[PlannedSeat], term: Terminal, path: Path | None = None) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.term = term
        self.path = path
        self.names = [seat.name for seat in seats]
        self.people = [player for player, seat in enumerate(seats) if seat.bot is None]
        self.speaker = Speaker(match.game.name, self.names, term.words.lang, spoken_to(seats))
        self.fine = Speaker(match.game.name, self.names, term.words.lang, spoken_to(seats), small=True)
        self.picture = picture_of(match.game.name)
        self._verbs = {action.split()[0] for action in match.game.actions}
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self._dice = [Dice(_number(f"{match.seed}:{player}:{len(match.log)}")) for player in range(match.players)]
        self._begun = len(match.log)
        self._told = 0
        self._news_from: dict[int, int] = {}

    def run(self) -> int:
        """Play to the end, or until the person leaves; then the match lies in a file."""
        try:
            with leaving_on_signals():
                self._play()
                ending.show(self)
        except (Leave, KeyboardInterrupt):
            with undisturbed():
                self.keep()
        except BaseException:
            with undisturbed():
                self.keep()
            raise
        return 0

    def _play(self) -> None:
        if not self.people:
            self.term.say("play.watching", "dim")
        while active := self.match.active:
            bots = [player for player in active if self.seats[player].bot is not None]
            if bots:
                self._bot_plays(bots[0])
            else:
                self.person_plays(self.at_keyboard if self.at_keyboard in active else active[0])

    def keep(self) -> None:
        """Write the match down and say how to go on; also when the terminal is gone."""
        if len(self.match.log) == self._begun and self.path is None:
            self._try_say("play.nothing_to_keep")
            return
        for path in [self.path, saves.new_path(self.match.game.name), saves.last_resort(self.match.game.name)]:
            if path is not None and self._kept_in(path):
                return

    def _kept_in(self, path: Path) -> bool:
        try:
            saves.write(self.match, self.seats, path)
        except OSError as fault:
            self._try_say("play.not_saved", path=str(path), reason=fault.strerror or str(fault))
            return False
        self.path = path
        self._try_say("play.left", path=str(path))
        if self.match.result is None:
            self._try_say("play.resume", path=shlex.quote(str(path)))
        return True

    def _try_say(self, code: str, **args: str) -> None:
        try:
            self.term.line(Text(self.term.words.say(code, **args), "bold"))
        except OSError:
            return

    # -- bots ----------------------------------------------------------------------------------

    def _bot_plays(self, player: int) -> None:
        bot = roster.bot(self.seats[player].bot or "")
        action = decided(bot, self.match.perspective(player), self._dice[player])
        self.match.play(player, self.match.game.actions[action])
        if self.tell():
            self.term.pause(PAUSE)

    # -- telling -------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """Through whose eyes the screen looks: the person at the keyboard, else a spectator."""
        return self.at_keyboard

    def tell(self) -> bool:
        """Print what has happened since the last time; whether there was anything."""
        events = self.match.events(self.viewer)
        fresh = events[self._told :]
        for event in fresh:
            self._print_event(event)
        self._told = len(events)
        return bool(fresh)

    def _print_event(self, event: Fields) -> None:
        mine = event.get("player") == self.viewer and self.viewer is not None
        self.term.print(Text("  ").append_text(said(self.fine.event(event), "bold" if mine else "")))

    def forget_told(self) -> None:
        """After a take-back: nothing that is left is news."""
        self._told = len(self.match.events(self.viewer))
        for player in self._news_from:
            self._news_from[player] = min(self._news_from[player], len(self.match.events(player)))

    def show_table(self) -> None:
        self.term.print(self.picture(self.match.game, self.match.view(self.viewer), self.speaker))

    # -- people --------------------------------------------------------------------------------

    def person_plays(self, player: int) -> None:
        """Ask one person until something has been played or taken back."""
        self._hand_over(player)
        self.show_question(player)
        while True:
            typed = self.term.ask(self.term.words.say("ask.choice"))
            before = len(self.match.events(player))
            if self._answer(player, typed):
                self._news_from[player] = min(before, len(self.match.events(player)))
                return

    def _hand_over(self, player: int) -> None:
        before = self.at_keyboard
        if before == player:
            return
        if len(self.people) > 1 and self._secrets():
            if before is not None:  # time to read what the own action did
                self.term.ask(self.term.words.say("ask.hide", name=self.names[before]))
            self.term.curtain(self.names[player])
            self._told = self._news_from.get(player, 0)
        self.at_keyboard = player

    def all_look(self) -> None:
        """From now on the screen shows what everybody may see."""
        if len(self.people) > 1:
            self.at_keyboard = None
            self._told = len(self.match.events(None))

    def _secrets(self) -> bool:
        """Whether the people here see different things; then a curtain falls between them."""
        seen = [{**self.match.view(player), "you": None} for player in self.people]
        return any(view != seen[0] for view in seen)

    def show_question(self, player: int) -> None:
        """The table, what happened since this person's last action, the question and the choices."""
        self.term.fresh()
        self.show_table()
        events = self.match.events(player)
        news = events[self._news_from.get(player, 0) :][-NEWS:]
        self.term.print(Line(style="dim"))
        for event in news if self.term.live else []:
            self._print_event(event)
        if not self.term.live:
            self.tell()
        self._told = len(events)
        asked = self.match.prompt(player)
        if asked is not None:
            name = self.term.words.say("play.asked", name=self.names[player])
            line = Text(name, "bold yellow").append_text(said(self.fine.prompt(asked), "bold"))
            self.term.print(line.append(f"  [{asked.rule}]" if asked.rule else "", "dim"))
        self.term.print(self.choices(player))
        legal = self.match.legal(player)
        if len(legal) == 1:
            self.term.say("play.only", "dim", action=self.speaker.action(legal[0]))
        self.term.say("play.foot", "dim")

    def choices(self, player: int) -> Table:
        """The numbered choices in words and in notation, in several columns when there are many."""
        legal = self.match.legal(player)
        across = 1 if len(legal) <= 12 else 3
        down = -(-len(legal) // across)
        table = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(across):
            table.add_column(justify="right", style="bold cyan", no_wrap=True)
            table.add_column()
            table.add_column(style="dim", no_wrap=True)
        for row in range(down):
            cells: list[str] = []
            for number in range(row, len(legal), down):
                words = self.speaker.action(legal[number])
                cells += [f" {number + 1}", words, legal[number] if words != legal[number] else ""]
            table.add_row(*cells)
        return table

    def _answer(self, player: int, typed: str) -> bool:
        """Whether the match has moved."""
        legal = self.match.legal(player)
        text = typed.lower()
        if self.match.why_not(player, text) is None:
            return self._plays(player, text)
        if not text:
            if len(legal) == 1:
                return self._plays(player, legal[0])
            self.show_question(player)
            return False
        if text.isdecimal():
            if 1 <= int(text) <= len(legal):
                return self._plays(player, legal[int(text) - 1])
            self.term.say("play.no_number", "red", number=text, last=len(legal))
            return False
        word, _, rest = typed.partition(" ")
        order = orders.find(word, self.term.words)
        if order is not None:
            return order(self, player, rest)
        if word.lower() in self._verbs:
            return self._plays(player, text)
        meant = [action for action in legal if action.lower().startswith(text)]
        if len(meant) == 1:
            return self._plays(player, meant[0])
        guess = orders.guess(text, legal, self.term.words)
        code = "play.perhaps" if guess else "play.not_understood"
        self.term.say(code, "red", found=typed, guess=guess)
        return False

    def _plays(self, player: int, action: str) -> bool:
        try:
            self.match.play(player, action)
        except IllegalAction as fault:
            self.term.print(said(self.fine.error(fault), "red"))
            return False
        self.tell()
        return True


def _number(text: str) -> int:
    """A seed of bots' dice: apart from the match's own chance, and the same for the same seed."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big")
