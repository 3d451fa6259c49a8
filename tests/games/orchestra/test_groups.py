"""Acts of several clicks: only what can be completed is offered, each way once, and undo leads out of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

import tutti
from games.orchestra.tables import table
from support import rule
from support.history import observe
from support.lines import state
from tutti.games.orchestra import GAME
from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.names import ICONS, LEVELS
from tutti.games.orchestra.rules.actions import KIND_NAMES
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Dice
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields

D = GAME.d
GROUPS = ("develop", "part", "slots", "gather", "piece_at")
"""Steps in the middle of an act: nothing of it has taken effect yet."""

Act = tuple[str, ...]


def step(s: State) -> str:
    return GAME.steps[s.stack[-1].step].name if s.stack else ""


def acts(s: State) -> Iterator[tuple[Act, State]]:
    """Every act open to the active player, clicked through to its end, and the state after it."""
    player = GAME.active(s)[0]
    for a in GAME.legal(s, player):
        after = s.copy()
        GAME.apply(after, a, Dice(5), player)
        if step(after) in GROUPS:
            rest = list(acts(after))
            assert rest, "a group that was offered can be completed"
            for more, end in rest:
                yield (GAME.actions[a], *more), end
        else:
            yield (GAME.actions[a],), after


def states(seed: int, every: dict[str, int]) -> Iterator[State]:
    """States of a random match whose question is one of these, one in so many of them."""
    dice = Dice(seed)
    s = GAME.setup(prepare(GAME, 2 + seed % 3, None), dice)
    met: Counter[str] = Counter()
    while choices := GAME.legal(s):
        name = step(s)
        met[name] += 1
        if name in every and met[name] % every[name] == 0:
            yield s
        GAME.apply(s, choices[dice.below(len(choices))], dice)


# -- what can be completed -----------------------------------------------------------------------


def developments(own: Fields) -> set[Act]:
    """OR-042: every multiset of Musicians for the next slot, if its cost can be paid."""
    staffed = len(own["banners"]) + sum(1 for slot in own["slots"] if slot)
    if staffed == 3 or own["money"] < D.develop_m[staffed] or own["prestige"] < D.develop_p[staffed]:
        return set()
    ways = combinations_with_replacement(KIND_NAMES[:7], D.develop_need[staffed])
    return {("develop", *(f"with {kind}" for kind in way)) for way in ways if Counter(way) <= Counter(own["reserve"])}


def gatherings(own: Fields) -> set[Act]:
    """OR-167, OR-168, OR-132: every three face-up cards, their icons all equal or all different, forks wild."""
    if own["conductor"]["right"] == D.track[1]:
        return set()
    cards = [D.cards.index(card["card"]) for card in own["cards"] if card["face_up"]]
    found = set()
    for three in combinations(cards, 3):
        icons = [ICONS[D.card_icon[card]] for card in three]
        if "fork" in icons or len(set(icons)) in (1, 3):
            looks = sorted(
                ICONS.index(icon) + 6 * (D.card_level[c] == bx.STAR) for icon, c in zip(icons, three, strict=True)
            )
            found.add(("gather", *(GAME.actions[GAME.codes["flip children"] + look] for look in looks)))
    return found


@rule("OR-042", "KN-42")
def test_exactly_the_developments_that_can_be_completed_are_offered() -> None:
    slots: Counter[int] = Counter()
    for seed in range(6):
        for s in states(seed, {"allocate": 1}):
            own = GAME.view(s, -1)["academies"][s.player]
            found = [act for act, _ in acts(s) if act[0] == "develop"]
            assert len(found) == len(set(found))
            assert set(found) == developments(own)
            slots.update(len(act) for act in found)
    assert slots[2] > 50
    assert slots[3] > 50


@rule("OR-132", "OR-167", "OR-168", "OR-170", "KN-42")
def test_exactly_the_gatherings_that_can_be_completed_are_offered() -> None:
    dice = Dice(1)
    icons = [card for card in range(len(D.cards)) if D.card_icon[card] != bx.NO_ICON]
    sizes = set()
    for number in range(60):
        cards = {icons[dice.below(len(icons))] for _ in range(number % 9 + 1)}
        own = {
            "cards": [{"card": D.cards[card], "face_up": dice.below(4) > 0} for card in sorted(cards)],
            "conductor": {"left": 0, "right": dice.below(5), "below": [0, 0], "arrived": None},
        }
        match = table(2, [own], open_levels=["I", "II", "III", "S"], rows={level: [None] * 3 for level in LEVELS})
        found = [act for act, _ in acts(state(match)) if act[0] == "gather"]
        assert len(found) == len(set(found))
        assert set(found) == gatherings(match.view()["academies"][0])
        sizes.add(len(found))
    assert len(sizes) > 10


def price(s: State, player: int, size: int, area: str) -> int:
    """OR-110, OR-111, OR-117 to OR-121."""
    f = s.stack[-1]
    off = D.offer_price[f.a]
    whole = {
        bx.FREE: 0,
        bx.FLAT: off,
        bx.BOARD: size * max(0, {"A": 4, "B": 3, "C": 2}.get(area, 1) - off),
    }[D.offer_mode[f.a]]
    poster = GAME.view(s, -1)["academies"][player]["poster"]
    if poster and poster["id"] == "PO4" and poster["parts"] >= 2 and not f.b:
        whole -= min(size, 3)
    return max(0, whole)


def placings(s: State, player: int) -> set[Act]:
    """OR-114 to OR-116: every piece of the supply on every free place of the map that can be paid."""
    view = GAME.view(s, -1)
    own = view["academies"][player]
    seats = {(y, x): letter for y, row in enumerate(D.map) for x, letter in enumerate(row) if letter not in ".w"}
    for piece in view["pieces"]:
        for cell in cells(piece["piece"], ord(piece["at"][0]) - 97, int(piece["at"][1:])):
            del seats[cell]
    found: set[Act] = set()
    for shape in own["supply"] if D.offer_allows[s.stack[-1].a] & bx.ALLOW_AUDIENCE else ():
        for y in range(-1, len(D.map)):
            for x in range(-1, len(D.map[0])):
                covered = cells(shape, y, x)
                if not all(cell in seats for cell in covered):
                    continue
                if price(s, player, len(covered), seats[covered[0]]) <= own["money"]:
                    found.add((f"piece {shape.lower()}", f"at {chr(y + 97)}{x:02}"))
    return found


def cells(shape: str, y: int, x: int) -> list[tuple[int, int]]:
    rows = D.shape_cells[D.shapes.index(shape)]
    return [(y + v, x + h) for v, row in enumerate(rows) for h, letter in enumerate(row) if letter == "#"]


@rule("OR-114", "OR-115", "OR-116", "OR-118", "KN-42")
def test_exactly_the_pieces_that_can_be_placed_and_paid_are_offered() -> None:
    modes: Counter[int] = Counter()
    for seed in range(6):
        for s in states(seed, {"place_piece": 6}):
            player = GAME.active(s)[0]
            found = {act for act, _ in acts(s) if act[0].startswith("piece")}
            assert found == placings(s, player)
            modes[D.offer_mode[s.stack[-1].a]] += 1
    assert min(modes[mode] for mode in (bx.FREE, bx.FLAT, bx.BOARD)) > 0


# -- kinds, not copies -----------------------------------------------------------------------------


IDLE = ("social_order", "return_space")
"""Questions whose answers may happen to make no difference: an order, and a bonus that may be lost."""


@rule("OR-123", "OR-167", "OR-205", "KN-42")
@pytest.mark.parametrize("seed", range(3))
def test_no_two_acts_lead_to_the_same_table(seed: int) -> None:
    """Things that cannot be told apart are offered once, as kinds. (Like slots of a card: test_cards.py.)"""
    every = {s.name: 4 for s in GAME.steps if s.name not in (*GROUPS, *IDLE)}
    compared = 0
    for s in states(seed, every):
        ends: dict[str, Act] = {}
        for act, end in acts(s):
            after = json.dumps(GAME.dump(end), sort_keys=True)
            assert after not in ends, (step(s), act, ends[after])
            ends[after] = act
        compared += len(ends) > 1
    assert compared > 50


# -- backing out -----------------------------------------------------------------------------------


@rule("OR-205", "KN-24", "KN-28")
def test_undo_leads_out_of_every_half_made_act() -> None:
    left: Counter[str] = Counter()
    for seed in range(3):
        match = tutti.Match.new("orchestra", players=2 + seed, seed=seed)
        dice = Dice(seed)
        clicks: list[tuple[str, Fields]] = []
        while match.active:
            player = match.active[dice.below(len(match.active))]
            before = match.dump()
            if match.view(player)["step"] not in GROUPS:
                clicks = []
            legal = match.legal(player)
            clicks.append((legal[dice.below(len(legal))], before))
            match.play(player, clicks[-1][0])
            name = match.view(player)["step"]
            if name in GROUPS and left[name] < 40:
                left[name] += 1
                back_out(match, player, clicks)
    assert min(left[name] for name in GROUPS) > 5


def back_out(match: tutti.Match, player: int, clicks: list[tuple[str, Fields]]) -> None:
    """Undo click by click to where the act began, and click it again."""
    half = match.dump()
    assert table_of(half) == table_of(clicks[0][1]), "nothing has taken effect"
    length = len(match.log)
    for action, before in reversed(clicks):
        assert match.undo_refusal(player) is None
        assert match.undo(player) == (action,)
        assert match.dump() == before
    assert len(match.record(player)["log"]) == len(match.log) == length - len(clicks)
    for action, _ in clicks:
        match.play(player, action)
    assert match.dump() == half


@rule("KN-16", "OR-205")
def test_a_half_made_act_is_nobody_elses() -> None:
    met: Counter[str] = Counter()
    match = tutti.Match.new("orchestra", players=2, seed=5)
    dice = Dice(5)
    while match.active and min((met[name] for name in GROUPS), default=0) < 2:
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        others = [other for other in (-1, 0, 1) if other != player]
        before = [observe(match, other, len(match.log)) for other in others]
        match.play(player, legal[dice.below(len(legal))])
        name = match.view(player)["step"]
        assert match.log[-1].held == (name in GROUPS)
        if name in GROUPS and met[name] < 5:
            met[name] += 1
            assert [observe(match, other, len(match.log) - 1) for other in others] == before
            loaded = tutti.Match.load(match.dump(), seed=1)
            assert [loaded.dump(other) for other in others] == [match.dump(other) for other in others]
            loaded.play(player, loaded.legal(player)[0])
            loaded.undo(player)
            assert [loaded.dump(other) for other in others] == [match.dump(other) for other in others]
    assert min(met[name] for name in GROUPS) >= 2


def table_of(position: Fields) -> Fields:
    return {key: value for key, value in position.items() if key != "stack"}
