"""Positions: the table as readable data, and the table read from data and checked, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.orchestra import views
from tutti.games.orchestra.position import academy, cards, counted, stack, table
from tutti.games.orchestra.state import OVER, State, empty_state
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.facts import HIDDEN, Fields, Options
from tutti.kernel.reading import Reader

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

KEYS = (
    "phase", "round", "first_player", "turn", "reason", "open_levels", "rows", "decks", "social", "freelancers",
    "spots", "pieces", "wcu", "academies_completed", "posters_completed", "arrivals", "tried", "academies",
    "theater", "stack",
)  # fmt: skip


def dump(game: Orchestra, s: State, player: int | None) -> Fields:
    """Everything that ``load`` needs. For one player, ``?`` stands for the others' Theater Cards (OR-011)."""
    theaters = [_theater(s, p, hidden=player is not None and player != p) for p in range(s.n)]
    return {**views.public(game, s), "theater": theaters}


def _theater(s: State, p: int, hidden: bool) -> Fields:
    own = views.theater(s, p)
    if not hidden:
        return {**own}
    return {"dealt": HIDDEN, "kept": HIDDEN if own["kept"] and s.phase != OVER else own["kept"]}


def load(game: Orchestra, raw: Fields, options: Options, host: Host) -> State:
    """A state from plain data. What is left out has the value it has at the start of a match."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    s = empty_state(game.d, options.players)
    seen: set[int] = set()
    table.read_progress(s, top)
    stack.read(game, s, top)
    for p, reader in enumerate(top.usual("academies", [{}] * s.n).items(s.n)):
        academy.read(s, p, reader, seen)
    table.read_spots(s, top)
    table.read_pieces(s, top)
    cards.read_rows(s, top, seen, host)
    counted.read_freelancers(s, top)
    stack.check_frames(game, s, top)
    cards.read_social(s, top)
    counted.check(s, top)
    cards.read_theater(s, top, host)
    stack.check_answers(game, s, top)
    return s
