"""Names and talk in Unicode: every spelling and emoji, nothing invisible or changing direction, no look-alikes."""

from __future__ import annotations

import unicodedata

import pytest

from server.kit import LiveServer
from tutti.server.accounts.confusables import ALIKE, legible, look, mixed

WELL = [
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",  # a family, joined
    "\u2764\ufe0f well played",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # the flag of Scotland
    "1\ufe0f\u20e3",
    "\U0001f44d\U0001f3fd",
    "\U0001fae8",  # newer than the tables of Python 3.11
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "\u0915\u094d\u200d\u0937",  # Hindi
    "\u845b\U000e0100",  # a form of a Chinese sign
    "\ud55c\uad6d\uc5b4",
    "naïve façade",
]
ILL = [
    "a\u202eb",
    "a\u2066b",
    "a\u200fb",
    "a\u200bb",
    "a\u00adb",
    "\u3164",
    "\u2800",
    "\u200d",
    "a\u200d",
    "\u200ca",
    "a\u200d\u200db",
    "a \u200cb",
    "\ufe0f",
    "a\ufe0f\ufe0f",
    "a\U000e0067\U000e007f",
    "\U0001f3f4\U000e0067",
    "\ufeffa",
    "a\x07",
    "\ue000",
    "",
    " ",
]


@pytest.mark.parametrize("text", WELL)
def test_every_spelling_and_every_picture_can_be_written(text: str) -> None:
    assert legible(text)


@pytest.mark.parametrize("text", ILL)
def test_what_hides_or_turns_the_writing_round_cannot(text: str) -> None:
    assert not legible(text)


def test_talk_takes_the_one_and_refuses_the_other(home: LiveServer) -> None:
    ada = home.person("Ada")
    with ada.at(ada.table("me", "open"), 0) as place:
        for text in WELL:
            assert place.order("say", text=text)["type"] == "done", text
            place.wait(lambda at, text=text: at.talk[-1]["text"] == text)
        for text in ILL[:-2]:
            assert place.order("say", text=text)["fault"]["code"] == "error.bad_talk", text


def test_a_name_may_have_all_that_too(home: LiveServer) -> None:
    for text in ("Ada \u2764\ufe0f", WELL[7], WELL[8]):
        assert home.person(text).get("/api/me")["name"] == text


@pytest.mark.parametrize("text", ["Аdа", "pаypal", "Ωmega", "Aлиса"])
def test_one_word_is_written_with_one_alphabet(text: str) -> None:
    assert mixed(text)


@pytest.mark.parametrize(
    "text", ["Анна und Bob", "Ada2", "O'Neill", "東京タワーTokyo", "ナオさん", "DJ 김", "Łódź", "Ångström"]
)
def test_words_of_different_alphabets_go_together(text: str) -> None:
    assert not mixed(text)


def test_what_looks_alike_has_one_look() -> None:
    for one, other in (
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("modern", "modem"),
        ("Walter", "VValter"),
        ("РОСА", "POCA"),
        ("ΝΙΝΑ", "NINA"),
        ("Søren", "Soren"),
        ("ᎪᎠᎪ", "ADA"),
        ("\uab87\uab70", "md"),
    ):
        assert look(one) == look(other), one
    assert len({look(name) for name in ("Ada", "Adam", "Eda", "Oda", "Ida", "Ana", "Анна", "Lea", "Mia")}) == 9


def test_the_table_of_looks_is_of_letters_that_can_be_in_a_name() -> None:
    for sign in ALIKE:
        assert sign.isalnum()
        assert unicodedata.normalize("NFKC", sign) == sign
