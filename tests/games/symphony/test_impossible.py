"""Tables that no line of play brings about: each is refused with its place and its rule."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

import tutti
from games.symphony.tables import SHEETS, D, finish, match, play_until
from support import rule
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.names import note as note_text
from tutti.games.symphony.pack.reader import score_of
from tutti.kernel.types import Fields, Json

SCORE = score_of(D, tuple(SHEETS))


def at_table(players: int, column: int, **options: Any) -> Fields:
    """The whole table of a preset orchestra in the Body of a Movement."""
    table = play_until(match(players, seed=5, preset=True, sheets=SHEETS, **options), "place")
    while table.dump()["column"] < column or table.view()["step"] != "place" or not table.dump()["stack"][1]["playing"]:
        table.play(table.active[0], table.legal(table.active[0])[0])
    return table.dump()


TABLES = {"two": (2, 2), "four": (4, 1), "five": (5, 4)}
"""By name: players, and the Column that is played at least."""


@cache
def shared(table: str) -> Fields:
    """One of them, for all to look at."""
    return at_table(*TABLES[table])


def own(table: str) -> Fields:
    """One of them, to change."""
    return copy.deepcopy(shared(table))


def free_note(value: int, table: str = "two", first: int = 0, end: int = 6) -> str:
    """A note of that value in these bars on which nothing lies and nothing may be covered."""
    for i in range(SCORE.count):
        text = note_text(int(SCORE.code[i]))
        plain = SCORE.colour[i] not in (bx.BLUE_NOTE, bx.ORANGE_NOTE) and first <= SCORE.bar[i] < end
        if plain and SCORE.value[i] == value and not shared(table)["score"].get(text, {}).get("discs"):
            return text
    raise AssertionError("there is no such note")


def with_note(text: str, table: str = "two", **row: Json) -> Fields:
    position = own(table)
    before = position["score"].get(text, {"discs": [], "token": None})
    position["score"][text] = {**before, "token": None if "discs" in row else before["token"], **row}
    del position["tokens"]["unused"]  # the rest
    return position


def with_card(place: str, table: str = "two", **row: Json) -> Fields:
    position = own(table)
    position["orchestra"][place].update(row)
    del position["tokens"]["unused"]  # the rest
    if "card" in row:
        del position["bag"]
    return position


def with_key(*path: str | int, to: Json, table: str = "two") -> Fields:
    position = own(table)
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return position


SEMI, HALF, FOURTH, EIGHTH = (free_note(value) for value in (bx.SEMIBREVE, bx.MINIM, bx.CROTCHET, bx.QUAVER))
LATE = free_note(bx.CROTCHET, first=6, end=9)


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_themselves_load(name: str) -> None:
    assert tutti.Match.load(shared(name)).dump() == shared(name)


@rule("KN-43", "KN-34")
@pytest.mark.parametrize(
    ("position", "code", "place", "cites"),
    [
        # the score
        (with_note(SEMI, discs=[0]), "not_a_pair", f"score.{SEMI}.discs", "SY-110"),
        (with_note(SEMI, discs=[0, "black", 0]), "not_a_pair", f"score.{SEMI}.discs", "SY-110"),
        (with_note(SEMI, discs=[0, 1]), "pair_of_two_players", f"score.{SEMI}.discs", "SY-144"),
        (with_note(HALF, discs=["black"]), "black_on_a_minim", f"score.{HALF}.discs", "SY-108"),
        (with_note(HALF, discs=[0], token="clef"), "token_is_taken", f"score.{HALF}.token", "SY-108"),
        (with_note(FOURTH, token="clef"), "not_on_a_minim", f"score.{FOURTH}.token", "SY-034"),
        (with_note(EIGHTH, token="clef"), "not_on_a_minim", f"score.{EIGHTH}.token", "SY-034"),
        (with_note(FOURTH, discs=[0, 0]), "own_on_own", f"score.{FOURTH}.discs[1]", "SY-124"),
        (with_note(FOURTH, discs=["black", 1, 1]), "own_on_own", f"score.{FOURTH}.discs[2]", "SY-124"),
        (with_note(FOURTH, discs=["black", "black"]), "on_a_black_disc", f"score.{FOURTH}.discs[1]", "SY-123"),
        (with_note(FOURTH, discs=[0, "black", 1]), "on_a_black_disc", f"score.{FOURTH}.discs[2]", "SY-123"),
        (with_note("1.1.1", discs=["cover", 0]), "on_a_cover", "score.1.1.1.discs[1]", "SY-010"),
        (with_note(LATE, discs=[0]), "beyond_the_bars", f"score.{LATE}.discs", "SY-105"),
        (with_note(FOURTH, "four", discs=[0, 1, 0, 1]), "too_high", f"score.{FOURTH}.discs", "SY-127"),
        # instruments that have not played yet, that play, that have played
        (with_card("E1", stack=3), "out_of_range", "orchestra.E1.stack", "SY-067"),
        (with_card("E1", stacked=True), "no_stack_here", "orchestra.E1.stacked", "SY-067"),
        (with_card("E1", discs=[0] * 6), "not_as_laid", "orchestra.E1.discs", "SY-054"),
        (with_card("E1", discs=[1, 1]), "not_as_laid", "orchestra.E1.discs", "SY-054"),
        (with_card("E1", discs=[0]), "not_as_laid", "orchestra.E1.discs", "SY-054"),
        (with_card("E1", token="virtuosity"), "not_played_yet", "orchestra.E1.token", "SY-089"),
        (with_card("E1", sounded=True), "not_played_yet", "orchestra.E1.sounded", "SY-089"),
        (with_card("E1", conducted=[1]), "not_played_yet", "orchestra.E1.conducted", "SY-089"),
        (with_card("E1", opened=[1]), "wrong_spaces", "orchestra.E1.opened", "SY-282"),
        (with_card("E1", well_placed=True), "wrong_well_placed", "orchestra.E1.well_placed", "SY-013"),
        (with_card("E1", owners=[1]), "preset_owners", "orchestra.E1.owners", "SY-272"),
        (with_card("E1", card="06"), "preset_differs", "orchestra", "SY-272"),
        (with_card("C4", discs=[0, 0]), "strange_disc", "orchestra.C4.discs", "SY-054"),
        (with_card("C4", discs=[1, 1, 1, 1, 1, 1]), "strange_disc", "orchestra.C4.discs", "SY-054"),
        (with_card("C4", discs=[1, None, 1, 1, 1]), "gap_in_the_row", "orchestra.C4.discs", "SY-090"),
        (with_card("C4", discs=[None, 1, *[None] * 7]), "gap_in_the_row", "orchestra.C4.discs", "SY-152"),
        (with_card("C4", discs=[None, None, 1, *[None] * 6]), "too_many_extra", "orchestra.C4.discs", "SY-152"),
        (with_card("C1", opened=[4, 5]), "wrong_spaces", "orchestra.C1.opened", "SY-282"),
        (with_card("C5", stack=0), "out_of_range", "orchestra.C5.stack", "SY-067"),
        (with_card("C5", stacked=False), "stack_is_given", "orchestra.C5.stacked", "SY-067"),
        (with_card("A1", discs=[None, 1]), "movement_is_over", "orchestra.A1.discs", "SY-075"),
        (with_card("C4", "four", token="clef"), "token_not_here", "orchestra.C4.token", "SY-088"),
        (with_card("E6", "five", token="clef"), "token_not_here", "orchestra.E6.token", "SY-088"),
        (with_card("E6", "five", discs=[3, 2, 4]), "strange_disc", "orchestra.E6.discs", "SY-054"),
        # Conductor and Concertmaster
        (with_card("00", token="clef"), "never_plays", "orchestra.00.token", "SY-092"),
        (with_card("00", discs=[0, 0]), "not_as_laid", "orchestra.00.discs", "SY-058"),
        (with_card("01", discs=[0, 0, "black", "black", "black"]), "discs_of_01", "orchestra.01.discs", "SY-077"),
        (with_card("01", discs=["black"] * 4), "too_many_swapped", "orchestra.01.discs", "SY-154"),
        (with_card("01", token="chaining"), "token_not_here", "orchestra.01.token", "SY-157"),
        (with_card("01", token="eclectic"), "token_not_here", "orchestra.01.token", "SY-162"),
        (with_card("C4", conducted=[1, 2]), "not_conducted", "orchestra.C4.conducted", "SY-093"),
        # tokens, tracks, points
        (with_key("tokens", "pentagon", to=[None]), "expected_kind", "tokens.pentagon[0]", ""),
        (with_key("tracks", 0, "flat", to=60), "out_of_range", "tracks[0].flat", "SY-167"),
        (with_key("tracks", 1, "green", to=2), "out_of_range", "tracks[1].green", "SY-168"),
        (with_key("tracks", 1, "clash", to=1), "out_of_range", "tracks[1].clash", "SY-267"),
        (with_key("points", 0, "voices", to=9), "no_such_points", "points[0].voices", "SY-172"),
        (with_key("points", 0, "master", to=2), "no_such_points", "points[0].master", "SY-172"),
        (with_key("points", 0, "discs", to=-1), "wrong_sign", "points[0].discs", "SY-176"),
        (with_key("winners", 1, to=[0]), "wrong_winners", "winners[1]", "SY-170"),
        (with_key("play", "coda", to=1), "play_differs", "play.coda", "SY-087"),
        (with_key("play", "replay", to=1), "play_differs", "play.near", "SY-087"),
    ],
)  # fmt: skip
def test_each_is_refused_with_its_place_and_rule(position: Fields, code: str, place: str, cites: str) -> None:
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(position)
    fault = caught.value
    assert (fault.code, fault.place, fault.rule) == (code, place, cites), str(fault)
    assert fault.rule in str(fault)


@rule("KN-43", "SY-098")
def test_no_more_discs_on_the_score_than_have_left_the_instruments() -> None:
    position = own("two")
    for i in range(SCORE.count):
        text = note_text(int(SCORE.code[i]))
        if SCORE.bar[i] < 6 and SCORE.value[i] in (bx.CROTCHET, bx.QUAVER) and text not in position["score"]:
            position["score"][text] = {"discs": [0], "token": None}
    position["winners"][0] = []
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(position)
    assert (caught.value.code, caught.value.place, caught.value.rule) == ("too_many_discs", "score", "SY-098")


@rule("KN-43", "SY-048", "SY-040", "SY-041", "SY-222")
def test_seats_that_turns_cannot_have_brought_about() -> None:
    table = match(2, seed=8, sheets=SHEETS)
    while table.view()["hands"] != [4, 4] or table.view()["step"] != "card":
        table.play(table.active[0], table.legal(table.active[0])[0])
    whole = table.dump()
    seats = whole["orchestra"]

    def refused(**rows: Fields) -> tuple[str, str, str]:
        position = copy.deepcopy(whole)
        position["orchestra"].update({place: {**seats.get(place, {}), **row} for place, row in rows.items()})
        with pytest.raises(tutti.BadPosition) as caught:
            tutti.Match.load(position)
        return caught.value.code, caught.value.place, caught.value.rule

    mine = next(place for place, row in seats.items() if row["owners"][0] == 0 and place < "F" and place[0] > "9")
    discs = [1 if disc == 0 else disc for disc in seats[mine]["discs"]]
    assert refused(**{mine: {"owners": [1], "discs": discs}}) == ("wrong_controls", "orchestra", "SY-048")
    assert refused(A1={"placer": 0}) == ("front_row_is_drawn", "orchestra.A1.placer", "SY-040")
    other = next(place for place, row in seats.items() if row["placer"] == 1)
    assert refused(**{other: {"placer": 0}})[0] == "too_many_seated"
    free = next(f"{column}{row}" for column in "ABCDE" for row in (2, 4, 5) if f"{column}{row}" not in seats)
    moved = copy.deepcopy(whole)
    moved["orchestra"][free] = {**moved["orchestra"].pop("A1"), "well_placed": False}
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(moved)
    assert (caught.value.code, caught.value.arguments["key"], caught.value.rule) == ("missing_key", "A1", "SY-040")


@rule("KN-43", "SY-251", "SY-253", "SY-255")
def test_columns_of_progressive_orchestra_are_seated_one_after_another() -> None:
    table = play_until(match(3, seed=8, sheets=SHEETS, draft="secret", progressive=True), "allocate")
    before = table.dump()
    table.play(table.active[0], "control 01")
    after = table.dump()

    def refused(position: Fields, **rows: Json) -> tuple[str, str, str]:
        found = copy.deepcopy(position)
        del found["holder"]
        for place, row in rows.items():
            found["orchestra"][place.strip("_")] = row
        with pytest.raises(tutti.BadPosition) as caught:
            tutti.Match.load(found)
        return caught.value.code, caught.value.place, caught.value.rule

    assert refused(before, A2={"card": "05", "owners": [0]}) == ("nobody_controls", "orchestra.01", "SY-253")
    assert refused(after, B2={"card": "05", "owners": [0]}) == ("seated_too_early", "orchestra.B2", "SY-251")
    drafting = match(3, seed=8, sheets=SHEETS, draft="secret", progressive=True).dump()
    assert refused(drafting, _01={"owners": [0]}) == ("seated_too_early", "orchestra.01", "SY-251")
    assert refused(drafting, _00={"owners": [0]}) == ("seated_too_early", "orchestra.00", "SY-253")


def three_in_the_middle() -> Fields:
    return at_table(3, 2)


@rule("KN-43", "SY-099", "SY-135", "SY-170")
def test_nobody_has_more_points_than_the_table_has_brought() -> None:
    whole = three_in_the_middle()
    lost = next(p for p in range(3) if p not in whole["winners"][0])
    won = whole["winners"][0][0]
    prize = 6

    def refused(player: int, source: str, points: int) -> tuple[str, str, str]:
        position = copy.deepcopy(whole)
        position["points"][player][source] = points
        with pytest.raises(tutti.BadPosition) as caught:
            tutti.Match.load(position)
        return caught.value.code, caught.value.place, caught.value.rule

    assert whole["points"][won]["sheets"] == prize
    assert refused(lost, "sheets", 1) == ("out_of_range", f"points[{lost}].sheets", "SY-170")
    assert refused(won, "sheets", prize + 1) == ("out_of_range", f"points[{won}].sheets", "SY-170")
    for player in range(3):
        discs = whole["points"][player]["discs"]
        assert refused(player, "discs", discs + 100)[1:] == (f"points[{player}].discs", "SY-099")
        assert refused(player, "virtuosity", 1000)[1:] == (f"points[{player}].virtuosity", "SY-135")
        assert refused(player, "clef_tokens", 20)[1:] == (f"points[{player}].clef_tokens", "SY-163")
    del whole["points"]
    assert tutti.Match.load(whole).dump()["points"][won]["sheets"] == 0, "points may be left out"


@rule("KN-43", "SY-173", "SY-174", "SY-176", "SY-187", "SY-190")
def test_points_of_the_end_are_bounded_too() -> None:
    whole = finish(match(3, seed=5, preset=True, sheets=SHEETS, audience="both", clefs="I")).dump()
    assert tutti.Match.load(whole).dump() == whole
    cited = {
        "voices": "SY-173", "leftover_tokens": "SY-174", "note_tracks": "SY-176", "zone_tracks": "SY-176",
        "orchestra_bonus": "SY-187", "symphony_bonus": "SY-190", "clashes": "SY-176",
    }  # fmt: skip
    for source, cites in cited.items():
        position = copy.deepcopy(whole)
        position["points"][1][source] += -100 if source == "clashes" else 100
        with pytest.raises(tutti.BadPosition) as caught:
            tutti.Match.load(position)
        assert (caught.value.place, caught.value.rule) == (f"points[1].{source}", cites)


@rule("KN-43", "SY-035", "SY-230")
def test_nobody_takes_from_the_unused_pool() -> None:
    position = three_in_the_middle()
    tokens = position["tokens"]
    tokens["held"][0] += tokens["unused"]
    tokens["unused"] = []
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(position)
    assert (caught.value.code, caught.value.rule) == ("tokens_not_won", "SY-035")
    position = three_in_the_middle()
    row = next(row for row in position["score"].values() if row["token"] and not row["discs"])
    position["tokens"]["held"][0].append(row["token"])
    row["token"] = None
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(position)
    assert (caught.value.code, caught.value.rule) == ("tokens_not_won", "SY-035"), "nobody has been on that Minim"


@rule("KN-43", "SY-098", "SY-130")
def test_black_discs_come_from_instruments_or_protect() -> None:
    whole = three_in_the_middle()
    crotchets = [
        text
        for text, row in whole["score"].items()
        if len(row["discs"]) == 1 and type(row["discs"][0]) is int and SCORE.value[note_number(text)] != bx.MINIM
    ]
    assert len(crotchets) > 10
    for discs, code, cites in ((["black"], "too_many_black", "SY-098"), (None, "too_many_protected", "SY-130")):
        position = copy.deepcopy(whole)
        del position["points"]
        position["winners"] = [[], [], []]
        for text in crotchets:
            row = position["score"][text]
            row["discs"] = discs or ["black", *row["discs"]]
        with pytest.raises(tutti.BadPosition) as caught:
            tutti.Match.load(position)
        assert (caught.value.code, caught.value.place, caught.value.rule) == (code, "score", cites)


def note_number(text: str) -> int:
    return next(i for i in range(SCORE.count) if note_text(int(SCORE.code[i])) == text)
