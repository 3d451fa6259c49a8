"""The easy game (SY-274, SY-293 to SY-295): what it has, what it goes without, and that all windows know it."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tutti
from games.symphony.tables import GAME, SHEETS, D, finish, match, play_until
from support import rule
from tutti.games.symphony import make
from tutti.games.symphony.pack import easy
from tutti.games.symphony.pack.box import CHOIR, SPECIAL
from tutti.kernel import library, packs
from tutti.kernel.schema import conflicts, prepare
from tutti.kernel.types import Fields
from tutti.words import find

PLAYERS = range(2, 7)
EACH = {2: 10, 3: 8, 4: 6, 5: 6, 6: 5}


def table(players: int = 3, seed: int = 5, **options: Any) -> tutti.Match:
    return match(players, seed=seed, easy=True, **options)


@rule("SY-274")
@pytest.mark.parametrize("players", PLAYERS)
def test_an_easy_match_begins_with_a_set_orchestra_and_goes_to_its_end(players: int) -> None:
    begun = table(players)
    asked = begun.prompt(begun.active[0])
    assert asked is not None
    assert asked.step == "pentagon"  # everybody is in all five Columns, so tokens come first (SY-063)
    assert begun.view()["hands"] == [0] * players
    result = finish(begun).result
    assert result is not None
    assert not any(sources[name] for sources in result.sources for name in ("orchestra_bonus", "symphony_bonus"))


@rule("SY-293", "SY-005")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_equally_many_pale_instruments_and_one_in_each_column(players: int) -> None:
    begun = table(players, first_player=0)
    seats = {place: seat for place, seat in begun.view()["orchestra"].items() if seat}
    owners = Counter(seat["owners"][0] for seat in seats.values())
    assert owners == dict.fromkeys(range(players), EACH[players])
    for player in range(players):
        assert {place[0] for place, seat in seats.items() if seat["owners"] == [player]} == set("ABCDE")
    cards = Counter(seat["card"] for seat in seats.values())
    for card, count in cards.items():
        kind = D.ids.index(card)
        assert easy.is_pale(D, kind)
        assert count <= D.copies[kind]
    assert ("C1" in begun.view()["orchestra"]) == (players not in (3, 4))
    discs = [sum(begun.view()["columns"][at]["discs"][player] for at in range(5)) for player in range(players)]
    assert max(discs) - min(discs) <= 3  # a disc less is made up for by abilities


@rule("SY-293")
def test_which_cards_are_pale() -> None:
    pale = {D.ids[kind] for kind in range(D.kinds) if easy.is_pale(D, kind)}
    assert sum(D.copies[D.ids.index(card)] for card in pale) == 33
    assert not {"02b", "03b"} & pale
    assert not any(D.dots[D.ids.index(card)].bit_count() > 1 for card in pale)  # two half-dots are for advanced ones
    assert {"02a", "07", "08", "11", "14", "17", "22", "23", "25", "28", "31"} <= pale
    for dark in ("09", "10", "13", "26", "27", "29", "30", "32", "33", "34", "35", "36", "37", "38", "39"):
        assert dark not in pale
    assert not any(D.category[D.ids.index(card)] in (CHOIR, SPECIAL) for card in pale)


@rule("SY-294", "SY-069", "SY-178")
def test_there_is_neither_conductor_nor_concertmaster() -> None:
    for players in PLAYERS:
        assert not {"00", "01"} & table(players).view()["orchestra"].keys()
        assert {"00", "01"} <= match(players).view()["orchestra"].keys()
    played = finish(table(3, first_player=1))
    assert played.view()["first_player"] == 1
    told = [event["event"] for event in played.events()]
    assert "baton" not in told
    steps = Counter(move.split()[0] for _, move in moves(played))
    assert not steps["conduct"]
    assert not steps["disc"]


def moves(played: tutti.Match) -> list[tuple[int, str]]:
    return [(entry.player, played.game.actions[entry.action]) for entry in played.log]


WITHOUT: list[tuple[str, Any, str]] = [
    ("draft", "secret", "easy_and_draft"),
    ("audience", "both", "easy_and_audience"),
    ("variable_prizes", ["voice1"], "easy_and_prizes"),
    ("master", "mahler", "easy_and_master"),
    ("master", "random", "easy_and_master"),
    ("progressive", True, "easy_and_progressive"),
    ("clefs", "I", "easy_and_clefs"),
]


@rule("SY-295", "SY-020")
@pytest.mark.parametrize(("name", "value", "code"), WITHOUT)
def test_variants_do_not_go_with_it(name: str, value: Any, code: str) -> None:
    (found, *_) = conflicts(GAME, 4, {"easy": True, name: value})
    assert (found.code, found.rule, found.options) == (code, "SY-295", ("easy", name))
    with pytest.raises(tutti.BadOption):
        table(4, **{name: value})
    for lang in ("en", "fr", "de"):
        assert find("symphony", f"error.{found.code}", lang)


@rule("SY-295")
def test_what_it_makes_void_is_refused_for_a_new_match_and_the_score_may_be_chosen() -> None:
    for name, code in (("preset", "easy_and_preset"), ("thematic_front_row", "easy_and_thematic")):
        assert [one.code for one in conflicts(GAME, 4, {"easy": True, name: True})][:1] == [code]
    assert not conflicts(GAME, 4, {"easy": True, "sides": "any", "sheets": ["1W", "2B", "3W"], "first_player": 2})


def stored(name: str) -> Fields:
    """A record that was written under version 2."""
    path = Path(__file__).parents[2] / "records" / "symphony" / f"{name}.json"
    raw: Fields = json.loads(path.read_text(encoding="utf-8"))
    return raw


@rule("SY-293", "KN-31")
@pytest.mark.parametrize(
    ("name", "kept", "today"),
    [
        ("2-easy", {"A2": "02b", "E4": "03b"}, {"A2": "02a", "E4": "03a"}),
        ("5-easy", {"A1": "02a", "A2": "02b", "E4": "03b"}, {"A1": "16", "A2": "02a", "E4": "03a"}),
    ],
)
def test_a_match_of_version_2_goes_on_with_the_orchestra_of_then(
    name: str, kept: dict[str, str], today: dict[str, str]
) -> None:
    record = stored(name)
    assert record["rules"] == 2
    played = tutti.Match.replay(record)  # compares the fingerprint of every position
    assert seated(played, *kept) == kept
    assert played.record() == record | {"options": played.options.values}
    assert tutti.Match.replay(played.transcript(), fair=True).dump() == played.dump()
    half = tutti.Match.replay(record, upto=record["length"] // 2)
    position = half.dump()
    assert position["rules"] == 2
    loaded = tutti.Match.load(position, seed=1)
    assert loaded.dump() == position
    assert seated(finish(loaded), *kept) == kept
    assert tutti.Match.replay(loaded.record()).dump() == loaded.dump()
    for player in range(half.players):
        assert tutti.Match.load(half.dump(player), seed=1).view(player) == half.view(player)
    new = tutti.Match.new(GAME, half.players, record["seed"], half.options.values, record["pack"]["name"])
    assert seated(new, *today) == today
    assert new.record()["rules"] == GAME.version > 2


def seated(played: tutti.Match, *places: str) -> dict[str, str]:
    return {place: played.view()["orchestra"][place]["card"] for place in places}


@rule("SY-293", "SY-272")
def test_one_version_is_never_read_as_the_other() -> None:
    record = stored("5-easy")
    position = tutti.Match.replay(record, upto=20).dump()
    with pytest.raises(tutti.BadPosition) as unread:
        tutti.Match.load({**position, "rules": 3})
    assert (unread.value.code, unread.value.rule) == ("preset_differs", "SY-272")
    with pytest.raises(tutti.BadRecord):
        tutti.Match.replay({**record, "rules": 3})
    later = tutti.Match.load(position, seed=1).record()
    with pytest.raises(tutti.BadRecord) as mixed:
        tutti.Match.replay({**later, "rules": 3})
    assert (mixed.value.code, mixed.value.place) == ("not_one_of", "start.rules")


@rule("SY-293", "KN-31")
def test_a_fault_in_a_record_of_version_2_is_no_change_of_rules() -> None:
    record = stored("2-easy")
    record["log"][3]["action"] = "burn"
    with pytest.raises(tutti.BadRecord) as caught:
        tutti.Match.replay(record)
    assert (caught.value.code, caught.value.place) == ("illegal_entry", "log[3]")


@rule("SY-293")
def test_the_orchestras_of_both_versions_sit_on_the_same_seats() -> None:
    assert sorted(D.easy_before) == list(PLAYERS)
    for players in PLAYERS:
        seats = [seat for seat, _, _ in D.easy[players].cards]
        assert seats == [seat for seat, _, _ in D.easy_before[players].cards]


@rule("SY-293")
def test_a_pack_without_the_cards_of_then_refuses_its_records() -> None:
    raw = copy.deepcopy(packs.read(packs.shipped(library.folder("symphony"))["standard"]).raw)
    violin = next(one for one in raw["instrument"] if one["id"] == "02b")
    violin["basic"] = ["obsessive"]
    other = make(packs.Pack("symphony", "other", "sha256:other", raw))
    options = prepare(other, 2, {"easy": True}, fresh=False, rules=2)
    assert (options.rules, other.changed(2, options)) == (2, "SY-293")
    assert not GAME.changed(2, prepare(GAME, 2, {"easy": True}, fresh=False, rules=2))


@rule("SY-293")
def test_a_pack_without_these_cards_has_no_easy_game() -> None:
    raw = copy.deepcopy(packs.read(packs.shipped(library.folder("symphony"))["standard"]).raw)
    violin = next(one for one in raw["instrument"] if one["id"] == "02a")
    violin["basic"] = ["obsessive"]
    other = make(packs.Pack("symphony", "other", "sha256:other", raw))
    assert sorted(D.easy) == list(PLAYERS)
    assert not other.d.easy
    with pytest.raises(tutti.BadOption) as caught:
        tutti.Match.new(other, players=3, seed=1, options={"easy": True})
    assert (caught.value.code, caught.value.rule) == ("easy_needs_cards", "SY-293")


@rule("SY-274")
def test_a_record_without_the_option_is_no_easy_match() -> None:
    record = match(3, seed=1).record()
    assert record["options"].pop("easy") is False
    again = tutti.Match.replay(record)
    assert "00" in again.view()["orchestra"]


@rule("SY-274", "SY-294")
@pytest.mark.parametrize("players", PLAYERS)
def test_records_and_positions_come_back(players: int) -> None:
    played = play_until(table(players, sheets=SHEETS), "place")
    assert tutti.Match.replay(played.record()).dump() == played.dump()
    assert tutti.Match.load(played.dump(), seed=1).dump() == played.dump()
    for player in range(players):
        assert tutti.Match.load(played.dump(player), seed=1).view(player) == played.view(player)


def whole() -> Fields:
    """Without the bag, which would be wrong as well once a card is another."""
    raw = play_until(table(3, sheets=SHEETS, first_player=0), "place").dump()
    raw.pop("bag")
    return raw


@rule("SY-294", "SY-293")
@pytest.mark.parametrize(
    ("change", "code", "rule_id"),
    [
        (lambda raw: raw["orchestra"].update({"01": {"owners": [0]}}), "not_in_easy", "SY-294"),
        (lambda raw: raw.update(holder=2), "wrong_holder", "SY-294"),
        (lambda raw: raw["orchestra"]["E1"].update(card="20"), "preset_differs", "SY-272"),
        (lambda raw: raw["orchestra"].update(C1={"card": "22", "owners": [0]}), "no_such_seat", "SY-002"),
    ],
)
def test_a_position_that_no_easy_match_reaches_is_refused(change: Any, code: str, rule_id: str) -> None:
    raw = whole()
    change(raw)
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(raw, seed=1)
    assert (caught.value.code, caught.value.rule) == (code, rule_id)


@rule("SY-294")
def test_previews_standings_and_bots_know_it() -> None:
    begun = play_until(table(2, sheets=SHEETS), "place")
    player = begun.active[0]
    for action in begun.legal(player)[:3]:
        assert begun.preview(player, [action]).numbers
    assert len(begun.standing(player).scored) == 2
    for name in ("greedy", "apprentice"):
        answer = tutti.bot(name).decide(begun.perspective(player), tutti.Dice(1))
        assert begun.game.actions[answer] in begun.legal(player)
