"""Plays seeded matches of every game and prints one line for each: what it was, and a hash of all that happened.

The same file runs in CPython, compiled and not, and in Pyodide; the lines must be the same everywhere.
Usage: ``driver.py MATCHES FIRST STEP [--hide]``. MATCHES are played at each table (a game and a number of players),
from the first one on, every so many-th; ``--hide`` makes librt and mypy_extensions impossible to import, so that their
stand-ins are at work.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent
HIDDEN = ("librt", "mypy_extensions")


class Hide:
    """A finder that denies what Pyodide does not have."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"{name} is hidden", name=name)


if "--hide" in sys.argv:
    sys.meta_path.insert(0, Hide())
if (TESTS / "games" / "found").is_dir():  # the games that only the tests have
    sys.path.insert(0, str(TESTS))
    __import__("games.found")

import tutti  # noqa: E402 - only after the above
from tutti.ai.mind import mind_of  # noqa: E402
from tutti.kernel import native  # noqa: E402

Json = Any
RARELY = 150
"""All bots, and so those that search, are asked at one of so many questions, else one of the quick in its turn:
uncompiled they are slow, and Pyodide is slower still."""
LONGEST = 5000
"""More decisions than any match has: the driver is to fail, not to hang."""


class Trace:
    """A running hash of plain data. Nothing is sorted: the order of keys must be the same, too."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.count = 0

    def add(self, *things: Json) -> None:
        self.hash.update(json.dumps(things, separators=(",", ":")).encode())
        self.count += 1


def numbered(text: str) -> int:
    """A seed for dice out of a name."""
    return zlib.crc32(text.encode())


def value_of(schema: Mapping[str, Json], players: int, dice: tutti.Dice) -> Json:
    """Any value that the schema of an option allows."""
    if "anyOf" in schema:
        return value_of(schema["anyOf"][dice.below(len(schema["anyOf"]))], players, dice)
    if "enum" in schema:
        return schema["enum"][dice.below(len(schema["enum"]))]
    if schema["type"] == "integer":
        low = schema.get("minimum", 0)
        return low + dice.below(schema.get("maximum", low + players) - low + 1)
    if schema["type"] == "boolean":
        return dice.below(2) == 1
    if schema["type"] == "array":
        items = [value_of(schema["items"], players, dice) for _ in range(dice.below(players + 1))]
        return [item for at, item in enumerate(items) if item not in items[:at]]
    if schema["type"] == "null":
        return None
    raise TypeError(f"no value for {schema}")


def options_of(game: tutti.Game[Any], players: int, dice: tutti.Dice) -> dict[str, Json]:
    """Options that the game accepts; what it refuses is drawn again."""
    while True:
        wish = {option.name: value_of(option.schema, players, dice) for option in game.options}
        try:
            tutti.prepare(game, players, wish)
        except tutti.BadOption:
            continue
        return wish


def checked(trace: Trace, game: tutti.Game[Any], players: int, wish: dict[str, Json], name: str) -> None:
    """A match through ``Match``: everything that people and bots are told, refusals and take-backs included."""
    dice = tutti.Dice(numbered(f"checked {name}"))
    match = tutti.Match.new(game, players, name, wish)
    seats = [None, *range(players)]
    bots = [tutti.bot(bot).at(tutti.Budget(iterations=3)) for bot in tutti.bots()]
    quick_bots = [bot for bot in bots if not bot.budget]
    while match.active:
        asked = [(p, list(match.legal(p)), vars(match.prompt(p) or tutti.Prompt("", ""))) for p in match.active]
        trace.add(asked, match.view(seats[dice.below(len(seats))]))
        player, legal, _ = asked[dice.below(len(asked))]
        if dice.below(4) == 0:
            refused(trace, match, player, game.actions[dice.below(len(game.actions))])
        perspective = match.perspective(player)
        quick = dice.below(RARELY) != 0
        asked_bots = [quick_bots[len(match.log) % len(quick_bots)]] if quick else bots
        advice = [game.actions[bot.decide(perspective, dice)] for bot in asked_bots]
        k = dice.below(2 * len(legal))
        action = legal[k] if k < len(legal) else advice[k % len(advice)]
        told = match.play(player, action)
        trace.add(player, advice, action, told, [[o.bag, o.kind, o.to] for o in match.log[-1].outcomes])
        if dice.below(12) == 0:
            undone(trace, match, player)
        if trace.count > LONGEST:
            raise RuntimeError(f"{name} does not end")
    trace.add([match.events(seat) for seat in seats], [match.view(seat) for seat in seats])
    trace.add(match.record(), [match.record(p) for p in range(-1, players)], match.dump())
    again = tutti.Match.replay(json.dumps(match.record()))
    trace.add(again.dump(), tutti.Match.load(match.dump()).dump(), again.result and again.result.json())


def refused(trace: Trace, match: tutti.Match, player: int, action: str) -> None:
    why = match.why_not(player, action)
    trace.add(action, why and vars(why))


def undone(trace: Trace, match: tutti.Match, player: int) -> None:
    try:
        trace.add("undo", match.undo(player))
    except tutti.UndoRefused as refusal:
        trace.add("undo", type(refusal).__name__, str(refusal))


def bare(trace: Trace, game: tutti.Game[Any], players: int, wish: dict[str, Json], name: str) -> None:
    """A match through the int-level interface: moves, copies, sampled worlds, opinions and rollouts."""
    dice = tutti.Dice(numbered(f"bare {name}"))
    s = game.setup(tutti.prepare(game, players, wish), dice)
    moves = 0
    while choices := game.legal(s):
        player = game.active(s)[0]
        moves += 1
        trace.add(choices, [mind_of(game).prospect(s, player, a) for a in choices] if moves % 3 == 0 else None)
        if moves % 5 == 0:
            trace.add([mind_of(game).evaluate(s, p) for p in range(players)])
        if dice.below(24) == 0:
            twin = game.copy(s)
            world = game.determinize(s, player, dice)
            trace.add(game.dump(twin), game.dump(world), game.view(world, player))
            game.rollout(twin, dice)
            trace.add(game.dump(twin), ends(game, twin, players), game.dump(s))
        game.apply(s, choices[dice.below(len(choices))], dice)
    trace.add(game.dump(s), ends(game, s, players))
    for seed in range(4):
        s = game.setup(tutti.prepare(game, players, wish), tutti.Dice(seed))
        game.rollout(s, tutti.Dice(numbered(f"{seed} {name}")))
        trace.add(game.dump(s), ends(game, s, players))


def ends(game: tutti.Game[Any], s: Any, players: int) -> Json:
    result = game.result(s)
    return result and result.json(), [[game.points(s, p), game.place(s, p)] for p in range(players)]


def line(name: str, players: int, number: int) -> str:
    """One match in one line."""
    game = tutti.game(name)
    title = f"{name} {players} {number}"
    wish = options_of(game, players, tutti.Dice(numbered(f"options {title}")))
    trace = Trace()
    checked(trace, game, players, wish, title)
    bare(trace, game, players, wish, title)
    return f"{title} {json.dumps(wish)} {trace.count} {trace.hash.hexdigest()}"


def main(matches: int, first: int, step: int) -> None:
    """The first line tells how it ran; the others must not depend on it."""
    arrays = "stand-in" if native.vec.__module__.startswith("tutti.") else "librt"
    print(f"# {'compiled' if tutti.COMPILED else 'source'} {arrays} {sys.platform}")
    games = [tutti.game(name) for name in tutti.games()]
    tables = [(game.name, players) for game in games for players in range(game.low, game.high + 1)]
    for name, players in tables[first::step]:
        for number in range(matches):
            print(line(name, players, number), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
