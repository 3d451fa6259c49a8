# tutti: compiled
"""The components as flat tables that the rules can index. ``reader.py`` reads a pack and fills them."""

from __future__ import annotations

from typing import Final, final

from tutti.kernel import library
from tutti.kernel.native import i64, vec

# Musician types; ANY is a key-hole space.
BEGINNER: Final = 0
PROFESSIONAL: Final = 1
INSTRUMENTALIST: Final = 2
VIRTUOSO: Final = 3
ANY: Final = 4

# Kinds of musician by source: own 0..3 by type, then Invited and Hired Freelancers by type.
INVITED: Final = 4
HIRED: Final = 7
KINDS: Final = 10
RESERVED: Final = 7
"""Kinds that can stand in a reserve: all but the hired ones."""

LYRE: Final = 4
FORK: Final = 5
NO_ICON: Final = 6
STAR: Final = 3
"""Levels I, II, III, Star are 0..3."""

SHAPES: Final = 16
"""Most shapes of audience pieces; supplies and masks have this many rows."""
WORD: Final = 62
"""Bits used in one word of a mask of placements; two words a shape."""
NO_SEAT: Final = 255
PIECE_SEATS: Final = 4

# Verbs of gain tokens.
G_MONEY: Final = 0
G_PRESTIGE: Final = 1
G_COIN: Final = 2
G_POINTS: Final = 3
G_INVITE: Final = 4
G_PIECES: Final = 5
G_RETURN: Final = 6
G_EVOLVE: Final = 7
G_TAKE: Final = 8
G_COLUMN: Final = 9
G_CONDUCTOR: Final = 10
G_BACK: Final = 11

# How an offer of pieces is paid: not at all, a flat price, or the board price less a discount per seat.
FREE: Final = 0
FLAT: Final = 1
BOARD: Final = 2
ALLOW_AUDIENCE: Final = 1
ALLOW_WCU: Final = 2

# What lies on an outer edge of the Column Track.
EDGE_POSTER: Final = 1
EDGE_VIRTUOSO: Final = 2

# Poster effects that are carried out at once.
NOTHING_NOW: Final = 0
CHOICE: Final = 1
OFFER: Final = 2

BITS: Final = vec[i64]([2**i for i in range(WORD)])
"""Single bits. A shift of the literal 1 by 31 or more is wrong in compiled code."""
COUNT: Final[bytes] = bytes(mask.bit_count() for mask in range(16))
"""How many of four bits are set."""
LOWEST: Final[bytes] = bytes([4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0])
"""The lowest of four bits that is set."""


@final
class Box:
    """One pack, ready to play. Shared by all matches that use it; never changes."""

    name: str
    hash: str

    # start
    money: i64
    prestige: i64
    reserve: bytes
    grid: bytes
    supply: bytes
    pool: bytes
    max_rounds: i64

    # academy
    hire_m: bytes
    hire_p: bytes
    limit: bytes
    eyes: bytes
    develop_need: bytes
    develop_m: bytes
    develop_p: bytes
    develop_virtuoso: bytes
    """Number of the Virtuoso that a banner slot frees (2 for V2), or 0."""
    completion: bytes
    completion_row: i64
    column_steps: bytes
    exchange_max: i64
    exchange_rate: i64
    exchange_m: bytes
    exchange_p: bytes
    """Coins given by each exchange action."""
    space_need: bytes
    space_row: bytes
    social_row: bytes
    social_cards: bytes
    evolve_m: bytes
    evolve_p: bytes
    """(type of the evolving musician) * 4 + column."""
    bolt_row: bytes
    boards: tuple[str, ...]
    board_names: tuple[str, ...]
    printed: bytes

    # orchestra
    spots: tuple[str, ...]
    spot_section: bytes
    spot_shape: bytes
    spot_row: bytes
    allowed: vec[i64]
    """Spots by mask of sections taught * 2 + (1 for Virtuosos)."""
    all_spots: i64
    min_section: bytes
    control: bytes

    # column track, posters, conductor track
    last: i64
    space_gain: bytes
    edge: bytes
    returns: bytes
    """Spaces with the Return Point symbol, ascending."""
    poster_points: bytes
    last_bonus: i64
    posters: tuple[str, ...]
    poster_names: tuple[str, ...]
    poster_now: bytes
    poster_one: bytes
    poster_two: bytes
    poster_pay: bytes
    """Poster * 2 + (0 for part b, 1 for part c)."""
    share_column: bytes
    extra_money: bytes
    discount: bytes
    discount_seats: bytes
    """Continuous effects by poster; 0 = not this poster."""
    track: bytes
    unlock: bytes
    first_points: i64
    later_points: i64
    second_points: i64

    # audience
    seats: tuple[str, ...]
    seat_area: bytes
    map: tuple[str, ...]
    price: bytes
    wcu_price: i64
    wcu_total: i64
    wcu_points: bytes
    area_points: bytes
    d_halves: bytes
    shapes: tuple[str, ...]
    shape_cells: tuple[tuple[str, ...], ...]
    size: bytes
    first_place: vec[i64]
    """Where the placements of a shape begin; one row more than shapes."""
    place_anchor: bytes
    place_area: bytes
    place_seats: bytes
    """Seats of each placement, PIECE_SEATS cells, NO_SEAT where it has fewer."""
    place_of: bytes
    """shape * anchors + anchor: placement of the shape + 1, or 0."""
    anchors: tuple[str, ...]
    open: vec[i64]
    """shape * 2 + word: the placements on an empty map."""
    cover: vec[i64]
    """(seat * SHAPES + shape) * 2 + word: all placements except those that cover the seat."""
    in_area: vec[i64]
    """(shape * 4 + area) * 2 + word."""
    theater: tuple[str, ...]
    theater_names: tuple[str, ...]
    theater_seats: tuple[bytes, ...]
    theater_points: i64

    # cards
    cards: tuple[str, ...]
    card_names: tuple[str, ...]
    card_kinds: tuple[str, ...]
    card_level: bytes
    card_section: bytes
    card_icon: bytes
    card_points: bytes
    card_part: bytes
    card_parts: bytes
    card_letters: bytes
    card_full: bytes
    """The part with all rewards: what a card taken by an effect gives."""
    level_first: bytes
    part_first: vec[i64]
    part_len: bytes
    part_row: bytes
    slot_type: bytes
    slot_m: bytes
    slot_p: bytes
    social: tuple[str, ...]
    """Kinds of Social Media Card, by the id of the first card of the kind."""
    social_copies: bytes
    social_gain: bytes
    social_eye: bytes
    coins_per_point: i64

    # gains and offers
    rows: tuple[tuple[str, ...], ...]
    """The tokens of each row of gains; row 0 is empty."""
    gain_first: vec[i64]
    gain_verb: bytes
    gain_value: bytes
    offer_allows: bytes
    offer_mode: bytes
    offer_price: bytes
    offer_count: bytes

    # actions whose number depends on the pack: the first of each verb
    a_at: i64
    a_piece: i64
    a_keep: i64
    a_spot: i64
    a_to: i64
    a_return: i64
    a_show: i64
    a_exchange: i64

    def __copy__(self) -> Box:
        return self

    def __deepcopy__(self, memo: object) -> Box:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return library.tables, library.reference("orchestra", self.name, self.hash)
