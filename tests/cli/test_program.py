"""The program as people run it: arguments, pipes, a real terminal, signals."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

import tutti
from cli.running import PROGRAM, surroundings, tutti_program
from tutti.cli import saves
from tutti.cli.main import main
from tutti.kernel import record as records

NEW = ("play", "symphonimo", "--seats", "you,greedy", "--seed", "4", "--option", "first_player=0")


def kept(home: Path) -> Path:
    (path,) = home.glob("*.json")
    return path


def test_a_whole_match_through_a_pipe_then_replayed_and_checked(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, *NEW, typed="1\n" * 400)
    assert ran.code == 0
    assert "Result" in ran.out
    assert "Saved to 1.json" in ran.out
    record = saves.read(tmp_path / "1.json")
    assert record["result"] is not None
    assert record["seats"] == ["you", "greedy"]
    checked = tutti_program(tmp_path, "check", "1.json")
    assert checked.out.startswith("right  record 1.json: symphonimo, 2 players")
    shown = tutti_program(tmp_path, "replay", "1.json", "--all")
    assert re.search(r"^ +1  You drew \d+ \w+\.$", shown.out, re.MULTILINE)
    assert "Result" in shown.out
    walked = tutti_program(tmp_path, "replay", "1.json", "--from", "3", typed="\nb\n0\n999\nx\nlog\nq\n")
    assert [int(at) for at in re.findall(r"Move (\d+) of", walked.out)] == [3, 4, 3, 0]
    assert "There is no move 999" in walked.out


def test_end_of_input_keeps_the_match_and_resume_goes_on(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, *NEW, typed="draw\nplace 1\n")
    assert ran.code == 0
    path = kept(tmp_path)
    assert f"Go on with:  tutti play --resume {path}" in ran.out
    moves = len(saves.read(path)["log"])
    again = tutti_program(tmp_path, "play", "--resume", typed="1\nquit\n")
    assert again.code == 0
    assert f"The match goes on after {moves} moves." in again.out
    assert "You" in again.out
    assert kept(tmp_path) == path
    assert len(saves.read(path)["log"]) > moves


def test_the_same_seed_is_the_same_match(tmp_path: Path) -> None:
    outs = []
    for name in ("a", "b"):
        home = tmp_path / name
        home.mkdir()
        tutti_program(home, *NEW, typed="1\n" * 40)
        outs.append(saves.read(kept(home)))
    assert outs[0] == outs[1]


def test_bytes_that_are_no_text_do_not_crash(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, *NEW, typed=b"\xff\xfe\n\x80draw\ndraw\n")
    assert ran.code == 0
    assert [entry["action"] for entry in saves.read(kept(tmp_path))["log"]] == ["draw"]


def test_a_terminal_without_our_characters_is_served(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, *NEW, typed="draw\nplace 1\n", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "Hedgehog" in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["bla"], "invalid choice: 'bla'"),
        (["play", "chess"], "There is no game “chess”. Games: "),
        (["play", "symphonimo", "--players", "9"], "Symphonimo cannot be played by 9 players: it takes 2 to 6."),
        (["play", "symphonimo", "--players", "many"], "invalid int value: 'many'"),
        (
            ["play", "symphonimo", "--seats", "you,gredy"],
            "“gredy” is neither a bot (apprentice, greedy, maestro, random, soloist, student) nor a person",
        ),
        (["play", "symphonimo", "--players", "2", "--seats", "you,you,you"], "3 seats are named, but only 2 play."),
        (["play", "symphonimo", "--option", "tempo=9"], "Symphonimo has no option “tempo”."),
        (["play", "symphonimo", "--option", "tempo"], "an option is written name=value, not “tempo”."),
        (["play", "symphonimo", "--option", "false_note=perhaps"], "The option false_note cannot be"),
        (["play", "--resume", "nowhere.json"], "nowhere.json: No such file"),
        (["play", "--resume"], "there is no match to go on with"),
        (["play", "--resume", "x", "--seed", "1"], "--seed belongs to a new match"),
        (["replay", "broken.json"], "At line 1: this is not JSON"),
        (["replay", "."], "Is a directory"),
        (["check", "wrong.json"], "At top: the key “game” is missing."),
        (["check", "list.json"], "At top: an object is needed, not a list."),
        (["check", "binary.json"], "the file is not text in UTF-8"),
        (["data", "check", "broken.json"], "At broken.json: this is not TOML"),
        (["perft", "symphonimo", "--depth", "-1"], "--depth must be 0 or more."),
        (["simulate", "symphonimo", "--bots", "deep_blue"], "There is no bot “deep_blue”."),
        (["simulate", "symphonimo", "--games", "0"], "--games must be 1 or more."),
        (["rules", "symphonimo", "SO-999"], "There is no rule “SO-999”."),
        (["rules", "symphonimo", "--search", "accordion"], "No rule has “accordion” in it."),
    ],
)
def test_a_bad_argument_gets_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUTTI_HOME", str(tmp_path / "home"))
    (tmp_path / "broken.json").write_text("{[")
    (tmp_path / "wrong.json").write_text("{}")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    try:
        code: object = main(args)
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_a_refusal_ends_the_program_with_2(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, "play", "chess")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tutti: There is no game “chess”.")
    for command in (("simulate", "symphony", "--games", "1"), ("play", "symphony")):
        ran = tutti_program(tmp_path, *command, "--option", "clashes=no")
        assert ran.code == 2
        assert "without clefs there are no clashes" in ran.err.lower()


def test_the_menu_plays_after_two_enters(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, typed="\n\nhelp\n")
    assert "T U T T I" in ran.out
    assert "You, greedy 1, greedy 2, greedy 3" in ran.out
    assert "Your choice: " in ran.out
    assert "The rules concerned" in ran.out


def test_the_menu_changes_players_seats_and_options(tmp_path: Path) -> None:
    typed = ["1", "1", "9", "1", "3", "2", "gredy", "2", "Anna, random, you", "3", "take_now,draw_one", "3", "6"]
    typed += ["4", "yes", "5", "1", "77", "p", "1", "quit"]
    ran = tutti_program(tmp_path, "menu", typed="\n".join(typed) + "\n")
    assert "“9” is not a number from 2 to 6." in ran.out
    assert "“gredy” is neither a bot" in ran.out
    assert "6 powers need 6 conductors, but only 3 are in play" in ran.out
    assert "There is no choice “77”." in ran.out
    saved = saves.read(kept(tmp_path))
    assert saved["players"] == 3
    assert saved["seats"] == ["Anna", "random", "you"]
    assert saved["options"] == {"grand_maestro": ["take_now", "draw_one"], "false_note": True, "first_player": 1}
    again = tutti_program(tmp_path, typed="c\n1\n")
    assert "The match goes on after" in again.out
    assert len(saves.read(kept(tmp_path))["log"]) > len(saved["log"])


def test_the_menu_goes_back_and_quits(tmp_path: Path) -> None:
    assert tutti_program(tmp_path, typed="nonsense\n1\nb\nq\n").code == 0
    assert not list(tmp_path.glob("*.json"))


def test_a_position_written_by_hand_can_be_checked_played_and_counted(tmp_path: Path) -> None:
    position = tutti.Match.new("symphonimo", 2, seed=1, options={"first_player": 1}).dump()
    (tmp_path / "table.json").write_text(records.text(position))
    assert "right  position table.json" in tutti_program(tmp_path, "check", "table.json").out
    played = tutti_program(tmp_path, "play", "--resume", "table.json", "--seats", "Ada,Bo", typed="draw\n")
    assert "Bo: Draw a card" in played.out
    assert saves.read(next(path for path in tmp_path.glob("symphonimo-*.json")))["seats"] == ["Ada", "Bo"]
    counted = tutti_program(tmp_path, "perft", "--position", "table.json", "--depth", "2")
    assert [row.split()[:2] for row in counted.out.splitlines()[3:6]] == [["0", "1"], ["1", "7"], ["2", "14"]]


def test_rules_and_packs_can_be_read_and_checked(tmp_path: Path) -> None:
    assert "SO-001" in tutti_program(tmp_path, "rules", "symphonimo").out
    assert "False Note" in tutti_program(tmp_path, "rules", "symphonimo", "--options").out
    assert tutti_program(tmp_path, "rules", "so-007").out.split()[-1] == "order)."
    assert "symphonimo" in tutti_program(tmp_path, "rules").out
    pack = Path(tutti.__file__).parent / "games" / "symphonimo" / "components" / "standard.toml"
    assert "right  pack standard of symphonimo, sha256:" in tutti_program(tmp_path, "data", "check", str(pack)).out
    text = pack.read_text(encoding="utf-8").replace('name = "standard"', 'name = "other"')
    (tmp_path / "other.toml").write_text(text, encoding="utf-8")
    assert "right  pack other of symphonimo, sha256:" in tutti_program(tmp_path, "data", "check", "other.toml").out
    (tmp_path / "faulty.toml").write_text(text.replace("limit = 4", "limit = 5"), encoding="utf-8")
    faulty = tutti_program(tmp_path, "data", "check", "faulty.toml")
    assert faulty.code == 2
    assert "conductors.limit" in faulty.err


def test_simulate_and_perft_print_tables(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, "simulate", "symphonimo", "--games", "12", "--players", "3", "--seed", "1")
    assert re.search(r"^greedy +24 ", ran.out, re.MULTILINE)
    assert re.search(r"^random +12 ", ran.out, re.MULTILINE)
    assert re.search(r"^2 +12 ", ran.out, re.MULTILINE)
    counted = tutti_program(tmp_path, "perft", "symphonimo", "--players", "2", "--depth", "1")
    assert [row.split()[:2] for row in counted.out.splitlines()[3:5]] == [["0", "2"], ["1", "14"]]


def _usual_signals() -> None:
    """Whoever runs the tests in the background ignores Ctrl-C, and a program would inherit that."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Sitting:
    """The program in a real terminal."""

    def __init__(self, home: Path, *args: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=surroundings(home, TERM="xterm-256color"),
            cwd=home,
            start_new_session=True,
            preexec_fn=_usual_signals,
        )
        os.close(slave)
        self.seen = ""

    def until(self, text: str, seconds: float = 30.0) -> str:
        """Read until the text has appeared since the last time."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"never saw {text!r}, but: {self.seen[-800:]}"
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                break
        assert text in self.seen, self.seen[-800:]
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def signal(self, number: signal.Signals) -> None:
        """Send a signal until the program ends: one that comes just before it begins to wait for a key is not seen."""
        for _ in range(10):
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                continue
            return
        raise AssertionError(f"still there after {number}")

    def close(self) -> int:
        code = self.process.wait(30)
        os.close(self.master)
        return code


def test_ctrl_c_in_a_real_terminal_keeps_the_match(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, *NEW)
    sitting.until("Your choice: ")
    sitting.type("draw\r")
    assert "\x1b[2J" in sitting.until("Under which conductor")
    sitting.until("Your choice: ")
    sitting.signal(signal.SIGINT)
    sitting.until("Go on with:")
    assert sitting.close() == 0
    assert [entry["action"] for entry in saves.read(kept(tmp_path))["log"]] == ["draw"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_window_keeps_the_match(tmp_path: Path, number: signal.Signals) -> None:
    sitting = Sitting(tmp_path, *NEW, "--fast")
    sitting.until("Your choice: ")
    sitting.type("draw\r")
    sitting.until("Your choice: ")
    sitting.signal(number)
    sitting.close()
    assert [entry["action"] for entry in saves.read(kept(tmp_path))["log"]] == ["draw"]


def test_ctrl_d_in_a_real_terminal_keeps_the_match(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, *NEW, "--fast")
    sitting.until("Your choice: ")
    sitting.type("draw\r")
    sitting.until("Under which conductor")
    sitting.until("Your choice: ")
    sitting.type("\x04")
    sitting.until("Go on with:")
    assert sitting.close() == 0


def test_a_reader_that_leaves_early_gets_no_traceback(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "rules", "symphonimo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings(tmp_path)
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 1
