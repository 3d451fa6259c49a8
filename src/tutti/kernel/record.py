"""Records and positions as plain data: written, read strictly, replayed exactly."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tutti.kernel import errors, library
from tutti.kernel.errors import BadOption, BadPosition, BadRecord, IllegalAction, UnknownName
from tutti.kernel.facts import HIDDEN, WATCHER, Fields, Json, Options
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
    "skip", "setup", "start", "length", "log", "result", "seats",
)  # fmt: skip
ENTRY_KEYS = ("player", "action", "chance", "seen", "skip", "check")
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
        "options": deepcopy(dict(match.options.values)),
    }
    if player is None:
        raw["seed"] = match.seed
        if match.seeded_after is not None:
            raw["seeded_after"] = match.seeded_after
        log, skip = _whole_log(match)
        if skip:
            raw["skip"] = skip
    else:
        raw["for"] = player
        log = [written(game, entry, player) for entry in told_to(match.log, player)]
    if match.position is not None:
        raw["start"] = deepcopy(match.position if player is None else match.seen_start(player))
    else:
        raw["setup"] = written(game, match.start, player).get("chance", [])
    result = match.result
    raw |= {"length": len(log), "log": log, "result": result.json() if result else None}
    return raw


def _whole_log(match: Match) -> tuple[list[Fields], int]:
    """The entries, each saying how many draws of the seed were taken back before it; and so many after the last."""
    log = []
    seeded_after = match.seeded_after or 0
    used = match.start.start + len(match.start.outcomes) if match.seeded_after is None else 0
    for number, (entry, state) in enumerate(match.states()):
        raw = written(match.game, entry, None)
        if number >= seeded_after:
            if entry.start != used:
                raw["skip"] = entry.start - used
            used = entry.start + len(entry.outcomes)
        raw["check"] = digest(match.game.dump(state))
        log.append(raw)
    return log, match.drawn - used


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
    top.fields()
    top.only(KEYS)
    top.at("tutti").number(FORMAT, FORMAT)
    game = _game(top, BadRecord)
    entries = top.at("log").items()
    length = top.get("length")
    if length is not None and length.number() != len(entries):
        length.wrong("truncated", expected=length.value, found=len(entries))
    last = len(entries) if upto is None else upto
    if type(last) is not int or not 0 <= last <= len(entries):
        top.at("log").wrong("no_such_entry", found=last, length=len(entries))
    rules = top.at("rules").number()
    seed, after = _seed(top, len(entries))
    match = _start(cls, top, game, seed)
    whose = top.get("for")
    if whose is not None:
        whose.number(WATCHER, match.players - 1)
    seats = top.get("seats")  # who sat where, for people: the rules do not know it
    for seat in seats.items(match.players) if seats else []:
        seat.text()
    for number, entry in enumerate(entries[:last]):
        if number == after:
            match.reseed(seed)
        _replay_entry(match, entry, rules)
    if after is not None and last <= after:
        match.reseed(seed)
    skip = top.get("skip")
    skipped = skip.number(0) if skip else 0
    if last == len(entries):
        match.skip(skipped)
        _check_result(match, top)
    return match


def _parse(record: Mapping[str, Json] | str) -> Json:
    if not isinstance(record, str):
        return dict(record) if isinstance(record, Mapping) else record
    try:
        return json.loads(record)
    except json.JSONDecodeError as fault:
        raise BadRecord("not_json", f"line {fault.lineno}", reason=fault.msg) from None
    except (RecursionError, ValueError) as fault:  # nested without end, or a number of thousands of digits
        raise BadRecord("not_json", "top", reason=str(fault)) from None


def _seed(top: Reader, entries: int) -> tuple[str, int | None]:
    """The seed, and after how many entries it speaks. A record without one goes on with a new seed."""
    seed = top.get("seed")
    if seed is None:
        return secrets.token_hex(16), entries
    after = top.get("seeded_after")
    return seed.text(), after.number(0, entries) if after else None


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
        pack.only(("name", "hash"))
        found = library.game_of(game.name, pack.at("name").text(), pack.at("hash").text())
        if found is None:
            pack.wrong("pack_not_here", name=pack.value["name"], hash=pack.value["hash"])
        return found
    return game


def _options(top: Reader, game: Game[Any]) -> Options:
    """The options, under which the rules of the record or position must still be those of today."""
    given = top.get("options")
    try:
        options = prepare(game, top.at("players").number(), given.fields() if given else {}, fresh=False)
    except BadOption as fault:
        (given or top).wrong("bad_options", reason=errors.sentence(fault))
    rules = top.get("rules")
    changed = game.changed(rules.number(), options) if rules else ""
    if rules and changed:
        rules.wrong("older_rules", rule=changed, found=rules.value, known=game.version)
    return options


def _start(cls: type[Match], top: Reader, game: Game[Any], seed: str) -> Match:
    options = _options(top, game)
    start = top.get("start")
    if start is not None:
        return _start_from(cls, top, start, seed, match_of=(game, options))
    match = cls(game, options, Fair(seed))
    outcomes = _outcomes(top.at("setup"))
    scribe = Scribe(game, script=outcomes)
    try:
        match._set_up(scribe)
    except OutcomeImpossible as fault:
        _bad_outcome(top.at("setup"), game, outcomes, fault)
    _all_used(top.at("setup"), outcomes, scribe)
    match.skip(len(outcomes))
    return match


def _start_from(cls: type[Match], top: Reader, start: Reader, seed: str, match_of: tuple[Game[Any], Options]) -> Match:
    """The match at its loaded position, which must be whole and agree with the rest of the record."""
    if top.get("setup") is not None:
        top.wrong("unknown_key", key="setup", known=[key for key in KEYS if key != "setup"])
    _nothing_hidden(start)
    try:
        match = cls.load(start.fields(), seed)
    except BadPosition as fault:
        place = "start" if fault.place == "top" else f"start.{fault.place}"
        wrong = BadRecord(fault.code, place, fault.rule, **{k: v for k, v in fault.arguments.items() if k != "place"})
        wrong.game = fault.game
        raise wrong from None
    game, options = match_of
    for key, found, expected in (
        ("game", match.game.name, game.name),
        ("pack", match.game.pack_hash, game.pack_hash),
        ("players", match.players, options.players),
        ("options", match.options.values, options.values),
    ):
        if found != expected:
            (start.get(key) or start).wrong("not_one_of", found=found, known=[expected])
    return match


def _nothing_hidden(reader: Reader) -> None:
    if isinstance(reader.value, dict):
        for _, inner in reader.pairs():
            _nothing_hidden(inner)
    elif isinstance(reader.value, list):
        for inner in reader.items():
            _nothing_hidden(inner)
    elif reader.value == HIDDEN:
        reader.wrong("hidden_entry")


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
        match.skip(skip.number(0))
    try:
        match._play(player, match.read(player, action.text()), scribe)
    except IllegalAction as fault:
        code = "illegal_entry" if rules == match.game.version else "differs"
        entry.wrong(code, action=action.value, player=player, reason=errors.sentence(fault), rules=rules)
    except OutcomeImpossible as fault:
        _bad_outcome(chance or entry, match.game, outcomes, fault)
    if chance:
        _all_used(chance, outcomes, scribe)
    match.skip(len(outcomes))
    _check_seen(match, entry)
    check = entry.get("check")
    if check is not None and check.text() != digest(match.game.dump(match._state)):
        check.wrong("differs_after", action=action.value, rules=rules)


def _check_seen(match: Match, entry: Reader) -> None:
    """What a player's record says was seen must be what is seen now."""
    given = entry.get("seen")
    if given is None:
        return
    revealed = match.log[-1].revealed
    for item, found in zip(given.items(len(revealed)), revealed, strict=True):
        now = match.game.outcome(found.bag, found.kind)
        if item.text() not in (HIDDEN, now):
            item.wrong("outcome_impossible", found=item.value, possible=[now])


def _check_result(match: Match, top: Reader) -> None:
    given = top.get("result")
    result = match.result
    if given is None or given.absent:
        if result is not None and given is not None:
            given.wrong("result_missing")
        return
    if result is None:
        given.wrong("result_too_early", length=len(match.log))
    given.only(result.json())
    for key, value in result.json().items():
        if given.at(key).value != value:
            given.at(key).wrong("result_differs", found=given.value[key], expected=value)


def read_position(position: Mapping[str, Json]) -> tuple[Game[Any], Options, Fields]:
    """The game, the options and the table of a position."""
    top = Reader(dict(position) if isinstance(position, Mapping) else position, BadPosition)
    top.fields()
    game = _game(top, BadPosition)
    options = _options(top, game)
    return game, options, {key: value for key, value in position.items() if key not in MARKS}
