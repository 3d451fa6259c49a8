"""Writes what Python's words say to a list of cases, so that the client's twin can be held against it.

``python tools/web/sentences.py`` writes ``web/fixtures/sentences.json``; ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tutti.kernel import library
from tutti.words import Speaker, languages
from tutti.words.template import render

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web" / "fixtures" / "sentences.json"
sys.path.append(str(ROOT / "tests"))
library.add("games.etude")  # whose words lie with the tests
KINDS = {"animal.4": "Fox", "truth.true": "yes", "bound.null": "", "card.02a": "Violin", "pronoun.you": "thou"}
TEMPLATES: list[tuple[str, dict[str, Any]]] = [
    ("plain text", {}),
    ("{a} and {b}", {"a": "one", "b": 2}),
    ("{missing} stays", {}),
    ("{{braces}} {a}", {"a": 1}),
    ("{a:animal}, {b:animal}", {"a": 4, "b": 5}),
    ("{a:animal}", {"a": [4, 5, 4]}),
    ("{a:truth} {b:truth}", {"a": True, "b": False}),
    ("{a:bound}|{b:bound}", {"a": None, "b": 3}),
    ("{a:card}", {"a": "02a"}),
    ("{n} {n|card|cards}", {"n": 0}),
    ("{n} {n|card|cards}", {"n": 1}),
    ("{n} {n|card|cards}", {"n": 2}),
    ("{n} {n|card|cards}", {"n": 1.5}),
    ("{n}, {m}, {k:json}", {"n": -2, "m": [-0.5, 7.0], "k": -1.5}),
    ("{n|only}", {"n": 7}),
    ("{n|a|b|c}", {"n": 7}),
    ("{n|one|many}", {"n": True}),
    ("{a:json}", {"a": {"x": [1, "é", None], "y": True}}),
    ("{a}", {"a": {"x": [1, 2]}}),
    ("{a}", {"a": [1, [2, 3], "x"]}),
    ("{a}", {"a": [["x", 1], {"k": None}]}),
    ("{a}{b}", {"a": "", "b": "„Ä“"}),
    ("{p:player} {p?are|is} first", {"p": 0}),
    ("{p:player} {p?are|is} first", {"p": 1}),
    ("{p:player} {p?are|is} first", {"p": [0]}),
    ("{p:player} {p?are|is} first", {"p": [1, 0]}),
    ("{p?only}", {"p": 1}),
    ("for {p:player?thee}, {p:animal?no}", {"p": 0}),
    ("for {p:player?thee}", {"p": [1, 0]}),
    ("{p?|s}{p:player?}", {"p": 0}),
    ("{q?a|b}", {"p": 0}),
]
NAMES = ["Ada", "⟨Björn⟩"]
VIEWS: list[tuple[str, Any]] = [
    ("stage", {"c": 2, "g": 1}),
    ("stage", {}),
    ("hands", [{"card": "c", "seen": [0]}, {"card": "?", "seen": "all"}, {"card": "d", "seen": []}]),
    ("hands", []),
    ("first", 1),
    ("ready", True),
    ("peeked", None),
    ("offered", [1, 3]),
    ("no_such_key", [[1, 2], {"a_b": False}]),
]
"""Values of a view, as a table without pictures says them; the words are the étude's."""
SENTENCES: list[tuple[str, str, dict[str, Any]]] = [
    ("symphonimo", "event.drawn", {"player": 0, "card": 4}),
    ("symphonimo", "event.gave", {"player": 0, "card": 4, "to": 1}),
    ("symphonimo", "event.took", {"player": 1, "conductor": 2, "cards": [3, 3, 13]}),
    ("symphonimo", "refusal.conductor_full", {"conductor": 1, "limit": 1}),
    ("symphonimo", "refusal.conductor_taken", {"conductor": 1, "player": 5}),
    ("symphonimo", "no.such.code", {"a": [1, 2], "b": None}),
    ("kernel", "refusal.not_your_turn", {"active": [0, 1]}),
    ("orchestra", "error.bad_players", {"of": "symphony", "found": 9, "low": 2, "high": 6}),
    ("symphonimo", "web.board.set", {"count": 4, "name": "Fuchs", "points": 1}),
    ("symphony", "web.clash.price", {"steps": 2, "cost": 1}),
    ("orchestra", "web.gain.AW:pay", {"count": 0}),
    ("orchestra", "time", {"minutes": 1}),
    ("symphonimo", "remark.takes_lead", {"players": [1], "majority": {"name": "of_cards", "args": {"card": 4}}}),
    ("symphonimo", "remark.aims_at", {"source": "quartets", "points": 1.5}),
    ("symphonimo", "remark.next_weaker", {"warning": {"name": "breaks_set", "args": {"set": "quartet", "card": 4}}}),
    ("symphonimo", "remark.lost_to_in", {"player": 1, "against": 0, "points": 1, "source": "quartets", "round": 2}),
    ("symphony", "prompt.chain", {"card": "04", "instrument": "B3", "disc": 1, "near": "1.2.3"}),
    ("symphony", "event.controlled", {"player": 1, "card": "01", "instrument": "01", "part": None}),
    ("symphony", "refusal.no_parts", {"instrument": "D4.2"}),
    ("orchestra", "event.fulfilled", {"player": 0, "card": "I04", "name": "Town Library"}),
    ("orchestra", "event.fulfilled", {"player": 0, "card": "I99", "name": "Lighthouse"}),
    ("orchestra", "event.piece_placed", {"player": 1, "piece": "L3b", "at": "e13", "area": "B"}),
    ("orchestra", "prompt.slots", {"name": "Jazz Cellar", "slot": "P-1m", "card": "II22"}),
    ("orchestra", "refusal.spot_taken", {"spot": "WW5", "player": 0}),
]
ACTIONS = [
    ("symphonimo", "take 2"),
    ("symphony", "note 3.2.5"),
    ("symphony", "control 00"),
    ("orchestra", "card i.1"),
    ("orchestra", "exchange 2m 1p"),
    ("orchestra", "juggle 3"),
]


def cases() -> dict[str, Any]:
    """Templates with their values in two languages, and sentences of the catalogues, to somebody and to nobody."""

    def look(kind: str, value: Any) -> str:
        key = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if kind == "json":
            return json.dumps(value, ensure_ascii=False)
        return KINDS.get(f"{kind}.{key}", key)

    return {
        "kinds": KINDS,
        "names": NAMES,
        "templates": [
            {
                "template": template,
                "args": args,
                "lang": lang,
                "you": you,
                "text": render(template, args, look, lang, you),
            }
            for template, args in TEMPLATES
            for lang, you in (("en", None), ("fr", None), ("en", 0))
        ],
        "sentences": [
            {
                "game": game,
                "code": code,
                "args": args,
                "lang": lang,
                "you": you,
                "small": small,
                "text": Speaker(game, NAMES, lang, you, small).say(code, **args),
            }
            for game, code, args in SENTENCES
            for lang in languages()
            for you, small in ((None, True), (1, False))
        ],
        "actions": [
            {"game": game, "action": action, "lang": lang, "text": Speaker(game, NAMES, lang).action(action)}
            for game, action in ACTIONS
            for lang in languages()
        ],
        "views": [
            {
                "key": key,
                "value": value,
                "lang": lang,
                "text": f"{speaker.label(key)}: {speaker.shown(key, value)}",
            }
            for key, value in VIEWS
            for lang in languages()
            for speaker in [Speaker("etude", NAMES, lang, 0)]
        ],
    }


def text() -> str:
    return json.dumps(cases(), ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    if "--check" in sys.argv:
        return TARGET.read_text(encoding="utf-8") != text()
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
