"""Records: wrong, cut short, tampered with; newer rules, other packs; without a seed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import Line, every_table, law, lines, on_fresh_seeds, played, tries
from tutti.kernel.game import Game
from tutti.kernel.record import digest
from tutti.kernel.types import Fields, Json, Options

SCRIPT = ((0, "draw"), (0, "place 1"), (1, "take 1"), (0, "draw"), (0, "place 2"))


def some_record() -> Fields:
    match = tutti.Match.new("symphonimo", players=2, seed=4, options={"first_player": 0, "grand_maestro": 1})
    for player, action in SCRIPT:
        match.play(player, action)
    return match.record()


def refusal(record: Json) -> tuple[str, str]:
    with pytest.raises(tutti.BadRecord) as caught:
        tutti.Match.replay(record)
    assert str(caught.value)
    assert caught.value.arguments["place"] == caught.value.place
    return caught.value.code, caught.value.place


def changed(*path: Any, to: Json) -> Fields:
    record = some_record()
    inner: Any = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return record


def without(*path: Any) -> Fields:
    record = some_record()
    inner: Any = record
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return record


@rule("KN-30", "KN-31")
@pytest.mark.parametrize(
    ("record", "code", "place"),
    [
        (None, "expected_kind", "top"),
        ([], "expected_kind", "top"),
        ("{", "not_json", "line 1"),
        ("\n\n{,}", "not_json", "line 3"),
        ("[" * 200_000, "not_json", "top"),
        ('{"tutti": ' + "1" * 5000 + "}", "not_json", "top"),
        ({}, "missing_key", "top"),
        (changed("tutti", to=2), "out_of_range", "tutti"),
        (changed("tutti", to=True), "expected_kind", "tutti"),
        (changed("hidden", to=1), "unknown_key", "top"),
        (changed("game", to="chess"), "unknown_game", "game"),
        (changed("game", to=3), "expected_kind", "game"),
        (without("game"), "missing_key", "top"),
        (changed("rules", to=99), "newer_rules", "rules"),
        (changed("rules", to=0), "out_of_range", "rules"),
        (without("rules"), "missing_key", "top"),
        (changed("pack", "hash", to="sha256:0"), "pack_not_here", "pack"),
        (changed("pack", "name", to="/dev/null"), "pack_not_here", "pack"),
        (changed("pack", "name", to="a\0b"), "pack_not_here", "pack"),
        (changed("pack", "extra", to=1), "unknown_key", "pack"),
        (changed("pack", to="standard"), "expected_kind", "pack"),
        (changed("players", to=9), "bad_options", "options"),
        (changed("players", to="2"), "expected_kind", "players"),
        (changed("options", "tempo", to=1), "bad_options", "options"),
        (changed("options", to=[]), "expected_kind", "options"),
        (changed("seed", to=3), "expected_kind", "seed"),
        (changed("seeded_after", to=6), "out_of_range", "seeded_after"),
        (changed("skip", to=-1), "out_of_range", "skip"),
        (changed("for", to=2), "out_of_range", "for"),
        (changed("setup", to=[]), "outcome_missing", "setup"),
        (changed("setup", to=["?"]), "hidden_entry", "setup[0]"),
        (changed("setup", to=["classic"]), "outcome_impossible", "setup[0]"),
        (changed("setup", to=[7]), "expected_kind", "setup[0]"),
        (without("setup"), "missing_key", "top"),
        (changed("length", to=4), "truncated", "length"),
        (without("log", 4), "truncated", "length"),
        (changed("log", to={}), "expected_kind", "log"),
        (changed("log", 1, to=[]), "expected_kind", "log[1]"),
        (without("log", 1, "player"), "missing_key", "log[1]"),
        (changed("log", 1, "player", to=2), "out_of_range", "log[1].player"),
        (changed("log", 1, "player", to=1), "illegal_entry", "log[1]"),
        (changed("log", 1, "action", to="place 9"), "illegal_entry", "log[1]"),
        (changed("log", 1, "action", to="?"), "hidden_entry", "log[1].action"),
        (changed("log", 1, "action", to=1), "expected_kind", "log[1].action"),
        (changed("log", 1, "action", to="place 2"), "differs_after", "log[1].check"),
        (changed("log", 1, "chance", to=["3"]), "outcome_left_over", "log[1].chance[0]"),
        (changed("log", 1, "seen", to=["3"]), "wrong_length", "log[1].seen"),
        (changed("log", 1, "skip", to="1"), "expected_kind", "log[1].skip"),
        (changed("log", 1, "check", to=""), "differs_after", "log[1].check"),
        (changed("log", 1, "note", to=""), "unknown_key", "log[1]"),
        (changed("log", 0, "chance", to=[]), "outcome_missing", "log[0].chance"),
        (without("log", 0, "chance"), "outcome_missing", "log[0]"),
        (changed("log", 0, "chance", to=["99"]), "outcome_impossible", "log[0].chance[0]"),
        (changed("log", 0, "chance", to=["03"]), "outcome_impossible", "log[0].chance[0]"),
        (changed("log", 0, "chance", to=["9" * 5000]), "outcome_impossible", "log[0].chance[0]"),
        (changed("result", to={}), "result_too_early", "result"),
        (changed("seats", to=["a"]), "wrong_length", "seats"),
    ],
)
def test_each_fault_names_its_place(record: Json, code: str, place: str) -> None:
    assert refusal(record) == (code, place)


@rule("KN-30")
@pytest.mark.parametrize("upto", [-1, 6, True, "1", 1.0])
def test_upto_must_be_an_entry(upto: Any) -> None:
    with pytest.raises(tutti.BadRecord) as caught:
        tutti.Match.replay(some_record(), upto=upto)
    assert caught.value.code == "no_such_entry"


@rule("KN-30")
def test_a_result_must_be_the_one_that_comes_out() -> None:
    match = tutti.Match.new("etude", players=2, seed=1, options={"rounds": 1})
    while match.active:
        match.play(match.active[0], match.legal(match.active[0])[-1])
    record = match.record()
    tutti.Match.replay(record)
    assert refusal({**record, "result": None}) == ("result_missing", "result")
    for key in ("winners", "places", "points", "sources", "reason", "tiebreak"):
        spoilt = {**record, "result": {**record["result"], key: "x"}}
        assert refusal(spoilt) == ("result_differs", f"result.{key}")
        short = {**record, "result": {k: v for k, v in record["result"].items() if k != key}}
        assert refusal(short) == ("missing_key", "result")
    assert refusal({**record, "result": {**record["result"], "more": 1}}) == ("unknown_key", "result")


@rule("KN-31")
def test_older_rules_name_the_first_entry_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    record = some_record()
    monkeypatch.setattr(tutti.game("symphonimo"), "version", 2)
    assert tutti.Match.replay(record).dump()["conductors"] == tutti.Match.replay(record).dump()["conductors"]
    record["log"][2] |= {"action": "end"}
    with pytest.raises(tutti.BadRecord) as caught:
        tutti.Match.replay(record)
    assert (caught.value.code, caught.value.place) == ("differs", "log[2]")
    assert caught.value.arguments["rules"] == 1


@rule("KN-31")
def test_older_rules_that_mean_something_else_today_are_refused_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    etude = tutti.game("etude")
    longer = tutti.Match.new("etude", players=2, seed=1, options={"rounds": 3})
    shorter = tutti.Match.new("etude", players=2, seed=1, options={"rounds": 1})
    loaded = tutti.Match.load(longer.dump(), seed=1)
    records = [match.record() for match in (longer, shorter, loaded)]
    assert {record["rules"] for record in records} == {1}

    def changed(self: Game[Any], rules: int, options: Options) -> str:
        return "ET-07" if rules < 2 and options.values["rounds"] > 1 else ""

    monkeypatch.setattr(etude, "version", 2)
    monkeypatch.setattr(type(etude), "changed", changed)
    for record in (records[0], records[2]):
        assert refusal(record) == ("older_rules", "rules")
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(records[2]["start"])
    assert (caught.value.code, caught.value.place, caught.value.rule) == ("older_rules", "rules", "ET-07")
    assert "ET-07" in str(caught.value)
    mixed = {**records[2], "rules": 2}
    assert refusal(mixed) == ("older_rules", "start.rules")
    assert tutti.Match.replay(records[1]).record() == {**records[1], "rules": 2}
    assert tutti.Match.replay({**records[0], "rules": 2}).record() == {**longer.record(), "rules": 2}


@rule("KN-31")
def test_a_match_whose_rules_a_game_keeps_goes_on_and_is_written_under_them(monkeypatch: pytest.MonkeyPatch) -> None:
    etude = tutti.game("etude")
    longer = tutti.Match.new("etude", players=2, seed=1, options={"rounds": 3})
    shorter = tutti.Match.new("etude", players=2, seed=1, options={"rounds": 1})

    def kept(self: Game[Any], rules: int, values: Fields) -> int:
        return 1 if rules < 2 and values["rounds"] > 1 else self.version

    monkeypatch.setattr(etude, "version", 2)
    monkeypatch.setattr(type(etude), "kept", kept)
    for match, rules in ((longer, 1), (shorter, 2)):
        again = tutti.Match.replay(match.record())
        assert again.options.rules == rules
        assert again.record() == {**match.record(), "rules": rules}
        assert again.transcript()["rules"] == again.dump()["rules"] == rules
        assert tutti.Match.load(match.dump(), seed=1).options.rules == rules
        assert tutti.Match.new("etude", 2, 1, match.options.values).options.rules == 2
    whole = tutti.Match.load(longer.dump(), seed=1).record()
    assert refusal({**whole, "rules": 2}) == ("not_one_of", "start.rules")


# -- tampering anywhere ------------------------------------------------------------------------


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inner:
        yield (*path, key)
        yield from places(member, (*path, key))


JUNK: list[Json] = [None, True, 0, 1, -1, 10**30, 0.5, "", "?", "draw", "٣", "1", [], [1], {}, {"player": 1}]


@rule("KN-30")
@every_table()
def test_a_tampered_record_is_refused_or_is_another_sound_record(game: str, players: int) -> None:
    def tamper(seed: int) -> None:
        dice = tutti.Dice(seed)
        line = Line(seed, {}, b"", dice_seed=seed, moves=dice.below(30))
        record = played(game, players, line).record()
        if dice.below(3) == 0:
            record = tutti.Match.load(tutti.Match.replay(record).dump(), seed="s").record()
        everywhere = list(places(record))
        for _ in range(20):
            spoilt = copy.deepcopy(record)
            *path, key = everywhere[dice.below(len(everywhere))]
            inner: Any = spoilt
            for step in path:
                inner = inner[step]
            how = dice.below(4)
            if how == 0:
                del inner[key]
            elif how == 1 and isinstance(inner, list):
                inner.insert(key, copy.deepcopy(inner[key]))
            elif how == 2 and isinstance(inner[key], str):
                inner[key] += "x"
            else:
                inner[key] = copy.deepcopy(JUNK[dice.below(len(JUNK))])
            try:
                _refused_or_sound(spoilt)
            except Exception as fault:
                raise AssertionError(f"{[*path, key]} changed in way {how}") from fault

    on_fresh_seeds(game, tamper, tries(game))


def _refused_or_sound(record: Fields) -> None:
    for form in (record, json.dumps(record)):
        try:
            match = tutti.Match.replay(form)
        except tutti.BadRecord as fault:
            refusals = [fault.place, str(fault)]
            assert all(refusals)
            continue
        said, now = json.loads(json.dumps(record)), json.loads(json.dumps(match.record()))
        for key in ("game", "players", "setup", "length", "result"):
            assert said.get(key, now.get(key)) == now.get(key)
        for option, value in said.get("options", {}).items():
            assert now["options"][option] == value
        assert len(said["log"]) == len(now["log"])
        for before, after in zip(said["log"], now["log"], strict=True):
            assert (before["player"], before["action"]) == (after["player"], after["action"])
            assert before.get("chance", []) == after.get("chance", [])
            assert before.get("check", after["check"]) == after["check"]


# -- records of players ------------------------------------------------------------------------


@rule("KN-32")
@law()
def test_a_players_record_holds_no_seed_and_no_fingerprint(game: str, players: int, data: st.DataObject) -> None:
    match = played(game, players, data.draw(lines(game, players)))
    for seat in range(-1, players):
        record = match.record(seat)
        assert record["for"] == seat
        assert not {"seed", "skip", "seeded_after"} & record.keys()
        assert all(not {"check", "skip"} & entry.keys() for entry in record["log"])
        assert match.seed not in [record.get("setup"), record["options"]]


@rule("KN-32")
def test_a_players_record_shows_own_cards_and_hides_others() -> None:
    match = tutti.Match.new("etude", players=2, seed=1, options={"first_player": 0, "hand": 2})
    whole = match.record()["setup"]
    assert match.record(0)["setup"] == [whole[0], "?", whole[2], "?"]
    assert match.record(1)["setup"] == ["?", whole[1], "?", whole[3]]
    assert match.record(tutti.WATCHER)["setup"] == ["?"] * 4
    assert refusal(match.record(0)) == ("hidden_entry", "setup[1]")
    match.play(0, "offer 1")
    assert match.record(1)["log"] == []
    match.play(0, "ready")
    assert match.record(1)["log"] == [{"player": 0, "action": "?"}]
    match.play(1, "ready")
    opened = match.record(1)["log"]
    assert [entry["action"] for entry in opened] == ["offer 1", "ready", "ready"]
    assert opened[-1]["seen"] == [whole[0]], "the offered card, seen when the answers opened"
    assert opened[-1]["chance"] == ["?"], "the card that player 0 drew for it"


@rule("KN-33")
def test_a_record_without_seed_goes_on_with_a_new_one() -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=3, options={"first_player": 0})
    for player, action in SCRIPT[:3]:
        match.play(player, action)
    mine = match.record(1)
    again = tutti.Match.replay(mine)
    assert again.seed != match.seed
    assert again.seeded_after == 3
    for player, action in SCRIPT[3:]:
        again.play(player, action)
    record = again.record()
    assert record["seeded_after"] == 3
    assert "skip" not in record["log"][3]
    for upto in range(6):
        part = tutti.Match.replay(record, upto=upto)
        assert part.record()["log"] == record["log"][:upto]
        assert tutti.Match.replay(part.record()).record() == part.record()
    assert tutti.Match.replay(record).record() == record


@rule("KN-30")
def test_a_start_position_must_agree_and_be_whole() -> None:
    match = tutti.Match.load(tutti.Match.new("etude", players=3, seed=1).dump(), seed=2)
    match.play(0, "ready")
    record = match.record()
    assert tutti.Match.replay(record).record() == record

    def start(**more: Json) -> Fields:
        return {**record, "start": {**record["start"], **more}}

    assert refusal({**record, "setup": []}) == ("unknown_key", "top")
    assert refusal({**record, "start": []}) == ("expected_kind", "start")
    assert refusal(start(tempo=1)) == ("unknown_key", "start")
    assert refusal(start(hands=[])) == ("wrong_length", "start.hands")
    assert refusal(start(hands=[["?"], ["c"], ["c"]])) == ("hidden_entry", "start.hands[0][0]")
    assert refusal(start(game="symphonimo")) == ("pack_not_here", "start.pack")
    assert refusal(start(options={**record["options"], "rounds": 3})) == ("not_one_of", "start.options")
    assert refusal({**record, "options": {**record["options"], "rounds": 3}}) == ("not_one_of", "start.options")
    assert refusal({**record, "players": 2}) == ("not_one_of", "start.players")


@rule("KN-04")
def test_the_fingerprint_is_of_the_position() -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=3, options={"first_player": 0})
    match.play(0, "draw")
    assert match.record()["log"][0]["check"] == digest(match.game.dump(match.state))
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})


@rule("KN-14")
def test_a_record_is_its_reader_s_own() -> None:
    match = tutti.Match.new("symphonimo", 2, seed=4)
    match.play(match.active[0], "draw")
    record = match.record()
    assert record["log"][0]["chance"]
    record["log"][0]["chance"].append("spoilt")
    assert match.record() == tutti.Match.replay(match.record()).record() != record


@rule("KN-04")
def test_the_numbers_of_questions_only_rise() -> None:
    match = tutti.Match.new("symphonimo", 2, seed=4)
    for action in ("draw", "place 1"):
        match.play(match.active[0], action)
    transcript = match.transcript()
    for key, wrong in (("question", 2), ("question", 1_000_000), ("clicks", 1_000_000), ("clicks", -1), ("skip", -1)):
        with pytest.raises(tutti.BadRecord):
            tutti.Match.replay({**transcript, key: wrong})
    with pytest.raises(tutti.BadRecord):
        tutti.Match.replay({**transcript, "skip": "much"}, upto=0)
    entries = [transcript["log"][0], {**transcript["log"][1], "question": 1}]
    with pytest.raises(tutti.BadRecord):
        tutti.Match.replay({**transcript, "log": entries})
