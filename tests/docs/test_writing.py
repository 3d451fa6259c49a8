"""The game of the guide for writers is whole: its files, taken from the page, are played, refused and typed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from support.machine import ROOT, environment, run

PAGE = ROOT / "docs" / "writing-a-game.md"
FILE = re.compile(r"(?ms)^```\w+ (\S+)\n(.*?)^```$")

LAWS = """
import json
import tutti
from tutti import ledger, words
from tutti.kernel.log import events

game = tutti.game("tuning")
assert [rule.id for rule in ledger.rules("tuning")] == ["TU-01", "TU-02", "TU-03", "TU-04"]
speaker = words.Speaker("tuning", ["Ada", "Bo", "Cy", "Dee"])
for players in (2, 3, 4):
    for bot in ("random", "greedy", "student"):
        dice, match = tutti.Dice(players), tutti.Match.new("tuning", players, seed=bot)
        while match.active:
            player = match.active[0]
            said = [speaker.prompt(match.prompt(player))]
            for action in game.actions:
                refusal = match.why_not(player, action)
                assert (refusal is None) == (action in match.legal(player))
                said.append(speaker.action(action) if refusal is None else speaker.refusal(refusal))
            again = tutti.Match.load(match.dump())
            for ask in (lambda m: m.view(0), lambda m: m.legal(player), lambda m: m.dump()):
                assert ask(again) == ask(match)
            match.play(player, game.actions[tutti.bot(bot).decide(match.perspective(player), dice)])
            said += [speaker.event(event) for event in events(game, match.log[-1], player)]
            assert not [text for text in said if "{" in text or "=" in text], said
        assert tutti.Match.replay(json.loads(json.dumps(match.record()))).result == match.result
        assert sum(int(n) for n in match.view()["bag"].values()) == 24 - 3 * players
position = tutti.Match.new("tuning", 2, seed=1).dump()
for key, value in (("notes", [[6], []]), ("left", [1, 0]), ("notes", [[7], []])):
    try:
        tutti.Match.load({**position, key: value})
    except tutti.BadPosition:
        continue
    raise AssertionError(f"{key} {value} was read")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = FILE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(files) > 12
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_the_game_of_the_page_is_played(folder: Path) -> None:
    env = environment(PYTHONPATH=str(folder), TUTTI_GAMES="tuning")
    said = run(sys.executable, "-W", "ignore", folder / "try.py", env=env)
    assert said.startswith("('take', 'leave') ")
    run(sys.executable, "-W", "ignore", "-c", LAWS, env=env)
    shown = run(sys.executable, "-W", "ignore", "-m", "tutti", "rules", "tuning", env=env)
    assert "TU-03" in shown


def test_the_files_of_the_page_are_typed(folder: Path) -> None:
    files = sorted((folder / "tuning").glob("*.py"))
    run(sys.executable, "-m", "mypy", "--strict", *files, cwd=folder, env=environment(MYPYPATH=str(ROOT / "src")))
