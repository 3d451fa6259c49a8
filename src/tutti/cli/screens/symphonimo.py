"""Symphonimo's table: conductors with their musicians, and what every player has collected."""

from __future__ import annotations

from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tutti.games.symphonimo.game import Symphonimo
from tutti.games.symphonimo.pack.box import Box
from tutti.kernel.types import Fields
from tutti.words import Speaker

FACES = {
    3: ("♪", "#0087d7"),
    4: ("▲", "#d75f00"),
    5: ("◆", "#af5fd7"),
    6: ("●", "#008700"),
    7: ("■", "#5f87d7"),
    8: ("✚", "#af8700"),
    9: ("▼", "#d75f5f"),
    10: ("★", "#d78700"),
    11: ("◉", "#878787"),
    12: ("♣", "#af5f5f"),
    13: ("♠", "#00875f"),
}
"""Symbol and colour of each family: never the colour alone, and legible on dark and on light."""

OTHER = ("▪", "default")
"""Of a family that only another pack has."""

NARROW = 16
WIDE = 20
"""Widths of a conductor; a language with longer names needs more."""
CARD = 5
"""What stands before the name on a card."""


def picture(game: Symphonimo, view: Fields, speaker: Speaker) -> RenderableType:
    """The table as anybody sees it."""
    return Group(_headline(view, speaker), _Conductors(view, speaker), _collections(game.d, view, speaker))


def notes(game: Symphonimo, view: Fields, speaker: Speaker) -> list[str]:
    """What the maestros in play do."""
    powers = dict.fromkeys(one["power"] for one in view["conductors"] if one["power"] != "classic")
    return [speaker.look("power_text", power) for power in powers]


def card(value: int, speaker: Speaker, instrument: bool = False) -> Text:
    """A musician: symbol, value and animal in the family's colour."""
    symbol, colour = FACES.get(value, OTHER)
    text = Text(f"{symbol} {value:>2} {speaker.look('animal', value)}", colour)
    if instrument:
        text.append(f", {speaker.look('instrument', value)}", "italic")
    return text


def _headline(view: Fields, speaker: Speaker) -> RenderableType:
    parts = [
        Text(speaker.title, "bold"),
        Text(speaker.say("screen.round", round=view["round"])),
        Text(speaker.say("screen.deck", deck=view["deck"]), "bold" if view["deck"] <= 5 else ""),
    ]
    if view["removed_unseen"]:
        parts.append(Text(speaker.say("screen.removed", removed=view["removed_unseen"]), "dim"))
    line = Text(" · ").join(parts).append("\n")
    if view["drawn"] is not None:
        line.append(f" {speaker.say('screen.drawn')} ", "reverse bold")
        line.append(" ")
        line.append_text(card(view["drawn"], speaker, instrument=True))
    return line


class _Conductors:
    """The row of conductors; two rows when the terminal is too narrow for one."""

    def __init__(self, view: Fields, speaker: Speaker) -> None:
        self.view = view
        self.speaker = speaker

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        many = len(self.view["conductors"])
        longest = max(len(self.speaker.look("animal", value)) for value in FACES)
        narrow = max(NARROW, longest + CARD + 2)
        rows = -(-many // max(1, options.max_width // narrow))
        across = -(-many // rows)
        width = max(narrow, min(WIDE, options.max_width // across))
        panels = [_conductor(self.view, number, width, self.speaker) for number in range(many)]
        for start in range(0, many, across):
            yield Columns(panels[start : start + across], padding=0, width=width)


def _conductor(view: Fields, number: int, width: int, speaker: Speaker) -> RenderableType:
    conductor = view["conductors"][number]
    maestros = any(one["power"] != "classic" for one in view["conductors"])
    height = max(one["limit"] for one in view["conductors"])
    power, holder = conductor["power"], conductor["taken_by"]
    free = conductor["limit"] - len(conductor["cards"])
    lines = [Text(speaker.look("power_short", power), "magenta italic", no_wrap=True)] if maestros else []
    if holder is not None:
        lines += [Text(speaker.say("screen.taken"), "dim"), _short(speaker.look("player", holder), width - 2)]
    else:
        lines += [card(value, speaker) for value in conductor["cards"]] + [Text("·", "dim")] * free
    lines += [Text()] * (height + maestros - len(lines))
    chosen = view["chosen"] == number + 1
    title = speaker.say("screen.maestro" if maestros else "screen.conductor", number=number + 1, power=power)
    style = "magenta" if power != "classic" else "cyan"
    return Panel(
        Group(*lines),
        title=Text(title, "dim" if holder is not None else "bold"),
        title_align="left",
        subtitle=Text(speaker.say("screen.full"), "bold red") if not free else None,
        border_style="bold yellow" if chosen else "dim" if holder is not None else style,
        box=box.HEAVY if chosen else box.ROUNDED,
        padding=0,
        width=width,
    )


def _short(text: str, width: int) -> Text:
    shown = Text(text, no_wrap=True)
    shown.truncate(width, overflow="ellipsis")
    return shown


def _families(view: Fields) -> list[int]:
    seen = [view["unseen"], view["discards"], *view["collections"]]
    values = {int(value) for counts in seen for value in counts}
    values |= {value for conductor in view["conductors"] for value in conductor["cards"]}
    return sorted(values | ({view["drawn"]} if view["drawn"] is not None else set()))


def _collections(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    """One row a player, one column a family; a set that scores shows its points."""
    families = _families(view)
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
    table.add_column("", width=1)
    table.add_column(speaker.say("screen.player"), max_width=12, no_wrap=True, overflow="ellipsis")
    table.add_column("", no_wrap=True)
    for value in families:
        symbol, colour = FACES.get(value, OTHER)
        table.add_column(Text(f"{symbol}{value}", colour), no_wrap=True, min_width=3)
    table.add_column(speaker.say("screen.points"), justify="right", style="bold")
    for player, counts in enumerate(view["collections"]):
        active = player in view["active"]
        table.add_row(
            Text("▶" if active else "", "bold yellow"),
            Text(speaker.look("player", player), "bold" if active else ""),
            _status(view, player, speaker),
            *(_set(d, counts.get(str(value), 0)) for value in families),
            str(view["points"][player]),
        )
    rest = [("unseen", view["unseen"]), ("discards", view["discards"])]
    for code, counts in rest:
        if counts:
            cells = [Text(str(counts.get(str(value), "")), "dim") for value in families]
            table.add_row("", Text(speaker.say(f"screen.{code}"), "dim"), "", *cells, "")
    return table


def _status(view: Fields, player: int, speaker: Speaker) -> Text:
    if view["in_round"][player]:
        return Text(speaker.say("screen.in_round"), "green")
    for number, conductor in enumerate(view["conductors"], 1):
        if conductor["taken_by"] == player:
            return Text(speaker.say("screen.out", conductor=number), "dim")
    return Text(speaker.say("screen.ended"), "dim")


def _set(d: Box, count: int) -> Text:
    if not count:
        return Text("·", "dim")
    worth = d.worth[count]
    return Text.assemble((str(count), "bold green"), (f"+{worth}", "green")) if worth else Text(str(count))
