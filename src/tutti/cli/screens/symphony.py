"""Symphony's table: the orchestra from the back to the front, the bars of the Movement, and what players have."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from tutti.cli.grid import Cell, grid
from tutti.kernel.game import Game
from tutti.kernel.types import Fields, Json
from tutti.words import Speaker

COLOURS = ("red", "dodger_blue1", "green3", "yellow1", "bright_white", "orchid")
LETTERS = "RBGYWP"
"""Colour and letter of each player's discs: never the colour alone."""
GLYPHS = {"s": "o", "m": "d", "c": "♩", "q": "♪"}
ACCIDENTALS = {"b": "♭", "#": "♯", "": ""}
ZONES = {"green": "green3", "orange": "dark_orange", "blue": "dodger_blue1"}
WIDTH = 17


def picture(game: Game[Any], view: Fields, speaker: Speaker) -> RenderableType:
    """The table as the viewer may see it."""
    parts: list[RenderableType] = [_headline(view, speaker), _Orchestra(view, speaker)]
    if view["movement"]:
        parts.append(_score(view, speaker))
    for number, card in enumerate(view["clef_cards"] or (), 1):
        parts.append(Text(speaker.say("screen.clef_card", number=number, **card), "dim"))
    parts.append(_players(view, speaker))
    if "own" in view:
        parts.append(_own(view, speaker))
    return Group(*parts)


def disc(one: Json) -> Text:
    """A player's letter in the player's colour, a black square, or a dot for an empty space."""
    if one is None:
        return Text("·", "dim")
    if one == "black":
        return Text("■", "grey70")
    if one == "cover":
        return Text("▒", "grey50")
    return Text(LETTERS[one], f"bold {COLOURS[one]}")


def _headline(view: Fields, speaker: Speaker) -> Text:
    line = Text(speaker.title, "bold")
    movement = view["movement"]
    if movement:
        line.append(" · " + speaker.say("screen.movement", column=movement["column"], stage=movement["stage"]))
    else:
        line.append(" · " + speaker.say("screen.orchestra_phase" if view["active"] else "screen.over"))
    if view["master"] != "none":
        line.append(" · " + speaker.say("screen.master", master=view["master"]), "magenta")
    for name in ("pentagon", "unused"):
        if view[name]:
            line.append(f" · {speaker.say(f'screen.{name}')} {len(view[name])}", "dim")
    return line


class _Orchestra:
    """The seats; narrower ones when the terminal is."""

    def __init__(self, view: Fields, speaker: Speaker) -> None:
        self.view = view
        self.speaker = speaker

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(8, min(WIDTH, (options.max_width - 3) // 5 - 1))
        yield _orchestra(self.view, self.speaker, width)


def _orchestra(view: Fields, speaker: Speaker, width: int) -> RenderableType:
    seats = view["orchestra"]
    rows = sorted({place[1] for place in seats if place[0] in "ABCDE"}, reverse=True)
    cells = [[_seat(seats, f"{column}{row}", view, speaker) for column in "ABCDE"] for row in rows]
    heads = []
    for column, token in zip("ABCDE", view["column_tokens"], strict=True):
        heads.append(f"{column} {speaker.look('token', token)}" if token else column)
    extra = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    front = [place for place in ("00", "01") if place in seats]  # SY-294: an easy match has neither
    extra.add_row(*(Text("  ").join([Text(p, "bold"), *_card(seats[p], p, speaker)]) for p in front))
    return Group(grid(cells, columns=heads, rows=rows, width=width, height=2), extra)


def _seat(seats: Fields, place: str, view: Fields, speaker: Speaker) -> Cell:
    if place not in seats:
        return Cell(("", "░" * WIDTH), "dim")
    if seats[place] is None:
        return Cell(("", Text(place, "dim")))
    playing = view["play"] and view["play"]["instrument"] == place
    return Cell(_card(seats[place], place, speaker), "reverse" if playing else "")


def _named(card: str, speaker: Speaker) -> str:
    """With its number, by which it is played."""
    return f"{card} {speaker.look('card', card)}"


def _card(card: Fields, place: str, speaker: Speaker) -> list[Text]:
    name = Text(_named(card["card"], speaker), "bold" if "well_placed" in card else "")
    if "well_placed" in card:
        name.append(" ✓", "green3")
    row = Text()
    for one in [*card.get("left", []), *card["discs"]]:
        row.append_text(disc(one))
    if "stack" in card:
        row.append(f" +{card['stack']}", "bold")
    if "clefs" in card:
        row.append(f" {card['clefs']}", "dim")
    if "token" in card:
        row.append(f" {speaker.look('token', card['token'])[:6]}", "magenta")
    owners = Text()
    for owner in card["owners"]:
        owners.append_text(Text("?", "dim") if owner is None else disc(owner))
    return [name, Text(" ").join([owners, row])]


def _score(view: Fields, speaker: Speaker) -> RenderableType:
    """The bars of the Movement; in each bar the notes by number, so that they can be named."""
    movement = view["movement"]
    bars = range(movement["first"], movement["last"] + 1)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="bold")
    table.add_column("")
    for bar in bars:
        table.add_column(str(bar))
    for voice in (1, 2, 3):
        cells = []
        for bar in bars:
            here = [note for note in view["score"] if note["at"].startswith(f"{voice}.{bar}.")]
            cells.append(Text("  ").join([_note(note, speaker) for note in here]))
        table.add_row(Text(speaker.say("screen.voice", number=voice)), *cells)
    return table


def _note(note: Fields, speaker: Speaker) -> Text:
    number = note["at"].split(".")[2]
    shown = Text(number, "dim")
    value, position, *accidental = note["note"]
    text = f"{GLYPHS[value]}{position}{ACCIDENTALS[''.join(accidental)]}"
    shown.append(text, f"bold {ZONES[note['zone']]}" if "zone" in note else "")
    if "tuplet" in note:
        shown.append("⁰¹²³⁴"[note["tuplet"]], "dim")
    if "discs" in note:
        shown.append(":")
        for one in note["discs"]:
            shown.append_text(disc(one))
    if "token" in note:
        shown.append("*" + speaker.look("token", note["token"])[:4], "magenta")
    return shown


def _players(view: Fields, speaker: Speaker) -> RenderableType:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
    table.add_column("", width=1)
    table.add_column("", width=1)
    table.add_column(speaker.say("screen.players"), max_width=14, no_wrap=True, overflow="ellipsis")
    table.add_column(speaker.say("screen.points"), justify="right")
    table.add_column(speaker.say("screen.cards"), justify="right")
    kinds = {"flat": "♭", "sharp": "♯", "semibreve": "o", "green": "G", "orange": "O", "blue": "B"}
    if view["clef_cards"]:
        kinds["clash"] = "✗"
    for head in kinds.values():
        table.add_column(head, justify="right")
    table.add_column(speaker.say("screen.tokens"))
    for player, points in enumerate(view["points"]):
        tracks = view["tracks"][player]
        held = ", ".join(speaker.look("token", token) for token in view["tokens"][player])
        active = player in view.get("active", [])
        table.add_row(
            Text("▶" if active else "", "bold yellow"),
            disc(player),
            Text(speaker.look("player", player), "bold" if active else ""),
            str(points),
            str(view["hands"][player]),
            *(str(tracks[name]) for name in kinds),
            held,
        )
    return table


def _own(view: Fields, speaker: Speaker) -> Text:
    """What only the viewer sees."""
    own = view["own"]
    line = Text()
    for name in ("hand", "packet"):
        if own.get(name):
            line.append(speaker.say(f"screen.{name}"), "bold")
            line.append(", ".join(_named(card, speaker) for card in own[name]) + "  ")
    for card in _objectives(view):
        line.append("\n" + speaker.say("screen.objective", **card), "cyan")
    return line


def _objectives(view: Fields) -> list[Fields]:
    """The Virtuosity cards the viewer may read."""
    public = [view["objectives"]["public_card"]] if "public_card" in view["objectives"] else []
    return [*view.get("own", {}).get("objective_cards", []), *public]
