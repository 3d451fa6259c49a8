"""Every illegal action is refused with the right code, the right rule and values; nothing changes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import tutti
from games.symphonimo.tables import play, table
from support import rule
from tutti import IllegalAction, Match, Refusal
from tutti.kernel.types import Fields

GAME = tutti.game("symphonimo")
POWERS = ["limit_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now"]

Case = tuple[Callable[[], Match], str, Refusal]


def at(*script: str, **more: object) -> Callable[[], Match]:
    """A table with a taken, a full, an empty and three powerful Conductors, after some moves of player 0."""

    def made() -> Match:
        rows = ["", "3 4 5 6", "", "7 8", "7 8", "9"]
        powers = ["limit_two", "draw_one", "take_now", "pass_left", "discard_one", "discard_own"]
        match = table(*rows, powers=powers, taken={1: 5}, hands=["10"], **more)
        play(match, *script)
        return match

    return made


def full() -> Match:
    return table("3 4", "5 5 5 5", powers=["limit_two"])


CASES: dict[str, Case] = {
    "place under a conductor that is not in play": (
        lambda: table("3", "", drawn=5),
        "place 3",
        Refusal("no_such_conductor", "SO-005", {"conductor": 3, "conductors": 2}),
    ),
    "take a conductor that is not in play": (
        lambda: table("3", ""),
        "take 6",
        Refusal("no_such_conductor", "SO-005", {"conductor": 6, "conductors": 2}),
    ),
    "draw twice": (at("0 draw → 11"), "draw", Refusal("place_first", "SO-011", {"card": 11})),
    "end instead of placing": (at("0 draw → 11"), "end", Refusal("place_first", "SO-011", {"card": 11})),
    "answer instead of placing": (at("0 draw → 11"), "now yes", Refusal("place_first", "SO-011", {"card": 11})),
    "give instead of placing": (at("0 draw → 11"), "give 7", Refusal("place_first", "SO-011", {"card": 11})),
    "take instead of placing": (at("0 draw → 11"), "take 2", Refusal("take_after_draw", "SO-014", {"card": 11})),
    "place under a full conductor": (
        at("0 draw → 11"),
        "place 2",
        Refusal("conductor_full", "SO-012", {"conductor": 2, "limit": 4}),
    ),
    "place under a full limit of two": (
        lambda: table("3 4", "5", powers=["limit_two"], drawn=9),
        "place 1",
        Refusal("conductor_full", "SO-040", {"conductor": 1, "limit": 2}),
    ),
    "place under a taken conductor": (
        at("0 draw → 11"),
        "place 1",
        Refusal("conductor_taken", "SO-015", {"conductor": 1, "player": 5}),
    ),
    "place without a card": (at(), "place 3", Refusal("nothing_drawn", "SO-011")),
    "take a taken conductor": (at(), "take 1", Refusal("conductor_taken", "SO-015", {"conductor": 1, "player": 5})),
    "take an empty conductor": (at(), "take 3", Refusal("conductor_empty", "SO-016", {"conductor": 3})),
    "draw with all full": (full, "draw", Refusal("all_full", "SO-018")),
    "draw from an empty deck": (lambda: table("3", "", left=""), "draw", Refusal("deck_empty", "SO-025")),
    "place in a last choice": (lambda: table("3", "", left=""), "place 1", Refusal("nothing_drawn", "SO-011")),
    "take nothing as a last choice": (
        lambda: table("3", "", left=""),
        "take 2",
        Refusal("conductor_empty", "SO-016", {"conductor": 2}),
    ),
    "take a taken one as a last choice": (
        lambda: table("3", "", left="", taken={2: 1}),
        "take 2",
        Refusal("conductor_taken", "SO-015", {"conductor": 2, "player": 1}),
    ),
    "end while there is a deck": (
        lambda: table("3", "", left="9 9"),
        "end",
        Refusal("deck_not_empty", "SO-025", {"deck": 2}),
    ),
    "answer when nobody asks": (at(), "now no", Refusal("no_power_asks", "SO-031")),
    "drop when nobody asks": (at(), "drop none", Refusal("no_power_asks", "SO-031")),
    "discard in a last choice": (lambda: table("3", "", left=""), "discard 3", Refusal("no_power_asks", "SO-031")),
    "give what is not there": (
        at("0 take 4"),
        "give 10",
        Refusal("family_not_there", "SO-041", {"card": 10, "conductor": 4, "power": "pass_left"}),
    ),
    "discard what is not there": (
        at("0 take 5"),
        "discard 9",
        Refusal("family_not_there", "SO-042", {"card": 9, "conductor": 5, "power": "discard_one"}),
    ),
    "drop what came just now": (
        at("0 take 6"),
        "drop 9",
        Refusal("family_not_held", "SO-043", {"card": 9, "conductor": 6, "power": "discard_own"}),
    ),
    "draw before giving": (
        at("0 take 4"),
        "draw",
        Refusal("power_first", "SO-041", {"conductor": 4, "power": "pass_left"}),
    ),
    "discard instead of giving": (
        at("0 take 4"),
        "discard 7",
        Refusal("power_first", "SO-041", {"conductor": 4, "power": "pass_left"}),
    ),
    "give instead of discarding": (
        at("0 take 5"),
        "give 7",
        Refusal("power_first", "SO-042", {"conductor": 5, "power": "discard_one"}),
    ),
    "keep instead of discarding": (
        at("0 take 5"),
        "drop none",
        Refusal("power_first", "SO-042", {"conductor": 5, "power": "discard_one"}),
    ),
    "discard instead of dropping": (
        at("0 take 6"),
        "discard 10",
        Refusal("power_first", "SO-043", {"conductor": 6, "power": "discard_own"}),
    ),
    "take instead of answering": (
        at("0 draw → 11", "0 place 3"),
        "take 3",
        Refusal("power_first", "SO-045", {"conductor": 3, "power": "take_now"}),
    ),
    "end instead of answering": (
        at("0 draw → 11", "0 place 3"),
        "end",
        Refusal("power_first", "SO-045", {"conductor": 3, "power": "take_now"}),
    ),
}


@rule("SO-005", "SO-011", "SO-012", "SO-014", "SO-015", "SO-016", "SO-018")
@rule("SO-025", "SO-031", "SO-040", "SO-041", "SO-042", "SO-043", "SO-045")
@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_the_refusal_names_code_rule_and_values(case: Case) -> None:
    make, action, refusal = case
    match = make()
    before = match.dump()
    (player,) = match.active
    with pytest.raises(IllegalAction) as caught:
        match.play(player, action)
    assert Refusal(caught.value.code, caught.value.rule, caught.value.arguments) == refusal
    assert (caught.value.player, caught.value.action, caught.value.game) == (player, action, "symphonimo")
    assert match.dump() == before
    assert match.why_not(player, action) == refusal


def test_each_code_of_the_ledger_is_tried() -> None:
    tried = {refusal.code for _, _, refusal in CASES.values()}
    assert tried == {
        "no_such_conductor", "place_first", "take_after_draw", "conductor_full", "conductor_taken", "nothing_drawn",
        "conductor_empty", "all_full", "deck_empty", "deck_not_empty", "no_power_asks", "family_not_there",
        "family_not_held", "power_first",
    }  # fmt: skip


def test_others_and_wrong_words_are_refused_by_the_match() -> None:
    match = table("3", "")
    assert match.why_not(1, "draw") == Refusal("not_your_turn", "", {"active": [0]})
    assert match.why_not(2, "draw") == Refusal("no_such_player", "", {"player": 2, "last": 1})
    assert match.why_not(0, "take 7") == Refusal("unknown_action", "", {"found": "take 7", "legal": ["draw", "take 1"]})
    play(match, "0 take 1")
    assert match.why_not(0, "draw") == Refusal("not_your_turn", "", {"active": [1]})
    over = table("", "", left="")
    play(over, "0 end", "1 end")
    assert over.why_not(0, "end") == Refusal("match_over")


def true_of(view: Fields, refusal: Refusal) -> bool:
    """Whether the table really shows what the refusal says, judged from the view alone."""
    step, code = view["step"], refusal.code
    number, card = refusal.args.get("conductor", 0), refusal.args.get("card")
    if code == "no_such_conductor":
        return bool(number > view["players"] == refusal.args["conductors"])
    on_table = [c for c in view["conductors"] if c["taken_by"] is None]
    conductor = view["conductors"][number - 1]
    told = {
        "place_first": step == "place" and view["drawn"] == card,
        "take_after_draw": step == "place" and view["drawn"] == card,
        "conductor_full": len(conductor["cards"]) == conductor["limit"] == refusal.args.get("limit"),
        "conductor_taken": conductor["taken_by"] == refusal.args.get("player"),
        "conductor_empty": conductor in on_table and not conductor["cards"],
        "nothing_drawn": step in ("turn", "last"),
        "all_full": step == "turn" and all(len(c["cards"]) == c["limit"] for c in on_table),
        "deck_empty": step == "last" and view["deck"] == 0,
        "deck_not_empty": step == "turn" and view["deck"] == refusal.args.get("deck"),
        "no_power_asks": step in ("turn", "last") and view["chosen"] is None,
        "family_not_there": step in ("pass_left", "discard_one") and card not in conductor["cards"],
        "family_not_held": step == "discard_own" and str(card) not in view["collections"][view["active"][0]],
        "power_first": view["chosen"] == number and step == conductor["power"] == refusal.args.get("power"),
    }
    return bool(told[code])


@pytest.mark.parametrize("players", range(2, 7))
def test_every_refusal_in_random_matches_is_true(players: int) -> None:
    for seed in range(4):
        dice = random.Random(seed)
        powers = dice.sample(POWERS, players)
        match = Match.new("symphonimo", players, seed, {"grand_maestro": powers, "false_note": bool(seed % 2)})
        while match.active:
            (player,) = match.active
            legal, view = match.legal(player), match.view()
            for action in GAME.actions:
                refusal = match.why_not(player, action)
                assert (refusal is None) == (action in legal)
                if refusal is not None:
                    assert true_of(view, refusal), (action, refusal, view)
            match.play(player, dice.choice(legal))
