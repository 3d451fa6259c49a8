"""What people see: views, prompts, events, outcomes and notation: SO-060."""

from __future__ import annotations

import re

import pytest

import tutti
from games.symphonimo.tables import play, position, table
from support import rule
from tutti import Match, Prompt

GAME = tutti.game("symphonimo")


@rule("SO-060")
def test_the_view_shows_the_whole_table() -> None:
    match = table(
        "3 4",
        "",
        "5",
        powers=["limit_two"],
        hands=["8 8", "", "9"],
        taken={2: 2},
        left="6 7 7 7 7 7 7",
        false_note=True,
    )
    play(match, "0 draw → 7")
    assert match.view(1) == {
        "game": "symphonimo",
        "players": 3,
        "options": {"grand_maestro": ["limit_two"], "false_note": True, "first_player": None},
        "you": 1,
        "active": [0],
        "result": None,
        "step": "place",
        "round": 1,
        "deck": 1,
        "drawn": 7,
        "conductors": [
            {"power": "limit_two", "limit": 2, "cards": [3, 4], "taken_by": None},
            {"power": "classic", "limit": 4, "cards": [], "taken_by": 2},
            {"power": "classic", "limit": 4, "cards": [5], "taken_by": None},
        ],
        "chosen": None,
        "collections": [{"8": 2}, {}, {"9": 1}],
        "points": [0, 0, 1],
        "in_round": [True, True, False],
        "discards": {"3": 2, "4": 3, "5": 4, "6": 5, "7": 1, "8": 6, "9": 8, "10": 10},
        "removed_unseen": 5,
        "unseen": {"6": 1, "7": 5},
    }  # fmt: skip


@rule("SO-060")
@pytest.mark.parametrize("players", range(2, 7))
def test_all_see_the_same_and_it_is_always_every_card(players: int) -> None:
    match = Match.new("symphonimo", players, 3, {"grand_maestro": players, "false_note": True})
    whole = sum(match.view()["unseen"].values())
    while match.active:
        views = [{**match.view(seat), "you": None} for seat in [None, *range(players)]]
        assert all(view == views[0] for view in views)
        shown = views[0]
        counted = sum(sum(counts.values()) for counts in [*shown["collections"], shown["discards"], shown["unseen"]])
        on_table = sum(len(conductor["cards"]) for conductor in shown["conductors"])
        assert counted + on_table + (shown["drawn"] is not None) == whole
        assert sum(shown["unseen"].values()) == shown["deck"] + 5
        player = match.active[0]
        match.play(player, match.legal(player)[len(match.log) % len(match.legal(player))])
    assert all(match.events(seat) == match.events() for seat in range(players))


@rule("SO-060")
def test_the_order_of_the_deck_is_in_no_one_s_sight() -> None:
    """Two seeds, the same public past: views, legal actions, prompts and dumps are the same."""
    here, there = (Match.load(position("3", "4"), seed=seed) for seed in (1, 2))
    assert here.view(0) == there.view(0)
    assert here.dump() == there.dump()
    assert here.legal(0) == there.legal(0)
    assert here.record(0) == there.record(0)
    coming = set()
    for seed in range(30):
        match = Match.load(position("3", "4"), seed=seed)
        match.play(0, "draw")
        coming.add(match.view()["drawn"])
    assert len(coming) > 4


def test_a_sampled_world_is_the_table_itself_and_independent_of_it() -> None:
    match = table("3", "4")
    world = match.perspective(0).sample(tutti.Dice(1))
    assert GAME.view(world, 0) == match.perspective(0).view()
    GAME.apply(world, GAME.codes["take 1"], tutti.Dice(1))
    assert match.view()["collections"][0] == {}


@rule("SO-010", "SO-011", "SO-025", "SO-045")
def test_prompts_name_the_step_and_its_rule() -> None:
    match = table("3", "4", powers=["take_now"], left="8 9")
    assert match.prompt(0) == Prompt("turn", "SO-010", {})
    assert match.prompt(1) is None
    play(match, "0 draw → 9")
    assert match.prompt(0) == Prompt("place", "SO-011", {"card": 9})
    play(match, "0 place 1")
    assert match.prompt(0) == Prompt("take_now", "SO-045", {"conductor": 1, "power": "take_now"})
    play(match, "0 now no", "1 draw → 8", "1 place 2")
    assert match.prompt(0) == Prompt("last", "SO-025", {})
    play(match, "0 end", "1 end")
    assert match.prompt(0) is None


def test_events_tell_a_whole_match() -> None:
    options = {"grand_maestro": ["take_now", "discard_own"], "first_player": 1}
    match = Match.new("symphonimo", 2, 1, options)
    told = play(
        match,
        "1 draw → 5", "1 place 1", "1 now no", "0 draw → 6", "0 place 1", "0 now yes",
        "1 draw → 7", "1 place 2", "1 take 2", "1 drop none",
        "1 draw → 8", "1 place 2", "0 take 2", "0 drop 5",
    )  # fmt: skip
    assert told == [
        {"event": "drawn", "player": 1, "card": 5},
        {"event": "placed", "player": 1, "card": 5, "conductor": 1},
        {"event": "declined", "player": 1, "conductor": 1},
        {"event": "drawn", "player": 0, "card": 6},
        {"event": "placed", "player": 0, "card": 6, "conductor": 1},
        {"event": "took", "player": 0, "conductor": 1, "cards": [5, 6]},
        {"event": "drawn", "player": 1, "card": 7},
        {"event": "placed", "player": 1, "card": 7, "conductor": 2},
        {"event": "took", "player": 1, "conductor": 2, "cards": [7]},
        {"event": "kept", "player": 1},
        {"event": "round", "player": 1, "number": 2},
        {"event": "drawn", "player": 1, "card": 8},
        {"event": "placed", "player": 1, "card": 8, "conductor": 2},
        {"event": "took", "player": 0, "conductor": 2, "cards": [8]},
        {"event": "dropped", "player": 0, "card": 5},
    ]
    assert match.events() == [{"event": "round", "player": 1, "number": 1}, *told]


def test_four_alike_cards_are_told_one_by_one() -> None:
    match = table("8 8 8 8", "")
    assert play(match, "0 take 1") == [{"event": "took", "player": 0, "conductor": 1, "cards": [8, 8, 8, 8]}]
    match = table("13 13 3 3", "", "", "", "", "")
    assert play(match, "0 take 1")[0]["cards"] == [3, 3, 13, 13]


def test_the_notation_is_exactly_that_of_the_ledger() -> None:
    shape = re.compile(
        r"draw|place [1-6]|take [1-6]|now (yes|no)|(give|discard) ([3-9]|1[0-3])|drop ([3-9]|1[0-3]|none)|end"
    )
    assert all(shape.fullmatch(text) for text in GAME.actions)
    assert len(set(GAME.actions)) == 1 + 6 + 6 + 2 + 11 + 11 + 12 + 1


def test_outcomes_are_written_as_what_came_and_read_back() -> None:
    from tutti.games.symphonimo.rules.effects import BAG_CARD, BAG_FIRST, BAG_POWER

    assert [GAME.outcome(BAG_CARD, kind) for kind in range(11)] == [str(value) for value in range(3, 14)]
    assert GAME.outcome(BAG_POWER, 1) == "limit_two"
    assert GAME.outcome(BAG_FIRST, 2) == "2"
    for bag, kinds in ((BAG_CARD, range(11)), (BAG_POWER, range(1, 7)), (BAG_FIRST, range(6))):
        assert [GAME.kind(bag, GAME.outcome(bag, kind)) for kind in kinds] == list(kinds)
    for bag in (BAG_CARD, BAG_POWER, BAG_FIRST):
        for wrong in ("", "14", "-1", "03", "٣", "harp", "9" * 5000):
            assert GAME.kind(bag, wrong) == -1


def test_set_up_writes_its_chance_as_names() -> None:
    match = Match.new("symphonimo", 3, 7, {"grand_maestro": 2})
    setup = match.record()["setup"]
    assert setup[:2] == [conductor["power"] for conductor in match.view()["conductors"][:2]]
    assert setup[2:] == [str(match.active[0])]
