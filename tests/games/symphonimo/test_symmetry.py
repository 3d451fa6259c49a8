"""Positions that are the same but for names: one mark for all of them, another for any other, and nothing lost."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import tutti
from games.symphonimo.kit import census, faults
from games.symphonimo.test_solver import late, solved
from tutti.ai.mind import STAGES
from tutti.bots._search.bot import USUAL, SearchBot
from tutti.bots._search.search import Search
from tutti.games.symphonimo.ai import symmetry
from tutti.games.symphonimo.ai.solver import Wish, distinct
from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import Dice
from tutti.kernel.native import i64, vec

GAME = tutti.game("symphonimo")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"false_note": True}),
    (4, {}),
    (5, {}),
    (4, {"grand_maestro": ["pass_left", "discard_own"]}),
    (3, {"grand_maestro": ["take_now", "discard_one"]}),
]


def settle(s: State) -> tuple[int, int]:
    """The mark, and how names changed."""
    room = vec[i64]([0] * symmetry.ROOM)
    return int(GAME.mind.settle(s, room)), int(room[0])


def mark(s: State) -> int:
    """Of a copy: the position keeps its names."""
    return settle(s.copy())[0]


def positions(players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Every question of a match in a hurry."""
    dice = Dice(seed)
    s = GAME.setup(tutti.prepare(GAME, players, options), dice)
    while s.step != st.OVER:
        yield s
        choices = GAME.legal(s)
        a = choices[dice.below(len(choices))] if dice.below(3) else GAME.mind.sensible(s, s.player, choices, dice)
        GAME.apply(s, a, dice)


def row(s: State, c: int) -> list[int]:
    first = st.ROWS + c * st.ROW
    return sorted(int(cell) for cell in s.cards[first : first + int(s.cards[first + SIZE])])


def by_the_book(s: State) -> str:
    """What a position is, whatever its Conductors are called: the least of all ways to call them."""
    n = int(s.n)
    rows = [(bool(s.cards[st.ROWS + c * st.ROW + st.HOLDER]), row(s, c), c == s.chosen) for c in range(n)]
    ways = [way for way in permutations(range(n)) if all(s.faces[c] == s.faces[at] for at, c in enumerate(way))]
    least = min([rows[c] for c in way] for way in ways)
    held = [[int(s.cards[p * FAMILIES + f]) for f in range(FAMILIES)] for p in range(n)]
    bag = [int(s.bag[f]) for f in range(FAMILIES)]
    return repr((s.deck, s.player, s.step, s.in_round, s.drawn, held, bag, least))


def otherwise(s: State) -> State:
    """The same with Conductors of the same face in the opposite order."""
    t = s.copy()
    n = int(s.n)
    t.filled = t.room = 0
    t.chosen = -1
    for c in range(n):
        alike = [one for one in range(n) if s.faces[one] == s.faces[c]]
        other = alike[len(alike) - 1 - alike.index(c)]
        for cell in range(st.ROW):
            t.cards[st.ROWS + c * st.ROW + cell] = s.cards[st.ROWS + other * st.ROW + cell]
        if other == s.chosen:
            t.chosen = c
        t.filled |= (s.filled >> other & 1) << c
        t.room |= (s.room >> other & 1) << c
    return t


def table(s: State) -> tuple[Any, ...]:
    """All that the rules know of a position; in a row, cards are in no order."""
    held = [int(cell) for cell in s.cards[: st.ROWS]]
    rows = [(row(s, c), int(s.cards[st.ROWS + c * st.ROW + st.HOLDER]) > 0) for c in range(s.n)]
    return held, rows, int(s.filled), int(s.room), int(s.chosen), int(s.drawn), int(s.step), int(s.player)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_marks_are_equal_where_positions_are_and_nowhere_else(players: int, options: dict[str, Any]) -> None:
    books: dict[int, str] = {}
    marks: dict[str, int] = {}
    for seed in range(1, 5 if players < 5 else 2):
        for s in positions(players, options, seed):
            book = by_the_book(s)
            for one in (s, otherwise(s)):
                assert books.setdefault(mark(one), book) == book
                assert marks.setdefault(book, mark(one)) == mark(one)
    assert len(marks) > 60


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_settled_position_is_the_same_match(players: int, options: dict[str, Any]) -> None:
    changed = 0
    for s in positions(players, options, 7):
        t, u = s.copy(), s.copy()
        first, how = settle(t)
        assert faults(t) == []
        assert census(t) == census(s)
        assert settle(t.copy()) == (first, 0)
        GAME.mind.turn(u, how)
        assert table(u) == table(t)
        assert sorted(int(GAME.mind.named(a, how)) for a in GAME.legal(t)) == list(GAME.legal(s))
        other = otherwise(s)
        settle(other)
        assert table(other) == table(t)
        changed += how != 0
        for a in GAME.legal(t):
            one, two = s.copy(), t.copy()
            GAME.apply(one, int(GAME.mind.named(a, how)), Dice(3))
            GAME.apply(two, a, Dice(3))
            assert mark(one) == mark(two)
    assert changed > 5 or len(set(s.faces)) == players


def test_equal_marks_have_the_same_to_come() -> None:
    """The solver is the judge: what each action brings, in all positions that two moves and any card can lead to."""
    known: dict[int, tuple[str, Any]] = {}
    met = 0
    for seed in range(1, 7):
        start = late(2, 4, {}, seed)
        for s in [two for one in after(start) for two in after(one)] if start else []:
            solver, t = solved(s), s.copy()
            how = settle(t)[1]
            brought = [(a, int(solver.share(int(GAME.mind.named(a, how)), 0))) for a in GAME.legal(t)]
            name, before = known.setdefault(mark(s), (repr(GAME.dump(s)), brought))
            met += name != repr(GAME.dump(s))
            assert brought == before
    assert met > 3


def after(s: State) -> Iterator[State]:
    """All positions with a choice that one action and one card lead to."""
    for a in GAME.legal(s):
        for f in range(FAMILIES):
            if s.bag[f] or not s.deck:
                host, t = Wish(), s.copy()
                host.kind = f
                GAME.apply(t, a, host)
                if t.step != st.OVER and len(GAME.legal(t)) > 1:
                    yield t
                if not host.asked:
                    break


def test_stages_never_go_back_so_what_is_known_of_earlier_ones_can_go() -> None:
    stages = [mark(s) >> STAGES for s in positions(3, {}, 5)]
    assert stages == sorted(stages)
    assert 0 < stages[0] < stages[-1]


def plain_blend(word: int) -> int:
    """The same source with Python's own numbers, which never wrap around."""
    source = (Path(tutti.__file__).parent / "games" / "symphonimo" / "ai" / "symmetry.py").read_text(encoding="utf-8")
    wanted = [
        node
        for node in ast.parse(source).body
        if getattr(node, "name", "") == "blend" or (isinstance(node, ast.AnnAssign) and "_HALF" in ast.unparse(node))
    ]
    space: dict[str, Any] = {"i64": int, "Final": int}
    exec(compile(ast.Module(wanted, []), "symmetry.py", "exec"), space)
    return int(space["blend"](word))


def test_numbers_of_a_mark_stay_within_a_machine_word() -> None:
    """Compiled code would wrap around where plain Python goes on, and both must think the same."""
    most = 2**31 - 1
    assert most * 0x9E3779B1 + (2**48 >> 31) * 0x2545F491 < 2**63
    assert most * 0x85EBCA6B + (2**63 >> 31) * 0x1B873593 < 2**63
    assert 14 * 2**59 < 2**63  # six collections, six rows, the bag, and the table
    words = [2**48 - 1, *(1 << bit for bit in range(48))]
    found = {int(symmetry.blend(word)) for word in words}
    assert len(found) == len(words)
    assert all(0 <= one < 2**59 for one in found)
    assert [int(symmetry.blend(word)) for word in words] == [plain_blend(word) for word in words]


def test_two_ways_to_a_position_are_one_node_of_the_search() -> None:
    """Many positions are met on more than one way, and only the first node of each has arms."""
    s = GAME.setup(tutti.prepare(GAME, 2, {}), Dice(3))
    GAME.apply(s, GAME.codes["draw"], Dice(1))
    GAME.apply(s, GAME.codes["place 1"], Dice(1))
    search = Search(GAME, s.player, 2, 2, USUAL, Dice(1))
    search.merging = True
    search.run(s, 8000)
    tree = search.tree
    ways = [0] * int(tree.nodes)
    for node in range(1, int(tree.nodes)):
        ways[int(tree.same[node])] += 1
    assert sum(count > 1 for count in ways) > 100
    assert sum(ways) == int(tree.nodes) - 1
    assert all(tree.first[node] < 0 for node in range(1, int(tree.nodes)) if tree.same[node] != node)


@pytest.mark.parametrize("players", [4, 6])
def test_the_choices_that_are_left_out_are_alike_to_a_lower_one(players: int) -> None:
    """One and the same judgement, for a whole question (``distinct``) and for a pair (``alike``)."""
    left_out = 0
    for s in positions(players, {"grand_maestro": 1}, 4):
        choices, alike = GAME.legal(s), GAME.mind.alike
        first = [a for a in choices if not any(alike(s, other, a) for other in choices if other < a)]
        assert first == list(distinct(s, choices))
        left_out += len(choices) - len(first)
    assert left_out > 8


@pytest.mark.parametrize("players", [2, 4])
def test_a_line_that_is_told_has_the_names_of_the_match(players: int) -> None:
    """Where a card is laid, nothing comes between that and the next question: its answer is one of the match's own."""
    bot, told, moved = SearchBot("quick", USUAL, tutti.Budget(iterations=150)), 0, 0
    for s in positions(players, {}, 3):
        choices = GAME.legal(s)
        if s.step != st.PLACE or len(distinct(s, choices)) < 2:
            continue
        thought, t = bot.think(tutti.Perspective(GAME, s, s.player), Dice(1)), s.copy()
        if thought.exact:
            break
        first, second = thought.line[:2]
        assert first[0] == t.player
        GAME.apply(t, first[1], Dice(1))
        if len(distinct(t, GAME.legal(t))) > 1:
            assert second[0] == t.player
            assert second[1] in GAME.legal(t)
            told += 1
            moved += settle(t)[1] != 0
    assert told > 8
    assert moved > 2
