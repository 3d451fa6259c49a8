"""Scenario Cards and hiring: OR-037, OR-038, OR-138 to OR-153, OR-205, OR-206, OR-212."""

from __future__ import annotations

from itertools import product

import pytest

from games.orchestra.tables import academy, coins, legal, members, play, points, refused, table
from support import rule
from tutti import Match
from tutti.games.orchestra import GAME
from tutti.games.orchestra.rules.casting import can_cast, hands
from tutti.kernel.chance import Dice
from tutti.kernel.schema import prepare


@rule("OR-140", "OR-141")
def test_a_card_needs_its_section_when_it_is_assigned() -> None:
    match = table(2, rows={"I": ["I01", "I03", "I04"]})
    assert legal(match, "card") == ["card i.1", "card i.3", "card ii.1", "card ii.2"]
    assert refused(match, "0 card i.2").code == "section_not_taught"
    match = table(2, [{"banners": ["woodwinds"]}], rows={"I": ["I01", "I03", "I04"]})
    assert "card i.2" in legal(match)
    own = {"money": 9, "prestige": 9}
    match = table(2, [own], rows={"I": ["I01", "I03", "I04"]})
    play(match, "0 develop", "0 with b")
    assert "card i.2" not in legal(match)  # a banner still to be resolved does not count


@rule("OR-142", "OR-143", "OR-205")
def test_all_slots_or_none_and_one_user_a_card() -> None:
    match = table(2, rows={"II": ["II01", "II02", "II03"]})
    play(match, "0 card ii.1")
    assert legal(match) == ["with p", "with hire-p"]
    play(match, "0 with p")
    assert academy(match)["reserve"] == {"b": 3, "p": 1}
    assert legal(match) == ["with b", "with hire-b"]
    play(match, "0 with b")
    assert academy(match)["reserve"] == {"b": 2}
    assert match.view()["rows"]["II"][0] == {"card": "II01", "player": 0, "part": 1, "musicians": ["p", "b"]}
    assert refused(match, "0 card ii.1").code == "card_in_use"
    play(match, "0 x b", "0 c b", "0 pass")
    assert refused(match, "1 card ii.1").code == "card_in_use"


@rule("OR-205")
def test_a_half_made_assignment_is_backed_out_by_undo() -> None:
    match = table(2, rows={"II": ["II01", "II02", "II03"]})
    before = match.dump()
    play(match, "0 card ii.1", "0 with p")
    match.undo(0)
    match.undo(0)
    assert match.dump() == before


@rule("OR-144")
def test_a_divider_offers_top_or_bottom() -> None:
    match = table(2, [{"banners": ["percussion"]}], rows={"I": ["I09", "I01", "I02"]})
    play(match, "0 card i.1")
    assert legal(match) == ["part 1", "part 2"]
    play(match, "0 part 2")
    assert legal(match) == ["with p"]
    assert refused(match, "0 with b").rule == "OR-027"


@rule("OR-145", "OR-146", "OR-212")
def test_letters_are_filled_from_a_on_and_their_costs_paid() -> None:
    own = {**members("i p p b"), "money": 0, "prestige": 3}
    match = table(2, [own], open_levels=["I", "II", "S"], rows={"S": ["S11", "S01", "S02"]})
    play(match, "0 card s.1")
    assert legal(match) == ["part 1", "part 2", "part 3"]
    play(match, "0 part 3", "0 with i", "0 with p")
    assert coins(match) == (0, 3)
    play(match, "0 with p")
    assert coins(match) == (0, 0)
    assert match.view()["rows"]["S"][0]["part"] == 3
    poor = table(2, [{**own, "prestige": 0}], open_levels=["I", "II", "S"], rows={"S": ["S11", "S01", "S02"]})
    play(poor, "0 card s.1")
    assert legal(poor) == ["part 1"]


@rule("OR-037", "OR-038", "OR-039", "OR-EX-28")
def test_example_28_hired_musicians_need_one_of_your_own() -> None:
    own = {"money": 20, "prestige": 20}
    match = table(2, [own], rows={"II": ["II20", "II01", "II02"]})
    assert refused(match, "0 card ii.1").code == "cannot_fill"  # one slot for an I, only hired ones
    play(match, "0 card ii.2")
    assert legal(match) == ["with p", "with hire-p"]
    play(match, "0 with hire-p")
    assert legal(match) == ["with b"]
    play(match, "0 with b")
    assert coins(match) == (17, 19)
    assert match.view()["freelancers"]["P"] == 3
    assert academy(match)["reserve"] == {"b": 2, "p": 1}


@rule("OR-206", "OR-EX-32")
@pytest.mark.parametrize(("prestige", "offered"), [(3, True), (2, False)])
def test_example_32_prices_of_one_assignment_are_added_up(prestige: int, offered: bool) -> None:
    own = {"money": 4, "prestige": prestige}
    rows = {"III": ["III10", "III01", "III02"]}
    match = table(2, [own], open_levels=["I", "II", "III"], rows=rows)
    assert ("card iii.1" in legal(match)) == offered
    if offered:
        play(match, "0 card iii.1", "0 with hire-i")
        assert coins(match) == (4, 3)
        play(match, "0 with p")
        assert coins(match) == (0, 0)


@rule("OR-147", "OR-148", "OR-150", "OR-036", "OR-163")
def test_resolving_a_card() -> None:
    staffed = {"card": "II23", "player": 0, "part": 1, "musicians": ["p", "hire-p"]}
    match = table(2, [{"reserve": {"b": 3}, "money": 0}], phase="resolution", rows={"II": [staffed, "II01", "II02"]})
    assert refused(match, "0 pass").rule == "OR-164"
    play(match, "0 resolve ii.1")
    assert points(match) == 5
    assert academy(match)["reserve"] == {"b": 3, "p": 1}
    assert match.view()["freelancers"]["P"] == 4
    assert match.view()["rows"]["II"][0] is None
    assert academy(match)["cards"] == [{"card": "II23", "face_up": False}]


@rule("OR-149")
def test_the_tuning_fork_lies_face_up() -> None:
    staffed = {"card": "I16", "player": 0, "part": 1, "musicians": ["b"]}
    match = table(2, [{"reserve": {"b": 2, "p": 1}}], phase="resolution", rows={"I": [staffed, "I01", "I02"]})
    play(match, "0 resolve i.1", "0 coin money")
    assert academy(match)["cards"] == [{"card": "I16", "face_up": True}]


@rule("OR-034", "OR-038", "OR-142", "OR-205", "OR-206")
@pytest.mark.parametrize("seed", range(6))
def test_exactly_what_can_be_completed_is_offered(seed: int) -> None:
    """Brute force: every way to fill every open card against what the engine offers, all along a match."""
    dice = Dice(seed)
    players = 2 + seed % 3
    s = GAME.setup(prepare(GAME, players, None), dice)
    looked = 0
    while (actions := GAME.legal(s)) and looked < 60:
        top = s.stack[-1]
        texts = [GAME.actions[a] for a in actions]
        if GAME.steps[top.step].name == "allocate":
            looked += 1
            player = GAME.active(s)[0]
            for place in range(12):
                ways = fillings(s, player, place)
                assert can_cast(s, player, place, hands(s, player)) == bool(ways)
                name = f"card {('i', 'ii', 'iii', 's')[place // 3]}.{place % 3 + 1}"
                assert (name in texts) == bool(ways)
                if ways and dice.below(3) == 0:
                    assert offered(s, place) == ways
        GAME.apply(s, actions[dice.below(len(actions))], dice)
    assert looked > 5


def fillings(s: object, player: int, place: int) -> set[tuple[int, tuple[int, ...]]]:
    """All parts of a card with all multisets of Musicians for them, by trying everything."""
    d = GAME.d
    view = GAME.view(s, -1)  # type: ignore[arg-type]  # any state of the game
    level = ("I", "II", "III", "S")[place // 3]
    card = view["rows"][level][place % 3]
    own = view["academies"][player]
    if card is None or "player" in card:
        return set()
    number = d.cards.index(card["card"])
    section = d.card_section[number]
    if section < 4 and ("strings", "woodwinds", "brass", "percussion")[section] not in own["teaches"]:
        return set()
    names = ("b", "p", "i", "v", "inv-b", "inv-p", "inv-i")
    stock = [own["reserve"].get(name, 0) for name in names] + [view["freelancers"].get(kind, 0) for kind in "BPI"]
    types = (0, 1, 2, 3, 0, 1, 2, 0, 1, 2)
    found = set()
    for part in range(d.card_parts[number]):
        row = d.card_part[number] + part
        first = d.part_first[row]
        slots = range(first, first + d.part_len[row])
        for kinds in product(range(10), repeat=len(slots)):
            fits = all(d.slot_type[slot] in (4, types[kind]) for slot, kind in zip(slots, kinds, strict=True))
            money = sum(d.slot_m[slot] for slot in slots) + sum(d.hire_m[k - 7] for k in kinds if k >= 7)
            prestige = sum(d.slot_p[slot] for slot in slots) + sum(d.hire_p[k - 7] for k in kinds if k >= 7)
            if (
                fits
                and money <= own["money"]
                and prestige <= own["prestige"]
                and any(kind < 4 for kind in kinds)
                and all(kinds.count(kind) <= stock[kind] for kind in kinds)
                and ascending(slots, kinds)
            ):
                found.add((part, kinds))
    return found


def ascending(slots: range, kinds: tuple[int, ...]) -> bool:
    """Like slots side by side are filled in one order only."""
    d = GAME.d
    looks = [(d.slot_type[slot], d.slot_m[slot], d.slot_p[slot]) for slot in slots]
    return all(looks[i] != looks[i + 1] or kinds[i] <= kinds[i + 1] for i in range(len(kinds) - 1))


def offered(s: object, place: int) -> set[tuple[int, tuple[int, ...]]]:
    """All rows of choices that the engine leads through."""
    found: set[tuple[int, tuple[int, ...]]] = set()

    def walk(state: object, part: int, kinds: tuple[int, ...]) -> None:
        if GAME.steps[state.stack[-1].step].name not in ("part", "slots"):  # type: ignore[attr-defined]
            found.add((part, kinds))
            return
        for a in GAME.legal(state):  # type: ignore[arg-type]
            text = GAME.actions[a]
            after = GAME.copy(state)  # type: ignore[arg-type]
            GAME.apply(after, a, Dice(0))
            if text.startswith("part"):
                walk(after, int(text[-1]) - 1, kinds)
            else:
                names = ("b", "p", "i", "v", "inv-b", "inv-p", "inv-i", "hire-b", "hire-p", "hire-i")
                walk(after, part, (*kinds, names.index(text.split()[1])))

    start = GAME.copy(s)  # type: ignore[arg-type]
    GAME.apply(start, GAME.codes[f"card {('i', 'ii', 'iii', 's')[place // 3]}.{place % 3 + 1}"], Dice(0))
    walk(start, 0, ())
    return found


@rule("OR-038", "OR-034")
def test_an_invited_musician_needs_company_on_a_card() -> None:
    own = {"reserve": {"b": 3, "p": 1, "inv-b": 2}, "money": 0}
    match = table(2, [own], rows={"I": ["I01", "I04", "I08"], "II": ["II01", "II02", "II04"]})
    play(match, "0 card i.1")
    assert legal(match) == ["with b"]


@rule("OR-138", "OR-152")
def test_closed_levels_cannot_be_used() -> None:
    match = Match.new("orchestra", players=2, seed=4)
    for player in (0, 1):
        play(match, f"{player} {match.legal(player)[0]}")
    assert refused(match, f"{match.active[0]} card iii.1").code == "level_closed"
