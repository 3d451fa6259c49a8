"""Which language the terminal speaks."""

from __future__ import annotations

from collections.abc import Mapping

from tutti.cli.terminal import Problem
from tutti.words import DEFAULT, Speaker, languages

VARIABLE = "TUTTI_LANG"


def chosen(flag: str | None, environment: Mapping[str, str]) -> str:
    """The flag's language, else the one of ``TUTTI_LANG``, else the system's if there are words for it, else English.

    A language that somebody asked for and that is not there is refused; the system's own is only a guess.
    """
    for place, wish in (("--lang", flag), (VARIABLE, environment.get(VARIABLE))):
        if wish:
            if short(wish) not in languages():
                known = list(languages())
                raise Problem(Speaker("terminal").say("language.unknown", place=place, found=wish, known=known))
            return short(wish)
    system = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return short(system) if short(system) in languages() else DEFAULT


def short(name: str) -> str:
    """The language in a name such as ``fr``, ``fr-BE`` or ``fr_FR.UTF-8``."""
    return name.replace("-", "_").replace(".", "_").partition("_")[0].lower()
