"""What people see: views, prompts, refusals, events and the result. No sentences: codes and values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tutti.games.symphonimo.actions import (
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_END,
    A_GIVE,
    A_PLACE,
    A_TAKE,
    A_YES,
    CONDUCTORS,
)
from tutti.games.symphonimo.data import LIMITS, POWERS, SCORING, VALUES, WORTH
from tutti.games.symphonimo.rules import BAG_CARD, BAG_FIRST, BAG_POWER
from tutti.games.symphonimo.state import (
    DISCARD_ONE,
    DISCARD_OWN,
    FAMILIES,
    HOLDER,
    LAST,
    OVER,
    PASS_LEFT,
    PLACE,
    ROW,
    SIZE,
    STEPS,
    TAKE_NOW,
    TURN,
    Table,
)
from tutti.kernel.facts import Fields, Json, Prompt, Refusal, Result, rank

RULES = {
    TURN: "SO-010",
    PLACE: "SO-011",
    TAKE_NOW: "SO-045",
    PASS_LEFT: "SO-041",
    DISCARD_ONE: "SO-042",
    DISCARD_OWN: "SO-043",
    LAST: "SO-025",
}
"""The ledger rule behind each decision point."""

EVENTS = (
    ("drawn", "card"),
    ("placed", "card", "conductor"),
    ("took", "conductor", "cards"),
    ("gave", "card", "to"),
    ("discarded", "card"),
    ("dropped", "card"),
    ("kept",),
    ("gained", "card"),
    ("declined", "conductor"),
    ("ended",),
    ("round", "number"),
    ("last_card",),
    ("finished",),
)
"""Names of the events in rules.py and of their values, in order of their numbers."""


def counts(cells: Iterable[int]) -> Fields:
    """Family value to number of cards, families without a card left out."""
    return {str(value): int(count) for value, count in zip(VALUES, cells, strict=True) if count}


def under(s: Table, c: int) -> list[int]:
    """The families of the cards under a Conductor, in the order in which they came."""
    first = c * ROW
    return [int(family) for family in s.rows[first : first + s.rows[first + SIZE]]]


def hand(s: Table, player: int) -> list[int]:
    return [int(s.hands[player * FAMILIES + f]) for f in range(FAMILIES)]


def value(family: int) -> int | None:
    return VALUES[family] if family >= 0 else None


def view(s: Table) -> Fields:
    """SO-060: everything on the table is public, to players and watchers alike."""
    everyone = range(s.n)
    held = [int(count) for count in s.hands]  # once: a server shows it to every socket after every move
    hands = [held[p * FAMILIES : (p + 1) * FAMILIES] for p in everyone]
    shown: Fields = {
        "step": STEPS[s.step],
        "round": s.round,
        "deck": s.deck,
        "drawn": value(s.drawn),
        "conductors": [
            {
                "power": POWERS[s.faces[c]],
                "limit": LIMITS[s.faces[c]],
                "cards": [VALUES[f] for f in sorted(under(s, c))],
                "taken_by": s.rows[c * ROW + HOLDER] - 1 if s.rows[c * ROW + HOLDER] else None,
            }
            for c in everyone
        ],
        "chosen": s.chosen + 1 if s.chosen >= 0 else None,
        "collections": [counts(one) for one in hands],
        "points": [sum([WORTH[count] for count in one]) for one in hands],
        "in_round": [bool(s.in_round >> p & 1) for p in everyone],
        "discards": counts(s.gone),
        "removed_unseen": s.hidden,
        "unseen": counts(s.bag),
    }
    if s.step == OVER and s.hidden:
        shown["removed"] = counts(s.bag)  # SO-050: known at the end, as all others have been seen
    return shown


def points(s: Table, player: int) -> int:
    return sum(WORTH[count] for count in hand(s, player))


def sets(s: Table, player: int, size: int) -> int:
    """How many families the player holds in exactly this number."""
    return hand(s, player).count(size)


def tally(s: Table) -> list[tuple[int, ...]]:
    """SO-037: points, then quartets."""
    return [(points(s, p), sets(s, p, SCORING["quartet"]["cards"])) for p in range(s.n)]


def places(s: Table) -> tuple[int, ...]:
    return rank(tally(s))


def result(s: Table) -> Result:
    scores = tally(s)
    seats = rank(scores)
    winners = tuple(p for p in range(s.n) if seats[p] == 1)
    level = [score for score in scores if score[0] == max(scores)[0]]
    tiebreak = None
    if len(level) > 1:
        tiebreak = "shared" if len(winners) > 1 else "quartets"
    sources = tuple(
        {name + "s": sets(s, p, kind["cards"]) * kind["points"] for name, kind in SCORING.items()} for p in range(s.n)
    )
    return Result(winners, seats, tuple(score[0] for score in scores), sources, "deck_empty", tiebreak)


def prompt(s: Table) -> Prompt:
    args: Fields = {}
    if s.step == PLACE:
        args["card"] = value(s.drawn)
    elif s.chosen >= 0:
        args["conductor"] = s.chosen + 1
        args["power"] = POWERS[s.faces[s.chosen]]
        if s.step == PASS_LEFT:
            args["to"] = (s.player + 1) % s.n
    return Prompt(STEPS[s.step], RULES[s.step], args)


def why_not(s: Table, a: int) -> Refusal:
    """Why an active player may not do this now. Must agree with legal(): every illegal action has a reason."""
    if A_PLACE <= a < A_YES:
        c = (a - A_PLACE) % (A_TAKE - A_PLACE)
        if c >= s.n:
            return Refusal("no_such_conductor", "SO-005", {"conductor": c + 1, "conductors": s.n})
    if s.step == PLACE:
        return _why_not_placed(s, a)
    if s.step in (TURN, LAST):
        return _why_not_on_turn(s, a)
    return _why_not_power(s, a)


def _why_not_placed(s: Table, a: int) -> Refusal:
    if A_TAKE <= a < A_YES or a == A_DRAW:
        code, rule = ("take_after_draw", "SO-014") if a != A_DRAW else ("place_first", "SO-011")
        return Refusal(code, rule, {"card": value(s.drawn)})
    if A_PLACE <= a < A_TAKE:
        return _gone_or_full(s, a - A_PLACE)
    return Refusal("place_first", "SO-011", {"card": value(s.drawn)})


def _why_not_on_turn(s: Table, a: int) -> Refusal:
    if a == A_DRAW:
        return Refusal("deck_empty", "SO-025") if s.step == LAST else Refusal("all_full", "SO-018")
    if A_TAKE <= a < A_YES:
        c = a - A_TAKE
        if s.rows[c * ROW + HOLDER]:
            return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": s.rows[c * ROW + HOLDER] - 1})
        return Refusal("conductor_empty", "SO-016", {"conductor": c + 1})
    if A_PLACE <= a < A_TAKE:
        return Refusal("nothing_drawn", "SO-011")
    if a == A_END:
        return Refusal("deck_not_empty", "SO-025", {"deck": s.deck})
    return Refusal("no_power_asks", "SO-031")


def _why_not_power(s: Table, a: int) -> Refusal:
    asked = {"conductor": s.chosen + 1, "power": POWERS[s.faces[s.chosen]]}
    for step, first in ((PASS_LEFT, A_GIVE), (DISCARD_ONE, A_DISCARD), (DISCARD_OWN, A_DROP)):
        if s.step == step and first <= a < first + FAMILIES:
            code = "family_not_held" if step == DISCARD_OWN else "family_not_there"
            return Refusal(code, RULES[step], {"card": VALUES[a - first], **asked})
    return Refusal("power_first", RULES.get(s.step, "SO-047"), asked)


def _gone_or_full(s: Table, c: int) -> Refusal:
    holder = s.rows[c * ROW + HOLDER]
    if holder:
        return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
    limit = LIMITS[s.faces[c]]
    return Refusal(
        "conductor_full", "SO-040" if limit == 2 else "SO-012", {"conductor": c + 1, "limit": s.rows[c * ROW + SIZE]}
    )


def event(verb: int, player: int, a: int, b: int) -> Fields:
    name, *fields = EVENTS[verb]
    shown: Fields = {"event": name}
    if player >= 0:
        shown["player"] = player
    for field, raw in zip(fields, (a, b), strict=False):
        shown[field] = _SHOWN[field](raw)
    return shown


def _unpack(packed: int) -> list[int]:
    return sorted(VALUES[(packed >> 4 * i & 15) - 1] for i in range(4) if packed >> 4 * i)


_SHOWN: dict[str, Callable[[int], Json]] = {
    "card": lambda raw: VALUES[raw],
    "cards": _unpack,
    "conductor": lambda raw: raw + 1,
    "to": int,
    "number": int,
}


def outcome(bag: int, kind: int) -> str:
    if bag == BAG_CARD:
        return str(VALUES[kind])
    return POWERS[kind] if bag == BAG_POWER else str(kind)


def kind(bag: int, outcome_text: str) -> int:
    return _KINDS[bag].get(outcome_text, -1)


_KINDS = {
    BAG_FIRST: {str(player): player for player in range(CONDUCTORS)},
    BAG_POWER: {power: face for face, power in enumerate(POWERS)},
    BAG_CARD: {str(value): family for family, value in enumerate(VALUES)},
}
