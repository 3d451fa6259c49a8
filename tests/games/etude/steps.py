"""The rules: one small class for each question or automatic row. They keep no memory; that is in the frames."""

from __future__ import annotations

from games.etude.actions import A_BURY, A_KEEP, A_OFFER, A_PICK, A_READY, A_REST, A_SHOW, A_STUDY, KINDS, SLOTS
from games.etude.events import (
    BURIED,
    CHORDED,
    COIN,
    DREW,
    DREW_CARD,
    FINISHED,
    KEPT,
    NEW_ROUND,
    OFFERED,
    PEEKED,
    PEEKED_CARD,
    SHOWED,
)
from games.etude.state import BAG_CARD, SHOWN, UNKNOWN, Card, Desk
from games.etude.types import ChordArgs, OfferArgs, PeekArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, MANY_ASKED, NOBODY_ASKED, Around, Frame, Step
from tutti.kernel.types import Prompt, Refusal

ROUND, OFFER, GAINS, TURN, CHORD, PEEK = range(6)
"""The numbers of the steps; the kernel checks that each has one."""

Bounds = tuple[tuple[int, int], ...]

ROWS: tuple[tuple[tuple[str, int], ...], ...] = (
    (("coin", 1),),
    (("draw", 1), ("coin", 1)),
    (("peek", 1), ("coin", 2)),
    (("peek", 1), ("row", 1), ("coin", 1)),
)
"""What is gained for offering 0, 1 or 2 cards, and for studying: verb and number."""
STUDY_ROW = 3

MOST_OFFERED = 2
CHORD_SIZE = 3


class Round(Step[Desk]):
    """ET-03. Automatic: ``at`` counts what has been begun. What follows a nest is this frame, below it."""

    def resume(self, s: Desk, f: Frame, host: Host) -> None:
        f.at += 1
        if f.at == 1:
            if host.hears:
                host.tell(NEW_ROUND, -1, s.round)
            s.stack.append(Frame(OFFER, -1, BIT[s.n - 1] * 2 - 1))  # a question to all at once
        elif f.at <= 1 + s.n:
            s.ask(TURN, (s.first + f.at - 2) % s.n)
        elif s.round < s.rounds:
            s.round += 1
            f.at = 0
        else:
            s.stack.pop()
            if host.hears:
                host.tell(FINISHED, -1)

    def bounds(self, s: Desk, around: Around) -> Bounds:
        return ((1, s.n + 1),)


class Offer(Step[Desk]):
    """ET-04, ET-05: a sealed answer of several clicks, closed by ``ready``."""

    def legal(self, s: Desk, f: Frame, player: int) -> tuple[int, ...]:
        slots = [slot for slot in range(len(s.hands[player])) if self._fault(s, player, slot) is None]
        return (*(A_OFFER + slot for slot in slots), A_READY)

    def _fault(self, s: Desk, player: int, slot: int) -> Refusal | None:
        mine, hand = s.offers[player], s.hands[player]
        if slot >= len(hand):
            return Refusal("no_such_slot", self.rule, {"slot": slot + 1, "cards": len(hand)})
        if len(mine) == MOST_OFFERED:
            return Refusal("offered_enough", self.rule, {"most": MOST_OFFERED})
        if mine and slot <= mine[-1]:
            return Refusal("ascending_slots", self.rule, {"slot": slot + 1, "last": mine[-1] + 1})
        if hand[slot].kind in [hand[other].kind for other in mine]:
            return Refusal("kind_offered", self.rule, {"card": KINDS[hand[slot].kind]})
        return None

    def apply(self, s: Desk, f: Frame, player: int, a: int, host: Host) -> None:
        if a == A_READY:
            f.open &= ~BIT[player]  # the last one makes the frame automatic: the kernel resumes it
        else:
            s.offers[player].append(a - A_OFFER)
        host.seal(a == A_READY)

    def resume(self, s: Desk, f: Frame, host: Host) -> None:
        host.close(True)
        s.stack.pop()
        for p in reversed(range(s.n)):  # the last one pushed is the first one carried out
            s.run(GAINS, p, a=len(s.offers[p]))
        for p in range(s.n):
            for slot in reversed(s.offers[p]):
                card = s.hands[p].pop(slot)
                s.stage[p][card.kind] += 1
                host.reveal(BAG_CARD, card.kind, knew=card.seen)
                if host.hears:
                    host.tell(OFFERED, p, slot, card.kind)
            s.offers[p] = []

    def prompt(self, s: Desk, f: Frame, player: int) -> Prompt:
        args: OfferArgs = {"offered": [slot + 1 for slot in s.offers[player]]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: Desk, f: Frame, player: int, a: int) -> Refusal:
        fault = self._fault(s, player, a - A_OFFER) if a < A_READY else None
        return fault or Refusal("offer_first", self.rule)


class Gains(Step[Desk]):
    """ET-06. Automatic: ``at`` is the next token, ``a`` the row. A plain loop would not wait for answers."""

    def resume(self, s: Desk, f: Frame, host: Host) -> None:
        if f.at == len(ROWS[f.a]):
            s.stack.pop()
            return
        f.at += 1
        verb, number = ROWS[f.a][f.at - 1]
        if verb == "coin":
            gain_coins(s, f.player, number, host)
        elif verb == "row":
            s.run(GAINS, f.player, a=number)
        elif verb == "peek":
            peek(s, f.player, host)
        elif len(s.hands[f.player]) < SLOTS:
            card = s.draw(f.player, host)
            if card is not None:
                s.hands[f.player].append(card)
                if host.hears:
                    host.tell(DREW, f.player)
                    host.tell(DREW_CARD, f.player, card.kind, to=BIT[f.player])

    def bounds(self, s: Desk, around: Around) -> Bounds:
        row = around.frame.a
        return (0, len(ROWS[row]) if 0 <= row < len(ROWS) else 0), (0, len(ROWS) - 1)

    def asked(self, s: Desk, around: Around) -> int:
        return int(around.frame.player)  # whose gains these are

    def stands(self, s: Desk, around: Around) -> bool:
        return around.frame.player >= 0


def gain_coins(s: Desk, player: int, number: int, host: Host) -> None:
    s.coins[player] += number
    if host.hears:
        host.tell(COIN, player, number)


def peek(s: Desk, player: int, host: Host) -> None:
    """ET-09: the effect that asks: it pushes a question, and the row goes on when that is answered."""
    card = s.draw(player, host)
    if card is None:
        return
    s.ask(PEEK, player, at=card.kind, a=card.seen)
    if host.hears:
        host.tell(PEEKED, player)
        host.tell(PEEKED_CARD, player, card.kind, to=BIT[player])


class Peek(Step[Desk]):
    """ET-09: ``at`` is the kind of the card, ``a`` who has seen it."""

    def legal(self, s: Desk, f: Frame, player: int) -> tuple[int, ...]:
        return (A_KEEP, A_BURY) if len(s.hands[player]) < SLOTS else (A_BURY,)

    def apply(self, s: Desk, f: Frame, player: int, a: int, host: Host) -> None:
        s.stack.pop()
        kept = a == A_KEEP
        (s.hands[player] if kept else s.tail).append(Card(f.at, f.a))
        if host.hears:
            host.tell(KEPT if kept else BURIED, player)

    def prompt(self, s: Desk, f: Frame, player: int) -> Prompt:
        args: PeekArgs = {"card": KINDS[f.at]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: Desk, f: Frame, player: int, a: int) -> Refusal:
        if a == A_KEEP:
            return Refusal("hand_full", self.rule, {"most": SLOTS})
        return Refusal("keep_or_bury", self.rule, {"card": KINDS[f.at]})

    def bounds(self, s: Desk, around: Around) -> Bounds:
        return (UNKNOWN, len(KINDS) - 1), (0, SHOWN)


class Turn(Step[Desk]):
    """ET-07: ``at`` is 1 after a card was shown."""

    def legal(self, s: Desk, f: Frame, player: int) -> tuple[int, ...]:
        shows = [A_SHOW + slot for slot, card in enumerate(s.hands[player]) if not f.at and card.seen != SHOWN]
        picks = [A_PICK + kind for kind in range(len(KINDS)) if completable(s.stage[player], 0, kind)]
        return (*shows, *picks, A_STUDY, A_REST)

    def apply(self, s: Desk, f: Frame, player: int, a: int, host: Host) -> None:
        if a < A_PICK:
            slot = a - A_SHOW
            kind, seen = s.hands[player][slot]
            host.reveal(BAG_CARD, kind, knew=seen)
            s.hands[player][slot] = Card(kind, SHOWN)
            f.at = 1
            if host.hears:
                host.tell(SHOWED, player, slot, kind)
            gain_coins(s, player, 1, host)
            return
        s.stack.pop()
        if a == A_STUDY:
            s.run(GAINS, player, a=STUDY_ROW)
        elif a != A_REST:
            s.ask(CHORD, player, at=BIT[a - A_PICK], a=f.at)

    def why_not(self, s: Desk, f: Frame, player: int, a: int) -> Refusal:
        hand = s.hands[player]
        if A_SHOW <= a < A_PICK:
            slot = a - A_SHOW
            if slot >= len(hand):
                return Refusal("no_such_slot", self.rule, {"slot": slot + 1, "cards": len(hand)})
            return Refusal("shown_enough" if f.at else "all_know_it", self.rule, {"slot": slot + 1})
        if A_PICK <= a < A_STUDY:
            return no_chord(s, player, 0, a - A_PICK)
        return Refusal("your_turn_first", self.rule)

    def bounds(self, s: Desk, around: Around) -> Bounds:
        return ((0, 1),)


class Chord(Step[Desk]):
    """ET-08: an all-or-nothing group. ``at`` is the mask of kinds picked, ``a`` whether a card was shown in the turn
    before; nothing is spent before the last."""

    def legal(self, s: Desk, f: Frame, player: int) -> tuple[int, ...]:
        return tuple(A_PICK + kind for kind in range(len(KINDS)) if completable(s.stage[player], f.at, kind))

    def apply(self, s: Desk, f: Frame, player: int, a: int, host: Host) -> None:
        f.at |= BIT[a - A_PICK]
        if int(f.at).bit_count() < CHORD_SIZE:
            return
        s.stack.pop()
        for kind in range(len(KINDS)):
            if f.at >> kind & 1:
                s.stage[player][kind] -= 1
                s.spent[kind] += 1
        s.chords[player] += 1
        if host.hears:
            host.tell(CHORDED, player, f.at)

    def prompt(self, s: Desk, f: Frame, player: int) -> Prompt:
        args: ChordArgs = {"picked": [k for i, k in enumerate(KINDS) if f.at >> i & 1]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: Desk, f: Frame, player: int, a: int) -> Refusal:
        if A_PICK <= a < A_STUDY:
            return no_chord(s, player, f.at, a - A_PICK)
        return Refusal("finish_chord", self.rule)

    def bounds(self, s: Desk, around: Around) -> Bounds:
        return (1, 2 ** len(KINDS) - 1), (0, 1)

    def stands(self, s: Desk, around: Around) -> bool:
        return bool(self.legal(s, around.frame, around.frame.player))


def completable(stage: list[int], picked: int, kind: int) -> bool:
    """Whether the kind may be picked next: ascending, so one set is one row of clicks, and with enough above it."""
    above = sum(1 for count in stage[kind + 1 :] if count)
    return stage[kind] > 0 and picked >> kind == 0 and picked.bit_count() + 1 + above >= CHORD_SIZE


def no_chord(s: Desk, player: int, picked: int, kind: int) -> Refusal:
    if not s.stage[player][kind]:
        return Refusal("not_on_stage", "ET-08", {"card": KINDS[kind]})
    code = "ascending_kinds" if picked >> kind else "chord_incomplete"
    return Refusal(code, "ET-08", {"card": KINDS[kind], "size": CHORD_SIZE})


STEPS = (
    Round(ROUND, "round", "ET-03", ("at",), NOBODY_ASKED),
    Offer(OFFER, "offer", "ET-04", (), MANY_ASKED, on=(ROUND,), args=OfferArgs),
    Gains(GAINS, "gains", "ET-06", ("at", "row"), NOBODY_ASKED, on=(ROUND, GAINS)),
    Turn(TURN, "turn", "ET-07", ("shown",), on=(ROUND,)),
    Chord(CHORD, "chord", "ET-08", ("picked", "shown"), on=(ROUND,), inner=True, args=ChordArgs),
    Peek(PEEK, "peek", "ET-09", ("card", "seen"), on=(GAINS,), args=PeekArgs),
)
