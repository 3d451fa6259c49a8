"""The report as one HTML page that needs nothing else: no script, no font, no net."""

from __future__ import annotations

from html import escape
from itertools import accumulate
from pathlib import Path

from tutti.arena import plots
from tutti.arena.telling import Telling, seconds, whole_percent
from tutti.words import Speaker

STYLE = Path(__file__).with_name("page.css")


class Page:
    """One report in words and pictures."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.report = telling.report
        self.say = telling.say
        self.game = Speaker(self.report["game"], lang=telling.words.lang)
        self.results = telling.results
        self.labels = [result["entrant"] for result in self.results]

    def html(self) -> str:
        title = self.say("page.title", game=self.game.title, entrants=self.report["entrants"])
        parts = [self._head(title)]
        if self.results:
            parts += [self._shares(), self._points(), self._places(), self._sources(), self._times(), self._tables()]
        parts.append(self._settings())
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(self.game.lang)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(parts)
            + "\n</main>\n</body>\n</html>\n"
        )

    def _section(self, name: str, *parts: str) -> str:
        about = f'<p class="faint">{escape(self.say(f"page.{name}_about"))}</p>'
        return f"<section>\n<h2>{escape(self.say(f'page.{name}'))}</h2>\n{about}\n" + "\n".join(parts) + "\n</section>"

    def _head(self, title: str) -> str:
        report = self.report
        facts = self.say(
            "page.facts",
            matches=report["matches"],
            players=report["players"],
            blocks=report["blocks"],
            seed=report["seed"],
        )
        lines = [f"<h1>{escape(title)}</h1>", f'<p class="faint">{escape(facts)}</p>']
        for at, verdict in enumerate(self.telling.verdicts()):
            lines.append(f"<p>{self._key(at)}{escape(verdict)}</p>")
        lines += [f'<p class="warn">{escape(line)}</p>' for line in self.telling.warnings()]
        return "<header>\n" + "\n".join(lines) + "\n</header>"

    def _key(self, number: int) -> str:
        return f'<span class="key {plots.colour(number)}"></span>'

    def _legend(self) -> str:
        keys = (f"{self._key(at)}{escape(label)}" for at, label in enumerate(self.labels))
        return f'<p class="faint">{" &nbsp; ".join(keys)}</p>'

    def _shares(self) -> str:
        parity = self.report["parity"]
        rows = [
            plots.Whisker(result["entrant"], result["share"], *(result["share_interval"] or (0.0, 1.0)))
            for result in self.results
        ]
        high = min(1.0, max(parity, *(row.high for row in rows)) * 1.1)
        name = self.say("page.share_axis")
        drawn = plots.whiskers(self.say("page.shares"), rows, (0.0, high), name, whole_percent, parity)
        courses = [(label, self._course(label)) for label in self.labels]
        along = plots.courses(self.say("page.course"), courses, self.say("page.course_axis"), whole_percent, parity)
        return self._section("shares", drawn, self._legend(), along)

    def _course(self, label: str) -> list[float]:
        """The share of wins of one seat of an entrant, after each of its matches."""
        kind = list(dict.fromkeys(self.report["entrants"])).index(label)
        mine = [row for row in self.report["played"] if kind in row["seats"]]
        wins = [
            sum(place == 1 for place, sitting in zip(row["places"], row["seats"], strict=True) if sitting == kind)
            / row["places"].count(1)
            for row in mine
        ]
        seats = [row["seats"].count(kind) for row in mine]
        return [won / sat for won, sat in zip(accumulate(wins), accumulate(seats), strict=True)]

    def _points(self) -> str:
        kinds = list(dict.fromkeys(self.report["entrants"]))
        rows = [
            (
                label,
                [
                    points
                    for row in self.report["played"]
                    for points, kind in zip(row["points"], row["seats"], strict=True)
                    if kinds[kind] == label
                ],
            )
            for label in self.labels
        ]
        return self._section("points", plots.histograms(self.say("page.points"), rows, self.say("head.points")))

    def _places(self) -> str:
        rows = [(result["entrant"], [n / result["seats"] for n in result["places"]]) for result in self.results]
        names = [self.say("head.nth", place=place) for place in range(1, self.report["players"] + 1)]
        return self._section("places", plots.stacks(self.say("page.places"), rows, names, whole_percent))

    def _sources(self) -> str:
        names = [
            name for name in self.results[0]["sources"] if any(result["sources"].get(name) for result in self.results)
        ]
        groups = [
            (self.game.look("source", name), [result["sources"].get(name, 0.0) for result in self.results])
            for name in names
        ]
        if not groups:
            return ""
        drawn = plots.bars(self.say("page.sources"), groups, self.labels, self.say("page.sources_axis"))
        return self._section("sources", self._legend(), drawn)

    def _times(self) -> str:
        rows = []
        for result in self.results:
            spent = result["times"]
            if spent:
                box = (spent["p25"], spent["p75"])
                rows.append(
                    plots.Whisker(result["entrant"], spent["median"], spent["p25"], spent["p95"], box, spent["max"])
                )
        drawn = plots.times(self.say("page.times"), rows, self.say("page.times_axis"), seconds) if rows else ""
        return self._section("times", drawn)

    # -- tables --------------------------------------------------------------------------------

    def _tables(self) -> str:
        parts = []
        for grid in self.telling.grids():
            top = "".join(f'<th scope="col">{escape(head)}</th>' for head in grid.heads)
            rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in grid.rows)
            body = "\n".join(f"<tr>{row}</tr>" for row in rows)
            parts.append(f"<h3>{escape(grid.title)}</h3>")
            parts.append(
                f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
            )
        return self._section("tables", *parts)

    def _settings(self) -> str:
        report, say = self.report, self.say
        shown = {
            "game": say("page.rules", title=self.game.title, game=report["game"], rules=report["rules"]),
            "pack": f"{report['pack']['name']}, {report['pack']['hash']}",
            "options": ", ".join(f"{name} = {value}" for name, value in report["options"].items()) or "–",
            "entrants": ", ".join(report["entrants"]),
            "seed": report["seed"],
            "again": say("page.again_yes" if report["reproducible"] else "page.again_no"),
        }
        rows = (f"<dt>{escape(say(f'setting.{name}'))}</dt><dd>{escape(text)}</dd>" for name, text in shown.items())
        return self._section("settings", "<dl>", *rows, "</dl>")
