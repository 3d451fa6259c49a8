"""What is asked: the steps say what their frames may hold (``kernel.stacks``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.orchestra.state import OVER, PHASES, ROUND, State
from tutti.games.orchestra.steps.round import begun
from tutti.games.orchestra.steps.turn import Turn
from tutti.kernel.reading import Reader
from tutti.kernel.stacks import check_stack, read_stack

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra


def read(game: Orchestra, s: State, top: Reader) -> None:
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


def check_frames(game: Orchestra, s: State, top: Reader) -> None:
    """Each frame by its step; and somebody is asked, unless the match is over."""
    given = top.usual("stack", game.dump_stack(s))
    check_stack(game, s, given.items())
    if bool(s.stack) == (s.phase == OVER) or (s.stack and not s.stack[-1].open):
        given.wrong("no_question", phase=PHASES[s.phase])


def check_answers(game: Orchestra, s: State, top: Reader) -> None:
    """Whoever is asked must have an answer."""
    for player in game.active(s):
        if not game.legal(s, player):
            (top.get("stack") or top).wrong("no_answer", player=player)
