"""Laws of copies (KN-52): what is copied or pickled is the same so far, and goes its own way."""

from __future__ import annotations

import json
import pickle
import re
import shutil
import sys
import timeit
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import Line, law, lines, moves, new, played, state
from support.machine import SOURCES, environment, run
from tutti.kernel import library, packs
from tutti.kernel.types import WATCHER
from tutti.server.messages.errors import Refused
from tutti.server.rooms.commands.checks import Stale
from tutti.server.store import StoreFault


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: tuple[Callable[[Any], Any], ...] = (copy, deepcopy, pickled)


def known(match: tutti.Match) -> str:
    """What can be asked of a match, by whoever may ask."""
    told: list[Any] = [match.record(), match.transcript(), match.seed, match.drawn, match.seeded_after]
    told += [match.question, match.clicks]
    for player in range(WATCHER, match.players):
        seat = None if player == WATCHER else player
        told += [match.view(seat), match.events(seat), match.record(player), match.dump(player)]
        if seat is not None:
            mine = match.perspective(player)
            told += [match.asked(player), match.legal(player), match.prompt(player), match.undo_refusal(player)]
            told.append(match.game.dump(mine.sample(tutti.Dice(7))))
    return json.dumps(told, default=repr)


def play_on(match: tutti.Match, choices: bytes) -> None:
    """So many moves more, and sometimes one taken back."""
    for choice in choices:
        if match.log and choice % 5 == 0:
            match.undo(match.log[-1].player, agreed=True)
        if not match.active:
            return
        player = match.active[choice % len(match.active)]
        legal = match.legal(player)
        match.play(player, legal[choice % len(legal)])


def alike(match: tutti.Match, choices: bytes) -> None:
    """Each kind of copy knows the same, brings the same chance, and leaves the match alone."""
    before = known(match)
    for way in WAYS:
        other, third = way(match), way(match)
        assert type(other) is type(match)
        assert other.game is match.game
        assert known(other) == before
        play_on(other, choices)
        assert known(match) == before
        after = known(other)
        play_on(third, choices)
        assert known(third) == after
    twice = pickled([match, match])
    assert twice[0] is twice[1]
    twice = deepcopy([match, match])
    assert twice[0] is twice[1]
    play_on(match, choices)
    assert known(match) == after


CHOICES = st.binary(min_size=1, max_size=12)


@rule("KN-52")
@law()
def test_a_copy_of_a_match_goes_its_own_way(game: str, players: int, data: st.DataObject) -> None:
    line, before, choices = data.draw(lines(game, players)), data.draw(CHOICES), data.draw(CHOICES)
    match = played(game, players, line)
    play_on(match, before)  # take-backs leave their traces
    alike(match, choices)


@rule("KN-52")
@law()
def test_a_copy_of_a_match_from_a_position_goes_its_own_way(game: str, players: int, data: st.DataObject) -> None:
    line, before, choices = data.draw(lines(game, players)), data.draw(CHOICES), data.draw(CHOICES)
    there = played(game, players, line)
    seat = line.below(players)
    match = tutti.Match.load(there.dump(seat), seed=line.seed)  # what the seat does not know is drawn
    play_on(match, before)
    alike(match, choices)


@rule("KN-52", "KN-03")
@law()
def test_a_copy_of_a_state_shares_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    for player, action in moves(match, line):
        if line.dice.below(8) == 0:
            before, seed = json.dumps(rules.dump(state(match))), line.dice.word()
            ends = set()
            for way in WAYS:
                other = way(state(match))
                assert type(other) is type(state(match))
                assert json.dumps(rules.dump(other)) == before
                seat = rules.active(other)[0]
                assert rules.legal(other, seat) == rules.legal(state(match), seat)
                rules.rollout(other, tutti.Dice(seed))
                ends.add(json.dumps(rules.dump(other)))
                assert json.dumps(rules.dump(state(match))) == before
            twice = way([state(match)] * 2)
            assert twice[0] is twice[1]
            assert len(ends) == 1
        match.play(player, action)


@rule("KN-52", "KN-38")
@law()
def test_a_copy_of_a_perspective_stays_where_it_was(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = played(game, players, line)
    if not match.active:
        return
    player = line.choose(match.active)
    mine = match.perspective(player)
    copies = [way(mine) for way in WAYS]
    seen = (mine.view(), mine.legal(), mine.prompt(), match.game.dump(mine.sample(tutti.Dice(3))))
    match.play(player, line.choose(match.legal(player)))
    for other in copies:
        assert (other.view(), other.legal(), other.prompt()) == seen[:3]
        assert match.game.dump(other.sample(tutti.Dice(3))) == seen[3]


@rule("KN-52")
@pytest.mark.parametrize("game", tutti.games())
def test_a_game_is_one_for_all(game: str) -> None:
    rules = tutti.game(game)
    assert [way(rules) for way in WAYS] == [rules] * 3
    assert len(pickle.dumps(rules)) < 200  # a name, and no tables
    assert [way(rules.mind) for way in WAYS] == [rules.mind] * 3
    other: tutti.Game[Any] = next(
        (tutti.game(game, pack) for pack in packs.shipped(library.folder(game)) if pack != rules.pack), rules
    )
    assert pickled([other, rules]) == [other, rules]


@rule("KN-52")
def test_dice_go_on_from_where_they_were() -> None:
    dice = tutti.Dice(2**40 + 7)
    for _ in range(5):
        dice.word()
    copies = [way(dice) for way in WAYS]
    rolled = [dice.word() for _ in range(50)]
    assert [[one.word() for _ in range(50)] for one in copies] == [rolled] * 3


@rule("KN-52")
@pytest.mark.parametrize("bot", tutti.bots())
def test_a_copy_of_a_bot_decides_the_same(bot: str) -> None:
    quick = tutti.bot(bot).at(tutti.Budget(iterations=20))
    match = tutti.Match.new("symphonimo", players=2, seed=5)
    match.play(match.active[0], "draw")
    mine = match.perspective(match.active[0])
    for one in (quick, quick.seated()):
        for way in WAYS:
            other = way(one)
            assert type(other) is type(one)
            assert (other.name, other.budget, other.keen) == (one.name, one.budget, one.keen)
            assert other.decide(mine, tutti.Dice(3)) == quick.decide(mine, tutti.Dice(3))


@rule("KN-52")
def test_a_bot_leaves_its_tree_behind() -> None:
    match = tutti.Match.new("symphonimo", players=2, seed=5)
    bot: Any = tutti.bot("maestro").at(tutti.Budget(iterations=500)).seated()
    while bot.tree is None:  # where all choices are one it does not search
        bot.decide(match.perspective(match.active[0]), tutti.Dice(3))
        play_on(match, b"\1")
    tree = bot.tree
    assert [way(bot).tree for way in WAYS] == [None] * 3
    assert len(pickle.dumps(bot)) < 1000
    assert bot.tree is tree


@rule("KN-52")
def test_what_is_added_to_a_match_comes_along() -> None:
    match: Any = Annotated.new("etude", players=2, seed=3)
    match.notes = ["begun"]
    deep, again = deepcopy(match), pickled(match)
    match.notes.append("later")
    assert [type(other) for other in (copy(match), deep, again)] == [Annotated] * 3
    assert copy(match).notes is match.notes
    assert deep.notes == again.notes == ["begun"]
    match.beside = match
    for way in (deepcopy, pickled):
        other = way(match)
        assert other.beside is other


class Annotated(tutti.Match):
    """What a program may make of a match."""

    notes: list[str]


@rule("KN-52", "KN-49")
def test_a_match_keeps_its_kind_of_chance() -> None:
    pytest.importorskip("numpy")
    from tutti.envs.batch import single

    match = single("symphonimo", 12, players=2)
    alike(match, bytes(range(1, 12)))


# -- other processes, other builds -----------------------------------------------------------------

OTHER = """
import pickle, sys
from pathlib import Path
from tutti import COMPILED, Dice
there = pickle.loads(Path(sys.argv[1]).read_bytes())
told = []
for name, (match, state, dice, bot, fault) in there["things"].items():
    rules = match.game
    assert rules.d is state.d if hasattr(state, "d") else True
    action = bot.decide(match.perspective(match.active[0]), dice)
    told.append([name, match.record(), rules.dump(state), str(fault), action])
    rules.rollout(state, dice)
    told.append([rules.dump(state), dice.word()])
Path(sys.argv[1]).write_bytes(pickle.dumps({"compiled": COMPILED, "things": there["things"], "told": told}))
"""


def same_elsewhere(things: dict[str, Any], folder: Path, **how: str) -> None:
    """In another process, which must find the same, and send back what it was sent."""
    file = folder / "things.pickle"
    file.write_bytes(pickle.dumps({"things": things}))
    run(sys.executable, "-c", OTHER, file, env=environment(PYTHONPATH=str(SOURCES), **how))
    back = pickle.loads(file.read_bytes())
    assert not (how and back["compiled"])
    told = []
    for name, (match, held, dice, bot, fault) in deepcopy(things).items():
        rules = match.game
        action = bot.decide(match.perspective(match.active[0]), dice)
        told.append([name, match.record(), rules.dump(held), str(fault), action])
        rules.rollout(held, dice)
        end = [rules.dump(held), dice.word()]
        told.append(end)
        ours, theirs, went_on, _, same = back["things"][name]
        assert (ours.game, ours.record(), [rules.dump(theirs), went_on.word()]) == (
            rules,
            match.record(),
            [end[0], dice.word()],
        )
        assert (same.code, same.arguments) == (fault.code, fault.arguments)
    assert json.dumps(back["told"]) == json.dumps(told)


def things_of(rules: tutti.Game[Any], seed: int) -> tuple[Any, ...]:
    """One of each, of a match in the middle."""
    match = tutti.Match.new(rules, seed=seed)
    dice = tutti.Dice(seed)
    for _ in range(60):
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    with pytest.raises(tutti.IllegalAction) as caught:
        match.play(match.active[0], "no such words")
    return match, rules.copy(state(match)), dice, tutti.bot("greedy"), caught.value


@rule("KN-52")
@pytest.mark.parametrize("how", [{}, {"TUTTI_PURE": "1"}], ids=["as built", "pure"])
def test_another_process_and_another_build_read_the_same_pickles(how: dict[str, str], tmp_path: Path) -> None:
    shipped = [name for name in tutti.games() if name not in library.guests()]
    games = {
        f"{name} {pack}": tutti.game(name, pack) for name in shipped for pack in packs.shipped(library.folder(name))
    }
    games["own"] = own_pack(tmp_path)
    same_elsewhere({name: things_of(rules, 4) for name, rules in games.items()}, tmp_path, **how)


def own_pack(folder: Path) -> tutti.Game[Any]:
    """A game with a pack of somebody's own, whose file is gone."""
    file = folder / "own.toml"
    shutil.copy(packs.shipped(library.folder("symphonimo"))["standard"], file)
    file.write_text(file.read_text(encoding="utf-8").replace("removed = 5", "removed = 3"), encoding="utf-8")
    rules: tutti.Game[Any] = tutti.game("symphonimo", pack=file)
    file.unlink()
    return rules


@rule("KN-52")
def test_a_game_that_nobody_could_find_again_is_not_pickled() -> None:
    from bots.toys import Pennies

    toy = Pennies()
    assert copy(toy) is deepcopy(toy) is toy
    toy.pack = toy.pack_hash = "none"
    with pytest.raises(pickle.PicklingError, match="toy"):
        pickle.dumps(toy)
    with pytest.raises(pickle.UnpicklingError, match="no game symphonimo"):
        library.unpickled("symphonimo", "standard", "sha256:other", None)


# -- errors ----------------------------------------------------------------------------------------


def faults() -> list[tutti.TuttiError]:
    """What goes wrong, as it goes wrong."""
    match = tutti.Match.new("symphonimo", players=2, seed=1)
    match.play(match.active[0], "draw")
    record = match.record()
    attempts: list[Callable[[], object]] = [
        lambda: match.play(match.active[0], "take 1"),
        lambda: match.play(7, "draw"),
        lambda: match.undo(0) if match.log[0].player == 0 else match.undo(1),
        lambda: tutti.Match.new("symphonimo", players=9),
        lambda: tutti.Match.new("symphonimo", options={"false_note": 7}),
        lambda: tutti.Match.new("simfonimo"),
        lambda: tutti.bot("nobody"),
        lambda: tutti.game("symphonimo", "nothing"),
        lambda: tutti.Match.replay({**record, "log": [{"player": 0, "action": "fly"}]}),
        lambda: tutti.Match.load({**match.dump(), "deck": -4}),
        lambda: packs.read(Path("nowhere.toml")),
    ]
    found = []
    for attempt in attempts:
        with pytest.raises(tutti.TuttiError) as caught:
            attempt()
        found.append(caught.value)
    return found


@rule("KN-52")
def test_errors_come_back_with_all_that_they_say() -> None:
    found = faults()
    kinds = {type(fault) for fault in found}
    assert kinds == {
        tutti.IllegalAction,
        tutti.UndoRefused,
        tutti.BadOption,
        tutti.UnknownName,
        tutti.BadRecord,
        tutti.BadPosition,
        tutti.BadPack,
    }
    for fault in found:
        fault.add_note("in match 7 of the batch")
        for way in WAYS:
            other = way(fault)
            assert type(other) is type(fault)
            assert str(other) == str(fault)
            assert (other.args, vars(other)) == (fault.args, vars(fault))


@rule("KN-52")
def test_every_error_of_ours_comes_back_whatever_it_is_made_from() -> None:
    """Also those that other parts add: made without their ``__init__``, as an unpickled one is."""
    from tutti.advice import moments  # noqa: F401 - for the errors in them
    from tutti.arena import pool  # noqa: F401
    from tutti.engine import process  # noqa: F401
    from tutti.envs import turns  # noqa: F401
    from tutti.lab import folder  # noqa: F401
    from tutti.learn import lesson  # noqa: F401
    from tutti.server import app  # noqa: F401

    kinds = [kind for kind in below(Exception) if re.match(r"tutti\.", kind.__module__)]
    assert {"Refused", "StoreFault", "BadAnswer", "Broken"} <= {kind.__name__ for kind in kinds}
    assert len(kinds) > 40
    for kind in kinds:
        fault: Any = kind.__new__(kind, "code")
        if hasattr(fault, "__dict__"):
            fault.__dict__.update(code="code", rule="", game="", arguments={"found": [1]}, place="top", one=(2,))
        other: Any = pickled(fault)
        assert other.args == fault.args
        assert {**getattr(other, "__dict__", {}), **getattr(fault, "__dict__", {})} == getattr(other, "__dict__", {})
        assert type(other) is kind


@rule("KN-52")
def test_refusals_of_the_server_come_back_with_all_that_they_say() -> None:
    for fault in (Stale("stale", 409, question=7), Refused("not_found", 404, found=[1]), StoreFault("disk full")):
        fault.add_note("in match 7 of the batch")
        for way in WAYS:
            other = way(fault)
            assert type(other) is type(fault)
            assert (str(other), other.args, vars(other)) == (str(fault), fault.args, vars(fault))


def below(kind: type) -> list[type]:
    one: type
    found: list[type] = []
    for one in type.__subclasses__(kind):
        found += [one, *below(one)]
    return found


@rule("KN-52")
@pytest.mark.parametrize("game", tutti.games())
def test_copies_are_quick(game: str) -> None:
    """A copy is not a replay: 1 ms would be far too long, and is far more than the slowest machine takes."""
    match = played(game, tutti.game(game).usual, Line(1, {}, b"", 1, 200))
    for thing in (match, state(match)):
        for way in (copy, deepcopy):
            assert min(timeit.repeat(lambda way=way, thing=thing: way(thing), number=5, repeat=20)) / 5 < 1e-3  # type: ignore[misc]
    assert len(match.log) >= 20
