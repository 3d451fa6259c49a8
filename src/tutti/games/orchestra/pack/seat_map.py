"""The seat map and the audience pieces: every placement, and which ones each chair blocks."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import NO_SEAT, PIECE_SEATS, SHAPES, WORD, Box
from tutti.kernel.native import i64, vec
from tutti.kernel.packs import provenance
from tutti.kernel.reading import Reader

AREA_OF = {"A": 0, "B": 1, "C": 2, "1": 3, "2": 3, "3": 3, "4": 3}
PARTS = ("A", "B", "C", "D1", "D2", "D3", "D4")

Cell = tuple[int, int]


def read_map(d: Box, reader: Reader) -> dict[Cell, str]:
    """The chairs by place: row and column, with the letter of their area or part."""
    provenance(reader)
    reader.only(("mark", "src", "rows", "seats"))
    lines = reader.at("rows").items()
    width = len(lines[0].text()) if lines else 0
    chairs: dict[Cell, str] = {}
    wheelchairs = 0
    for y, line in enumerate(lines):
        if len(line.text()) != width or y >= 26:
            line.wrong("wrong_length", expected=width, found=len(line.text()))
        for x, letter in enumerate(line.text()):
            if letter in AREA_OF:
                chairs[y, x] = letter
            elif letter == "w":
                wheelchairs += 1
            elif letter != ".":
                line.wrong("not_one_of", found=letter, known=[*AREA_OF, "w", "."])
    for (y, x), letter in chairs.items():
        around = {chairs.get((y + v, x + h), letter) for v in (-1, 0, 1) for h in (-1, 0, 1)}
        if around != {letter}:
            lines[y].wrong("areas_touch", rule="OR-114", areas=sorted(around))
    for part, count in reader.at("seats").pairs():
        found = wheelchairs if part == "wcu" else list(chairs.values()).count(part[-1])
        if part not in (*PARTS, "wcu") or count.number() != found:
            count.wrong("seats_differ", rule="OR-113", area=part, found=found)
    if len(chairs) > 2 * WORD:
        reader.at("rows").wrong("out_of_range", found=len(chairs), low=1, high=2 * WORD)
    d.map = tuple(line.text() for line in lines)
    d.seats = tuple(name(cell) for cell in chairs)
    d.seat_area = bytes(AREA_OF[letter] for letter in chairs.values())
    d.wcu_total = wheelchairs
    return chairs


def name(cell: Cell) -> str:
    """A chair as people call it: ``e07``."""
    return f"{chr(ord('a') + cell[0])}{cell[1]:02}"


def read_pieces(d: Box, reader: Reader, chairs: dict[Cell, str]) -> None:
    """OR-115: pieces never turn, so a placement is a shape and the corner of its bounding box."""
    provenance(reader)
    shapes: dict[str, list[Cell]] = {}
    cells, supply = [], [0] * SHAPES
    for key, piece in reader.pairs():
        if key in ("mark", "src"):
            continue
        piece.only(("count", "shape"))
        if len(shapes) == SHAPES:
            piece.wrong("out_of_range", found=len(shapes) + 1, low=1, high=SHAPES)
        supply[len(shapes)] = piece.at("count").number(0, 99)
        shapes[key] = _cells(piece.at("shape"))
        cells.append(tuple(line.text() for line in piece.at("shape").items()))
    d.shapes = tuple(shapes)
    d.shape_cells = tuple(cells)
    d.supply = bytes(supply)
    d.size = bytes(len(shape) for shape in shapes.values())
    _placements(d, list(shapes.values()), chairs)


def _cells(reader: Reader) -> list[Cell]:
    cells = [(y, x) for y, line in enumerate(reader.items()) for x, letter in enumerate(line.text()) if letter == "#"]
    if not 1 <= len(cells) <= PIECE_SEATS:
        reader.wrong("out_of_range", found=len(cells), low=1, high=PIECE_SEATS)
    reached = {cells[0]}
    for _ in cells:
        reached |= {(y, x) for y, x in cells for v, h in reached if abs(y - v) + abs(x - h) == 1}
    if len(reached) != len(cells):
        reader.wrong("piece_in_parts", rule="OR-114")
    if min(y for y, _ in cells) or min(x for _, x in cells):
        reader.wrong("piece_off_corner", rule="OR-115")
    return cells


def _placements(d: Box, shapes: list[list[Cell]], chairs: dict[Cell, str]) -> None:
    """The tables behind legal placements: masks of placements by shape, by chair and by area."""
    number = {cell: i for i, cell in enumerate(chairs)}
    found: list[list[tuple[Cell, list[int], int]]] = []
    for shape in shapes:
        corners = sorted({(y - v, x - h) for y, x in chairs for v, h in shape})
        fits = []
        for y, x in corners:
            covered = [(y + v, x + h) for v, h in shape]
            if all(cell in chairs for cell in covered):
                fits.append(((y, x), sorted(number[cell] for cell in covered), AREA_OF[chairs[covered[0]]]))
        found.append(fits)
    anchors = sorted({anchor for fits in found for anchor, _, _ in fits})
    place_of = bytearray(len(shapes) * len(anchors))
    first, anchor_of, area_of, seats_of = [0], [], [], []
    everything = [0] * (SHAPES * 2)
    blocks = [0] * (len(chairs) * SHAPES * 2)
    in_area = [0] * (SHAPES * 4 * 2)
    for row, fits in enumerate(found):
        for k, (anchor, seats, area) in enumerate(fits):
            word, bit = divmod(k, WORD)
            everything[row * 2 + word] |= 1 << bit
            in_area[(row * 4 + area) * 2 + word] |= 1 << bit
            for seat in seats:
                here = seat * SHAPES + row
                blocks[here * 2 + word] |= 1 << bit
            place_of[row * len(anchors) + anchors.index(anchor)] = k + 1
            anchor_of.append(anchors.index(anchor))
            area_of.append(area)
            seats_of += seats + [NO_SEAT] * (PIECE_SEATS - len(seats))
        first.append(len(anchor_of))
    d.anchors = tuple(name(anchor) for anchor in anchors)
    d.first_place = vec[i64](first)
    d.place_anchor, d.place_area, d.place_seats = bytes(anchor_of), bytes(area_of), bytes(seats_of)
    d.place_of = bytes(place_of)
    d.open = vec[i64](everything)
    d.cover = vec[i64]([~mask for mask in blocks])
    d.in_area = vec[i64](in_area)


def read_theater(d: Box, reader: Reader) -> None:
    provenance(reader)
    reader.only(("mark", "src", "all_points", "cards"))
    ids: list[str] = []
    names, seats = [], []
    for card in reader.at("cards").items():
        provenance(card)
        card.only(("id", "name", "seats", "mark", "src"))
        if card.at("id").text() in ids:
            card.at("id").wrong("name_twice", found=card.at("id").text())
        ids.append(card.at("id").text())
        names.append(card.at("name").text())
        chairs = card.at("seats")
        for seat in chairs.text().split():
            if seat not in d.seats:
                chairs.wrong("no_such_seat", rule="OR-113", found=seat)
        row = bytes(d.seats.index(seat) for seat in chairs.text().split())
        if len(set(row)) != len(row):
            chairs.wrong("seat_twice", rule="OR-197")
        seats.append(row)
    d.theater, d.theater_names, d.theater_seats = tuple(ids), tuple(names), tuple(seats)
    d.theater_points = reader.at("all_points").number(0, 255)
