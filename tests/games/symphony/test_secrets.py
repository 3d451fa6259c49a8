"""Hidden information: what views tell, and worlds that fit all that was seen."""

from __future__ import annotations

from collections import Counter

import pytest

import tutti
from games.symphony.tables import GAME, D, finish, match, play_until
from support import rule
from support.history import observe
from tutti.games.symphony.pack.box import CHOIR
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.state import CARDS_HELD, CHOIRS, State
from tutti.kernel.chance import Dice
from tutti.kernel.types import Fields


def hands(s: State) -> list[Counter[str]]:
    return [
        Counter({D.ids[kind]: int(s.hands[p * KINDS + kind]) for kind in range(KINDS) if s.hands[p * KINDS + kind]})
        for p in range(int(s.terms.n))
    ]


def worlds(table: tutti.Match, player: int, count: int = 30) -> list[State]:
    return [GAME.determinize(table.state, player, Dice(seed)) for seed in range(count)]


@rule("SY-018")
def test_hands_are_seen_by_their_owner_only() -> None:
    table = play_until(match(3, seed=2), "card")
    for player in range(3):
        view = table.view(player)
        assert len(view["own"]["hand"]) == 7
        text = str({key: value for key, value in view.items() if key != "own"})
        assert "'hand':" not in text
        seen = hands(table.state)
        for world in worlds(table, player):
            assert hands(world)[player] == seen[player]
    assert len({str(hands(world)) for world in worlds(table, 0)}) > 20


@rule("SY-018", "SY-180", "SY-182")
def test_a_secret_draft_leaves_known_sets() -> None:
    table = match(3, seed=4, draft="secret")
    for _ in range(2):
        for player in range(3):
            table.play(player, table.legal(player)[0])
    state = table.state
    passed = knowledge.minus(knowledge.of(D, state, 0).seen[0], [int(state.picks[0]) - 1 == k for k in range(KINDS)])
    for world in worlds(table, 0):
        now = knowledge.packet_at(world, 0, 1)
        assert now == passed  # what player 0 passed on is what player 1 chose from
        pick = int(world.picks[1 * 8 + 1]) - 1
        assert passed[pick]
    assert len({int(world.picks[1 * 8 + 1]) for world in worlds(table, 0)}) > 2


@rule("SY-181", "SY-018")
def test_two_players_know_each_others_later_picks() -> None:
    table = play_until(match(2, seed=4, draft="secret"), "card")
    state = table.state
    size = int(state.terms.packet)
    for world in worlds(table, 0):
        for r in range(1, size - 1):
            if r + 1 < size - 1:
                assert world.picks[size + r] == state.picks[size + r]  # seen again two rounds later
    assert len({int(world.picks[size]) for world in worlds(table, 0)}) > 3  # the very first pick was never seen


@rule("SY-044", "SY-018")
def test_choirs_are_known_to_those_who_passed_them_on() -> None:
    table = play_until(match(6, seed=3, first_player=0), "card")
    state = table.state
    kept = [int(state.desk[CHOIRS + i]) for i in range(3)]
    assert {tuple(int(w.desk[CHOIRS + i]) for i in range(3)) for w in worlds(table, 5, 60)} == {
        tuple(kept), (kept[0], kept[2], kept[1]),
    }  # fmt: skip
    assert len({tuple(int(w.desk[CHOIRS + i]) for i in range(3)) for w in worlds(table, 0, 90)}) > 6
    for world in worlds(table, 0):
        assert D.ids.index("43") + 1 in {int(world.desk[CHOIRS + i]) for i in range(3)}  # always drawn
        assert sum(sum(hands(world)[p].values()) for p in range(6)) == 27


@rule("SY-222", "SY-018")
def test_colours_a_master_forces_are_dealt_in_every_world() -> None:
    table = play_until(match(3, seed=3, master="wagner"), "card")
    for player in range(3):
        for world in worlds(table, player, 10):
            assert not any(world.bag[kind] for kind in range(KINDS) if D.category[kind] == 1)
    table = play_until(match(2, seed=3, master="kleiber"), "card")
    for world in worlds(table, 0, 10):
        held = [kind for kind in range(KINDS) if world.hands[KINDS + kind]]
        assert all((D.basic[3 * kind] | D.unlock[kind]) & 3 for kind in held)


@rule("SY-247", "SY-018")
def test_00_and_01_are_always_in_hands() -> None:
    table = play_until(match(4, seed=3, draft="secret", progressive=True), "pentagon")
    for player in range(4):
        for world in worlds(table, player, 10):
            assert not world.bag[0]
            assert not world.bag[1]
            assert sum(int(world.hands[p * KINDS + k]) for p in range(4) for k in (0, 1)) == 2


@rule("SY-250", "SY-018")
def test_whoever_must_use_01_holds_it_in_every_world() -> None:
    table = play_until(match(5, seed=3, draft="secret", progressive=True), "allocate")
    player = table.active[0]
    for seat in range(5):
        for world in worlds(table, seat, 6):
            assert GAME.legal(world, player) == (GAME.codes["control 01"],)
        again = tutti.Match.load(table.dump(seat), seed=seat)
        assert again.legal(player) == ("control 01",)


@rule("SY-048", "SY-018", "KN-07")
def test_a_card_that_is_getting_a_seat_is_in_hand_in_every_world() -> None:
    for players, options in ((4, {}), (3, {"draft": "secret", "progressive": True})):
        table = play_until(match(players, seed=3, **options), "seat")
        player = table.active[0]
        prompt = table.prompt(player)
        assert prompt is not None
        for seat in range(players):
            for world in worlds(table, seat, 8):
                assert hands(world)[player][prompt.args["card"]]
                GAME.rollout(world, Dice(seat))


@rule("SY-018", "SY-186")
def test_private_objectives_stay_private_until_the_end() -> None:
    table = play_until(match(3, seed=5, draft="public", audience="private"), "place")
    state = table.state
    others = {int(world.desk[CARDS_HELD + 2]) for world in worlds(table, 0)}
    assert len(others) > 5
    assert all(int(world.desk[CARDS_HELD]) == int(state.desk[CARDS_HELD]) for world in worlds(table, 0))
    revealed = {card for card in table.view()["objectives"]["revealed"] if card}
    assert not others & revealed
    assert "final" not in table.view()["objectives"]
    assert None not in finish(table).view()["objectives"]["final"]


@rule("SY-018")
@pytest.mark.parametrize("options", [{}, {"draft": "secret"}, {"draft": "public"}, {"master": "berlioz"}])
def test_cards_shown_on_the_table_came_from_the_hands_that_showed_them(options: dict[str, str]) -> None:
    table = play_until(match(4, seed=6, **options), "control")
    dice = Dice(3)
    for _ in range(30):
        player = table.active[0]
        legal = table.legal(player)
        table.play(player, legal[dice.below(len(legal))])
    state = table.state
    for seat in range(4):
        for world in worlds(table, seat, 8):
            assert GAME.view(world, seat) == GAME.view(state, seat)
            again = GAME.determinize(world, seat, Dice(7))
            assert GAME.dump(again) == GAME.dump(GAME.determinize(state, seat, Dice(7)))
            for p in range(4):
                assert sum(hands(world)[p].values()) == sum(hands(state)[p].values())


@rule("SY-224", "SY-018")
def test_discards_are_drawn_anew_for_those_who_cannot_see_them() -> None:
    table = play_until(match(2, seed=6, master="berlioz"), "card")
    discarded = {tuple(int(w.discards[KINDS + k]) for k in range(KINDS)) for w in worlds(table, 0, 12)}
    assert len(discarded) > 6
    assert all(sum(row) == 17 for row in discarded)


def test_spectators_see_no_secret() -> None:
    table = play_until(match(6, seed=3), "card")
    assert not any(D.category[D.ids.index(card)] == CHOIR for card in table.view().get("own", {}).get("hand", []))
    record = table.record(-1)
    assert "?" in record["setup"]


# -- what records of players hold, and what bars undo ---------------------------------------------


def draft_but_one(table: tutti.Match, rounds: int) -> tutti.Match:
    """Rounds of the draft; in the last one player 0 has still to answer. Loaded, so that its log is empty."""
    n = table.players
    for number in range(rounds):
        for player in range(1 if number == rounds - 1 else 0, n):
            table.play(player, table.legal(player)[0])
    return tutti.Match.load(table.dump(), seed=1)


def undo_code(table: tutti.Match, player: int) -> str | None:
    refusal = table.undo_refusal(player)
    return refusal.code if refusal else None


@rule("SY-044", "SY-018", "KN-32")
def test_which_choir_was_kept_is_in_no_other_record() -> None:
    table = match(6, seed=3, first_player=0)
    drawn = table.legal(5)
    table.play(5, drawn[1])
    passed = [text.split()[1] for text in table.legal(4)]
    assert sorted([drawn[1].split()[1], *passed]) == [text.split()[1] for text in drawn]
    assert table.record(5)["log"][0] == {"player": 5, "action": drawn[1], "seen": ["?", "?"]}
    assert table.record(4)["log"][0] == {"player": 5, "action": "?", "seen": passed}
    for other in (-1, 0, 3):
        assert table.record(other)["log"][0] == {"player": 5, "action": "?", "seen": ["?", "?"]}
    assert undo_code(table, 5) is None


@rule("SY-180", "SY-182", "KN-32")
def test_a_packet_is_in_the_record_of_whoever_received_it() -> None:
    table = match(3, seed=4, draft="secret")
    for player in range(3):
        table.play(player, table.legal(player)[0])
    for player in range(3):
        packet = table.view(player)["own"]["packet"]
        seen = table.record(player)["log"][2]["seen"]
        assert [card for card in seen if card != "?"] == packet
        assert len(seen) == 3 * len(packet)
    assert set(table.record(-1)["log"][2]["seen"]) == {"?"}


@rule("SY-181", "KN-32")
def test_the_card_that_is_removed_is_shown_to_nobody() -> None:
    table = play_until(match(2, seed=4, draft="secret"), "card")
    assert all("seen" not in table.record(p)["log"][-1] for p in range(2))
    table = play_until(match(2, seed=4, draft="secret", progressive=True), "pentagon")
    assert [card for card in table.record(0)["log"][-1]["seen"] if card != "?"] == [table.view(0)["own"]["picks"][-1]]


@rule("SY-180", "KN-21")
def test_whoever_has_received_a_packet_cannot_freely_undo() -> None:
    table = draft_but_one(match(3, seed=4, draft="secret"), 1)
    table.play(0, table.legal(0)[0])
    assert undo_code(table, 0) == "undo_seen"


@rule("SY-183", "KN-21", "KN-32")
def test_in_a_public_draft_the_picks_of_others_are_seen_and_bar_undo() -> None:
    table = draft_but_one(match(2, seed=4, draft="public"), 7)
    pick = table.dump()["sealed"][1]
    table.play(0, table.legal(0)[0])
    assert undo_code(table, 0) == "undo_seen"
    assert table.record(-1)["log"][0]["seen"][:2] == [table.view()["picks"][0][-1], pick]


@rule("SY-186", "KN-21", "KN-32")
def test_objectives_that_are_opened_bar_undo() -> None:
    table = play_until(match(2, seed=5, preset=True, audience="private"), "objective")
    table.play(1, table.legal(1)[1])
    table = tutti.Match.load(table.dump(0), seed=1)
    assert table.dump(0)["sealed"][1] == "?"
    table.play(0, table.legal(0)[0])
    shown = table.view()["objectives"]["revealed"]
    assert table.record(0)["log"][0]["seen"] == [f"virtuosity {card}" for card in reversed(shown)]
    assert undo_code(table, 0) == "undo_seen"


@rule("SY-188", "KN-20", "KN-21", "KN-32")
def test_the_objectives_kept_are_shown_at_the_end_and_bar_undo() -> None:
    table = finish(match(2, seed=5, preset=True, audience="private"))
    last = table.log[-1].player
    final = table.view()["objectives"]["final"]
    assert table.record(-1)["log"][-1]["seen"] == [f"virtuosity {card}" for card in final]
    assert undo_code(table, last) == "undo_seen"
    table = finish(match(2, seed=5, preset=True))
    assert undo_code(table, table.log[-1].player) is None


@rule("SY-250", "KN-21", "KN-32")
def test_who_holds_01_is_shown_and_bars_undo_if_it_was_hidden() -> None:
    for draft, seed, code in (("secret", 2, "undo_seen"), ("secret", 3, None), ("public", 2, None)):
        table = play_until(match(3, seed=seed, draft=draft, progressive=True), "allocate")
        holder, last = table.active[0], table.log[-1].player
        assert (holder == last) == (seed == 3)
        assert table.record(-1)["log"][-1]["seen"] == [str(holder)]
        assert undo_code(table, last) == code


@rule("SY-018", "KN-16")
@pytest.mark.parametrize(("options", "step"), [({}, "card"), ({"progressive": True, "draft": "secret"}, "allocate")])
def test_a_card_that_has_no_seat_yet_is_still_a_secret(options: Fields, step: str) -> None:
    """What another has clicked in the hand is in no view, event, record, position, sampled world or number."""
    table = play_until(match(3, seed=2, **options), step)
    (owner,) = table.active
    others = [player for player in (-1, 0, 1, 2) if player != owner]
    while not [action for action in table.legal(owner) if action.startswith("card")]:
        table.play(owner, table.legal(owner)[0])
        (owner,) = table.active
        others = [player for player in (-1, 0, 1, 2) if player != owner]
    before = [observe(table, player) for player in others]
    asked = table.asked(owner)
    for action in [action for action in table.legal(owner) if action.startswith("card")]:
        table.play(owner, action)
        assert table.view(owner)["step"] == "seat"
        assert [observe(table, player) for player in others] == before
        assert table.record(owner)["log"][-1]["action"] == action
        loaded = tutti.Match.load(table.dump(), seed=1)
        for player in others:
            assert loaded.dump(player) == loaded.record(player)["start"] == table.dump(player)
            assert loaded.view(player if player >= 0 else None) == table.view(player if player >= 0 else None)
        assert table.asked(owner) > asked, "every click has a question of its own for who is asked"
        asked = table.asked(owner)
        assert table.undo(owner) == (action,)
        assert [observe(table, player) for player in others] == before
    table.play(owner, action)
    table.play(owner, table.legal(owner)[0])
    for player in others:
        assert [entry["action"] for entry in table.record(player)["log"][-2:]] == [
            entry["action"] for entry in table.record()["log"][-2:]
        ]
        assert table.question == before[0]["question"] + 1


@rule("SY-110", "KN-16")
@pytest.mark.parametrize(
    ("players", "seed", "step", "asked"), [(3, 0, "with", "place"), (3, 0, "under", "place"), (2, 41, "under", "chain")]
)
def test_a_semibreve_without_its_discs_is_still_a_secret(players: int, seed: int, step: str, asked: str) -> None:
    """Also of a position loaded between the clicks: the others see the question that the first of them answers."""
    table = play_until(match(players, seed=seed, preset=True), step)
    (owner,) = table.active
    loaded = tutti.Match.load(table.dump(), seed=1)
    assert loaded.dump() == table.dump()
    assert loaded.legal(owner) == table.legal(owner)
    assert loaded.view(owner) == table.view(owner)
    assert loaded.view(owner)["step"] == step
    for player in [player for player in range(-1, players) if player != owner]:
        seen = loaded.dump(player)
        assert (seen["play"]["note"], seen["play"]["second"], seen["stack"][-1]["step"]) == (-1, -1, asked)
        assert seen == loaded.record(player)["start"] == table.dump(player)
        assert loaded.view(player if player >= 0 else None) == table.view(player if player >= 0 else None)
        assert tutti.Match.load(seen, seed=2).dump(player) == seen
        if player >= 0:
            sample = loaded.game.dump(loaded.perspective(player).sample(tutti.Dice(7)))
            assert sample == table.game.dump(table.perspective(player).sample(tutti.Dice(7)))
