"""A table read strictly from a position; hidden things are drawn so that they fit what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony import memory, names, secrets
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.data import MASTERS, score_of
from tutti.games.symphony.masters import Master, master
from tutti.games.symphony.memory import UNKNOWN, Counts, Memory, nothing
from tutti.games.symphony.options import SHEET_PRIZES
from tutti.games.symphony.setup import audience_cards, lay_clefs, loose, terms_of
from tutti.games.symphony.state import (
    BOTTOM,
    CARDS_HELD,
    CELLS,
    CHOIRS,
    COLUMN_TOKEN,
    KIND,
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
    zeros,
)
from tutti.games.symphony.steps.draft import packet_of
from tutti.games.symphony.tables import (
    BARS,
    COLUMNS,
    COVER,
    IN_BAR,
    NEUTRAL,
    OWN,
    PLACES,
    SEATS,
    SOURCE_NAMES,
    SOURCES,
    SPACES,
    TOKEN_NAMES,
    TOKENS,
    TRACK_NAMES,
    TRACKS,
    VOICES,
    Data,
)
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.facts import HIDDEN, Fields, Options
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


def load(game: Symphony, raw: Fields, options: Options, host: Host) -> State:
    """The state of a position; ``?`` is drawn by ``host``."""
    d = game.d
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    n = options.players
    s = empty(_terms(d, top, options))
    s.inst, s.notes, s.bag = zeros(PLACES * REC), zeros(s.terms.score.count * NOTE), zeros(KINDS)
    s.first = top.at("first").number(0, n - 1)
    s.holder = top.at("holder").number(0, n - 1)
    s.column = top.at("column").number(0, COLUMNS - 1)
    _orchestra(d, s, top.at("orchestra"))
    _score(s, top.at("score"))
    _tokens(s, top.at("tokens"))
    _tracks(s, top)
    _play(s, top.at("play"))
    for frame in top.at("stack").items():
        _frame(game, s, frame)
    _cards(d, s, top, host)
    _objectives(d, s, top.at("objectives"), host)
    _seals(d, s, top.at("sealed"), host)
    return s


def _terms(d: Data, top: Reader, options: Options) -> Terms:
    values = dict(options.values)
    chosen = top.at("master").one_of(("none", *MASTERS))
    if values["master"] not in ("random", chosen) or (values["master"] == "random" and chosen == "none"):
        top.at("master").wrong("master_not_chosen", rule="SY-023", found=chosen, expected=values["master"])
    rules: Master = master(d.plain if chosen == "none" else d.masters[MASTERS.index(chosen)])
    faces = tuple(face.one_of(d.faces) for face in top.at("sheets").items(3))
    terms = terms_of(d, options.players, values, rules, score_of(d, faces))
    cards = [card.number(1, 3) - 1 for card in top.at("clef_cards").items(3 if terms.clefs else 0)]
    if terms.clefs:
        if sorted(cards) != [0, 1, 2]:
            top.at("clef_cards").wrong("wrong_clef_cards", rule="SY-262", found=top.at("clef_cards").value)
        lay_clefs(d, terms, tuple(cards))
    prizes = [SHEET_PRIZES.index(prize.one_of(SHEET_PRIZES)) for prize in top.at("sheet_prizes").items(3)]
    terms.sheet_prizes = bytes(prizes)
    return terms


def _optional_player(reader: Reader, n: int) -> int:
    return 0 if reader.absent else reader.number(0, n - 1) + 1


def _disc(reader: Reader, n: int, cover: bool = False) -> int:
    if reader.absent:
        return 0
    if isinstance(reader.value, str):
        return NEUTRAL if reader.one_of(("black", "cover") if cover else ("black",)) == "black" else COVER
    return OWN + reader.number(0, n - 1)


def _token(reader: Reader) -> int:
    return 0 if reader.absent else TOKEN_NAMES.index(reader.one_of(TOKEN_NAMES)) + 1


def _mask(reader: Reader, high: int) -> int:
    return sum({1 << item.number(1, high) - 1 for item in reader.items()})


def _orchestra(d: Data, s: State, reader: Reader) -> None:
    n = int(s.terms.n)
    for name, row in reader.pairs():
        inst = names.place_number(name)
        row.only(INSTRUMENT_KEYS)
        if inst < 0 or (inst < 30 and s.terms.setup.board[inst] == 255):
            row.wrong("no_such_seat", rule="SY-002", found=name)
        base = inst * REC
        s.inst[base + KIND] = u8(d.ids.index(row.at("card").one_of(d.ids)) + 1)
        s.inst[base + WELL] = u8(int(row.at("well_placed").value is True))
        for part, owner in enumerate(row.at("owners").items(3)):
            s.inst[base + OWNER + part] = u8(_optional_player(owner, n))
        s.inst[base + TOKEN] = u8(_token(row.at("token")))
        s.inst[base + OPENED] = u8(_mask(row.at("opened"), SPACES))
        s.inst[base + STACK] = u8(row.at("stack").number(0, 3))
        sounded = (row.at("sounded").value is True) + 2 * (row.at("stacked").value is True)
        s.inst[base + SOUNDED] = u8(sounded)
        s.inst[base + SLOTS_HERE] = u8(_mask(row.at("conducted"), 3))
        s.inst[base + PLACER] = u8(_optional_player(row.at("placer"), n))
        for cell, disc in enumerate(row.at("discs").items(WIDTH)):
            s.inst[base + CELLS + cell] = u8(_disc(disc, n))


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


def _score(s: State, reader: Reader) -> None:
    for text, row in reader.pairs():
        i = _note_index(s, row, text)
        row.only(("discs", "token"))
        discs = row.at("discs").items()
        if len(discs) > 3:
            row.at("discs").wrong("too_high", rule="SY-127", found=len(discs))
        for at, reader_disc in enumerate(discs):
            s.notes[i * NOTE + BOTTOM + at] = u8(_disc(reader_disc, int(s.terms.n), cover=True))
            s.notes[i * NOTE] = s.notes[i * NOTE + BOTTOM + at]
        s.notes[i * NOTE + NOTE_TOKEN] = u8(_token(row.at("token")))


def _token_list(s: State, reader: Reader, at: int) -> None:
    for item in reader.items():
        s.desk[at + TOKEN_NAMES.index(item.one_of(TOKEN_NAMES))] += 1


def _tokens(s: State, reader: Reader) -> None:
    reader.only(("held", "unused", "pentagon", "columns"))
    for p, held in enumerate(reader.at("held").items(int(s.terms.n))):
        _token_list(s, held, p * TOKENS)
    _token_list(s, reader.at("unused"), POOL)
    _token_list(s, reader.at("pentagon"), PENTAGON)
    for column, item in enumerate(reader.at("columns").items(COLUMNS)):
        s.desk[COLUMN_TOKEN + column] = u8(_token(item))


def _tracks(s: State, top: Reader) -> None:
    n = int(s.terms.n)
    for p, row in enumerate(top.at("tracks").items(n)):
        row.only(TRACK_NAMES)
        for track, name in enumerate(TRACK_NAMES):
            s.desk[TRACK + p * TRACKS + track] = u8(row.at(name).number(0, 99))
    for p, row in enumerate(top.at("points").items(n)):
        row.only(SOURCE_NAMES)
        for source, name in enumerate(SOURCE_NAMES):
            s.points[p * SOURCES + source] = row.at(name).number()
    for sheet, row in enumerate(top.at("winners").items(3)):
        s.desk[WINNERS + sheet] = u8(sum({1 << item.number(0, n - 1) for item in row.items()}))


def _play(s: State, reader: Reader) -> None:
    reader.only(PLAY)
    for name, (low, high) in PLAY.items():
        setattr(s, name, reader.at(name).number(low, high))


def _frame(game: Symphony, s: State, reader: Reader) -> None:
    known = {step.name: step for step in game.steps}
    step = known[reader.at("step").one_of(known)]
    reader.only(("step", "player", "open", *step.fields))
    reader.at("player").number(-1, int(s.terms.n) - 1)
    for player in reader.at("open").items():
        player.number(0, int(s.terms.n) - 1)
    for name in step.fields:
        reader.at(name).number()
    s.stack.append(game.load_frame(reader.fields()))


# -- cards ---------------------------------------------------------------------------------------


def _counts(d: Data, reader: Reader) -> tuple[Counts, int]:
    """Cards that are named, and how many are hidden."""
    found, hidden = nothing(), 0
    for item in reader.items():
        if item.value == HIDDEN:
            hidden += 1
        else:
            found[d.ids.index(item.one_of(d.ids))] += 1
    return found, hidden


def _write(values: object, owner: int, counts: Counts) -> None:
    for kind in range(KINDS):
        values[owner * KINDS + kind] = u8(counts[kind])  # type: ignore[index]  # a vec, which has no type at run time


def _cards(d: Data, s: State, top: Reader, host: Host) -> None:
    n, size = int(s.terms.n), int(s.terms.packet)
    knower = top.get("knower")
    known = Memory(knower.number(-1, n - 1) if knower else -1)
    hands = [_counts(d, reader) for reader in top.at("hands").items(n)]
    for p in range(n):
        _write(s.hands, p, hands[p][0])
    aside = top.at("discards")
    if not aside.absent:
        s.discards = zeros(n * KINDS)
        for p, reader in enumerate(aside.items(n)):
            counts, _ = _counts(d, reader)
            _write(s.discards, p, counts)
            if p == known.player:
                known.discards = counts
    draft = top.at("draft")
    if not draft.absent:
        _draft(d, s, draft, known, size)
    for number, item in enumerate(top.at("choirs").items()):
        known.choirs.append(UNKNOWN if item.value == HIDDEN else d.ids.index(item.one_of(d.ids)))
        s.desk[CHOIRS + number] = u8(known.choirs[-1] + 1)
    bag = top.get("bag")
    if bag is not None:
        counts, _ = _counts(d, bag)
        _write(s.bag, 0, counts)
        return
    known.hand = hands[known.player][0] if known.player >= 0 else nothing()
    known.required = [
        memory.plus(
            memory.shown_by(s, q),
            nothing() if q == known.player else hands[q][0] if sum(hands[q][0]) else memory.announced(d, s, q),
        )
        for q in range(n)
    ]
    seen = top.get("choirs_seen")
    if seen is not None and not seen.absent:
        known.received, _ = _counts(d, seen)
    if s.terms.preset:
        _preset_bag(d, s)
    try:
        secrets.fill(d, s, known, host)
    except secrets.NoWorld:
        top.wrong("no_world_fits", rule="SY-018")


def _preset_bag(d: Data, s: State) -> None:
    """What a preset leaves in the deck."""
    left = loose(d)
    for seat in range(SEATS):
        kind = int(s.inst[seat * REC + KIND]) - 1
        if kind >= 0 and left[kind]:
            left[kind] -= 1
    _write(s.bag, 0, left)


def _draft(d: Data, s: State, reader: Reader, known: Memory, size: int) -> None:
    n = int(s.terms.n)
    if not size:
        reader.wrong("no_draft", rule="SY-179")
    reader.only(("picks", "packets", "seen"))
    s.packets, s.picks = zeros(n * KINDS), zeros(n * size)
    rows = reader.at("picks").items(n)
    for p, row in enumerate(rows):
        picks = row.items()
        if len(picks) > size or len(picks) != len(rows[0].value):
            row.wrong("wrong_length", expected=len(rows[0].value), found=len(picks))
        s.round = len(picks)
        known.picks.append([UNKNOWN if i.value == HIDDEN else d.ids.index(i.one_of(d.ids)) for i in picks])
        for r, kind in enumerate(known.picks[-1]):
            s.picks[p * size + r] = u8(kind + 1)
    packets = reader.get("packets")
    if packets is not None:
        for k, row in enumerate(packets.items(n)):
            _write(s.packets, k, _counts(d, row)[0])
    seen = reader.get("seen")
    known.seen = [_counts(d, row)[0] for row in seen.items()] if seen else []


# -- objectives and seals ------------------------------------------------------------------------


def _objectives(d: Data, s: State, reader: Reader, host: Host) -> None:
    n = int(s.terms.n)
    reader.only(("public", "revealed", "held"))
    left = audience_cards(d, s.terms)
    hidden: list[int] = []

    def put(item: Reader, at: int) -> None:
        if item.value == HIDDEN:
            hidden.append(at)
        elif not item.absent:
            card = item.number(1, len(d.cards))
            if not left[card - 1]:
                item.wrong("card_twice", rule="SY-191", found=card)
            left[card - 1] = 0
            s.desk[at] = u8(card)

    put(reader.at("public"), PUBLIC)
    for p, item in enumerate(reader.at("revealed").items(n)):
        put(item, REVEALED + p)
    for p, row in enumerate(reader.at("held").items(n)):
        if len(row.items()) > 2:
            row.wrong("wrong_length", expected=2, found=len(row.items()))
        for i, item in enumerate(row.items()):
            put(item, CARDS_HELD + 2 * p + i)
    for at in hidden:
        s.desk[at] = u8(secrets.draw(host, left) + 1)


def _seals(d: Data, s: State, reader: Reader, host: Host) -> None:
    step = s.stack[-1].step if s.stack else -1
    for p, item in enumerate(reader.items(int(s.terms.n))):
        if item.absent:
            continue
        if step not in (S_DRAFT, S_OBJECTIVE):
            item.wrong("nothing_sealed", found=item.value)
        if step == S_OBJECTIVE:
            held = [int(s.desk[CARDS_HELD + 2 * p + i]) for i in range(2)]
            choice = held[secrets.draw(host, [1, 1])] if item.value == HIDDEN else item.number(1, len(d.cards))
            s.desk[SEALED + p] = u8(choice)
        else:
            packet = memory.counts_at(s.packets, int(packet_of(s, p)))
            kind = secrets.draw(host, packet) if item.value == HIDDEN else d.ids.index(item.one_of(d.ids))
            s.desk[SEALED + p] = u8(kind + 1)
