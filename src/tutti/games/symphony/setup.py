"""The set-up (section 2 of the ledger): terms of the match from options and chance, and the table before play."""

from __future__ import annotations

from tutti.games.symphony import verbs
from tutti.games.symphony.data import MASTERS, score_of
from tutti.games.symphony.instruments import seat_card, take_control
from tutti.games.symphony.masters import Master, master
from tutti.games.symphony.options import FLIPPABLE, SHEET_PRIZES
from tutti.games.symphony.programme import programme
from tutti.games.symphony.state import (
    BOTTOM,
    CARDS_HELD,
    CELLS,
    COLUMN_TOKEN,
    KIND,
    LEFT,
    NOTE,
    NOTE_TOKEN,
    PENTAGON,
    POOL,
    PUBLIC,
    REC,
    State,
    Terms,
    empty,
)
from tutti.games.symphony.steps.base import first_frame
from tutti.games.symphony.tables import (
    BLACK,
    BLUE_NOTE,
    CHOIR,
    COLUMNS,
    CONCERTMASTER,
    CONDUCTOR,
    COVER,
    MINIM,
    NEUTRAL,
    ORANGE_NOTE,
    SPACES,
    SPECIAL,
    TOKENS,
    Data,
    Score,
)
from tutti.kernel.chance import Host
from tutti.kernel.facts import Fields, Options
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8, vec

DRAFTS = ("none", "secret", "public")
EVERY_CLEF = 255


def counts(values: list[int]) -> vec[u8]:
    return vec[u8]([u8(value) for value in values])


def draw(host: Host, bag: int, left: list[int], to: int = 0) -> int:
    """One of ``left``, which is then one less."""
    kind = host.draw(bag, counts(left), sum(left), to)
    left[kind] -= 1
    return kind


def set_up(d: Data, options: Options, host: Host) -> State:
    """A table ready for the first step of the programme."""
    n, values = options.players, options.values
    first = values["first_player"]
    if first is None:
        first = draw(host, verbs.BAG_FIRST, [1] * n)  # SY-037
    rules = _master(d, values["master"], host)
    score = score_of(d, _faces(d, dict(values), host))
    terms = terms_of(d, n, dict(values), rules, score)
    _clef_cards(d, terms, str(values["clefs"]), host)
    _sheet_prizes(terms, values["sheet_prizes"], host)
    s = empty(terms)
    s.first = s.holder = first
    lay_board(d, s)
    if host.hears:
        host.tell(verbs.FIRST, first, 0, 0, 0, 0)
        number = -1 if rules.card.id == "none" else MASTERS.index(rules.card.id)
        host.tell(verbs.SET_UP, -1, number, _faces_code(d, score), 0, 0)
    _tokens(d, s, host)
    _cards(d, s, host)
    if terms.preset:
        _preset(d, s)
    first_frame(s)
    return s


def terms_of(d: Data, n: int, values: Fields, rules: Master, score: Score) -> Terms:
    """What options, Master and sheets settle; the rest is drawn."""
    progressive = bool(values["progressive"])
    terms = Terms(n, d.setup(n, progressive), score, rules)
    terms.progressive = progressive
    terms.draft = DRAFTS.index(values["draft"])
    terms.preset = bool(values["preset"])
    terms.thematic = bool(values["thematic_front_row"])
    terms.audience_public = values["audience"] in ("public", "both")
    terms.audience_private = values["audience"] in ("private", "both")
    terms.flipped = bytes(name in values["variable_prizes"] for name in FLIPPABLE)
    terms.clefs = values["clefs"] != "none"
    terms.clef_set = str(values["clefs"])
    terms.clash_limit = d.clash_limit if terms.clefs and values["clashes"] else 0  # SY-269
    terms.note_clefs = bytes([EVERY_CLEF] * score.count)
    hand = terms.setup.hand
    if rules.deals_all:  # SY-224
        front = 0 if progressive else len(terms.setup.first_row)
        special = 2 if progressive else 0
        terms.dealt = (sum(loose(d)) - front + special) // n
    elif terms.draft and not progressive:
        terms.dealt = hand + 1  # SY-179
    else:
        terms.dealt = hand
    terms.packet = terms.dealt if terms.draft else 0
    terms.programme = programme(d, terms)
    return terms


def loose(d: Data) -> list[int]:
    """The cards of the deck without choirs and special cards (SY-029, SY-040)."""
    return [d.copies[k] if d.category[k] not in (CHOIR, SPECIAL) else 0 for k in range(d.kinds)]


def _master(d: Data, wish: str, host: Host) -> Master:
    """SY-023: drawn, or named by the table."""
    if wish == "none":
        return master(d.plain)
    number = draw(host, verbs.BAG_MASTER, [1] * len(MASTERS)) if wish == "random" else MASTERS.index(wish)
    return master(d.masters[number])


def _faces(d: Data, values: Fields, host: Host) -> tuple[str, ...]:
    """SY-024, SY-025: the sheets from left to right."""
    if values["sheets"] is not None:
        return tuple(values["sheets"])
    sheets = sorted(set(d.face_sheet.values()))
    sides = {
        number: [
            face for face in d.faces
            if d.face_sheet[face] == number and (values["sides"] == "any" or not d.face_black[face])
        ]
        for number in sheets
    }  # fmt: skip
    left = [int(bool(sides[number])) for number in sheets]
    chosen = []
    for _ in range(3):
        faces = sides[sheets[draw(host, verbs.BAG_SHEET, left)]]
        chosen.append(faces[draw(host, verbs.BAG_SIDE, [1] * len(faces)) if len(faces) > 1 else 0])
    return tuple(chosen)


def _faces_code(d: Data, score: Score) -> int:
    return sum(d.faces.index(face) << 8 * i for i, face in enumerate(score.faces))


def _clef_cards(d: Data, terms: Terms, name: str, host: Host) -> None:
    """SY-262: one card of the set for each Voice."""
    if not terms.clefs:
        return
    left = [1, 1, 1]
    lay_clefs(d, terms, tuple(draw(host, verbs.BAG_CLEF, left) for _ in range(3)))


def lay_clefs(d: Data, terms: Terms, cards: tuple[int, ...]) -> None:
    """SY-263 to SY-265: which clefs may use each note."""
    terms.clef_cards = cards
    score = terms.score
    masks = []
    for i in range(score.count):
        main, minor, low = d.clef_sets[terms.clef_set][cards[score.voice[i]]]
        masks.append(main | (minor if low <= score.position[i] <= low + 2 else 0))
    terms.note_clefs = bytes(masks)


def _sheet_prizes(terms: Terms, wish: list[str] | None, host: Host) -> None:
    """SY-214: asked only if a sheet prize is flipped."""
    if wish is not None:
        terms.sheet_prizes = bytes(SHEET_PRIZES.index(name) for name in wish)
    elif any(terms.flipped[:3]):
        left = [1, 1, 1]
        terms.sheet_prizes = bytes(draw(host, verbs.BAG_PRIZE, left) for _ in range(3))


def lay_board(d: Data, s: State) -> None:
    """SY-027, SY-028, SY-029, SY-038: the printed spaces, covered notes, the deck."""
    setup, score = s.terms.setup, s.terms.score
    s.inst[CONDUCTOR * REC + KIND] = u8(d.conductor_kind + 1)
    s.inst[CONCERTMASTER * REC + KIND] = u8(d.concertmaster_kind + 1)
    for space in range(SPACES):
        if d.spaces[d.concertmaster_kind * SPACES + space] == BLACK:
            s.inst[CONCERTMASTER * REC + CELLS + LEFT + space] = u8(NEUTRAL)
    for note in range(score.count):
        blue = score.colour[note] == BLUE_NOTE and setup.cover_blue
        orange = score.colour[note] == ORANGE_NOTE and setup.cover_orange
        if blue or orange:
            s.notes[note * NOTE] = u8(COVER)
            s.notes[note * NOTE + BOTTOM] = u8(COVER)
    for kind, count in enumerate(loose(d)):
        s.bag[kind] = u8(count)


def _tokens(d: Data, s: State, host: Host) -> None:
    """SY-032 to SY-035."""
    left = list(d.token_copies)
    for column in range(COLUMNS):
        s.desk[COLUMN_TOKEN + column] = u8(draw(host, verbs.BAG_TOKEN, left) + 1)
    for _ in range(s.terms.n + 1):
        s.desk[PENTAGON + draw(host, verbs.BAG_TOKEN, left)] += 1
    for note in range(s.terms.score.count):
        if s.terms.score.value[note] == MINIM:
            s.notes[note * NOTE + NOTE_TOKEN] = u8(draw(host, verbs.BAG_TOKEN, left) + 1)
    for token in range(TOKENS):
        s.desk[POOL + token] = u8(left[token])


def audience_cards(d: Data, terms: Terms) -> list[int]:
    """SY-191: the Virtuosity cards that may be dealt, as counts."""
    return [int(card.orchestra != terms.master.card.remove) for card in d.cards]


def _cards(d: Data, s: State, host: Host) -> None:
    """SY-039: objectives."""
    left = audience_cards(d, s.terms)
    if s.terms.audience_private:
        for player in range(s.terms.n):
            for i in range(2):
                card = draw(host, verbs.BAG_VIRTUOSITY, left, BIT[player])
                s.desk[CARDS_HELD + 2 * player + i] = u8(card + 1)
    if s.terms.audience_public:
        s.desk[PUBLIC] = u8(draw(host, verbs.BAG_VIRTUOSITY, left) + 1)


def _preset(d: Data, s: State) -> None:
    """SY-272, SY-273."""
    n = s.terms.n
    preset = d.presets[n]
    for seat, kind, owners in preset.cards:
        seat_card(d, s, seat, kind, -1)
        if d.category[kind] != CHOIR:
            s.bag[kind] -= 1
        for part, owner in enumerate(owners):
            take_control(d, s, seat, part, (s.first + owner) % n)
    take_control(d, s, CONDUCTOR, 0, (s.first + preset.conductor) % n)
    take_control(d, s, CONCERTMASTER, 0, (s.first + preset.concertmaster) % n)
