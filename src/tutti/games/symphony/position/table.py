"""The orchestra and the score of a position, written and read."""

from __future__ import annotations

from tutti.games.symphony import box as t
from tutti.games.symphony import names
from tutti.games.symphony.box import Box
from tutti.games.symphony.instruments import open_linked, seat_card, take_control
from tutti.games.symphony.points import discs_on
from tutti.games.symphony.position.counted import Pool
from tutti.games.symphony.position.seat import Seat
from tutti.games.symphony.state import BOTTOM, LEFT, NOTE, NOTE_TOKEN, WIDTH, State
from tutti.kernel.facts import Fields
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader

INSTRUMENT_KEYS = (
    "card", "well_placed", "owners", "token", "opened", "stack", "sounded", "stacked", "conducted", "placer", "discs",
)  # fmt: skip


def orchestra(d: Box, s: State) -> Fields:
    seats = [Seat(s, inst) for inst in range(t.PLACES)]
    return {names.place(seat.inst): _instrument(d, seat) for seat in seats if seat.code}


def _instrument(d: Box, seat: Seat) -> Fields:
    return {
        "card": d.ids[seat.kind],
        "well_placed": bool(seat.well),
        "owners": [owner if owner >= 0 else None for owner in seat.controllers],
        "token": names.token(seat.token),
        "opened": _numbers(seat.opened),
        "stack": seat.stack,
        "sounded": bool(seat.sounded & 1),
        "stacked": bool(seat.sounded & 2),
        "conducted": _numbers(seat.slots),
        "placer": seat.placer - 1 if seat.placer else None,
        "discs": [names.disc(disc) for disc in seat.cells],
    }


def _numbers(mask: int) -> list[int]:
    return [bit + 1 for bit in range(t.SPACES) if mask >> bit & 1]


def score(s: State) -> Fields:
    """Notes with something on them."""
    found: Fields = {}
    for i in range(s.terms.score.count):
        discs = [names.disc(disc) for disc in discs_on(s, i)]
        token = names.token(int(s.notes[i * NOTE + NOTE_TOKEN]) - 1)
        if discs or token:
            found[names.note(int(s.terms.score.code[i]))] = {"discs": discs, "token": token}
    return found


# -- reading -----------------------------------------------------------------------------------


def _mask(reader: Reader, high: int) -> int:
    return sum({1 << item.number(1, high) - 1 for item in reader.items()})


def _optional_player(reader: Reader, n: int) -> int:
    return 0 if reader.absent else reader.number(0, n - 1) + 1


def _disc(reader: Reader, n: int, special: tuple[str, ...] = (names.BLACK,)) -> int:
    if isinstance(reader.value, str):
        return t.NEUTRAL if reader.one_of(special) == names.BLACK else t.COVER
    return t.OWN + reader.number(0, n - 1)


def read_orchestra(d: Box, s: State, reader: Reader, pool: Pool) -> None:
    seatable = [d.ids[kind] for kind in range(d.kinds) if d.category[kind] != t.SPECIAL]
    for name, row in reader.pairs():
        inst = names.place_number(name)
        row.only(INSTRUMENT_KEYS)
        if inst < 0 or (inst < t.SEATS and s.terms.setup.board[inst] == t.NO_SEAT):
            row.wrong("no_such_seat", rule="SY-002", found=name)
        if inst < t.SEATS:
            seat_card(d, s, inst, d.ids.index(row.at("card").one_of(seatable)), -1)
        else:
            row.usual("card", name).one_of([name])
        _read_instrument(d, s, Seat(s, inst), row, pool)


def _read_instrument(d: Box, s: State, seat: Seat, row: Reader, pool: Pool) -> None:
    """One instrument: as it was when it got its owners, but for what is said."""
    n = int(s.terms.n)
    seat.token_code = pool.take(row.usual("token", None))
    eclectic = seat.token == t.ECLECTIC
    seat.well = row.usual("well_placed", bool(seat.well) or eclectic).truth()
    owners = row.usual("owners", []).items()
    for part, owner in enumerate(owners):
        number = _optional_player(owner, n)
        if number and part >= d.part_count[seat.kind]:
            owner.wrong("no_such_part", rule="SY-121", found=part + 1)
        if number:
            take_control(d, s, seat.inst, part, number - 1)
    if eclectic and seat.owner:
        open_linked(d, s, seat.inst)
    seat.opened = _mask(row.usual("opened", _numbers(seat.opened)), t.SPACES)
    seat.stack = row.usual("stack", 0).number(0, 3)
    seat.sounded = row.usual("sounded", False).truth() + 2 * row.usual("stacked", seat.stack > 0).truth()
    seat.slots = _mask(row.usual("conducted", []), 3)
    placer = owners[0].value if s.terms.progressive and owners and seat.inst < t.SEATS else None  # SY-251
    seat.placer = _optional_player(row.usual("placer", placer), n)
    discs = row.get("discs")
    if discs is not None:
        seat.cells = _discs(discs, n)


def _discs(reader: Reader, n: int) -> list[int]:
    """The note spaces from left to right; or all nine cells, the three for extra discs at the left first."""
    given = reader.items()
    if len(given) != WIDTH and len(given) > t.SPACES:
        reader.wrong("wrong_length", expected=WIDTH, found=len(given))
    row = [0 if disc.absent else _disc(disc, n) for disc in given]
    return row if len(row) == WIDTH else [0] * LEFT + row + [0] * (t.SPACES - len(row))


def _note_index(s: State, reader: Reader, text: str) -> int:
    pieces = text.split(".")
    if len(pieces) == 3 and all(piece.isdecimal() for piece in pieces):
        voice, bar, number = (int(piece) - 1 for piece in pieces)
        if 0 <= voice < t.VOICES and 0 <= bar < t.BARS and 0 <= number < t.IN_BAR:
            found = s.terms.score.at[(voice * t.BARS + bar) * t.IN_BAR + number]
            if found:
                return found - 1
    reader.wrong("no_such_note", rule="SY-012", found=text)
    return None


def read_score(s: State, reader: Reader, pool: Pool) -> None:
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
        if [disc for disc in discs if disc == t.COVER] != covers or discs[: len(covers)] != covers:
            given.wrong("wrong_cover", rule="SY-027")
        for i, disc in enumerate((*discs, 0, 0, 0)[:3]):
            s.notes[at + BOTTOM + i] = u8(disc)
        s.notes[at] = u8(discs[-1] if discs else 0)
