"""Games of a few decisions in which a search gives away what it knows, foresees and assumes of others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import tutti
from tutti.kernel.chance import Host
from tutti.kernel.game import Game
from tutti.kernel.native import u8, vec
from tutti.kernel.verbs import Verb, Verbs

SIDES = 6


@dataclass
class Moment:
    """Who is asked in which order, what was said, and what chance brought."""

    asked: tuple[tuple[int, ...], ...]
    said: tuple[tuple[int, int], ...] = ()
    seen: int = -1
    points: tuple[int, ...] = (0, 0)
    hidden: int = field(default=0, compare=False)


class Toy(Game[Moment]):
    """Answers 0 to ``width`` - 1; whoever has most points wins."""

    width = 2

    def __init__(self) -> None:
        super().__init__("toy", 1, Verbs(Verb(0, "answer", {"number": int}, zip(range(SIDES)), "{number}")))

    def players(self, s: Moment) -> int:
        return len(s.points)

    def active(self, s: Moment) -> tuple[int, ...]:
        return s.asked[0] if s.asked else ()

    def legal(self, s: Moment, player: int = -1) -> tuple[int, ...]:
        active = self.active(s)
        return tuple(range(self.width)) if active and (player < 0 or player in active) else ()

    def apply(self, s: Moment, a: int, host: Host, player: int = -1) -> None:
        who = s.asked[0][0] if player < 0 else player
        s.said += ((who, a),)
        left = tuple(p for p in s.asked[0] if p != who)
        s.asked = ((left,) if left else ()) + s.asked[1:]
        self.happen(s, bool(left), host)
        if not s.asked:
            s.points = self.paid(s)

    def happen(self, s: Moment, open: bool, host: Host) -> None:
        """What an answer brings."""

    def paid(self, s: Moment) -> tuple[int, ...]:
        """Points at the end."""
        raise NotImplementedError

    def copy(self, s: Moment) -> Moment:
        return replace(s)

    def determinize(self, s: Moment, player: int, host: Host) -> Moment:
        return replace(s)

    def points(self, s: Moment, player: int) -> int:
        return s.points[player]

    def place(self, s: Moment, player: int) -> int:
        return 1 + sum(points > s.points[player] for points in s.points)

    def perspective(self, s: Moment, player: int = 0) -> tutti.Perspective:
        return tutti.Perspective(self, s, player)


class Pennies(Toy):
    """Both answer at once and in secret; player 0 wins if the answers are equal."""

    def start(self) -> Moment:
        return Moment(((0, 1),))

    def happen(self, s: Moment, open: bool, host: Host) -> None:
        host.seal(True)
        if not open:
            host.close(True)

    def paid(self, s: Moment) -> tuple[int, ...]:
        said = dict(s.said)
        return (1, 0) if said[0] == said[1] else (0, 1)


class Echo(Pennies):
    """The same, but after the answers are open player 0 is asked again and wins by repeating the other's."""

    def start(self) -> Moment:
        return Moment(((0, 1), (0,)))

    def happen(self, s: Moment, open: bool, host: Host) -> None:
        if len(s.said) < 3:
            super().happen(s, open, host)

    def paid(self, s: Moment) -> tuple[int, ...]:
        other = next(answer for player, answer in s.said if player == 1)
        return (1, 0) if s.said[2][1] == other else (0, 1)


class Dice(Toy):
    """Player 0 says anything, a die is rolled for all to see, and player 0 wins by naming it."""

    width = SIDES

    def start(self) -> Moment:
        return Moment(((0,), (0,)))

    def happen(self, s: Moment, open: bool, host: Host) -> None:
        if s.seen < 0:
            s.seen = host.draw(0, vec[u8]([1] * SIDES), SIDES)

    def paid(self, s: Moment) -> tuple[int, ...]:
        return (1, 0) if s.said[1][1] == s.seen else (0, 1)


class Cup(Toy):
    """A die lies under a cup since the start; player 0 wins by naming it."""

    width = SIDES

    def start(self, hidden: int = 3) -> Moment:
        return Moment(((0,),), hidden=hidden)

    def determinize(self, s: Moment, player: int, host: Host) -> Moment:
        return replace(s, hidden=host.draw(0, vec[u8]([1] * SIDES), SIDES, 2))

    def paid(self, s: Moment) -> tuple[int, ...]:
        return (1, 0) if s.said[0][1] == s.hidden else (0, 1)


class Favour(Toy):
    """Player 0 chooses whom to trust: player 1 can take all and will, player 2 gains most by sharing with player 0."""

    def start(self) -> Moment:
        return Moment(((0,), (1,)), points=(0, 0, 0))

    def happen(self, s: Moment, open: bool, host: Host) -> None:
        if len(s.said) == 1 and s.said[0][1] == 1:
            s.asked = ((2,),)

    def paid(self, s: Moment) -> tuple[int, ...]:
        pay = {(0, 0): (0, 9, 0), (0, 1): (8, 4, 0), (1, 0): (0, 3, 1), (1, 1): (5, 0, 5)}
        return pay[s.said[0][1], s.said[1][1]]
