"""Orchestra's table: cards, academies, the tracks, the orchestra and the hall with its chairs."""

from __future__ import annotations

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tutti.games.orchestra.game import Orchestra
from tutti.games.orchestra.pack.box import EDGE_POSTER, STAR, VIRTUOSO, Box
from tutti.games.orchestra.pack.names import ICONS
from tutti.kernel.types import Fields
from tutti.words import Speaker

COLOURS = ("red3", "gold3", "dark_cyan", "medium_orchid")
"""Colours of the players; a chair also shows the player's number, never the colour alone."""
LEVELS = ("I", "II", "III", "S")
TYPES = ("B", "P", "I", "V", "any")


def picture(game: Orchestra, view: Fields, speaker: Speaker) -> RenderableType:
    """The table as the viewer sees it, 110 columns wide."""
    d = game.d
    return Group(
        _headline(view, speaker),
        _cards(d, view, speaker),
        _academies(d, view, speaker),
        Columns(
            [_hall(d, view, speaker), Group(_orchestra(d, view, speaker), _tracks(d, view, speaker))], padding=(0, 1)
        ),
    )


def notes(game: Orchestra, view: Fields, speaker: Speaker) -> list[str]:
    """The own Theater Card and the chairs it wants."""
    d = game.d
    own = view.get("theater") or {}
    if not own.get("kept"):
        return []
    kept = d.theater.index(own["kept"])
    seats = [d.seats[s] for s in d.theater_seats[kept]]
    return [speaker.say("screen.theater", card=d.theater_names[kept], seats=seats)]


def _headline(view: Fields, speaker: Speaker) -> RenderableType:
    parts = [
        Text(speaker.title, "bold"),
        Text(speaker.say("screen.round", round=view["round"])),
        Text(speaker.say("screen.headline", phase=view["phase"], first=view["first_player"])),
        Text(speaker.say("screen.freelancers", **{k: view["freelancers"].get(k, 0) for k in "BPI"})),
        Text(speaker.say("screen.social", deck=sum(view["social"]["deck"].values())), "dim"),
    ]
    return Text(" · ").join(parts)


# -- cards -------------------------------------------------------------------------------------


def _slots(d: Box, part: int) -> str:
    first = d.part_first[part]
    shown = []
    for slot in range(first, first + d.part_len[part]):
        cost = f"-{d.slot_m[slot]}m" if d.slot_m[slot] else f"-{d.slot_p[slot]}p" if d.slot_p[slot] else ""
        shown.append(TYPES[d.slot_type[slot]] + cost)
    return " ".join(shown)


def _need(d: Box, card: int) -> str:
    """All that a card may ask for: its slots, top / bottom, or letters in order."""
    parts = range(d.card_part[card], d.card_part[card] + d.card_parts[card])
    if d.card_letters[card]:
        slots = _slots(d, parts[-1]).split()
        return " ".join(f"{letter}:{slot}" for letter, slot in zip("abc", slots, strict=False))
    return " / ".join(_slots(d, part) for part in parts)


def _cards(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for code in ("place", "card", "name", "section", "slots", "points_head", "gain", "icon", "user"):
        table.add_column(speaker.say(f"screen.{code}"), no_wrap=True, overflow="ellipsis")
    for level in LEVELS:
        deck = view["decks"][level]["unseen"] + len(view["decks"][level]["below"])
        if level not in view["open_levels"]:
            table.add_row(Text(f"{level.lower()}", "dim"), Text(speaker.say("screen.closed", deck=deck), "dim"))
            continue
        for number, place in enumerate(view["rows"][level], 1):
            name = f"{level.lower()}.{number}"
            table.add_row(name, *_card(d, place, speaker)) if place else table.add_row(name, Text("–", "dim"))
        table.add_row("", Text(speaker.say("screen.deck", deck=deck), "dim"))
    return table


def _card(d: Box, place: Fields, speaker: Speaker) -> list[Text]:
    card = d.cards.index(place["card"])
    gain = " ".join(d.rows[d.part_row[d.card_full[card]]])
    section = ("strings", "woodwinds", "brass", "percussion", "lyre")[d.card_section[card]]
    icon = (*ICONS, "")[d.card_icon[card]]
    user = ""
    if "player" in place:
        user = f"{speaker.look('player', place['player'])}: {' '.join(place['musicians'])}"
    style = COLOURS[place["player"]] if "player" in place else ""
    cells = [
        place["card"],
        speaker.look("scenario", d.card_names[card]),
        speaker.look("section_short", section),
        _need(d, card),
        str(d.card_points[card]),
        gain,
        speaker.look("icon", icon) if icon else "–",
        user,
    ]
    return [Text(cell, style) for cell in cells]


# -- academies ---------------------------------------------------------------------------------


def _musicians(counts: Fields) -> str:
    return " ".join(f"{n}{kind.upper() if len(kind) == 1 else kind}" for kind, n in counts.items()) or "–"


def _academies(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    panels = []
    for player, own in enumerate(view["academies"]):
        active = player in view["active"]
        lines = [
            Text(speaker.say("screen.coins", money=own["money"], prestige=own["prestige"])),
            Text(f"{speaker.say('screen.reserve')} {_musicians(own['reserve'])}"),
            *_grid(own),
            Text(" ".join(f"{s}:{own['spaces'].get(s) or '·'}" for s in ("E1", "E2", "E3"))),
            Text(" ".join(f"{s}:{own['spaces'].get(s) or '·'}" for s in ("X", "C", "M"))),
            Text(" ".join(_banner(own, speaker))),
            Text(speaker.say("screen.limit", used=own["assigned"], limit=own["limit"], eyes=own["eyes_ignored"])),
            Text(speaker.say("screen.fulfilled", cards=len(own["cards"]), up=sum(c["face_up"] for c in own["cards"]))),
            Text(_icons(d, own, speaker), "dim"),
        ]
        title = f"{'▶ ' if active else ''}{player} {speaker.look('player', player)}"
        panels.append(
            Panel(
                Group(*lines),
                title=Text(title, f"bold {COLOURS[player]}"),
                subtitle=Text(speaker.say("screen.points", points=own["points"])),
                border_style=COLOURS[player] if active else "dim",
                padding=0,
                width=27 if len(view["academies"]) == 4 else 36,
            )
        )
    return Columns(panels, padding=0)


def _grid(own: Fields) -> list[Text]:
    return [
        Text("  ".join(row if column in own["grid"][row] else "·" for column in (1, 2, 3, 4)), justify="center")
        for row in ("I", "P", "B")
    ]


def _banner(own: Fields, speaker: Speaker) -> list[str]:
    shown = [speaker.look("section_short", section) for section in own["teaches"]]
    staffed = ["+".join(slot) for slot in own["slots"] if slot]
    return shown + [f"({slot})" for slot in staffed]


def _icons(d: Box, own: Fields, speaker: Speaker) -> str:
    found: dict[str, int] = {}
    for item in own["cards"]:
        if item["face_up"]:
            card = d.cards.index(item["card"])
            name = speaker.look("icon_short", ICONS[d.card_icon[card]])
            name += "*" if d.card_level[card] == STAR else ""
            found[name] = found.get(name, 0) + 1
    return " ".join(f"{count}{name}" for name, count in sorted(found.items())) or "–"


# -- the hall, the orchestra, the tracks -------------------------------------------------------


def _hall(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    """Chairs: the number of their player, a mark where the own Theater Card wants one, or the area's letter."""
    taken: dict[str, int] = {}
    for piece in view["pieces"]:
        for seat in _seats(d, piece["piece"], piece["at"]):
            taken[seat] = piece["player"]
    own = view.get("theater") or {}
    wanted = set()
    if own.get("kept"):
        wanted = {d.seats[s] for s in d.theater_seats[d.theater.index(own["kept"])]}
    lines = [Text("   " + "".join(f"{x:>2}" for x in range(len(d.map[0]))), "dim")]
    wcu = 0
    for y, row in enumerate(d.map):
        line = Text(f" {chr(97 + y)} ", "dim")
        for x, letter in enumerate(row):
            seat = f"{chr(97 + y)}{x:02}"
            if letter == "w":
                wcu += 1
                line.append(" W" if wcu <= view["wcu"] else " w", "bold cyan" if wcu <= view["wcu"] else "cyan")
            elif letter == ".":
                line.append("  ")
            elif seat in taken:
                style = f"bold {COLOURS[taken[seat]]}" + (" underline" if seat in wanted else "")
                line.append(f" {taken[seat]}", style)
            elif seat in wanted:
                line.append(" ◇", "bold")
            else:
                line.append(f" {letter.lower() if letter.isalpha() else 'd'}", "dim")
        lines.append(line)
    title = speaker.say("screen.hall", wcu=view["wcu"])
    return Panel(Group(*lines), title=Text(title), padding=0, width=47)


def _seats(d: Box, piece: str, at: str) -> list[str]:
    y, x = ord(at[0]) - 97, int(at[1:])
    shape = d.shape_cells[d.shapes.index(piece)]
    return [f"{chr(97 + y + v)}{x + h:02}" for v, row in enumerate(shape) for h, mark in enumerate(row) if mark == "#"]


def _orchestra(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    lines = []
    for section, name in enumerate(("strings", "woodwinds", "brass", "percussion")):
        line = Text(f"{speaker.look('section_short', name):<6}", "bold")
        for spot, spot_name in enumerate(d.spots):
            if d.spot_section[spot] != section:
                continue
            owner = view["spots"].get(spot_name)
            shape = "IV"[d.spot_shape[spot] == VIRTUOSO]
            bonus = d.rows[d.spot_row[spot]][0].replace("A:free*", "").replace("W:free", "w")
            text = f"{spot_name[2:]}{shape}{bonus}" if owner is None else f"{spot_name[2:]}={owner} "
            line.append(f" {text}", "" if owner is None else f"bold {COLOURS[owner]}")
        lines.append(line)
    return Panel(Group(*lines), title=Text(speaker.say("screen.orchestra")), padding=0, width=58)


def _tracks(d: Box, view: Fields, speaker: Speaker) -> RenderableType:
    lines = [Text(speaker.say("screen.column"), "bold")]
    for first in (1, 9):
        lines.append(Text(" ".join(_space(d, view, n) for n in range(first, min(first + 8, d.last + 1)))))
    for player, own in enumerate(view["academies"]):
        track = own["conductor"]
        poster = f"{own['poster']['id']} {'abcd'[: own['poster']['parts']]}" if own["poster"] else "–"
        lines.append(
            Text(
                speaker.say(
                    "screen.track",
                    number=player,
                    column=own["column"],
                    left=f"{track['left']}/{d.track[0]}",
                    right=f"{track['right']}/{d.track[1]}",
                    poster=poster,
                ),
                COLOURS[player],
            )
        )
    return Panel(Group(*lines), padding=0, width=58)


def _space(d: Box, view: Fields, n: int) -> str:
    here = "".join(str(p) for p, own in enumerate(view["academies"]) if own["column"] == n)
    edge = "" if not d.edge[n] else "°" if d.edge[n] == EDGE_POSTER else "V"
    return f"{n}{edge}{'[' + here + ']' if here else ''}"
