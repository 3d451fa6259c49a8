"""The template language, fall-backs, and the sentences of errors."""

from __future__ import annotations

from typing import Any

import pytest
from babel import Locale

import tutti
from tutti import words
from tutti.words import languages
from tutti.words.template import render, singular, well_formed


def fill(template: str, lang: str = "en", you: int | None = None, **args: Any) -> str:
    return render(template, args, lambda kind, value: f"<{kind}:{value}>" if kind else str(value), lang, you)


def test_values_kinds_lists_and_braces() -> None:
    assert fill("{a} and {b:thing}", a=1, b=2) == "1 and <thing:2>"
    assert fill("{a:thing}", a=[1, 2]) == "<thing:1>, <thing:2>"
    assert fill("{{{a}}}", a="x") == "{x}"
    assert fill("{gone}", a="x") == "{gone}"


@pytest.mark.parametrize(
    ("lang", "number", "form"),
    [
        ("en", 0, "cards"),
        ("en", 1, "card"),
        ("en", 2, "cards"),
        ("de", 0, "cards"),
        ("fr", 0, "card"),
        ("fr", 2, "cards"),
    ],
)
def test_plural_follows_the_language(lang: str, number: int, form: str) -> None:
    assert fill("{n|card|cards}", lang, n=number) == form
    assert singular(number, lang) == (form == "card")


@pytest.mark.parametrize("lang", languages())
def test_the_singular_is_that_of_the_language(lang: str) -> None:
    """As CLDR has it, from which browsers know it, too."""
    numbers = [*range(200), 1000, 1_000_000, 0.5, 1.5, 2.5]
    expected = {number: Locale(lang).plural_form(number) == "one" for number in numbers}
    assert {number: singular(number, lang) for number in numbers} == expected


def test_the_player_spoken_to_gets_a_pronoun_and_its_own_verb() -> None:
    text = "{p:player} {p?gibst|gibt} {to:player?dir} {n:thing}"
    assert fill(text, you=0, p=0, to=1, n=0) == "<pronoun:you> gibst <player:1> <thing:0>"
    assert fill(text, you=1, p=0, to=1, n=1) == "<player:0> gibt dir <thing:1>"
    assert fill(text, p=0, to=1, n=1) == "<player:0> gibt <player:1> <thing:1>"
    assert fill("{w:player} {w?have|has}", you=0, w=[0]) == "<pronoun:you> have"
    assert fill("{w:player?toi}", you=0, w=[1, 0]) == "<player:1>, toi"
    assert [fill("{p?t’|}a vu{p?| }{p:player?}", you=0, p=p) for p in (0, 1)] == ["t’a vu", "a vu <player:1>"]
    speaker = words.Speaker("symphony", ["You", "Bo"], you=0)
    assert speaker.event({"event": "baton", "player": 0}) == "The First Player token went to you."
    assert speaker.event({"event": "gave", "player": 1, "to": 0, "token": "clef"}) == "Bo gave the Clef token to you."
    assert speaker.look("player", 0) == "You"


def test_a_stray_brace_is_found() -> None:
    assert well_formed("{a} {b:c} {d|e|f} {g?h|i} {j:player?k} {{}}")
    assert not well_formed("{a b}")
    assert not well_formed("{a:b?c|d}")
    assert not well_formed("a}")


def test_an_unknown_code_shows_itself_and_its_values() -> None:
    assert words.say("symphonimo", "event.unheard_of", {"card": 3}) == "event.unheard_of(card=3)"
    assert words.say("no_such_game", "prompt.turn") == "prompt.turn()"
    assert words.Speaker("symphonimo").action("juggle 3") == "juggle 3"
    assert words.say("symphonimo", "event.drawn", {"player": 0, "card": 99}) == "player 0 drew 99."


def test_an_unknown_language_falls_back_to_english() -> None:
    assert words.say("symphonimo", "action.draw", lang="xx") == "draw a card"


def test_names_stand_for_players() -> None:
    assert words.say("symphonimo", "event.ended", {"player": 1}, names=["Ada", "Bo"]) == "Bo ended without taking."
    assert words.say("symphonimo", "event.ended", {"player": 1}) == "player 1 ended without taking."


def test_actions_in_words() -> None:
    speaker = words.Speaker("symphonimo")
    assert speaker.action("take 2") == "take conductor 2"
    assert speaker.action("give 11") == "give 11 Elephant"
    assert speaker.action("now yes") == "take it now"
    assert speaker.action("drop none") == "drop none"
    symphony, orchestra = words.Speaker("symphony"), words.Speaker("orchestra")
    assert symphony.action("note 3.2.5") == "put the disc on the fifth note of bar 2, Voice 3"
    assert orchestra.action("exchange 2m 1p") == "give 2 Money and 1 Prestige"
    assert orchestra.action("exchange 2m 0p") == "give 2 Money"
    assert orchestra.action("take ii") == "take the top card of Level II"


@pytest.mark.parametrize("lang", words.languages())
@pytest.mark.parametrize("name", ["symphony", "orchestra"])
def test_no_action_is_a_bare_code(name: str, lang: str) -> None:
    speaker = words.Speaker(name, lang=lang)
    for action in tutti.game(name).actions:
        said = speaker.action(action)
        assert "{" not in said
        if any(letter.isdigit() for letter in said):
            assert len(said.split()) > 2, f"{lang}: {action} says {said}"


def test_an_illegal_action_says_what_is_wrong_what_is_right_and_the_rule() -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=1, options={"first_player": 0})
    with pytest.raises(tutti.IllegalAction, match=r"Conductor 1 holds no musician: take one .* draw\. \[SO-016\]"):
        match.play(0, "take 1")
    with pytest.raises(tutti.IllegalAction, match=r"“dance” is not an action\. Possible now: draw\."):
        match.play(0, "dance")
    with pytest.raises(tutti.IllegalAction, match=r"not your turn\. To decide now: player 0\."):
        match.play(1, "draw")


def test_errors_of_options_and_positions_speak_the_words_of_their_game() -> None:
    with pytest.raises(tutti.BadOption, match=r"Symphonimo cannot be played by 9 players: it takes 2 to 6\."):
        tutti.Match.new("symphonimo", players=9)
    with pytest.raises(tutti.BadOption, match=r"The power take_now is named twice.*\[SO-062\]"):
        tutti.Match.new("symphonimo", options={"grand_maestro": ["take_now", "take_now"]})
    position = tutti.Match.new("symphonimo", players=2, seed=1).dump()
    position["conductors"][1]["cards"] = [7, 7, 7, 7, 7]
    with pytest.raises(tutti.BadPosition, match=r"At conductors\[1\]\.cards: 5 cards are too many .* \[SO-012\]"):
        tutti.Match.load(position)


def test_errors_of_records_say_where() -> None:
    record = tutti.Match.new("symphonimo", players=2, seed=1).record()
    record["players"] = "two"
    with pytest.raises(tutti.BadRecord, match=r"At players: a whole number is needed, not a text\."):
        tutti.Match.replay(record)


def test_option_values_read_well() -> None:
    game = tutti.game("symphonimo")
    speaker = words.Speaker("symphonimo", ["Ada", "Bo"])
    maestro, false_note, first = game.options
    assert speaker.option(maestro, []) == "off"
    assert speaker.option(maestro, ["take_now", "draw_one"]) == "Presto, Bis"
    assert speaker.option(maestro, 2) == "2"
    assert speaker.option(false_note, True) == "yes"
    assert speaker.option(first, None) == "by chance"
    assert speaker.option(first, 1) == "Bo"
