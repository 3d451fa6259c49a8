# tutti: compiled
"""The names of the numbers: kinds of things on cards, seats and notes, and the tables read from a pack."""

from __future__ import annotations

from typing import Final, Literal, final

from tutti.games.symphony.types import Ability, Master, Token, Track, Zone
from tutti.kernel import library, pickling
from tutti.kernel.native import i64, vec

COLUMNS: Final = 5
ROWS: Final = 6
SEATS: Final = 30
"""A seat is column * ROWS + row; row 0 is the front."""
CONDUCTOR: Final = 30
CONCERTMASTER: Final = 31
PLACES: Final = 32
"""Where an instrument can be: thirty seats and the two printed spaces (SY-003)."""
SPACES: Final = 6
"""Most note spaces on a card."""
VOICES: Final = 3
BARS: Final = 9
IN_BAR: Final = 8
"""Most notes of one Voice in one bar."""
NO_SEAT: Final = 255

# Categories.
STRINGS: Final = 0
BRASS: Final = 1
WOODWINDS: Final = 2
PERCUSSION: Final = 3
SOLOIST_CARD: Final = 4
CHOIR: Final = 5
SPECIAL: Final = 6
CATEGORIES: Final = ("strings", "brass", "woodwinds", "percussion", "soloist", "choir", "special")

# Note spaces of a card.
WHITE: Final = 1
BLACK: Final = 2
GREY: Final = 3
BLACK_LINKED: Final = 4

# Abilities.
FLAT: Final = 1
SHARP: Final = 2
IMMINENT: Final = 4
PROTECT: Final = 8
OVERWRITE: Final = 16
OVERWRITE_BLACK: Final = 32
STRONG: Final = 64
STRONG_BLACK: Final = 128
CHAIN: Final = 256
ABSOLUTE: Final = 1024
OBSESSIVE: Final = 2048
DISTURB: Final = 4096
ABILITIES: Final[tuple[Ability, ...]] = (
    "flat", "sharp", "imminent", "protect", "overwrite", "overwrite_black", "strong", "strong_black",
    "chain", "soloist", "absolute", "obsessive", "disturb",
)  # fmt: skip

# Musician tokens.
PROLONGED: Final = 0
FLAT_SHARP: Final = 1
CHAINING: Final = 2
PROTECTION: Final = 3
VIRTUOSITY: Final = 4
OVERWRITING: Final = 5
ECLECTIC: Final = 6
CLEF: Final = 7
TOKENS: Final = 8
TOKEN_NAMES: Final[tuple[Token, ...]] = (
    "prolonged", "flat_sharp", "chaining", "protection", "virtuosity", "overwriting", "eclectic", "clef",
)  # fmt: skip

# Notes.
SEMIBREVE: Final = 0
MINIM: Final = 1
CROTCHET: Final = 2
QUAVER: Final = 3
VALUES: Final = ("semibreve", "minim", "crotchet", "quaver")
NATURAL: Final = 0
FLAT_NOTE: Final = 1
SHARP_NOTE: Final = 2
BLUE_NOTE: Final = 1
ORANGE_NOTE: Final = 2
ZONES: Final[tuple[Zone | Literal[""], ...]] = ("", "green", "orange", "blue")

# Discs.
NEUTRAL: Final = 1
"""A black disc; a player's disc is OWN + player."""
OWN: Final = 2
COVER: Final = 8
"""The black disc on a note that is out of play (SY-010)."""

# Tracks.
TRACK_FLAT: Final = 0
TRACK_SHARP: Final = 1
TRACK_SEMIBREVE: Final = 2
TRACK_ZONE: Final = 2
"""Tracks of the Zones: TRACK_ZONE + zone, zone counted from 1."""
TRACK_CLASH: Final = 6
TRACKS: Final = 7
TRACK_NAMES: Final[tuple[Track, ...]] = ("flat", "sharp", "semibreve", "green", "orange", "blue", "clash")

# Where points come from.
P_DISCS: Final = 0
P_VIRTUOSITY: Final = 1
P_MASTER: Final = 2
P_CLEFS: Final = 3
P_ORCHESTRA: Final = 4
P_SHEETS: Final = 5
P_VOICES: Final = 6
P_LEFTOVER: Final = 7
P_SYMPHONY: Final = 8
P_NOTE_TRACKS: Final = 9
P_ZONE_TRACKS: Final = 10
P_CLASHES: Final = 11
SOURCES: Final = 12
SOURCE_NAMES: Final = (
    "discs", "virtuosity", "master", "clef_tokens", "orchestra_bonus", "sheets", "voices", "leftover_tokens",
    "symphony_bonus", "note_tracks", "zone_tracks", "clashes",
)  # fmt: skip


@final
class Score:
    """The music of one match. Notes are numbered Voice by Voice from left to right, so neighbours differ by 1."""

    def __init__(self, faces: tuple[str, ...], count: int) -> None:
        self.faces = faces
        self.count: i64 = count
        self.voice = b""
        self.bar = b""
        self.value = b""
        self.position = b""
        self.accidental = b""
        self.colour = b""
        self.zone = b""
        self.tuplet = b""
        """How many notes its tuplet has; 0 = none."""
        self.tuplet_first = b""
        self.tuplet_end = b""
        """The notes of its tuplet: first and the one after the last."""
        self.starts = b""
        """The first note of a Voice at a bar: voice * 10 + bar; bar 9 is the end of the Voice."""
        self.code = vec[i64]()
        """Place of the note in the notation: (voice * 9 + bar) * 8 + number in the bar."""
        self.at = b""
        """Back from the notation: the note + 1, or 0."""
        self.paid: dict[str, tuple[int, ...]] = {}
        """Notes whose discs a Symphony Bonus pays for, as far as they have been asked for."""


@final
class Setup:
    """The parameters for one number of players, with or without Progressive Orchestra."""

    def __init__(self) -> None:
        self.board = b""
        """Dots of each seat as a mask; NO_SEAT where there is none."""
        self.rows: i64 = 5
        self.large = False
        self.virt_side: i64 = 1
        self.first_row = b""
        self.choir2: i64 = 0
        self.choir3: i64 = 0
        self.hand: i64 = 0
        self.turns: i64 = 0
        self.cover_blue = False
        self.cover_orange = False


@final
class Card:
    """A Virtuosity card."""

    def __init__(self, id: int, symphony: str, symphony_points: int, orchestra: str, small: int, large: int) -> None:
        self.id = id
        self.symphony = symphony
        self.symphony_points = symphony_points
        self.orchestra = orchestra
        self.orchestra_points = (small, large)


@final
class Slot:
    """One disc of the Conductor or a Master: its colour, where it may go, whether apart from the others."""

    def __init__(self, black: bool, target: str, apart: bool) -> None:
        self.black = black
        self.target = target
        self.category: i64 = CATEGORIES.index(target) if target in CATEGORIES else -1
        self.ability: i64 = FLAT if target == "flat" else SHARP if target == "sharp" else 0
        self.apart = apart


@final
class MasterCard:
    """A Master as the pack has it (SY-221); what it does is in masters.py."""

    def __init__(
        self, id: Master | Literal["none"], name: str, slots: tuple[Slot, ...], pool: str, remove: str
    ) -> None:
        self.id = id
        self.name = name
        self.slots = slots
        self.pool = pool
        self.remove = remove


@final
class Preset:
    """A fixed orchestra: (place, kind, owners by Part) for every card, owners counted from the First Player."""

    def __init__(self) -> None:
        self.cards: list[tuple[int, int, tuple[int, ...]]] = []
        self.conductor = 0
        self.concertmaster = 0

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.rebuilt, (Preset, (), pickling.attributes(self))


@final
class Box:
    """All tables of one pack. Kinds of cards are numbered in the order of the file; twins are one kind."""

    def __init__(self) -> None:
        self.kinds: i64 = 0
        self.ids: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.basic_names: tuple[tuple[str, ...], ...] = ()
        self.unlock_names: tuple[tuple[str, ...], ...] = ()
        self.rows: tuple[str, ...] = ()
        self.number = b""
        self.category = b""
        self.copies = b""
        self.single = b""
        """SY-225: 1 where the number exists once in the deck."""
        self.dots = b""
        self.clefs = b""
        self.spaces = b""
        self.part_of = b""
        """Part of a space, kind * SPACES + space."""
        self.part_count = b""
        self.group = b""
        """Mask of the spaces inside the dotted line."""
        self.basic = vec[i64]()
        """Abilities by kind * 3 + Part."""
        self.unlock = vec[i64]()
        self.virt_basic = b""
        self.virt_unlock = b""
        self.virt_side = b""
        self.worth = vec[i64]()
        """What bots think of a card, kind * 2 + 1 where it is well placed; their mind writes it down."""
        self.conductor_kind: i64 = 0
        self.concertmaster_kind: i64 = 0
        self.token_copies = b""
        self.token_coda = b""
        self.token_places = b""
        """1 where the token may lie on the Concertmaster."""
        self.overwriting_limit: i64 = 2
        self.clef_points: i64 = 2
        self.setups: tuple[Setup, ...] = ()
        """By players, then the same with Progressive Orchestra."""
        self.area_first = b""
        self.area_end = b""
        """Bars of a Movement from 0, the end excluded."""
        self.scores = b""
        self.note_points = vec[i64]()
        self.zone_points = vec[i64]()
        self.clash_points = vec[i64]()
        self.clash_limit: i64 = 0
        self.voice_points = b"\x03\x02\x01"
        """SY-030."""
        self.prizes: tuple[tuple[str, str, int, str, int], ...] = ()
        """(id, where, fixed, counts, per)."""
        self.prize_fixed = b""
        self.cards: tuple[Card, ...] = ()
        self.flank = 0
        self.plain: MasterCard = MasterCard("none", "", (), "", "")
        self.masters: tuple[MasterCard, ...] = ()
        self.clef_sets: dict[str, tuple[tuple[int, int, int], ...]] = {}
        """Main clef, Minor clef, lowest position of the Minor clef."""
        self.faces: tuple[str, ...] = ()
        self.music: dict[str, object] = {}
        self.joined: dict[tuple[str, ...], Score] = {}
        """Scores made so far."""
        self.face_sheet: dict[str, int] = {}
        self.face_black: dict[str, bool] = {}
        self.face_title: dict[str, str] = {}
        self.presets: dict[int, Preset] = {}
        self.easy: dict[int, Preset] = {}
        """SY-274: the orchestras of the easy game, and the boards that fit them, by players."""
        self.easy_setups: dict[int, Setup] = {}
        self.easy_before: dict[int, Preset] = {}
        """SY-293: the orchestras of matches begun under version 2, on the same seats."""
        self.pack = ""
        self.pack_hash = ""

    def __copy__(self) -> Box:
        return self

    def __deepcopy__(self, memo: object) -> Box:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return library.tables, library.reference("symphony", self.pack, self.pack_hash)

    def setup(self, n: i64, progressive: bool) -> Setup:
        return self.setups[n + 5 if progressive else n]
