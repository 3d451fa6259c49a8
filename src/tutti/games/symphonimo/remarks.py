"""What people would like to know before they decide: how collections stand, and what an action makes of sets."""

from __future__ import annotations

from tutti.games.symphonimo.pack.box import Box
from tutti.games.symphonimo.rules.actions import A_PLACE, A_TAKE
from tutti.games.symphonimo.rules.cards import hand, under
from tutti.games.symphonimo.rules.state import PLACE, State
from tutti.kernel.game import Game
from tutti.kernel.preview import certainly
from tutti.kernel.types import Fields, Foresight, Remark

NAMES = Foresight(
    numbers=("cards",),
    remarks=("breaks_set", "completes_set", "makes_soloist", "spoils_set", "gives_set", "row_completes"),
)


def numbers(s: State) -> dict[str, list[int]]:
    return {"cards": [sum(hand(s, p)) for p in range(s.n)]}


def warnings(game: Game[State], s: State, player: int, a: int) -> list[Remark]:
    """Sets of one's own that break, and sets that somebody else is given."""
    found = []
    for p, card, had, has in _sets(game, s, a):
        if p == player and had and not has:
            found.append(Remark("breaks_set", "SO-035", {"set": had, "card": card}))
        elif p != player and has and not had:
            found.append(Remark("gives_set", "SO-035", {"player": p, "set": has, "card": card}))
    return found


def merits(game: Game[State], s: State, player: int, a: int) -> list[Remark]:
    """Sets of one's own that are completed, and sets of others that break."""
    found = []
    for p, card, had, has in _sets(game, s, a):
        if p == player and has:
            code = "makes_soloist" if has == "soloist" else "completes_set"
            found.append(Remark(code, "SO-035", {"set": has, "card": card}))
        elif p != player and had and not has:
            found.append(Remark("spoils_set", "SO-035", {"player": p, "set": had, "card": card}))
    if s.step == PLACE and s.in_round >> player & 1:
        has = _row_makes(s, player, a)
        if has and not all(_row_makes(s, player, other) for other in game.legal(s, player)):
            args: Fields = {"conductor": a - A_PLACE + 1, "set": has, "card": s.d.values[s.drawn]}
            found.append(Remark("row_completes", "SO-035", args))
    return sorted(found, key=lambda remark: -_worth(s.d, remark.args["set"]))


def _row_makes(s: State, player: int, a: int) -> str:
    """The set that the drawn card would complete with a hand and the row where it is placed; "" for none."""
    now = hand(s, player)[s.drawn] + under(s, a - A_PLACE).count(s.drawn)
    has = _set(s.d, now + 1)
    return has if _worth(s.d, has) > _worth(s.d, _set(s.d, now)) else ""


def _sets(game: Game[State], s: State, a: int) -> list[tuple[int, int, str, str]]:
    """Sets that an action changes for certain: player, value of the card, set before and after ("" for none)."""
    if a < A_TAKE:
        return []  # nothing reaches a collection
    after = certainly(game, s, s.player, a)
    found = []
    for p in range(s.n):
        for f, (before, now) in enumerate(zip(hand(s, p), hand(after, p), strict=True)):
            had, has = _set(s.d, before), _set(s.d, now)
            if before != now and had != has:
                found.append((p, s.d.values[f], had, has))
    return found


def _set(d: Box, count: int) -> str:
    return next((name for name, cards, _ in d.sets if cards == count), "")


def _worth(d: Box, name: str) -> int:
    return next((worth for known, _, worth in d.sets if known == name), 0)
