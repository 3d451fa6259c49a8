# tutti: compiled
"""What people see: views and the result. No sentences: codes and values."""

from __future__ import annotations

from functools import cache

from tutti.games.symphonimo.actions import (
    CONDUCTORS,
)
from tutti.games.symphonimo.box import FAMILIES, Box
from tutti.games.symphonimo.rules import BAG_CARD, BAG_POWER
from tutti.games.symphonimo.shapes import Counts, View
from tutti.games.symphonimo.state import (
    HOLDER,
    OVER,
    ROW,
    ROWS,
    SIZE,
    STEPS,
    State,
)
from tutti.kernel.facts import Result, rank


@cache
def names(d: Box) -> tuple[str, ...]:
    """The families as keys of plain data."""
    return tuple(map(str, d.values))


def counts(keys: tuple[str, ...], cells: list[int]) -> Counts:
    """Family value to number of cards, families without a card left out."""
    found: Counts = {}
    for family in range(FAMILIES):
        if cells[family]:
            found[keys[family]] = cells[family]
    return found


def under(s: State, c: int) -> list[int]:
    """The families of the cards under a Conductor, in the order in which they came."""
    first = ROWS + c * ROW
    return list(map(int, s.cards[first : first + s.cards[first + SIZE]]))


def hand(s: State, player: int) -> list[int]:
    return list(map(int, s.cards[player * FAMILIES : (player + 1) * FAMILIES]))


def value(d: Box, family: int) -> int | None:
    return d.values[family] if family >= 0 else None


def view(s: State) -> View:
    """SO-060: everything on the table is public, to players and watchers alike."""
    d = s.d
    values, worth, faces = d.values, d.worth, s.faces
    keys, everyone = names(d), range(s.n)
    bag = list(map(int, s.bag))
    cards = list(map(int, s.cards))  # once: a server shows it to every socket after every move
    held, rows = cards[: (s.n + 1) * FAMILIES], cards[ROWS:]
    hands = [held[p * FAMILIES : (p + 1) * FAMILIES] for p in everyone]
    shown: View = {
        "step": STEPS[s.step],
        "round": s.round,
        "deck": s.deck,
        "drawn": value(d, s.drawn),
        "conductors": [
            {
                "power": d.powers[faces[c]],
                "limit": d.limits[faces[c]],
                "cards": [values[f] for f in sorted(rows[c * ROW : c * ROW + rows[c * ROW + SIZE]])],
                "taken_by": rows[c * ROW + HOLDER] - 1 if rows[c * ROW + HOLDER] else None,
            }
            for c in everyone
        ],
        "chosen": s.chosen + 1 if s.chosen >= 0 else None,
        "collections": [counts(keys, one) for one in hands],
        "points": [sum([worth[count] for count in one]) for one in hands],
        "in_round": [bool(s.in_round >> p & 1) for p in everyone],
        "discards": counts(keys, held[s.n * FAMILIES :]),
        "removed_unseen": s.hidden,
        "unseen": counts(keys, bag),
    }
    if s.step == OVER and s.hidden:
        shown["removed"] = counts(keys, bag)  # SO-050: known at the end, as all others have been seen
    return shown


def points(s: State, player: int) -> int:
    return sum(s.d.worth[count] for count in hand(s, player))


def sets(s: State, player: int, size: int) -> int:
    """How many families the player holds in exactly this number."""
    return hand(s, player).count(size)


def tally(s: State) -> list[tuple[int, ...]]:
    """SO-037: points, then quartets."""
    quartet = next(cards for name, cards, _ in s.d.sets if name == "quartet")
    return [(points(s, p), sets(s, p, quartet)) for p in range(s.n)]


def places(s: State) -> tuple[int, ...]:
    return rank(tally(s))


def result(s: State) -> Result:
    scores = tally(s)
    seats = rank(scores)
    winners = tuple(p for p in range(s.n) if seats[p] == 1)
    level = [score for score in scores if score[0] == max(scores)[0]]
    tiebreak = None
    if len(level) > 1:
        tiebreak = "shared" if len(winners) > 1 else "quartets"
    return Result(winners, seats, tuple(score[0] for score in scores), sources(s), "deck_empty", tiebreak)


def sources(s: State) -> tuple[dict[str, int], ...]:
    """SO-035: the points of each player by kind of set."""
    hands = [hand(s, p) for p in range(s.n)]
    return tuple([{name + "s": one.count(cards) * worth for name, cards, worth in s.d.sets} for one in hands])


def outcome(d: Box, bag: int, kind: int) -> str:
    return _texts(d, bag)[kind]


def kind(d: Box, bag: int, outcome_text: str) -> int:
    texts = _texts(d, bag)
    return texts.index(outcome_text) if outcome_text in texts else -1


def _texts(d: Box, bag: int) -> tuple[str, ...]:
    """What can come out of a bag, by kind."""
    if bag == BAG_CARD:
        return tuple(map(str, d.values))
    return d.powers if bag == BAG_POWER else tuple(map(str, range(CONDUCTORS)))
