"""The terminal in other languages: how one is chosen, and what a person may then type."""

from __future__ import annotations

from pathlib import Path

import pytest

import tutti
from cli.running import Script, tutti_program
from tutti.cli import orders
from tutti.cli.language import chosen, short
from tutti.cli.main import main
from tutti.cli.seats import read_seats
from tutti.cli.session import Session
from tutti.cli.terminal import Problem
from tutti.words import Speaker, languages

NARROW = "\u202f"


def plain(text: str) -> str:
    """With usual spaces, and lines that a narrow screen broke put together."""
    return " ".join(text.replace(NARROW, " ").split())


@pytest.mark.parametrize(
    ("flag", "environment", "lang"),
    [
        (None, {}, "en"),
        ("fr", {"TUTTI_LANG": "de", "LANG": "en_US.UTF-8"}, "fr"),
        ("fr-BE", {}, "fr"),
        (None, {"TUTTI_LANG": "de", "LANG": "fr_FR.UTF-8"}, "de"),
        (None, {"TUTTI_LANG": "", "LANG": "fr_CA.UTF-8"}, "fr"),
        (None, {"LC_ALL": "de_AT.UTF-8", "LANG": "fr_FR"}, "de"),
        (None, {"LC_MESSAGES": "de_CH", "LANG": "fr_FR"}, "de"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "pt_BR.UTF-8"}, "en"),
    ],
)
def test_the_flag_wins_then_the_variable_then_the_system(
    flag: str | None, environment: dict[str, str], lang: str
) -> None:
    assert chosen(flag, environment) == lang


def test_the_short_name_of_a_language() -> None:
    assert [short(name) for name in ("fr", "FR", "fr-FR", "fr_FR.UTF-8", "C.UTF-8", "")] == ["fr"] * 4 + ["c", ""]


def test_a_language_that_is_not_there_is_refused_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problem, match="TUTTI_LANG: there is no language “tlh”"):
        chosen(None, {"TUTTI_LANG": "tlh"})
    assert main(["--lang", "pt", "rules"]) == 2
    assert capsys.readouterr().err == "tutti: --lang: there is no language “pt”. Languages: de, en, fr.\n"


@pytest.mark.parametrize("before", [True, False])
def test_the_flag_stands_before_or_after_the_command(before: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "de", "rules"] if before else ["rules", "--lang", "de"]) == 0
    assert "tierische Virtuosen" in capsys.readouterr().out


def test_refusals_of_the_program_speak_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TUTTI_LANG", "fr")
    monkeypatch.setenv("TUTTI_HOME", str(tmp_path))
    said = {
        ("play", "chess"): "tutti: Il n’y a pas de jeu « chess ». Jeux : ",
        ("play",): "tutti: quel jeu ? Il y a ",
        ("play", "--resume"): "tutti: aucune partie à reprendre.",
        ("play", "--resume", "x", "--seed", "1"): "tutti: --seed concerne une nouvelle partie",
        ("play", "symphonimo", "--option", "tempo"): "tutti: une option s’écrit nom=valeur, pas « tempo ».",
        ("play", "symphonimo", "--players", "9"): "tutti: Symphonimo ne se joue pas à 9 : il faut de 2 à 6 joueurs.",
        ("play", "symphonimo", "--seats", "toi,gredy"): "tutti: « gredy » n’est ni un bot",
    }
    for args, line in said.items():
        assert main(args) == 2
        assert plain(capsys.readouterr().err).startswith(line)


def test_a_french_match_through_a_pipe(tmp_path: Path) -> None:
    new = ("play", "symphonimo", "--seats", "toi,greedy", "--seed", "4", "--option", "first_player=0")
    ran = tutti_program(tmp_path, *new, typed="1\n1\naide\nregles SO-014\njournal\nquitter\n", TUTTI_LANG="fr")
    out = plain(ran.out)
    assert ran.code == 0
    assert "Symphonimo, 2 joueurs : Toi, greedy" in out
    assert "Toi : Piocher une carte, ou emporter un chef d’orchestre ?" in out
    assert "Tu as pioché le " in out
    assert "Greedy a pioché le " in out
    assert "règles MOT" in out
    assert "SO-014" in out
    assert "Pour continuer : tutti play --resume" in out
    again = tutti_program(tmp_path, "--lang", "de", "play", "--resume", typed="quit\n", TUTTI_LANG="fr")
    assert "Die Partie geht nach" in again.out
    assert "Du: Eine Karte ziehen" in plain(again.out)


def test_the_menu_in_german_takes_its_words(tmp_path: Path) -> None:
    typed = ["1", "1", "2", "2", "du, random", "4", "ja", "", "beenden"]
    ran = tutti_program(tmp_path, "--lang", "de", typed="\n".join(typed) + "\n")
    assert "Was spielen wir?" in ran.out
    assert "Falsche Note" in ran.out
    assert "Du, random" in ran.out
    assert "5 ungesehen entfernt" in ran.out


@pytest.mark.parametrize("lang", languages())
def test_orders_have_names_of_their_own(lang: str) -> None:
    words = Speaker("terminal", lang=lang)
    verbs = {action.split()[0] for game in tutti.games() for action in tutti.game(game).actions}
    shown = [words.say(f"order.{name}").split()[0] for name in orders.ORDERS]
    assert len(set(shown)) == len(orders.ORDERS)
    assert not set(orders.names(words)) & verbs
    for name, word in zip(orders.ORDERS, shown, strict=True):
        assert word in words.say("play.foot").split()
        for typed in (name, word, word.upper(), orders.bare(word)):
            assert orders.find(typed, words) is orders.ORDERS[name]


@pytest.mark.parametrize(("lang", "yes", "taken"), [("fr", "oui", []), ("de", "j", []), ("de", "oui", ["draw"])])
def test_yes_is_a_word_of_the_language(
    lang: str, yes: str, taken: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUTTI_HOME", str(tmp_path))
    match = tutti.Match.new("symphonimo", 2, seed=3, options={"first_player": 0})
    term = Script(["draw", "undo", yes, "quit"], lang)
    Session(match, read_seats(["Ada", "greedy"], 2, term.words), term).run()
    assert [match.game.actions[entry.action] for entry in match.log] == taken
