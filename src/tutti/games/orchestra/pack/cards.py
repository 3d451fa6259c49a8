"""Scenario Cards and Social Media Cards of a pack."""

from __future__ import annotations

import re
from collections import Counter

from tutti.games.orchestra.pack.box import ANY, Box
from tutti.games.orchestra.pack.names import ICONS, LEVELS, SECTIONS
from tutti.games.orchestra.pack.tokens import TYPE, Rows
from tutti.kernel.native import i64, vec
from tutti.kernel.packs import provenance
from tutti.kernel.reading import Reader

_SLOT = re.compile(r"([BPIV]|any)(?:-([1-9])([mp]))?")
_CARD = ("id", "kind", "name", "sec", "need", "alt", "letters", "aud", "pts", "gain", "a", "b", "c", "mark", "src")

Slot = tuple[int, int, int]


class _Parts:
    """Parts of cards: rows of slots, and the gains that filling them brings."""

    def __init__(self) -> None:
        self.first = [0]
        self.slots: list[Slot] = []
        self.rows: list[int] = []

    def add(self, slots: list[Slot], row: int) -> None:
        self.slots += slots
        self.rows.append(row)
        self.first.append(len(self.slots))


def read_cards(d: Box, top: Reader, rows: Rows) -> None:
    scenario = top.at("scenario")
    provenance(scenario)
    scenario.only(("mark", "src", *LEVELS))
    kinds = top.at("kinds")
    provenance(kinds)
    cards = [(level, card) for level, key in enumerate(LEVELS) for card in scenario.at(key).items()]
    parts = _Parts()
    first_part, number_of_parts, full = [], [], []
    for _, card in cards:
        provenance(card)
        card.only(_CARD)
        first_part.append(len(parts.rows))
        _read_parts(card, parts, rows)
        number_of_parts.append(len(parts.rows) - first_part[-1])
        full.append(len(parts.rows) - 1)
    if len(parts.rows) > 255:
        scenario.wrong("out_of_range", found=len(parts.rows), low=1, high=255)
    levels = [level for level, _ in cards]
    d.cards = tuple(card.at("id").text() for _, card in cards)
    d.card_names = tuple(card.at("name").text() for _, card in cards)
    d.card_kinds = tuple(card.at("kind").text() for _, card in cards)
    for name in ("id", "name"):
        _refuse_twins([card.at(name) for _, card in cards])
    copies = Counter(d.card_kinds)
    for key, kind in kinds.pairs():
        if key not in ("mark", "src") and kind.at("copies").number() != copies.pop(key, 0):
            kind.at("copies").wrong("copies_differ", kind=key, found=Counter(d.card_kinds)[key])
    if copies:
        kinds.wrong("missing_key", key=min(copies))
    d.card_level = bytes(levels)
    d.card_section = bytes((*SECTIONS, "lyre").index(card.at("sec").one_of((*SECTIONS, "lyre"))) for _, card in cards)
    d.card_icon = bytes((*ICONS, "none").index(card.at("aud").one_of((*ICONS, "none"))) for _, card in cards)
    d.card_points = bytes(card.at("pts").number(0, 255) for _, card in cards)
    d.card_part, d.card_parts, d.card_full = bytes(first_part), bytes(number_of_parts), bytes(full)
    d.card_letters = bytes(1 if card.get("letters") else 0 for _, card in cards)
    d.level_first = bytes(sum(level < k for level in levels) for k in range(5))
    for level, key in enumerate(LEVELS):
        if d.level_first[level + 1] - d.level_first[level] < 3:
            scenario.at(key).wrong("too_few_cards", rule="OR-139", found=levels.count(level), least=3)
    d.part_first = vec[i64](parts.first)
    d.part_len = bytes(b - a for a, b in zip(parts.first, parts.first[1:], strict=False))
    d.part_row = bytes(parts.rows)
    d.slot_type = bytes(kind for kind, _, _ in parts.slots)
    d.slot_m = bytes(m for _, m, _ in parts.slots)
    d.slot_p = bytes(p for _, _, p in parts.slots)


def _refuse_twins(readers: list[Reader]) -> None:
    seen: set[str] = set()
    for reader in readers:
        if reader.text() in seen:
            reader.wrong("name_twice", found=reader.text())
        seen.add(reader.text())


def _read_parts(card: Reader, parts: _Parts, rows: Rows) -> None:
    """OR-144, OR-145: one part, or top and bottom, or a, ab, abc with their rewards added up."""
    need = _slots(card.at("need"))
    if card.get("letters"):
        letters = [rows.read(card.at(letter)) for letter in "abc"[: len(need)]]
        for count in range(1, len(need) + 1):
            parts.add(need[:count], rows.join(letters[:count]))
        return
    row = rows.read(card.at("gain"))
    parts.add(need, row)
    alt = card.get("alt")
    if alt:
        parts.add(_slots(alt), row)


def _slots(reader: Reader) -> list[Slot]:
    slots = [_slot(slot) for slot in reader.items()]
    if not 1 <= len(slots) <= 4:
        reader.wrong("out_of_range", found=len(slots), low=1, high=4)
    for i, slot in enumerate(slots[1:], 1):
        if slot in slots[: i - 1] and slot != slots[i - 1]:
            reader.wrong("like_slots_apart", found=reader.value)
    return slots


def _slot(reader: Reader) -> Slot:
    slot = _SLOT.fullmatch(reader.text())
    if slot is None:
        reader.wrong("bad_slot", rule="OR-140", found=reader.text())
    price = int(slot[2] or 0)
    kind = ANY if slot[1] == "any" else TYPE[slot[1]]
    return kind, price if slot[3] == "m" else 0, price if slot[3] == "p" else 0


def read_social(d: Box, reader: Reader, rows: Rows) -> None:
    """Cards with the same bonus are of one kind; a kind is called by the id of its first card."""
    provenance(reader)
    reader.only(("mark", "src", "cards"))
    ids: set[str] = set()
    names: list[str] = []
    gains: list[int] = []
    eyes: list[int] = []
    copies: list[int] = []
    for card in reader.at("cards").items():
        provenance(card)
        card.only(("id", "gain", "eye", "mark", "src"))
        eye = 1 if card.get("eye") else 0
        row = 0 if eye else rows.read(card.at("gain"))
        twins = [k for k in range(len(names)) if (gains[k], eyes[k]) == (row, eye)]
        if not twins:
            names.append(card.at("id").text())
            gains.append(row)
            eyes.append(eye)
            copies.append(0)
        kind = twins[0] if twins else len(names) - 1
        copies[kind] += 1
        if card.at("id").text() in ids:
            card.at("id").wrong("name_twice", found=card.at("id").text())
        ids.add(card.at("id").text())
    if sum(copies) < 4:
        reader.at("cards").wrong("too_few_cards", rule="OR-069", found=sum(copies), least=4)
    d.social = tuple(names)
    d.social_gain, d.social_eye, d.social_copies = bytes(gains), bytes(eyes), bytes(copies)
