"""What a study keeps: the same lines however it was run and interrupted, and nothing of another study."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from lab.killing import command, until, workers_of
from lab.studies import rich, small, table
from tutti.lab.folder import LINES, Broken, Folder
from tutti.lab.study import BadStudy

MOST_MEMORY = 200_000
"""KiB of a driver, however many matches there are."""
STUDY = """
seed = "killed"
questions = ["seats", "length"]
[[table]]
game = "symphonimo"
bots = ["greedy"]
matches = {matches}
"""


def filled(folder: Path, jobs: int = 1) -> bytes:
    list(Folder(folder, rich()).fill(jobs))
    return (folder / LINES).read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return filled(tmp_path_factory.mktemp("whole"))


def test_any_number_of_processes_writes_the_same_lines(whole: bytes, tmp_path: Path) -> None:
    assert filled(tmp_path, 3) == whole
    assert whole.count(b"\n") == rich().matches


@pytest.mark.parametrize("cut", [0, 1, 5000, -1, -40])
def test_a_torn_file_is_mended(whole: bytes, tmp_path: Path, cut: int) -> None:
    folder = Folder(tmp_path, rich())
    next(folder.fill(1))
    folder.lines.write_bytes(whole[:cut])
    there = next(folder.fill(1))
    assert there == whole[:cut].count(b"\n")
    assert filled(tmp_path) == whole


def test_matches_of_another_study_are_not_mixed_in(tmp_path: Path) -> None:
    list(Folder(tmp_path, small()).fill(1))
    before = (tmp_path / LINES).read_bytes()
    with pytest.raises(BadStudy, match="another study"):
        next(Folder(tmp_path, small(seed="2")).fill(1))
    assert (tmp_path / LINES).read_bytes() == before


def test_lines_that_are_not_in_order_are_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path, small())
    list(folder.fill(1))
    lines = folder.lines.read_bytes().splitlines(keepends=True)
    folder.lines.write_bytes(b"".join(lines[1:]))
    with pytest.raises(BadStudy, match="in their order"):
        next(folder.fill(1))
    assert folder.lines.read_bytes() == b"".join(lines[1:])


@pytest.mark.skipif(sys.platform == "win32", reason="locks by fcntl")
def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    first = Folder(tmp_path, small()).fill(1)
    next(first)
    with pytest.raises(BadStudy, match="Somebody else"):
        next(Folder(tmp_path, small()).fill(1))
    assert list(first)[-1] == small().matches


def test_a_match_that_cannot_be_played_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import tutti\nclass Own(tutti.Bot):\n    name = 'own'\n    asked = 0\n"
        "    def decide(self, perspective, dice):\n        Own.asked += 1\n"
        "        return perspective.legal()[0 if Own.asked < 200 else 99]\nBOT = Own()\n"
    )
    folder = Folder(tmp_path / "out", small(table(bots=[str(bot)])))
    with pytest.raises(Broken) as caught:
        list(folder.fill(1))
    assert caught.value.reason.startswith("IndexError")
    assert caught.value.first == folder.lines.read_bytes().count(b"\n") > 0


def grown(lines: Path, size: int, driver: subprocess.Popen[bytes] | None = None) -> bool:
    """There is more than that, or nobody writes any more."""
    return (lines.exists() and lines.stat().st_size > size) or (driver is not None and driver.poll() is not None)


def killed_and_resumed(folder: Path, matches: int, kills: int) -> bytes:
    """The lines of a study whose workers and driver are killed again and again."""
    study, out = folder / "study.toml", folder / "out"
    study.write_text(STUDY.format(matches=matches))
    lines = out / LINES
    for _ in range(kills):
        before = lines.stat().st_size if lines.exists() else 0
        driver = subprocess.Popen(command(study, out, "--jobs", "2"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            until(partial(grown, lines, before))
            for worker in workers_of(driver.pid)[:1]:
                os.kill(worker, signal.SIGKILL)
            now = lines.stat().st_size
            until(partial(grown, lines, now, driver))
        finally:
            driver.kill()
            driver.communicate()
    finished(command(study, out, "--jobs", "2"))
    return lines.read_bytes()


def finished(line: list[str]) -> None:
    """Played to its end and reported, in bounded memory."""
    driver = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while driver.poll() is None:
        most = max(most, highest(driver.pid))
        time.sleep(0.05)
    assert driver.returncode == 0
    assert 0 < most < MOST_MEMORY


def highest(process: int) -> int:
    """The most memory that a process has had, in KiB. (`wait4` never tells less than the tests themselves have.)"""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds processes in /proc")
def test_killed_workers_and_a_killed_driver_lose_nothing(tmp_path: Path) -> None:
    found = killed_and_resumed(tmp_path, 1500, kills=1)
    alone = tmp_path / "alone"
    again = command(tmp_path / "study.toml", alone, "--jobs", "1")
    subprocess.run(again, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert found == (alone / LINES).read_bytes()


@pytest.mark.soak
def test_a_million_matches_finish_and_survive(tmp_path: Path) -> None:
    """Killed five times on the way; every match is there once, in its order."""
    matches = int(os.environ.get("TUTTI_MILLION", "1_000_000"))
    found = killed_and_resumed(tmp_path, matches, kills=5)
    assert found.count(b"\n") == matches
    for number, line in enumerate(found.splitlines()):
        assert line.startswith(f'{{"arm":0,"match":{number},'.encode())
