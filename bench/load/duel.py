"""Today's server beside that of an earlier commit, in turns: processor time for a move.

Seconds of the clock say more about what else a machine does than about a server; processor time is much the same
on a busy one, and in turns both get the same neighbours.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from rich.console import Console

from bench.against import RELEASED, ROOT, build, unpacked
from bench.load.host import run
from bench.load.measures import Load, Seen, moves, percentile, restart, restarting

__all__ = ["RELEASED", "fight"]


def fight(loads: list[Load], commit: str, rounds: int, kills: int = 0) -> None:
    """Print what a move costs both, and the ratio; then, if ``kills`` are wanted, how soon both are back after one."""
    console = Console()
    then, now = build(unpacked(commit), console), build(ROOT, console)
    for load in loads:
        seen: dict[Path, list[Seen]] = {then: [], now: []}
        for number in range(rounds):
            for sources in (then, now) if number % 2 else (now, then):
                seen[sources].append(run(moves(load, sources=sources)))
        ratios = [old.cost / new.cost for old, new in zip(seen[then], seen[now], strict=True)]
        print(f"{load.game}: {load.tables} tables x {load.seats} sockets, {load.rate:.0f} moves/s asked for")
        for name, found in ((commit, seen[then]), ("today", seen[now])):
            print(f"  {name}: {_told(found)}")
        print(f"  processor time of {commit} to today's: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    if kills:
        for name, sources in ((commit, then), ("today", now)):
            print(f"{name}: {run(restart(restarting(loads[0]), kills, sources))}")


def _told(found: list[Seen]) -> str:
    costs = [1000 * one.cost for one in found]
    done = median(len(one.latencies) / one.spent for one in found)
    half = median(1000 * percentile(one.latencies, 0.5) for one in found)
    late = [1000 * percentile(one.latencies, 0.99) for one in found]
    return (
        f"{median(costs):.2f} ms a move ({min(costs):.2f} to {max(costs):.2f}), {done:.0f} moves/s acknowledged,"
        f" half within {half:.1f} ms, 99 of 100 within {median(late):.0f} ms ({min(late):.0f} to {max(late):.0f})"
    )
