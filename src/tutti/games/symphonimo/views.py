"""What people see: views, prompts, refusals and the result. No sentences: codes and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
from tutti.games.symphonimo.box import FAMILIES, Box
from tutti.games.symphonimo.rules import BAG_CARD, BAG_POWER
from tutti.games.symphonimo.shapes import Counts, PassArgs, PlaceArgs, PowerArgs, View
from tutti.games.symphonimo.state import (
    DISCARD_ONE,
    DISCARD_OWN,
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
    State,
)
from tutti.kernel.facts import Json, Prompt, Refusal, Result, rank

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


def counts(d: Box, cells: Iterable[int]) -> Counts:
    """Family value to number of cards, families without a card left out."""
    return {str(value): int(count) for value, count in zip(d.values, cells, strict=True) if count}


def under(s: State, c: int) -> list[int]:
    """The families of the cards under a Conductor, in the order in which they came."""
    first = c * ROW
    return [int(family) for family in s.rows[first : first + s.rows[first + SIZE]]]


def hand(s: State, player: int) -> list[int]:
    return [int(s.hands[player * FAMILIES + f]) for f in range(FAMILIES)]


def value(d: Box, family: int) -> int | None:
    return d.values[family] if family >= 0 else None


def view(s: State) -> View:
    """SO-060: everything on the table is public, to players and watchers alike."""
    d = s.d
    everyone = range(s.n)
    held = [int(count) for count in s.hands]  # once: a server shows it to every socket after every move
    hands = [held[p * FAMILIES : (p + 1) * FAMILIES] for p in everyone]
    shown: View = {
        "step": STEPS[s.step],
        "round": s.round,
        "deck": s.deck,
        "drawn": value(d, s.drawn),
        "conductors": [
            {
                "power": d.powers[s.faces[c]],
                "limit": d.limits[s.faces[c]],
                "cards": [d.values[f] for f in sorted(under(s, c))],
                "taken_by": s.rows[c * ROW + HOLDER] - 1 if s.rows[c * ROW + HOLDER] else None,
            }
            for c in everyone
        ],
        "chosen": s.chosen + 1 if s.chosen >= 0 else None,
        "collections": [counts(d, one) for one in hands],
        "points": [sum([d.worth[count] for count in one]) for one in hands],
        "in_round": [bool(s.in_round >> p & 1) for p in everyone],
        "discards": counts(d, s.gone),
        "removed_unseen": s.hidden,
        "unseen": counts(d, s.bag),
    }
    if s.step == OVER and s.hidden:
        shown["removed"] = counts(d, s.bag)  # SO-050: known at the end, as all others have been seen
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
    sources = tuple({name + "s": sets(s, p, cards) * worth for name, cards, worth in s.d.sets} for p in range(s.n))
    return Result(winners, seats, tuple(score[0] for score in scores), sources, "deck_empty", tiebreak)


def prompt(s: State) -> Prompt:
    return Prompt(STEPS[s.step], RULES[s.step], _args(s))


def _args(s: State) -> Mapping[str, Json]:
    if s.step == PLACE:
        card: PlaceArgs = {"card": value(s.d, s.drawn)}
        return card
    if s.chosen < 0:
        return {}
    conductor, power = s.chosen + 1, s.d.powers[s.faces[s.chosen]]
    if s.step == PASS_LEFT:
        left: PassArgs = {"conductor": conductor, "power": power, "to": (s.player + 1) % s.n}
        return left
    asked: PowerArgs = {"conductor": conductor, "power": power}
    return asked


def why_not(s: State, a: int) -> Refusal:
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


def _why_not_placed(s: State, a: int) -> Refusal:
    if A_TAKE <= a < A_YES or a == A_DRAW:
        code, rule = ("take_after_draw", "SO-014") if a != A_DRAW else ("place_first", "SO-011")
        return Refusal(code, rule, {"card": value(s.d, s.drawn)})
    if A_PLACE <= a < A_TAKE:
        return _gone_or_full(s, a - A_PLACE)
    return Refusal("place_first", "SO-011", {"card": value(s.d, s.drawn)})


def _why_not_on_turn(s: State, a: int) -> Refusal:
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


def _why_not_power(s: State, a: int) -> Refusal:
    asked = {"conductor": s.chosen + 1, "power": s.d.powers[s.faces[s.chosen]]}
    for step, first in ((PASS_LEFT, A_GIVE), (DISCARD_ONE, A_DISCARD), (DISCARD_OWN, A_DROP)):
        if s.step == step and first <= a < first + FAMILIES:
            code = "family_not_held" if step == DISCARD_OWN else "family_not_there"
            return Refusal(code, RULES[step], {"card": s.d.values[a - first], **asked})
    return Refusal("power_first", RULES.get(s.step, "SO-047"), asked)


def _gone_or_full(s: State, c: int) -> Refusal:
    holder = s.rows[c * ROW + HOLDER]
    if holder:
        return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
    limit = s.d.limits[s.faces[c]]
    return Refusal(
        "conductor_full", "SO-040" if limit == 2 else "SO-012", {"conductor": c + 1, "limit": s.rows[c * ROW + SIZE]}
    )


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
