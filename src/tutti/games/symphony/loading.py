"""A table read strictly from a position: what it leaves out is as it was at the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony import dealt, memory, names, pending, secrets, sound
from tutti.games.symphony.box import (
    BARS,
    COLUMNS,
    COVER,
    ECLECTIC,
    IN_BAR,
    NEUTRAL,
    NO_SEAT,
    OWN,
    PLACES,
    SEATS,
    SOURCE_NAMES,
    SOURCES,
    SPACES,
    SPECIAL,
    TOKEN_NAMES,
    TOKENS,
    TRACK_NAMES,
    TRACKS,
    VOICES,
    Box,
)
from tutti.games.symphony.instruments import open_linked, seat_card, take_control
from tutti.games.symphony.masters import Master, master
from tutti.games.symphony.options import SHEET_PRIZES
from tutti.games.symphony.pack import MASTERS, score_of
from tutti.games.symphony.setup import audience_cards, lay_clefs, terms_of
from tutti.games.symphony.state import (
    BOTTOM,
    CARDS_HELD,
    CELLS,
    COLUMN_TOKEN,
    KIND,
    LEFT,
    NOTE,
    NOTE_TOKEN,
    OPENED,
    OWNER,
    PENTAGON,
    PLACER,
    POOL,
    PUBLIC,
    REC,
    REVEALED,
    S_DRAFT,
    S_OBJECTIVE,
    SEALED,
    SLOTS_HERE,
    SOUNDED,
    STACK,
    TOKEN,
    TRACK,
    WELL,
    WIDTH,
    WINNERS,
    State,
    Terms,
    empty,
)
from tutti.games.symphony.steps.draft import packet_of
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.facts import HIDDEN, Fields, Json, Options
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony

KEYS = (
    "stack", "first", "holder", "column", "master", "sheets", "clef_cards", "sheet_prizes", "orchestra", "score",
    "tokens", "tracks", "points", "winners", "objectives", "sealed", "play", "knower", "hands", "discards", "draft",
    "choirs", "choirs_seen", "bag",
)  # fmt: skip
INSTRUMENT_KEYS = (
    "card", "well_placed", "owners", "token", "opened", "stack", "sounded", "stacked", "conducted", "placer", "discs",
)  # fmt: skip
PLAY = {
    "inst_now": (-1, PLACES - 1), "who": (-1, 5), "cell": (-1, 9), "second": (-1, 9), "note": (-1, 255),
    "clashing": (0, 1), "near": (-1, 255), "last": (-1, 255), "part": (0, 2), "placed": (0, 99), "coda": (0, 1),
    "conducted": (0, 1), "grouping": (0, 1), "must": (0, 1), "replay": (0, 1),
}  # fmt: skip
MOST_POINTS = 9999


def load(game: Symphony, raw: Fields, options: Options, host: Host) -> State:
    """The state of a position; ``?`` is drawn by ``host``."""
    d = game.d
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    s = empty(_terms(d, top, options))
    s.first = _settled(top, "first", options.values["first_player"]).number(0, int(s.terms.n) - 1)
    pool = _Pool(d)
    _orchestra(d, s, top.at("orchestra"), pool)
    _score(s, top.usual("score", {}), pool)
    _tokens(s, top.usual("tokens", {}), pool)
    _counted(s, top)
    _play(s, top.usual("play", {}))
    pending.read(game, s, top)
    dealt.read(d, s, top, host)
    _objectives(d, s, top.usual("objectives", {}), host)
    _seals(d, s, top, host)
    for fault in sound.faults(d, s):
        raise fault
    pending.answerable(game, s, top, host)
    return s


def _settled(top: Reader, key: str, chosen: Json) -> Reader:
    """A key that an option may have settled: then it can be left out, and must agree."""
    if chosen is None:
        return top.at(key)
    found = top.usual(key, chosen)
    if found.value != chosen:
        found.wrong("not_chosen", found=found.value, expected=chosen)
    return found


def _terms(d: Box, top: Reader, options: Options) -> Terms:
    values = dict(options.values)
    wish = values["master"]
    chosen = _settled(top, "master", None if wish == "random" else wish)
    name = chosen.one_of(MASTERS if wish == "random" else (wish,))
    rules: Master = master(d.plain if name == "none" else d.masters[MASTERS.index(name)])
    terms = terms_of(d, options.players, values, rules, score_of(d, _faces(d, top, values)))
    cards = top.at("clef_cards") if terms.clefs else top.usual("clef_cards", [])
    order = [card.number(1, 3) - 1 for card in cards.items(3 if terms.clefs else 0)]
    if terms.clefs:
        if sorted(order) != [0, 1, 2]:
            cards.wrong("wrong_clef_cards", rule="SY-262", found=cards.value)
        lay_clefs(d, terms, tuple(order))
    terms.sheet_prizes = _prizes(top, values)
    return terms


def _faces(d: Box, top: Reader, values: Fields) -> tuple[str, ...]:
    """SY-024, SY-025."""
    faces: list[str] = []
    for item in _settled(top, "sheets", values["sheets"]).items(3):
        face = item.one_of(d.faces)
        if d.face_sheet[face] in [d.face_sheet[other] for other in faces]:
            item.wrong("sheet_twice", rule="SY-025", sheet=d.face_sheet[face])
        if values["sides"] == "white" and d.face_black[face]:
            item.wrong("black_side", rule="SY-024", face=face)
        faces.append(face)
    return tuple(faces)


def _prizes(top: Reader, values: Fields) -> bytes:
    """SY-214: it matters only where a sheet prize lies on its variable side."""
    drawn = any(name.startswith("sheet") for name in values["variable_prizes"])
    wish = values["sheet_prizes"]
    usual = top.usual("sheet_prizes", list(SHEET_PRIZES))
    given = _settled(top, "sheet_prizes", wish) if wish or drawn else usual
    prizes = [SHEET_PRIZES.index(prize.one_of(SHEET_PRIZES)) for prize in given.items(3)]
    if len(set(prizes)) < 3:
        given.wrong("wrong_prizes", expected=list(SHEET_PRIZES))
    return bytes(prizes)


# -- the orchestra and the score -------------------------------------------------------------------


class _Pool:
    """SY-035: the musician tokens that nobody has named yet."""

    def __init__(self, d: Box) -> None:
        self.copies = d.token_copies
        self.left = list(d.token_copies)

    def take(self, reader: Reader) -> int:
        """A token + 1, or 0 for none."""
        if reader.absent:
            return 0
        token = TOKEN_NAMES.index(reader.one_of(TOKEN_NAMES))
        if not self.left[token]:
            reader.wrong("too_many_tokens", rule="SY-035", token=reader.value, copies=self.copies[token])
        self.left[token] -= 1
        return token + 1


def _optional_player(reader: Reader, n: int) -> int:
    return 0 if reader.absent else reader.number(0, n - 1) + 1


def _disc(reader: Reader, n: int, special: tuple[str, ...] = (names.BLACK,)) -> int:
    if isinstance(reader.value, str):
        return NEUTRAL if reader.one_of(special) == names.BLACK else COVER
    return OWN + reader.number(0, n - 1)


def _mask(reader: Reader, high: int) -> int:
    return sum({1 << item.number(1, high) - 1 for item in reader.items()})


def _orchestra(d: Box, s: State, reader: Reader, pool: _Pool) -> None:
    seatable = [d.ids[kind] for kind in range(d.kinds) if d.category[kind] != SPECIAL]
    for name, row in reader.pairs():
        inst = names.place_number(name)
        row.only(INSTRUMENT_KEYS)
        if inst < 0 or (inst < SEATS and s.terms.setup.board[inst] == NO_SEAT):
            row.wrong("no_such_seat", rule="SY-002", found=name)
        if inst < SEATS:
            seat_card(d, s, inst, d.ids.index(row.at("card").one_of(seatable)), -1)
        else:
            row.usual("card", name).one_of([name])
        _instrument(d, s, inst, row, pool)


def _instrument(d: Box, s: State, inst: int, row: Reader, pool: _Pool) -> None:
    """One instrument: as it was when it got its owners, but for what is said."""
    n, base = int(s.terms.n), inst * REC
    s.inst[base + TOKEN] = u8(pool.take(row.usual("token", None)))
    eclectic = int(s.inst[base + TOKEN]) == ECLECTIC + 1
    s.inst[base + WELL] = u8(row.usual("well_placed", bool(s.inst[base + WELL]) or eclectic).truth())
    owners = row.usual("owners", []).items()
    for part, owner in enumerate(owners):
        number = _optional_player(owner, n)
        if number and part >= d.part_count[int(s.inst[base + KIND]) - 1]:
            owner.wrong("no_such_part", rule="SY-121", found=part + 1)
        if number:
            take_control(d, s, inst, part, number - 1)
    if eclectic and s.inst[base + OWNER]:
        open_linked(d, s, inst)
    opened = row.get("opened")
    if opened is not None:
        s.inst[base + OPENED] = u8(_mask(opened, SPACES))
    stack = row.usual("stack", 0).number(0, 3)
    s.inst[base + STACK] = u8(stack)
    s.inst[base + SOUNDED] = u8(row.usual("sounded", False).truth() + 2 * row.usual("stacked", stack > 0).truth())
    s.inst[base + SLOTS_HERE] = u8(_mask(row.usual("conducted", []), 3))
    placer = owners[0].value if s.terms.progressive and owners and inst < SEATS else None  # SY-251
    s.inst[base + PLACER] = u8(_optional_player(row.usual("placer", placer), n))
    discs = row.get("discs")
    if discs is not None:
        _discs(s, base + CELLS, discs)


def _discs(s: State, at: int, reader: Reader) -> None:
    """The note spaces from left to right; or all nine cells, the three for extra discs at the left first."""
    given = reader.items()
    if len(given) != WIDTH and len(given) > SPACES:
        reader.wrong("wrong_length", expected=WIDTH, found=len(given))
    first = 0 if len(given) == WIDTH else LEFT
    for cell in range(WIDTH):
        s.inst[at + cell] = u8(0)
    for cell, disc in enumerate(given, first):
        s.inst[at + cell] = u8(0 if disc.absent else _disc(disc, int(s.terms.n)))


def _note_index(s: State, reader: Reader, text: str) -> int:
    pieces = text.split(".")
    if len(pieces) == 3 and all(piece.isdecimal() for piece in pieces):
        voice, bar, number = (int(piece) - 1 for piece in pieces)
        if 0 <= voice < VOICES and 0 <= bar < BARS and 0 <= number < IN_BAR:
            found = s.terms.score.at[(voice * BARS + bar) * IN_BAR + number]
            if found:
                return found - 1
    reader.wrong("no_such_note", rule="SY-012", found=text)
    return None


def _score(s: State, reader: Reader, pool: _Pool) -> None:
    """Notes that are not named are free, or out of play as SY-027 says."""
    for text, row in reader.pairs():
        at = _note_index(s, row, text) * NOTE
        row.only(("discs", "token"))
        s.notes[at + NOTE_TOKEN] = u8(pool.take(row.usual("token", None)))
        given = row.get("discs")
        if given is None:
            continue
        discs = [_disc(disc, int(s.terms.n), (names.BLACK, names.COVERED)) for disc in given.items()]
        if len(discs) > 3:
            given.wrong("too_high", rule="SY-127", found=len(discs))
        covers = [int(s.terms.notes[at])] if s.terms.notes[at] else []
        if [disc for disc in discs if disc == COVER] != covers or discs[: len(covers)] != covers:
            given.wrong("wrong_cover", rule="SY-027")
        for i, disc in enumerate((*discs, 0, 0, 0)[:3]):
            s.notes[at + BOTTOM + i] = u8(disc)
        s.notes[at] = u8(discs[-1] if discs else 0)


# -- tokens, tracks, points, the play that is on ---------------------------------------------------


def _tokens(s: State, reader: Reader, pool: _Pool) -> None:
    """SY-035: what is not named anywhere is the unused pool."""
    n = int(s.terms.n)
    reader.only(("held", "unused", "pentagon", "columns"))

    def lay(row: Reader, at: int) -> None:
        for item in row.items():
            item.one_of(TOKEN_NAMES)  # null is no token
            s.desk[at + pool.take(item) - 1] += 1

    for p, held in enumerate(reader.usual("held", [[]] * n).items(n)):
        lay(held, p * TOKENS)
    lay(reader.usual("pentagon", []), PENTAGON)
    for column, item in enumerate(reader.usual("columns", [None] * COLUMNS).items(COLUMNS)):
        s.desk[COLUMN_TOKEN + column] = u8(pool.take(item))
    rest = [name for token, name in enumerate(TOKEN_NAMES) for _ in range(pool.left[token])]
    unused = reader.usual("unused", rest)
    lay(unused, POOL)
    missing = [name for token, name in enumerate(TOKEN_NAMES) for _ in range(pool.left[token])]
    if missing:
        unused.wrong("tokens_missing", rule="SY-035", missing=missing)


def _counted(s: State, top: Reader) -> None:
    n = int(s.terms.n)
    for p, row in enumerate(top.usual("tracks", [{}] * n).items(n)):
        row.only(TRACK_NAMES)
        for track, kind in enumerate(TRACK_NAMES):
            s.desk[TRACK + p * TRACKS + track] = u8(row.usual(kind, 0).number(0, 99))
    for p, row in enumerate(top.usual("points", [{}] * n).items(n)):
        row.only(SOURCE_NAMES)
        for source, name in enumerate(SOURCE_NAMES):
            s.points[p * SOURCES + source] = row.usual(name, 0).number(-MOST_POINTS, MOST_POINTS)
    for sheet, row in enumerate(top.usual("winners", [[]] * 3).items(3)):
        s.desk[WINNERS + sheet] = u8(sum({1 << item.number(0, n - 1) for item in row.items()}))


def _play(s: State, reader: Reader) -> None:
    reader.only(PLAY)
    for name, (low, high) in PLAY.items():
        most = {255: int(s.terms.score.count) - 1, 5: int(s.terms.n) - 1}.get(high, high)
        setattr(s, name, reader.usual(name, int(getattr(s, name))).number(low, most))


# -- objectives and seals ------------------------------------------------------------------------


def _objectives(d: Box, s: State, reader: Reader, host: Host) -> None:
    n = int(s.terms.n)
    reader.only(("public", "revealed", "held"))
    left = audience_cards(d, s.terms)
    hidden: list[int] = []

    def put(item: Reader, at: int, expected: bool) -> None:
        if item.absent and not expected:
            return
        if item.value == HIDDEN and expected:
            hidden.append(at)
            return
        card = item.number(1, len(d.cards))
        if not expected:
            item.wrong("no_objective", rule="SY-185", found=card)
        if not left[card - 1]:
            item.wrong("card_twice", rule="SY-191", found=card)
        left[card - 1] = 0
        s.desk[at] = u8(card)

    public = reader.at("public") if s.terms.audience_public else reader.usual("public", None)
    put(public, PUBLIC, s.terms.audience_public)
    shown = s.terms.audience_private and pending.objectives_shown(s)
    for p, item in enumerate(reader.usual("revealed", [HIDDEN if shown else None] * n).items(n)):
        put(item, REVEALED + p, shown)
    count = 0 if not s.terms.audience_private else 1 if shown else 2
    for p, row in enumerate(reader.usual("held", [[HIDDEN] * count] * n).items(n)):
        for i, item in enumerate(row.items(count)):
            put(item, CARDS_HELD + 2 * p + i, True)
    for at in hidden:
        s.desk[at] = u8(secrets.draw(host, left) + 1)


def _seals(d: Box, s: State, top: Reader, host: Host) -> None:
    n = int(s.terms.n)
    f = s.stack[-1] if s.stack else None
    sealing = f if f and f.step in (S_DRAFT, S_OBJECTIVE) else None
    for p, item in enumerate(top.usual("sealed", [None] * n).items(n)):
        answered = sealing is not None and not sealing.open & BIT[p]
        if item.absent and answered:
            item.wrong("answer_missing", player=p)
        if item.absent:
            continue
        if not answered or sealing is None:
            item.wrong("nothing_sealed", found=item.value)
        if sealing.step == S_OBJECTIVE:
            held = [int(s.desk[CARDS_HELD + 2 * p + i]) for i in range(2)]
            choice = held[secrets.draw(host, [1, 1])] if item.value == HIDDEN else item.number(1, len(d.cards))
            if choice not in held:
                item.wrong("not_one_of", found=choice, known=held)
            s.desk[SEALED + p] = u8(choice)
        else:
            packet = memory.counts_at(s.packets, int(packet_of(s, p)))
            known = [d.ids[kind] for kind, count in enumerate(packet) if count]
            kind = secrets.draw(host, packet) if item.value == HIDDEN else d.ids.index(item.one_of(known))
            s.desk[SEALED + p] = u8(kind + 1)
