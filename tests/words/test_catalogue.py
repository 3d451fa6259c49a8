"""Everything that the engine can say has words, with values that are really given."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import tutti
from support.lines import in_turn
from tutti import ledger, words
from tutti.cli.orders import ORDERS
from tutti.kernel import library
from tutti.kernel.log import events
from tutti.words.template import kinds_in, names_in, well_formed
from words.scan import codes_in, spoken, texts_of

SRC = Path(tutti.__file__).parent
GAMES = tutti.games()
FILES = [
    *((path.stem, path.parent.name) for path in sorted((SRC / "words").glob("*/*.toml"))),
    *((name, lang) for name in library.guests() for lang in words.languages()),
]
SPECIAL = {"player", "game", "json", "bound", "majority", "source", "scenario", "theater", "poster", "academy"}
"""Kinds that need no entry for each value, have one in each game that uses them, or are named by a pack."""


def template(game: str, code: str) -> str:
    found = words.find(game, code)
    assert found is not None, f"words/en/{game}.toml has no {code}"
    return found


@pytest.mark.parametrize(
    ("game", "folder"),
    [("kernel", SRC / "kernel"), ("kernel", SRC / "advice"), *((name, library.folder(name)) for name in GAMES)],
)
def test_every_refusal_and_error_has_words_with_values_it_gets(game: str, folder: Path) -> None:
    codes = codes_in(folder)
    assert len(codes) > 5
    for code, values, where in codes:
        asked = names_in(template(game, code)) - {"place"}
        assert asked <= values, f"{code} asks for {asked - values}, which {where} does not give"


def test_the_ledger_says_codes_that_have_words() -> None:
    for code, values, _ in codes_in(SRC):
        if code == "error.unknown_rule":
            assert names_in(template("kernel", code)) <= values
            return
    pytest.fail("ledger.py no longer refuses an unknown rule")


@pytest.mark.parametrize(("file", "lang"), FILES)
def test_templates_are_well_formed_and_look_up_what_exists(file: str, lang: str) -> None:
    entries = words.catalogue(file, lang)
    assert entries
    known = {code.split(".")[0] for code in [*entries, *words.catalogue("kernel", lang)]}
    for code, text in entries.items():
        assert well_formed(text), code
        assert kinds_in(text) <= known | SPECIAL, code


@pytest.mark.parametrize("name", GAMES)
def test_options_and_the_game_itself_have_words(name: str) -> None:
    game = tutti.game(name)
    assert words.Speaker(name).title != name
    for code in ("about", *(f"option.{o.name}.{part}" for o in game.options for part in ("label", "about"))):
        template(name, code)


@pytest.mark.parametrize("name", GAMES)
def test_help_quotes_rules_that_exist(name: str) -> None:
    for code, text in words.catalogue(name).items():
        if code.startswith("step.") and code.endswith(".rules"):
            assert text.split()
            assert all(ledger.known(id) for id in text.split()), code


@pytest.mark.parametrize("name", GAMES)
def test_reasons_and_tiebreaks_have_words(name: str) -> None:
    said: set[str] = set()
    for path in library.folder(name).rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Result":
                    said |= {f"reason.{text}" for text in texts_of(call.args[4], function)}
                    said |= {f"tiebreak.{text}" for node in call.args[5:] for text in texts_of(node, function)}
    assert any(code.startswith("reason.") for code in said)
    for code in said:
        template(name, code)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_game_declares_has_words(name: str) -> None:
    shapes = tutti.game(name).shapes
    for event in shapes.events.declared:
        assert names_in(template(name, f"event.{event.name}")) <= {"player", *event.types}
    for step, args in shapes.prompt_types().items():
        assert names_in(template(name, f"prompt.{step}")) <= set(get_type_hints(args))
        for part in ("name", "help", "rules"):
            template(name, f"step.{step}.{part}")
    names = tutti.game(name).foresight
    for number in (*names.numbers, "points", "scored"):
        template(name, f"number.{number}")
    for code in names.remarks:
        template(name, f"remark.{code}")
    for majority in names.majorities:
        template(name, f"majority.{majority}")


@pytest.mark.parametrize("name", GAMES)
def test_no_remark_of_a_game_hides_one_of_all_games(name: str) -> None:
    common = {code for code in words.catalogue("kernel") if code.startswith("remark.")}
    assert common, "the reasons of all games have words of the kernel"
    own = {f"remark.{code}" for code in tutti.game(name).foresight.remarks}
    assert not common & (own | words.catalogue(name).keys())


def test_symphonimo_has_words_for_its_tables() -> None:
    data = importlib.import_module("tutti.games.symphonimo").GAME.d
    for step in importlib.import_module("tutti.games.symphonimo.rules.state").STEPS:
        for part in ("name", "help", "rules"):
            template("symphonimo", f"step.{step}.{part}")
        template("symphonimo", f"step_name.{step}")
    for value in data.values:
        for section in ("card", "animal", "instrument"):
            template("symphonimo", f"{section}.{value}")
        assert words.say("symphonimo", "event.drawn", {"player": 0, "card": value}).endswith(
            f"{value} {template('symphonimo', f'animal.{value}')}."
        )
    for power in data.powers:
        for section in ("power", "power_short", "power_text"):
            template("symphonimo", f"{section}.{power}")
        for lang in words.languages():
            assert len(words.say("symphonimo", f"power_short.{power}", lang=lang)) <= 14
    for kind, _, _ in data.sets:
        template("symphonimo", f"source.{kind}s")


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "symphonimo": [
        {},
        {"grand_maestro": ["take_now", "pass_left", "discard_one", "discard_own"]},
        {"grand_maestro": ["draw_one", "limit_two"], "false_note": True},
    ],
}


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_told_in_words(name: str) -> None:
    game = tutti.game(name)
    speaker = words.Speaker(name, [f"P{p}" for p in range(game.usual)])
    for number, options in enumerate(OPTIONS.get(name, [{}])):
        match = tutti.Match.new(name, seed=number, options=options)
        dice = tutti.Dice(number)
        while match.active:
            player = match.active[0]
            asked = match.prompt(player)
            assert asked is not None
            spoken(speaker.prompt(asked))
            legal = match.legal(player)
            for action in in_turn(game.actions, len(match.log), 100):
                refusal = match.why_not(player, action)
                assert (refusal is None) == (action in legal)
                spoken(speaker.action(action) if refusal is None else speaker.refusal(refusal))
            match.play(player, legal[dice.below(len(legal))])
            for event in events(game, match.log[-1], player):
                spoken(speaker.event(event))
        result = match.result
        assert result is not None
        for source in result.sources[0]:
            template(name, f"source.{source}")


def test_the_terminal_says_what_exists_and_nothing_is_left_over() -> None:
    entries = words.catalogue("terminal")
    sections = {code.split(".")[0] for code in entries}
    said: set[str] = set()
    for path in sorted((SRC / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                section, dot, rest = node.value.partition(".")
                if dot and section in sections and rest.isidentifier():
                    said.add(node.value)
    built = {f"order.{name}" for name in ORDERS} | {f"help.{name}" for name in ORDERS} | {"help.rules_order"}
    assert said | built | {"title"} == set(entries)
