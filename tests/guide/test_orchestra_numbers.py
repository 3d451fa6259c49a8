"""The numbers of the Orchestra guide are those of the standard components and of the engine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.orchestra.tables import academy, coins, legal, members, play, table
from guide.pages import said, steps
from guide.pages import table as rows
from support import rule
from tutti import Match
from tutti.games import orchestra
from tutti.kernel.types import Fields

FILE = Path(orchestra.__file__).parent / "components" / "standard.toml"
PACK: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
UNITS = {"Money": "m", "Prestige": "p", "MP": "v"}


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def last(anchor: str) -> list[int]:
    """The numbers of the last line of a section."""
    return numbers(said("orchestra", anchor).splitlines()[-1])


def gains(text: str) -> list[str]:
    """``"2 Money, 5 Prestige"`` as tokens of the pack."""
    return [f"{UNITS[unit]}{number}" for number, unit in re.findall(r"(\d+) (Money|Prestige|MP)", text)]


def price(cost: Fields) -> list[str]:
    return [f"{coin}{cost[coin]}" for coin in ("m", "p") if cost.get(coin)]


# -- tables --------------------------------------------------------------------------------------


@rule("OR-005", "OR-019", "OR-020", "OR-023")
def test_the_numbers_of_the_set_up() -> None:
    box, start = PACK["inventory"], PACK["start"]
    assert gains(said("orchestra", "coins")) == [f"m{start['money']}", f"p{start['prestige']}"]
    assert numbers(said("orchestra", "invited").splitlines()[0]) == [12, *box["freelancers"].values()]
    assert numbers(steps("orchestra", "set-up")[2])[:5] == [4, 4, 4, 4, box["audience_pieces"] // 4]
    levels = [box[f"scenario_{level}"] for level in ("I", "II", "III", "S")]
    assert numbers(steps("orchestra", "set-up")[5]) == [*levels, start["row_size"], start["row_size"]]
    seats = {len(card["seats"].split()) for card in PACK["theater"]["cards"]}
    assert numbers(said("orchestra", "theater-cards")) == [*seats, 1, PACK["theater"]["all_points"]]


@rule("OR-037")
def test_what_freelancers_cost() -> None:
    hire = PACK["freelancers"]["hire"]
    assert [gains(cost) for _, cost in rows("orchestra", "hired")] == [price(hire[kind]) for kind in "BPI"]


@rule("OR-069")
def test_the_table_of_social_media() -> None:
    social = PACK["academy"]["social"]
    told = [(gains(bonus), int(cards)) for _, bonus, cards in rows("orchestra", "social-media")]
    assert told == [(social[kind]["bonus"], social[kind]["cards"]) for kind in "BPIV"]


@rule("OR-055", "OR-059")
def test_the_tables_of_evolution() -> None:
    bonus = {space["id"]: space.get("bonus", []) for space in PACK["academy"]["spaces"]}
    assert [(space, gains(got)) for space, _, got in rows("orchestra", "evolve")] == [
        (space, bonus[space]) for space in ("E1", "E2", "E3")
    ]
    costs = PACK["academy"]["evolution"]
    for (_, *told), kind in zip(rows("orchestra", "evolve", 1), "PI", strict=True):
        assert [gains(cost) for cost in told] == [price(cost) for cost in costs[kind]]


@rule("OR-042", "OR-048", "OR-049", "OR-050", "OR-051", "OR-052")
def test_the_tables_of_banners() -> None:
    told = [(int(need), gains(cost)) for _, need, cost in rows("orchestra", "develop")]
    assert told == [(len(slot["need"]), price(slot["cost"])) for slot in PACK["academy"]["develop"]]
    banners = rows("orchestra", "banners")
    assert [int(row[1]) for row in banners] == PACK["academy"]["eyes_ignored"]
    assert [int(row[2]) for row in banners] == PACK["academy"]["orchestra_limit"]
    line = said("orchestra", "banners").splitlines()[-1]
    bonuses = [number for board in PACK["board"] for token in board["completion_bonus"] for number in numbers(token)]
    assert numbers(line) == [*PACK["academy"]["completion_points"], 4, 4, *bonuses]


@rule("OR-085", "OR-091", "OR-092", "OR-093", "OR-095")
def test_the_table_of_the_column_track() -> None:
    track = rows("orchestra", "column-track")
    spaces = PACK["column"]["spaces"]
    assert len(track) == len(spaces) == numbers(said("orchestra", "column-track"))[0]
    for number, (row, space) in enumerate(zip(track, spaces, strict=True), 1):
        name, bonus, edge, returns = row
        assert int(name) == number
        assert (returns == "yes") == space.get("ret", False), row
        assert edge.removeprefix("Poster ") == space.get("edge", "–"), row
        coins_told = [token for token in space["gain"] if re.fullmatch(r"[mpv]\d+", token)]
        assert gains(bonus) == coins_told, row
        if not coins_told:
            word = {"inv": "invite", "evo": "evolution", "tak": "take", "AW:": "buy"}[space["gain"][0][:3]]
            assert word in bonus


@rule("OR-101", "OR-128", "OR-133", "OR-134")
def test_posters_and_the_conductor_track() -> None:
    line = said("orchestra", "posters").splitlines()[1]
    assert numbers(line) == [*PACK["column"]["poster_complete_points"], 0]
    track, lines = PACK["conductor"]["track"], said("orchestra", "conductor").splitlines()
    assert numbers(lines[0]) == [track["left_steps"], track["right_steps"]]
    assert numbers(lines[-2]) == [track["unlock"]["left"], track["unlock"]["right"], 3]  # of V3
    points = PACK["conductor"]
    assert numbers(lines[-1]) == [points["first_points"], points["later_points"], 2, points["second_points_2p"]]


@rule("OR-118", "OR-124", "OR-125", "OR-127", "OR-188", "OR-191")
def test_prices_and_points_of_the_audience() -> None:
    audience = PACK["audience"]
    offers = rows("orchestra", "prices")
    per_seat = list(audience["prices"]["per_seat"].values())
    assert numbers(offers[1][1]) == [*per_seat, audience["wcu_price"]]
    assert numbers(offers[3][1]) == [2, *(max(0, seat - 2) for seat in per_seat), audience["wcu_price"] - 2]
    lines = said("orchestra", "wcu").splitlines()
    assert numbers(lines[1]) == list(audience["wcu_points"].values())
    (_, *worth) = rows("orchestra", "wcu")[0]
    assert [2 * int(cell) if cell != "½" else 1 for cell in worth] == list(audience["area_d_halves"].values())
    assert numbers(said("orchestra", "score-audience").splitlines()[0]) == list(audience["area_points"].values())
    assert numbers(said("orchestra", "score-orchestra").splitlines()[0]) == PACK["orchestra"]["control_points"]


# -- examples ------------------------------------------------------------------------------------


def resolving(own: Fields, *moves: str, **more: Any) -> Match:
    """Player 0 resolves."""
    match = table(2, [own], phase="resolution", **more)
    play(match, *(f"0 {move}" for move in moves))
    return match


@rule("OR-EX-14")
def test_the_exchange() -> None:
    own = {"reserve": {"b": 2, "p": 1}, "spaces": {"X": "b"}, "money": 9, "prestige": 9}
    money, prestige, got_prestige, got_money = last("exchange")
    match = resolving(own, "resolve x", f"exchange {money}m {prestige}p")
    assert coins(match) == (9 - money + got_money, 9 - prestige + got_prestige)


@rule("OR-EX-20", "OR-EX-21")
def test_evolving_and_repeating() -> None:
    space, column, money, prestige, poor, bonus = last("repeating")
    assert (space, column) == (3, 1)
    standing = {"reserve": {"b": 3}, "spaces": {"E3": "p"}}
    match = resolving({**standing, "money": money, "prestige": prestige}, "resolve e3", f"grid {column}")
    assert coins(match) == (0, 0)
    assert academy(match)["reserve"]["i"] == 1
    match = resolving({**standing, "money": poor, "prestige": prestige}, "resolve e3")
    assert coins(match) == (poor, prestige + bonus)
    assert academy(match)["spaces"] == {"E3": "p"}


@rule("OR-EX-07")
def test_skipping_a_marker() -> None:
    (steps_made,) = last("column-move")
    red = {"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}}
    match = table(2, [red, {"column": 1}], phase="resolution")
    play(match, "0 resolve c")
    assert legal(match) == ["skip", "to 2"]
    assert steps_made == 1


@rule("OR-EX-05", "OR-EX-18")
def test_prices_of_pieces() -> None:
    own = {"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 8, "money": 50}
    seats, *paid = last("prices")
    for at, cost in zip(("a07", "e05", "i04", "b00"), paid, strict=True):
        match = resolving(own, "resolve c", "to 9", f"piece h{seats}", f"at {at}")
        assert coins(match)[0] == 50 - cost
    seats, full, off, rest = last("poster-details")
    for poster, cost in ((None, full), ({"id": "PO4", "parts": 2}, rest)):
        match = resolving({**own, "poster": poster}, "resolve c", "to 9", f"piece h{seats}", "at e05")
        assert coins(match)[0] == 50 - cost
    assert full - off == rest


@rule("OR-EX-32")
def test_prices_of_one_card_are_added_up() -> None:
    slot, hire_money, hire_prestige, money, prestige = last("scenario-use")
    match = table(
        2,
        [{"money": money, "prestige": prestige}],
        open_levels=["I", "II", "III"],
        rows={"III": ["III10", "III01", "III02"]},
    )
    play(match, "0 card iii.1", "0 with hire-i", "0 with p")
    assert coins(match) == (0, 0)
    assert (hire_money, hire_prestige + slot) == (money, prestige)


def ended(players: int, academies: list[Fields], **more: Any) -> Match:
    """All have passed in the Special Round: sections are scored, areas are to be chosen."""
    match = table(players, academies, phase="special_round", reason="deck_i", **more)
    for _ in range(players):
        play(match, f"{match.active[0]} pass")
    return match


@rule("OR-188", "OR-189", "OR-190", "OR-EX-01", "OR-EX-02", "OR-EX-03")
@pytest.mark.parametrize("row", rows("orchestra", "score-orchestra"), ids=lambda row: row[0])
def test_the_sections(row: list[str]) -> None:
    counts, paid = (numbers(cell) for cell in row)
    names = iter(["ST1", "ST2", "ST3", "ST4", "ST5"])
    spots = {next(names): player for player, count in enumerate(counts) for _ in range(count)}
    teach = [{}, *({"banners": ["strings"]} for _ in counts[1:])]
    academies = [{**members("b b b b", count), **taught} for count, taught in zip(counts, teach, strict=True)]
    match = ended(len(counts), academies, spots=spots)
    assert [academy(match, player)["scores"]["orchestra"] for player in range(len(counts))] == paid


@rule("OR-EX-13")
def test_area_d() -> None:
    count, *told = last("score-audience")
    pieces = [{"player": 0, "piece": "S1", "at": at} for at in ("b00", "b01", "b18", "g00", "g18")]
    assert count == len(pieces)
    for worth, placed in zip(told[:4], told[4:], strict=True):
        match = ended(2, [{}], wcu=placed, pieces=pieces)
        while match.active != (0,):
            play(match, f"{match.active[0]} area a")
        play(match, "0 area d")
        assert academy(match)["scores"]["audience"] == worth


@rule("OR-EX-04")
def test_coins_at_the_end() -> None:
    money, prestige, worth = last("final-scoring")
    match = ended(2, [{"money": money, "prestige": prestige}, {}])
    while match.active:
        play(match, f"{match.active[0]} {legal(match)[0]}")
    assert academy(match)["scores"]["coins"] == worth
