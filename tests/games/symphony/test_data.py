"""The packs: consistency checks, invariants of the music, and packs that are wrong."""

from __future__ import annotations

import copy
import re
from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, cast

import pytest

import tutti
from games.symphony.tables import GAME, D
from tutti.games.symphony import make
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import sheets as music
from tutti.games.symphony.pack.reader import read
from tutti.kernel import library, packs
from tutti.kernel.errors import BadPack
from tutti.kernel.packs import MARKS, Pack

FOLDER = Path(tutti.__file__).parent / "games" / "symphony"
STANDARD = packs.read(packs.shipped(FOLDER)["standard"])
CONCERT = packs.read(packs.shipped(FOLDER)["concert"])
BOXES = {pack.name: read(pack) for pack in (STANDARD, CONCERT)}
Name = tuple[str, str]
"""A pack and a face."""
FACES: dict[Name, music.Face] = {
    (pack, name): cast(music.Face, face) for pack, box in BOXES.items() for name, face in box.music.items()
}
WHITE = [name for name in FACES if not D.face_black[name[1]]]
BLACK = [name for name in FACES if D.face_black[name[1]]]


def every(name: Name) -> list[music.Note]:
    return [note for voice in FACES[name] for note in voice]


def kinds(name: Name) -> Counter[str]:
    found: Counter[str] = Counter()
    for note in every(name):
        found[bx.VALUES[note.value]] += 1
        found["flat"] += note.accidental == 1
        found["sharp"] += note.accidental == 2
    return found


def tuplets(name: Name) -> Counter[int]:
    return Counter(
        {
            (voice, note.group): note.tuplet for voice, notes in enumerate(FACES[name]) for note in notes if note.group
        }.values()
    )


def test_the_deck_has_the_printed_counts() -> None:
    count = Counter(dict.fromkeys(bx.CATEGORIES, 0))
    for kind in range(D.kinds):
        count[bx.CATEGORIES[D.category[kind]]] += D.copies[kind]
    assert count == {
        "strings": 12, "brass": 12, "woodwinds": 12, "percussion": 12, "soloist": 6, "choir": 4, "special": 2,
    }  # fmt: skip


@pytest.mark.parametrize("players", range(2, 7))
def test_every_deal_can_be_dealt(players: int) -> None:
    usual, progressive = D.setup(players, False), D.setup(players, True)
    seats = sum(dots != bx.NO_SEAT for dots in usual.board)
    assert seats - len(usual.first_row) == players * usual.hand + usual.choir2 + usual.choir3
    loose = sum(D.copies[k] for k in range(D.kinds) if D.category[k] not in (bx.CHOIR, bx.SPECIAL))
    assert loose == 54 >= len(usual.first_row) + players * (usual.hand + 1)
    assert players * progressive.hand == sum(dots != bx.NO_SEAT for dots in progressive.board) + 2
    assert sum(D.token_copies) - 15 - players == {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}[players]


def test_seats_have_dots_as_the_text_says() -> None:
    for players in (3, 5):
        board = D.setup(players, False).board
        for column in range(5):
            assert board[column * 6] == 0
            for row in range(1, 5):
                assert bin(board[column * 6 + row]).count("1") == (2 if column == 2 else 1)
        brass = {seat // 6 for seat in range(30) if board[seat] != bx.NO_SEAT and board[seat] & 2}
        assert brass == {1, 2, 3}  # wp in B, C, D only


@pytest.mark.parametrize("name", FACES, ids="-".join)
def test_invariants_of_every_face(name: Name) -> None:
    notes, count = every(name), kinds(name)
    minims = [
        (voice, note.bar) for voice, row in enumerate(FACES[name]) for note in row if bx.VALUES[note.value] == "minim"
    ]
    assert sorted(voice for voice, _ in minims) == sorted(bar for _, bar in minims) == [0, 1, 2]  # F1
    assert 5 <= count["flat"] + count["sharp"] + count["semibreve"] <= 6  # F2
    assert all(1 <= count[kind] <= 3 for kind in ("flat", "sharp", "semibreve"))
    assert sum(note.zone > 0 for note in notes) == 12  # F3
    for zone in (1, 2, 3):
        inside = [note for note in notes if note.zone == zone]
        assert 3 <= len(inside) <= 5
        assert sum(note.accidental > 0 for note in inside) <= 1
    assert set(tuplets(name)) == {2, 3, 4}  # F4
    for voice in FACES[name]:
        assert 7 <= len(voice) <= 11  # F7
        assert all(abs(a.position - b.position) <= 4 for a, b in pairwise(voice))
        for low in (1, 3, 5):
            assert sum(low <= note.position <= low + 2 for note in voice) >= 2
        for a, b in pairwise(voice):
            assert not (a.colour and b.colour)  # F6
        for note in voice:
            if bx.VALUES[note.value] == "semibreve":  # F5
                assert sum(other.bar == note.bar for other in voice) == 1
                assert not note.colour
                assert not note.zone
            if note.colour:
                assert not (note.accidental)
                assert not (note.zone)
                assert not (note.tuplet)


@pytest.mark.parametrize("name", WHITE, ids="-".join)
def test_white_sides_are_alike(name: Name) -> None:
    notes, count = every(name), kinds(name)
    assert len(notes) == 27
    assert [sum(note.bar == bar for note in notes) for bar in range(3)] == [9, 9, 9]
    assert (count["flat"], count["sharp"], count["semibreve"]) == (2, 2, 2)
    assert tuplets(name) == {2: 2, 3: 1, 4: 1}
    for bar, colour in product(range(3), (1, 2)):
        assert sum(note.bar == bar and note.colour == colour for note in notes) == 1
    zones = [{note.zone for note in voice if note.zone} for voice in FACES[name]]
    assert sorted(map(len, zones)) == [1, 1, 1]


@pytest.mark.parametrize("name", BLACK, ids="-".join)
def test_black_sides_stay_within_bounds(name: Name) -> None:
    notes = every(name)
    assert 26 <= len(notes) <= 29
    assert all(sum(note.bar == bar for note in notes) >= 8 for bar in range(3))
    for colour in (1, 2):
        assert 2 <= sum(note.colour == colour for note in notes) <= 4


@pytest.mark.parametrize("pack", BOXES)
def test_no_choice_of_sheets_overruns_a_track(pack: str) -> None:
    for sheets in combinations(sorted(set(D.face_sheet.values())), 3):
        for sides in product((False, True), repeat=3):
            names = [
                next(n for n in D.faces if D.face_sheet[n] == sheet and D.face_black[n] == side)
                for sheet, side in zip(sheets, sides, strict=True)
            ]
            total = sum((kinds((pack, name)) for name in names), Counter())
            assert all(total[kind] <= len(D.note_points) - 1 for kind in ("flat", "sharp", "semibreve"))  # F8


def test_tracks_grow_by_growing_steps() -> None:
    points = [int(value) for value in D.note_points]
    steps = [b - a for a, b in pairwise(points)]
    assert steps == sorted(set(steps))
    assert {0, 6, 17, 27} <= set(points)


def test_clef_sets_are_fair() -> None:
    for cards in D.clef_sets.values():
        assert sorted(main for main, _, _ in cards) == sorted(minor for _, minor, _ in cards) == [1, 2, 4]
        assert sorted(low for _, _, low in cards) == [1, 3, 5]


@pytest.mark.parametrize("players", range(2, 7))
def test_presets_are_complete_and_use_existing_cards(players: int) -> None:
    preset = D.presets[players]
    used = Counter(kind for _, kind, _ in preset.cards)
    assert all(count <= D.copies[kind] for kind, count in used.items())
    turns = Counter([preset.conductor, preset.concertmaster])
    turns.update(owner for _, _, owners in preset.cards for owner in owners)
    assert set(turns.values()) == {D.setup(players, False).turns}
    for owner in range(players):
        assert {seat // 6 for seat, _, owners in preset.cards if owner in owners} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("pack", [STANDARD, CONCERT], ids=lambda pack: pack.name)
def test_every_row_says_where_it_comes_from(pack: Pack) -> None:
    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            if "mark" in value:
                assert value["mark"] in MARKS
                assert value.get("src"), path
            for key, inner in value.items():
                walk(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                walk(inner, f"{path}[{number}]")

    walk(pack.raw, "")
    for name in ("movement", "token", "prize", "virtuosity", "master", "clef_set", "face"):
        assert all("mark" in row for row in pack.raw[name])
    assert all("marks" in row and row["src"] for row in pack.raw["instrument"])


# -- the sheets of the concert ---------------------------------------------------------------------


def cell(voice: int, note: music.Note) -> tuple[int, ...]:
    """What an accidental is bound to: its tuplet, or the note's own value in its bar and Zone."""
    return voice, note.bar, note.zone, note.group, note.value


def test_a_new_match_has_the_sheets_of_the_concert_and_old_records_find_theirs() -> None:
    assert tutti.game("symphony").pack == "concert"
    assert tutti.game("symphony").pack_hash == CONCERT.hash
    known = "sha256:124871e055d058d23360a0ebf2fa312836f631e82c47e4f1cd2ed80965bf32db"
    old = library.game_of("symphony", "standard", known)  # as records of all matches before say
    assert old is not None
    assert (old.pack, old.pack_hash, STANDARD.hash) == ("standard", known, known)


def test_the_concert_changes_nothing_but_the_sheets() -> None:
    assert {**CONCERT.raw, "name": "", "face": []} == {**STANDARD.raw, "name": "", "face": []}


@pytest.mark.parametrize("face", D.faces)
def test_the_concert_changes_only_heights_and_signs(face: str) -> None:
    """Values, rests, colours, Zones and tuplets stay, and each tuplet or note that had an accidental has one."""

    def bare(pack: Pack) -> list[list[str]]:
        row = next(row for row in pack.raw["face"] if row["id"] == face)
        return [re.sub(r"(?<=[smcq])[1-7][b#]?", "", row[voice]).split() for voice in ("v1", "v2", "v3")]

    def signed(pack: str) -> Counter[tuple[int, ...]]:
        voices = enumerate(FACES[pack, face])
        return Counter(cell(voice, note) for voice, notes in voices for note in notes if note.accidental)

    assert bare(CONCERT) == bare(STANDARD)
    assert signed("concert") == signed("standard")
    assert kinds(("concert", face)) == kinds(("standard", face))


# -- other packs ---------------------------------------------------------------------------------


def changed(change: Any) -> Pack:
    raw = copy.deepcopy(STANDARD.raw)
    change(raw)
    return Pack("symphony", "other", "sha256:other", raw)


def test_another_pack_plays_without_any_change_of_code() -> None:
    def change(raw: Any) -> None:
        raw["instrument"][2]["row"] = "W W W"
        raw["tracks"]["zone"]["points"] = [0, 5, 11, 19]
        raw["face"][0]["v1"] = "c6O G< c5b c3 c5 | c5 >G c7B r2 | 3(q6# q5 q4) r1 m2"

    game = make(changed(change))
    assert game.pack == "other"
    assert game.d.spaces[2 * 6 : 2 * 6 + 3] == b"\1\1\1"
    match = tutti.Match.new(game, players=3, seed=1)
    dice = tutti.Dice(1)
    while match.active:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    assert match.result is not None
    assert GAME.pack == "standard"  # and the game of the other tests is what it was


FAULTS: list[tuple[str, Any, str, str]] = [
    ("no_such_key", lambda raw: raw.update(extra=1), "unknown_key", "top"),
    ("bars", lambda raw: raw["face"][0].update(v1="c1 c1 c1 c1 | s1"), "wrong_bars", "face[0].v1"),
    ("beats", lambda raw: raw["face"][0].update(v1="c1 c1 | s1 | s1"), "wrong_beats", "face[0].v1"),
    ("music", lambda raw: raw["face"][0].update(v1="x9 | s1 | s1"), "bad_music", "face[0].v1"),
    ("minims", lambda raw: raw["face"][0].update(v1="s1 | s1 | s1"), "wrong_minims", "face[0]"),
    ("row", lambda raw: raw["instrument"][2].update(row="W X"), "bad_row", "instrument[2].row"),
    ("ability", lambda raw: raw["instrument"][2].update(basic=["fly"]), "not_one_of", "instrument[2].basic[0]"),
    ("group", lambda raw: raw["instrument"][2].update(row="(W W)"), "group_without_soloist", "instrument[2].row"),
    ("marks", lambda raw: raw["instrument"][2].update(marks="PP"), "bad_marks", "instrument[2].marks"),
    ("half_dot", lambda raw: raw["instrument"][42].update(dots="S"), "no_half_dot", "instrument[42].dots"),
    ("hand", lambda raw: raw["setup"]["3"].update(hand=6), "hands_do_not_fill_seats", "setup.3"),
    ("turns", lambda raw: raw["setup"]["3"].update(turns=8), "turns_do_not_fit", "setup.3.turns"),
    ("provenance", lambda raw: raw["token"][0].pop("mark"), "missing_key", "token[0]"),
    ("virtuosity", lambda raw: raw["virtuosity"][0].update(symphony="triplet"), "bonus_missing", "virtuosity"),
    ("master", lambda raw: raw["master"][0].update(discs=["red:any"]), "bad_disc", "master[0].discs[0]"),
    ("clef", lambda raw: raw["clef_set"][0]["cards"][0].update(minor="G"), "same_clef_twice", "clef_set[0].cards[0]"),
    (
        "preset",
        lambda raw: raw["preset"]["2"]["rows"].__setitem__(0, "02a:9 07:2 22:1 11:1 04:2"),
        "bad_owners",
        "preset.2.rows[0]",
    ),
    (
        "copies",
        lambda raw: raw["preset"]["2"]["rows"].__setitem__(1, "06:1 06:1 14:2 15:2 05:2"),
        "too_many_copies",
        "preset.2.rows",
    ),
    ("movement", lambda raw: raw["movement"][1].update(scores=2), "sheets_not_scored_once", "movement"),
]


@pytest.mark.parametrize(
    ("change", "code", "place"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_wrong_pack_is_refused_at_its_place(change: Any, code: str, place: str) -> None:
    with pytest.raises(BadPack) as caught:
        read(changed(change))
    assert (caught.value.code, caught.value.place) == (code, place)
