"""Storms: hostile frames by the million, clients that never read, crowds of tables. People play meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from bench.load.crowd import Crowd
from bench.load.host import Host, many_files
from bench.load.measures import percentile
from bench.load.wire import MASK, Wire, connect

from server.outages.test_kill import Noting, stored
from tutti.server.rooms import event_log

PATIENCE = 120.0
KINDS = ["play", "undo", "say", "ahead", "auto", "away", "back", "propose", "answer", "why", "hint", "sync", "ping"]
DEEP = b"[" * 3000


def hostile(dice: random.Random) -> bytes:
    """A frame that no page of ours sends: its head, mask, text or order is wrong, or all of it is chance."""
    kind = dice.randrange(8)
    if kind == 0:  # anything at all
        return dice.randbytes(dice.randrange(2, 60))
    if kind == 1:  # signs that are no text
        return framed(dice.randbytes(dice.randrange(1, 100)))
    if kind == 2:
        return framed(DEEP[: dice.randrange(1, 3000)])
    if kind == 3:  # a head that promises much
        return bytes([0x81, 0xFF]) + dice.randbytes(8) + MASK
    if kind == 4:  # control frames, fragments, bits that mean nothing
        return framed(dice.randbytes(dice.randrange(0, 125)), dice.choice([0x01, 0x00, 0x89, 0x8A, 0xC1, 0x83, 0x82]))
    order = {"type": dice.choice(KINDS), "key": f"h{dice.randrange(50)}", "question": dice.randrange(-2, 40)}
    if dice.random() < 0.5:
        order["action"] = dice.choice(["draw", "place 1", "take 3", "x" * dice.randrange(300), 7, None, ["draw"]])
    if dice.random() < 0.2:
        order[dice.choice(["seat", "text", "on", "extra"])] = dice.choice([0, -1, 10**30, 1e308, "\0", {}, True])
    return framed(json.dumps(order).encode())


def framed(text: bytes, first: int = 0x81) -> bytes:
    size = len(text)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return head + MASK + text


@pytest.mark.parametrize("frames", [4_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_hostile_frames_harm_nobody(tmp_path: Path, frames: int) -> None:
    """Without limits, so that as many as can be are really read. Beside them people play."""
    dice = random.Random(frames)

    async def storm(crowd: Crowd, victim: str, cookie: str) -> tuple[int, int]:
        sent = sockets = 0
        while sent < frames:
            path = f"/api/tables/{victim}/socket" + dice.choice(["", "?seat=0", "?seat=1"])
            wire = await connect(crowd.host, crowd.port, path, cookie, lambda raw: None)
            sockets += 1
            for _ in range(dice.randrange(1, 400)):
                wire.write(hostile(dice))
                sent += 1
                if sent % 8 == 0:
                    await asyncio.sleep(0)
                if wire.closed.done():
                    break
            await asyncio.sleep(0)
            wire.close()
        return sent, sockets

    async def all_of_it() -> str:
        with (tmp_path / "log").open("wb") as said, Host(tmp_path / "data", said, workers=1, log="json") as host:
            crowd, victims = Noting(host.host, host.port), Crowd(host.host, host.port)
            await crowd.sit_down(10, 3)
            await victims.sit_down(1, 2)
            victim = victims.tables[0]
            await asyncio.sleep(0.5)
            before = host.memory()
            playing = asyncio.create_task(crowd.play(20, 3600))
            sent, sockets = await storm(crowd, victim.id, victim.people[0].cookie)
            known = len(crowd.latencies)
            async with asyncio.timeout(PATIENCE):  # everybody is still answered
                while len(crowd.latencies) < known + 5 and not all(p.over for t in crowd.tables for p in t.people):
                    await asyncio.sleep(0.01)
            playing.cancel()
            grown = host.memory() - before
            assert host.process.poll() is None
            assert crowd.refused == []
            assert grown < 64 << 20, grown
            crowd.leave()
            victims.leave()
            p99 = 1000 * percentile(crowd.latencies, 0.99)
            return f"{sent:,} frames on {sockets:,} sockets: {grown >> 20} MiB more, p99 of moves {p99:.0f} ms"

    print(asyncio.run(all_of_it()))
    faults = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [line for line in faults if line.get("level") == "error"] == []


@pytest.mark.parametrize(("silent", "moves"), [(20, 120), pytest.param(500, 6_000, marks=pytest.mark.soak)])
def test_clients_that_never_read_cost_little_and_delay_nobody(tmp_path: Path, silent: int, moves: int) -> None:
    """Half of them watch and read nothing at all, half read a few bytes now and then."""
    many_files()

    async def all_of_it() -> str:
        with Host(tmp_path, workers=1) as host:
            crowd = Crowd(host.host, host.port)
            await crowd.sit_down(max(4, moves // 60), 3)
            # A first start makes keys for push, with a large library: not while we measure.
            await crowd.read("/api/me/notices", crowd.tables[0].people[0].cookie)
            before = host.memory()
            idlers: list[Wire] = []
            for number in range(silent):
                table = crowd.tables[number % len(crowd.tables)]
                wire = await connect(
                    host.host, host.port, f"/api/tables/{table.id}/socket", table.people[0].cookie, lambda raw: None
                )
                wire.pause()
                idlers.append(wire)
            crowd.latencies.clear()
            playing = asyncio.create_task(crowd.play(60 if silent < 100 else 200, 3600))
            async with asyncio.timeout(PATIENCE + moves / 20):
                while len(crowd.latencies) < moves and not all(p.over for t in crowd.tables for p in t.people):
                    for wire in idlers[::2]:
                        wire.sip()
                    await asyncio.sleep(0.05)
            playing.cancel()
            each = (host.memory() - before) / silent
            assert crowd.refused == []
            assert each < 256 << 10, each
            for wire in idlers:
                wire.close()
            crowd.leave()
            p99 = 1000 * percentile(crowd.latencies, 0.99)
            return (
                f"{silent} silent clients, {len(crowd.latencies):,} moves: p99 {p99:.0f} ms, {each / 1024:.0f} KiB each"
            )

    print(asyncio.run(all_of_it()))


@pytest.mark.soak
def test_a_flood_of_tables_and_sockets_leaves_the_tables_that_were_there_alone(tmp_path: Path) -> None:
    many_files()

    async def all_of_it() -> str:
        with Host(tmp_path, workers=1) as host:
            honest, flood = Crowd(host.host, host.port), Crowd(host.host, host.port)
            await honest.sit_down(10, 4)
            before = host.memory()
            playing = asyncio.create_task(honest.play(10, 3600))
            await flood.sit_down(2_000, 4)
            each = (host.memory() - before) / 8_000
            known = len(honest.latencies)
            await asyncio.sleep(5)
            playing.cancel()
            assert honest.refused == []
            assert len(honest.latencies) > known
            assert each < 100 << 10, each
            during = 1000 * percentile(honest.latencies[:known], 0.99)
            honest.leave()
            flood.leave()
            return (
                f"2,000 tables, 8,000 sockets: {each / 1024:.0f} KiB each, moves meanwhile within {during:.0f} ms (p99)"
            )

    print(asyncio.run(all_of_it()))


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """A file system of that size; skipped where nobody may have one."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("needs the right to mount")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.soak
def test_a_disk_that_really_fills_up_loses_nothing(tmp_path: Path) -> None:
    """Moves are refused while nothing can be stored, and go on when it can again; the process lives."""

    async def live(disk: Path) -> Noting:
        with (tmp_path / "log").open("wb") as said, Host(disk / "data", said, workers=1, log="json") as host:
            crowd = Noting(host.host, host.port)
            await crowd.sit_down(60, 3)
            await crowd.play_some(60)
            fill(disk / "ballast")
            wires = [person.wire for table in crowd.tables for person in table.people if person.wire is not None]
            async with asyncio.timeout(PATIENCE):
                while not any(wire.closed.done() for wire in wires):  # nobody stays at a table that was not stored
                    await asyncio.sleep(0.01)
            assert host.process.poll() is None
            assert {wire.closed.result() for wire in wires if wire.closed.done()} == {4503}
            (disk / "ballast").unlink()
            await crowd.go()
            await crowd.come_back(host.host, host.port)
            await crowd.play_some(60)
            await crowd.go()
        return crowd

    with small_disk(tmp_path / "disk", "8m") as disk:
        crowd = asyncio.run(live(disk))
        found = asyncio.run(stored(disk / "data", [table.id for table in crowd.tables]))
        for table, keys in crowd.keys.items():
            row, events = found[table]
            assert keys <= {event.key for event in events}, "an acknowledged move is gone"
            assert list(event_log.rebuild(row, None, events).active) == row.active
        print(f"{sum(map(len, crowd.keys.values())):,} acknowledged moves, all there; {len(crowd.refused)} refused")


def fill(ballast: Path) -> None:
    """Take all the room that is left."""
    file = os.open(ballast, os.O_WRONLY | os.O_CREAT)
    try:
        for size in (65536, 1):
            with suppress(OSError):
                while os.write(file, bytes(size)):
                    pass
    finally:
        os.close(file)


def test_signs_that_are_no_text_end_the_socket_and_leave_no_line_in_the_log(tmp_path: Path) -> None:
    async def send() -> int:
        with (tmp_path / "log").open("wb") as said, Host(tmp_path / "data", said, workers=1, log="json") as host:
            crowd = Crowd(host.host, host.port)
            await crowd.sit_down(1, 2)
            wire = crowd.tables[0].people[0].wire
            assert wire is not None
            wire.write(framed(b"\xff\xfe"))
            code = await asyncio.wait_for(wire.closed, PATIENCE)
            crowd.leave()
            return code

    assert asyncio.run(send()) == 1007
    log = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [line for line in log if line["level"] == "error"] == []
