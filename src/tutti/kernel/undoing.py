# tutti: compiled
"""Whether a player may take back freely: the server asks for every seat after every move."""

from __future__ import annotations

from typing import Final

from tutti.kernel.log import Entry, told_to

NOBODY: Final = -1


def why_not(log: list[Entry], player: int) -> tuple[str, int]:
    """The code of the refusal, empty if it is free; and who has played since, if that is why (else ``NOBODY``)."""
    first, at = NOBODY, len(log) - 1
    while at >= 0:  # a short walk, as a rule
        entry = log[at]
        if entry.player == player:
            break
        if entry.done:
            first = entry.player
        at -= 1
    if at < 0:
        return "undo_nothing", NOBODY
    mine = log[at]
    if mine.closed:
        for entry in log:
            if entry.question == mine.question and entry.player != player:
                return "undo_answers_open", NOBODY
    if mine.outcomes:
        return "undo_chance", NOBODY
    if mine.revealed and mine.taught(player):
        return "undo_seen", NOBODY
    if not mine.sealed:  # the first of others that was done is the first that was told
        return FREE if first == NOBODY else ("undo_others_played", first)
    for later in told_to(log[at + 1 :], player):
        # An answer that waits sealed beside mine taught me nothing; clicks not yet done are not told at all.
        if not (later.sealed and not later.closed and later.question == mine.question):
            return "undo_others_played", later.player
    return FREE


FREE: Final = ("", NOBODY)
