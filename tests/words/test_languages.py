"""Every language says all that English says, with the same values, in its own words and its own typography."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tutti
from tutti import words
from tutti.kernel import library
from tutti.kernel.log import events
from tutti.kernel.types import Prompt
from tutti.words.template import forms_in, names_in, values_in
from words.scan import spoken

SRC = Path(tutti.__file__).parent
FILES = [*sorted(path.stem for path in (SRC / "words" / words.DEFAULT).glob("*.toml")), *library.guests()]
OTHERS = [lang for lang in words.languages() if lang != words.DEFAULT]
NARROW = "\u202f"

NOT_WORDS = re.compile(r"(step\.\w+\.rules|option\.\w+\.values|view\.\w+\.each)")
"""Entries that hold ids and names of sections: the same in every language."""

NAMED = re.compile(r"(scenario|theater|poster|academy)\.")
"""Names that English has from the pack."""

ALIKE = {
    "*": """
        *.title symphony.master.* symphonimo.power.* symphonimo.option.grand_maestro.label kernel.kind.null
        symphony.card.09 symphony.card.10 symphony.card.12 symphony.card.32 symphony.card.34 symphony.zone.orange
        orchestra.coins.* orchestra.price.prestige orchestra.slot_coin.p orchestra.reward.p* orchestra.area.*
        symphony.web.*.orange orchestra.coin.prestige orchestra.number.prestige orchestra.web.gain.p etude.view.*.entry
        arena.head.p95 arena.head.max
    """,
    "fr": """
        kernel.time kernel.number.points *.screen.points *.result.points
        orchestra.screen.points_head terminal.order.table
        symphonimo.card.10 symphonimo.animal.10 symphonimo.instrument.8 symphonimo.instrument.10
        symphonimo.instrument.11 symphonimo.instrument.13
        symphony.card.08 symphony.card.20 symphony.card.22 symphony.card.23 symphony.card.24 symphony.card.31
        symphony.card.35 symphony.token.protection symphony.stage.coda symphony.step.draft.name
        symphony.opening.protect symphony.action.note symphony.option.draft.*
        orchestra.section_short.percussion orchestra.icon_short.families orchestra.step.invite.name
        orchestra.screen.place orchestra.web.gain.v orchestra.reward.v* symphonimo.web.text.collections
        symphony.verb.note
        symphony.web.ability.protect arena.head.points arena.head.budget arena.page.points arena.page.sources_axis
        arena.setting.options terminal.simulate.bot terminal.simulate.points lab.head.m_points
    """,
    "de": """
        terminal.play.only terminal.menu.enter
        symphony.card.16 symphony.card.30 symphony.card.38 orchestra.type.I arena.budget.seconds
        orchestra.web.column.start etude.card.* etude.view.hands.label
    """,
}
"""Texts that may be as in English: names, and words that the languages share."""

ENGLISH = re.compile(r"\b(the|of|you|your|with|and|which|has|have|is|are|cannot|there|from|not|no)\b", re.IGNORECASE)
FORMAL = {"fr": re.compile(r"\b(vous|votre|vos|veuillez)\b", re.IGNORECASE), "de": re.compile(r"\bIhnen\b")}


def plain(text: str) -> str:
    """The text with its forms, and 0 for every value."""
    return re.sub(r"\{\w+(?::\w+)?\}", "0", re.sub(r"\{\w+(?::\w+)?[|?]([^{}]*)\}", r"\1", text))


def entries(lang: str) -> Iterator[tuple[str, str, str]]:
    """File, code and text of all that is words."""
    for file in FILES:
        for code, text in words.catalogue(file, lang).items():
            if not NOT_WORDS.fullmatch(code):
                yield file, code, text


def alike(lang: str, code: str) -> bool:
    """Whether that text may be the English one."""
    patterns = f"{ALIKE['*']} {ALIKE.get(lang, '')}".split()
    return any(re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), code) for pattern in patterns)


def test_there_are_three_languages() -> None:
    assert words.languages() == ("de", "en", "fr")


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_the_same_codes_with_the_same_values(lang: str, file: str) -> None:
    english, other = words.catalogue(file), words.catalogue(file, lang)
    assert [code for code in english if code not in other] == [], f"words/{lang}/{file}.toml lacks these"
    own = [code for code in other if code not in english and not NAMED.match(code)]
    assert own == [], f"only words/{lang}/{file}.toml has these"
    for code, text in english.items():
        where = f"{lang}/{file}: {code}"
        assert {name for name, _ in values_in(other[code])} == {name for name, _ in values_in(text)}, where
        assert names_in(other[code]) <= names_in(text), where
        if NOT_WORDS.fullmatch(code):
            assert other[code] == text, where


@pytest.mark.parametrize("lang", words.languages())
def test_a_choice_has_two_forms_that_differ(lang: str) -> None:
    found = [(code, forms) for _, code, text in entries(lang) for forms in forms_in(text)]
    assert len(found) > 20
    for code, forms in found:
        assert len(forms) == 2, code
        assert forms[0] != forms[1], code


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_in_english(lang: str) -> None:
    used = 0
    for file, code, text in entries(lang):
        bare = plain(text)
        assert not ENGLISH.search(bare), f"{lang}/{file}: {code}"
        if text == words.catalogue(file).get(code) and re.search(r"[^\W\d_]", bare):
            used += 1
            assert alike(lang, f"{file}.{code}"), f"{lang}/{file}: {code} is as in English"
    assert used > 10


@pytest.mark.parametrize("lang", OTHERS)
def test_players_are_addressed_like_friends(lang: str) -> None:
    said = " ".join(text for _, _, text in entries(lang))
    assert not FORMAL[lang].search(said)
    assert re.search(r"\btu\b" if lang == "fr" else r"\bdu\b", said)


def test_french_typography() -> None:
    for file, code, text in entries("fr"):
        bare, where = plain(text), f"{file}: {code}"
        assert not re.search(rf"[^{NARROW}(][;:!?»]", re.sub(r"(?<=\w)[;:](?=\w)", "", bare)), where
        assert not re.search(rf"«[^{NARROW}]", bare), where
        assert not re.search(r"['“”„\u00a0]", bare), where
        assert bare.count("«") == bare.count("»"), where


def test_whoever_chooses_an_area_counts_it() -> None:
    said = words.Speaker("orchestra", lang="fr").prompt(Prompt("choose_area", "OR-194", {}))
    assert said.startswith(f"Quelle zone du public comptes-tu{NARROW}?")


def test_german_typography() -> None:
    for file, code, text in entries("de"):
        bare, where = plain(text), f"{file}: {code}"
        assert not re.search(r" [;:!?]", bare), where
        assert not re.search(r"[«»”'\u00a0\u202f]", bare), where
        assert bare.count("„") == bare.count("“"), where


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("fr", 0, "0 carte dans la pioche"),
        ("fr", 1, "1 carte dans la pioche"),
        ("fr", 2, "2 cartes dans la pioche"),
        ("de", 0, "0 Karten im Stapel"),
        ("de", 1, "1 Karte im Stapel"),
        ("de", 2, "2 Karten im Stapel"),
    ],
)
def test_numbers_choose_the_right_form(lang: str, number: int, said: str) -> None:
    assert words.say("symphonimo", "screen.deck", {"deck": number}, lang=lang) == said


@pytest.mark.parametrize(
    ("lang", "giver", "taker"),
    [
        ("en", "You gave 4 Fox to Bo.", "Bo gave 4 Fox to you."),
        ("fr", "Tu as donné le 4 Renard à Bo.", "Bo t’a donné le 4 Renard."),
        ("de", "Du hast Bo 4 Fuchs gegeben.", "Bo hat dir 4 Fuchs gegeben."),
    ],
)
def test_the_one_spoken_to_is_you_in_every_case(lang: str, giver: str, taker: str) -> None:
    speaker = words.Speaker("symphonimo", ["?", "Bo"], lang, you=0)
    assert speaker.event({"event": "gave", "player": 0, "card": 4, "to": 1}) == giver
    assert speaker.event({"event": "gave", "player": 1, "card": 4, "to": 0}) == taker


@pytest.mark.parametrize("lang", OTHERS)
def test_an_error_behind_an_error_speaks_the_same_language(lang: str) -> None:
    record = tutti.Match.new("symphonimo", players=2, seed=1).record()
    record["options"] = {"tempo": 9}
    with pytest.raises(tutti.BadRecord) as fault:
        tutti.Match.replay(record)
    said = words.Speaker(fault.value.game, lang=lang).error(fault.value)
    assert words.say("symphonimo", "error.bad_options", {"reason": ""}, lang=lang).strip() in said
    assert "Options : grand_maestro" in said.replace(NARROW, " ") if lang == "fr" else "Optionen: grand" in said


MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("symphonimo", {"grand_maestro": ["take_now", "pass_left", "discard_one", "discard_own"], "false_note": True}),
    ("symphony", {"draft": "public", "audience": "both", "clefs": "II", "master": "kleiber"}),
    ("symphony", {"draft": "secret", "progressive": True, "master": "mahler"}),
    ("orchestra", {}),
    ("etude", {}),
]


@pytest.mark.parametrize(("name", "options"), MATCHES)
@pytest.mark.parametrize("lang", OTHERS)
def test_whole_matches_are_told_in_every_language(lang: str, name: str, options: dict[str, Any]) -> None:
    game = tutti.game(name)
    match = tutti.Match.new(name, seed=lang, options=options)
    names = [f"P{player}" for player in range(game.usual)]
    speakers = [words.Speaker(name, names, lang, you) for you in (None, 0)]
    dice = tutti.Dice(len(options))
    while match.active:
        player = match.active[0]
        asked = match.prompt(player)
        assert asked is not None
        legal = match.legal(player)
        tried = [game.actions[dice.below(len(game.actions))] for _ in range(5)]
        refusals = [refusal for wish in tried if (refusal := match.why_not(player, wish)) is not None]
        action = legal[dice.below(len(legal))]
        match.play(player, action)
        for speaker in speakers:
            spoken(speaker.prompt(asked))
            spoken(speaker.action(action))
            for refusal in refusals:
                spoken(speaker.refusal(refusal))
            for event in events(game, match.log[-1], player):
                spoken(speaker.event(event))
    result = match.result
    assert result is not None
    assert spoken(speakers[0].look("reason", result.reason)) != result.reason


def test_every_game_is_told() -> None:
    assert {name for name, _ in MATCHES} == set(tutti.games())
