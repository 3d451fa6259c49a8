"""The end of a match: places, points by source, tie-break, and the record for those who want it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from tutti.cli import orders, saves
from tutti.cli.terminal import Leave
from tutti.kernel.types import Result
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.cli.session import Session

MEDALS = ("", "bold yellow", "bold white", "bold dark_orange")


def show(session: Session) -> None:
    """Tell how it ended and offer to save. A match that already has a file is written there."""
    result = session.match.result
    if result is None:
        return
    term = session.term
    session.tell()
    session.all_look()
    term.print("")
    session.show_table()
    term.print("")
    term.print(table(result, session.speaker, term.words))
    for line in sentences(result, session.speaker, term.words):
        term.print(Text(line, "bold"))
    if session.path is not None:
        session.keep()
        return
    if session.people:
        _offer(session)


def _offer(session: Session) -> None:
    while True:
        try:
            name = session.term.ask(session.term.words.say("ask.save"))
        except Leave:
            return
        if not name or session.term.says("ask.no", name):
            return
        if session.term.says("ask.yes", name):
            name = str(saves.new_path(session.match.game.name))
        if orders.save_as(session, name):
            again = session.term.words.say("result.replay", path=shlex.quote(str(session.path)))
            session.term.line(Text(again))
            return


def table(result: Result, speaker: Speaker, words: Speaker) -> Table:
    """The players by place, one column each; a row for every source of points (a heavy game has a dozen)."""
    order = sorted(range(len(result.places)), key=lambda p: (result.places[p], p))
    shown = Table(title=words.say("result.title"), box=box.ROUNDED, title_style="bold")
    shown.add_column(words.say("result.player"))
    for player in order:
        place = result.places[player]
        style = MEDALS[place] if place < len(MEDALS) else ""
        shown.add_column(speaker.look("player", player), justify="right", style=style)
    shown.add_row(words.say("result.place"), *(str(result.places[player]) for player in order), end_section=True)
    for source in result.sources[0]:
        shown.add_row(speaker.look("source", source), *(str(result.sources[player][source]) for player in order))
    shown.add_section()
    shown.add_row(words.say("result.points"), *(str(result.points[player]) for player in order), style="bold")
    return shown


def sentences(result: Result, speaker: Speaker, words: Speaker) -> Sequence[str]:
    """Who won, why it ended, and which tie-break decided."""
    named = Speaker("terminal", speaker.names, words.lang, speaker.you)
    won = named.say("result.won" if len(result.winners) == 1 else "result.shared", winners=list(result.winners))
    lines = [words.say("result.ended", reason=speaker.look("reason", result.reason)), won[:1].upper() + won[1:]]
    if result.tiebreak is not None:
        tiebreak = speaker.look("tiebreak", result.tiebreak)
        lines.insert(1, tiebreak[:1].upper() + tiebreak[1:])
    return lines
