"""Findings in words, tables and plots: chapters, from which terminal, page and Markdown are made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from tutti.arena import plots
from tutti.arena.telling import Grid
from tutti.kernel import library
from tutti.kernel.types import Fields, Json
from tutti.lab.playing import PARTS, marks
from tutti.lab.study import CATALOGUE
from tutti.words import DEFAULT, Speaker
from tutti.words.origins import origins

MOST_CARDS: Final = 12
"""Of a long list, so many of the best and of the worst are drawn; the table has all."""
MOST_SOURCES: Final = 8
QUARTERS: Final = (PARTS // 4, PARTS // 2, 3 * PARTS // 4, PARTS)
Show = Callable[[float], str]


class Chapter(NamedTuple):
    """One answer: its table, and a plot if there is one."""

    game: str
    table: str
    slug: str
    title: str
    about: str
    grid: Grid
    drawing: str


def plain(number: float) -> str:
    return f"{number + 0.0:.1f}".replace("-", "−")


def signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def finely(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def points_of_share(number: float) -> str:
    """A difference of shares, in percentage points."""
    return signed(100 * number)


def percent(number: float) -> str:
    return f"{100 * number:.1f}"


def shown(figure: Json, show: Show) -> str:
    """A value with its interval."""
    if figure is None:
        return "–"
    if figure[1] is None:
        return show(figure[0])
    return f"{show(figure[0])} ({show(figure[1])} … {show(figure[2])})"


@cache
def printed_names(game: str) -> dict[str, str]:
    """The names that the pack of a game prints on its cards, by id."""
    found: dict[str, str] = {}

    def walk(node: Json) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("id"), str) and isinstance(node.get("name"), str):
                found[node["id"]] = node["name"]
            for key, value in node.items():
                if isinstance(value, dict) and isinstance(value.get("name"), str):
                    found[key] = value["name"]
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(library.game(game).components)
    return found


class Telling:
    """What a report of the lab says, in one language."""

    def __init__(self, report: Fields, lang: str = DEFAULT) -> None:
        self.report = report
        self.words = Speaker(CATALOGUE, lang=lang)
        self.say = self.words.say

    def origin(self) -> Iterator[str]:
        """The first line: where rules and components of these games come from; none where no pack marks it."""
        packs = [(table["game"], table["pack"]["name"], table["pack"]["hash"]) for table in self.report["tables"]]
        said = origins(filter(None, (library.game_of(*pack) for pack in packs)), self.words.lang)
        if said:
            yield said

    def facts(self) -> Iterator[str]:
        """What a reader must know first."""
        report = self.report
        yield self.say("told.facts", matches=report["matches"], tables=len(report["tables"]), seed=report["seed"])
        if report["matches"] < report["planned"]:
            yield self.say("warning.stopped", matches=report["matches"], planned=report["planned"])
        if not report["reproducible"]:
            yield self.say("warning.clock")

    def chapters(self) -> Iterator[Chapter]:
        for table in self.report["tables"]:
            game = Speaker(table["game"], lang=self.words.lang)
            for question, found in table["findings"].items():
                yield from getattr(self, f"_{question}")(table, found, game)

    def heading(self, table: Fields) -> str:
        """Which table: game, players, bots, options."""
        options = ", ".join(f"{name} = {json.dumps(value)}" for name, value in table["options"].items())
        return self.say(
            "told.table",
            game=Speaker(table["game"], lang=self.words.lang).title,
            players=table["players"],
            bots=", ".join(table["bots"] if len(set(table["bots"])) > 1 else table["bots"][:1]),
            matches=table["matches"],
        ) + (f" {self.say('told.options', options=options)}" if options else "")

    def _chapter(
        self, table: Fields, question: str, heads: Sequence[str], rows: Sequence[Sequence[str]], drawing: str = ""
    ) -> Chapter:
        title = self.say(f"question.{question}")
        grid = Grid(title, [self.say(f"head.{head}") for head in heads], rows)
        about = self.say(f"about.{question}")
        return Chapter(table["game"], table["table"], question, title, about, grid, drawing)

    def _whiskers(
        self, title: str, rows: Sequence[tuple[str, Json]], axis: str, show: Show, parity: float | None = None
    ) -> str:
        drawn = [plots.Whisker(label, *found) for label, found in rows if found is not None and found[1] is not None]
        if not drawn:
            return ""
        low = min([0.0 if parity is None else parity, *(one.low for one in drawn)])
        high = max([0.0 if parity is None else parity, *(one.high for one in drawn)])
        room = (high - low) * 0.04 or 1.0
        around = 0.0 if parity is None else parity
        return plots.whiskers(title, drawn, (low - room, high + room), self.say(f"axis.{axis}"), show, around, True)

    # -- the questions -----------------------------------------------------------------------------

    def _seats(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        names = [self.say("told.turn", turn=one["turn"]) for one in found]
        rows = [
            [name, shown(one["share"], percent), shown(one["points"], signed)]
            for name, one in zip(names, found, strict=True)
        ]
        drawn = [(name, one["share"]) for name, one in zip(names, found, strict=True)]
        parity = 1 / table["players"]
        drawing = self._whiskers(self.say("question.seats"), drawn, "share", percent, parity)
        yield self._chapter(table, "seats", ("turn", "share", "points_off"), rows, drawing)

    def _length(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        rows = [
            [self.say(f"measure.{name}"), shown(found[name], plain)]
            for name in ("moves", "decisions", "choices", "points", "margin")
        ]
        rows += [
            [self.say("told.ended", reason=game.look("reason", name)), f"{100 * part:.1f} %"]
            for name, part in found["reasons"].items()
        ]
        yield self._chapter(table, "length", ("measure", "value"), rows)

    def _variants(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        measures = [
            name for name in ("moves", "decisions", "points", "margin", "first", "skill") if name in found["plain"]
        ]
        show = {name: points_of_share if name in ("first", "skill") else signed for name in measures}
        first = {name: percent if name in ("first", "skill") else plain for name in measures}
        rows = [[self.say("told.plain"), *(shown(found["plain"][name], first[name]) for name in measures)]]
        drawn = []
        for change in found["changes"]:
            label = self._change(change, game)
            rows.append([label, *(shown(change["apart"].get(name), show[name]) for name in measures)])
            drawn.append((label, change["apart"]["points"]))
        drawing = self._whiskers(self.say("question.variants"), drawn, "points_apart", signed)
        yield self._chapter(table, "variants", ("change", *(f"m_{name}" for name in measures)), rows, drawing)

    def _change(self, change: Fields, game: Speaker) -> str:
        option, value = change["option"], change["value"]
        if isinstance(value, dict):
            value = value.get(option, value)
        label = game.say(f"option.{option}.label")
        if value is True:
            return label
        items = value if isinstance(value, list) else [value]
        names = game.say(f"option.{option}.values") if game.knows(f"option.{option}.values") else option
        short = names.removesuffix("_text")  # a name rather than what it does
        return f"{label}: {', '.join(game.look(short, str(one)) for one in items)}"

    def _cards(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        for question, rows_found in found.items():
            mark = marks(table["game"])[question]
            with_amount = "amount" in mark
            rows, drawn = [], []
            for one in rows_found:
                name = self._named(table["game"], mark["look"], one["value"], game)
                row = [name, f"{one['seats']:,}", shown(one["share"], points_of_share), shown(one["points"], signed)]
                rows.append([*row, shown(one["amount"], plain)] if with_amount else row)
                drawn.append((name, one["share"]))
            if len(drawn) > 2 * MOST_CARDS:
                drawn = [*drawn[:MOST_CARDS], *drawn[-MOST_CARDS:]]
            title = self.words.look("mark", question)
            drawing = self._whiskers(title, drawn, "share_off", points_of_share)
            heads = ("thing", "had", "share_off", "points_off", *(("amount",) if with_amount else ()))
            chapter = self._chapter(table, "cards", heads, rows, drawing)
            yield chapter._replace(title=title, slug=f"cards-{question}")

    def _named(self, game: str, section: str, value: str, speaker: Speaker) -> str:
        name = speaker.look(section, value)
        if name != value:
            return name
        printed = printed_names(game).get(value)
        return f"{printed} ({value})" if printed else value

    def _luck(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        rows = [
            [one["entrant"], shown(one["share"], percent), shown(one["points"], signed)] for one in found["entrants"]
        ]
        for name in ("skill", "order", "rest"):
            rows.append([self.say(f"told.{name}"), shown(found[name], percent), ""])
        needed = found["matches_to_tell"]
        rows.append([self.say("told.to_tell"), "–" if needed is None else str(needed), ""])
        drawn = [(one["entrant"], one["share"]) for one in found["entrants"]]
        drawing = self._whiskers(self.say("question.luck"), drawn, "share", percent, found["parity"])
        yield self._chapter(table, "luck", ("who", "share", "points_off"), rows, drawing)

    def _pace(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        rows, drawn = [], []
        for one in found["sources"]:
            name = game.look("source", one["source"])
            rows.append([name, *(shown(one["course"][part - 1], plain) for part in QUARTERS)])
            drawn.append((name, [part[0] for part in one["course"]]))
        rows.append([self.say("told.led"), "", shown(found["led_at_half"], percent), "", ""])
        drawing = ""
        if drawn:
            drawing = plots.curves(self.say("question.pace"), drawn[:MOST_SOURCES], self.say("axis.part"), plain)
        yield self._chapter(table, "pace", ("source", "at25", "at50", "at75", "at100"), rows, drawing)

    def _style(self, table: Fields, found: Json, game: Speaker) -> Iterator[Chapter]:
        rows, drawn = [], []
        for one in found["rows"]:
            name = self._doing(one, game)
            rows.append([name, f"{one['strong']:.2f}", f"{one['weak']:.2f}", shown(one["apart"], finely)])
            drawn.append((name, one["apart"]))
        drawing = self._whiskers(self.say("question.style"), drawn, "apart", signed)
        chapter = self._chapter(table, "style", ("doing", "strong", "weak", "apart"), rows, drawing)
        yield chapter._replace(about=self.say("about.style", strong=found["strong"], weak=found["weak"]))

    def _doing(self, one: Fields, game: Speaker) -> str:
        if one["kind"] == "source":
            return self.say("told.points_from", source=game.look("source", one["name"]))
        if one["kind"] == "measure":
            return self.say(f"measure.{one['name']}")
        return self.say("told.event", event=one["name"])
