"""Records: a match as plain data, written whole, for one player, or as short as can be.

There is one form of a match that is written down: game, rules version, pack with its hash, players and options, then
what chance brought and what was played, as texts. A *record* adds what people want to check (fingerprints, the result);
a *transcript* is the same form with nothing to check but the numbers of the questions, for a store or another process.
``kernel.replay`` reads both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tutti.kernel.game import Game
from tutti.kernel.log import next_question, open_group, told_to, whole, written
from tutti.kernel.types import Fields, Json, Options

if TYPE_CHECKING:
    from tutti.kernel.match import Match

FORMAT = 1


def digest(position: Fields) -> str:
    """A short fingerprint of a position, so that a replay can tell the first entry that differs."""
    canonical = json.dumps(position, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def head(game: str, rules: int, pack: str, pack_hash: str, players: int, options: Mapping[str, Json]) -> Fields:
    """What is played, by how many, under which rules: the same in records, positions and stored logs."""
    return {
        "game": game,
        "rules": rules,
        "pack": {"name": pack, "hash": pack_hash},
        "players": players,
        "options": deepcopy(dict(options)),
    }


def head_of(game: Game[Any], options: Options) -> Fields:
    """The head of a match with these options, with the rules under which it is played."""
    return head(game.name, options.rules, game.pack, game.pack_hash, options.players, options.values)


def write(match: Match, player: int | None) -> Fields:
    """The record of a match: the whole truth (None), or what one player may know.

    A player's record holds neither the seed nor fingerprints: both would tell secrets.
    """
    game = match.game
    raw: Fields = {"tutti": FORMAT, **head_of(match.game, match.options)}
    if player is None:
        raw |= _seeded(match)
        entries = [*_entries(match)]
        skip = match.drawn - _used(match, len(match.log))
        if skip:
            raw["skip"] = skip
        log = [
            {**_own(entry), "check": digest(game.dump(state))}
            for entry, (_, state) in zip(entries, match.states(), strict=True)
        ]
    else:
        raw["for"] = player
        log = [written(game, entry, player) for entry in told_to(match.log, player)]
    raw |= _begun(match, player)
    result = match.result
    raw |= {"length": len(log), "log": log, "result": result.json() if result else None}
    return raw


def transcript(match: Match) -> Fields:
    """All that stands, for a store or another process: neither fingerprints nor result, so it costs next to nothing.

    Take-backs leave gaps in the numbers of questions, which people may still answer: so they are in it. The entries
    are the match's own, not to be changed.
    """
    raw: Fields = {"tutti": FORMAT, **head_of(match.game, match.options), **_seeded(match), **_begun(match, None)}
    expected, log = 1, []
    for entry, plain in zip(match.log, _entries(match), strict=True):
        log.append(plain if entry.question == expected else {**plain, "question": entry.question})
        expected = next_question(entry)
    raw["log"] = log
    skip = match.drawn - _used(match, len(match.log))
    if skip:
        raw["skip"] = skip
    if match.question != expected:
        raw["question"] = match.question
    if match.clicks != len(open_group(match.log)):  # 0 after an agreed take-back into the middle of a group
        raw["clicks"] = match.clicks
    return raw


def _own(entry: Fields) -> Fields:
    """An entry that its reader may change."""
    return {key: list(value) if isinstance(value, list) else value for key, value in entry.items()}


def _seeded(match: Match) -> Fields:
    after = match.seeded_after
    return {"seed": match.seed} if after is None else {"seed": match.seed, "seeded_after": after}


def _begun(match: Match, player: int | None) -> Fields:
    """Where the match began: what chance brought at the set-up, or a position."""
    if match.position is not None:
        return {"start": deepcopy(match.position if player is None else match.seen_start(player))}
    return {"setup": written(match.game, match.start, player).get("chance", [])}


def _used(match: Match, entries: int) -> int:
    """Draws of the seed that the set-up and the first entries used, or passed over before them."""
    seeded_after = match.seeded_after
    if entries > (seeded_after or 0):
        last = match.log[entries - 1]
        return last.start + len(last.outcomes)
    return match.start.start + len(match.start.outcomes) if seeded_after is None else 0


def _entries(match: Match) -> Iterator[Fields]:
    """The entries, each saying how many draws of the seed were taken back before it."""
    seeded_after = match.seeded_after or 0
    used = _used(match, 0)
    for number, entry in enumerate(match.log):
        raw = whole(match.game, entry)
        if number >= seeded_after:
            if entry.start != used:
                raw = {**raw, "skip": entry.start - used}
            used = entry.start + len(entry.outcomes)
        yield raw


def text(record: Fields) -> str:
    """A record as JSON text with one entry a line: compact, and readable in a diff."""
    lines = []
    for key, value in record.items():
        if key == "log" and value:
            inner = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in value)
            lines.append(f'  "log": [\n{inner}\n  ]')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
