"""What a seat observes of Symphony, field by field: the table, and what the seat holds, remembers and is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.pack.reader import CLEFS, MASTERS
from tutti.games.symphony.rules.playing_order import SHOWN
from tutti.games.symphony.rules.state import LEFT, State
from tutti.games.symphony.rules.steps.movement import STAGES
from tutti.kernel.frames import Step
from tutti.kernel.types import Json
from tutti.observe.declared import Declared, Field, Left
from tutti.observe.kinds import (
    Cell,
    Counts,
    DictOf,
    EachSeat,
    Either,
    Flag,
    Keyed,
    Kind,
    ListOf,
    Maybe,
    Misfit,
    Name,
    Number,
    SeatRef,
)

VERSION = 1
POINTS = 999
LOSS = 9
"""Clashes cost points at the end (SY-176), so that there may be less than none."""
STEPS_OF_TRACK = 99
MANY = 63
PILE = 3
"""Discs on one note."""
PARTS = 3
BENDS = ("conductor", "disturb", "obsessive", "soloist")
NOTE_PLACES = [names.note(code) for code in range(bx.VOICES * bx.BARS * bx.IN_BAR)]
PLACE_CODES = {place: code for code, place in enumerate(NOTE_PLACES)}
COLOURS = ("", "blue", "orange")

FOLLOWS = {
    "virtuosity": "the cards, their seats and tokens, and the side of the board",
    "own.fits": "the card, the seat, the Master and, with clefs, the clef cards",
    "own.objective_cards": "the numbers of `own.objectives` and the table",
    "objectives.public_card": "the number of `objectives.public` and the table",
    "play.clashes": "the legal actions of whoever is asked, and the track of clashes",
    "play.covers": "the legal actions of whoever is asked, and the score",
    "question": "apart from the fields of `question.…`: the play, the packet and the objectives",
}


def declared(d: Box, steps: Sequence[Step[State]]) -> Declared:
    return Declared(VERSION, lambda players: fields(d, [step.name for step in steps], players), FOLLOWS)


def fields(d: Box, steps: list[str], n: int) -> list[Field]:
    places = [names.place(inst) for inst in range(bx.PLACES)]
    card, token = Name(d.ids), Name(bx.TOKEN_NAMES, absent=True)
    disc = SeatRef(n, others=(names.BLACK, names.COVERED))
    some_cards, tokens = Counts(d.ids, MANY), Counts(bx.TOKEN_NAMES, MANY)
    per_seat = EachSeat(n, Number(STEPS_OF_TRACK, absent=True))
    movement = {
        "column": Name(names.COLUMN_NAMES),
        "stage": Name(STAGES),
        "first": Number(bx.BARS),
        "last": Number(bx.BARS),
    }
    turn = DictOf(
        {"instrument": Name(places), "player": SeatRef(n), "stage": Name(STAGES), "discs": Number(MANY)},
        {"part": Number(PARTS), "bends": Counts(BENDS)},
    )
    clef_card = {
        "main": Counts(CLEFS, form="text"),
        "minor": Counts(CLEFS, form="text"),
        "from": Number(MANY),
        "to": Number(MANY),
    }
    prize = DictOf({"counts": Name(sorted({one[3] for one in d.prizes})), "per": Number(MANY)})
    instrument = DictOf(
        {"card": card, "owners": ListOf(SeatRef(n), PARTS), "discs": ListOf(disc, bx.SPACES)},
        {
            "well_placed": Flag(),
            "clefs": Counts(CLEFS, form="text"),
            "left": ListOf(disc, LEFT),
            "stack": Number(MANY),
            "token": Name(bx.TOKEN_NAMES),
            "abilities": ListOf(Counts(bx.ABILITIES), PARTS),
        },
    )
    play = {
        "instrument": Name(places),
        "card": card,
        "coda": Flag(),
        "replay": Flag(),
        "near": Name(NOTE_PLACES, absent=True),
    }
    now = {"disc": disc, "part": Number(PARTS), "conducted": Flag()}
    rounds = sum(d.copies) // n  # no packet of a draft is larger
    objective = Number(len(d.cards), absent=True)
    faces = sorted(d.faces)
    return [
        Field("step", Name([*steps, "over"]), "what is asked"),
        Field("movement", Maybe(DictOf(movement)), "the Movement that is on: Column, stage, first and last bar"),
        Field("order", Maybe(ListOf(turn, SHOWN)), "the plays to come, as far as they can be told"),
        Field("first_player", SeatRef(n), "who has the First Player token"),
        Field("master", Name(["none", *MASTERS]), "the Master"),
        Field("sheets", ListOf(Name(faces), bx.VOICES, full=True), "the three sheets, left to right"),
        Field("clef_cards", Maybe(ListOf(DictOf(clef_card), bx.VOICES, full=True)), "the clef card of each Voice"),
        Field(
            "prizes",
            ListOf(Either((int, Number(MANY)), (dict, prize)), 2 * bx.VOICES, full=True),
            "what sheets and Voices pay: a number, or what is counted and how much for each",
        ),
        Field("orchestra", Keyed(places, Either((dict, instrument), (Free, Nobody()))), "the seats and what is there"),
        Field("column_tokens", ListOf(token, 5, full=True), "the token of each Column"),
        Field(
            "columns",
            ListOf(DictOf({"discs": per_seat, "minority": SeatRef(n)}), 5, full=True),
            "own discs of each player in each Column, and who would get its token",
        ),
        Field("pentagon", tokens, "tokens at the pentagon"),
        Field("unused", tokens, "tokens that are out of the match"),
        Field("tokens", EachSeat(n, tokens), "tokens held"),
        Field(
            "tracks", EachSeat(n, DictOf(dict.fromkeys(bx.TRACK_NAMES, Number(STEPS_OF_TRACK)))), "steps on each track"
        ),
        Field("points", EachSeat(n, Number(POINTS, low=-LOSS)), "points on the score track"),
        Field("score", Notes(disc), "the notes of the three sheets with what lies on them, by place"),
        Field("hands", EachSeat(n, Number(MANY)), "cards in hand"),
        Field("objectives.public", objective, "the public Virtuosity card"),
        Field("objectives.revealed", EachSeat(n, objective), "Virtuosity cards that were shown"),
        Field("objectives.held", EachSeat(n, Number(2)), "Virtuosity cards held"),
        Field("objectives.final", Left(EachSeat(n, objective)), "at the end, the Virtuosity cards kept"),
        Field(
            "picks", Maybe(EachSeat(n, ListOf(card, rounds))), "in a public draft, what each player picked, in order"
        ),
        Field("play", Maybe(PlayNow(play, now)), "the play that is on: instrument, disc, the note that binds it"),
        Field("own.hand", some_cards, "cards in hand", private=True),
        Field("own.objectives", ListOf(Number(len(d.cards)), 2), "Virtuosity cards held", private=True),
        Field(
            "own.sealed", Either((int, Number(len(d.cards))), (str, card)), "the answer given and not open yet", True
        ),
        Field("own.packets_seen", Left(ListOf(some_cards, rounds)), "packets of the draft as they came", private=True),
        Field("own.picks", Left(ListOf(card, rounds)), "one's own picks, in order", private=True),
        Field("own.packet", Left(some_cards), "the packet to pick from", private=True),
        Field("own.discards", Left(some_cards), "cards put aside for Berlioz", private=True),
        Field("own.choirs_seen", Left(some_cards), "choirs that were passed on to this seat", private=True),
        Field("question.round", Left(Number(rounds)), "the round of the draft", private=True),
        Field("question.choirs", Left(ListOf(card, PARTS)), "the choirs to choose from", private=True),
        Field("question.left", Left(Number(MANY)), "cards still to be put aside", private=True),
        Field("question.card", Left(card), "the card that waits for its seat, or that may prepare", private=True),
        Field("question.column", Left(Name(names.COLUMN_NAMES)), "the Column where it has to sit", private=True),
        Field("question.only", Left(Name(places)), "the only instrument that may be controlled", private=True),
        Field("question.instrument", Left(Name(places)), "the instrument that may prepare or plays", private=True),
        Field("question.to", Left(SeatRef(n)), "to whom the gift goes", private=True),
    ]


Free = type(None)


class Nobody(Kind):
    """A seat that is there and free: one cell says so."""

    cells = (Cell(1),)

    def write(self, value: Json, row: list[int]) -> None:
        row.append(1)

    def read(self, row: Iterator[int]) -> Json:
        next(row)

    def told(self) -> str:
        return "1: a free seat"


class PlayNow(DictOf):
    """The play, without what follows from the legal actions; a disc always has a Part, or None."""

    def write(self, value: Json, row: list[int]) -> None:
        super().write({key: one for key, one in value.items() if key in self.keys}, row)

    def read(self, row: Iterator[int]) -> Json:
        found = super().read(row)
        return {"part": None, **found} if "disc" in found else found


class Notes(Kind):
    """The score by place: eight cells for a note as printed and what lies on it, zeros where there is none."""

    PRINTED = ("note", "position", "accidental", "colour", "zone", "tuplet")

    def __init__(self, disc: SeatRef) -> None:
        self.disc = disc
        self.token = Name(bx.TOKEN_NAMES, absent=True)
        pile = disc.cells[0]
        note = (Cell(4), Cell(MANY), Cell(2), Cell(2), Cell(3), Cell(MANY), *[pile] * PILE, *self.token.cells)
        self.width = len(note)
        self.cells = note * len(NOTE_PLACES)

    def write(self, value: Json, row: list[int]) -> None:
        found = [0] * len(self.cells)
        last = -1
        for note in value:
            place = PLACE_CODES[note["at"]]
            if place <= last:
                raise Misfit("notes are in the order of their places")
            last = place
            text = note["note"]
            cells = [
                "smcq".index(text[0]) + 1,
                int(text[1:].rstrip("b#")),
                "nb#".index(text[-1]) if text[-1] in "b#" else 0,
            ]
            cells.append(COLOURS.index(note.get("colour", "")))
            cells.append(bx.ZONES.index(note.get("zone", "")))
            cells.append(note.get("tuplet", 0))
            discs = note.get("discs", [])
            if len(discs) > PILE or not note.keys() <= {"at", "note", "colour", "zone", "tuplet", "discs", "token"}:
                raise Misfit(f"an unknown note: {note}")
            for height in range(PILE):
                self.disc.write(discs[height] if height < len(discs) else None, cells)
            self.token.write(note.get("token"), cells)
            found[place * self.width : (place + 1) * self.width] = cells
        row.extend(found)

    def read(self, row: Iterator[int]) -> Json:
        found = []
        for place in NOTE_PLACES:
            cells = [next(row) for _ in range(self.width)]
            if not cells[0]:
                continue
            note: Json = {"at": place, "note": "smcq"[cells[0] - 1] + str(cells[1]) + ("", "b", "#")[cells[2]]}
            extra = {"colour": COLOURS[cells[3]], "zone": bx.ZONES[cells[4]], "tuplet": cells[5]}
            note |= {key: value for key, value in extra.items() if value}
            pile = [self.disc.read(iter([cell])) for cell in cells[6 : 6 + PILE] if cell]
            if pile:
                note["discs"] = pile
            if token := self.token.read(iter(cells[-1:])):
                note["token"] = token
            found.append(note)
        return found

    def told(self) -> str:
        return (
            f"for each of {len(NOTE_PLACES)} places (`1.1.1`: Voice, bar, number in it, as in the action `note 1.1.1`) "
            "nothing but 0, or 1 to 4 for semibreve, minim, crotchet, quaver; position; accidental (1 flat, 2 sharp); "
            "colour (1 blue, 2 orange); zone (1 green, 2 orange, 3 blue); tuplet; "
            f"{PILE} discs from the bottom, each {self.disc.told()}; token, {self.token.told()}"
        )
