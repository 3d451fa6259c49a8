"""Golden files: every answer of the engine along seeded matches, and the text of every action.

``python -m support.golden`` (with ``src`` and ``tests`` on the path) tells which files differ;
``--again`` writes them anew, and their diff is the review. The kits say which matches there are.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import tutti
from games import found
from support.kits import kit
from tutti.kernel import packs
from tutti.kernel.frames import PLAYERS
from tutti.kernel.library import folder
from tutti.kernel.types import Fields, Json

FOLDER = Path(__file__).parent.parent / "playthroughs"
NOTATION = Path(__file__).parent.parent / "notation"
IN_FULL = 10
"""Views are written in full at so many places of a match, and as hashes elsewhere."""
SEED = 7


def files() -> dict[Path, tuple[str, int, Fields]]:
    """Every playthrough: its file, game, number of players and options."""
    return {
        FOLDER / game / f"{name}.txt": (game, players, options)
        for game in tutti.games()
        for name, (players, options) in kit(game).PLAYTHROUGHS.items()
    }


def notations() -> dict[Path, tuple[str, str]]:
    """The file with all actions of each pack of each game: its game and pack."""
    return {
        NOTATION / game / f"{pack}.txt": (game, pack) for game in tutti.games() for pack in packs.shipped(folder(game))
    }


def notation(game: str, pack: str) -> str:
    """The text of every action, in the order of their numbers: records, clients and stored matches rely on it."""
    return "".join(f"{action}\n" for action in tutti.game(game, pack).actions)


def text(game: str, players: int, options: Fields) -> str:
    """The playthrough of one match. Whoever acts and how is drawn from dice of the same seed."""
    length = sum(1 for _ in _played(game, players, options)) - 1
    full = {length * i // (IN_FULL - 1) for i in range(IN_FULL)}
    about = {"game": game, "players": players, "options": options, "seed": SEED, "rules": tutti.game(game).version}
    lines = [_json(about), ""]
    for number, (match, told) in enumerate(_played(game, players, options)):
        lines += [f"[{number}] {_json(event)}" for event in told]
        for player in match.active:
            prompt = match.prompt(player)
            assert prompt is not None
            lines.append(f"[{number}] {player} {prompt.step} {prompt.rule} {_json(prompt.args)}")
            lines.append(f"[{number}] {player} may: {' | '.join(match.legal(player))}")
        for seat in (None, *range(players)):
            who = "watcher" if seat is None else seat
            view = match.view(seat)
            lines.append(f"[{number}] {who} sees: {_json(view) if number in full else _hash(view)}")
        lines.append("")
    return "\n".join(lines)


def _played(game: str, players: int, options: Fields) -> Iterator[tuple[tutti.Match, list[Fields]]]:
    """The match after the set-up and after each action, and all that anybody was told since."""
    match = tutti.Match.new(game, players=players, seed=SEED, options=options)
    dice = tutti.Dice(SEED)
    yield match, _told(match, 0)
    while match.active:
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        action = legal[dice.below(len(legal))]
        match.play(player, action)
        yield match, [{"player": player, "plays": action}, *_told(match, len(match.log))]


def _told(match: tutti.Match, number: int) -> list[Fields]:
    entry = match.log[number - 1] if number else match.start
    chance = [match.game.outcome(o.bag, o.kind) for o in entry.outcomes]
    told = []
    for t in entry.told:
        told.append(match.game.event(t.verb, t.player, t.a, t.b, t.c))
        if t.to:
            told[-1]["only_to"] = list(PLAYERS[t.to])
    return [{"chance": chance}, *told] if chance else told


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _hash(value: Json) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def main(again: bool) -> int:
    differing = 0
    wanted: dict[Path, Callable[[], str]] = {path: partial(text, *what) for path, what in files().items()}
    wanted |= {path: partial(notation, *what) for path, what in notations().items()}
    for path, make in wanted.items():
        new = make()
        if path.exists() and path.read_text(encoding="utf-8") == new:
            continue
        differing += 1
        print(path.relative_to(FOLDER.parent))
        if again:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, encoding="utf-8", newline="\n")
    return 0 if again else min(differing, 1)


if __name__ == "__main__":
    assert found
    sys.exit(main("--again" in sys.argv[1:]))
