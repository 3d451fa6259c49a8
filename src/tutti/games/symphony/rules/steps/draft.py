# tutti: compiled
"""The draft (SY-179 to SY-183, SY-247) and Berlioz's discards (SY-224): all players at once."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import CHOIR, Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules.actions import A_CARD, A_DISCARD, A_SEAT, KINDS
from tutti.games.symphony.rules.state import S_DISCARD, S_DRAFT, SEALED, State, zeros
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep
from tutti.games.symphony.types import DiscardArgs, DraftArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, MANY_ASKED, NONE, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

NOT_HELD: Final = 2
NOT_NOW: Final = 3


def everyone(n: i64) -> i64:
    return (BIT[n - 1] << 1) - 1


def packet_of(s: State, player: i64) -> i64:
    """SY-180: packets go to the left, one player a round."""
    n = s.terms.n
    return (player - s.round % n + n) % n


class Draft(Phase):
    """D3: each picks one card of the packet in hand; the rest goes on."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        left = s.terms.packet - s.round
        if s.round and host.hears and (left > 1 or s.terms.progressive):
            show_packets(s, host)
        if left > 1:
            f.open = everyone(s.terms.n)
            return
        if left == 1 and s.terms.progressive:  # SY-247: the last card is passed too
            player: i64 = 0
            while player < s.terms.n:
                at = packet_of(s, player) * KINDS
                kind: i64 = 0
                while not s.packets[at + kind]:
                    kind += 1
                s.desk[SEALED + player] = u8(kind + 1)
                player += 1
            self.take_all(s, host)
        s.stack.pop()  # SY-181: what is left in the packets is removed unseen

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        at = packet_of(s, player) * KINDS
        found: list[int] = []
        kind: i64 = 0
        while kind < KINDS:
            if s.packets[at + kind]:
                found.append(A_CARD + kind)
            kind += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.desk[SEALED + player] = u8(a - A_CARD + 1)
        f.open &= ~BIT[player]
        host.seal(True)
        if not f.open:
            host.close(s.terms.draft == 2)  # SY-182, SY-183
            self.take_all(s, host)

    def take_all(self, s: State, host: Host) -> None:
        player: i64 = 0
        while player < s.terms.n:
            kind = i64(s.desk[SEALED + player]) - 1
            s.desk[SEALED + player] = u8(0)
            at = packet_of(s, player) * KINDS
            mine = player * KINDS
            s.packets[at + kind] -= u8(1)
            s.hands[mine + kind] += u8(1)
            s.picks[player * s.terms.packet + s.round] = u8(kind + 1)
            if host.hears:
                open = s.terms.draft == 2
                if open:
                    host.reveal(events.BAG_CARD, kind, 0, BIT[player])
                host.tell(events.PICKED, player, kind, s.round, 0, 0 if open else BIT[player])
            player += 1
        s.round += 1

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_CARD <= a < A_DISCARD:
            return OTHER
        at = packet_of(s, player) * KINDS
        return 0 if s.packets[at + a - A_CARD] else NOT_HELD

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return self.card_not_held(a - A_CARD)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        at = packet_of(s, player) * KINDS
        packet = [self.d.ids[kind] for kind in range(KINDS) for _ in range(int(s.packets[at + kind]))]
        args: DraftArgs = {"round": s.round + 1, "packet": packet}
        return Prompt(self.name, self.rule, args)


def show_packets(s: State, host: Host) -> None:
    """Each player sees the packet that has come; in a public draft, one that comes back brings nothing new."""
    known = s.terms.draft == 2 and s.round >= s.terms.n
    player: i64 = 0
    while player < s.terms.n:
        at = packet_of(s, player) * KINDS
        kind: i64 = 0
        while kind < KINDS:
            twins = i64(s.packets[at + kind])
            while twins > 0:
                host.reveal(events.BAG_CARD, kind, BIT[player], BIT[player] if known else 0)
                twins -= 1
            kind += 1
        player += 1


class Discard(Phase):
    """D4: each discards down to the usual hand, one card a click, in ascending order; choirs stay apart."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.terms.n
        if f.at == 1 or to_discard(self.d, s, 0) <= 0:
            s.stack.pop()
            return
        f.at = 1
        s.discards = zeros(n * KINDS)
        f.open = everyone(n)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        left = to_discard(self.d, s, player)
        found: list[int] = []
        kind: i64 = KINDS - 1
        lowest = last_discard(s, player)
        mine = player * KINDS
        behind: i64 = 0
        while kind >= lowest:  # from the back: enough cards must lie at or behind the one chosen
            here = i64(s.hands[mine + kind]) if may_discard(self.d, kind) else 0
            behind += here
            if here and behind >= left:
                found.append(A_DISCARD + kind)
            kind -= 1
        found.reverse()
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        kind = a - A_DISCARD
        mine = player * KINDS
        s.hands[mine + kind] -= u8(1)
        s.discards[mine + kind] += u8(1)
        done = to_discard(self.d, s, player) == 0
        host.seal(done)
        if host.hears:
            host.tell(events.DISCARDED, player, kind, 0, 0, BIT[player])
        if done:
            f.open &= ~BIT[player]
            if not f.open:
                host.close(False)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_DISCARD <= a < A_SEAT:
            return OTHER
        kind = a - A_DISCARD
        hands = s.hands
        mine = player * KINDS
        if not hands[mine + kind]:
            return NOT_HELD
        if kind < last_discard(s, player) or not may_discard(self.d, kind):
            return NOT_NOW
        behind: i64 = 0
        while kind < KINDS:
            if may_discard(self.d, kind):
                behind += i64(hands[mine + kind])
            kind += 1
        return 0 if behind >= to_discard(self.d, s, player) else NOT_NOW

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        kind = a - A_DISCARD
        if fault == NOT_HELD:
            return self.card_not_held(kind)
        return Refusal("cannot_discard", "SY-224", {"card": self.d.ids[kind]})

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: DiscardArgs = {"left": to_discard(self.d, s, player)}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (1, 1), NONE


def may_discard(d: Box, kind: i64) -> bool:
    """SY-224: neither choirs nor 00 and 01."""
    return d.category[kind] != CHOIR and kind != d.conductor_kind and kind != d.concertmaster_kind


def to_discard(d: Box, s: State, player: i64) -> i64:
    """How many cards the player has over the usual hand."""
    mine = player * KINDS
    held: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if d.category[kind] != CHOIR:
            held += i64(s.hands[mine + kind])
        kind += 1
    return held - s.terms.setup.hand


def last_discard(s: State, player: i64) -> i64:
    kind: i64 = KINDS - 1
    mine = player * KINDS
    while kind > 0 and not s.discards[mine + kind]:
        kind -= 1
    return kind


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Draft(d, S_DRAFT, "draft", "SY-180", ("at", "argument"), MANY_ASKED, DraftArgs),
        Discard(d, S_DISCARD, "discard", "SY-224", ("at", "argument"), MANY_ASKED, DiscardArgs),
    )
