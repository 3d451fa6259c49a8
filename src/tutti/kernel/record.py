"""Records and positions as plain data: written, read strictly, replayed exactly."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tutti.kernel import errors, library
from tutti.kernel.errors import BadOption, BadPosition, BadRecord, IllegalAction, UnknownName
from tutti.kernel.facts import HIDDEN, Fields, Json, Options
from tutti.kernel.game import Game
from tutti.kernel.log import told_to, written
from tutti.kernel.reading import Reader
from tutti.kernel.schema import prepare
from tutti.kernel.scribe import Fair, OutcomeImpossible, OutcomeMissing, Scribe

if TYPE_CHECKING:
    from tutti.kernel.match import Match

FORMAT = 1
KEYS = (
    "tutti", "game", "rules", "pack", "players", "options", "for", "seed", "seeded_after",
    "setup", "start", "length", "log", "result", "seats",
)  # fmt: skip
ENTRY_KEYS = ("player", "action", "chance", "skip", "check")
MARKS = ("game", "rules", "pack", "players", "options")
"""Keys of a position that belong to the match; the others are the game's table."""


def digest(position: Fields) -> str:
    """A short fingerprint of a position, so that a replay can tell the first entry that differs."""
    canonical = json.dumps(position, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


# -- writing -----------------------------------------------------------------------------------


def write(match: Match, player: int | None) -> Fields:
    """The record of a match: the whole truth (None), or what one player may know.

    A player's record holds neither the seed nor fingerprints: both would tell secrets.
    """
    game = match.game
    raw: Fields = {
        "tutti": FORMAT,
        "game": game.name,
        "rules": game.version,
        "pack": {"name": game.pack, "hash": game.pack_hash},
        "players": match.players,
        "options": dict(match.options.values),
    }
    if player is None:
        raw["seed"] = match.seed
        if match.seeded_after:
            raw["seeded_after"] = match.seeded_after
        log = _whole_log(match)
    else:
        raw["for"] = player
        log = [written(game, entry, player) for entry in told_to(match.log, player)]
    if match.position is not None:
        raw["start"] = match.position if player is None else match.seen_start(player)
    else:
        raw["setup"] = written(game, match.start, player).get("chance", [])
    result = match.result
    raw |= {"length": len(log), "log": log, "result": result.json() if result else None}
    return raw


def _whole_log(match: Match) -> list[Fields]:
    log = []
    used = match.start.start + len(match.start.outcomes)
    for number, (entry, state) in enumerate(match.states()):
        raw = written(match.game, entry, None)
        if number >= match.seeded_after:
            if number == match.seeded_after and match.seeded_after:
                used = 0
            if entry.start != used:
                raw["skip"] = entry.start - used
            used = entry.start + len(entry.outcomes)
        raw["check"] = digest(match.game.dump(state))
        log.append(raw)
    return log


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


# -- reading -----------------------------------------------------------------------------------


def replay(cls: type[Match], record: Mapping[str, Json] | str, upto: int | None) -> Match:
    """Build the match of a record. Every fault is a ``BadRecord`` with its place and reason."""
    top = Reader(_parse(record), BadRecord)
    top.only(KEYS)
    top.at("tutti").number(FORMAT, FORMAT)
    game = _game(top, BadRecord)
    entries = top.at("log").items()
    length = top.get("length")
    if length is not None and length.number() != len(entries):
        length.wrong("truncated", expected=length.value, found=len(entries))
    last = len(entries) if upto is None else upto
    if not 0 <= last <= len(entries):
        top.at("log").wrong("no_such_entry", found=last, length=len(entries))
    seed, after = _seed(top, len(entries))
    match = _start(cls, top, game, seed)
    seats = top.get("seats")  # who sat where, for people: the rules do not know it
    for seat in seats.items(match.players) if seats else []:
        seat.text()
    for number, entry in enumerate(entries[:last]):
        if number == after:
            match.reseed(Fair(seed) if number else None)
        _replay_entry(match, entry, top.at("rules").number())
    match.seeded_after = min(after, last)
    if last == len(entries):
        _check_result(match, top)
    return match


def _parse(record: Mapping[str, Json] | str) -> Json:
    if not isinstance(record, str):
        return record
    try:
        return json.loads(record)
    except json.JSONDecodeError as fault:
        raise BadRecord("not_json", f"line {fault.lineno}", reason=fault.msg) from None


def _seed(top: Reader, entries: int) -> tuple[str, int]:
    """The seed, and after how many entries it speaks. A record without one goes on with a new seed."""
    import secrets

    seed = top.get("seed")
    if seed is None:
        return secrets.token_hex(16), entries
    after = top.get("seeded_after")
    return seed.text(), after.number(0, entries) if after else 0


def _game(top: Reader, fault: type[BadRecord] | type[BadPosition]) -> Game[Any]:
    name = top.at("game")
    try:
        game = library.game(name.text())
    except UnknownName as unknown:
        name.wrong("unknown_game", found=name.value, known=unknown.arguments["known"])
    rules = top.get("rules")
    if rules is not None and rules.number(1) > game.version:
        rules.wrong("newer_rules", found=rules.value, known=game.version)
    pack = top.get("pack")
    if pack is not None:
        found = library.game_of(game.name, pack.at("name").text(), pack.at("hash").text())
        if found is None:
            pack.wrong("pack_not_here", name=pack.value["name"], hash=pack.value["hash"])
        return found
    return game


def _options(top: Reader, game: Game[Any]) -> Options:
    given = top.get("options")
    try:
        return prepare(game, top.at("players").number(), given.fields() if given else {})
    except BadOption as fault:
        (given or top).wrong("bad_options", reason=errors.sentence(fault))


def _start(cls: type[Match], top: Reader, game: Game[Any], seed: str) -> Match:
    start = top.get("start")
    if start is not None:
        match = cls.load(start.fields(), seed)
        if match.game is not game:
            start.wrong("not_one_of", found=match.game.name, known=[game.name])
        return match
    match = cls(game, _options(top, game), Fair(seed))
    outcomes = _outcomes(top.at("setup"))
    scribe = Scribe(game, script=outcomes)
    try:
        match._set_up(scribe)
    except OutcomeImpossible as fault:
        _bad_outcome(top.at("setup"), game, outcomes, fault)
    _all_used(top.at("setup"), outcomes, scribe)
    match._fair.used = len(outcomes)
    return match


def _outcomes(reader: Reader | None) -> list[str]:
    texts = [item.text() for item in reader.items()] if reader else []
    for item in reader.items() if reader else []:
        if item.value == HIDDEN:
            item.wrong("hidden_entry")
    return texts


def _all_used(place: Reader, outcomes: list[str], scribe: Scribe) -> None:
    used = len(scribe.outcomes)
    if used < len(outcomes):
        place.items()[used].wrong("outcome_left_over", found=outcomes[used])


def _bad_outcome(place: Reader, game: Game[Any], outcomes: list[str], fault: OutcomeImpossible) -> None:
    possible = [game.outcome(fault.bag, kind) for kind in fault.possible]
    if isinstance(fault, OutcomeMissing):
        place.wrong("outcome_missing", possible=possible)
    place.items()[fault.number].wrong("outcome_impossible", found=outcomes[fault.number], possible=possible)


def _replay_entry(match: Match, entry: Reader, rules: int) -> None:
    entry.only(ENTRY_KEYS)
    player = entry.at("player").number(0, match.players - 1)
    action = entry.at("action")
    if action.text() == HIDDEN:
        action.wrong("hidden_entry")
    chance = entry.get("chance")
    outcomes = _outcomes(chance)
    scribe = Scribe(match.game, script=outcomes)
    skip = entry.get("skip")
    if skip is not None:
        match._fair.used += skip.number(0)
    try:
        match._play(player, match.read(player, action.text()), scribe)
    except IllegalAction as fault:
        code = "illegal_entry" if rules == match.game.version else "differs"
        entry.wrong(code, action=action.value, player=player, reason=errors.sentence(fault), rules=rules)
    except OutcomeImpossible as fault:
        _bad_outcome(chance or entry, match.game, outcomes, fault)
    if chance:
        _all_used(chance, outcomes, scribe)
    match._fair.used += len(outcomes)
    check = entry.get("check")
    if check is not None and check.text() != digest(match.game.dump(match._state)):
        check.wrong("differs_after", action=action.value, rules=rules)


def _check_result(match: Match, top: Reader) -> None:
    given = top.get("result")
    result = match.result
    if given is None or given.absent:
        if result is not None and given is not None:
            given.wrong("result_missing")
        return
    if result is None:
        given.wrong("result_too_early", length=len(match.log))
    for key, value in result.json().items():
        if given.at(key).value != value:
            given.at(key).wrong("result_differs", found=given.value[key], expected=value)


def read_position(position: Mapping[str, Json]) -> tuple[Game[Any], Options, Fields]:
    """The game, the options and the table of a position."""
    top = Reader(position, BadPosition)
    top.fields()
    game = _game(top, BadPosition)
    options = _options(top, game)
    return game, options, {key: value for key, value in position.items() if key not in MARKS}
