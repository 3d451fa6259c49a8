"""What a seat observes of Orchestra, field by field: the table, and the seat's own Theater Cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.pack.names import AREA_NAMES, FREED, LEVELS, SECTIONS, SOURCES, SPACE_NAMES, TYPES
from tutti.games.orchestra.rules.actions import KIND_NAMES
from tutti.games.orchestra.rules.state import PHASES, REASONS, ROW, State
from tutti.kernel.frames import Step
from tutti.kernel.types import Json
from tutti.observe.declared import Declared, Field, Left
from tutti.observe.kinds import (
    Cell,
    Counts,
    DictOf,
    EachSeat,
    Keyed,
    Kind,
    ListOf,
    Maybe,
    Misfit,
    Name,
    Number,
    SeatRef,
    Seats,
)

VERSION = 1
POINTS = 999
COINS = 999
MANY = 99
DEEP = 24
"""Steps that can be under way at once."""
WIDE = 32767
"""A number of a step's own."""
STAFF = 4
"""Musicians on a card."""
GOALS = ("III", "S", "chairs", *SECTIONS, "rounds")

FOLLOWS = {
    "ways": "what is legal now and would be asked next, all of it open on the table",
    "question": "the step that is under way (`stack`), the table and the Theater Cards dealt",
    "halves": "places for wheelchair users that are taken (`wcu`), and what is printed",
    "reckoning": "at the end, the final scoring part by part: of the table and the Theater Cards kept",
}


def declared(d: Box, steps: Sequence[Step[State]]) -> Declared:
    return Declared(VERSION, lambda players: fields(d, steps, players), FOLLOWS)


def fields(d: Box, steps: Sequence[Step[State]], n: int) -> list[Field]:
    first = d.level_first
    levels = {level: list(d.cards[first[i] : first[i + 1]]) for i, level in enumerate(LEVELS)}
    kind = Name(KIND_NAMES)
    place = {
        level: DictOf(
            {"card": Name(cards)},
            {"player": SeatRef(n), "part": Number(STAFF), "musicians": ListOf(kind, STAFF)},
        )
        for level, cards in levels.items()
    }
    deck = {
        level: DictOf({"unseen": Number(len(cards)), "below": ListOf(Name(cards), len(cards))})
        for level, cards in levels.items()
    }
    social = Counts(d.social, MANY, "dict")
    dealt = Name(d.theater, absent=True)
    steps_asked = Name([step.name for step in steps], absent=True)
    return [
        Field("phase", Name(PHASES), "the phase"),
        Field("round", Number(MANY), "the round"),
        Field("first_player", SeatRef(n), "who begins the round"),
        Field("turn", SeatRef(n), "whose turn it is"),
        Field("reason", Name(REASONS[1:], absent=True), "why the match ends"),
        Field("open_levels", Counts(LEVELS), "Levels that are open"),
        Field(
            "rows", DictOf({k: ListOf(Maybe(place[k]), ROW, full=True) for k in LEVELS}), "the open cards, with staff"
        ),
        Field("decks", DictOf({k: deck[k] for k in LEVELS}), "the decks: unseen cards, and the known ones below them"),
        Field("social.deck", social, "Social Cards in the deck, by kind"),
        Field("social.discards", social, "Social Cards discarded, by kind"),
        Field("freelancers", Counts(TYPES[:3], MANY, "dict"), "Freelancers on the Theater board, by type"),
        Field("spots", Keyed(d.spots, SeatRef(n)), "who sits on each spot of the Orchestra"),
        Field("pieces", Hall(d, n), "the audience pieces"),
        Field("wcu", Number(MANY), "places for wheelchair users that are taken"),
        Field("academies_completed", Number(n), "Academies that are complete"),
        Field("posters_completed", Number(MANY), "Posters that are complete"),
        Field("arrivals", Number(MANY), "who has arrived in the centre of the Conductor Track, counted"),
        Field("tried", Counts(SPACE_NAMES[:3]), "Evolution Spaces that were tried in this turn"),
        Field("academies", EachSeat(n, academy(d, n)), "what each player has, and what follows from it"),
        Field("stack", ListOf(Frames(steps, n), DEEP), "the steps that are under way, the one that asks last"),
        Field("step", steps_asked, "what is asked"),
        Field("unseen", DictOf({k: Counts(levels[k]) for k in LEVELS}), "the cards that nobody has seen"),
        Field(
            "progress",
            DictOf(dict.fromkeys(GOALS, DictOf({"now": Number(WIDE), "needed": Number(WIDE)}))),
            "what opens Levels and ends the match: how far it is, and when it happens",
        ),
        Field("theater_cards", Left(EachSeat(n, dealt)), "at the end, the Theater Cards kept"),
        Field(
            "theater",
            Maybe(Theater(d)),
            "one's Theater Cards; once one is kept its chairs, what they score, and what all would",
            private=True,
        ),
    ]


def academy(d: Box, n: int) -> DictOf:
    kind = Name(KIND_NAMES)
    columns = Counts([1, 2, 3, 4])
    steps = Number(MANY)
    return DictOf(
        {
            "board": Name(d.boards),
            "money": Number(COINS),
            "prestige": Number(COINS),
            "scores": DictOf(dict.fromkeys(SOURCES, Number(POINTS))),
            "reserve": Counts(KIND_NAMES[:7], MANY, "dict"),
            "grid": DictOf({"B": columns, "P": columns, "I": columns}),
            "spaces": Keyed(SPACE_NAMES, Name(KIND_NAMES, absent=True)),
            "slots": ListOf(ListOf(kind, 3), 3, full=True),
            "banners": ListOf(Name(SECTIONS), 3),
            "assigned": steps,
            "virtuosos": ListOf(Name(FREED), 4, full=True),
            "column": steps,
            "poster": Maybe(DictOf({"id": Name(d.posters), "parts": steps})),
            "conductor": DictOf(
                {
                    "left": steps,
                    "right": steps,
                    "below": ListOf(steps, 2, full=True),
                    "arrived": Number(MANY, absent=True),
                }
            ),
            "area": Name(AREA_NAMES, absent=True),
            "cards": Fulfilled(d.cards),
            "points": Number(POINTS),
            "teaches": Counts(SECTIONS),
            "limit": steps,
            "eyes_ignored": steps,
            "sections": DictOf(dict.fromkeys(SECTIONS, steps)),
            "areas": DictOf(dict.fromkeys(AREA_NAMES, steps)),
            "supply": Counts(d.shapes, MANY, "dict"),
            "repeats": Counts(SPACE_NAMES[:3]),
        }
    )


class Fulfilled(Kind):
    """The cards beside a board."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.names = tuple(cards)
        self.cells = (Cell(2),) * len(self.names)

    def write(self, value: Json, row: list[int]) -> None:
        found = {one["card"]: 1 + one["face_up"] for one in value}
        row.extend(found.get(card, 0) for card in self.names)

    def read(self, row: Iterator[int]) -> Json:
        cells = [(card, next(row)) for card in self.names]
        return [{"card": card, "face_up": cell == 2} for card, cell in cells if cell]

    def told(self) -> str:
        return f"for each of the {len(self.names)} cards: 0 not beside this board, 1 face down, 2 face up"


class Hall(Kind):
    """The audience pieces, chair by chair: whose piece is on it, and at its first chair the shape."""

    def __init__(self, d: Box, players: int) -> None:
        self.d = d
        self.seat = SeatRef(players)
        self.cells = (*self.seat.cells, Cell(len(d.shapes))) * len(d.seats)
        self.chairs: dict[tuple[str, str], list[int]] = {}
        """The chairs of each placement, by piece and anchor."""
        for shape, name in enumerate(d.shapes):
            for k in range(d.first_place[shape], d.first_place[shape + 1]):
                first = k * bx.PIECE_SEATS
                seats = d.place_seats[first : first + bx.PIECE_SEATS]
                self.chairs[name, d.anchors[d.place_anchor[k]]] = [s for s in seats if s != bx.NO_SEAT]
        self.anchors = {(piece, chairs[0]): anchor for (piece, anchor), chairs in self.chairs.items()}

    def write(self, value: Json, row: list[int]) -> None:
        found = [0] * len(self.cells)
        for piece in value:
            chairs = self.chairs[piece["piece"], piece["at"]]
            for chair in chairs:
                if found[2 * chair]:
                    raise Misfit(f"two pieces on one chair: {piece}")
                found[2 * chair] = 1 + piece["player"]
            found[2 * chairs[0] + 1] = 1 + self.d.shapes.index(piece["piece"])
        row.extend(found)

    def read(self, row: Iterator[int]) -> Json:
        pieces = []
        for chair in range(len(self.d.seats)):
            player, shape = self.seat.read(row), next(row)
            if shape:
                piece = self.d.shapes[shape - 1]
                pieces.append({"player": player, "piece": piece, "at": self.anchors[piece, chair]})
        return pieces

    def told(self) -> str:
        chairs = f"for each of the {len(self.d.seats)} chairs"
        return f"{chairs}: {self.seat.told()}; at the first chair of a piece its shape + 1"


class Theater(Kind):
    """The Theater Cards of a seat, and the chairs of the one that is kept."""

    STATES = ("mine", "lost", "free")

    def __init__(self, d: Box) -> None:
        self.d = d
        self.card = Name(d.theater, absent=True)
        self.codes = {seat: code for code, seat in enumerate(d.seats)}
        self.cells = (*self.card.cells * 3, Cell(MANY), Cell(MANY), *[Cell(3)] * len(d.seats))

    def write(self, value: Json, row: list[int]) -> None:
        for card in (*value["dealt"], value["kept"]):
            self.card.write(card, row)
        row += [value.get("points", 0), value.get("all", 0)]
        chairs = [0] * len(self.d.seats)
        for state, number in zip(self.STATES, (1, 2, 3), strict=True):
            for chair in value.get("chairs", {}).get(state, []):
                chairs[self.codes[chair]] = number
        row += chairs

    def read(self, row: Iterator[int]) -> Json:
        dealt, kept = [self.card.read(row), self.card.read(row)], self.card.read(row)
        points, most = next(row), next(row)
        states = [next(row) for _ in self.d.seats]
        if kept is None:
            return {"dealt": dealt, "kept": None}
        chairs: dict[str, list[str]] = {state: [] for state in self.STATES}
        for seat in self.d.theater_seats[self.d.theater.index(kept)]:
            chairs[self.STATES[states[seat] - 1]].append(self.d.seats[seat])
        return {"dealt": dealt, "kept": kept, "chairs": chairs, "points": points, "all": most}

    def told(self) -> str:
        return (
            f"two cards dealt and the one kept, each {self.card.told()}; points of its chairs now, and if all were "
            f"taken; for each of the {len(self.d.seats)} chairs: 0 not on the card, 1 own piece, 2 another's, 3 free"
        )


class Frames(Kind):
    """A step that is under way: its number, player, who has to answer, and up to five numbers of its own."""

    def __init__(self, steps: Sequence[Step[State]], players: int) -> None:
        self.steps = {step.name: (step.number, step.fields) for step in steps}
        self.names = [step.name for step in steps]
        self.seat = SeatRef(players, none=-1)
        self.open = Seats(players)
        self.cells = (Cell(len(self.names) - 1), *self.seat.cells, *self.open.cells, *[Cell(WIDE)] * 5)

    def write(self, value: Json, row: list[int]) -> None:
        number, fields = self.steps[value["step"]]
        row.append(number)
        self.seat.write(value["player"], row)
        self.open.write(value["open"], row)
        own = [value[name] for name in fields]
        if any(not 0 <= one <= WIDE for one in own):
            raise Misfit(f"a number of {value} is too large")
        row.extend(own + [0] * (5 - len(own)))

    def read(self, row: Iterator[int]) -> Json:
        step = self.names[next(row)]
        player, asked = self.seat.read(row), self.open.read(row)
        own = [next(row) for _ in range(5)]
        return {"step": step, "player": player, "open": asked, **dict(zip(self.steps[step][1], own, strict=False))}

    def turned(self, seat: int) -> list[int]:
        start = 2 + len(self.open.cells)
        return [0, 1, *(2 + at for at in self.open.turned(seat)), *range(start, start + 5)]

    def told(self) -> str:
        return (
            f"the step ({len(self.names)} of them, as in `step`); its player; whether each seat has to answer; five "
            "numbers of its own, which are not turned"
        )
