"""Where the rules and components of our games come from, in a sentence whose figures are counted in the packs.

Documents have it between two marks, and are written anew by ``tools/origins.py`` and by reports of the lab.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from tutti.kernel import library
from tutti.kernel.game import Game
from tutti.kernel.types import Fields
from tutti.words import DEFAULT, KERNEL, Speaker

BEGIN: Final = "<!-- origin: begin -->"
END: Final = "<!-- origin: end -->"


def origin(game: Game[Any], lang: str = DEFAULT) -> str:
    """Of one game; empty for one that does not mark its components."""
    found = figures(game)
    return (
        Speaker(game.name, lang=lang).say("origin.some" if found["composed"] else "origin.none", **found)
        if found
        else ""
    )


def origins(games: Iterable[Game[Any]], lang: str = DEFAULT) -> str:
    """Of several, each pack once; empty if none marks its components."""
    shares = {game.pack_hash: {"game": _title(game, lang), **found} for game in games if (found := figures(game))}
    listed = [{"name": "game", "args": share} for share in shares.values()]
    return Speaker(KERNEL, lang=lang).say("origin.all", shares=listed) if listed else ""


def figures(game: Game[Any]) -> Fields:
    """The values of the sentence; none for a game that does not mark its components."""
    tally = library.tally(game.pack_hash)
    return {**tally._asdict(), "fields": tally.fields, "percent": tally.percent} if tally else {}


def marked(page: str) -> bool:
    """Whether the page has the two marks."""
    return END in page.partition(BEGIN)[2]


def renewed(page: str, said: str) -> str:
    """The page with this between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"there is no {BEGIN} with an {END}")
    return f"{before}{begin}\n{said}\n{end}{after}"


def _title(game: Game[Any], lang: str) -> str:
    title = Speaker(game.name, lang=lang).title
    return title if game.pack == library.game(game.name).pack else f"{title} ({game.pack})"
