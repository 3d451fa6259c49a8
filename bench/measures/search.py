"""Iterations of the tree search at an opening: ours in Symphonimo, OpenSpiel's ISMCTSBot in hearts, both four players.

Both play every line at random to the end. What the levels do, sensible play cut at the end of the round, is
shown beside it: it is slower, and far stronger.
"""

import pyspiel

import tutti
from bench.harness import Lane, Measure, Rival, lane
from tutti.bots._search.bot import USUAL, SearchBot
from tutti.bots._search.search import Style

ITERATIONS = 2000
SEEDS = 8
FLOOR = 5.0
PLAIN = Style(explore=0.5, trust=0.0, guided=False, points=150)


def ours(name: str, style: Style) -> Lane:
    """The first real question: the first card has been drawn and wants a place."""
    bot = SearchBot("bench", style, tutti.Budget(iterations=ITERATIONS))
    match = tutti.Match.new("symphonimo", players=4, seed=1)
    match.play(match.active[0], "draw")
    perspective = match.perspective(match.active[0])

    def think(seed: int) -> int:
        thought = bot.think(perspective, tutti.Dice(seed))
        assert thought is not None
        return thought.iterations

    return lane(name, think, [think(seed) for seed in range(SEEDS)])


def theirs() -> Lane:
    """The first question after the deal."""
    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def step(seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        pyspiel.ISMCTSBot(seed, evaluator, 1.0, ITERATIONS, -1, most_visits).step(state)

    return lane("OpenSpiel ISMCTSBot, hearts", step, [ITERATIONS] * SEEDS)


def measures() -> list[Measure]:
    rivals = [Rival(theirs(), FLOOR), Rival(ours("tutti symphonimo, as the levels think", USUAL))]
    return [Measure("Symphonimo, search at the opening", "iterations", ours("tutti symphonimo", PLAIN), rivals)]
