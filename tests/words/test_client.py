"""The client's own sentences are about the client; what lies on a table is said in the words of its game."""

from __future__ import annotations

import json
import re

from support.machine import ROOT

THINGS = re.compile(
    r"\b(discs?|musicians?|tokens?|conductors?|concertmasters?|movements?|choirs?|clefs?|sheets?|objectives?|"
    r"virtuos\w+|posters?|scenarios?|theat(?:er|re)s?|coins?|prestige|banners?|chairs?|audiences?|academ\w+|"
    r"freelancers?|quartets?|famil(?:y|ies))\b",
    re.IGNORECASE,
)
"""What only some games have; the other languages translate these sentences one by one."""


def test_no_sentence_of_the_client_is_about_the_things_of_a_game() -> None:
    said = json.loads((ROOT / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    assert THINGS.search("lays no disc here")
    assert {code: found[0] for code, text in said.items() if (found := THINGS.search(text))} == {}
