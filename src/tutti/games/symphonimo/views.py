# tutti: compiled
"""What people see: views and the result. No sentences: codes and values."""

from __future__ import annotations

from functools import cache

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE, Box
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.actions import CONDUCTORS
from tutti.games.symphonimo.rules.cards import value
from tutti.games.symphonimo.rules.effects import BAG_CARD, BAG_POWER
from tutti.games.symphonimo.rules.scoring import points, sets, sources
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.types import Conductor, Counts, View
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Result, Standing, rank


@cache
def names(d: Box) -> tuple[str, ...]:
    """The families as keys of plain data."""
    return tuple(map(str, d.values))


def counts(keys: tuple[str, ...], cells: vec[u8], first: i64) -> Counts:
    """Family value to number of cards, families without a card left out; the cells begin at ``first``."""
    found: Counts = {}
    family: i64 = 0
    while family < FAMILIES:
        count = i64(cells[first + family])
        if count:
            found[keys[family]] = count
        family += 1
    return found


def view(s: State) -> View:
    """SO-060: everything on the table is public, to players and watchers alike."""
    d = s.d
    keys, cards, n = names(d), s.cards, s.n
    conductors: list[Conductor] = []
    collections: list[Counts] = []
    scores: list[int] = []
    playing: list[bool] = []
    p: i64 = 0
    while p < n:  # there are as many Conductors as players
        conductors.append(_conductor(s, p))
        collections.append(counts(keys, cards, p * FAMILIES))
        scores.append(points(s, p))
        playing.append((s.in_round >> p & 1) != 0)
        p += 1
    shown: View = {
        "step": st.STEPS[s.step],
        "round": s.round,
        "deck": s.deck,
        "drawn": value(d, s.drawn),
        "conductors": conductors,
        "chosen": s.chosen + 1 if s.chosen >= 0 else None,
        "collections": collections,
        "points": scores,
        "in_round": playing,
        "discards": counts(keys, cards, n * FAMILIES),
        "removed_unseen": s.hidden,
        "unseen": counts(keys, s.bag, 0),
    }
    if s.step == st.OVER and s.hidden:
        shown["removed"] = counts(keys, s.bag, 0)  # SO-050: known at the end, as all others have been seen
    return shown


def _conductor(s: State, c: i64) -> Conductor:
    d, cards, face = s.d, s.cards, s.faces[c]
    row = st.ROWS + c * st.ROW
    holder = i64(cards[row + st.HOLDER])
    families: list[int] = []
    cell, stop = row, row + i64(cards[row + SIZE])
    while cell < stop:
        families.append(i64(cards[cell]))
        cell += 1
    families.sort()
    shown: Conductor = {
        "power": d.powers[face],
        "limit": d.limits[face],
        "cards": [d.values[family] for family in families],
        "taken_by": holder - 1 if holder else None,
    }
    return shown


def standing(s: State) -> Standing:
    """SO-035: sets count as they are now; everything is public (SO-060)."""
    return Standing(tuple([points(s, p) for p in range(s.n)]), sources(s))


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


def outcome(d: Box, bag: int, kind: int) -> str:
    return _texts(d, bag)[kind]


def kind(d: Box, bag: int, outcome_text: str) -> int:
    texts = _texts(d, bag)
    return texts.index(outcome_text) if outcome_text in texts else -1


@cache
def _texts(d: Box, bag: int) -> tuple[str, ...]:
    """What can come out of a bag, by kind."""
    if bag == BAG_CARD:
        return tuple(map(str, d.values))
    return d.powers if bag == BAG_POWER else tuple(map(str, range(CONDUCTORS)))
