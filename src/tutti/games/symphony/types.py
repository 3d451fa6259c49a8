"""The types of all that Symphony shows. Its client's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Column = Literal["A", "B", "C", "D", "E"]
Stage = Literal["pre_attack", "attack", "concertmaster", "body", "coda"]
Token = Literal["prolonged", "flat_sharp", "chaining", "protection", "virtuosity", "overwriting", "eclectic", "clef"]
Track = Literal["flat", "sharp", "semibreve", "green", "orange", "blue", "clash"]
Zone = Literal["green", "orange", "blue"]
NoteColour = Literal["blue", "orange"]
Ability = Literal[
    "flat", "sharp", "imminent", "protect", "overwrite", "overwrite_black", "strong", "strong_black",
    "chain", "soloist", "absolute", "obsessive", "disturb",
]  # fmt: skip
Master = Literal[
    "berlioz", "bernstein", "bulow", "furtwangler", "karajan", "kleiber", "mahler", "mengelberg", "toscanini", "wagner",
]  # fmt: skip
Way = Literal["left", "1", "2", "3", "4", "5", "6", "swap"]
"""Where a disc of the Conductor goes on an instrument."""
Whose = Literal["own", "black"]
"""Of which disc there is a choice: a player's own or a black one."""
Disc = int | Literal["black", "cover"] | None
"""A player's number, a black disc, the cover of a note that is out of play, or no disc."""


class Movement(TypedDict):
    """The Movement that is on, with its bars."""

    column: Column
    stage: Stage
    first: int
    last: int


Bend = Literal["conductor", "disturb", "obsessive", "soloist"]
"""What may change, or changes, the order of play at a turn."""


class Turn(TypedDict):
    """A play of the Movement, or a window before its Attack: of which instrument, and how many discs it has then."""

    instrument: str
    player: int
    stage: Stage
    discs: int
    part: NotRequired[int]
    bends: NotRequired[list[Bend]]


ClefCard = TypedDict("ClefCard", {"main": str, "minor": str, "from": int, "to": int})
"""The clefs of a Voice: the Main one, and the Minor one with the positions that it covers (SY-263, SY-264)."""


class Counted(TypedDict):
    """A prize that is counted: what, and how much for each."""

    counts: str
    per: int


class Instrument(TypedDict):
    """An instrument on its seat. Owners and abilities are by Part."""

    card: str
    owners: list[int | None]
    discs: list[Disc]
    well_placed: NotRequired[bool]
    clefs: NotRequired[str]
    left: NotRequired[list[Disc]]
    stack: NotRequired[int]
    token: NotRequired[Token]
    abilities: NotRequired[list[list[Ability]]]


class Tracks(TypedDict):
    """How far a player has come on each track."""

    flat: int
    sharp: int
    semibreve: int
    green: int
    orange: int
    blue: int
    clash: int


class Note(TypedDict):
    """A note as printed, in the notation of the pack, with what lies on it."""

    at: str
    note: str
    colour: NotRequired[NoteColour]
    zone: NotRequired[Zone]
    tuplet: NotRequired[int]
    discs: NotRequired[list[Disc]]
    token: NotRequired[Token]


class Worth(TypedDict):
    """What a Virtuosity card would pay each player as the table is; its Orchestra Bonus as long as that is to come."""

    symphony: list[int]
    orchestra: NotRequired[list[int]]


class VirtuosityCard(TypedDict):
    """What a Virtuosity card pays, and for what."""

    card: int
    symphony: str
    symphony_points: int
    orchestra: str
    orchestra_points: int
    worth: Worth


class ColumnStand(TypedDict):
    """Own discs of each player in a Column, None of those who control nothing there (SY-060, SY-063), and who would
    get its token."""

    discs: list[int | None]
    minority: int | None


class OpenObjectives(TypedDict):
    public: int | None
    revealed: list[int | None]


class Objectives(OpenObjectives):
    """Virtuosity cards: the public one, those shown, and how many each player holds (SY-187)."""

    held: list[int]
    public_card: NotRequired[VirtuosityCard]
    final: NotRequired[list[int | None]]


class Clash(TypedDict):
    """A note that only a clash opens: steps on the track, and what they score."""

    note: str
    steps: int
    points: int


class Play(TypedDict):
    """The play that is on: which instrument, which disc, what binds it."""

    instrument: str
    card: str
    coda: bool
    replay: bool
    disc: NotRequired[Disc]
    part: NotRequired[int | None]
    near: str | None
    clashes: NotRequired[list[Clash]]
    """In the view, not in the prompt."""
    covers: NotRequired[list[str]]
    """Notes where the disc would cover one's own (SY-115). In the view, not in the prompt."""
    conducted: NotRequired[bool]
    """A disc of the Conductor was put on the instrument in this play. In the view, not in the prompt."""


class Own(TypedDict):
    """What only this player sees or remembers."""

    hand: list[str]
    objectives: list[int]
    sealed: int | str | None
    fits: NotRequired[dict[str, list[str]]]
    """By card, the free seats where it would be well placed (SY-013)."""
    objective_cards: NotRequired[list[VirtuosityCard]]
    packets_seen: NotRequired[list[list[str]]]
    picks: NotRequired[list[str]]
    packet: NotRequired[list[str]]
    discards: NotRequired[list[str]]
    choirs_seen: NotRequired[list[str]]


class View(TypedDict):
    step: str
    movement: Movement | None
    order: list[Turn] | None
    first_player: int
    master: Master | Literal["none"]
    sheets: list[str]
    clef_cards: list[ClefCard] | None
    prizes: list[int | Counted]
    orchestra: dict[str, Instrument | None]
    virtuosity: dict[str, list[int]]
    column_tokens: list[Token | None]
    columns: list[ColumnStand]
    pentagon: list[Token]
    unused: list[Token]
    tokens: list[list[Token]]
    tracks: list[Tracks]
    points: list[int]
    score: list[Note]
    hands: list[int]
    objectives: Objectives
    picks: list[list[str]] | None
    play: Play | None
    own: NotRequired[Own]


# -- what the questions show, by step ------------------------------------------------------------


class ChoirArgs(TypedDict):
    choirs: list[str]


class DraftArgs(TypedDict):
    round: int
    packet: list[str]


class DiscardArgs(TypedDict):
    left: int


class SeatArgs(TypedDict):
    card: str
    column: str | None


class ControlArgs(TypedDict):
    only: str | None


class ObjectiveArgs(TypedDict):
    cards: list[int]


class PreAttackArgs(TypedDict):
    instrument: str
    card: str


class GiftArgs(TypedDict):
    to: int
