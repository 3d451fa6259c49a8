"""What questions say: prices of offers, levels that can be taken from, and how a match ended."""

from __future__ import annotations

import pytest

import tutti
from games.orchestra.tables import play, table
from support import rule
from support.lines import Line, moves, new, state
from tutti.games.orchestra.game import Orchestra
from tutti.games.orchestra.rules.steps.base import OTHER_QUESTION, Question
from tutti.kernel.types import Fields
from tutti.words import Speaker, say

LANGUAGES = ("en", "fr", "de")
FREE, BOARD_TWICE, FLAT_3, LESS_2 = 0, 5, 6, 10
"""Offers of the standard pack by number."""


def asked(frame: Fields, **own: object) -> tutti.Match:
    """Player 0 is asked this by a gain in the resolution."""
    match = table(2, [{"money": 40, **own}], phase="resolution")
    raw = match.dump()
    raw["stack"].append({"step": "gains", "player": 0, "at": 0, "row": 0, "source": 2, "card": 0})
    raw["stack"].append({"player": 0, "open": [0], **frame})
    return tutti.Match.load(raw, seed=1)


def offered(offer: int, **own: object) -> tutti.Match:
    return asked({"step": "place_piece", "left": 1, "offer": offer, "earlier": 0, "must": 0}, **own)


MONEY = {"en": "Money", "fr": "Argent", "de": "Geld"}
AREA = {"en": "in Area", "fr": "en Zone", "de": "in Bereich"}
NOTHING = {"en": "free", "fr": "gratuit", "de": "kostenlos"}


def worded(price: str, lang: str) -> str:
    """A price of a prompt as its sentence says it: flat, in an area, or for a WCU Piece."""
    where, _, money = price.rpartition(" ")
    cost = f"{money} {MONEY[lang]}" if int(money) else NOTHING[lang]
    return cost if where in ("", "♿") else f"{cost} {AREA[lang]} {where}"


def spoken(match: tutti.Match, lang: str = "en") -> str:
    prompt = match.prompt(0)
    assert prompt is not None
    return Speaker("orchestra", ["Ada", "Bo"], lang, you=0).prompt(prompt)


@rule("OR-117", "OR-118", "OR-120", "OR-121", "OR-124")
@pytest.mark.parametrize(
    ("offer", "prices"),
    [
        (FREE, ["0"]),
        (FLAT_3, ["3"]),
        (BOARD_TWICE, ["A 4", "B 3", "C 2", "D 1", "♿ 5"]),
        (LESS_2, ["A 2", "B 1", "C 0", "D 0", "♿ 3"]),
    ],
)
def test_an_offer_says_its_price(offer: int, prices: list[str]) -> None:
    match = offered(offer)
    for lang in LANGUAGES:
        assert all(worded(price, lang) in spoken(match, lang) for price in prices)
        assert ("0 " in spoken(match, lang)) is False, "what is free costs no 0"
    others = [spoken(offered(other)) for other in (FREE, FLAT_3, BOARD_TWICE, LESS_2) if other != offer]
    assert spoken(match).split("(")[0] not in [other.split("(")[0] for other in others]


@rule("OR-114", "OR-116", "OR-118")
@pytest.mark.parametrize(("offer", "money"), [(FREE, 0), (FLAT_3, 40), (BOARD_TWICE, 5), (LESS_2, 2)])
def test_a_question_for_a_piece_tells_where_each_may_lie_and_its_cost_there(offer: int, money: int) -> None:
    asked = offered(offer, money=money).prompt(0)
    assert asked is not None
    places = asked.args["places"]
    assert [f"piece {piece}".lower() for piece in places] == [
        one for one in offered(offer, money=money).legal(0) if "piece" in one
    ]
    for piece, told in places.items():
        match = offered(offer, money=money)
        play(match, f"0 piece {piece.lower()}")
        assert [f"at {at}" for at in told["at"].split()] == list(match.legal(0))
        then = match.prompt(0)
        assert then is not None
        assert then.args["costs"] == told["costs"]


@rule("OR-110", "OR-111", "OR-119")
@pytest.mark.parametrize(
    ("offer", "poster", "prices"),
    [
        (LESS_2, 0, ["A 6", "B 3", "C 0", "D 0"]),
        (LESS_2, 2, ["A 3", "B 0", "C 0", "D 0"]),
        (BOARD_TWICE, 2, ["A 9", "B 6", "C 3", "D 0"]),
        (FLAT_3, 0, ["3"]),
        (FLAT_3, 2, ["0"]),
    ],
)
def test_a_piece_says_what_it_costs_in_each_area_and_is_paid_so(offer: int, poster: int, prices: list[str]) -> None:
    own: Fields = {"poster": {"id": "PO4", "parts": poster}} if poster else {}
    match = offered(offer, **own)
    play(match, "0 piece h3")
    for lang in LANGUAGES:
        assert ", ".join(worded(price, lang) for price in prices) in spoken(match, lang)
    anchor = next(action for action in match.legal(0) if "at" in action)
    before = match.view()["academies"][0]["areas"]
    play(match, f"0 {anchor}")
    after = match.view()["academies"][0]
    (area,) = [name for name in before if after["areas"][name] != before[name]]
    costs = dict(price.split() for price in prices) if len(prices) > 1 else dict.fromkeys("ABCD", prices[0])
    assert 40 - after["money"] == int(costs[area])


@rule("OR-152", "OR-095")
def test_only_open_levels_are_named_to_take_from() -> None:
    match = asked({"step": "take_card", "levels": 7})
    prompt = match.prompt(0)
    assert prompt is not None
    assert prompt.args["levels"] == ["I", "II"]
    assert "III" not in spoken(match)


@rule("OR-176")
def test_the_reason_to_end_speaks_of_no_other_number_of_players() -> None:
    for lang in LANGUAGES:
        assert not any(letter.isdigit() for letter in say("orchestra", "reason.orchestra_full", {}, lang=lang))


@rule("KN-02")
@pytest.mark.parametrize("players", [2, 4])
def test_a_question_names_the_verbs_that_answer_it(players: int) -> None:
    """What a refusal tells people to do instead is what ``legal`` offers and ``fault`` knows as an answer."""
    line = Line(players, {}, b"", dice_seed=players, moves=500)
    match = new("orchestra", players, line)
    game = match.game
    assert isinstance(game, Orchestra)
    verbs = [action.split()[0] for action in game.actions]
    seen = set()
    for number, (player, action) in enumerate(moves(match, line)):
        s = state(match)
        step = game.steps[s.stack[-1].step]
        assert isinstance(step, Question)
        assert {choice.split()[0] for choice in match.legal(player)} <= set(step.verbs), step.name
        if number % 5 == 0:
            elsewhere = [a for a in range(len(verbs)) if step.fault(s, s.stack[-1], player, a) == OTHER_QUESTION]
            assert not {verbs[a] for a in elsewhere} & set(step.verbs), step.name
        seen.add(step.name)
        match.play(player, action)
    assert len(seen) > 12
