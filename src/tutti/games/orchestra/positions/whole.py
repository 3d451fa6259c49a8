"""The whole table, as data that a person could have written, and read back part by part and checked."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.positions import academy, cards, table
from tutti.games.orchestra.rules.state import OVER, PHASES, ROUND, State, empty_state
from tutti.games.orchestra.rules.steps.round import begun
from tutti.games.orchestra.rules.steps.turn import Turn
from tutti.games.orchestra.views import view
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.frames import StepGame
from tutti.kernel.reading import Reader
from tutti.kernel.stacks import check_stack, read_stack
from tutti.kernel.types import HIDDEN, Fields, Options

KEYS = (
    "phase", "round", "first_player", "turn", "reason", "open_levels", "rows", "decks", "social", "freelancers",
    "spots", "pieces", "wcu", "academies_completed", "posters_completed", "arrivals", "tried", "academies",
    "theater", "stack",
)  # fmt: skip


def dump(game: StepGame[State], s: State, player: int | None) -> Fields:
    """Everything that ``load`` needs. For one player, ``?`` stands for the others' Theater Cards (OR-011)."""
    theaters = [_theater(s, p, hidden=player is not None and player != p) for p in range(s.n)]
    return {**view.public(game, s), "theater": theaters}


def _theater(s: State, p: int, hidden: bool) -> Fields:
    own = view.theater(s, p)
    if not hidden:
        return {**own}
    return {"dealt": HIDDEN, "kept": HIDDEN if own["kept"] and s.phase != OVER else own["kept"]}


def load(game: StepGame[State], d: Box, raw: Fields, options: Options, host: Host) -> State:
    """A state from plain data. What is left out has the value it has at the start of a match."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    s = empty_state(d, options.players)
    scenario = cards.Scenario(s)
    table.read_progress(s, top)
    _read_stack(game, s, top)
    for p, reader in enumerate(top.usual("academies", [{}] * s.n).items(s.n)):
        academy.read(s, p, reader, scenario)
    table.read_spots(s, top)
    table.read_pieces(s, top)
    cards.read_rows(s, top, scenario, host)
    table.read_freelancers(s, top)
    _check_frames(game, s, top)
    cards.read_social(s, top)
    table.check(s, top)
    cards.read_theater(s, top, host)
    for player in game.active(s):
        if not game.legal(s, player):
            (top.get("stack") or top).wrong("no_answer", player=player)
    return s


def _read_stack(game: StepGame[State], s: State, top: Reader) -> None:
    """The frames given, or the turn that phase and ``turn`` name."""
    given = top.get("stack")
    if given is not None:
        s.stack = read_stack(game, given, s.n)
        return
    turns = [step.number for step in game.steps if isinstance(step, Turn) and step.phase == s.phase]
    if turns:
        s.run(ROUND, -1, begun(s))
        s.ask(turns[0], s.player)
    elif s.phase != OVER:
        top.wrong("missing_key", key="stack")


def _check_frames(game: StepGame[State], s: State, top: Reader) -> None:
    """Each frame by its step; and somebody is asked, unless the match is over."""
    given = top.usual("stack", game.dump_stack(s))
    check_stack(game, s, given.items())
    if bool(s.stack) == (s.phase == OVER) or (s.stack and not s.stack[-1].open):
        given.wrong("no_question", phase=PHASES[s.phase])
