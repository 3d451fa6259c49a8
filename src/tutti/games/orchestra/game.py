# tutti: compiled
"""Orchestra, wired: its steps, set-up, and who answers what."""

from __future__ import annotations

from typing import cast, final

from tutti.games.orchestra import positions
from tutti.games.orchestra.ai import determinize as secrets
from tutti.games.orchestra.ai.mind import OrchestraMind
from tutti.games.orchestra.observations.encoder import OrchestraWriter
from tutti.games.orchestra.observations.spec import declared
from tutti.games.orchestra.pack.box import BITS, SHAPES, Box
from tutti.games.orchestra.pack.printed import Components
from tutti.games.orchestra.remarks import standings
from tutti.games.orchestra.remarks.merits import merits
from tutti.games.orchestra.remarks.warnings import warnings
from tutti.games.orchestra.rules.decks import turn_up
from tutti.games.orchestra.rules.events import BAG_BOARD, BAG_FIRST, BAG_THEATER, EVENTS, ROUND_BEGAN
from tutti.games.orchestra.rules.options import OPTIONS, check
from tutti.games.orchestra.rules.scoring import points_now
from tutti.games.orchestra.rules.state import (
    ACCOUNT,
    BOARD,
    DEALT,
    GRID,
    KEEP_THEATER,
    MONEY,
    OWN,
    PRESTIGE,
    RESERVE,
    ROUND,
    SUPPLY,
    TEACHES,
    State,
    empty_state,
)
from tutti.games.orchestra.rules.steps import STEPS
from tutti.games.orchestra.types import View
from tutti.games.orchestra.views import view as views
from tutti.kernel.chance import Host
from tutti.kernel.facts import Fields, Options, Remark, Result, Standing
from tutti.kernel.frames import BIT, Frame, StepGame
from tutti.kernel.native import i64, u8, vec


@final
class Orchestra(StepGame[State]):
    """The rules of Orchestra at int level, with the components of one pack."""

    d: Box

    def __init__(self, d: Box) -> None:
        super().__init__("orchestra", 2, d.texts, STEPS)
        self.d = d
        self.low = 2
        self.high = 4
        self.usual = 3
        self.minutes = 90
        self.mind = OrchestraMind(self)
        self.pack = d.name
        self.pack_hash = d.hash
        self.options = OPTIONS
        self.shapes = self.shaped(View, EVENTS, Components, declared(d, self.steps))
        self.foresight = standings.NAMES

    def setup(self, options: Options, host: Host) -> State:
        n = options.players
        s = empty_state(self.d, n)
        fill_piles(s)
        deal_boards(s, host)
        deal_theater(s, host)
        place: i64 = 0
        while place < 6:  # OR-019: three of Level I, three of Level II
            turn_up(s, place, host)
            place += 1
        first = options.values["first_player"]
        if first is None:  # OR-025
            first = host.draw(BAG_FIRST, vec[u8]([1] * n), n)
        s.first = first
        s.player = first
        if host.hears:
            host.tell(ROUND_BEGAN, s.first, s.round)
        s.run(ROUND)
        s.stack.append(Frame(KEEP_THEATER, -1, (BIT[n - 1] << 1) - 1))
        self.settle(s, host)
        return s

    def players(self, s: State) -> i64:
        return s.n

    def copy(self, s: State) -> State:
        return s.copy()

    def points(self, s: State, player: i64) -> i64:
        return points_now(s, player)

    def place(self, s: State, player: i64) -> i64:
        return views.places(self, s)[player]

    # Views and positions are plain Python: they do not run in the move loop.

    def view(self, s: State, player: int) -> Fields:
        return cast(Fields, views.view(self, s, player))

    def public_part(self, s: State) -> Fields:
        return cast(Fields, views.open_to_all(self, s))

    def own_part(self, s: State, player: int) -> Fields:
        return cast(Fields, views.own(self, s, player))

    def outside(self, s: State) -> State | None:
        if not s.stack or not self.steps[s.stack[-1].step].inner:
            return None
        t = s.copy()  # OR-205: an act that is not complete is nothing but its frames
        while self.steps[t.stack[-1].step].inner:
            t.stack.pop()
        return t

    def determinize(self, s: State, player: int, host: Host) -> State:
        return secrets.determinize(s, player, host)

    def writer(self, players: int) -> OrchestraWriter:
        return OrchestraWriter(self, self.d, players)

    def result(self, s: State) -> Result | None:
        return None if s.stack else views.result(self, s)

    def numbers(self, s: State, player: int) -> dict[str, list[int]]:
        return standings.numbers(s)

    def standing(self, s: State, player: int) -> Standing:
        return standings.standing(s, player)

    def warnings(self, s: State, player: int, a: int) -> list[Remark]:
        return warnings(self, s, player, a)

    def merits(self, s: State, player: int, a: int) -> list[Remark]:
        return merits(self, s, player, a)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return views.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return views.kind(self.d, bag, outcome)

    def check(self, players: int, values: Fields) -> None:
        check(players, values)

    def dump(self, s: State, player: int | None = None) -> Fields:
        return positions.dump(self, s, player)

    def load(self, raw: Fields, options: Options, host: Host) -> State:
        return positions.load(self, raw, options, host)


def fill_piles(s: State) -> None:
    """OR-005, OR-015 to OR-024: everything that chance does not touch."""
    d = s.d
    p: i64 = 0
    while p < s.n:
        at = p * OWN
        i: i64 = 0
        while i < 7:
            s.own[at + RESERVE + i] = u8(d.reserve[i])
            i += 1
        i = 0
        while i < 3:
            s.own[at + GRID + i] = u8(d.grid[i])
            i += 1
        i = 0
        while i < SHAPES:
            s.own[at + SUPPLY + i] = u8(d.supply[i])
            i += 1
        s.account[p * ACCOUNT + MONEY] = d.money
        s.account[p * ACCOUNT + PRESTIGE] = d.prestige
        p += 1
    i = 0
    while i < 3:
        s.pool[i] = u8(d.pool[i])
        i += 1
    card: i64 = 0
    while card < len(d.card_level):
        s.bag[card] = 1
        s.decks[d.card_level[card]] += 1
        card += 1
    kind: i64 = 0
    while kind < len(d.social_copies):
        s.social[kind] = u8(d.social_copies[kind])
        s.social_left += i64(d.social_copies[kind])
        kind += 1


def deal_boards(s: State, host: Host) -> None:
    """OR-013, OR-014."""
    boards = vec[u8]([1] * 4)
    p: i64 = 0
    while p < s.n:
        board = host.draw(BAG_BOARD, boards, 4 - p)
        boards[board] = 0
        s.own[p * OWN + BOARD] = u8(board)
        s.own[p * OWN + TEACHES] = u8(BITS[s.d.printed[board]])
        p += 1


def deal_theater(s: State, host: Host) -> None:
    """OR-023, OR-011: two for each player, seen by that player alone."""
    left = len(s.d.theater)
    cards = vec[u8]([1] * left)
    p: i64 = 0
    while p < s.n:
        i: i64 = 0
        while i < 2:
            card = host.draw(BAG_THEATER, cards, left, BIT[p])
            cards[card] = 0
            left -= 1
            s.own[p * OWN + DEALT + i] = u8(card + 1)
            i += 1
        p += 1
