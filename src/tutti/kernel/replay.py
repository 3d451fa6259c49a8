"""Reading records, transcripts and positions: strictly, and replayed exactly. Every fault has its place and reason."""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tutti.kernel import errors, library
from tutti.kernel.errors import BadOption, BadPosition, BadRecord, IllegalAction, UnknownName
from tutti.kernel.game import Game
from tutti.kernel.log import next_question, open_group
from tutti.kernel.reading import Reader
from tutti.kernel.record import FORMAT, digest
from tutti.kernel.schema import prepare
from tutti.kernel.scribe import Fair, OutcomeImpossible, OutcomeMissing, Scribe
from tutti.kernel.types import HIDDEN, WATCHER, Fields, Json, Options

if TYPE_CHECKING:
    from tutti.kernel.match import Match

KEYS = (
    "tutti", "game", "rules", "pack", "players", "options", "for", "seed", "seeded_after",
    "skip", "setup", "start", "length", "log", "result", "seats", "question", "clicks",
)  # fmt: skip
ENTRY_KEYS = ("player", "action", "chance", "seen", "skip", "check", "question")
MARKS = ("game", "rules", "pack", "players", "options")
"""Keys of a position that belong to the match; the others are the game's table."""
HIGHEST = 999_999
"""The highest number of a question and of clicks inside it: ``Match.asked`` makes one number of both."""


def replay(cls: type[Match], record: Mapping[str, Json] | str, upto: int | None, fair: bool) -> Match:
    """Build the match of a record. Every fault is a ``BadRecord`` with its place and reason."""
    return deque(moments(cls, record, upto, fair), maxlen=1)[0]


def moments(
    cls: type[Match], record: Mapping[str, Json] | str, upto: int | None = None, fair: bool = False, check: bool = True
) -> Iterator[Match]:
    """One match, as it is after the set-up, then after each entry.

    ``fair``: chance comes from the seed, and must be what is written. ``check`` compares fingerprints, which is slow.
    """
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
    if fair and after is not None:
        top.wrong("missing_key", key="seed")
    match = _start(cls, top, game, seed, fair)
    whose = top.get("for")
    if whose is not None:
        whose.number(WATCHER, match.players - 1)
    seats = top.get("seats")  # who sat where, for people: the rules do not know it
    for seat in seats.items(match.players) if seats else []:
        seat.text()
    for key in ("skip", "question", "clicks"):  # used after the last entry, but wrong wherever one stops
        end = top.get(key)
        if end is not None:
            end.number(0)
    yield match
    for number, entry in enumerate(entries[:last]):
        if number == after:
            match.reseed(seed)
        _replay_entry(match, entry, rules, fair, check)
        yield match
    if after is not None and last <= after:
        match.reseed(seed)
    if last == len(entries):
        _finish(match, top)
        _check_result(match, top)


def carry_on(match: Match, transcript: Mapping[str, Json]) -> None:
    """Play on to the end of a transcript of which this match has played the first entries."""
    top = Reader(transcript, BadRecord)
    first = len(match.log)
    last = match.log[-1] if match.log else match.start
    # The entries say by themselves what was passed over since the last one.
    match.skip(last.start + len(last.outcomes) - match.drawn)
    match.question, match.clicks = next_question(last), len(open_group(match.log))
    rules = match.options.rules
    for number, entry in enumerate(top.at("log").value[first:], first):
        _replay_entry(match, Reader(entry, BadRecord, f"log[{number}]"), rules, fair=False, check=False)
    _finish(match, top)


def _finish(match: Match, top: Reader) -> None:
    """What take-backs after the last entry left behind."""
    skip, question, clicks = (top.get(key) for key in ("skip", "question", "clicks"))
    if skip:
        match.skip(skip.number(0))
    if question:
        match.question = question.number(match.question, HIGHEST)
    if clicks:
        match.clicks = clicks.number(0, HIGHEST)


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
    """The options, under which the rules of the record or position must be known today."""
    given, rules = top.get("options"), top.get("rules")
    begun = rules.number() if rules else None
    try:
        options = prepare(game, top.at("players").number(), given.fields() if given else {}, fresh=False, rules=begun)
    except BadOption as fault:
        (given or top).wrong("bad_options", reason=errors.sentence(fault))
    changed = game.changed(rules.number(), options) if rules else ""
    if rules and changed:
        rules.wrong("older_rules", rule=changed, found=rules.value, known=game.version)
    return options


def _start(cls: type[Match], top: Reader, game: Game[Any], seed: str, fair: bool) -> Match:
    options = _options(top, game)
    start = top.get("start")
    if start is not None:
        return _start_from(cls, top, start, seed, match_of=(game, options))
    match = cls(game, options, Fair(seed))
    outcomes = _outcomes(top.at("setup"))
    scribe = match.scribe() if fair else Scribe(game, script=outcomes)
    try:
        match.set_up(scribe)
    except OutcomeImpossible as fault:
        _bad_outcome(top.at("setup"), game, outcomes, fault)
    _all_used(top.at("setup"), outcomes, scribe)
    if not fair:
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
        ("rules", match.options.rules, options.rules),
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
    """Chance was asked for all that is written, and brought it."""
    used = len(scribe.outcomes)
    if used < len(outcomes):
        place.items()[used].wrong("outcome_left_over", found=outcomes[used])
    if scribe.script is None:  # from the seed
        drawn = [scribe.game.outcome(one.bag, one.kind) for one in scribe.outcomes]
        for number, (came, said) in enumerate(zip(drawn, outcomes, strict=False)):
            if came != said:
                place.items()[number].wrong("outcome_impossible", found=said, possible=[came])
        if used > len(outcomes):
            place.wrong("outcome_missing", possible=drawn[len(outcomes) :])


def _bad_outcome(place: Reader, game: Game[Any], outcomes: list[str], fault: OutcomeImpossible) -> None:
    possible = [game.outcome(fault.bag, kind) for kind in fault.possible]
    if isinstance(fault, OutcomeMissing):
        place.wrong("outcome_missing", possible=possible)
    place.items()[fault.number].wrong("outcome_impossible", found=outcomes[fault.number], possible=possible)


def _replay_entry(match: Match, entry: Reader, rules: int, fair: bool, check: bool) -> None:
    entry.only(ENTRY_KEYS)
    player = entry.at("player").number(0, match.players - 1)
    action = entry.at("action")
    if action.text() == HIDDEN:
        action.wrong("hidden_entry")
    chance = entry.get("chance")
    outcomes = _outcomes(chance)
    scribe = match.scribe() if fair else Scribe(match.game, script=outcomes)
    skip = entry.get("skip")
    if skip is not None:
        match.skip(skip.number(0))
    question = entry.get("question")
    if question is not None:  # numbers only rise: what was sealed in one question must not be opened by another
        match.question = question.number(match.question, HIGHEST)
    try:
        match.carry_out(player, match.read(player, action.text()), scribe)
    except IllegalAction as fault:
        code = "illegal_entry" if rules == match.options.rules else "differs"
        entry.wrong(code, action=action.value, player=player, reason=errors.sentence(fault), rules=rules)
    except OutcomeImpossible as fault:
        _bad_outcome(chance or entry, match.game, outcomes, fault)
    if chance or fair:
        _all_used(chance or entry, outcomes, scribe)
    if not fair:
        match.skip(len(outcomes))
    _check_seen(match, entry)
    given = entry.get("check")
    if check and given is not None and given.text() != digest(match.game.dump(match.state)):
        given.wrong("differs_after", action=action.value, rules=rules)


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
