"""Match: the checked side of a game. It refuses, records, replays and takes back."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from tutti.kernel import library, preview, undoing
from tutti.kernel import record as records
from tutti.kernel import replay as replays
from tutti.kernel.errors import BadOption, IllegalAction, UndoRefused, named
from tutti.kernel.game import Game
from tutti.kernel.log import Entry, events, open_group, told_to, written
from tutti.kernel.perspective import Perspective
from tutti.kernel.preview import Outlook, Preview
from tutti.kernel.schema import prepare
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import WATCHER, Fields, Json, Options, Prompt, Refusal, Result, Standing

Whole = Enum("Whole", "TRUTH")
"""What is written down without a seat: everything."""
COPY_EVERY: Final = 16
"""So often a copy of the state is kept, for take-backs."""
INSIDE: Final = 1_000_000
"""What each click inside an open group adds to the number of the question, for the one who is asked."""


class Match:
    """One match of one game. Players are 0-based; actions are texts.

    Make one with ``new``, ``replay`` or ``load``.
    """

    def __init__(self, game: Game[Any], options: Options, fair: Fair) -> None:
        self.game = game
        self.options = options
        self.log: list[Entry] = []
        """Everything that was played; it holds the whole truth, so it is not for players."""
        self.start: Entry = Entry()
        self.position: Fields | None = None
        """Where the match began, if not at the set-up."""
        self.seeded_after: int | None = None
        """The seed speaks for chance after this many entries; None: for all, the set-up included."""
        self.question = 1
        """The number of the open question, as all know it. It changes when the question does, not with each sealed
        answer, nor with a click of a group that is open; ``asked`` is the number for one player."""
        self.clicks = 0
        """Clicks made and taken back inside the open group since others last saw anything happen."""
        self._fair = fair
        self._state: Any = None
        self._outside: Any = None
        """While a group is open: the state before it, which is what others still see (KN-16)."""
        self._seen_start: dict[int, Fields] = {}
        self._copies: list[tuple[int, Any]] = []
        """Copies of the state, each after so many entries."""
        self._outlook: Outlook | None = None
        """Where previews begin, for the player who asked last; none once something has happened."""

    def __repr__(self) -> str:
        result, active = (None, ()) if self._state is None else (self.result, self.active)
        if result is not None:
            how = f"over, points {result.points}"
        elif active:
            how = f"{self.game.prompt(self._state, active[0]).step} asks {active}"
        else:
            how = "not set up"
        return f"<Match of {self.game.name}: {self.players} players, {len(self.log)} moves, {how}>"

    # -- making one ----------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: str | Game[Any],
        players: int | None = None,
        seed: int | str | None = None,
        options: Mapping[str, Json] | Options | None = None,
        pack: str | Path | None = None,
    ) -> Match:
        """A new match. Without a seed it gets one that nobody can guess. ``options`` may be prepared already."""
        rules = library.game(game, pack) if isinstance(game, str) else game
        if not isinstance(options, Options):
            options = prepare(rules, rules.usual if players is None else players, options)
        elif players not in (None, options.players):
            raise BadOption(
                "bad_players", game=rules.name, found=players, low=options.players, high=options.players, of=rules.name
            )
        match = cls(rules, options, _fair(seed))
        match.set_up(match.scribe())
        return match

    @classmethod
    def replay(cls, record: Mapping[str, Json] | str, upto: int | None = None, fair: bool = False) -> Match:
        """The match of a record or transcript after its first ``upto`` entries, or all. Raises ``BadRecord``.

        With ``fair``, chance is drawn from the seed once more, and must be what is written."""
        return replays.replay(cls, record, upto, fair)

    @classmethod
    def moments(cls, record: Mapping[str, Json] | str) -> Iterator[Match]:
        """One match, as it is after the set-up and after each entry of a record. Fingerprints are not compared."""
        return replays.moments(cls, record, check=False)

    @classmethod
    def load(cls, position: Mapping[str, Json], seed: int | str | None = None) -> Match:
        """A match from a position, written by ``dump`` or by hand. Raises ``BadPosition``."""
        game, options, table = replays.read_position(position)
        match = cls(game, options, _fair(seed))
        scribe = Scribe(game, match._fair)
        with named(game.name):
            match._begin(game.load(table, options, scribe))
            match._outside = game.outside(match._state)
        match.position = match.dump()
        match._seen_start = {seat: match.dump(seat) for seat in range(WATCHER, match.players)}
        return match

    def set_up(self, scribe: Scribe) -> None:
        """Begin, with chance as the scribe has it; ``new`` and ``replay`` do it."""
        self.start.start = self._fair.used
        state = self.game.setup(self.options, scribe)
        self.start.take(scribe)
        self._begin(state)

    def _begin(self, state: Any) -> None:
        self._state = state
        self._copies = [(0, self.game.copy(state))]

    # -- playing -------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return self.options.players

    @property
    def state(self) -> Any:
        """The game's own state, with every secret in it: for trusted callers that need the int level and change
        nothing. Players get a ``view``, bots a ``perspective``."""
        return self._state

    @property
    def active(self) -> tuple[int, ...]:
        """The players who may decide now; ``()`` when the match is over."""
        return self.game.active(self._state)

    def legal(self, player: int) -> tuple[str, ...]:
        """The player's legal actions as texts, in stable order; ``()`` when not asked."""
        self._check_player(player)
        return tuple(self._texts(self._state, player))

    def _texts(self, state: Any, player: int) -> list[str]:
        return [self.game.actions[a] for a in self.game.legal(state, player)]

    def asked(self, player: int) -> int:
        """The number of the open question as this player knows it: every click inside an open group has its own."""
        return self.question + (INSIDE * self.clicks if player in self.active else 0)

    def prompt(self, player: int) -> Prompt | None:
        """What the player is asked now; None when not asked."""
        self._check_player(player)
        return self.game.prompt(self._state, player) if player in self.active else None

    def play(self, player: int, action: str) -> list[Fields]:
        """Play an action and return what it told the player. ``IllegalAction`` changes nothing."""
        return self.carry_out(player, self.read(player, action), self.scribe())

    def scribe(self, script: Sequence[int | str] | None = None) -> Scribe:
        """Who answers for chance and writes down what happens: from ``script`` where it says more than ``?``, else
        from the seed."""
        return Scribe(self.game, self._fair, script)

    def read(self, player: int, action: str) -> int:
        """The number of an action that is legal for the player now, or ``IllegalAction``."""
        return self.read_in(self._state, player, str(action))

    def read_in(self, state: Any, player: int, text: str) -> int:
        """The same in another state of this game: a world that a preview has gone on in."""
        code = self.game.read(text)
        refusal = self._refusal(state, player, text, code)
        if refusal is not None:
            raise IllegalAction(refusal, self.game.name, player, " ".join(text.split()))
        return code

    def forced(self, player: int) -> str | None:
        """The player's only answer, if a spectator could tell that there is no other and nothing warns of it (KN-18).

        Whoever gives it for the player tells nobody anything by that, nor by waiting where this is None.
        """
        self._check_player(player)
        code = forced(self.game, self._state, player)
        return None if code is None else self.game.actions[code]

    def why_not(self, player: int, action: str) -> Refusal | None:
        """Why an action would be refused; None when it is legal."""
        return self._refusal(self._state, player, str(action), self.game.read(str(action)))

    def _refusal(self, state: Any, player: int, text: str, code: int) -> Refusal | None:
        game = self.game
        if type(player) is not int or not 0 <= player < self.players:
            return Refusal("no_such_player", args={"player": player, "last": self.players - 1})
        if code >= 0 and code in game.legal(state, player):
            return None
        active = game.active(state)
        if not active:
            return Refusal("match_over")
        if player not in active:
            return Refusal("not_your_turn", args={"active": list(active)})
        if code < 0:
            return Refusal(
                "unknown_action", args={"found": " ".join(text.split()), "legal": self._texts(state, player)}
            )
        return game.why_not(state, player, code)

    def carry_out(self, player: int, code: int, scribe: Scribe) -> list[Fields]:
        """Play an action that ``read`` found legal, with chance as the scribe has it. If chance fails (an outcome of
        its script that cannot come), nothing has changed."""
        self.advance(player, code, scribe)
        return events(self.game, self.log[-1], player)

    def advance(self, player: int, code: int, scribe: Scribe) -> None:
        """``carry_out``, and nobody is told."""
        entry = Entry(player, code, question=self.question, start=self._fair.used)
        before = self.game.copy(self._state)
        self._outlook = None
        try:
            self.game.apply(self._state, code, scribe, player)
        except BaseException:
            self._state = before
            raise
        entry.take(scribe)
        self._append(entry, scribe.shown)
        if not entry.held:
            self._outside = None
        elif self._outside is None:
            self._outside = before

    def _append(self, entry: Entry, shown: bool) -> None:
        self.log.append(entry)
        if shown:
            for sealed in reversed(self.log):  # numbers of questions only rise, so these are the last
                if sealed.question != entry.question:
                    break
                sealed.shown |= sealed.sealed
        if entry.held:
            self.clicks += 1
        elif entry.closed or not entry.sealed:
            self.question += 1
            self.clicks = 0
        if len(self.log) % COPY_EVERY == 0:
            self._copies.append((len(self.log), self.game.copy(self._state)))

    def twin(self) -> Match:
        """A match of its own that is the same so far, and goes its own way: for searches that need the log."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._fair = self._fair.copy()
        other._state = self.game.copy(self._state)
        other._copies = list(self._copies)  # nobody changes what is in it
        other._outlook = None
        other.log = [replace(entry) if entry.sealed else entry for entry in self.log]  # others never change
        return other

    def __copy__(self) -> Match:
        return self.twin()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        other = memo[id(self)] = self.twin()
        other.__dict__.update(deepcopy(self._more(), memo))
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (type(self), self.game, self.transcript(), self._fair), self._more()

    def _more(self) -> Fields:
        """Attributes that a subclass or a program has added."""
        return {name: value for name, value in self.__dict__.items() if name not in OWN}

    # -- seeing --------------------------------------------------------------------------------

    def view(self, player: int | None = None) -> Fields:
        """What a player, or a spectator (None), may see and has seen: plain JSON data."""
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        options = {key: deepcopy(v) if isinstance(v, list | dict) else v for key, v in self.options.values.items()}
        return {**self._around(options, you=player), **self.game.view(self.seen_by(seat), seat)}

    def _around(self, options: Mapping[str, Json], **who: int | None) -> Fields:
        """What a view says for every game, and to whom if that is to be said, in the order that playthroughs have."""
        result = self.result
        return {
            "game": self.game.name,
            "players": self.players,
            "options": options,
            **who,
            "active": list(self.active),
            "result": result.json() if result else None,
        }

    def public_part(self, player: int | None = None) -> Fields:
        """The fields of ``view`` that all have in common who see the same state (``seen_by``); not to be changed."""
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        return {**self._around(self.options.values), **self.game.public_part(self.seen_by(seat))}

    def own_part(self, player: int | None = None) -> Fields:
        """The other fields of ``view``."""
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        return {"you": player, **self.game.own_part(self.seen_by(seat), seat)}

    def events(self, player: int | None = None) -> list[Fields]:
        """All that the player, or a spectator (None), was told since the match began."""
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        return [event for entry in [self.start, *self.log] for event in events(self.game, entry, seat)]

    def preview(self, player: int, actions: str | Sequence[str], views: bool = True) -> Preview:
        """What an action, or one after another, would do as far as this player can know (KN-44). Nothing is played.

        Raises ``IllegalAction`` for the first that the player could not play there.
        """
        texts = [actions] if isinstance(actions, str) else [str(action) for action in actions]
        if not texts:
            raise ValueError("a preview needs an action")
        self.read(player, texts[0])
        if self._outlook is None or self._outlook.player != player:
            self._outlook = self.outlook(player)
        return self._outlook.look(texts, views, self.read_in)

    def outlook(self, player: int) -> Outlook:
        """Where previews of this player begin now, made anew."""
        self._check_player(player)
        return Outlook(self.game, preview.world_of(self.game, self.seen_by(player), player), player)

    def standing(self, player: int | None = None) -> Standing:
        """Points now, and if the match were scored now, as far as a player, or a spectator (None), can know (KN-45)."""
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        return self.game.standing(self.seen_by(seat), seat)

    def same_standing(self, player: int | None = None) -> bool:
        """Whether all who see what this player sees know the same of how it stands."""
        return self.game.same_standing(self.seen_by(WATCHER if player is None else player))

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self.game.result(self._state)

    def perspective(self, player: int) -> Perspective:
        """All that a bot at this seat may know."""
        self._check_player(player)
        return Perspective(self.game, self.seen_by(player), player)

    def seen_by(self, player: int) -> Any:
        """The state that a player may know of: nothing of another's open group is in it (KN-16).

        It still holds all secrets: for trusted callers, as ``state`` is."""
        return self._state if self._outside is None or player in self.active else self._outside

    def sees_all(self, player: int) -> bool:
        """Whether a player sees all that has happened: no other has a group open (KN-16)."""
        return self._outside is None or player in self.active

    # -- keeping -------------------------------------------------------------------------------

    def record(self, player: int | Whole | None = Whole.TRUTH) -> Fields:
        """The whole truth, or what one player, or a spectator (None), may know, as plain data."""
        return records.write(self, self._eyes(player))

    def transcript(self) -> Fields:
        """The whole truth as short as can be, for a store or another process; ``replay`` reads it. Do not change it."""
        return records.transcript(self)

    def carry_on(self, transcript: Mapping[str, Json]) -> None:
        """Play on to the end of a transcript whose first entries are this match's. Raises ``BadRecord``."""
        replays.carry_on(self, transcript)

    def dump(self, player: int | Whole | None = Whole.TRUTH) -> Fields:
        """The position as readable data: the whole truth, or with ``?`` where the player, or a spectator (None),
        cannot see."""
        seat = self._eyes(player)
        state = self._state if seat is None else self.seen_by(seat)
        return {**records.head_of(self.game, self.options), **self.game.dump(state, seat)}

    def _eyes(self, player: int | Whole | None) -> int | None:
        """Through whose eyes something is written down; None for the whole truth."""
        if isinstance(player, Whole):
            return None
        seat = WATCHER if player is None else player
        self._check_player(seat, watcher=True)
        return seat

    @property
    def seed(self) -> str:
        """The seed of chance. It tells the future: keep it from players until the match is over."""
        return self._fair.seed

    def reseed(self, seed: str) -> None:
        """Go on with another seed (a record that had none up to here)."""
        self._fair = Fair(seed)
        self.seeded_after = len(self.log)

    @property
    def drawn(self) -> int:
        """How many draws of the seed have been used, those taken back included."""
        return self._fair.used

    def skip(self, draws: int) -> None:
        """Pass over draws of the seed that were used already."""
        self._fair.used += draws

    def seen_start(self, player: int) -> Fields:
        """The position the match was loaded from, as the player could see it."""
        return self._seen_start[player]

    def states(self) -> Iterator[tuple[Entry, Any]]:
        """Every entry with a copy of the state after it."""
        state = self.game.copy(self._copies[0][1])
        for entry in self.log:
            self.game.apply(state, entry.action, Scribe(self.game, script=entry.kinds()), entry.player)
            yield entry, self.game.copy(state)

    # -- taking back ---------------------------------------------------------------------------

    def undo(self, player: int, agreed: bool = False) -> tuple[str, ...]:
        """Take back the player's last action; returns the texts of all that was taken back, as the player knows it.

        Free unless the player has learned something since; ``agreed`` says that the whole table
        consents. Chance that is taken back comes anew, never the same by right.
        """
        refusal = self.undo_refusal(player)
        index = self._last_of(player)
        if refusal is not None and not (agreed and index >= 0):
            raise UndoRefused(refusal, self.game.name, player)
        mine = self.log[index]
        withdrawn = refusal is None and mine.sealed and not mine.closed
        tail = self.log[index + 1 :] if withdrawn else []
        removed = [mine] if withdrawn else self.log[index:]
        texts = tuple(written(self.game, entry, player)["action"] for entry in told_to(removed, player))
        question = self.question
        self._rewind(index)
        if self.seeded_after is not None and self.seeded_after > index:
            self.seeded_after = self.seeded_after - 1 if withdrawn else index
        for entry in tail:  # sealed answers that others gave meanwhile stay
            self._apply_again(entry, self._state)
            self.log.append(entry)
        self.question = question if withdrawn or mine.held else question + 1
        self.clicks = self.clicks + 1 if mine.held else 0
        self._reopen(mine.question)
        self._cover()
        return texts

    def undo_refusal(self, player: int) -> Refusal | None:
        """Why the player cannot take back freely; None when it is free."""
        self._check_player(player)
        return undoing.why_not(self.log, player)

    def _reopen(self, question: int) -> None:
        """Sealed answers that stay belong to the question as it is open now, sealed as before."""
        for entry in self.log:
            if entry.sealed and entry.question == question:
                entry.question = self.question
                entry.shown = False

    def _last_of(self, player: int) -> int:
        for index in range(len(self.log) - 1, -1, -1):
            if self.log[index].player == player:
                return index
        return -1

    def _rewind(self, length: int) -> None:
        """Go back to the state after ``length`` entries."""
        while self._copies[-1][0] > length:
            self._copies.pop()
        self._state = self._state_after(length)
        self._outlook = None
        self.log = self.log[:length]

    def _state_after(self, length: int) -> Any:
        """The state after ``length`` entries, from the nearest copy before it."""
        first, kept = next(copy for copy in reversed(self._copies) if copy[0] <= length)
        state = self.game.copy(kept)
        for entry in self.log[first:length]:
            self._apply_again(entry, state)
        return state

    def _cover(self) -> None:
        """After a take-back: what others see while a group is open."""
        first = len(self.log) - len(open_group(self.log))
        state = self._state_after(first) if first < len(self.log) else None
        self._outside = state if first else self.game.outside(self._copies[0][1]) or state

    def _apply_again(self, entry: Entry, state: Any) -> None:
        self.game.apply(state, entry.action, Scribe(self.game, script=entry.kinds()), entry.player)

    def _check_player(self, player: int, watcher: bool = False) -> None:
        if type(player) is not int or not (-1 if watcher else 0) <= player < self.options.players:
            refusal = Refusal("no_such_player", args={"player": player, "last": self.players - 1})
            raise IllegalAction(refusal, self.game.name)


OWN: Final = frozenset(Match(None, None, None).__dict__)  # type: ignore[arg-type]  # for the names alone
"""The attributes of every match."""


def unpickled(kind: type[Match], game: Game[Any], transcript: Fields, fair: Fair) -> Match:
    """The match of a pickle. Its game was unpickled before, so that this process knows the pack."""
    match = kind.replay(transcript)
    match.game, match._fair = game, fair
    return match


def forced(game: Game[Any], state: Any, player: int) -> int | None:
    """``Match.forced`` at the int level."""
    choices = game.legal(state, player)
    if len(choices) != 1 or (game.secrets and game.prompt(state, player).step not in game.public):
        return None
    return None if game.warnings(state, player, choices[0]) else choices[0]


def _fair(seed: int | str | None) -> Fair:
    return Fair(secrets.token_hex(16) if seed is None else str(seed))
