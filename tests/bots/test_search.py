"""The search: what it may know, how it takes chance and other players, and that its budget is kept."""

from __future__ import annotations

import time
from typing import Any

import pytest

import tutti
from bots import toys
from support import rule
from support.kits import tables
from tutti.ai.mind import mind_of
from tutti.bots._search.bot import SearchBot
from tutti.bots._search.clock import Clock
from tutti.bots._search.search import Search, Style

PLAIN = SearchBot("plain", Style(explore=0.5, trust=0.0, guided=False, points=100), tutti.Budget(iterations=600))
TRUSTING = SearchBot("trusting", Style(explore=0.3, trust=0.5, guided=True, points=150), tutti.Budget(iterations=600))
LEVELS = ("apprentice", "student", "soloist", "maestro")


def chance(bot: SearchBot, perspective: tutti.Perspective, seed: int = 5) -> float:
    return bot.think(perspective, tutti.Dice(seed)).candidates[0].chance


@pytest.mark.parametrize("bot", [PLAIN, TRUSTING])
class TestAssumptions:
    """On toys, where the right estimate is known."""

    def test_a_sealed_answer_is_not_known(self, bot: SearchBot) -> None:
        toy = toys.Pennies()
        for player in range(2):
            assert 0.35 < chance(bot, toy.perspective(toy.start(), player)) < 0.65

    def test_a_sealed_answer_is_known_once_it_is_shown(self, bot: SearchBot) -> None:
        toy = toys.Echo()
        assert chance(bot, toy.perspective(toy.start())) > 0.85

    def test_chance_that_is_seen_is_reacted_to(self, bot: SearchBot) -> None:
        toy = toys.Dice()
        assert chance(bot.at(tutti.Budget(iterations=4000)), toy.perspective(toy.start())) > 0.8

    def test_what_is_hidden_stays_hidden(self, bot: SearchBot) -> None:
        toy = toys.Cup()
        thought = bot.think(toy.perspective(toy.start()), tutti.Dice(1))
        assert all(candidate.chance < 0.4 for candidate in thought.candidates)

    def test_everybody_seeks_their_own_good(self, bot: SearchBot) -> None:
        toy = toys.Favour()
        thought = bot.think(toy.perspective(toy.start()), tutti.Dice(1))
        assert thought.candidates[0].action == 1
        assert thought.line[:2] == ((0, 1), (2, 1))


class Poisoned(tutti.Game[Any]):
    """A game in which the true state may only be asked what its player may see; everything else raises."""

    def __init__(self, game: tutti.Game[Any], truth: Any, player: int) -> None:
        super().__init__(game.name, game.version, game.verbs)
        self.inner, self.truth, self.me = game, truth, player
        self.mind = Wary(self)
        self.secrets = game.secrets

    def clean(self, s: Any, player: int = -2) -> Any:
        if s is self.truth and player != self.me:
            raise AssertionError("the truth was touched")
        return s

    def players(self, s: Any) -> int:
        return self.inner.players(self.clean(s))

    def active(self, s: Any) -> tuple[int, ...]:
        return self.inner.active(self.clean(s))

    def legal(self, s: Any, player: int = -1) -> tuple[int, ...]:
        return self.inner.legal(self.clean(s, player), player)

    def apply(self, s: Any, a: int, host: tutti.Host, player: int = -1) -> None:
        self.inner.apply(self.clean(s), a, host, player)

    def rollout(self, s: Any, dice: tutti.Dice) -> None:
        self.inner.rollout(self.clean(s), dice)

    def copy(self, s: Any) -> Any:
        return self.inner.copy(self.clean(s))

    def points(self, s: Any, player: int) -> int:
        return self.inner.points(self.clean(s), player)

    def place(self, s: Any, player: int) -> int:
        return self.inner.place(self.clean(s), player)

    def determinize(self, s: Any, player: int, host: tutti.Host) -> Any:
        return self.inner.determinize(self.clean(s, player), player, host)

    def likely(self, s: Any, player: int, host: tutti.Host) -> Any:
        return self.inner.likely(self.clean(s, player), player, host)


class Wary(tutti.Mind[Any]):
    """The game's mind, which may not see the truth either."""

    game: Poisoned

    def __init__(self, game: Poisoned) -> None:
        super().__init__(game, mind_of(game.inner).margin)
        self.inner = mind_of(game.inner)
        self.room = self.inner.room

    def settle(self, s: Any, room: Any) -> int:
        return self.inner.settle(self.game.clean(s), room)

    def turn(self, s: Any, how: int) -> None:
        self.inner.turn(self.game.clean(s), how)

    def named(self, a: int, how: int) -> int:
        return self.inner.named(a, how)

    def playout(self, s: Any, dice: tutti.Dice) -> None:
        self.inner.playout(self.game.clean(s), dice)

    def evaluate(self, s: Any, player: int) -> int:
        return self.inner.evaluate(self.game.clean(s), player)

    def prospect(self, s: Any, player: int, a: int) -> int:
        return self.inner.prospect(self.game.clean(s), player, a)

    def spread(self, s: Any) -> int:
        return self.inner.spread(self.game.clean(s))

    def doubt(self, s: Any) -> int:
        return self.inner.doubt(self.game.clean(s))

    def span(self, s: Any) -> int:
        return self.inner.span(self.game.clean(s))

    def distinct(self, s: Any, choices: tuple[int, ...]) -> tuple[int, ...]:
        return self.inner.distinct(self.game.clean(s), choices)

    def solver(self, s: Any) -> Any:
        return self.inner.solver(self.game.clean(s))


def questions(game: str, players: int, seed: int, every: int) -> Any:
    """True states of a random match, at every so-many-th question, and who is asked."""
    rules = tutti.game(game)
    dice = tutti.Dice(seed)
    s = rules.setup(tutti.prepare(rules, players, {}), dice)
    number = 0
    while active := rules.active(s):
        player = active[dice.below(len(active))]
        choices = rules.legal(s, player)
        if number % every == 0 and len(choices) > 1:
            yield rules, s, player
        rules.apply(s, choices[dice.below(len(choices))], dice, player)
        number += 1


@rule("KN-15")
@pytest.mark.parametrize(("game", "players"), tables())
@pytest.mark.parametrize("bot", [PLAIN, TRUSTING], ids=["plain", "trusting"])
def test_a_search_never_touches_the_truth_and_cannot_tell_worlds_that_look_alike(
    game: str, players: int, bot: SearchBot
) -> None:
    quick = bot.at(tutti.Budget(iterations=6))
    for rules, s, player in questions(game, players, 11, 60):
        poisoned = tutti.Perspective(Poisoned(rules, s, player), s, player)
        said = quick.think(poisoned, tutti.Dice(3))
        assert said == quick.think(tutti.Perspective(rules, s, player), tutti.Dice(3))
        twin = rules.determinize(s, player, tutti.Dice(8))
        assert quick.think(tutti.Perspective(rules, twin, player), tutti.Dice(3)) == said


def opening(players: int = 4) -> tutti.Perspective:
    match = tutti.Match.new("symphonimo", players=players, seed=3)
    match.play(match.active[0], "draw")
    return match.perspective(match.active[0])


def test_the_same_dice_think_the_same() -> None:
    bot = PLAIN.at(tutti.Budget(iterations=300))
    first, again, other = (bot.think(opening(), tutti.Dice(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_an_iteration_budget_is_kept_and_candidates_are_ranked() -> None:
    thought = PLAIN.at(tutti.Budget(iterations=500)).think(opening(), tutti.Dice(1))
    assert thought.iterations <= 500
    visits = [candidate.visits for candidate in thought.candidates]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == thought.iterations
    assert {candidate.action for candidate in thought.candidates} == set(opening().legal())
    assert thought.line[0] == (opening().player, thought.candidates[0].action)
    assert all(0 <= candidate.chance <= 1 for candidate in thought.candidates)


def test_a_time_budget_is_kept() -> None:
    start = time.perf_counter()
    thought = PLAIN.at(tutti.Budget(seconds=0.2)).think(opening(), tutti.Dice(1))
    assert time.perf_counter() - start < 1.0
    assert thought.iterations > 0


def test_a_forced_move_costs_nothing() -> None:
    match = tutti.Match.new("symphonimo", players=3, seed=3)
    thought = PLAIN.think(match.perspective(match.active[0]), tutti.Dice(1))
    assert thought.iterations == 0
    assert [match.game.actions[candidate.action] for candidate in thought.candidates] == ["draw"]


def test_an_answer_that_cannot_change_ends_the_thought() -> None:
    toy = toys.Favour()
    thought = PLAIN.at(tutti.Budget(iterations=50_000)).think(toy.perspective(toy.start()), tutti.Dice(1))
    assert thought.iterations < 40_000


def test_no_action_is_given_up_for_ever() -> None:
    toy = toys.Favour()
    dice = tutti.Dice(1)
    search = Search(toy, 0, 3, 2, Style(explore=0.02, trust=0.0, guided=False, points=100), dice)
    search.run(toy.start(), 20_000)
    visits = [int(search.tree.visits[search.tree.arm_of(0, action)]) for action in range(2)]
    assert min(visits) < 400  # one is clearly worse
    assert 16 * (min(visits) + 1) ** 2 >= 20_000


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_is_found_and_keeps_its_time(name: str) -> None:
    bot = tutti.bot(name)
    assert bot.name == name
    if bot.budget:
        limit = 3.0 if name == "maestro" else 1.0
        assert bot.budget.seconds is not None
        assert bot.budget.seconds <= limit
        assert bot.at(tutti.Budget(iterations=2)).budget == tutti.Budget(iterations=2)


@pytest.mark.parametrize(("game", "players"), tables())
def test_opinions_of_all_choices_are_those_of_each(game: str, players: int) -> None:
    for rules, s, player in questions(game, players, 7, 9):
        choices = rules.legal(s, player)
        assert list(mind_of(rules).opinions(s, player, choices)) == [
            mind_of(rules).prospect(s, player, a) for a in choices
        ]


@pytest.mark.parametrize("game", sorted({game for game, _ in tables()}))
def test_maestro_beats_greedy_even_in_a_hurry(game: str) -> None:
    rules, quick, greedy = tutti.game(game), tutti.bot("maestro").at(tutti.Budget(iterations=20)), tutti.bot("greedy")
    won = 0.0
    for number in range(4):
        chance, mind = tutti.Dice(number // 2 + 1), tutti.Dice(number)
        s = rules.setup(tutti.prepare(rules, 2, {}), chance)
        while active := rules.active(s):
            player = active[0]
            bot = quick if player == number % 2 else greedy
            rules.apply(s, bot.decide(tutti.Perspective(rules, s, player), mind), chance, player)
        places = [rules.place(s, p) for p in range(2)]
        won += (places[number % 2] == 1) / places.count(1)
    assert won >= 3


@pytest.mark.parametrize("ticks", [(), (3, 8)])
def test_a_clock_that_ticks_coarsely_divides_by_nothing(
    ticks: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hundredth of a second after each of so many questions; in between no time passes at all."""
    now, asked = 0.0, 0

    def counter() -> float:
        return now

    monkeypatch.setattr(time, "perf_counter", counter)
    clock = Clock(tutti.Budget(seconds=0.02))
    for asked in range(1, 30):
        steps = clock.steps(100, 0)
        if not steps:
            break
        assert steps <= (4 if now == 0.0 else 100)  # how quick it is shows with the first tick
        clock.count(steps)
        now += 0.01 * (asked in ticks)
    assert asked == (9 if ticks else 29)
