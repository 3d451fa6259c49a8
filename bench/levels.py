"""Each level against the one below as they are played, time scaled: ``python -m bench.levels --scale 8``.

One seat of the higher level sits among the lower one; seats rotate, and the matches of a rotation share their deal.
Bots stay at their seats as on the server (``Bot.seated``), but have one core each and nobody else's time. A row is a
file in ``--out`` with every match in it: a command that was cut short goes on. A row ends when its interval (99 %)
decides, after 200 matches at most: the goal is 65 % of the win with two players and half as much again as parity with
more, the lower end of the interval (95 %, Wilson) above parity. Rows named ``quarter`` have ``maestro`` against itself
with a quarter of its time, and 60 % as their goal. ``--only symphony,maestro`` plays rows whose names hold all of these
words; ``--matches 60`` plays so many, whatever they show.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import tutti

LEVELS = ("apprentice", "student", "soloist", "maestro")
TABLES = {"symphonimo": (2, 4), "symphony": (2, 3), "orchestra": (2, 3)}
QUARTER = "quarter"
"""``maestro`` with a quarter of its time: whether thought pays."""
THINKERS = ("symphony", "orchestra")
LEAST, MOST = 20, 200
STOPPING, TELLING = 2.576, 1.96


class LevelResult(NamedTuple):
    """Who meets whom at which table."""

    game: str
    players: int
    upper: str
    lower: str

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.upper}-{self.lower}"

    @property
    def parity(self) -> float:
        return 1 / self.players

    @property
    def goal(self) -> float:
        if self.lower == QUARTER:
            return 0.6
        return 0.65 if self.players == 2 else 1.5 * self.parity


def rows() -> list[LevelResult]:
    return [
        LevelResult(game, players, upper, lower)
        for game, sizes in TABLES.items()
        for players in sizes
        for lower, upper in pairwise(LEVELS)
    ] + [LevelResult(game, 2, LEVELS[-1], QUARTER) for game in THINKERS]


def play(row: LevelResult, number: int, scale: float) -> dict[str, Any]:
    """One match: the share of the win of the upper level, points of it and of the others, and seconds."""
    start = time.perf_counter()
    game = tutti.game(row.game)
    chance = tutti.Dice(7_000_003 + number // row.players)
    minds = [tutti.Dice(number * 8 + seat + 1) for seat in range(row.players)]
    me = number % row.players
    bots = [_seated(row.upper if seat == me else row.lower, scale) for seat in range(row.players)]
    s = game.setup(tutti.prepare(game, row.players, {}), chance)
    while active := game.active(s):
        player = active[0]
        game.apply(s, bots[player].decide(tutti.Perspective(game, s, player), minds[player]), chance, player)
    places = [game.place(s, p) for p in range(row.players)]
    points = [game.points(s, p) for p in range(row.players)]
    return {
        "number": number,
        "won": (places[me] == 1) / places.count(1),
        "points": points[me],
        "others": (sum(points) - points[me]) / (row.players - 1),
        "seconds": round(time.perf_counter() - start, 2),
    }


def _seated(name: str, scale: float) -> tutti.Bot:
    if name == QUARTER:
        return _seated(LEVELS[-1], 4 * scale)
    bot = tutti.bot(name)
    return bot.at(bot.budget.scaled(1 / scale)).seated() if bot.budget else bot


def interval(mean: float, cases: int, z: float) -> tuple[float, float]:
    """Wilson's."""
    centre = (mean + z * z / (2 * cases)) / (1 + z * z / cases)
    half = z / (1 + z * z / cases) * math.sqrt(mean * (1 - mean) / cases + z * z / (4 * cases * cases))
    return centre - half, centre + half


def decided(row: LevelResult, won: list[float], matches: int = 0) -> bool:
    """Whether more matches would hardly change the verdict; only whole rotations are looked at."""
    if matches:
        return len(won) >= matches
    if len(won) >= MOST - MOST % row.players:
        return True
    if len(won) < LEAST or len(won) % row.players:
        return False
    mean = sum(won) / len(won)
    low, high = interval(mean, len(won), STOPPING)
    return (low > row.parity and mean >= row.goal) or high < row.goal


def ahead(found: dict[int, dict[str, Any]]) -> list[float]:
    """Results from the first match on, without a gap."""
    won: list[float] = []
    while len(won) in found:
        won.append(found[len(won)]["won"])
    return won


def measure(row: LevelResult, folder: Path, scale: float, jobs: int, matches: int = 0) -> dict[int, dict[str, Any]]:
    """Play a row to its end, or on from where its file ends."""
    path = folder / f"{row.name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {one["number"]: one for one in map(json.loads, lines)}
    if decided(row, ahead(found), matches):
        return found
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as file:
        running: dict[Future[dict[str, Any]], int] = {}
        while not decided(row, ahead(found), matches):
            todo = (n for n in range(MOST) if n not in found and n not in running.values())
            while len(running) < jobs and (number := next(todo, None)) is not None:
                running[pool.submit(play, row, number, scale)] = number
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                found[running.pop(done)] = done.result()
                file.write(json.dumps(done.result()) + "\n")
                file.flush()
        for one in running:
            one.cancel()
    return found


def told(row: LevelResult, found: dict[int, dict[str, Any]]) -> str:
    """A row of the table in docs/bots.md."""
    won = ahead(found)
    won = won[: len(won) - len(won) % row.players]
    if not won:
        return f"| {row.game}, {row.players} players | {row.upper} against {row.lower} | | 0 | | | |"
    mean, matches = sum(won) / len(won), [found[number] for number in range(len(won))]
    low, high = interval(mean, len(won), TELLING)
    points, others, seconds = (sum(one[key] for one in matches) / len(won) for key in ("points", "others", "seconds"))
    verdict = "yes" if mean >= row.goal and low > row.parity else "no"
    return (
        f"| {row.game}, {row.players} players | {row.upper} against {row.lower} | {row.goal:.0%} | {len(won)} "
        f"| **{mean:.1%}** | {low:.1%} – {high:.1%} | {verdict} | {points:.1f} to {others:.1f} | {seconds:.0f} s |"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    parser.add_argument("--scale", type=float, default=8.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/levels"))
    parser.add_argument("--only", default="", help="words with commas: rows whose names hold all of them")
    parser.add_argument("--matches", type=int, default=0, help="so many, instead of until it is decided")
    given = parser.parse_args(arguments)
    folder = given.out / f"scale-{given.scale:g}"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [row for row in rows() if all(word in row.name for word in given.only.split(","))]
    print("| table | match | goal | matches | wins | 95 % | reached | points | a match |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for row in wanted:
        print(told(row, measure(row, folder, given.scale, given.jobs, given.matches)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
