"""A component pack read strictly into tables; every fault says where it is and which rule wants it otherwise."""

from __future__ import annotations

from typing import cast

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import easy, sheets
from tutti.games.symphony.pack.box import Box, Card, MasterCard, Preset, Score, Setup, Slot
from tutti.games.symphony.pack.cards import DOTS, clefs, dots
from tutti.games.symphony.pack.cards import read as read_cards
from tutti.games.symphony.types import Master
from tutti.kernel.native import i64, vec
from tutti.kernel.packs import Pack, provenance
from tutti.kernel.reading import Reader

LETTERS = "ABCDE"
CLEFS = "GCF"
TOP = (
    "game", "name", "board", "setup", "movement", "instrument", "token", "tracks", "prize", "virtuosity",
    "zone_flank", "conductor", "master", "clefs", "clef_set", "face", "preset",
)  # fmt: skip
SYMPHONY = (
    "duplets", "triplet", "quadruplet", "chromatic_orange", "chromatic_green", "chromatic_blue", "allegro", "vivace",
    "andante", "fusion", "orange_before", "orange_after", "blue_before", "blue_after", "ubiquity",
)  # fmt: skip
ORCHESTRA = (
    "string_quintet", "woodwinds_fugue", "martial_march", "brass_trill", "troublesome_g", "troublesome_c",
    "troublesome_f", "capriccio", "heavenly_glissando", "neutral_melody", "experimental", "little_orchestra",
    "clef_master", "group_of_talents", "ample_assortment",
)  # fmt: skip
MASTERS: tuple[Master, ...] = (
    "berlioz", "bernstein", "bulow", "furtwangler", "karajan", "kleiber", "mahler", "mengelberg", "toscanini", "wagner",
)  # fmt: skip
PRIZES = {
    "sheet": ("black", "chained", "stacked"),
    "voice1": ("recurring",),
    "voice2": ("black",),
    "voice3": ("opponent",),
}
WINDOWS = {"lower": 1, "central": 3, "upper": 5}
TARGETS = ("any", *bx.CATEGORIES[:6], "flat", "sharp")
POOLS = ("", "all", "flat_or_sharp", *bx.CATEGORIES[:5])


def seat_number(reader: Reader) -> int:
    """A seat such as ``B3`` as its number."""
    text = reader.text()
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in "123456":
        reader.wrong("no_such_seat", rule="SY-002", found=text)
    return LETTERS.index(text[0]) * bx.ROWS + int(text[1]) - 1


def score_of(d: Box, faces: tuple[str, ...]) -> Score:
    """The score of three faces; made once."""
    if faces not in d.joined:
        d.joined[faces] = sheets.join(faces, tuple(cast(sheets.Face, d.music[face]) for face in faces))
    return d.joined[faces]


def read(pack: Pack) -> Box:
    """The tables of a pack, or ``BadPack``."""
    top = pack.top
    top.only(TOP)
    d = Box()
    d.pack, d.pack_hash = pack.name, pack.hash
    read_cards(d, top.at("instrument"))
    _read_setups(d, top)
    _read_movements(d, top.at("movement"))
    _read_tokens(d, top.at("token"))
    _read_tracks(d, top.at("tracks"))
    _read_prizes(d, top.at("prize"))
    _read_cards(d, top)
    _read_masters(d, top)
    _read_clefs(d, top)
    _read_faces(d, top.at("face"))
    _read_presets(d, top.at("preset"))
    easy.lay_out(d)
    return d


def _keys(reader: Reader, *keys: str, optional: tuple[str, ...] = ()) -> None:
    """Exactly these keys, with their provenance."""
    reader.only((*keys, *optional, "mark", "src"))
    for key in keys:
        reader.at(key)
    provenance(reader)


def _boards(top: Reader) -> dict[str, tuple[bytes, int, int]]:
    """Each side of the board: dots of the seats, rows, Virtuosity of the Concertmaster."""
    boards = {}
    for name, reader in top.at("board").pairs():
        _keys(reader, "rows", "virt_side")
        seats = [bx.NO_SEAT] * bx.SEATS
        rows = reader.at("rows").items()
        if not 1 <= len(rows) <= bx.ROWS:
            reader.at("rows").wrong("wrong_length", expected=bx.ROWS, found=len(rows))
        for row, text in enumerate(rows):
            cells = text.text().split()
            if len(cells) != bx.COLUMNS:
                text.wrong("wrong_length", expected=bx.COLUMNS, found=len(cells))
            for column, cell in enumerate(cells):
                if cell != "-" and set(cell) - set(DOTS):
                    text.wrong("not_one_of", found=cell, known=["-", *DOTS])
                seat = column * bx.ROWS
                seats[seat + row] = dots(cell.strip("-"))
        boards[name] = (bytes(seats), len(rows), reader.at("virt_side").number(0, 9))
    return boards


def _read_setups(d: Box, top: Reader) -> None:
    boards = _boards(top)
    table = top.at("setup")
    table.only(("2", "3", "4", "5", "6"))
    made = {}
    for n in range(2, 7):
        reader = table.at(str(n))
        _keys(
            reader, "board", "stage", "first_row", "choir2", "choir3", "hand", "turns", "cover_blue", "cover_orange",
            "progressive",
        )  # fmt: skip
        usual = _setup(reader, boards)
        usual.first_row = bytes(LETTERS.index(c.one_of(LETTERS)) for c in _letters(reader.at("first_row")))
        usual.choir2, usual.choir3 = reader.at("choir2").number(0, 3), reader.at("choir3").number(0, 1)
        usual.turns = reader.at("turns").number(1, 99)
        progressive = _setup(reader.at("progressive"), boards)
        progressive.turns = progressive.hand
        made[n], made[n + 5] = usual, progressive
        _check_setup(reader, n, usual, progressive)
    d.setups = tuple(made.get(i, Setup()) for i in range(12))


def _letters(reader: Reader) -> list[Reader]:
    return [Reader(letter, reader.fault, reader.place) for letter in reader.text()]


def _setup(reader: Reader, boards: dict[str, tuple[bytes, int, int]]) -> Setup:
    made = Setup()
    side = reader.at("board").one_of(boards)
    seats, made.rows, made.virt_side = boards[side]
    board = list(seats)
    for stage in reader.at("stage").items():
        board[seat_number(stage)] = bx.NO_SEAT
    made.board = bytes(board)
    made.large = made.rows == bx.ROWS
    made.hand = reader.at("hand").number(1, 30)
    made.cover_blue = reader.at("cover_blue").value is True
    made.cover_orange = reader.at("cover_orange").value is True
    return made


def _check_setup(reader: Reader, n: int, usual: Setup, progressive: Setup) -> None:
    """The arithmetic of SY-047 and SY-247: hands fill the seats, turns control everything."""
    seats = sum(dots != bx.NO_SEAT for dots in usual.board)
    cards = len(usual.first_row) + n * usual.hand + usual.choir2 + usual.choir3
    if cards != seats:
        reader.wrong("hands_do_not_fill_seats", rule="SY-045", seats=seats, cards=cards)
    targets = seats + usual.choir2 + 2 * usual.choir3 + 2
    if usual.turns * n != targets:
        reader.at("turns").wrong("turns_do_not_fit", rule="SY-047", expected=targets, found=usual.turns * n)
    seats = sum(dots != bx.NO_SEAT for dots in progressive.board)
    if progressive.hand * n != seats + 2:
        reader.at("progressive").wrong(
            "hands_do_not_fill_seats", rule="SY-247", seats=seats + 2, cards=progressive.hand * n
        )


def _read_movements(d: Box, reader: Reader) -> None:
    first, end, scores = [], [], []
    last = 0
    for letter, row in zip(LETTERS, reader.items(bx.COLUMNS), strict=True):
        _keys(row, "id", "first", "last", "scores")
        row.at("id").one_of(letter)
        first.append(row.at("first").number(max(last, 1), 9) - 1)
        last = row.at("last").number(first[-1] + 1, 9)
        end.append(last)
        scores.append(row.at("scores").number(0, 3))
    if sorted(scores)[-3:] != [1, 2, 3] or sum(scores) != 6:
        reader.wrong("sheets_not_scored_once", rule="SY-072", found=scores)
    d.area_first, d.area_end, d.scores = bytes(first), bytes(end), bytes(scores)


def _read_tokens(d: Box, reader: Reader) -> None:
    rows = {}
    for row in reader.items(len(bx.TOKEN_NAMES)):
        _keys(row, "id", "copies", "forbid", "coda", optional=("max_own_discs", "vp_per_clef"))
        rows[row.at("id").one_of(bx.TOKEN_NAMES)] = row
    ordered = [rows[name] if name in rows else reader.wrong("missing_key", key=name) for name in bx.TOKEN_NAMES]
    d.token_copies = bytes(row.at("copies").number(0, 30) for row in ordered)
    need = 5 + 7 + 9  # SY-032 to SY-034 with six players
    if sum(d.token_copies) < need:
        reader.wrong("too_few_tokens", rule="SY-035", expected=need, found=sum(d.token_copies))
    d.token_coda = bytes(row.at("coda").value is True for row in ordered)
    forbidden = [
        [f.one_of(("choir", "conductor", "concertmaster")) for f in row.at("forbid").items()] for row in ordered
    ]
    d.token_places = bytes("concertmaster" not in names for names in forbidden)
    d.overwriting_limit = rows["overwriting"].at("max_own_discs").number(0, 9)
    d.clef_points = rows["clef"].at("vp_per_clef").number(0, 9)


def _read_tracks(d: Box, reader: Reader) -> None:
    reader.only(("note", "zone", "clash"))
    tables: list[vec[i64]] = []
    for name in ("note", "zone", "clash"):
        row = reader.at(name)
        _keys(row, "points")
        points: list[i64] = [point.number(-99, 199) for point in row.at("points").items()]
        if len(points) < 2 or points[0]:
            row.at("points").wrong("track_starts_at_zero", rule="SY-036")
        tables.append(vec[i64](points))
    d.note_points, d.zone_points, d.clash_points = tables


def _read_prizes(d: Box, reader: Reader) -> None:
    prizes = []
    for row in reader.items(6):
        _keys(row, "id", "where", "fixed", "counts", "per")
        where = row.at("where").one_of(PRIZES)
        counts = row.at("counts").one_of(PRIZES[where])
        prizes.append((row.at("id").text(), where, row.at("fixed").number(0, 99), counts, row.at("per").number(0)))
    wanted = [(where, counts) for where, names in PRIZES.items() for counts in names]
    if sorted((where, counts) for _, where, _, counts, _ in prizes) != sorted(wanted):
        reader.wrong("wrong_prizes", rule="SY-212", expected=[" ".join(pair) for pair in wanted])
    prizes.sort(key=lambda prize: wanted.index((prize[1], prize[3])))
    d.prizes = tuple(prizes)
    d.prize_fixed = bytes(fixed for _, _, fixed, _, _ in prizes)


def _read_cards(d: Box, top: Reader) -> None:
    cards = []
    for i, row in enumerate(top.at("virtuosity").items(len(SYMPHONY))):
        _keys(row, "id", "symphony", "symphony_points", "orchestra", "orchestra_points", optional=("orchestra_large",))
        row.at("id").number(i + 1, i + 1)
        small = row.at("orchestra_points").number(0, 99)
        large = row.get("orchestra_large")
        cards.append(
            Card(
                i + 1,
                row.at("symphony").one_of(SYMPHONY),
                row.at("symphony_points").number(0, 99),
                row.at("orchestra").one_of(ORCHESTRA),
                small,
                large.number(0, 99) if large else small,
            )
        )
    for names, found in ((SYMPHONY, [c.symphony for c in cards]), (ORCHESTRA, [c.orchestra for c in cards])):
        if sorted(found) != sorted(names):
            missing = sorted(set(names) - set(found))
            top.at("virtuosity").wrong("bonus_missing", rule="SY-185", missing=missing)
    d.cards = tuple(cards)
    flank = top.at("zone_flank")
    _keys(flank, "notes")
    d.flank = flank.at("notes").number(0, 9)


def _slots(reader: Reader) -> tuple[Slot, ...]:
    slots = []
    for item in reader.items():
        colour, _, target = item.text().partition(":")
        apart = target.endswith("!=")
        target = target.removesuffix("!=")
        if colour not in ("own", "black") or target not in TARGETS:
            item.wrong("bad_disc", rule="SY-093", found=item.value, known=list(TARGETS))
        slots.append(Slot(colour == "black", target, apart))
    if not 1 <= len(slots) <= 3:
        reader.wrong("out_of_range", found=len(slots), low=1, high=3)
    return tuple(slots)


def _read_masters(d: Box, top: Reader) -> None:
    plain = top.at("conductor")
    _keys(plain, "discs")
    d.plain = MasterCard("none", "", _slots(plain.at("discs")), "", "")
    masters = {}
    for row in top.at("master").items(len(MASTERS)):
        _keys(row, "id", "name", "discs", "pool", "remove")
        id = row.at("id").one_of(MASTERS)
        pool, remove = row.at("pool").one_of(POOLS), row.at("remove").one_of(("", *ORCHESTRA))
        masters[id] = MasterCard(id, row.at("name").text(), _slots(row.at("discs")), pool, remove)
    missing = [id for id in MASTERS if id not in masters]
    if missing:
        top.at("master").wrong("missing_key", key=missing[0])
    d.masters = tuple(masters[id] for id in MASTERS)


def _read_clefs(d: Box, top: Reader) -> None:
    table = top.at("clefs")
    _keys(table, "clash_limit")
    d.clash_limit = table.at("clash_limit").number(0, len(d.clash_points) - 1)
    for row in top.at("clef_set").items():
        _keys(row, "id", "cards")
        cards = []
        for card in row.at("cards").items(3):
            card.only(("main", "minor", "window"))
            main, minor = card.at("main").one_of(CLEFS), card.at("minor").one_of(CLEFS)
            if main == minor:
                card.wrong("same_clef_twice", rule="SY-264", found=main)
            window = WINDOWS[card.at("window").one_of(WINDOWS)]
            cards.append((clefs(main), clefs(minor), window))
        d.clef_sets[row.at("id").text()] = tuple(cards)


def _read_faces(d: Box, reader: Reader) -> None:
    for row in reader.items():
        _keys(row, "id", "sheet", "black", "title", "v1", "v2", "v3")
        id = row.at("id").text()
        if id in d.music:
            row.at("id").wrong("twice", found=id)
        face = tuple(sheets.read_voice(row.at(voice)) for voice in ("v1", "v2", "v3"))
        sheets.check_face(row, face)
        d.music[id] = face
        d.face_sheet[id] = row.at("sheet").number(1, 9)
        d.face_black[id] = row.at("black").value is True
        d.face_title[id] = row.at("title").text()
    white = {d.face_sheet[id] for id in d.music if not d.face_black[id]}
    if len(white) < 3:
        reader.wrong("too_few_sheets", rule="SY-024", found=len(white))
    d.faces = tuple(d.music)


def _read_presets(d: Box, reader: Reader) -> None:
    reader.only(("2", "3", "4", "5", "6"))
    for n in range(2, 7):
        row = reader.at(str(n))
        _keys(row, "conductor", "concertmaster", "rows")
        preset = Preset()
        preset.conductor = row.at("conductor").number(1, n) - 1
        preset.concertmaster = row.at("concertmaster").number(1, n) - 1
        _preset_rows(d, preset, row.at("rows"), n)
        used = [kind for _, kind, _ in preset.cards]
        for kind in set(used):
            if used.count(kind) > d.copies[kind]:
                row.at("rows").wrong("too_many_copies", rule="SY-272", card=d.ids[kind], copies=d.copies[kind])
        d.presets[n] = preset


def _preset_rows(d: Box, preset: Preset, reader: Reader, n: int) -> None:
    setup = d.setup(n, False)
    for number, line in enumerate(reader.items(setup.rows)):
        cells = line.text().split()
        if len(cells) != bx.COLUMNS:
            line.wrong("wrong_length", expected=bx.COLUMNS, found=len(cells))
        for column, cell in enumerate(cells):
            seat = column * bx.ROWS + number
            if (cell == "#") != (setup.board[seat] == bx.NO_SEAT):
                line.wrong("stage_differs", rule="SY-022", found=cell)
            if cell == "#":
                continue
            id, _, owners = cell.partition(":")
            if id not in d.ids:
                line.wrong("not_one_of", found=id, known=list(d.ids))
            kind = d.ids.index(id)
            players = tuple(int(o) - 1 if o.isdecimal() else -1 for o in owners.split("/"))
            if len(players) != d.part_count[kind] or not all(0 <= p < n for p in players):
                line.wrong("bad_owners", rule="SY-016", found=cell)
            preset.cards.append((seat, kind, players))
