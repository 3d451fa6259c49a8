"""The guides as data: what the reader understands, what it refuses, what is found."""

from __future__ import annotations

import doctest
import json

import pytest

from tutti import guide
from tutti.guide import reading

PAGE = """# A game: how to play

## First chapter

### The idea {#idea}
Play *well*, see [the turn](#turn).

### Your turn {#turn}
Do **one** thing: {AA-001 AA-EX-02}

- `draw`, or {AA-003}
- take {AA-001}

1. First
2. then

| Players | Cards |
|---|---|
| 2 | 5 {AA-004} |
| 3 | 6 |

![Three *cards*](hand/cards)

> An example.

> | a | b |
> |---|---|
> | 1 | 2 |
"""


def test_a_page_is_read_into_sections_blocks_and_lines() -> None:
    idea, turn = reading.read(PAGE)
    assert (idea["anchor"], idea["title"], idea["chapter"]) == ("idea", "The idea", "First chapter")
    assert idea["blocks"][0]["lines"][0]["cells"] == [
        [
            {"text": "Play "},
            {"text": "well", "mark": "italic"},
            {"text": ", see "},
            {"text": "the turn", "to": "turn"},
            {"text": "."},
        ]
    ]
    assert [(b["kind"], b["example"], len(b["lines"])) for b in turn["blocks"]] == [
        ("text", False, 1),
        ("list", False, 2),
        ("steps", False, 2),
        ("table", False, 2),
        ("picture", False, 1),
        ("text", True, 1),
        ("table", True, 1),
    ]
    assert turn["rules"] == ["AA-001", "AA-EX-02", "AA-003", "AA-004"]
    picture = turn["blocks"][4]
    assert (picture["picture"], reading.plain(picture["lines"][0]["cells"][0])) == ("hand/cards", "Three cards")
    table = turn["blocks"][3]
    assert [reading.plain(cell) for cell in table["head"]] == ["Players", "Cards"]
    assert [[reading.plain(cell) for cell in line["cells"]] for line in table["lines"]] == [["2", "5"], ["3", "6"]]
    assert table["lines"][0]["rules"] == ["AA-004"]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("Text before any section.", "line 1: a heading with an anchor"),
        ("### Without an anchor\n", "line 1: a heading with an anchor"),
        ("### A {#a}\none line\nand another", "line 3: a paragraph is one line"),
        ("### A {#a}\n1. one\n3. three", "line 3: step 2 is needed"),
        ("### A {#a}\n| a | b |\n|---|---|\n| 1 |", "line 4: 2 cells are needed"),
        ("### A {#a}\n| a | b |\n|---|---|\n| 1 | 2", "line 4: a row ends with |"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(page: str, said: str) -> None:
    with pytest.raises(reading.BadGuide) as refusal:
        reading.read(page)
    assert said in str(refusal.value)


def test_sections_are_plain_data_of_their_own() -> None:
    first = guide.sections("symphonimo")
    assert json.loads(json.dumps(first)) == first
    first[0]["title"] = "spoiled"
    first[0]["blocks"].clear()
    assert guide.sections("symphonimo") != first
    again = guide.section("symphonimo", "take")
    assert again is not None
    again["rules"].clear()
    assert guide.section_of("symphonimo", "so-016") == "take"


def test_what_is_not_there_is_not_found() -> None:
    assert guide.sections("chess") == []
    assert guide.sections("../en/symphonimo") == []
    assert guide.section("symphonimo", "nowhere") is None
    assert guide.section_of("symphonimo", "SO-999") is None
    assert guide.section_of("chess", "SO-001") is None
    assert guide.search("symphonimo", "en", "accordion") == []
    assert guide.search("symphonimo", "en", " ") == []
    assert guide.sections("symphonimo", "xx") == guide.sections("symphonimo", "en")


def test_search_finds_titles_first_then_lines_then_the_rest() -> None:
    hits = guide.search("symphonimo", "en", "SCORING")
    assert [hit["anchor"] for hit in hits][:2] == ["scoring", "scoring-example"]
    both = guide.search("symphonimo", "en", "quartet soloist")
    assert both[0]["anchor"] == "scoring"
    assert all("quartet" in line or "soloist" in line for hit in both for line in hit["lines"])
    assert [hit["anchor"] for hit in guide.search("symphonimo", "en", "so-068")] == ["round-end"]


def test_accents_and_the_spaces_of_french_do_not_matter() -> None:
    found = guide.search("symphonimo", "fr", "exemple : decompte")
    assert [hit["title"] for hit in found] == ["Exemple\N{NARROW NO-BREAK SPACE}: le décompte"]


def test_the_examples_of_the_module_run() -> None:
    assert doctest.testmod(guide).failed == 0
    assert guide.__doc__ is not None
    assert ">>>" in guide.__doc__
