"""The data pack: the invariants of the components, and faults of other packs."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import tutti
from support import rule
from tutti.games import orchestra
from tutti.games.orchestra import GAME
from tutti.games.orchestra.pack import box as bx
from tutti.kernel import packs
from tutti.kernel.errors import BadPack

D = GAME.d
FILE = Path(orchestra.__file__).parent / "components" / "standard.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
CARDS = [card for level in ("I", "II", "III", "S") for card in RAW["scenario"][level]]


def test_the_box_holds_what_is_printed() -> None:
    box = RAW["inventory"]
    assert [box[f"scenario_{level}"] for level in ("I", "II", "III", "S")] == [21, 24, 11, 16]
    assert (box["social_media_cards"], box["theater_cards"], box["wcu_pieces"]) == (20, 20, 6)
    for coins in (box["coins_m"], box["coins_p"]):
        assert sum(int(value) * count for value, count in coins.items()) == 171
    assert sum(box["freelancers"].values()) == 12
    assert sum(box["banners"].values()) == 12
    assert sum(box["musicians_per_type"].values()) == 64
    assert box["audience_pieces"] == 4 * sum(D.supply) == 128


PATTERNS = {
    "K01": {"m1", "p1"}, "K02": {"m2", "p1"}, "K03": {"m1", "p1", "c1"}, "K04": {"m1", "p2"}, "K05": {"m2"},
    "K06": {"p3"}, "K07": {"m2", "p2"}, "K08": {"AW:pay"}, "K09": {"AW:3"}, "K10": {"coins"}, "K11": {"inv"},
    "K12": {"coins", "AW:pay"}, "K13": {"coins"}, "K14": {"inv"}, "K15": {"coins", "inv"}, "K16": {"AW:free"},
    "K17": {"A:free"}, "K18": {"coins"}, "K19": {"AW:free"}, "K22": {"ret"}, "K24": {"AW:4"}, "K25": {"A:4"},
    "K26": {"inv"}, "K27": {"AW:back"},
}  # fmt: skip


def test_every_reward_is_of_its_kind() -> None:
    assert len({card["id"] for card in CARDS}) == len({card["name"] for card in CARDS}) == 72
    for card in CARDS:
        if card.get("letters"):
            assert card["kind"] in ("K20", "K21", "K23")
            assert {"K20": ["AW:pay"], "K21": ["ret"], "K23": ["ret"]}[card["kind"]] == card["b"]
            continue
        pattern = PATTERNS[card["kind"]]
        found = set(card["gain"])
        if "coins" in pattern:
            found = {"coins" if token[0] in "mp" else token for token in found}
        assert found == pattern, card["id"]


def test_sections_and_icons_are_spread_evenly() -> None:
    for level, each, lyre, icons, forks, none in (
        ("I", 3, 9, 3, 2, 4), ("II", 5, 4, 4, 2, 2), ("III", 2, 3, 2, 1, 0), ("S", 3, 4, 3, 1, 0),
    ):  # fmt: skip
        cards = RAW["scenario"][level]
        sections = Counter(card["sec"] for card in cards)
        assert sections.pop("lyre") == lyre
        assert set(sections.values()) == {each}
        found = Counter(card["aud"] for card in cards)
        assert (found.pop("fork", 0), found.pop("none", 0)) == (forks, none)
        assert set(found.values()) == {icons}


def test_every_part_can_be_filled_by_one_player() -> None:
    for part in range(len(D.part_len)):
        slots = range(D.part_first[part], D.part_first[part] + D.part_len[part])
        types = Counter(D.slot_type[slot] for slot in slots)
        assert len(slots) <= 5
        assert types[bx.VIRTUOSO] <= 1


@rule("OR-113", "OR-115")
def test_the_hall_and_the_pieces() -> None:
    assert len(D.seats) == 116
    assert Counter(D.seat_area) == {0: 22, 1: 30, 2: 32, 3: 32}
    assert D.wcu_total == 6
    by_size = Counter[int]()
    for shape in range(len(D.shapes)):
        by_size[D.size[shape]] += D.supply[shape]
        areas = {D.place_area[k] for k in range(D.first_place[shape], D.first_place[shape + 1])}
        assert areas >= {0, 1, 2}
    assert by_size == {1: 6, 2: 11, 3: 9, 4: 6}
    assert {D.size[s] for s in range(len(D.shapes)) if D.in_area[(s * 4 + 3) * 2] | D.in_area[(s * 4 + 3) * 2 + 1]} == {
        1, 2, 3, 4,
    }  # fmt: skip


@rule("OR-197")
def test_theater_cards_are_equally_dear_and_can_be_covered() -> None:
    cards = [set(seats) for seats in D.theater_seats]
    for seats in D.theater_seats:
        assert len(seats) == 15
        assert Counter(D.seat_area[s] for s in seats) == {0: 4, 1: 4, 2: 4, 3: 3}
        assert sum(D.price[D.seat_area[s]] for s in seats) == 39
        assert 5 <= fewest_pieces(frozenset(seats), 7) <= 7
    assert max(len(one & two) for one, two in combinations(cards, 2)) <= 6


def fewest_pieces(seats: frozenset[int], most: int) -> int:
    """The least number of pieces that cover exactly these seats from one supply."""
    left = list(D.supply)

    def cover(open_seats: frozenset[int], budget: int) -> int:
        if not open_seats:
            return 0
        if budget == 0:
            return 99
        seat = min(open_seats)
        best = 99
        for shape in sorted(range(len(D.shapes)), key=lambda s: -D.size[s]):
            for k in range(D.first_place[shape], D.first_place[shape + 1]):
                covered = frozenset(s for s in D.place_seats[4 * k : 4 * k + 4] if s != bx.NO_SEAT)
                if left[shape] and min(covered) == seat and covered <= open_seats:
                    left[shape] -= 1
                    best = min(best, 1 + cover(open_seats - covered, min(budget, best) - 1))
                    left[shape] += 1
        return best

    return cover(seats, most)


@rule("OR-085", "OR-091")
def test_the_column_track() -> None:
    assert D.last == 16
    assert list(D.returns) == [4, 7, 9, 14]
    assert [n for n in range(17) if D.edge[n] == bx.EDGE_POSTER] == [3, 6, 12, 14]
    assert [n for n in range(17) if D.edge[n] == bx.EDGE_VIRTUOSO] == [10]


@rule("OR-128", "OR-134")
def test_the_conductor_track() -> None:
    assert (list(D.track), list(D.unlock)) == ([6, 4], [5, 3])


@rule("OR-075", "OR-176")
def test_the_orchestra_has_a_spot_for_everybody() -> None:
    assert Counter(D.spot_shape) == {bx.INSTRUMENTALIST: 16, bx.VIRTUOSO: 16}
    assert min(Counter(D.spot_section).values()) > max(D.min_section)
    for spot in range(32):
        assert D.rows[D.spot_row[spot]] in {("A:free*1",), ("A:free*2",), ("A:free*3",), ("W:free",)}


def test_every_row_says_where_it_comes_from() -> None:
    def rows(value: Any) -> list[dict[str, Any]]:
        if isinstance(value, dict):
            below = [row for one in value.values() for row in rows(one)]
            return [value, *below] if "id" in value or "mark" in value else below
        return [row for one in value for row in rows(one)] if isinstance(value, list) else []

    found = rows(RAW)
    assert len(found) > 180
    for row in found:
        assert row["mark"] in packs.MARKS
        assert row["src"]


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ('gain = ["m1", "p1", "c1"]', 'gain = ["m1", "x1"]', "bad_token", "scenario.I[2].gain[1]"),
        ('need = ["any"], aud', 'need = ["Q"], aud', "bad_slot", "scenario.I[1].need[0]"),
        ('"11....AAAAAAAA....22"', '"11....AAAAAAAA..2222"', "seats_differ", "audience.map.seats.D2"),
        ("scenario_I = 21", "scenario_I = 20", "inventory_differs", "inventory.scenario_I"),
        ("max_rounds = 30", "max_rounds = 0", "out_of_range", "guard.max_rounds"),
        ("all_points = 25", "all_points = 25\nextra = 1", "unknown_key", "theater"),
        ('"T01"', '"T02"', "name_twice", "theater.cards[1].id"),
    ],
)
def test_a_faulty_pack_is_refused_at_its_place(tmp_path: Path, old: str, new: str, code: str, place: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "other.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadPack) as caught:
        orchestra.make(packs.read(path))
    assert (caught.value.code, caught.value.place) == (code, place)


def test_another_pack_is_played(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    text = FILE.read_text(encoding="utf-8").replace("max_rounds = 30", "max_rounds = 1")
    path.write_text(text.replace('name = "standard"', 'name = "short"', 1), encoding="utf-8")
    match = tutti.Match.new("orchestra", players=2, seed=1, pack=path)
    dice = tutti.Dice(1)
    while match.active:
        player = match.active[0]
        choices = match.legal(player)
        match.play(player, choices[dice.below(len(choices))])
    assert match.result is not None
    assert match.result.reason == "last_round"
    assert match.record()["pack"]["name"] == "short"
