"""Words: one catalogue of sentences by code, so that rules, server and bots never speak a language.

``words/<language>/<game>.toml`` holds the words of a game, ``kernel.toml`` those of all games and
``terminal.toml`` those of the terminal; all are found by folder. A game that others bring has ``words/<language>.toml``
in its own. Sections: ``prompt``, ``event``,
``refusal``, ``error``, ``action``, ``option``, ``step``, ``reason``, ``tiebreak``, ``source``, ``remark``,
``number``, ``majority`` and the names
of things. The template language is explained in ``template.py``, terms and style in ``docs/words.md``.

>>> from tutti import words
>>> words.say("symphonimo", "event.drawn", {"player": 0, "card": 4}, names=["Ada", "Bo"])
'Ada drew 4 Fox.'

An unknown code is shown with its values; it never raises.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tutti.kernel import library
from tutti.kernel.errors import TuttiError
from tutti.kernel.types import Fields, Json, Option, Prompt, Refusal, Remark
from tutti.words.small import bracketed, plain, unmarked
from tutti.words.template import key_of, parts_of, render

__all__ = ["DEFAULT", "Speaker", "catalogue", "error", "find", "languages", "say"]

DEFAULT = "en"
"""The language that is complete; others fall back to it."""

KERNEL = "kernel"
_HERE = Path(__file__).parent


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(path.name for path in _HERE.iterdir() if any(path.glob("*.toml"))))


@cache
def catalogue(game: str, lang: str = DEFAULT) -> dict[str, str]:
    """All entries of one file by their dotted code; empty when there is no such file."""
    if game in library.guests():
        path = library.folder(game) / "words" / f"{lang}.toml"
    else:
        path = _HERE / lang / f"{game}.toml"
    if not game.isidentifier() or not path.is_file():
        return {}
    found: dict[str, str] = {}
    _flatten(tomllib.loads(path.read_text(encoding="utf-8")), "", found)
    return found


def _flatten(table: Fields, prefix: str, found: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}{key}.", found)
        else:
            found[prefix + key] = str(value)


def find(game: str, code: str, lang: str = DEFAULT) -> str | None:
    """The template of a code: the game's own, else the kernel's, else the same in English."""
    for language in dict.fromkeys((lang, DEFAULT)):
        for source in (game, KERNEL):
            template = catalogue(source, language).get(code)
            if template is not None:
                return template
    return None


def say(
    game: str,
    code: str,
    args: Mapping[str, Json] | None = None,
    names: Sequence[str] | None = None,
    lang: str = DEFAULT,
) -> str:
    """The words of a code with its values; ``names`` are the players at the table."""
    return Speaker(game, names, lang).say(code, **(args or {}))


def error(fault: TuttiError) -> str:
    """The sentence of an error, with its place and its ledger rule. ``str(error)`` says the same."""
    return bracketed(Speaker(fault.game, small=True).error(fault))


class Speaker:
    """Speaks of one game in one language, with the names of the people at the table, to one of them or to nobody;
    with the small print or, as a rule, without it."""

    def __init__(
        self,
        game: str,
        names: Sequence[str] | None = None,
        lang: str = DEFAULT,
        you: int | None = None,
        small: bool = False,
    ) -> None:
        self.game = game
        self.names = names
        self.lang = lang
        self.you = you
        self.small = small

    def say(self, code: str, /, **args: Json) -> str:
        """The words of a code."""
        template = find(self.game, code, self.lang)
        if template is None:
            return f"{code}({', '.join(f'{name}={key_of(value)}' for name, value in args.items())})"
        return render(template if self.small else plain(template), args, self.look, self.lang, self.you)

    def knows(self, code: str) -> bool:
        return find(self.game, code, self.lang) is not None

    def look(self, kind: str, value: Json) -> str:
        """The name of a thing, or the value itself when the catalogue has none."""
        if kind == "player" and type(value) is int:
            if self.names is not None and 0 <= value < len(self.names):
                return unmarked(self.names[value])
            return self.say("player", number=value)
        if kind == "json":
            return json.dumps(value, ensure_ascii=False, default=str)
        if kind == "game":
            return Speaker(str(value), None, self.lang).title
        if kind and isinstance(value, dict) and "name" in value:  # a thing with values of its own
            return self.say(f"{kind}.{value['name']}", **value.get("args", {}))
        return key_of(value) if not kind else self._named(kind, key_of(value))

    def _named(self, kind: str, key: str) -> str:
        """By its key as it is, else in small letters, else by the words for all of its kind, from its parts."""
        for code in (f"{kind}.{key}", f"{kind}.{key.lower()}"):
            template = find(self.game, code, self.lang)
            if template is not None:
                return template if self.small else plain(template)
        return self.say(f"{kind}.*", **parts_of(key)) if key and self.knows(f"{kind}.*") else key

    @property
    def title(self) -> str:
        """The name of the game."""
        return catalogue(self.game, self.lang).get("title") or self.game

    # -- what the engine says ------------------------------------------------------------------

    def prompt(self, asked: Prompt) -> str:
        return _sentence(self.say(f"prompt.{asked.step}", **asked.args))

    def event(self, event: Fields) -> str:
        return _sentence(self.say(f"event.{event['event']}", **{k: v for k, v in event.items() if k != "event"}))

    def remark(self, remark: Remark) -> str:
        """What is to be known of an action; no sentence, for several may stand side by side."""
        return self.say(f"remark.{remark.code}", **remark.args)

    def refusal(self, refusal: Refusal) -> str:
        return self._ruled(_sentence(self.say(f"refusal.{refusal.code}", **refusal.args)), refusal.rule)

    def error(self, fault: TuttiError) -> str:
        """What is wrong and what would be right; where, if it is in a file; the ledger rule."""
        text = self.say(f"{fault.section}.{fault.code}", **{**fault.arguments, **self._reason(fault)})
        if "place" in fault.arguments:
            text = self.say("said.place", place=fault.arguments["place"], text=text)
        return self._ruled(_sentence(text), fault.rule)

    def _reason(self, fault: TuttiError) -> Fields:
        """The error behind this one, in the same language: its values hold it in English."""
        inner = fault.__context__
        if "reason" not in fault.arguments or not isinstance(inner, TuttiError):
            return {}
        return {"reason": Speaker(inner.game or self.game, self.names, self.lang, small=self.small).error(inner)}

    def _ruled(self, text: str, rule: str) -> str:
        return self.say("said.rule", text=text, rule=rule) if rule else text

    def action(self, text: str) -> str:
        """An action in words: by its whole notation, or by its verb with ``{1}``, ``{2}``, … for the rest and
        ``{1_1}``, ``{1_2}``, … for what dots divide, as in ``note 3.2.5``."""
        verb, *rest = text.split()
        if self.knows(f"action.{text}"):
            return self.say(f"action.{text}")
        if not self.knows(f"action.{verb}"):
            return text
        args: dict[str, Json] = {}
        for number, word in enumerate(rest, 1):
            args |= {str(number): word, **{f"{number}_{at}": part for at, part in enumerate(word.split("."), 1)}}
        return self.say(f"action.{verb}", **args)

    def label(self, key: str) -> str:
        """What a value of the view is called on a table without a picture; empty for one that is not shown there."""
        code = f"view.{key}.label"
        return self.say(code) if self.knows(code) else key.replace("_", " ")

    def shown(self, key: str, value: Json) -> str:
        """A value of the view in words, with all that is in it; ``docs/words.md`` has the section ``view``."""
        own, form, entry = (f"view.{key}.{part}" for part in (key_of(value), "value", "entry"))
        if self.knows(own):
            return self.say(own)
        if isinstance(value, dict):
            if self.knows(entry):
                said = [self.say(entry, name=name, value=one) for name, one in value.items()]
            else:
                said = [self._field(name, one) for name, one in value.items()]
            return ", ".join(said) or "–"
        flat = not isinstance(value, list) or not any(isinstance(one, dict | list) for one in value)
        if self.knows(form) and flat:
            return self.say(form, value=value)
        if isinstance(value, list):
            return (", " if flat else " · ").join(self.shown(key, one) for one in value) or "–"
        return "–" if value is None else self.look("truth" if isinstance(value, bool) else "", value)

    def _field(self, name: str, value: Json) -> str:
        """A field of something: its words may say by themselves what it is."""
        said = self.shown(name, value)
        return said if self.knows(f"view.{name}.value") else f"{self.label(name)} {said}"

    def option(self, option: Option, value: Json) -> str:
        """A value of an option, short."""
        if f"option.{option.name}.{key_of(value)}" in catalogue(self.game, self.lang):
            return self.say(f"option.{option.name}.{key_of(value)}")
        shown = f"option.{option.name}.value"
        if isinstance(value, bool):
            return self.look("truth", value)
        return self.say(shown, value=value) if self.knows(shown) else self.look("", value)


def _sentence(text: str) -> str:
    """With a capital at its start."""
    return text[:1].upper() + text[1:]
