"""A report in words and rows of text, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tutti.arena.entrants import CATALOGUE
from tutti.extras import install_line
from tutti.kernel.types import Fields, Json
from tutti.words import DEFAULT, Speaker

FEW_BLOCKS: Final = 10


class Grid(NamedTuple):
    """A table: its first column is a name, all others are numbers."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def percent(number: float) -> str:
    return f"{100 * number:.1f} %"


def whole_percent(number: float) -> str:
    return f"{100 * number:.0f} %"


def seconds(number: float) -> str:
    """A time that people can read."""
    if number < 1e-3:
        return f"{1e6 * number:.0f} µs"
    return f"{1e3 * number:.3g} ms" if number < 1 else f"{number:.3g} s"


def rated(rating: Fields) -> str:
    """A rating with half its interval, if it has one."""
    if rating["interval"] is None:
        return f"{rating['mu']:.1f}"
    low, high = rating["interval"]
    return f"{rating['mu']:.1f} ± {(high - low) / 2:.1f}"


class Telling:
    """What a report says."""

    def __init__(self, report: Fields, lang: str = DEFAULT) -> None:
        self.report = report
        self.words = Speaker(CATALOGUE, lang=lang)
        self.say = self.words.say
        self.results: list[Fields] = report["results"]

    def verdicts(self) -> Iterator[str]:
        """For each entrant: is it better than an equal would be?"""
        parity = self.report["parity"]
        if len(self.results) < 2:
            return
        for result in self.results:
            low, high = result["share_interval"]
            verdict = "above" if low > parity else "below" if high < parity else "level"
            yield self.say(
                f"verdict.{verdict}",
                entrant=result["entrant"],
                share=percent(result["share"]),
                low=percent(low),
                high=percent(high),
                parity=percent(parity),
            )

    def warnings(self) -> Iterator[str]:
        """What a reader must know before trusting the numbers."""
        report = self.report
        if report["fault"]:
            counts = {name: report[name] for name in ("matches", "planned")}
            yield self.say(f"stopped.{report['fault']['why']}", **report["fault"])
            yield self.say("warning.stopped", **counts)
        if report["matches"] and report["blocks"] < FEW_BLOCKS:
            yield self.say("warning.few", blocks=report["blocks"])
        for result in self.results:
            if result["faults"]:
                yield self.say(
                    "warning.faults",
                    entrant=result["entrant"],
                    faults=self.faults(result),
                    first=result["faults"]["first"],
                )
        if self.results and all(result["rating"] is None for result in self.results):
            yield self.say("warning.no_ratings", command=install_line("arena"))

    def faults(self, result: Fields) -> str:
        """What went wrong with an engine, by kind."""
        shown = [
            f"{self.words.look('fault', kind)} {count}" for kind, count in result["faults"].items() if kind != "first"
        ]
        return ", ".join(shown) or "–"

    def budget(self, budget: Json) -> str:
        """How long an entrant may think."""
        if budget is None:
            return self.say("budget.none")
        parts = []
        if budget["iterations"] is not None:
            parts.append(self.say("budget.iterations", number=budget["iterations"]))
        if budget["seconds"] is not None:
            parts.append(self.say("budget.seconds", number=f"{budget['seconds']:g}"))
        return self.say("budget.or").join(parts)

    # -- tables --------------------------------------------------------------------------------

    def grids(self) -> Iterator[Grid]:
        """All tables of the report."""
        if not self.results:
            return
        yield self._strength()
        yield self._thinking()
        yield self._seats()
        if len(self.results) > 2:
            yield self._pairs()

    def _heads(self, *codes: str) -> list[str]:
        return [self.say(f"head.{code}") for code in codes]

    def _span(self, interval: Json) -> str:
        return "–" if interval is None else f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"

    def _strength(self) -> Grid:
        places = [self.say("head.nth", place=place) for place in range(1, self.report["players"] + 1)]
        heads = self._heads("entrant", "matches", "wins", "interval", "points", "error", "place")
        rows = []
        for result in self.results:
            rating, error = result["rating"], result["points_interval"]
            rows.append(
                [
                    result["entrant"],
                    f"{result['matches']:,}",
                    f"{100 * result['share']:.1f}",
                    self._span(result["share_interval"]),
                    f"{result['points']:.2f}",
                    "–" if error is None else f"{(error[1] - error[0]) / 2:.2f}",
                    f"{result['place']:.2f}",
                    *(f"{100 * count / result['seats']:.0f}" for count in result["places"]),
                    "–" if rating is None else rated(rating),
                ]
            )
        return Grid(self.say("grid.strength"), [*heads, *places, self.say("head.rating")], rows)

    def _thinking(self) -> Grid:
        heads = self._heads("entrant", "budget", "decisions", "median", "p95", "max", "faults")
        rows = []
        for result in self.results:
            spent = result["times"]
            shown = ["–"] * 4
            if spent:
                shown = [f"{spent['decisions']:,}", *(seconds(spent[name]) for name in ("median", "p95", "max"))]
            rows.append([result["entrant"], self.budget(result["budget"]), *shown, self.faults(result)])
        return Grid(self.say("grid.thinking"), heads, rows)

    def _seats(self) -> Grid:
        rows = [
            [str(seat), f"{100 * found['share']:.1f}", self._span(found["share_interval"]), f"{found['points']:.2f}"]
            for seat, found in enumerate(self.report["seats"])
        ]
        return Grid(self.say("grid.seats"), self._heads("seat", "wins", "interval", "points"), rows)

    def _pairs(self) -> Grid:
        rows = [
            [
                self.say("grid.before", a=pair["entrants"][0], b=pair["entrants"][1]),
                f"{pair['matches']:,}",
                f"{100 * pair['ahead']:.1f}",
                self._span(pair["ahead_interval"]),
            ]
            for pair in self.report["pairs"]
        ]
        return Grid(self.say("grid.pairs"), self._heads("pair", "matches", "ahead", "interval"), rows)
