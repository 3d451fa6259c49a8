# tutti: compiled
"""Tokens that a Master has players give and take after a disc (SY-230, SY-234)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import TOKEN_NAMES, TOKENS, Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules.actions import A_CARD, A_GIVE
from tutti.games.symphony.rules.effects import gain_token
from tutti.games.symphony.rules.state import POOL, S_GIFT, S_PLAY, S_UNUSED, State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, SymphonyStep
from tutti.games.symphony.rules.steps.bonuses import TakeToken
from tutti.games.symphony.rules.steps.question import DISTURB_STAGE, PlayQuestion
from tutti.games.symphony.types import GiftArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import NONE, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

NOT_HELD: Final = 2


def give(s: State, giver: i64, taker: i64, token: i64, host: Host) -> None:
    """SY-234."""
    theirs = giver * TOKENS
    s.desk[theirs + token] -= u8(1)
    gain_token(s, taker, token)
    if host.hears:
        host.tell(events.GAVE, giver, token, taker, 0, 0)


class Gift(PlayQuestion):
    """D17: the neighbour (who is asked) gives one token to the player ``a`` (SY-234)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        mine = player * TOKENS
        token: i64 = 0
        while token < TOKENS:
            if s.desk[mine + token]:
                found.append(A_GIVE + token)
            token += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        taker = f.a
        s.stack.pop()
        give(s, player, taker, a - A_GIVE, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_GIVE <= a < A_CARD:
            return OTHER
        mine = player * TOKENS
        return 0 if s.desk[mine + a - A_GIVE] else NOT_HELD

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return Refusal("token_not_there", self.rule, {"token": TOKEN_NAMES[a - A_GIVE]})

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: GiftArgs = {"to": f.a}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, (s.who, s.who)

    def asked(self, s: State, around: Around) -> int:
        """A neighbour: which one, Kleiber knew by the note."""
        n = s.terms.n
        giver = around.frame.player
        beside = (giver - s.who + n) % n
        return giver if beside == 1 or beside == n - 1 else (s.who + 1) % n

    def ready(self, s: State, f: Frame) -> bool:
        return s.last >= 0


class TakeUnused(TakeToken):
    """D18: Furtwängler opens the unused pool (SY-230)."""

    def asked(self, s: State, around: Around) -> int:
        return s.who

    def stands(self, s: State, around: Around) -> bool:
        return around.below is not None and around.below.at == DISTURB_STAGE and s.last >= 0


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Gift(d, S_GIFT, "gift", "SY-234", DISTURB_STAGE, ("at", "to"), args=GiftArgs, public=False),
        TakeUnused(d, S_UNUSED, "unused", "SY-230", (S_PLAY,), POOL),
    )
