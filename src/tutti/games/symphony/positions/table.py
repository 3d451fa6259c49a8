"""What lies open, written and read: the orchestra, the score, tokens, tracks, points and the play that is on."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import open_linked, seat_card, take_control
from tutti.games.symphony.rules.scoring import discs_on
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.views.view import column_tokens, tokens_at
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader, Supply
from tutti.kernel.types import Fields, Json

MOST_POINTS = 9999
BY_NAME = {
    "tracks": ("desk", st.TRACK, bx.TRACK_NAMES, (0, 99)),
    "points": ("points", 0, bx.SOURCE_NAMES, (-MOST_POINTS, MOST_POINTS)),
}
"""Numbers by player and name: an array of the state, where they begin there, their least and most."""
NOTES, PLAYERS = 255, 5
PLAY = {
    "inst_now": (-1, bx.PLACES - 1), "who": (-1, PLAYERS), "cell": (-1, 9), "second": (-1, 9), "note": (-1, NOTES),
    "clashing": (0, 1), "near": (-1, NOTES), "last": (-1, NOTES), "part": (0, 2), "placed": (0, 99), "coda": (0, 1),
    "conducted": (0, 1), "grouping": (0, 1), "must": (0, 1), "replay": (0, 1),
}  # fmt: skip
"""The fields of the state that tell of a play, with their least and most; notes and players by the match."""


class Pool(Supply):
    """SY-035: the musician tokens that nobody has named yet."""

    def __init__(self, d: Box) -> None:
        super().__init__(d.token_copies, "too_many_tokens", "SY-035")

    def token(self, reader: Reader) -> int:
        """A token + 1, or 0 for none."""
        if reader.absent:
            return 0
        token = reader.pick(bx.TOKEN_NAMES)
        return self.take(reader, token, token=reader.value, copies=self.copies[token]) + 1

    def rest(self) -> list[str]:
        return [name for token, name in enumerate(bx.TOKEN_NAMES) for _ in range(self.left[token])]


# -- the orchestra -------------------------------------------------------------------------------


def orchestra(d: Box, s: State) -> Fields:
    found: Fields = {}
    for inst in range(bx.PLACES):
        base = inst * st.REC
        if s.inst[base + st.KIND]:
            found[names.place(inst)] = _instrument(d, [int(fact) for fact in s.inst[base : base + st.REC]])
    return found


def _instrument(d: Box, facts: list[int]) -> Fields:
    """From the facts of its place, all at once: records dump after every entry."""
    placer = facts[st.PLACER]
    return {
        "card": d.ids[facts[st.KIND] - 1],
        "well_placed": bool(facts[st.WELL]),
        "owners": [owner - 1 if owner else None for owner in facts[st.OWNER : st.OWNER + 3]],
        "token": names.token(facts[st.TOKEN] - 1),
        "opened": _bits(facts[st.OPENED], 1),
        "stack": facts[st.STACK],
        "sounded": bool(facts[st.SOUNDED] & 1),
        "stacked": bool(facts[st.SOUNDED] & 2),
        "conducted": _bits(facts[st.SLOTS_HERE], 1),
        "placer": placer - 1 if placer else None,
        "discs": [names.disc(disc) for disc in facts[st.CELLS : st.CELLS + st.WIDTH]],
    }


def _bits(mask: int, first: int = 0) -> list[int]:
    """The numbers in a mask whose lowest bit stands for ``first``."""
    return [first + bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def read_orchestra(d: Box, s: State, reader: Reader, pool: Pool) -> None:
    seatable = [d.ids[kind] for kind in range(d.kinds) if d.category[kind] != bx.SPECIAL]
    known = _instrument(d, [0] * st.REC)
    for name, row in reader.pairs():
        inst = names.place_number(name)
        row.only(known)
        if inst < 0 or (inst < bx.SEATS and s.terms.setup.board[inst] == bx.NO_SEAT):
            row.wrong("no_such_seat", rule="SY-002", found=name)
        if inst >= bx.SEATS and s.terms.easy:
            row.wrong("not_in_easy", rule="SY-294", found=name)
        if inst < bx.SEATS:
            seat_card(d, s, inst, d.ids.index(row.at("card").one_of(seatable)), -1)
        else:
            row.usual("card", name).one_of([name])
        _read_instrument(d, s, SeatedInstrument(s, inst), row, pool)


def _read_instrument(d: Box, s: State, seat: SeatedInstrument, row: Reader, pool: Pool) -> None:
    """One instrument: as it was when it got its owners, but for what is said."""
    n = int(s.terms.n)
    seat.token_code = pool.token(row.usual("token", None))
    eclectic = seat.token == bx.ECLECTIC
    seat.well = row.usual("well_placed", bool(seat.well) or eclectic).truth()
    owners = row.usual("owners", []).items()
    for part, owner in enumerate(owners):
        if owner.absent:
            continue
        player = owner.number(0, n - 1)
        if part >= d.part_count[seat.kind]:
            owner.wrong("no_such_part", rule="SY-121", found=part + 1)
        take_control(d, s, seat.inst, part, player)
    if eclectic and seat.owner:
        open_linked(d, s, seat.inst)
    seat.opened = row.usual("opened", _bits(seat.opened, 1)).mask(lambda space: space.number(1, bx.SPACES) - 1)
    seat.stack = row.usual("stack", 0).number(0, 3)
    seat.sounded = row.usual("sounded", False).truth() + 2 * row.usual("stacked", seat.stack > 0).truth()
    seat.slots = row.usual("conducted", []).mask(lambda slot: slot.number(1, 3) - 1)
    usual = owners[0].value if s.terms.progressive and owners and seat.inst < bx.SEATS else None  # SY-251
    placer = row.usual("placer", usual)
    seat.placer = 0 if placer.absent else placer.number(0, n - 1) + 1
    discs = row.get("discs")
    if discs is not None:
        seat.cells = _discs(discs, n)


def _discs(reader: Reader, n: int) -> list[int]:
    """The note spaces from left to right; or all nine cells, the three for extra discs at the left first."""
    given = reader.items()
    if len(given) != st.WIDTH and len(given) > bx.SPACES:
        reader.wrong("wrong_length", expected=st.WIDTH, found=len(given))
    row = [0 if disc.absent else _disc(disc, n) for disc in given]
    return row if len(row) == st.WIDTH else [0] * st.LEFT + row + [0] * (bx.SPACES - len(row))


def _disc(reader: Reader, n: int, special: tuple[str, ...] = (names.BLACK,)) -> int:
    if isinstance(reader.value, str):
        return bx.NEUTRAL if reader.one_of(special) == names.BLACK else bx.COVER
    return bx.OWN + reader.number(0, n - 1)


# -- the score -----------------------------------------------------------------------------------


def _notes(s: State) -> list[str]:
    return [names.note(int(code)) for code in s.terms.score.code[: s.terms.score.count]]


def score(s: State) -> Fields:
    """Notes with something on them."""
    found: Fields = {}
    for i, note in enumerate(_notes(s)):
        discs = [names.disc(disc) for disc in discs_on(s, i)]
        at = i * st.NOTE
        token = names.token(int(s.notes[at + st.NOTE_TOKEN]) - 1)
        if discs or token:
            found[note] = {"discs": discs, "token": token}
    return found


def read_score(s: State, reader: Reader, pool: Pool) -> None:
    """Notes that are not named are free, or out of play as SY-027 says."""
    notes = {note: i for i, note in enumerate(_notes(s))}
    for text, row in reader.pairs():
        plain = ".".join(str(int(piece)) if piece.isdecimal() else piece for piece in text.split("."))
        if plain not in notes:
            row.wrong("no_such_note", rule="SY-012", found=text)
        at = notes[plain] * st.NOTE
        row.only(("discs", "token"))
        s.notes[at + st.NOTE_TOKEN] = u8(pool.token(row.usual("token", None)))
        given = row.get("discs")
        if given is None:
            continue
        discs = [_disc(disc, int(s.terms.n), (names.BLACK, names.COVERED)) for disc in given.items()]
        if len(discs) > 3:
            given.wrong("too_high", rule="SY-127", found=len(discs))
        covers = [int(s.terms.notes[at])] if s.terms.notes[at] else []
        if [disc for disc in discs if disc == bx.COVER] != covers or discs[: len(covers)] != covers:
            given.wrong("wrong_cover", rule="SY-027")
        for i, disc in enumerate((*discs, 0, 0, 0)[:3]):
            s.notes[at + st.BOTTOM + i] = u8(disc)
        s.notes[at] = u8(discs[-1] if discs else 0)


# -- what is counted -----------------------------------------------------------------------------


def counted(s: State) -> Fields:
    n = int(s.terms.n)
    return {
        "tokens": {
            "held": [tokens_at(s, p * bx.TOKENS) for p in range(n)],
            "unused": tokens_at(s, st.POOL),
            "pentagon": tokens_at(s, st.PENTAGON),
            "columns": column_tokens(s),
        },
        **{
            key: [{name: int(getattr(s, array)[at + p * len(row) + i]) for i, name in enumerate(row)} for p in range(n)]
            for key, (array, at, row, _) in BY_NAME.items()
        },
        "winners": [_bits(int(s.desk[st.WINNERS + sheet])) for sheet in range(3)],
    }


def play(s: State) -> dict[str, Json]:
    return {name: int(getattr(s, name)) for name in PLAY}


def read_counted(s: State, top: Reader, pool: Pool) -> None:
    n = int(s.terms.n)
    _read_tokens(s, top.usual("tokens", {}), pool)
    for key, (array, at, known, bounds) in BY_NAME.items():
        for p, row in enumerate(top.usual(key, [{}] * n).items(n)):
            row.only(known)
            for i, name in enumerate(known, at + p * len(known)):
                getattr(s, array)[i] = row.usual(name, 0).number(*bounds)
    for sheet, row in enumerate(top.usual("winners", [[]] * 3).items(3)):
        s.desk[st.WINNERS + sheet] = u8(row.mask(lambda player: player.number(0, n - 1)))
    playing, usual = top.usual("play", {}), play(s)
    playing.only(PLAY)
    for name, (low, high) in PLAY.items():
        most = {NOTES: int(s.terms.score.count) - 1, PLAYERS: n - 1}.get(high, high)
        setattr(s, name, playing.usual(name, usual[name]).number(low, most))


def _read_tokens(s: State, reader: Reader, pool: Pool) -> None:
    """SY-035: what is not named anywhere is the unused pool."""
    n = int(s.terms.n)
    reader.only(("held", "unused", "pentagon", "columns"))

    def lay(row: Reader, at: int) -> None:
        for item in row.items():
            item.one_of(bx.TOKEN_NAMES)  # null is no token
            s.desk[at + pool.token(item) - 1] += 1

    for p, held in enumerate(reader.usual("held", [[]] * n).items(n)):
        lay(held, p * bx.TOKENS)
    lay(reader.usual("pentagon", []), st.PENTAGON)
    for column, item in enumerate(reader.usual("columns", [None] * bx.COLUMNS).items(bx.COLUMNS)):
        s.desk[st.COLUMN_TOKEN + column] = u8(pool.token(item))
    unused = reader.usual("unused", pool.rest())
    lay(unused, st.POOL)
    if pool.rest():
        unused.wrong("tokens_missing", rule="SY-035", missing=pool.rest())
