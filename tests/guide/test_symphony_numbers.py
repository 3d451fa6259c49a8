"""The numbers of the Symphony guide are those of the standard components and of the engine."""

from __future__ import annotations

import re

import pytest

from games.symphony.tables import GAME, D, Scene
from guide.pages import said, steps, table
from support import rule
from tutti.games.symphony.pack.box import NO_SEAT, SEATS
from tutti.games.symphony.rules.setup import lay_clefs
from tutti.games.symphony.rules.state import S_SCORING
from tutti.games.symphony.rules.steps.bonuses import minority

COUNTS = (2, 3, 4, 5, 6)


PLAIN, PROGRESSIVE = ([D.setup(n, progressive) for n in COUNTS] for progressive in (False, True))


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


# -- tables --------------------------------------------------------------------------------------


@rule("SY-021", "SY-022", "SY-027", "SY-028", "SY-040", "SY-042", "SY-043", "SY-045", "SY-047")
def test_the_table_of_player_counts() -> None:
    rows = table("symphony", "players")
    assert [int(cell) for cell in rows[0][1:]] == [sum(s.board[at] != NO_SEAT for at in range(SEATS)) for s in PLAIN]
    assert [cell == "covered" for cell in rows[1][1:]] == [s.cover_blue for s in PLAIN]
    assert [cell == "covered" for cell in rows[2][1:]] == [s.cover_orange for s in PLAIN]
    assert [cell.split() for cell in rows[3][1:]] == [["ABCDE"[column] for column in s.first_row] for s in PLAIN]
    assert [numbers(cell) or [0, 0] for cell in rows[4][1:]] == [[s.choir2, s.choir3] for s in PLAIN]
    assert [int(cell) for cell in rows[5][1:]] == [s.hand for s in PLAIN]
    assert [int(cell) for cell in rows[6][1:]] == [s.turns for s in PLAIN]


@rule("SY-179", "SY-247")
def test_hands_of_the_drafts() -> None:
    assert numbers(said("symphony", "draft").splitlines()[0])[:5] == [s.hand + 1 for s in PLAIN]
    line = next(line for line in said("symphony", "progressive").splitlines() if "draft" in line)
    assert numbers(line)[:5] == [s.hand for s in PROGRESSIVE]


@rule("SY-071", "SY-072")
def test_the_table_of_movements() -> None:
    for at, (name, bars, scored) in enumerate(table("symphony", "movements")):
        assert name == "ABCDE"[at]
        assert numbers(bars) == [D.area_first[at] + 1, D.area_end[at]]
        assert (numbers(scored) or [0]) == [D.scores[at]]


@rule("SY-176")
def test_the_table_of_tracks() -> None:
    rows = [[numbers(cell)[0] for cell in row[1:] if numbers(cell)] for row in table("symphony", "endgame")]
    assert rows == [list(D.note_points), list(D.zone_points), [-points for points in D.clash_points]]


@rule("SY-031", "SY-170", "SY-173", "SY-030")
def test_prizes_and_voices() -> None:
    fixed = {where: points for _, where, points, *_ in D.prizes}
    voices = [fixed["voice1"], fixed["voice2"], fixed["voice3"]]
    assert numbers(steps("symphony", "set-up")[6])[:4] == [fixed["sheet"], *voices]
    assert numbers(steps("symphony", "endgame")[0])[1::2][:3] == voices
    assert numbers(steps("symphony", "sheet-scoring")[2]) == [fixed["sheet"]]
    assert numbers(table("symphony", "points")[0][1])[:3] == list(D.voice_points)


SYMPHONY = [
    ("duplets",), ("triplet",), ("quadruplet",), ("chromatic_orange", "chromatic_green", "chromatic_blue"),
    ("allegro", "vivace", "andante"), ("fusion",), ("orange_before", "orange_after"), ("blue_before", "blue_after"),
    ("ubiquity",),
]  # fmt: skip
ORCHESTRA = [
    ("string_quintet", "brass_trill", "woodwinds_fugue", "martial_march"), ("capriccio",), ("ample_assortment",),
    ("clef_master",), ("little_orchestra",), ("troublesome_g", "troublesome_c", "troublesome_f"), ("experimental",),
    ("heavenly_glissando",), ("neutral_melody",), ("group_of_talents",),
]  # fmt: skip


@rule("SY-192", "SY-193", "SY-194", "SY-195", "SY-196", "SY-197", "SY-198", "SY-199", "SY-200")
def test_what_symphony_bonuses_pay() -> None:
    rows = table("symphony", "symphony-bonuses")
    assert len(rows) == len(SYMPHONY)
    for (_, worth), names in zip(rows, SYMPHONY, strict=True):
        paid = {card.symphony_points for card in D.cards if card.symphony in names}
        assert paid == {(numbers(worth) or [4])[0]}, names
    assert numbers(rows[3][1])[1:] == [D.flank, D.flank]


@rule("SY-201", "SY-202", "SY-203", "SY-204", "SY-205", "SY-206", "SY-207", "SY-208", "SY-209", "SY-210")
def test_what_orchestra_bonuses_pay() -> None:
    rows = table("symphony", "orchestra-bonuses")
    assert len(rows) == len(ORCHESTRA)
    for (_, worth), names in zip(rows, ORCHESTRA, strict=True):
        paid = {card.orchestra_points for card in D.cards if card.orchestra in names}
        small = numbers(worth)[0]
        assert paid == {(small, 6 if names == ("capriccio",) else small)}, names
    assert numbers(rows[1][1])[1] == 6


# -- examples ------------------------------------------------------------------------------------


def played(scene: Scene) -> list[str]:
    """Who plays, until the Movement ends."""
    order = []
    while scene.s.stack:
        if scene.step == "place":
            order.append(GAME.prompt(scene.s, scene.active[0]).args["instrument"])
        scene.play(scene.legal()[-1])
    return order


@rule("SY-055")
def test_the_piccolo() -> None:
    held = []
    for well in (False, True):
        scene = Scene()
        scene.seat("C2", "22", 0, well=well)
        held.append(sum(disc is not None for disc in scene.row("C2")))
    example = said("symphony", "control").splitlines()[-1]
    assert numbers(example) == held


@rule("SY-060")
def test_the_column_token() -> None:
    yellow, red, blue = 0, 1, 2
    scene = Scene()
    for row, (card, owner) in enumerate([("07", yellow), ("02a", yellow), ("21", red), ("02a", red)], 1):
        scene.seat(f"B{row}", card, owner, well=False)
    scene.seat("B5", "21", blue, well=False)
    scene.seat("B6", "02a", blue, well=False)
    discs = [disc for row in range(1, 7) for disc in scene.row(f"B{row}") if disc is not None]
    example = said("symphony", "minority").splitlines()[-1]
    assert numbers(example) == [discs.count(yellow), discs.count("black"), discs.count(red)]
    assert discs.count(red) == discs.count(blue)
    assert minority(D, scene.s, 1) == yellow


@rule("SY-077", "SY-079", "SY-081", "SY-EX-11")
def test_the_order_of_the_example() -> None:
    scene = Scene()
    for place, card in (("C1", "02a"), ("C5", "12"), ("C6", "30"), ("01", "01")):
        scene.seat(place, card, 0, well=True if place != "01" else None)
    scene.absolute("C6")
    discs = [sum(disc is not None for disc in scene.row(place)) for place in ("C1", "C5", "C6")]
    first = said("symphony", "order-example").splitlines()[0]
    assert numbers(first) == [discs[0], 1, discs[1], 5, discs[2], 6]
    names = {"C1": "Violin", "C5": "Euphonium", "C6": "Celesta", "01": "Concertmaster"}
    told = " ".join(steps("symphony", "order-example")).split(" The Celesta has no disc left in its row.")
    told[1] = told[1].split(" That makes")[0]
    order = played(scene.movement())
    assert re.findall("|".join(names.values()), "".join(told)) == [names[place] for place in order]
    assert numbers(steps("symphony", "order-example")[-1]) == [len(order)]


@rule("SY-114", "SY-100")
def test_the_tuplet_example() -> None:
    red, blue = 0, 1
    scene = Scene()
    scene.seat("C2", "12", red, well=False)
    scene.put("2.5.2", red)
    scene.put("2.5.3", blue)
    scene.begin("C2").play("note 2.5.3")
    assert scene.stack("2.5.3") == [blue, red]
    example = said("symphony", "tuplets").splitlines()[-1]
    assert numbers(example) == [scene.points(red)]


@rule("SY-168", "SY-166", "SY-EX-27", "SY-EX-28", "SY-EX-29")
def test_the_zone_example() -> None:
    red, green, blue = 0, 1, 2
    scene = Scene()
    laid: dict[str, tuple[int | str, ...]] = {
        "3.6.2": (red,), "3.6.4": ("black",), "1.4.1": (red, green), "1.4.2": (red, blue),
        "2.4.2": (blue,), "2.5.2": (blue,), "2.5.3": (red,), "2.5.1": (green, "black"),
    }  # fmt: skip
    for note, discs in laid.items():
        scene.put(note, *discs)
    scene.run(S_SCORING, 1)
    for zone, steps_told in table("symphony", "zone-example"):
        told = {name: int(count) for name, count in re.findall(r"(\w+) (\d)", steps_told)}
        found = {name: scene.track(player, zone) for player, name in enumerate(("Red", "Green", "Blue"))}
        assert told == {name: count for name, count in found.items() if count}


@rule("SY-176", "SY-EX-30")
def test_the_example_of_tracks() -> None:
    example = numbers(said("symphony", "endgame").splitlines()[-1])
    taken, paid = example[:9], example[9:]
    scene = Scene(3)
    for player in range(3):
        for name, count in zip(("flat", "sharp", "semibreve"), taken[3 * player :], strict=False):
            scene.set_track(player, name, count)
    scene.endgame()
    points = [scene.points(player, "note_tracks") for player in range(3)]
    assert paid == [points[0], *(D.note_points[steps] for steps in taken[:3]), points[1], points[2]]


@rule("SY-EX-14", "SY-EX-16", "SY-EX-17", "SY-EX-20", "SY-EX-23", "SY-EX-25")
def test_the_plays_of_the_example() -> None:
    told = [numbers(step) for step in steps("symphony", "play-example")]
    assert told == [
        [1, *euphonium()],
        [2, *piano()],
        [1, 41, 3, choir("1")],
        [2, 1, choir("2")],
        [3, trombone()],
        [2, *celesta()],
    ]


def euphonium() -> list[int]:
    scene = Scene(sheets=["1W", "4W", "3W"])
    scene.seat("C2", "12", 0, well=True)
    scene.hold(0, "chaining")
    scene.begin("C2")
    paid = []
    for action in ("play chaining", "note 1.4.1", "note 1.4.2", "note 1.4.3"):
        before = scene.points(0)
        scene.play(action)
        paid.append(scene.points(0) - before)
    return [*paid[1:], scene.points(0)]


def piano() -> list[int]:
    scene = Scene(sheets=["2W", "1W", "3W"])
    scene.seat("C2", "35", 0, well=False)
    scene.begin("C2").play("note 2.6.1")
    assert scene.stack("2.6.1") == [0, 0]
    return [2, D.voice_points[1], scene.points(0) - D.voice_points[1], scene.points(0)][1:]


def choir(part: str) -> int:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.put("1.4.1", 2)
    scene.begin("C2").play("note 3.6.3")
    assert scene.stack("3.6.3") == ["black", 0]
    if part == "1":
        return scene.points(0)
    scene.begin("C2").play("note 1.4.1")
    return scene.points(1)


def trombone() -> int:
    scene = Scene()
    scene.seat("C2", "08", 0, well=False)
    scene.discs("C2", None, 0)
    scene.token_on("3.4.1", "clef")
    scene.begin("C2").play("note 3.4.1")
    assert scene.tokens(0) == ["clef"]
    return scene.points(0)


def celesta() -> list[int]:
    scene = Scene()
    scene.seat("C4", "30", 0, well=True)
    scene.absolute("C4")
    scene.discs("C4")
    scene.token_on("2.6.1", "clef")
    scene.movement().play("note 2.6.1")
    before = scene.points(0)
    scene.play("play clef")
    return [before, scene.points(0)]


@rule("SY-265", "SY-EX-32")
@pytest.mark.parametrize(("card", "which"), [("12", 0), ("08", 1)])
def test_the_example_of_clefs(card: str, which: int) -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    score, mask = scene.s.terms.score, D.clefs[D.ids.index(card)]
    here = [i for i in range(score.count) if score.voice[i] == 0]
    low, high = numbers(said("symphony", "clefs").splitlines()[-1])[2 * which :][:2]
    assert all(bool(scene.s.terms.note_clefs[i] & mask) == (low <= score.position[i] <= high) for i in here)
    assert {score.position[i] for i in here} >= {2, 5, 7}
