# tutti: compiled
"""Small questions of single tokens: a Freelancer, a coin, a card."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.actions import A_COIN, A_INVITE, A_SKIP, A_TAKE, A_TAKE_DECK
from tutti.games.orchestra.bank import gain_money, gain_prestige
from tutti.games.orchestra.box import INVITED, OFFER
from tutti.games.orchestra.decks import can_take_open, can_take_top, draw_card, fulfil
from tutti.games.orchestra.effects import extra_money, invitable
from tutti.games.orchestra.events import INVITED_ONE
from tutti.games.orchestra.state import (
    BY_POSTERS,
    COIN,
    GAINS,
    INVITE,
    OWN,
    PLACES,
    POSTER,
    RESERVE,
    TAKE_CARD,
    State,
)
from tutti.games.orchestra.steps.answers import add_set, declined
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64


@final
class Invite(Step[State]):
    """OR-033."""

    def __init__(self) -> None:
        super().__init__(INVITE, "invite", "OR-033", ("types",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        add_set(A_INVITE, invitable(s, f.at), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        s.pool[a - A_INVITE] -= 1
        s.own[player * OWN + RESERVE + INVITED + a - A_INVITE] += 1
        if host.hears:
            host.tell(INVITED_ONE, player, a - A_INVITE)


@final
class CoinChoice(Step[State]):
    """A coin of choice, one after the other; its Money counts as Money of the card (OR-108)."""

    def __init__(self) -> None:
        super().__init__(COIN, "coin_choice", "OR-005", ("left",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return BOTH_COINS

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.at -= 1
        if f.at == 0:
            s.stack.pop()
            row = s.stack[-1]
        else:
            row = s.stack[-2]
        if a == A_COIN:
            gain_money(s, player, 1 + extra_money(s, player, row), host)
        else:
            gain_prestige(s, player, 1, host)


BOTH_COINS: Final[tuple[int, ...]] = (A_COIN, A_COIN + 1)


def is_paid(s: State, f: Frame) -> bool:
    """OR-103: the card was paid for, by an offer of the player's own Poster."""
    row = s.stack[-2]
    poster = i64(s.own[f.player * OWN + POSTER])
    if row.step != GAINS or row.b != BY_POSTERS or not poster:
        return False
    effect = 2 * (poster - 1)
    return sold(s, effect, row.a) or sold(s, effect + 1, row.a)


def sold(s: State, effect: i64, row: i64) -> bool:
    return s.d.poster_now[effect] == OFFER and i64(s.d.poster_one[effect]) == row


@final
class TakeCard(Step[State]):
    """OR-151: an open card without Musicians or the unseen top of a deck; costs and sections do not matter."""

    def __init__(self) -> None:
        super().__init__(TAKE_CARD, "take_card", "OR-151", ("levels",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        if not is_paid(s, f):
            found.append(A_SKIP)
        i: i64 = 0
        while i < PLACES:
            if can_take_open(s, i, f.at):
                found.append(A_TAKE + i)
            i += 1
        i = 0
        while i < 4:
            if can_take_top(s, i, f.at):
                found.append(A_TAKE_DECK + i)
            i += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if a < A_TAKE_DECK:
            card = i64(s.rows[a - A_TAKE]) - 1
            s.rows[a - A_TAKE] = 0  # OR-153
        else:
            card = draw_card(s, a - A_TAKE_DECK, host)
        fulfil(s, player, card, i64(s.d.card_full[card]), host)
