"""The analysis of a finished match, in pieces that may be done anywhere, in any order. Its form: docs/analysis.md."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tutti.advice import SECONDS, VERSION
from tutti.advice.chronicle import Chronicle
from tutti.advice.gaps import gaps, trace
from tutti.advice.judging import ADVISER, WORLDS, judged
from tutti.advice.moments import NoAnalysis, Record, choices, decisions, entries_of, walk
from tutti.advice.playouts import play_out
from tutti.ai import roster
from tutti.ai.bot import Budget
from tutti.ai.weighing import TREES
from tutti.kernel.chance import Dice
from tutti.kernel.types import Fields

__all__ = ["SECONDS", "NoAnalysis", "Progress", "analyse", "join", "part", "plan"]

LADDER: Final = (400, 1000, 2000, 4000)
"""Iterations for a decision: fewer say nothing, more hardly anything new, and few steps so that machines agree."""
PIECE: Final = 1.0
"""Seconds that a piece should take, so that nobody waits long for a process that is busy with one."""
OFTEN: Final = 0.4
"""Of how many decisions about a better move has to be explained."""
PROBES, PROBE = 6, 0.04
"""So many decisions are searched for so many seconds, to see how fast the search is here."""


class Progress(NamedTuple):
    """How far an analysis has come; with the last step there is one."""

    done: int
    total: int
    """Decisions."""
    analysis: Fields | None


def plan(record: Record, seconds: float = SECONDS, iterations: int | None = None, seed: int = 1) -> list[Fields]:
    """The pieces of an analysis. Without ``iterations`` the pace of this machine says how many fit into the seconds.

    Raises ``NoAnalysis`` if the match is not over or not whole, ``BadRecord`` if it cannot be replayed.
    """
    _, found = choices(record)
    entries = list(found)
    if not entries:
        return []
    pace = _pace(record, entries)
    if iterations is None:
        most = (seconds / len(entries) - pace.explaining) * pace.searching
        iterations = max((step for step in LADDER if step <= most), default=LADDER[0])
    size = max(1, int(PIECE / (iterations / pace.searching + pace.explaining)))
    return [
        {"entries": entries[at : at + size], "iterations": iterations, "seed": seed}
        for at in range(0, len(entries), size)
    ]


class Pace(NamedTuple):
    """How fast it goes on this machine."""

    searching: float
    """Iterations in a second."""
    explaining: float
    """Seconds for reasons, for a decision as they usually are."""


def _pace(record: Record, entries: Sequence[int]) -> Pace:
    """Measured at decisions from all of the match."""
    wanted = set(entries[:: max(1, len(entries) // PROBES)])
    bot = roster.bot(ADVISER).at(Budget(seconds=PROBE))
    done, searched, explained = 0, 0.0, 0.0
    for moment in decisions(record, wanted):
        start = time.perf_counter()
        weighing = bot.weigh(moment.perspective, Dice(1), 2)
        middle = time.perf_counter()
        play_out(moment.perspective, [moment.played], 1, Dice(1))
        searched += middle - start
        explained += time.perf_counter() - middle
        done += weighing.iterations if weighing else 0
    return Pace(done / searched, OFTEN * 2 * WORLDS * explained / len(wanted))


def part(record: Record, piece: Fields) -> Fields:
    """What is found in one piece."""
    iterations, seed = int(piece["iterations"]), int(piece["seed"])
    moments = decisions(record, set(piece["entries"]))
    return {"decisions": [judged(moment, iterations, seed) for moment in moments]}


def join(record: Record, parts: Sequence[Fields]) -> Fields:
    """The analysis from all its parts, in any order."""
    found = sorted((one for piece in parts for one in piece["decisions"]), key=lambda one: int(one["entry"]))
    traces = []
    for match in walk(record):
        traces.append(trace(match))
    result = match.result
    assert result is not None  # it was played to its end
    winner = result.winners[0]
    told = Chronicle(found, match.log, result)
    search = found[0]["search"] if found else {"iterations": 0, "seed": 0}
    return {
        "analysis": VERSION,
        "game": match.game.name,
        "players": match.players,
        "bot": ADVISER,
        "iterations": search["iterations"],
        "trees": TREES,
        "seed": search["seed"],
        "length": len(match.log),
        "winners": list(result.winners),
        "winner": winner,
        "course": told.course(),
        "decisions": told.decisions(),
        "turning": told.turning(winner, entries_of(record)),
        "sources": [dict(row) for row in result.sources],
        "gaps": gaps(result, winner, traces),
        "luck": [{"chance": told.luck("chance", p), "points": told.luck("points", p)} for p in range(match.players)],
    }


def analyse(
    record: Record, seconds: float = SECONDS, iterations: int | None = None, seed: int = 1
) -> Iterator[Progress]:
    """The whole analysis in this process, piece by piece: whoever asks may stop asking."""
    pieces = plan(record, seconds, iterations, seed)
    total = sum(len(piece["entries"]) for piece in pieces)
    parts: list[Fields] = []
    done = 0
    for piece in pieces:
        yield Progress(done, total, None)
        parts.append(part(record, piece))
        done += len(piece["entries"])
    yield Progress(total, total, join(record, parts))
