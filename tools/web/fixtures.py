"""Writes moments of real matches for the tests and the gallery of the web client.

``python tools/web/fixtures.py`` writes ``web/fixtures/<game>.json``: a list of moments, each as the server
would send it to one seat. For every question of a game it takes one from the middle of a match, where
there is most to choose, and adds the end.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tutti import Match
from tutti.kernel.types import Fields, Prompt

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web" / "fixtures"
NAMES = ("Ada", "Björn", "Chloé", "Dmitri", "Eun-ji", "Fatima")
SHOWN_EVENTS = 40

PLANS: dict[str, list[tuple[int, Fields]]] = {
    "symphonimo": [
        (2, {"grand_maestro": ["take_now", "pass_left"]}),
        (3, {}),
        (4, {"grand_maestro": ["limit_two", "pass_left", "discard_one", "discard_own"], "false_note": True}),
        (6, {"grand_maestro": 6}),
    ],
    "symphony": [
        (2, {"master": "mahler", "draft": "secret"}),
        (3, {}),
        (4, {"draft": "public", "audience": "both", "clefs": "I", "master": "berlioz"}),
        (6, {"progressive": True, "draft": "secret", "master": "kleiber"}),
    ],
    "orchestra": [(2, {}), (3, {}), (4, {})],
}


def play(game: str, players: int, options: Fields, seed: int) -> list[Fields]:
    """The moments of one match: for each step the widest question of its middle third, and the end."""
    length = len(_through(game, players, options, seed, None).log)
    moments: dict[str, Fields] = {}
    _through(game, players, options, seed, (moments, length))
    return list(moments.values())


def _through(game: str, players: int, options: Fields, seed: int, keep: tuple[dict[str, Fields], int] | None) -> Match:
    match = Match.new(game, players, seed=seed, options=options)
    dice = random.Random(seed)
    while match.active:
        player = dice.choice(match.active)
        asked = match.prompt(player)
        if keep is not None and asked is not None:
            _keep(match, player, asked, *keep)
        match.play(player, _choice(match, player, dice))
    if keep is not None:
        keep[0]["over"] = moment(match, 0, None)
    return match


def _keep(match: Match, player: int, asked: Prompt, moments: dict[str, Fields], length: int) -> None:
    known = moments.get(asked.step)
    middle = length // 3 <= len(match.log) <= length * 2 // 3
    if known is None or (middle and len(match.legal(player)) >= len(known["legal"])):
        moments[asked.step] = moment(match, player, asked)


def _choice(match: Match, player: int, dice: random.Random) -> str:
    """By chance, but rarely what gives up or passes: such matches are thin."""
    legal = match.legal(player)
    dull = ("pass", "skip", "end", "stop", "no token", "no replay")
    lively = [action for action in legal if action not in dull]
    return dice.choice(lively) if lively and dice.random() < 0.9 else dice.choice(legal)


def moment(match: Match, player: int, asked: Prompt | None) -> Fields:
    events = match.events(player)
    return {
        "game": match.game.name,
        "players": match.players,
        "seat": player,
        "names": list(NAMES[: match.players]),
        "step": asked.step if asked else "over",
        "question": match.asked(player),
        "view": match.view(player),
        "prompt": {"step": asked.step, "rule": asked.rule, "args": asked.args} if asked else None,
        "legal": list(match.legal(player)),
        "events": events[-SHOWN_EVENTS:],
    }


def moments_of(game: str) -> list[Fields]:
    """All moments of a game; of each step only those of one match are kept, the boards of every size aside."""
    found: list[Fields] = []
    seen: set[str] = set()
    for number, (players, options) in enumerate(PLANS[game]):
        for one in play(game, players, options, 7 + number):
            step: Any = one["step"]
            if step not in seen or step in ("over", "turn", "allocate", "place"):
                seen.add(step)
                found.append(one)
    return found


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for game in PLANS:
        text = json.dumps(moments_of(game), ensure_ascii=False, separators=(",", ":"))
        (TARGET / f"{game}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
