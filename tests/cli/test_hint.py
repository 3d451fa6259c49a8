"""``tutti hint`` and ``tutti engine`` as people and programs run them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tutti
from advice.test_hints import FOURTH
from arena.matches import FLAT_BOT
from cli.running import tutti_program
from tutti.cli.main import main
from tutti.kernel import record as records
from tutti.kernel.match import Match

QUICK = ("--worlds", "40", "--bot", "greedy")


def played(game: str, moves: int, seed: int = 3, **options: object) -> Match:
    match = Match.new(game, 2, seed=seed, options=options)
    dice = tutti.Dice(seed)
    for _ in range(moves):
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    return match


def write(path: Path, record: dict[str, object]) -> str:
    path.write_text(records.text(record), encoding="utf-8")
    return str(path)


def hinted(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["hint", *args]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def test_a_position_by_hand_gets_moves_with_chances_and_aims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "table.json", FOURTH)
    out = hinted(capsys, file, *QUICK, "--top", "2", "--json", str(tmp_path / "hint.json"))
    assert out.startswith("Symphonimo, player 0, after 0 moves\nDraw a card, or take a conductor?\n")
    assert "1. take conductor 1  (take 1)\n   win chance " in out
    assert "   Reason: completes your quartet of 7 Penguin\n" in out
    assert "aims at quartets +" in out
    assert "3. " not in out
    found = json.loads((tmp_path / "hint.json").read_text())
    assert found["candidates"][0]["action"] == "take 1"
    assert found["candidates"][0]["aims"]["quartets"] > 2
    assert found["candidates"][0]["reasons"][0]["code"] == "completes_set"
    assert found["fair"] == 0.5
    assert len(found["candidates"]) == 2


def test_aims_are_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "table.json", FOURTH)
    out = hinted(capsys, file, *QUICK, "--top", "2", "--seed", "2", "--json", str(tmp_path / "hint.json"))
    reasons = json.loads((tmp_path / "hint.json").read_text())["candidates"][1]["reasons"]
    assert [reason["code"] for reason in reasons] == ["aims_at", "aims_at"]
    assert out.count("aims at quartets") == 2  # once for each move
    assert "Reason: aims" not in out


def test_a_record_is_hinted_at_any_move_for_the_player_who_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("symphonimo", 12, first_player=0)
    file = write(tmp_path / "r.json", {**match.record(), "seats": ["Ada", "greedy"]})
    asked = match.active[0]
    name = ["Ada", "greedy"][asked]
    assert f"Symphonimo, {name}, after 12 moves" in hinted(capsys, file, *QUICK)
    early = hinted(capsys, file, *QUICK, "--at", "1", "--player", "0")
    assert "Symphonimo, Ada, after 1 move\nUnder which conductor" in early
    only = hinted(capsys, file, *QUICK, "--at", "0")
    assert only.endswith("There is only one move: draw a card  (draw)\n")


def test_a_searching_bot_says_how_long_it_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "table.json", FOURTH)
    out = hinted(capsys, file, "--worlds", "4", "--bot", FLAT_BOT, "--iterations", "33", "--top", "3")
    assert "flat_bot searched 32 iterations;" in out
    assert "(a fair share is 50.0 %)" in out
    assert "It may go on:" not in out, "the bot sees no further than its own move"
    assert out == hinted(capsys, file, "--worlds", "4", "--bot", FLAT_BOT, "--iterations", "33", "--top", "3")


def test_the_line_reads_as_sentences_and_worse_moves_say_by_how_much(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "table.json", FOURTH)
    out = hinted(capsys, file, "--worlds", "4", "--bot", "maestro", "--iterations", "1500")
    assert "It may go on:\n   player 0: take conductor 1\n   player 1: " in out
    assert "3. take conductor 2  (take 2)" in out
    assert re.search(r"win chance \d+\.\d % and \d\.\d points less than the first", out)


def test_a_position_with_things_unknown_gives_the_same_hint_whatever_was_drawn_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("symphony", 30)
    player = match.active[0]
    whole = write(tmp_path / "whole.json", match.dump())
    own = write(tmp_path / "own.json", match.dump(player))
    assert "?" in Path(own).read_text()
    few = ("--worlds", "2", "--bot", "greedy")
    assert hinted(capsys, own, *few) == hinted(capsys, whole, *few)


def test_a_players_own_record_works_if_nothing_in_it_is_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("symphonimo", 12, first_player=0)
    player = match.active[0]
    own = write(tmp_path / "own.json", match.record(player))
    whole = write(tmp_path / "whole.json", match.record())
    assert hinted(capsys, own, *QUICK) == hinted(capsys, whole, *QUICK)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["own.json"], "this record holds only what player 0 knew"),
        (["over.json"], "the match is over after "),
        (["r.json", "--player", "9"], "there is no player 9: the players are 0 to 1."),
        (["r.json", "--at", "99"], "there is no entry 99: the record has 2."),
        (["r.json", "--at", "1", "--player", "1"], "player 1 is not asked after 1 move. To decide there: player 0."),
        (["table.json", "--at", "1"], "--at belongs to a record; this is a position."),
        (["r.json", "--top", "0"], "--top must be 1 or more."),
        (["r.json", "--worlds", "1"], "--worlds must be 2 or more."),
        (["r.json", "--bot", "gredy"], "There is no bot “gredy”."),
        (["r.json", "--bot", "engine:x"], "“engine:x” cannot think here"),
        (["absent.json"], "absent.json: No such file"),
        (["sealed.json"], "several are asked at once: 0, 1. Choose one with --player."),
    ],
)
def test_a_bad_question_gets_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "own.json", played("symphony", 12).record(0))
    write(tmp_path / "sealed.json", played("etude", 0).record())
    write(tmp_path / "r.json", played("symphonimo", 2, first_player=0).record())
    write(tmp_path / "table.json", FOURTH)
    match = played("symphonimo", 0)
    while match.active:
        match.play(match.active[0], match.legal(match.active[0])[-1])
    write(tmp_path / "over.json", match.record())
    assert main(["hint", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_the_engine_speaks_lines_until_its_input_ends(tmp_path: Path) -> None:
    lines = [
        '{"do": "hello", "tutti": 1}',
        "",
        '{"do": "set", "new": {"game": "symphonimo", "players": 2, "options": {"first_player": 1}}}',
        "nonsense",
        '{"do": "go", "id": 7}',
    ]
    ran = tutti_program(tmp_path, "engine", "--bot", "random", typed="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert ran.err == ""
    assert [("error" in answer) for answer in answers] == [False, False, True, False]
    assert answers[0]["bot"] == "random"
    assert answers[3] == {"id": 7, "action": "draw", "bot": "random"}
    ended = tutti_program(tmp_path, "engine", typed='{"do": "quit"}\n{"do": "hello"}\n')
    assert (ended.code, ended.out) == (0, "")
    assert "There is no bot “gredy”." in tutti_program(tmp_path, "engine", "--bot", "gredy").err
