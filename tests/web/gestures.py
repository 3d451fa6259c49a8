"""How many clicks a match of Orchestra takes: the same recorded decisions through lists, and on the board.

Through lists: a click for each decision, and one more to unfold a list that is too long to stand open.
On the board: a click or a drag for each gesture. Which gestures answer several questions the engine tells (``ways``).
Answers that everybody can see to be the only ones (KN-18) count in neither: they are given by themselves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tutti import Match
from tutti.kernel.types import Fields

FOLD = 12
"""The list shows so many choices of one kind at once, half as many where they lie on the table, too."""
HEADED = {"assign", "at", "card", "exchange", "piece", "to"}
WITH_A_LIST = ("card", "develop", "gather")
"""What shows its ways when it is clicked, if there are many; of all others the answer itself lies on the board."""
INLINE = 3
"""So few ways stand on their card or slot, without a click to unfold them: INLINE of hand.svelte.ts."""
SAID = ("skip",)


@dataclass
class Count:
    lists: int = 0
    board: int = 0
    forced: int = 0


def count(path: Path) -> Count:
    """The clicks of all players in a recorded match."""
    record = json.loads(path.read_text(encoding="utf-8"))
    log: list[Fields] = record["log"]
    found = Count()
    given = 0
    """So many of the next decisions are answered by the gesture that was counted last."""
    for at, match in zip(range(len(log)), Match.moments(record), strict=False):
        player, action = log[at]["player"], log[at]["action"]
        given = max(0, given - 1)
        if match.forced(player) is not None:
            found.forced += 1
            continue
        found.lists += 1 + folded(action, match.legal(player))
        if not given:
            given, cost = gesture(match, player, [entry["action"] for entry in log[at:] if entry["player"] == player])
            found.board += cost
    return found


def gesture(match: Match, player: int, actions: list[str]) -> tuple[int, int]:
    """How many decisions one gesture of the board answers from here on, and what it costs."""
    first, *rest = actions
    if first.startswith("piece ") and rest and rest[0].startswith("at "):
        return 2, 1
    ways = match.view(player)["ways"].get(first, [])
    for way in ways:
        answers: list[str] = way["answers"]
        if rest[: len(answers)] == answers and answers[0] not in SAID and not both(answers[0]):
            unfolds = first.startswith(WITH_A_LIST) and len(ways) > INLINE
            return 1 + len(answers), 2 if unfolds else 1
    return 1, 1


def both(answer: str) -> bool:
    """An exchange of both kinds of coins is asked for in words."""
    return answer.startswith("exchange") and ("0" not in answer or answer == "exchange 0m 0p")


def folded(action: str, legal: tuple[str, ...]) -> bool:
    """Whether the list had to be unfolded first."""
    verb = action.split()[0]
    many = sum(one.split()[0] == verb for one in legal)
    return many > (FOLD // 2 if verb in HEADED else FOLD)
