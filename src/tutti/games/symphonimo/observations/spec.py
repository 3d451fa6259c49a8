"""What a seat observes of Symphonimo, field by field. Everything is open (SO-060): nothing is private."""

from __future__ import annotations

from tutti.games.symphonimo.pack.box import MOST_CARDS, Box
from tutti.games.symphonimo.rules.actions import CONDUCTORS
from tutti.games.symphonimo.rules.state import STEPS
from tutti.observe.declared import Declared, Field, Left
from tutti.observe.kinds import Counts, DictOf, EachSeat, Flag, ListOf, Name, Number, SeatRef

VERSION = 1
POINTS = 255


def declared(d: Box) -> Declared:
    return Declared(VERSION, lambda players: fields(d, players), {"question": "`drawn`, `chosen` and the power"})


def fields(d: Box, n: int) -> list[Field]:
    values = list(d.values)
    by_family = Counts([str(value) for value in values], MOST_CARDS, "dict")
    cards = sum(values)
    conductor = DictOf(
        {
            "power": Name(d.powers),
            "limit": Number(max(d.limits)),
            "cards": Counts(values, max(d.limits)),
            "taken_by": SeatRef(n),
        }
    )
    return [
        Field("step", Name(STEPS), "what is asked"),
        Field("round", Number(cards), "the round"),
        Field("deck", Number(cards), "cards in the deck"),
        Field("drawn", Name(values, absent=True), "the card drawn and not placed yet, by the value of its family"),
        Field("conductors", ListOf(conductor, n, full=True), "the Conductors in the order of their numbers"),
        Field("chosen", Number(CONDUCTORS, absent=True), "the Conductor whose power asks"),
        Field("collections", EachSeat(n, by_family), "cards collected, by family"),
        Field("points", EachSeat(n, Number(POINTS)), "points of the collection as it is"),
        Field("in_round", EachSeat(n, Flag()), "who has not taken a row in this round"),
        Field("discards", by_family, "cards discarded, by family"),
        Field("removed_unseen", Number(cards), "cards that were taken out unseen (SO-050)"),
        Field("unseen", by_family, "cards that nobody has seen, by family"),
        Field("removed", Left(by_family), "at the end, the cards that were taken out unseen"),
    ]
