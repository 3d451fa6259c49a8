# tutti: compiled
"""Game: the int-level interface of a set of rules, unchecked and fast.

An action is one small int in the game's fixed space; ``actions`` holds the text
of each. ``legal`` and ``apply`` are the two calls of the move loop::

    while choices := game.legal(state):
        game.apply(state, choices[0], host)

People, servers and tests use ``Match``, which checks everything.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from tutti.kernel.chance import Dice, Host
from tutti.kernel.errors import BadOption
from tutti.kernel.native import i64, mypyc_attr
from tutti.kernel.shapes import NO_SHAPES, Shapes
from tutti.kernel.types import Fields, Foresight, Json, Option, Options, Prompt, Refusal, Remark, Result, Standing
from tutti.kernel.verbs import Verbs

S = TypeVar("S")

NOBODY: Final[tuple[int, ...]] = ()
ALONE: Final[tuple[tuple[int, ...], ...]] = ((0,), (1,), (2,), (3,), (4,), (5,))
"""The tuple that holds one player, shared: ``active`` allocates nothing."""

NO_FORESIGHT: Final = Foresight()


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """Rules without state. One instance serves all matches of the game.

    A player is 0-based; -1 (``WATCHER``) means a spectator in ``view`` and the first
    active player in ``legal`` and ``apply``.
    """

    name: str
    version: int
    """Rises with every change of behaviour; records carry it."""
    low: int
    high: int
    usual: int
    """Fewest, most and default number of players."""
    pack: str
    pack_hash: str
    options: tuple[Option, ...]
    verbs: Verbs
    """What each action means."""
    actions: tuple[str, ...]
    """The text of every action; its index is the action."""
    codes: dict[str, int]
    """The action of every text, written exactly so; ``read`` is for what people write."""
    _folded: dict[str, int]
    mind: Any
    """What a search may ask of the game: opinions, playouts, a solver. None: nothing."""
    secrets: bool
    """Whether somebody may know what another does not: a shared screen is then handed over between turns."""
    public: frozenset[str]
    """The questions, by their prompts' steps, whose answers and warnings everybody could work out (KN-18)."""
    simultaneous: bool
    """Whether several may be asked at once."""
    minutes: int
    """How long a match of people usually takes; 0: nobody can say."""
    concert: bool
    """Whether a match can be performed: then there are ``performance`` and ``sounds``."""
    shapes: Shapes
    """The types of what it shows."""
    components: Fields
    """The tables of its pack that a picture needs."""
    foresight: Foresight
    """The names that it uses in ``numbers``, ``standing``, ``warnings`` and ``merits``."""

    def __init__(self, name: str, version: int, verbs: Verbs) -> None:
        self.name = name
        self.version = version
        self.verbs = verbs
        self.actions = verbs.texts
        self.codes = {text: code for code, text in enumerate(self.actions)}
        self._folded = {text.lower(): code for code, text in enumerate(self.actions)}
        self.mind = None
        self.secrets = True  # until a game says that everything is open
        self.public = frozenset()
        self.simultaneous = True
        self.minutes = 0
        self.concert = False
        self.shapes = NO_SHAPES
        self.components = {}
        self.foresight = NO_FORESIGHT

    def __copy__(self) -> Game[S]:
        return self

    def __deepcopy__(self, memo: object) -> Game[S]:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        from tutti.kernel import library  # it knows this module

        return library.unpickled, library.reference(self.name, self.pack, self.pack_hash)

    def __repr__(self) -> str:
        return f"<Game {self.name}, pack {getattr(self, 'pack', 'none')}>"

    def read(self, text: str) -> int:
        """The action that a text means, or -1; case and spaces do not matter."""
        return self._folded.get(" ".join(text.split()).lower(), -1)

    # -- the move loop -------------------------------------------------------------------------

    def setup(self, options: Options, host: Host) -> S:
        """A new match, run on to its first question. ``options`` come from ``prepare``."""
        raise NotImplementedError

    def again(self, s: S, options: Options, host: Host) -> S:
        """``setup`` for whoever is done with ``s``, a match of the same options: it may become the new one."""
        return self.setup(options, host)

    def players(self, s: S) -> i64:
        """How many players there are."""
        raise NotImplementedError

    def active(self, s: S) -> tuple[int, ...]:
        """The players who may decide now; ``()`` when the match is over."""
        raise NotImplementedError

    def legal(self, s: S, player: i64 = -1) -> tuple[int, ...]:
        """The player's legal actions in ascending order; ``()`` when not asked."""
        raise NotImplementedError

    def apply(self, s: S, a: i64, host: Host, player: i64 = -1) -> None:
        """Carry out a legal action and run on to the next question. Trusts its caller."""
        raise NotImplementedError

    def rollout(self, s: S, dice: Dice) -> None:  # tutti: hot
        """Random play to the end. A game may do the same with its own masks."""
        while True:
            choices = self.legal(s, -1)  # spelt out: see chance.EVERYONE
            if not choices:
                return
            self.apply(s, choices[dice.below(len(choices))], dice, -1)

    def copy(self, s: S) -> S:
        """A state that shares nothing that can change."""
        raise NotImplementedError

    def points(self, s: S, player: i64) -> i64:
        """The player's points if the match ended here."""
        raise NotImplementedError

    def place(self, s: S, player: i64) -> i64:
        """The player's place (1 = won) if the match ended here, ties shared."""
        raise NotImplementedError

    def winners(self, s: S, players: i64) -> i64:
        """Everybody in the first place, as a mask; for games where all places are worked out at once."""
        mask: i64 = 0
        p: i64 = 0
        while p < players:
            if self.place(s, p) == 1:
                mask |= 1 << p
            p += 1
        return mask

    # -- knowledge -----------------------------------------------------------------------------

    def view(self, s: S, player: int) -> Fields:
        """What the player may see and has seen, built up from nothing; plain data."""
        raise NotImplementedError

    def public_part(self, s: S) -> Fields:
        """The fields of ``view`` that are the same for everybody, spectators too: made once where many look (KN-51).

        It may share what is in it with other views, so nobody may change it. None of them: see ``own_part``.
        """
        return {}

    def own_part(self, s: S, player: int) -> Fields:
        """The other fields of ``view``: what only this player (``WATCHER``: a spectator) is shown so."""
        return self.view(s, player)

    def outside(self, s: S) -> S | None:
        """The state before the open all-or-nothing group, for a position that was loaded inside one.

        None when no group is open, or when nothing in it is hidden from anybody.
        """
        return None

    def determinize(self, s: S, player: int, host: Host) -> S:
        """A copy that fits everything the player has seen, hidden things drawn anew."""
        raise NotImplementedError

    def likely(self, s: S, player: int, host: Host) -> S:
        """The same for bots: what others chose in secret is as likely as they would have liked it."""
        return self.determinize(s, player, host)

    def writer(self, players: int) -> Any:
        """What keeps the observation up to date in a buffer, move by move.

        None: the observation is made anew from every view.
        """
        return None

    # -- people --------------------------------------------------------------------------------

    def prompt(self, s: S, player: int) -> Prompt:
        """What the player is asked, for a player who is active."""
        raise NotImplementedError

    def why_not(self, s: S, player: int, a: int) -> Refusal:
        """Why this action is not legal for an active player."""
        raise NotImplementedError

    def result(self, s: S) -> Result | None:
        """How it ended; None while it goes on."""
        raise NotImplementedError

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        """An event of ``Host.tell`` as plain data with names; the key ``event`` names it."""
        raise NotImplementedError

    def outcome(self, bag: int, kind: int) -> str:
        """The text of a chance outcome: what came, never an index."""
        raise NotImplementedError

    def kind(self, bag: int, outcome: str) -> int:
        """The kind that ``outcome`` names, or -1."""
        raise NotImplementedError

    # -- foresight: what people would like to know before they decide --------------------------

    def numbers(self, s: S, player: int) -> dict[str, list[int]]:
        """Named numbers of all players, as this one (``WATCHER``: a spectator) may know them: coins, cards, steps on a
        track … Previews tell which of them an action changes (KN-44), also where it is cut short."""
        return {}

    def standing(self, s: S, player: int) -> Standing:
        """Points now and if the match were scored now, as this player (``WATCHER``: a spectator) can know (KN-45)."""
        points = tuple(int(self.points(s, p)) for p in range(self.players(s)))
        return Standing(points, tuple({"points": mine} for mine in points))

    def same_standing(self, s: S) -> bool:
        """Whether ``standing`` is the same to all who see this state, so that it can be made once for them."""
        return not self.secrets

    def warnings(self, s: S, player: int, a: int) -> list[Remark]:
        """What the player should know before a legal action that looks better than it is."""
        return []

    def merits(self, s: S, player: int, a: int) -> list[Remark]:
        """What speaks for a legal action, the weightiest first, beyond points and majorities that it brings at once."""
        return []

    def imagined(self, s: S, player: int, host: Host) -> S:
        """A world for previews, of the caller's own: any that fits what the player knows will do, and what previews
        never look at may be missing in it. A game whose worlds are dear to draw has a cheaper one."""
        return self.determinize(s, player, host)

    # -- music ---------------------------------------------------------------------------------

    def performance(self, s: S, told: list[Fields]) -> Any:
        """The match as music; ``told`` is all that everybody was told."""
        raise NotImplementedError

    def sounds(self) -> Fields:
        """How each card sounds, for whoever plays single notes: docs/concert.md."""
        raise NotImplementedError

    # -- tables --------------------------------------------------------------------------------

    def check(self, players: int, values: Fields) -> None:
        """Refuse option values that the schema allows but the rules do not (``BadOption``)."""

    def idle(self, players: int, values: Fields) -> list[BadOption]:
        """Choices that others make void, each with its reason: refused for a new match, read in an old one."""
        return []

    def changed(self, rules: int, options: Options) -> str:
        """The rule for which a record or position of an older version, with these options, is none of today.

        "" when it still is: then it is read and replayed, and the first entry that differs is named.
        """
        return ""

    def kept(self, rules: int, values: Fields) -> int:
        """The version under which a match goes on that was begun under ``rules`` with these options.

        Today's, unless the game still knows how the older one has it; then records keep the older version.
        """
        return self.version

    def dump(self, s: S, player: int | None = None) -> Fields:
        """The position as readable plain data; for one player, ``?`` stands for what they cannot know."""
        raise NotImplementedError

    def load(self, raw: Fields, options: Options, host: Host) -> S:
        """A state from ``dump`` or from a person's hand; ``?`` is drawn. Raises ``BadPosition``."""
        raise NotImplementedError

    def json(self) -> Json:
        """Who this is, for menus and servers."""
        return {
            "name": self.name,
            "version": self.version,
            "players": [self.low, self.high],
            "usual": self.usual,
            "secrets": self.secrets,
            "simultaneous": self.simultaneous,
            "minutes": self.minutes,
            "concert": self.concert,
            "options": [
                {"name": o.name, "rule": o.rule, "default": o.default, "schema": dict(o.schema)} for o in self.options
            ],
        }
