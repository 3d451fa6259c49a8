"""``python -m bench.load.shares --database URL``: one process against two on PostgreSQL, each on a core of its own.

Two cores have no room for two servers, a database and a generator. So a server runs for a third of the time only: it
is stopped and let go on a hundred times a second, in turns with the other, pinned to its core. Generator and database
have what is left. All run on the same machine, in turns."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

from bench.load.crowd import Crowd
from bench.load.host import Host, many_files, run
from bench.load.measures import percentile

SHARE, SLICE = 3, 0.01
"""One of so many slices is a server's, and the seconds that it takes."""


@contextmanager
def in_slices(hosts: Sequence[Host]) -> Iterator[None]:
    """Let each server run in its own slice of time, on its own core."""
    over = threading.Event()

    def turns() -> None:
        while not over.is_set():
            for slice in range(SHARE):
                for number, host in enumerate(hosts):
                    host.process.send_signal(signal.SIGCONT if number == slice else signal.SIGSTOP)
                time.sleep(SLICE)

    for number, host in enumerate(hosts):
        for thread in Path(f"/proc/{host.process.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {number})
    turning = threading.Thread(target=turns)
    turning.start()
    try:
        yield
    finally:
        over.set()
        turning.join()
        for host in hosts:
            host.process.send_signal(signal.SIGCONT)


async def play(database: str, processes: int, tables: int, rate: float, seconds: float) -> str:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hosts = [stack.enter_context(Host(folder / str(number), database=database)) for number in range(processes)]
        crowds = [Crowd(host.host, host.port) for host in hosts]
        for crowd in crowds:
            stack.callback(crowd.leave)
            await crowd.sit_down(tables // processes, 4)
            await crowd.read("/docs")
        share = rate / processes
        await asyncio.gather(*(crowd.play(share / 4, 1) for crowd in crowds))
        for crowd in crowds:
            crowd.latencies.clear()
        with in_slices(hosts):
            began, before = time.perf_counter(), [host.processor() for host in hosts]
            await asyncio.gather(*(crowd.play(share, seconds) for crowd in crowds))
            spent = time.perf_counter() - began
            used = sum(host.processor() - was for host, was in zip(hosts, before, strict=True))
        took = [seconds for crowd in crowds for seconds in crowd.latencies]
    return (
        f"{processes} of them: {len(took) / spent:.0f} moves/s acknowledged of {rate:.0f} asked for,"
        f" half within {1000 * percentile(took, 0.5):.0f} ms; {1000 * used / len(took):.2f} ms of processor a move,"
        f" {used / spent:.2f} cores in use"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.load.shares")
    parser.add_argument("--database", required=True, metavar="URL")
    parser.add_argument("--tables", type=int, default=240)
    parser.add_argument("--rate", type=float, default=1400.0)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    many_files()
    for processes in (1, 2) * asked.rounds:
        print(run(play(asked.database, processes, asked.tables, asked.rate, asked.seconds)), flush=True)


if __name__ == "__main__":
    main()
