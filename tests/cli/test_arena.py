"""``tutti arena`` as people run it: reports, engines, crashes, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.matches import FLAT_BOT, written_bot
from cli.running import PROGRAM, surroundings, tutti_program
from engine.programs import answering
from tutti.cli import saves
from tutti.cli.main import main


def test_a_run_prints_tables_and_writes_json_page_and_records(tmp_path: Path) -> None:
    args = ["arena", "symphonimo", FLAT_BOT, "random", "random", "--games", "10", "--seed", "x", "--iterations", "3"]
    more = ["--option", "false_note=yes", "--json", "r.json", "--html", "r.html", "--records", "all/of/them"]
    ran = tutti_program(tmp_path, *args, *more, "--jobs", "2")
    assert ran.code == 0, ran.err
    assert re.search(r"^random +12 ", ran.out, re.MULTILINE)
    assert re.search(r"3 iterations +\d+ ", ran.out)
    assert "12 matches in 4 deals" in ran.err
    assert "10 were asked for" in ran.err
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["matches"], report["planned"], report["fault"]) == (12, 12, None)
    assert report["options"]["false_note"] is True
    assert (tmp_path / "r.html").read_text().startswith("<!DOCTYPE html>")
    records = sorted((tmp_path / "all/of/them").iterdir())
    assert len(records) == 12
    record = saves.read(records[5])
    assert record["result"]["points"] == report["played"][5]["points"]
    shown = tutti_program(tmp_path, "check", str(records[5]))
    assert shown.out.startswith("right")


def test_engines_join_and_their_faults_are_told(tmp_path: Path) -> None:
    bad = answering(tmp_path, "say(action=message['legal'][0] if asked % 3 else 'fly')")
    ran = tutti_program(tmp_path, "arena", "symphonimo", f"engine:{bad}", "random", "--games", "2", "--jobs", "2")
    assert ran.code == 0
    assert re.search(r"chance decided in its place: illegal \d+\. The first time: illegal: 'fly'\.", ran.err)


def test_tutti_is_an_engine_for_itself(tmp_path: Path) -> None:
    own = f"engine:{shlex.join([*PROGRAM, 'engine', '--bot', 'greedy'])}"
    ran = tutti_program(
        tmp_path, "arena", "symphonimo", own, "random", "--games", "2", "--jobs", "1", "--json", "r.json"
    )
    assert ran.code == 0
    engine = json.loads((tmp_path / "r.json").read_text())["results"][0]
    assert engine["faults"] == {}
    assert engine["times"]["decisions"] > 20


def test_a_crash_is_told_in_a_line_and_what_was_played_is_kept(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    body = f"with open({log!r}, 'a') as log: log.write('.')\n"
    body += f"if pathlib.Path({log!r}).stat().st_size > 200: os._exit(9)\nreturn perspective.legal()[0]"
    own = written_bot(tmp_path, body)
    ran = tutti_program(tmp_path, "arena", "symphonimo", own, "random", "--jobs", "2", "--json", "r.json")
    assert ran.code == 1
    assert re.search(r"Stopped: match \d+ \(.*bot\.py.*\) could not be played: exit code 9\.\nOnly \d+ of 100", ran.err)
    report = json.loads((tmp_path / "r.json").read_text())
    assert 0 < report["matches"] < 100
    assert (report["fault"]["why"], report["fault"]["reason"]) == ("broken", "exit code 9")


def test_ctrl_c_prints_what_was_played_so_far_and_leaves_nobody_behind(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"with open({str(log)!r}, 'a') as log: log.write('.')\nreturn perspective.legal()[0]"
    own = written_bot(tmp_path, body)
    process = started(tmp_path, "arena", "symphonimo", own, "random", "--games", "100000", "--json", "r.json")
    end = time.monotonic() + 60
    while not (log.exists() and log.stat().st_size > 300):
        assert time.monotonic() < end, "nothing was played"
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in out + err, err
    assert b"Stopped with Ctrl-C." in err
    assert b"Strength" in out
    report = json.loads((tmp_path / "r.json").read_text())
    assert 0 < report["matches"] < 100000
    assert_all_gone(process)


def test_ctrl_c_while_the_processes_start_is_not_lost(tmp_path: Path) -> None:
    process = started(tmp_path, "arena", "symphonimo", "greedy", "random", "--games", "100000")
    assert process.stderr is not None
    first = process.stderr.readline()  # then the processes are started
    assert b"100000 matches" in first
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in out + err, err
    assert b"Stopped with Ctrl-C." in err
    assert_all_gone(process)


def started(home: Path, *args: str) -> subprocess.Popen[bytes]:
    """The program with two processes, in a session of its own that hears Ctrl-C."""
    return subprocess.Popen(
        [*PROGRAM, *args, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(home),
        cwd=home,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def assert_all_gone(process: subprocess.Popen[bytes]) -> None:
    for _ in range(100):  # helpers of Python's own may need a moment
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("some process is still there")


def test_reports_and_refusals_speak_the_language_of_the_person(tmp_path: Path) -> None:
    run = ["arena", "symphonimo", "greedy", "random", "--games", "2", "--jobs", "1", "--html", "r.html"]
    ran = tutti_program(tmp_path, *run, "--lang", "de")
    assert "Stärke, für einen Sitz" in ran.out
    assert "Wie oft jeder Platz erreicht wurde" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "strength" not in (ran.out + (tmp_path / "r.html").read_text(encoding="utf-8")).lower()
    refused = tutti_program(tmp_path, "arena", "symphonimo", "engine:", "random", "--lang", "fr")
    assert "il manque la commande du moteur" in refused.err.lower()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess", "a", "b"], "There is no game “chess”. Games: "),
        (["symphonimo", "greedy"], "Symphonimo cannot be played by 1 players: it takes 2 to 6."),
        (["symphonimo", "greedy", "gredy"], "There is no bot “gredy”. Bots: "),
        (["symphonimo", "greedy", "random", "--players", "3"], "2 entrants are named for 3 players"),
        (["symphonimo", "greedy", "random", "--games", "0"], "--games must be 1 or more."),
        (["symphonimo", "greedy", "random", "--jobs", "0"], "--jobs must be 1 or more."),
        (["symphonimo", "greedy", "random", "--timeout", "0"], "--timeout must be above 0."),
        (["symphonimo", "greedy", "random", "--budget", "-1"], "An effort of −1 means nothing"),
        (["symphonimo", "greedy", "random", "--budget", "1", "--seconds", "1"], "it cannot go together with"),
        (["symphonimo", "greedy", "random", "--option", "tempo=9"], "Symphonimo has no option “tempo”."),
        (["symphonimo", "greedy", "random", "--json", "no/where.json"], "there is no folder no."),
        (["symphonimo", "greedy", "random", "--html", "no/where.html"], "there is no folder no."),
        (["symphonimo", "greedy@5", "random"], "Greedy does not search, so it has no budget"),
        (["symphonimo", "mine.py", "random"], "There is no file mine.py."),
        (["symphonimo", "engine:no-such-thing", "random"], "The engine “no-such-thing” cannot be started"),
        (["symphonimo", f"engine:{sys.executable} -c 0", "random"], "ended before it answered “hello”"),
    ],
)
def test_a_bad_argument_gets_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
