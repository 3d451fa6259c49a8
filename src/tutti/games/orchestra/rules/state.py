# tutti: compiled
"""The table: everything that lies on it, as flat arrays, and the stack of open questions."""

from __future__ import annotations

from typing import Final, Literal, final

from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.types import Phase, Reason
from tutti.kernel import pickling
from tutti.kernel.frames import Frame, Stacked
from tutti.kernel.native import i64, u8, vec

MOST: Final = 4

# Cells of one player in ``own``; the number in brackets is how many there are.
RESERVE: Final = 0
"""(7) Musicians ready to be assigned, by kind."""
GRID: Final = 7
"""(3) Rows B, P, I of the grid: mask of the columns that hold their piece."""
SPACE: Final = 10
"""(6) E1 E2 E3 X C M: kind + 1."""
SLOT: Final = 16
"""(9) Musicians on the three banner slots, three cells each: kind + 1."""
BANNER: Final = 25
"""(3) Banners added, in order: section + 1."""
TEACHES: Final = 28
"""Mask of sections."""
ADDED: Final = 29
STAFFED: Final = 30
"""Banner slots filled or staffed."""
ASSIGNED: Final = 31
"""I and V4 sent to the Orchestra this round."""
COLUMN: Final = 32
POSTER: Final = 33
"""Poster + 1."""
PARTS: Final = 34
FREED: Final = 35
"""(4) V1..V4: LOCKED, WAITING or GONE."""
ARRIVED: Final = 39
"""Order of arrival in the centre of the Conductor Track, or 0."""
MARKER: Final = 40
"""(2) Steps walked by the left and the right marker."""
HEIGHT: Final = 42
"""(2) How many markers lie below it."""
SECTION: Final = 44
"""(4) Own Musicians in each section of the Orchestra."""
SOLO: Final = 48
"""Own Instrumentalists in the Orchestra."""
AREA: Final = 49
"""(4) Own pieces in each area."""
CHOSEN: Final = 53
"""Area chosen in final scoring + 1."""
DEALT: Final = 54
"""(2) Theater Cards dealt + 1."""
KEPT: Final = 56
"""The one kept + 1."""
FACE_UP: Final = 57
"""(12) Fulfilled cards that lie face up, by icon, Star cards after the others."""
SUPPLY: Final = 69
"""(16) Audience pieces left, by shape."""
BOARD: Final = 85
OWN: Final = 86

LOCKED: Final = 0
WAITING: Final = 1
GONE: Final = 2

E1: Final = 0
E3: Final = 2
X: Final = 3
C: Final = 4
M: Final = 5

# Cells of one card place in ``staff``.
OWNER: Final = 0
"""Player + 1."""
PART: Final = 1
FILL: Final = 2
"""(4) kind + 1."""
STAFF: Final = 6
PLACES: Final = 12
ROW: Final = 3
"""Cards in a row (OR-139)."""

FACE_DOWN: Final = 16
"""Added to player + 1 in ``cards``."""
ONE_CARD: Final = vec[i64]([256**p for p in range(MOST)])
"""One card of a player in ``fulfilled``."""

# Cells of one player in ``account``.
MONEY: Final = 0
PRESTIGE: Final = 1
BY_CARDS: Final = 2
BY_COLUMN: Final = 3
BY_POSTERS: Final = 4
BY_LAST_SPACE: Final = 5
BY_ACADEMY: Final = 6
BY_WCU: Final = 7
BY_CONDUCTOR: Final = 8
BY_SOCIAL: Final = 9
BY_SECTIONS: Final = 10
BY_AUDIENCE: Final = 11
BY_THEATER: Final = 12
BY_COINS: Final = 13
ACCOUNT: Final = 14

# Phases.
SETUP: Final = 0
ALLOCATION: Final = 1
RESOLUTION: Final = 2
SPECIAL_ROUND: Final = 3
SCORING: Final = 4
OVER: Final = 5
PHASES: Final[tuple[Phase, ...]] = ("setup", "allocation", "resolution", "special_round", "scoring", "over")

# Why the match ends (OR-175 to OR-177, OR-183, OR-211).
GOING_ON: Final = 0
BY_SEATS: Final = 1
BY_ORCHESTRA: Final = 2
BY_DECK: Final = 3
"""(4) Level I, II, III, Star."""
BY_GUARD: Final = 7
REASONS: Final[tuple[Reason | Literal[""], ...]] = (
    "", "audience_full", "orchestra_full", "deck_i", "deck_ii", "deck_iii", "deck_star", "last_round",
)  # fmt: skip

# Steps: the numbers of frames.
KEEP_THEATER: Final = 0
ROUND: Final = 1
ALLOCATE: Final = 2
RESOLVE: Final = 3
SPECIAL: Final = 4
FINAL: Final = 5
CHOOSE_AREA: Final = 6
GAINS: Final = 7
DEVELOP: Final = 8
PART_OF_CARD: Final = 9
SLOTS: Final = 10
GATHER: Final = 11
DEVELOPED: Final = 12
CHOOSE_BANNER: Final = 13
EVOLVE: Final = 14
EXCHANGE: Final = 15
COLUMN_STEPS: Final = 16
EDGES: Final = 17
CHOOSE_POSTER: Final = 18
POSTER_EFFECT: Final = 19
ASSIGNING: Final = 20
VIRTUOSO_SPOT: Final = 21
BEGINNER_COLUMN: Final = 22
PLACE_PIECE: Final = 23
PIECE_AT: Final = 24
ARRIVAL: Final = 25
CONDUCTOR_SIDE: Final = 26
INVITE: Final = 27
COIN: Final = 28
RETURN_SPACE: Final = 29
TAKE_CARD: Final = 30
SOCIAL: Final = 31
SOCIAL_ORDER: Final = 32


@final
class State(Stacked):
    """State of a match. Players, spots, chairs and cards are 0-based."""

    __slots__ = (
        "account", "arrivals", "bag", "cards", "chairs", "completed", "d", "decks", "first", "free_spots",
        "fulfilled", "levels", "n", "open", "own", "phase", "player", "pool", "posters_done", "reason", "round", "rows",
        "social", "social_left", "spots", "staff", "tail", "taken", "tried", "wcu",
    )  # fmt: skip

    def __init__(
        self,
        d: Box,
        n: i64,
        own: vec[u8],
        account: vec[i64],
        chairs: vec[u8],
        open: vec[i64],
        spots: vec[u8],
        rows: vec[u8],
        staff: vec[u8],
        cards: vec[u8],
        bag: vec[u8],
        tail: vec[u8],
        decks: vec[u8],
        pool: vec[u8],
        social: vec[u8],
        stack: list[Frame],
    ) -> None:
        self.stack = stack
        self.d = d
        self.n = n
        self.own = own
        self.account = account
        self.chairs = chairs
        """By seat: player + 1, and (shape + 1) * 8 at the first seat of a piece."""
        self.open = open
        """Placements still free, as in ``Box.open``; follows from ``chairs``."""
        self.spots = spots
        """By spot of the Orchestra: player + 1."""
        self.rows = rows
        """Open cards by level * ROW + place: card + 1."""
        self.staff = staff
        self.cards = cards
        """Fulfilled cards: player + 1, and FACE_DOWN."""
        self.fulfilled: i64 = 0
        """How many each player has, eight bits a player; follows from ``cards``."""
        self.bag = bag
        """1 for each Scenario Card that nobody has seen."""
        self.tail = tail
        """Cards known to lie at the bottom of the decks, in order, from ``Box.level_first`` on: card + 1."""
        self.decks = decks
        """(4) unseen cards in each deck, (4) known ones below them."""
        self.pool = pool
        """Freelancers on the Theater board, by type."""
        self.social = social
        """By kind of Social Media Card: in the deck, then (after all kinds) on the discard pile."""
        self.social_left: i64 = 0
        self.phase: i64 = SETUP
        self.round: i64 = 1
        self.first: i64 = 0
        self.player: i64 = 0
        """Whose turn it is."""
        self.levels: i64 = 3
        """Mask of open levels."""
        self.free_spots: i64 = d.all_spots
        """Follows from ``spots``."""
        self.taken: i64 = 0
        """Chairs covered; follows from ``chairs``."""
        self.wcu: i64 = 0
        """WCU Pieces placed."""
        self.completed: i64 = 0
        """Academies completed."""
        self.posters_done: i64 = 0
        self.arrivals: i64 = 0
        self.tried: i64 = 0
        """Mask of evolution spaces whose student repeats and has been tried in this Resolution turn."""
        self.reason: i64 = GOING_ON

    def copy(self) -> State:
        t = State(
            self.d,
            self.n,
            self.own[:],
            self.account[:],
            self.chairs[:],
            self.open[:],
            self.spots[:],
            self.rows[:],
            self.staff[:],
            self.cards[:],
            self.bag[:],
            self.tail[:],
            self.decks[:],
            self.pool[:],
            self.social[:],
            self.copy_stack(),
        )
        t.fulfilled = self.fulfilled
        t.social_left = self.social_left
        t.phase = self.phase
        t.round = self.round
        t.first = self.first
        t.player = self.player
        t.levels = self.levels
        t.free_spots = self.free_spots
        t.taken = self.taken
        t.wcu = self.wcu
        t.completed = self.completed
        t.posters_done = self.posters_done
        t.arrivals = self.arrivals
        t.tried = self.tried
        t.reason = self.reason
        return t

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.rebuilt, (empty_state, (self.d, self.n), pickling.attributes(self))


def empty_state(d: Box, n: i64) -> State:
    """A table with nothing on it."""
    return State(
        d,
        n,
        vec[u8]([0] * (n * OWN)),
        vec[i64]([0] * (n * ACCOUNT)),
        vec[u8]([0] * len(d.seats)),
        d.open[:],
        vec[u8]([0] * len(d.spots)),
        vec[u8]([0] * PLACES),
        vec[u8]([0] * (PLACES * STAFF)),
        vec[u8]([0] * len(d.cards)),
        vec[u8]([0] * len(d.cards)),
        vec[u8]([0] * len(d.cards)),
        vec[u8]([0] * 8),
        vec[u8]([0] * 3),
        vec[u8]([0] * (2 * len(d.social))),
        [],
    )
