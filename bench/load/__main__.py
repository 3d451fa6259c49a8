"""``python -m bench.load``: moves a second and memory for each socket, client and server on one machine."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import tutti
from bench.load.crowd import Crowd
from bench.load.host import Host, many_files


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def moves(folder: Path, tables: int, seats: int, rate: float, seconds: float) -> None:
    host = Host(folder)
    try:
        crowd = Crowd(host.host, host.port)
        await crowd.sit_down(tables, seats)
        await crowd.play(rate / 2, 2)  # everything is warm
        crowd.latencies.clear()
        before = host.processor()
        spent = await crowd.play(rate, seconds)
        used = host.processor() - before
        done = len(crowd.latencies)
        views = sum(person.views for table in crowd.tables for person in table.people)
        print(f"{tables} tables x {seats} sockets, {rate:.0f} moves/s asked for, {spent:.0f} s")
        print(f"  acknowledged {done / spent:.0f} moves/s; refused {len(crowd.refused)}; views {views:,}")
        shares = " ".join(
            f"p{name} {1000 * percentile(crowd.latencies, share):.1f}"
            for name, share in (("50", 0.5), ("90", 0.9), ("99", 0.99), ("max", 1.0))
        )
        print(f"  milliseconds to the acknowledgement: {shares}")
        print(f"  server: {1000 * used / max(1, done):.2f} ms of processor a move; {host.memory() >> 20} MiB")
        crowd.leave()
    finally:
        host.stop()


async def idle(folder: Path, sockets: int) -> None:
    host = Host(folder)
    try:
        warm = Crowd(host.host, host.port)
        await warm.sit_down(5, 4)
        before = host.memory()
        crowd = Crowd(host.host, host.port)
        await crowd.sit_down(sockets // 4, 4)
        await asyncio.sleep(2)
        each = (host.memory() - before) / sockets
        print(f"{sockets} idle sockets at {sockets // 4} tables: {each / 1024:.0f} KiB each, tables included")
        crowd.leave()
        warm.leave()
    finally:
        host.stop()


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.load")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, nargs="*", default=[550.0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--idle", type=int, default=2000)
    args = parser.parse_args()
    many_files()
    print(f"Tutti {tutti.__version__}, {'compiled' if tutti.COMPILED else 'NOT compiled'}")
    for rate in args.rate:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(moves(Path(folder), args.tables, args.seats, rate, args.seconds))
    if args.idle:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(idle(Path(folder), args.idle))


if __name__ == "__main__":
    main()
