"""A match at one keyboard: choices, orders, curtain, undo, and never a lost match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tutti
from cli.running import Script, script
from tutti.cli import saves
from tutti.cli.seats import read_seats
from tutti.cli.session import Session
from tutti.kernel.match import Match
from tutti.kernel.types import Fields
from tutti.words import Speaker

TERMINAL = Speaker("terminal")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTTI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def session(lines: list[str], seats: list[str], match: Match | None = None) -> tuple[Session, Script]:
    term = script(lines)
    if match is None:
        match = tutti.Match.new("symphonimo", len(seats), seed=3, options={"first_player": 0})
    return Session(match, read_seats(seats, match.players, TERMINAL), term), term


def actions(match: Match) -> list[str]:
    return [match.game.actions[entry.action] for entry in match.log]


def test_choices_by_number_by_notation_by_prefix_and_by_enter() -> None:
    played, _ = session(["", "2", "d", "place 1"], ["Ada", "Bo"])
    played.run()
    assert actions(played.match) == ["draw", "place 2", "draw", "place 1"]


def test_wrong_input_is_answered_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [
        "0",
        "7",
        "-1",
        "take 2",
        "place 9",
        "darw",
        "tablet",
        "\x00",
        "x" * 5000,
        "☃",
        "now yes",
        "undo Zoe",
        "save",
    ]
    played, _ = session(wrong, ["Ada", "Bo"])
    played.run()
    out = capsys.readouterr().out
    assert played.match.log == []
    assert "There is no choice 7: they go from 1 to 1." in out
    assert "Conductor 2 holds no musician: take one that does, or draw. [SO-016]" in out
    assert "“place 9” is not an action. Possible now: draw." in out
    assert "Did you mean “draw”?" in out
    assert "Did you mean “table”?" in out
    assert "No maestro asks for this now: draw a card or take a conductor. [SO-031]" in out
    assert "There is no player “Zoe” here. Players: Ada, Bo." in out
    assert "Save to which file?" in out


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=20), st.sampled_from(["1", "2", "undo", "y", "log", "help", "table"]))))
def test_no_input_whatever_crashes_or_loses_the_match(lines: list[str]) -> None:
    safe = [line for line in lines if not line.lower().startswith(("s", "save"))]
    played, term = session(safe, ["Ada", "greedy", "Bo"])
    assert played.run() == 0
    if played.match.log:
        assert played.path is not None
        assert actions(tutti.Match.replay(saves.read(played.path))) == actions(played.match)
    assert (
        term.lines == []
        or any(line.split()[:1] in (["q"], ["quit"], ["exit"], ["bye"]) for line in safe)
        or played.match.result
    )


def test_help_explains_the_decision_and_quotes_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    played, _ = session(["draw", "help", "rules so-036", "rules accordion", "log"], ["Ada", "Bo"])
    played.run()
    out = capsys.readouterr().out
    asked = out.index("What is asked")
    for id in ("SO-011", "SO-012", "SO-014"):
        assert tutti.ledger.rule(id).text.split(",")[0] in " ".join(out[asked:].split())
    assert "SO-036  5 cards are not a quartet and a soloist" in out
    assert "No rule has “accordion” in it." in out


def test_undo_is_free_without_chance_and_asks_the_table_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    played, term = session(["draw", "place 1", "undo Ada", "place 2", "undo 0", "undo Ada", "n", "quit"], ["Ada", "Bo"])
    played.run()
    out = capsys.readouterr().out
    assert "Taken back: place 1." in out
    assert "Taken back: place 2." in out
    assert "Chance has answered since" in out
    assert "Nothing was taken back." in out
    assert actions(played.match) == ["draw"]
    assert sum("table agree" in prompt for prompt in term.asked) == 1


def test_with_consent_everything_can_be_taken_back() -> None:
    played, term = session(["draw", "place 1", "undo", "y", "quit"], ["Ada", "greedy"])
    played.run()
    assert actions(played.match) == ["draw"]
    assert any("bots do not mind" in prompt for prompt in term.asked)


def test_no_curtain_where_nothing_is_secret() -> None:
    _, term = (played := session(["1", "1", "1", "1"], ["Ada", "Bo"]))
    played[0].run()
    assert not any("Nobody else looks" in prompt for prompt in term.asked)


def played_by(people: list[str], seed: int) -> tuple[Session, list[str]]:
    """A whole match of Étude, a game with hands and sealed answers; and what happened at the keyboard."""
    match = tutti.Match.new("etude", len(people), seed=seed)
    term = Script([])
    at_table = Session(match, read_seats(people, len(people), TERMINAL), term)
    happened: list[str] = []
    dice = tutti.Dice(seed)

    def ask(prompt: str) -> str:
        happened.append(prompt)
        if prompt != TERMINAL.say("ask.choice"):
            return ""
        return str(1 + dice.below(len(match.legal(at_table.at_keyboard or 0))))

    def picture(game: tutti.Game[Any], view: Fields, speaker: Speaker) -> str:
        happened.append("" if view["you"] is None else f"picture for {at_table.names[view['you']]}")
        return ""

    term.ask = ask  # type: ignore[method-assign]  # the person plays at random
    at_table.picture = picture
    at_table.run()
    return at_table, happened


@pytest.mark.parametrize("seed", range(3))
def test_a_curtain_falls_between_people_who_see_different_things(seed: int) -> None:
    at_table, happened = played_by(["Ada", "Bo", "Cy"], seed)
    assert at_table.match.result is not None
    sees = ""
    handed_over = 0
    for what in happened:
        if what.startswith("picture for "):
            assert what.removeprefix("picture for ") == sees
        for name in at_table.names:
            if what == TERMINAL.say("ask.curtain", name=name):
                assert name != sees
                sees = name
                handed_over += 1
    assert handed_over > 3


def test_who_plays_alone_against_bots_needs_no_curtain() -> None:
    _, happened = played_by(["Ada", "random", "random"], 1)
    assert not any("Nobody else looks" in what for what in happened)
    assert "picture for Ada" in happened


def test_saving_goes_on_and_asks_before_overwriting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.json").write_text("mine")
    lines = ["draw", "save old", "n", "save", "save no/such/../folder/x", "save new", "place 1", "save .", "quit"]
    played, _ = session(lines, ["Ada", "Bo"])
    played.run()
    assert (tmp_path / "old.json").read_text() == "mine"
    assert actions(tutti.Match.replay(saves.read(tmp_path / "new.json"))) == ["draw", "place 1"]
    assert saves.read(tmp_path / "new.json")["seats"] == ["Ada", "Bo"]
    assert "Go on with:  tutti play --resume new.json" in capsys.readouterr().out


def test_a_match_that_cannot_be_kept_in_its_place_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TUTTI_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(saves, "last_resort", lambda game: tmp_path / "rescued.json")
    played, _ = session(["draw"], ["Ada", "Bo"])
    played.run()
    assert actions(tutti.Match.replay(saves.read(tmp_path / "rescued.json"))) == ["draw"]
    assert "Could not save" in capsys.readouterr().out


def test_a_bot_that_breaks_does_not_take_the_match_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played, _ = session(["draw", "place 1"], ["Ada", "random"])

    def break_down(*args: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(type(tutti.bot("random")), "decide", break_down)
    with pytest.raises(ZeroDivisionError):
        played.run()
    assert played.path is not None
    assert actions(tutti.Match.replay(saves.read(played.path))) == ["draw", "place 1"]


def test_a_whole_match_ends_with_places_sources_and_an_offer_to_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = tutti.Match.new("symphonimo", 3, seed=9, options={"grand_maestro": 3})
    term = Script([])
    played = Session(match, read_seats(["Ada", "greedy", "Bo"], 3, TERMINAL), term)
    term.lines = ["1"] * 2000
    monkey = term.ask

    def ask(prompt: str) -> str:
        if prompt == TERMINAL.say("ask.save"):
            return "evening" if prompt not in term.asked[:-1] else ""
        return monkey(prompt)

    term.ask = ask  # type: ignore[method-assign]  # the last question gets another answer
    played.run()
    out = capsys.readouterr().out
    result = match.result
    assert result is not None
    for text in ("Result", "soloists", "quartets", "points", "The match ended: the deck is empty"):
        assert text in out
    for winner in result.winners:
        assert played.names[winner].lower() in out[out.index("The match ended") :].lower()
    assert tutti.Match.replay(saves.read(tmp_path / "evening.json")).result == result


def test_bots_alone_play_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    played, term = session([], ["random", "greedy"])
    played.run()
    assert played.match.result is not None
    assert term.asked == []
    assert "you are watching" in capsys.readouterr().out
