"""What a person can say besides an action: undo, help, rules, log, table, save, quit."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from tutti import ledger
from tutti.cli import saves
from tutti.cli.quoting import quoted
from tutti.cli.screens import notes_of
from tutti.cli.terminal import Leave, said
from tutti.words import Speaker

if TYPE_CHECKING:
    from tutti.cli.session import Session

Order = Callable[["Session", int, str], bool]
"""Takes the session, the asked player and the rest of the line; whether the match has moved."""


def undo(session: Session, player: int, rest: str) -> bool:
    """Take back by the kernel's rules; beyond them the table is asked."""
    term, match = session.term, session.match
    who = player
    if rest:
        named = [p for p, name in enumerate(session.names) if rest.casefold() in (name.casefold(), str(p))]
        if not named:
            term.say("play.undo_who", "red", found=rest, known=session.names)
            return False
        who = named[0]
    refusal = match.undo_refusal(who)
    if refusal is not None:
        term.print(said(session.fine.refusal(refusal), "red"))
        if refusal.code == "undo_nothing":
            return False
        asked = "ask.agree" if len(session.people) > 1 else "ask.agree_bots"
        if not term.agrees(term.words.say(asked)):
            term.say("play.not_undone")
            return False
    taken = match.undo(who, agreed=refusal is not None)
    session.forget_told()
    term.say("play.undone", "bold", actions=list(taken))
    term.pause(1.0)
    return True


def explain(session: Session, player: int, rest: str) -> bool:
    """Explain the question, quote its rules and list the orders."""
    if rest:
        return rules(session, player, rest)
    term, speaker = session.term, session.speaker
    asked = session.match.prompt(player)
    if asked is not None:
        term.say("help.decision", "bold underline")
        term.print(said(session.fine.prompt(asked), "bold"))
        if speaker.knows(f"step.{asked.step}.help"):
            term.print(Text(speaker.say(f"step.{asked.step}.help")))
        for note in notes_of(session.match.game.name)(session.match.game, session.match.view(player), speaker):
            term.print(Text(note, "italic"))
        ids = [asked.rule, *speaker.say(f"step.{asked.step}.rules").split()]
        concerned = [ledger.rule(id) for id in dict.fromkeys(ids) if ledger.known(id)]
        if concerned:
            term.say("help.rules", "bold underline")
            term.print(quoted(concerned))
        term.say("help.choices", "bold underline")
        term.print(session.choices(player))
    term.say("help.orders", "bold underline")
    table = Table.grid(padding=(0, 2, 0, 0))
    for name in ORDERS:
        about = term.words.say("help.rules_order" if name == "rules" else f"help.{name}")
        table.add_row(Text(f" {term.words.say(f'order.{name}')}", "bold cyan"), about)
    term.print(table)
    return False


def rules(session: Session, player: int, rest: str) -> bool:
    """The rules that a word or an id finds; without one, all of them."""
    found = ledger.search(session.match.game.name, rest)
    if not found:
        session.term.say("play.no_rules", "red", text=rest)
        return False
    session.term.print(quoted(found, sections=True))
    return False


def log(session: Session, player: int, rest: str) -> bool:
    """All that this person has been told."""
    events = session.match.events(player)
    for event in events:
        session.term.print(Text("  ").append_text(said(session.fine.event(event))))
    if not events:
        session.term.say("play.no_log")
    return False


def table(session: Session, player: int, rest: str) -> bool:
    session.show_question(player)
    return False


def save(session: Session, player: int, rest: str) -> bool:
    """Write the match to a file and go on."""
    if not rest:
        session.term.say("play.save_where", "red")
    else:
        save_as(session, rest)
    return False


def save_as(session: Session, name: str) -> bool:
    """Whether the match now lies in that file."""
    term = session.term
    path = Path(name).expanduser() if name.startswith("~") else Path(name)
    if path.name and not path.suffix:
        path = path.with_suffix(".json")
    if path.is_file() and path != session.path and not term.agrees(term.words.say("ask.overwrite", path=str(path))):
        return False
    try:
        saves.write(session.match, session.seats, path)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        term.line(Text(term.words.say("play.not_saved", path=str(path), reason=reason), "red"))
        return False
    session.path = path
    term.line(Text(term.words.say("play.saved", path=str(path)), "bold"))
    return True


def leave(session: Session, player: int, rest: str) -> bool:
    raise Leave


ORDERS: dict[str, Order] = {
    "undo": undo,
    "help": explain,
    "rules": rules,
    "log": log,
    "table": table,
    "save": save,
    "quit": leave,
}
ALSO = {"?": "help", "u": "undo", "h": "help", "r": "rules", "l": "log", "t": "table", "s": "save", "q": "quit"}
ALSO |= {"exit": "quit", "bye": "quit", "back": "undo", "rule": "rules"}


def names(words: Speaker) -> dict[str, str]:
    """The orders by their names in a language, with and without accents; the English ones are always there."""
    own = {words.say(f"order.{name}").split()[0]: name for name in ORDERS}
    return {name: name for name in ORDERS} | {bare(name): order for name, order in own.items()} | own


def bare(text: str) -> str:
    """Without accents: not every keyboard has them."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def find(word: str, words: Speaker) -> Order | None:
    """The order of that name or short form."""
    known = {**ALSO, **names(words)}
    return ORDERS.get(known.get(word.lower(), ""))


def guess(text: str, legal: Sequence[str], words: Speaker) -> str:
    """What may have been meant, or nothing."""
    near = difflib.get_close_matches(text, [*legal, *names(words)], n=1, cutoff=0.6)
    return near[0] if near else ""
