# tutti: compiled
"""The table: everything that lies on it, as flat arrays; what the match has agreed on; who is asked what."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphony.pack.box import CONCERTMASTER, CONDUCTOR, SOURCES, TOKENS, TRACKS, Box, Preset, Score, Setup
from tutti.games.symphony.pack.reader import MASTERS, score_of
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.masters import Master, master
from tutti.kernel import pickling
from tutti.kernel.frames import Stacked
from tutti.kernel.native import i64, u8, vec

# One instrument in ``inst``; the number in brackets is how many cells there are.
KIND: Final = 0
"""Kind + 1, or 0 on a free seat."""
WELL: Final = 1
OWNER: Final = 2
"""(3) Player + 1, by Part."""
TOKEN: Final = 5
"""Musician token + 1."""
OPENED: Final = 6
"""Mask of linked spaces that have had their disc."""
STACK: Final = 7
"""Discs on the Absolute symbol."""
SOUNDED: Final = 8
"""1 after it has placed a disc (SY-086), 2 when its Absolute stack was given as well (bits)."""
SLOTS_HERE: Final = 9
"""Mask of the Conductor's discs it got."""
PLACER: Final = 10
"""Player + 1 who seated the card from a hand."""
CELLS: Final = 11
"""(WIDTH) Its discs from left to right."""
REC: Final = 20
LEFT: Final = 3
"""Cells for extra discs at the far left, filled from the right."""
WIDTH: Final = 9
CONDUCTOR_AT: Final = CONDUCTOR * REC
CONCERTMASTER_AT: Final = CONCERTMASTER * REC
ON_STACK: Final = 9
"""In place of a cell: the disc comes from the Absolute stack."""

# One note in ``notes``.
TOP: Final = 0
"""The visible disc."""
BOTTOM: Final = 1
"""(3) The discs from the bottom."""
NOTE_TOKEN: Final = 4
"""Musician token + 1."""
NOTE: Final = 5

# ``desk``.
POOL: Final = 6 * TOKENS
"""(TOKENS) Unused musician tokens; before them the tokens held, player * TOKENS + token."""
PENTAGON: Final = 7 * TOKENS
"""(TOKENS) Musician tokens on the Pentagon."""
COLUMN_TOKEN: Final = 8 * TOKENS
"""(5) Token + 1 under each Column."""
WINNERS: Final = COLUMN_TOKEN + 5
"""(3) Mask of who had most on each sheet (SY-200)."""
CARDS_HELD: Final = WINNERS + 3
"""(12) Two Virtuosity cards of each player, number + 1."""
PUBLIC: Final = CARDS_HELD + 12
SEALED: Final = PUBLIC + 1
"""(6) Answers that are in but not open yet: answer + 1."""
TRACK: Final = SEALED + 6
"""(6 * TRACKS) Steps taken: player * TRACKS + track."""
CHOIRS: Final = TRACK + 6 * TRACKS
"""(3) Choirs kept, by picker: kind + 1."""
REVEALED: Final = CHOIRS + 3
"""(6) The Virtuosity card each player has shown and put away, number + 1."""
DESK: Final = REVEALED + 6

# Steps.
S_PROGRAMME: Final = 0
S_FIRST_ROW: Final = 1
S_CHOIRS: Final = 2
S_DEAL: Final = 3
S_DRAFT: Final = 4
S_DISCARD: Final = 5
S_SEATS: Final = 6
S_CARD: Final = 7
S_SEAT: Final = 8
S_CONTROL: Final = 9
S_SINGLES: Final = 10
S_MINORITY: Final = 11
S_SPREAD: Final = 12
S_ABSOLUTE: Final = 13
S_OBJECTIVES: Final = 14
S_OBJECTIVE: Final = 15
S_TALENTS: Final = 16
S_PENTAGON: Final = 17
S_BATON: Final = 18
S_ALLOCATION: Final = 19
S_ALLOCATE: Final = 20
S_MOVEMENT: Final = 21
S_PRE_ATTACK: Final = 22
S_PLAY: Final = 23
S_MUSICIAN: Final = 24
S_EXTRA: Final = 25
S_SOURCE: Final = 26
S_PLACE: Final = 27
S_WITH: Final = 28
S_UNDER: Final = 29
S_CHAIN: Final = 30
S_REPLAY: Final = 31
S_GIFT: Final = 32
S_UNUSED: Final = 33
S_SCORING: Final = 34
S_ENDGAME: Final = 35
S_CHOIR: Final = 36


@final
class Terms:
    """What holds for the whole match: options, set-up draws and the programme. Shared by all copies."""

    def __init__(self, d: Box, n: i64, setup: Setup, score: Score, master: Master) -> None:
        self.d = d
        self.n: i64 = n
        self.setup = setup
        self.score = score
        self.master = master
        self.programme = b""
        """Pairs of step and argument."""
        self.note_clefs = b""
        """Clefs that may use a note; all of them without the Clefs variant."""
        self.clef_cards: tuple[int, ...] = ()
        """Which card of the set lies at each Voice."""
        self.clef_set = ""
        self.clefs = False
        self.clash_limit: i64 = 0
        self.progressive = False
        self.draft: i64 = 0
        """0 none, 1 secret, 2 public."""
        self.audience_public = False
        self.audience_private = False
        self.preset = False
        """The orchestra is set, also that of the easy game (SY-273, SY-274)."""
        self.easy = False
        self.orchestra = Preset()
        """The set orchestra, if there is one."""
        self.thematic = False
        self.flipped = b"\0\0\0\0\0\0"
        """Prizes of sheets 1 to 3 and Voices 1 to 3 on their variable side."""
        self.sheet_prizes = b"\0\1\2"
        """Which of the three sheet prizes lies on which sheet (SY-214)."""
        self.inst = vec[u8]()
        self.notes = vec[u8]()
        self.bag = vec[u8]()
        """The table before the first draw; copied, never changed."""
        self.packet: i64 = 0
        """Cards in a draft packet at the start; 0 without a draft."""
        self.dealt: i64 = 0
        """Cards dealt to each player."""

    def __copy__(self) -> Terms:
        return self

    def __deepcopy__(self, memo: object) -> Terms:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.d, self.n, self.easy, self.progressive, self.master.card.id, self.score.faces)
        return pickling.rebuilt, (same_terms, given, pickling.attributes(self, ("d", "setup", "score", "master")))


@final
class State(Stacked):
    """A match of Symphony at one moment."""

    def __init__(
        self,
        terms: Terms,
        inst: vec[u8],
        notes: vec[u8],
        desk: vec[u8],
        hands: vec[u8],
        packets: vec[u8],
        picks: vec[u8],
        discards: vec[u8],
        bag: vec[u8],
        points: vec[i64],
    ) -> None:
        self.terms = terms
        self.inst = inst
        self.notes = notes
        self.desk = desk
        self.hands = hands
        """player * KINDS + kind."""
        self.packets = packets
        """Draft packets by number; packet k is with player (k + round) % n. Empty when there is no draft."""
        self.picks = picks
        """Kinds picked: player * packet size + round. Kept, since players remember (SY-183)."""
        self.discards = discards
        """Berlioz: kinds put aside, like ``hands``."""
        self.bag = bag
        """Cards nobody has seen; after the deal, those out of the game."""
        self.points = points
        self.first: i64 = 0
        """The First Player of the set-up."""
        self.holder: i64 = 0
        """Who has the First Player token."""
        self.round: i64 = 0
        """Of the draft."""
        self.column: i64 = 0
        self.inst_now: i64 = -1
        """Whose play it is: a place."""
        self.who: i64 = -1
        """Who decides for the disc in hand."""
        self.cell: i64 = -1
        """The disc in hand: a cell of the instrument, or ON_STACK."""
        self.second: i64 = -1
        """The second disc of a pair for a Semibreve."""
        self.note: i64 = -1
        """A Semibreve chosen, while the pair is being settled."""
        self.clashing: i64 = 0
        self.near: i64 = -1
        """The note that the next disc must be adjacent to."""
        self.last: i64 = -1
        """The note used last in this play."""
        self.part: i64 = 0
        """Part of the disc placed last."""
        self.placed: i64 = 0
        """Discs placed in this play, replays included (SY-084)."""
        self.coda: i64 = 0
        self.conducted: i64 = 0
        """1 after a Conductor disc was used in this play (SY-095)."""
        self.grouping: i64 = 0
        """1 while a soloist group is being resolved."""
        self.must: i64 = 0
        """1 when burning is out: another disc could have been chosen (SY-091)."""
        self.replay: i64 = 0
        """1 in a replay for Mahler until its first disc is placed."""
        self.stack = []

    def copy(self) -> State:
        t = State(
            self.terms,
            self.inst[:],
            self.notes[:],
            self.desk[:],
            self.hands[:],
            self.packets[:],
            self.picks[:],
            self.discards[:],
            self.bag[:],
            self.points[:],
        )
        t.first = self.first
        t.holder = self.holder
        t.round = self.round
        t.column = self.column
        t.inst_now = self.inst_now
        t.who = self.who
        t.cell = self.cell
        t.second = self.second
        t.note = self.note
        t.clashing = self.clashing
        t.near = self.near
        t.last = self.last
        t.part = self.part
        t.placed = self.placed
        t.coda = self.coda
        t.conducted = self.conducted
        t.grouping = self.grouping
        t.must = self.must
        t.replay = self.replay
        t.stack = self.copy_stack()
        return t

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.rebuilt, (empty, (self.terms,), pickling.attributes(self))


def same_terms(d: Box, n: i64, easy: bool, progressive: bool, name: str, faces: tuple[str, ...]) -> Terms:
    """Terms without their own attributes, for unpickling."""
    card = d.plain if name == "none" else d.masters[MASTERS.index(name)]
    return Terms(d, n, setup_for(d, n, easy, progressive), score_of(d, faces), master(card))


def setup_for(d: Box, n: i64, easy: bool, progressive: bool) -> Setup:
    return d.easy_setups[n] if easy else d.setup(n, progressive)


def zeros(length: i64) -> vec[u8]:
    return vec[u8]([u8(0)] * length)


def empty(terms: Terms) -> State:
    """The table before the first draw."""
    n = terms.n
    points: list[i64] = [0] * (n * SOURCES)
    return State(
        terms,
        terms.inst[:],
        terms.notes[:],
        zeros(DESK),
        zeros(n * KINDS),
        vec[u8](),
        vec[u8](),
        vec[u8](),
        terms.bag[:],
        vec[i64](points),
    )
