"""What is said needs no code: seats, notes, cards, chairs, pieces and spots have words, codes are small print."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tutti
from tutti import words
from tutti.kernel.log import events
from tutti.words.small import bracketed, pieces, plain, unmarked

CODES = {
    "symphony": re.compile(
        r"\b[A-E][1-6]\b"  # a seat
        r"|\b\d\.\d+\.\d+\b"  # a note
        r"|\b0\d[ab]?\b"  # a card
        r"|\b[1-9][WB]\b"  # a sheet
        r"|\b(?:Column|Colonne|Spalte|Movement|Mouvement|Satz) [A-E]\b"
    ),
    "orchestra": re.compile(
        r"\b(?:SM|PO|AB|T|I{1,3}|S)\d\d\b"  # a card of any deck, a poster, an academy
        r"|\b(?:I{1,3}|S|i{1,3}|s)\.\d\b"  # a place in a row
        r"|\b(?:ST|WW|BR|PE|st|ww|br|pe)\d\b"  # a spot
        r"|\b[SHULQT][1-4][a-d]?\b"  # a piece
        r"|\b[a-k]\d\d\b"  # a chair
        r"|\b[BPIV]-\d[mp]\b"  # a slot of a card
    ),
}
FLAGS = re.compile(r":\s?(?:true|false|null|None|yes|no|oui|non|ja|nein)\.$")
"""A truth that stands as a word of its own."""

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("symphony", {}),
    ("symphony", {"draft": "public", "audience": "both", "clefs": "II", "master": "kleiber"}),
    ("symphony", {"draft": "secret", "progressive": True, "master": "mahler", "sides": "any"}),
    ("symphony", {"master": "berlioz", "draft": "none"}),
    ("orchestra", {}),
]


def said_in(name: str, options: dict[str, Any], lang: str, small: bool = False) -> list[str]:
    """Everything that a match of random moves says: prompts, moves, refusals, previews, events."""
    game = tutti.game(name)
    match = tutti.Match.new(name, seed=lang, options=options)
    speaker = words.Speaker(name, [f"Ada{p}x" for p in range(game.usual)], lang, 0, small)
    dice = tutti.Dice(len(options))
    said: set[str] = set()
    while match.active:
        player = match.active[0]
        asked = match.prompt(player)
        assert asked is not None
        said.add(speaker.prompt(asked))
        legal = match.legal(player)
        wished = [game.actions[dice.below(len(game.actions))] for _ in range(3)]
        refusals = [refusal for wish in wished if (refusal := match.why_not(player, wish)) is not None]
        said |= {speaker.refusal(refusal).rsplit(" [", 1)[0] for refusal in refusals}
        action = legal[dice.below(len(legal))]
        said.add(speaker.action(action))
        if dice.below(8) == 0:
            preview = match.preview(player, action)
            said |= {speaker.remark(remark) for remark in (*preview.warnings, *preview.merits)}
        match.play(player, action)
        said |= {speaker.event(event) for event in events(game, match.log[-1], player)}
    return sorted(said)


@pytest.mark.parametrize("lang", words.languages())
@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_no_code_is_needed_in_a_match(name: str, options: dict[str, Any], lang: str) -> None:
    said = said_in(name, options, lang)
    assert len(said) > 100
    for text in said:
        assert not CODES[name].search(text), text
        assert not FLAGS.search(text), text
        assert "⟨" not in text, text
        assert "{" not in text, text
        assert "  " not in text, text


@pytest.mark.parametrize("name", ["symphony", "orchestra"])
def test_the_small_print_has_the_codes(name: str) -> None:
    """So that the law above can fail: the same sentences with their codes show them."""
    said = said_in(name, {}, "en", small=True)
    coded = [text for text in said if CODES[name].search(text)]
    assert len(coded) > 50
    assert all(not CODES[name].search(plain(text)) for text in coded)


@pytest.mark.parametrize("lang", [lang for lang in words.languages() if lang != words.DEFAULT])
@pytest.mark.parametrize("kind", ["scenario", "theater", "poster", "academy"])
def test_every_name_of_the_standard_pack_is_there(kind: str, lang: str) -> None:
    box = tutti.game("orchestra").d  # type: ignore[attr-defined]
    names = {
        "scenario": box.card_names,
        "theater": box.theater_names,
        "poster": box.poster_names,
        "academy": box.board_names,
    }[kind]
    known = {
        code.removeprefix(f"{kind}.") for code in words.catalogue("orchestra", lang) if code.startswith(f"{kind}.")
    }
    assert known == set(names)
    assert len({words.Speaker("orchestra", lang=lang).look(kind, name) for name in names}) == len(set(names))


def test_a_card_that_the_words_do_not_know_has_the_name_of_its_pack() -> None:
    event = {"event": "fulfilled", "player": 0, "card": "I99", "name": "Lighthouse"}
    assert words.Speaker("orchestra", ["Ada"], "fr").event(event) == "Ada a accompli une carte\u202f: Lighthouse."


def test_small_print_is_left_out_kept_or_bracketed() -> None:
    event = {"event": "token_played", "player": 0, "instrument": "A1", "card": "02a", "token": "clef"}
    assert words.Speaker("symphony", ["Ada"]).event(event) == "Ada put the Clef token on the Violin."
    fine = words.Speaker("symphony", ["Ada"], small=True).event(event)
    assert fine == "Ada put the Clef token on the Violin ⟨A1⟩."
    assert bracketed(fine) == "Ada put the Clef token on the Violin (A1)."
    assert pieces("a ⟨b⟩c⟨d⟩") == [("a", False), ("b", True), ("c", False), ("d", True)]
    assert plain("a ⟨b⟩c⟨d⟩") == "ac"


def test_a_name_writes_no_small_print() -> None:
    speaker = words.Speaker("symphony", ["⟨Ada⟩"], small=True)
    assert speaker.event({"event": "baton", "player": 0}) == "The First Player token went to ‹Ada›."
    assert unmarked("Ada") == "Ada"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The Violin (front row, far left) plays a disc: on which note?"),
        ("fr", "Le Violon (premier rang, tout à gauche) joue un disque\u202f: sur quelle note\u202f?"),
        ("de", "Am Zug: die Violine (erste Reihe, ganz links). Auf welche Note legst du einen Stein?"),
    ],
)
def test_an_instrument_is_said_by_its_name_and_its_seat(lang: str, said: str) -> None:
    args = {"instrument": "A1", "card": "02a", "disc": 0}
    assert words.Speaker("symphony", lang=lang).prompt(tutti.Prompt("place", "SY-099", args)) == said
