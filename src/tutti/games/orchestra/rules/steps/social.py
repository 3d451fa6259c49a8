# tutti: compiled
"""Social Media: the bonus of the type, then cards revealed all at once."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.events import BAG_SOCIAL, EYES_CLOSED, REVEALED, SOCIAL_SHUFFLED
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import LEGAL, NOT_OFFERED, OTHER_QUESTION, Automatic, Bounds, Question
from tutti.games.orchestra.types import SocialOrderArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Prompt


@final
class Social(Automatic):
    """OR-069 to OR-073; the three cards are kinds + 1, 0 when dealt with."""

    def __init__(self) -> None:
        super().__init__(st.SOCIAL, "social", "OR-069", ("at", "first", "second", "third", "type"), on=(st.RESOLVE,))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        if f.at == 0:
            f.at = 1
            s.run(st.GAINS, f.player, 0, i64(s.d.social_row[f.d]), st.BY_SOCIAL)  # OR-071
        elif f.at == 1:
            f.at = 2
            reveal(s, f, host)
        elif not f.a | f.b | f.c:
            s.stack.pop()
        elif one_kind(f):
            resolve_revealed(s, f, f.a if f.a else f.b if f.b else f.c)
        else:
            s.ask(st.SOCIAL_ORDER, f.player)

    def bounds(self, s: State, around: Around) -> Bounds:
        kinds = len(s.d.social)
        return (1, 2), (0, kinds), (0, kinds), (0, kinds), (0, len(s.d.social_cards) - 1)


def one_kind(f: Frame) -> bool:
    """Whether the cards left are all alike, so that no order is left to choose."""
    kind = f.a if f.a else f.b if f.b else f.c
    return (f.a == kind or not f.a) and (f.b == kind or not f.b) and (f.c == kind or not f.c)


def reveal(s: State, f: Frame, host: Host) -> None:
    """OR-070, OR-072, OR-073."""
    number = i64(s.d.social_cards[f.d])
    if number > 0:
        f.a = reveal_one(s, f.player, host) + 1
    if number > 1:
        f.b = reveal_one(s, f.player, host) + 1
    if number > 2:
        f.c = reveal_one(s, f.player, host) + 1
    eyes = eye(s, f.a) + eye(s, f.b) + eye(s, f.c)
    me = f.player * st.OWN
    ignored = i64(s.d.eyes[i64(s.own[me + st.ADDED])])
    failed = eyes > ignored
    if host.hears and eyes:
        host.tell(EYES_CLOSED, f.player, eyes, 1 if failed else 0, ignored)
    if failed or eye(s, f.a):
        f.a = discard(s, f.a)
    if failed or eye(s, f.b):
        f.b = discard(s, f.b)
    if failed or eye(s, f.c):
        f.c = discard(s, f.c)


def reveal_one(s: State, p: i64, host: Host) -> i64:
    kinds = len(s.d.social_eye)
    if not s.social_left:  # the cards just revealed are in no pile and stay out of this shuffle
        kind: i64 = 0
        while kind < kinds:
            s.social_left += i64(s.social[kinds + kind])
            s.social[kind] = s.social[kinds + kind]
            s.social[kinds + kind] = 0
            kind += 1
        if host.hears:
            host.tell(SOCIAL_SHUFFLED, -1)
    deck: vec[u8] = s.social[0:kinds]
    kind = host.draw(BAG_SOCIAL, deck, s.social_left)
    s.social[kind] -= 1
    s.social_left -= 1
    if host.hears:
        host.tell(REVEALED, p, kind)
    return kind


def eye(s: State, card: i64) -> i64:
    return i64(s.d.social_eye[card - 1]) if card else 0


def discard(s: State, card: i64) -> i64:
    """Put a revealed card on the discard pile; nothing is left of it."""
    if card:
        s.social[len(s.d.social_eye) + card - 1] += 1
    return 0


def resolve_revealed(s: State, f: Frame, card: i64) -> None:
    if f.a == card:
        f.a = 0
    elif f.b == card:
        f.b = 0
    else:
        f.c = 0
    discard(s, card)
    s.run(st.GAINS, f.player, 0, i64(s.d.social_gain[card - 1]), st.BY_SOCIAL, 1)


@final
class SocialOrder(Question):
    """OR-072: which revealed card next; like cards are one choice."""

    def __init__(self) -> None:
        super().__init__(st.SOCIAL_ORDER, "social_order", "OR-072", ("show",), on=(st.SOCIAL,), args=SocialOrderArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        a = s.d.a_show
        while a < s.d.a_exchange:
            if self.fault(s, f, player, a) == LEGAL:
                found.append(a)
            a += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        resolve_revealed(s, s.stack[-1], a - s.d.a_show + 1)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not s.d.a_show <= a < s.d.a_exchange:
            return OTHER_QUESTION
        kind = a - s.d.a_show + 1
        below = s.stack[-2]
        return LEGAL if kind == below.a or kind == below.b or kind == below.c else NOT_OFFERED

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        below = s.stack[-2]
        args: SocialOrderArgs = {"cards": [s.d.social[kind - 1] for kind in (below.a, below.b, below.c) if kind]}
        return Prompt(self.name, self.rule, args)


STEPS: Final = (Social(), SocialOrder())
