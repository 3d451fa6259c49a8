"""The instrument cards of a pack: rows of spaces, abilities, half-dots, clefs."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.kernel.native import i64, vec
from tutti.kernel.packs import MARKS
from tutti.kernel.reading import Reader

KEYS = ("id", "name", "category", "copies", "dots", "row", "basic", "unlock", "clefs", "marks", "src")
MARKED = ("category", "copies", "dots", "row", "basic", "unlock", "clefs")
DOTS = "SBWP"
CLEF_LETTERS = "GCF"
SPACE_LETTERS = " WKgk"
OTHERS = ("note", "virt1", "virt2", "virt_side", "conduct")
"""Abilities that are no bit of the mask."""


def dots(text: str) -> int:
    return sum(1 << DOTS.index(letter) for letter in text)


def clefs(text: str) -> int:
    return sum(1 << CLEF_LETTERS.index(letter) for letter in text)


def read(d: Box, reader: Reader) -> None:
    rows = reader.items()
    if len(rows) != 46:
        # the notation has one action for each kind of card, so their number is fixed
        reader.wrong("wrong_length", expected=46, found=len(rows))
    ids = [row.at("id").text() for row in rows]
    for row, id in zip(rows, ids, strict=True):
        row.only(KEYS)
        if ids.count(id) > 1 or not id[:2].isdecimal() or len(id) not in (2, 3):
            row.at("id").wrong("bad_card_id", rule="SY-005", found=id)
        marks = row.at("marks").text()
        if len(marks) != len(MARKED) or set(marks) - set(MARKS):
            row.at("marks").wrong("bad_marks", found=marks, fields=list(MARKED), known=list(MARKS))
        row.at("src").text()
    if ids[:2] != ["00", "01"] or ids != sorted(ids):
        reader.wrong("cards_out_of_order", rule="SY-003")
    d.kinds = len(rows)
    d.ids = tuple(ids)
    d.names = tuple(row.at("name").text() for row in rows)
    d.number = bytes(int(id[:2]) for id in ids)
    d.category = bytes(bx.CATEGORIES.index(row.at("category").one_of(bx.CATEGORIES)) for row in rows)
    d.copies = bytes(row.at("copies").number(1, 9) for row in rows)
    d.dots = bytes(_letters(row.at("dots"), DOTS, dots) for row in rows)
    d.clefs = bytes(_letters(row.at("clefs"), CLEF_LETTERS, clefs) for row in rows)
    for kind, row in enumerate(rows):
        _check_category(d, kind, row)
    _read_rows(d, rows)
    _read_abilities(d, rows)
    d.single = bytes(
        sum(d.copies[other] for other in range(d.kinds) if d.number[other] == d.number[kind]) == 1
        and d.category[kind] not in (bx.CHOIR, bx.SPECIAL)
        for kind in range(d.kinds)
    )


def _letters(reader: Reader, known: str, mask: object) -> int:
    text = reader.text()
    if set(text) - set(known) or len(set(text)) != len(text):
        reader.wrong("not_one_of", found=text, known=list(known))
    return dots(text) if mask is dots else clefs(text)


def _check_category(d: Box, kind: int, row: Reader) -> None:
    if (d.category[kind] == bx.SPECIAL) != (kind < 2):
        row.at("category").wrong("bad_special", rule="SY-029", found=d.ids[kind])
    if d.category[kind] in (bx.CHOIR, bx.SPECIAL) and d.dots[kind]:
        row.at("dots").wrong("no_half_dot", rule="SY-014", found=d.ids[kind])
    if kind and not d.clefs[kind]:
        row.at("clefs").wrong("no_clef", rule="SY-005", found=d.ids[kind])


def _read_rows(d: Box, rows: list[Reader]) -> None:
    spaces, parts, counts, groups = [], [], [], []
    for kind, row in enumerate(rows):
        text = row.at("row")
        choir = d.category[kind] == bx.CHOIR
        cells, owners, group, inside = [0] * bx.SPACES, [0] * bx.SPACES, 0, False
        letters = text.text().replace("(", " ( ").replace(")", " ) ").split()
        at = 0
        for letter in letters:
            if letter in "()" and not choir and inside == (letter == ")"):
                inside = letter == "("
                continue
            known = "123" if choir else SPACE_LETTERS.strip()
            if letter not in known or at == bx.SPACES:
                text.wrong("bad_row", rule="SY-004", found=text.value, known=list(known), high=bx.SPACES)
            cells[at] = 1 if choir else SPACE_LETTERS.index(letter)
            owners[at] = int(letter) - 1 if choir else 0
            group |= int(inside) << at
            at += 1
        count = max(owners) + 1
        if inside or not at or sorted(set(owners[:at])) != list(range(count)) or (choir and count < 2):
            text.wrong("bad_row", rule="SY-004", found=text.value, known=[], high=bx.SPACES)
        spaces += cells
        parts += owners
        counts.append(count)
        groups.append(group)
    d.spaces, d.part_of, d.part_count, d.group = bytes(spaces), bytes(parts), bytes(counts), bytes(groups)


def _read_abilities(d: Box, rows: list[Reader]) -> None:
    basic: list[i64] = [0] * (3 * d.kinds)
    unlock: list[i64] = [0] * d.kinds
    virt = [0] * (3 * d.kinds)
    virt_unlock = [0] * d.kinds
    side = [0] * d.kinds
    names = []
    for kind, row in enumerate(rows):
        names.append(tuple(tuple(item.text() for item in row.at(key).items()) for key in ("basic", "unlock")))
        for item in row.at("basic").items():
            part, _, name = item.text().rpartition(":")
            if part and (d.category[kind] != bx.CHOIR or part not in "123" or int(part) > d.part_count[kind]):
                item.wrong("no_such_part", rule="SY-121", found=item.value)
            for p in range(3):
                if not part or int(part) == p + 1:
                    basic[3 * kind + p] |= _bit(item, name)
                    virt[3 * kind + p] += _virt(name)
            side[kind] |= int(name == "virt_side")
        for item in row.at("unlock").items():
            if not d.dots[kind]:
                item.wrong("no_half_dot", rule="SY-014", found=d.ids[kind])
            unlock[kind] |= _bit(item, item.text())
            virt_unlock[kind] += _virt(item.text())
        soloist = bx.ABILITIES.index("soloist")
        if bool(basic[3 * kind] >> soloist & 1) != bool(d.group[kind]):
            row.at("row").wrong("group_without_soloist", rule="SY-137", found=row.at("row").value)
    d.basic_names = tuple(pair[0] for pair in names)
    d.unlock_names = tuple(pair[1] for pair in names)
    d.rows = tuple(row.at("row").text() for row in rows)
    d.basic, d.unlock = vec[i64](basic), vec[i64](unlock)
    d.virt_basic, d.virt_unlock, d.virt_side = bytes(virt), bytes(virt_unlock), bytes(side)
    d.conductor_kind, d.concertmaster_kind = 0, 1


def _bit(item: Reader, name: str) -> int:
    if name not in bx.ABILITIES and name not in OTHERS:
        item.wrong("not_one_of", found=name, known=[*bx.ABILITIES, *OTHERS])
    return 1 << bx.ABILITIES.index(name) if name in bx.ABILITIES else 0


def _virt(name: str) -> int:
    return {"virt1": 1, "virt2": 2}.get(name, 0)
