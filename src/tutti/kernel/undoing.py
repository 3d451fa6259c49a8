# tutti: compiled
"""Whether a player may take back freely: the server asks for every seat after every move."""

from __future__ import annotations

from tutti.kernel.log import Entry, told_to
from tutti.kernel.types import Refusal


def why_not(log: list[Entry], player: int) -> Refusal | None:
    """Why the player cannot take back freely; None when it is free."""
    first, at = -1, len(log) - 1
    while at >= 0:  # a short walk, as a rule
        entry = log[at]
        if entry.player == player:
            break
        if entry.done:
            first = entry.player
        at -= 1
    if at < 0:
        return Refusal("undo_nothing")
    mine = log[at]
    if mine.closed:
        for entry in log:
            if entry.question == mine.question and entry.player != player:
                return Refusal("undo_answers_open")
    if mine.outcomes:
        return Refusal("undo_chance")
    if mine.revealed and mine.taught(player):
        return Refusal("undo_seen")
    if not mine.sealed:  # the first of others that was done is the first that was told
        return None if first < 0 else Refusal("undo_others_played", args={"player": first})
    for later in told_to(log[at + 1 :], player):
        # An answer that waits sealed beside mine taught me nothing; clicks not yet done are not told at all.
        if not (later.sealed and not later.closed and later.question == mine.question):
            return Refusal("undo_others_played", args={"player": later.player})
    return None
