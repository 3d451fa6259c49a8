"""Engines as guests: they see their own view only, and whatever they do wrong, the match goes on."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tutti
from engine.programs import answering, program, seated
from support.machine import ROOT, node
from tutti.ai.bot import Budget
from tutti.engine.guest import PATIENCE, EngineBot
from tutti.engine.protocol import BadMessage, question
from tutti.kernel.perspective import Perspective

FIRST = 'say(action=message["legal"][0])'


@pytest.fixture
def match() -> tutti.Match:
    """A match where player 0 has several choices."""
    found = tutti.Match.new("symphonimo", 2, seed=3, options={"first_player": 0})
    found.play(0, "draw")
    return found


@contextlib.contextmanager
def guest(command: str, match: tutti.Match, timeout: float = 5.0) -> Iterator[EngineBot]:
    bot = seated(command, match, 0, timeout)
    try:
        yield bot
    finally:
        bot.close()


def decide(bot: EngineBot, match: tutti.Match, seed: int = 1) -> str:
    return match.game.actions[bot.decide(match.perspective(0), tutti.Dice(seed))]


def test_an_engine_gets_its_question_and_its_answer_is_played(tmp_path: Path, match: tutti.Match) -> None:
    log = tmp_path / "log"
    body = f"open({str(log)!r}, 'a').write(line)\nsay(action='  PLACE   2 ')"
    with guest(answering(tmp_path, body), match) as bot:
        assert decide(bot, match) == "place 2"
        assert bot.faults == {}
    asked = json.loads(log.read_text().splitlines()[-1])
    assert asked["player"] == 0
    assert asked["legal"] == ["place 1", "place 2"]
    assert asked["prompt"] == {"step": "place", "rule": "SO-011", "args": {"card": match.view(0)["drawn"]}}
    assert asked["view"] == match.perspective(0).view()
    assert asked["position"] == match.dump(0)
    assert asked["budget"] is None
    assert asked["limit"] == 5.0


def test_a_budget_is_passed_on(tmp_path: Path, match: tutti.Match) -> None:
    body = 'say(action="place 2" if message["budget"] == {"iterations": 9, "seconds": None} else "place 1")'
    bot = EngineBot(answering(tmp_path, body)).at(Budget(iterations=9))
    bot.begin(match.game, match.options, 0)
    assert decide(bot, match) == "place 2"
    bot.close()


@pytest.mark.parametrize("game", ["etude", "symphony", "orchestra"])
def test_what_an_engine_is_told_does_not_depend_on_what_its_player_cannot_see(game: str) -> None:
    match = tutti.Match.new(game, seed=5)
    dice = tutti.Dice(7)
    others = compared = 0
    while match.active and len(match.log) < 60:
        player = match.active[dice.below(len(match.active))]
        perspective = match.perspective(player)
        told = json.dumps(question(perspective, match.options))
        for seed in range(2):
            world = perspective.sample(tutti.Dice(seed))
            assert json.dumps(question(Perspective(match.game, world, player), match.options)) == told
            others += match.game.dump(world) != match.game.dump(match.state)
            compared += 1
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    assert compared > 20
    assert others > 10, "the worlds must really differ"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("say(action='fly')", "illegal"),
        ("say(action='take 1')", "illegal"),
        ("say(action=3)", "illegal"),
        ("say()", "illegal"),
        ("print('hello there', flush=True)", "unreadable"),
        ("print('[1]', flush=True)", "unreadable"),
        ("os.write(1, b'\\xff\\xfe' + bytes([10]))", "unreadable"),
    ],
)
def test_a_wrong_answer_is_counted_and_chance_decides(tmp_path: Path, match: tutti.Match, body: str, kind: str) -> None:
    with guest(answering(tmp_path, body), match) as bot:
        seen = {decide(bot, match, seed) for seed in range(12)}
        assert seen == {"place 1", "place 2"}
        assert bot.faults == {kind: 12}
        assert bot.first_fault.startswith(kind)
        assert decide(bot, match, 4) == decide(bot, match, 4), "the dice decide, nothing else"


def test_a_late_engine_is_not_waited_for_and_starts_again(tmp_path: Path, match: tutti.Match) -> None:
    once = str(tmp_path / "once")
    body = f"if not os.path.exists({once!r}):\n    open({once!r}, 'w')\n    time.sleep(60)\nsay(action='place 2')"
    with guest(answering(tmp_path, body), match, timeout=2.0) as bot:
        began = time.monotonic()
        assert decide(bot, match) in match.legal(0)
        assert time.monotonic() - began < 30
        assert bot.faults == {"late": 1}
        assert decide(bot, match) == "place 2"
        assert bot.faults == {"late": 1}


def test_an_engine_that_keeps_dying_is_given_up_until_the_next_match(tmp_path: Path, match: tutti.Match) -> None:
    command = answering(tmp_path, "print('no more', file=sys.stderr)\nos._exit(3)")
    with guest(command, match) as bot:
        for seed in range(PATIENCE + 2):
            assert decide(bot, match, seed) in match.legal(0)
        assert bot.faults == {"gone": PATIENCE, "given_up": 2}
        assert bot.first_fault == "gone: no more"
        bot.begin(match.game, match.options, 0)
        decide(bot, match)
        assert bot.faults == {"gone": 1}


def test_an_engine_that_talks_without_end_or_never_reads_cannot_stop_the_host(
    tmp_path: Path, match: tutti.Match
) -> None:
    text = 'import sys\nprint(\'{"tutti": 1}\', flush=True)\nwhile True:\n    print(\'{"action": "place 2"}\')\n'
    with guest(program(tmp_path, text), match) as bot:
        answers = [decide(bot, match) for _ in range(40)]
        assert set(answers) <= {"place 1", "place 2"}


def test_closing_an_engine_ends_all_that_it_started(tmp_path: Path, match: tutti.Match) -> None:
    body = "import subprocess\n"
    body += "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    body += f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\nsay(action=message['legal'][0])"
    with guest(answering(tmp_path, body), match) as bot:
        decide(bot, match)
    pid = int((tmp_path / "pid").read_text())
    for _ in range(50):
        if not _alive(pid):
            return
        time.sleep(0.1)
    pytest.fail("a child of the engine is still there")


def _alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.is_dir() and Path("/proc/self").exists():
        return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "needs a command"),
        ("'", "cannot be read: No closing quotation"),
        ("no-such-program-here", "cannot be started: No such file"),
    ],
)
def test_a_command_that_cannot_run_is_refused(command: str, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        EngineBot(command).greet()


def test_a_wrong_hello_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutti.engine.guest.START", 0.5)
    old = program(tmp_path, "input()\nprint('{\"tutti\": 0}', flush=True)\ninput()\n")
    with pytest.raises(BadMessage, match="speaks version 0 of the protocol; here it is 1"):
        EngineBot(old).greet()
    dead = program(tmp_path, "raise SystemExit('no licence')\n")
    with pytest.raises(BadMessage, match=r"ended before it answered “hello”\. no licence"):
        EngineBot(dead).greet()
    mute = program(tmp_path, "import time\ntime.sleep(60)\n")
    with pytest.raises(BadMessage, match=r"did not answer “hello” within 0\.5 seconds"):
        EngineBot(mute, timeout=0.5).greet()


def test_the_example_in_another_language_plays_and_is_thirty_lines() -> None:
    path = ROOT / "examples" / "engine" / "bot.mjs"
    assert len(path.read_text().splitlines()) <= 30
    match = tutti.Match.new("symphonimo", 2, seed=2)
    bot = EngineBot(f'"{node()}" "{path}"')
    assert bot.greet() == {"tutti": 1, "name": "Thrift"}
    bot.begin(match.game, match.options, 0)
    dice, rival = tutti.Dice(1), tutti.bot("random")
    while match.active:
        player = match.active[0]
        action = (rival if player else bot).decide(match.perspective(player), dice)
        match.play(player, match.game.actions[action])
    assert match.result is not None
    bot.over(match.result)
    assert bot.faults == {}
    bot.close()
