"""One client that does not behave must not stop the others. Real processes, raw sockets, honest players meanwhile."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

import httpx
import pytest
from bench.load.crowd import Crowd
from bench.load.host import Host

from support import attacks

SECONDS = 1.5
"""As long as it takes to see that others go on; ``make soak`` attacks for longer."""
TABLES, SEATS, RATE = 12, 3, 25
PATIENCE = 60.0
LONGEST = 2.5
"""Seconds. Neighbours may take the processor away; an attack that works stops everybody until it ends."""
MOST_MEMORY = 40 << 20
MOST_TOLD = 5 << 20
BY = {
    "pings": "frames",
    "pongs": "frames",
    "fragments": "frames",
    "messages": "frames",
    "crumbs": "",  # on a busy machine they come in larger pieces, and are none
    "openings": "",
    "syncs": "",
    "chunks": "chunks",
    "halves": "slow",
    "pipelines": "queued",
    "heads": "head",
    "trailers": "head",
    "lines": "head",
}
"""What each attack is stopped by, as the numbers of the server call it."""
TESTS = Path(__file__).parents[2]


def _elsewhere() -> bool:
    """Whether this machine has more than one address of its own."""
    with socket.socket() as wire:
        try:
            wire.bind(("127.0.0.2", 0))
        except OSError:
            return False
    return Path("/proc/self/fd").is_dir()


pytestmark = pytest.mark.skipif(not _elsewhere(), reason="needs the loopback network and /proc of Linux")


@dataclass
class Outcome:
    said: dict[str, int]
    """What became of the attacker."""
    waited: list[float]
    """Seconds that each move of the honest waited, the shortest first."""
    cuts: dict[str, float]
    """How often the server cut somebody off meanwhile, and why."""
    memory: int
    descriptors: int

    def share(self, part: float) -> float:
        return self.waited[min(len(self.waited) - 1, int(part * len(self.waited)))]


class Stage:
    """A server with limits, honest players at 127.0.0.1, and one attacker at a time."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder, bot_pause=0, workers=1, limits="yes", sockets_per_address=100, head_seconds=1)
        self.crowd = Crowd(self.host.host, self.host.port)
        self.loop = asyncio.Runner()
        self.attackers = 1

    def __enter__(self) -> Stage:
        try:
            self.loop.run(self.crowd.sit_down(TABLES, SEATS, at_once=2))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *fault: object) -> None:
        self.crowd.leave()
        self.loop.close()
        self.host.kill()

    def cuts(self) -> dict[str, float]:
        text = httpx.get(f"http://{self.host.host}:{self.host.port}/metrics", verify=False).text
        return {why: float(count) for why, count in re.findall(r'tutti_cut_total{why="(\w+)"} (\d+)', text)}

    def through(self, kind: str, seconds: float, rate: float) -> Outcome:
        """Play while somebody attacks."""
        return self.loop.run(self._through(kind, seconds, rate))

    async def _through(self, kind: str, seconds: float, rate: float) -> Outcome:
        self.attackers += 1
        crowd, host = self.crowd, self.host
        before, first, memory = self.cuts(), len(crowd.latencies), host.memory()
        where = (host.host, str(host.port), str(seconds), f"127.0.0.{self.attackers}", crowd.tables[0].id)
        attacker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", attacks.__name__, kind, *where, cwd=TESTS, stdout=PIPE
        )
        playing = asyncio.create_task(crowd.play(rate=rate, seconds=PATIENCE))
        descriptors = 0
        ended = asyncio.create_task(attacker.communicate())
        async with asyncio.timeout(PATIENCE):
            while not ended.done():
                descriptors = max(descriptors, sum(1 for _ in Path(f"/proc/{host.process.pid}/fd").iterdir()))
                await asyncio.wait([ended], timeout=0.2)
        playing.cancel()
        async with asyncio.timeout(PATIENCE):
            while crowd.count > len(crowd.latencies):
                await asyncio.sleep(0.01)
        assert not crowd.refused
        cuts = {why: count - before[why] for why, count in self.cuts().items()}
        said = json.loads((await ended)[0])
        return Outcome(said, sorted(crowd.latencies[first:]), cuts, host.memory() - memory, descriptors)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage(tmp_path_factory.mktemp("attacked")) as found:
        yield found


def check(kind: str, out: Outcome) -> None:
    """The attacker got nothing for its trouble."""
    if BY[kind]:
        assert out.cuts[BY[kind]] > 0
        assert out.said["cut"] > 0
    if kind == "openings":
        assert out.said["turned_away"] + out.said["cut"] > out.said["sockets"]
    if kind == "syncs":
        assert out.said["received"] < MOST_TOLD
    assert out.memory < MOST_MEMORY
    assert out.descriptors < 400


@pytest.mark.parametrize("kind", BY)
def test_everybody_plays_on(stage: Stage, kind: str) -> None:
    out = stage.through(kind, SECONDS, RATE)
    check(kind, out)
    assert len(out.waited) > 5
    assert out.waited[-1] < LONGEST, out


@pytest.mark.soak
@pytest.mark.parametrize("kind", BY)
def test_nobody_waits_longer_than_a_tenth_of_a_second(tmp_path: Path, kind: str) -> None:
    """Or than twice as long as on a calm day, where other tests have the processor, too."""
    with Stage(tmp_path) as stage:
        calm = stage.through("nothing", 5, 60)
        out = stage.through(kind, 10, 60)
    for name, found in (("calm", calm), (kind, out)):
        shares = ", ".join(f"{1000 * found.share(part):.0f}" for part in (0.5, 0.99, 1))
        print(f"{name}: {len(found.waited)} moves; median, 99 of 100, longest in ms: {shares}")
    check(kind, out)
    assert len(out.waited) > 200
    assert out.share(0.99) <= max(0.1, 2 * calm.share(0.99)), out
