"""What the laws need to know of Étude."""

from __future__ import annotations

from hypothesis import strategies as st

from games.etude.actions import KINDS, SLOTS
from games.etude.state import Desk
from games.etude.steps import PEEK
from tutti.kernel.types import Fields

SECRETS = True
HEAVY = False

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {
    "2p": (2, {}),
    "3p": (3, {}),
    "4p": (4, {}),
    "2p-long": (2, {"rounds": 4, "hand": 4}),
}


def options(players: int) -> st.SearchStrategy[Fields]:
    return st.fixed_dictionaries(
        {},
        optional={
            "hand": st.integers(2, 4),
            "rounds": st.integers(1, 4),
            "first_player": st.none() | st.integers(0, players - 1),
        },
    )


def faults(s: Desk) -> list[str]:
    """Hands too full, offers that nobody can have made (ET-04, ET-09), rounds beyond the last."""
    found = [] if 1 <= s.round <= s.rounds else ["round"]
    for p, (hand, offer) in enumerate(zip(s.hands, s.offers, strict=True)):
        kinds = [hand[slot].kind for slot in offer if slot < len(hand)]
        if len(hand) > SLOTS:
            found.append(f"hands[{p}]")
        if offer != sorted(set(offer)) or len(kinds) != len(offer) or len(set(kinds)) != len(offer) or len(offer) > 2:
            found.append(f"offers[{p}]")
    return found


def census(s: Desk) -> list[int]:
    """How many cards of each kind there are, wherever they lie."""
    found = [int(count) for count in s.bag]
    for row in (*s.stage, s.spent):
        found = [a + b for a, b in zip(found, row, strict=True)]
    for card in [card for row in (*s.hands, s.tail) for card in row]:
        found[card.kind] += 1
    for f in s.stack:
        if f.step == PEEK:
            found[f.at] += 1
    assert len(found) == len(KINDS)
    return found
