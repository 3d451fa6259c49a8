# tutti: compiled
"""The set-up (section 2 of the ledger): terms of the match from options and chance, and the table before play."""

from __future__ import annotations

from typing import Any, Final, final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Score
from tutti.games.symphony.pack.reader import MASTERS, score_of
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import seat_card, take_control
from tutti.games.symphony.rules.masters import Master, master
from tutti.games.symphony.rules.options import FLIPPABLE, SHEET_PRIZES
from tutti.games.symphony.rules.programme import programme
from tutti.games.symphony.rules.state import State, Terms, empty, setup_for, zeros
from tutti.games.symphony.rules.steps.base import first_frame
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Options

DRAFTS: Final = ("none", "secret", "public")
EVERY_CLEF: Final = 255


def counts(values: list[int]) -> vec[u8]:
    return vec[u8]([u8(value) for value in values])


def take_one(host: Host, bag: i64, left: vec[u8], total: i64, to: i64) -> i64:
    """One of ``left``, which is then one less."""
    kind = host.draw(bag, left, total, to)
    left[kind] -= u8(1)
    return kind


def ones(count: i64) -> vec[u8]:
    return vec[u8]([u8(1)] * count)


@final
class Plan:
    """The options of a match, read once; terms that came out of them before are kept."""

    def __init__(self, d: Box, options: Options) -> None:
        self.options = options
        values = options.values
        self.n: i64 = options.players
        first: Any = values["first_player"]
        self.first: i64 = -1 if first is None else first
        self.master: str = values["master"]
        sheets: Any = values["sheets"]
        self.sheets: tuple[str, ...] = () if sheets is None else tuple(sheets)
        self.faces: list[tuple[str, ...]] = []
        for number in sorted(set(d.face_sheet.values())):
            any_side = values["sides"] == "any"
            faces = [f for f in d.faces if d.face_sheet[f] == number and (any_side or not d.face_black[f])]
            self.faces.append(tuple(faces))
        self.clefs = values["clefs"] != "none"
        wish: Any = values["sheet_prizes"]
        self.prizes = b"" if wish is None else bytes([SHEET_PRIZES.index(name) for name in wish])
        flips: Any = values["variable_prizes"]
        self.draws_prizes = wish is None and any(name.startswith("sheet") for name in flips)
        self.made: dict[tuple[str, tuple[str, ...], bytes, bytes], Terms] = {}

    def draw(self, d: Box, host: Host) -> Terms:
        """SY-023 to SY-025, SY-214, SY-262: Master, sheets, clef cards and prizes by chance where nobody chose."""
        name = self.master
        if name == "random":
            name = MASTERS[host.draw(events.BAG_MASTER, ones(len(MASTERS)), len(MASTERS), 0)]
        faces = self.sheets if self.sheets else self.draw_faces(host)
        clefs = draw_three(host, events.BAG_CLEF) if self.clefs else b""
        prizes = self.prizes
        if self.draws_prizes:
            prizes = draw_three(host, events.BAG_PRIZE)
        key = (name, faces, clefs, prizes)
        if key not in self.made:
            rules = master(d.plain if name == "none" else d.masters[MASTERS.index(name)])
            terms = terms_of(d, self.options, rules, score_of(d, faces))
            if self.clefs:
                lay_clefs(d, terms, tuple(clefs))
            if prizes:
                terms.sheet_prizes = prizes
            self.made[key] = terms
        return self.made[key]

    def draw_faces(self, host: Host) -> tuple[str, ...]:
        """SY-024, SY-025: the sheets from left to right."""
        left = zeros(len(self.faces))
        total: i64 = 0
        i: i64 = 0
        while i < len(self.faces):
            if self.faces[i]:
                left[i] = u8(1)
                total += 1
            i += 1
        chosen: list[str] = []
        while len(chosen) < 3:
            faces = self.faces[take_one(host, events.BAG_SHEET, left, total, 0)]
            total -= 1
            side: i64 = 0
            if len(faces) > 1:
                side = host.draw(events.BAG_SIDE, ones(len(faces)), len(faces), 0)
            chosen.append(faces[side])
        return tuple(chosen)


def draw_three(host: Host, bag: i64) -> bytes:
    left = ones(3)
    one = take_one(host, bag, left, 3, 0)
    two = take_one(host, bag, left, 2, 0)
    three = take_one(host, bag, left, 1, 0)
    return bytes([one, two, three])


def set_up(d: Box, plan: Plan, host: Host) -> State:
    """A table ready for the first step of the programme."""
    first = plan.first
    if first < 0:
        first = host.draw(events.BAG_FIRST, ones(plan.n), plan.n, 0)  # SY-037
    terms = plan.draw(d, host)
    s = empty(terms)
    s.first = first
    s.holder = first
    if host.hears:
        host.tell(events.FIRST, first, 0, 0, 0, 0)
        name = terms.master.card.id
        host.tell(events.SET_UP, -1, -1 if name == "none" else MASTERS.index(name), _faces_code(d, terms.score), 0, 0)
    _tokens(d, s, host)
    _cards(d, s, host)
    if terms.preset:
        _preset(d, s)
    first_frame(s)
    return s


def terms_of(d: Box, options: Options, rules: Master, score: Score) -> Terms:
    """What options, Master and sheets settle; the rest is drawn."""
    n: i64 = options.players
    values = options.values
    progressive = bool(values["progressive"])
    easy = bool(values["easy"])
    terms = Terms(d, n, setup_for(d, n, easy, progressive), score, rules)
    terms.easy = easy
    terms.progressive = progressive
    terms.draft = DRAFTS.index(values["draft"])
    terms.preset = bool(values["preset"]) or easy
    if easy:
        terms.orchestra = (d.easy_before if options.rules < 3 else d.easy)[n]  # SY-293
    elif terms.preset:
        terms.orchestra = d.presets[n]
    terms.thematic = bool(values["thematic_front_row"])
    terms.audience_public = values["audience"] in ("public", "both")
    terms.audience_private = values["audience"] in ("private", "both")
    terms.flipped = bytes([name in values["variable_prizes"] for name in FLIPPABLE])
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
    terms.packet = terms.dealt if terms.draft and not terms.preset else 0
    lay_board(d, terms)
    terms.programme = programme(d, terms)
    return terms


def loose(d: Box) -> list[int]:
    """The cards of the deck without choirs and special cards (SY-029, SY-040)."""
    return [d.copies[k] if d.category[k] not in (bx.CHOIR, bx.SPECIAL) else 0 for k in range(d.kinds)]


def _faces_code(d: Box, score: Score) -> int:
    return sum(d.faces.index(face) << 8 * i for i, face in enumerate(score.faces))


def lay_clefs(d: Box, terms: Terms, cards: tuple[int, ...]) -> None:
    """SY-263 to SY-265: which clefs may use each note."""
    terms.clef_cards = cards
    score = terms.score
    masks = []
    for i in range(score.count):
        main, minor, low = d.clef_sets[terms.clef_set][cards[score.voice[i]]]
        masks.append(main | (minor if low <= score.position[i] <= low + 2 else 0))
    terms.note_clefs = bytes(masks)


def lay_board(d: Box, terms: Terms) -> None:
    """SY-027, SY-028, SY-029, SY-038: the printed spaces, covered notes, the deck, as every match begins."""
    setup = terms.setup
    score = terms.score
    inst = zeros(bx.PLACES * st.REC)
    space: i64 = 0
    if terms.easy:  # SY-294: neither Conductor nor Concertmaster
        space = bx.SPACES
    else:
        inst[st.CONDUCTOR_AT + st.KIND] = u8(d.conductor_kind + 1)
        inst[st.CONCERTMASTER_AT + st.KIND] = u8(d.concertmaster_kind + 1)
    first = d.concertmaster_kind * bx.SPACES
    while space < bx.SPACES:
        if d.spaces[first + space] == bx.BLACK:
            inst[st.CONCERTMASTER_AT + st.CELLS + st.LEFT + space] = u8(bx.NEUTRAL)
        space += 1
    notes = zeros(score.count * st.NOTE)
    note: i64 = 0
    while note < score.count:
        blue = score.colour[note] == bx.BLUE_NOTE and setup.cover_blue
        orange = score.colour[note] == bx.ORANGE_NOTE and setup.cover_orange
        if blue or orange:
            at = note * st.NOTE
            notes[at] = u8(bx.COVER)
            notes[at + st.BOTTOM] = u8(bx.COVER)
        note += 1
    terms.inst = inst
    terms.notes = notes
    terms.bag = counts(loose(d))


def _tokens(d: Box, s: State, host: Host) -> None:
    """SY-032 to SY-035."""
    left = zeros(bx.TOKENS)
    total: i64 = 0
    token: i64 = 0
    while token < bx.TOKENS:
        left[token] = u8(d.token_copies[token])
        total += i64(left[token])
        token += 1
    column: i64 = 0
    while column < bx.COLUMNS:
        s.desk[st.COLUMN_TOKEN + column] = u8(take_one(host, events.BAG_TOKEN, left, total, 0) + 1)
        total -= 1
        column += 1
    more = s.terms.n + 1
    while more > 0:
        s.desk[st.PENTAGON + take_one(host, events.BAG_TOKEN, left, total, 0)] += u8(1)
        total -= 1
        more -= 1
    score = s.terms.score
    note: i64 = 0
    while note < score.count:
        if score.value[note] == bx.MINIM:
            at = note * st.NOTE
            s.notes[at + st.NOTE_TOKEN] = u8(take_one(host, events.BAG_TOKEN, left, total, 0) + 1)
            total -= 1
        note += 1
    token = 0
    while token < bx.TOKENS:
        s.desk[st.POOL + token] = left[token]
        token += 1


def audience_cards(d: Box, terms: Terms) -> list[int]:
    """SY-191: the Virtuosity cards that may be dealt, as counts."""
    return [int(card.orchestra != terms.master.card.remove) for card in d.cards]


def _cards(d: Box, s: State, host: Host) -> None:
    """SY-039: objectives."""
    left = counts(audience_cards(d, s.terms))
    total: i64 = 0
    for count in left:
        total += i64(count)
    if s.terms.audience_private:
        player: i64 = 0
        while player < s.terms.n:
            i: i64 = 0
            while i < 2:
                card = take_one(host, events.BAG_VIRTUOSITY, left, total, BIT[player])
                total -= 1
                s.desk[st.CARDS_HELD + 2 * player + i] = u8(card + 1)
                i += 1
            player += 1
    if s.terms.audience_public:
        s.desk[st.PUBLIC] = u8(take_one(host, events.BAG_VIRTUOSITY, left, total, 0) + 1)


def _preset(d: Box, s: State) -> None:
    """SY-272 to SY-274."""
    n = s.terms.n
    preset = s.terms.orchestra
    for seat, kind, owners in preset.cards:
        seat_card(d, s, seat, kind, -1)
        if d.category[kind] != bx.CHOIR:
            s.bag[kind] -= u8(1)
        for part, owner in enumerate(owners):
            take_control(d, s, seat, part, (s.first + owner) % n)
    if s.terms.easy:
        return
    take_control(d, s, bx.CONDUCTOR, 0, (s.first + preset.conductor) % n)
    take_control(d, s, bx.CONCERTMASTER, 0, (s.first + preset.concertmaster) % n)
