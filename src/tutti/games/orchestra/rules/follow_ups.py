# tutti: compiled
"""Ways to go on: what an action of a turn asks next, and all rows of answers to it, for a gesture that gives them."""

from __future__ import annotations

from collections.abc import Iterator

from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.types import Way
from tutti.kernel.frames import StepGame
from tutti.kernel.preview import certainly

MOST = 24
"""An action with more ways than a table can show is asked for step by step."""


def ways(game: StepGame[State], s: State, player: int) -> dict[str, list[Way]]:
    """Of the actions of the player's turn that open a question: cards with their casts, a banner slot, sets of cards,
    columns of the grid, stops on the Column, sections, coins to exchange."""
    if player < 0 or not s.stack or s.stack[-1].step not in (st.ALLOCATE, st.RESOLVE) or s.player != player:
        return {}
    found: dict[str, list[Way]] = {}
    for a in game.legal(s, player):
        if _opens(a):
            rows: list[Way] = []
            for row in _rows(game, certainly(game, s, player, a), player):
                rows.append(row)
                if len(rows) > MOST:
                    break
            if 0 < len(rows) <= MOST:
                found[game.actions[a]] = rows
    return found


def _opens(a: int) -> bool:
    if a == act.A_RESOLVE + st.M:
        return False  # OR-070: chance answers first
    return a in (act.A_DEVELOP, act.A_GATHER) or act.A_CARD <= a < act.A_PART or act.A_RESOLVE <= a < act.A_RESOLVE_CARD


def _rows(game: StepGame[State], s: State, player: int) -> Iterator[Way]:
    """An open group with all its clicks; of any other question one answer."""
    step = game.steps[s.stack[-1].step]
    if s.stack[-1].step in (st.ALLOCATE, st.RESOLVE):
        return  # it asked nothing
    for a in game.legal(s, player):
        then = certainly(game, s, player, a)
        text = game.actions[a]
        if step.inner and game.steps[then.stack[-1].step].inner:
            for row in _rows(game, then, player):
                yield {**row, "answers": [text, *row["answers"]]}
        else:
            at = player * st.ACCOUNT
            yield {
                "answers": [text],
                "money": int(then.account[at + st.MONEY]),
                "prestige": int(then.account[at + st.PRESTIGE]),
            }
