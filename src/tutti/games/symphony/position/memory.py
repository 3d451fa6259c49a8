"""What one player knows of the cards: own ones, shown ones, packets seen in the draft. Sampling builds on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutti.games.symphony import state as st
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.box import CHOIR, CONCERTMASTER, CONDUCTOR, Box
from tutti.games.symphony.position.seat import Seat, seated
from tutti.games.symphony.state import State
from tutti.games.symphony.steps.opening import choir_count, picker
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8

Counts = list[int]
UNKNOWN = -1


def nothing() -> Counts:
    return [0] * KINDS


def plus(a: Counts, b: Counts) -> Counts:
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Counts, b: Counts) -> Counts:
    return [x - y for x, y in zip(a, b, strict=True)]


def counted(kinds: list[int]) -> Counts:
    return [kinds.count(kind) for kind in range(KINDS)]


@dataclass
class Memory:
    """Everything about cards that a player (-1: a watcher) has seen or can see."""

    player: int
    hand: Counts = field(default_factory=nothing)
    """The player's own hand with the choir."""
    discards: Counts = field(default_factory=nothing)
    dealt: list[int] = field(default_factory=list)
    """How many cards each player got, without choirs: in hand, put aside, and seated as far as it is known by whom."""
    aside: list[int] = field(default_factory=list)
    """How many cards each player has put aside, as far as others can know."""
    seen: list[Counts] = field(default_factory=list)
    """The packet in hand in each round of the draft, before the pick."""
    picks: list[list[int]] = field(default_factory=list)
    """Kinds picked by each player in each round, UNKNOWN where hidden."""
    required: list[Counts] = field(default_factory=list)
    """Cards known to have been dealt to each other player: shown on the table, or known to be in hand."""
    choirs: list[int] = field(default_factory=list)
    """Kinds kept by each picker, UNKNOWN where hidden."""
    received: Counts | None = None
    """The choirs the player got to choose from."""


def frame_of(s: State, step: int) -> int:
    """The open mask of the first frame of a step, or -1 when there is none."""
    return next((int(f.open) for f in s.stack if f.step == step), -1)


def choirs_kept(s: State) -> int:
    """How many choirs have been kept so far."""
    return next((int(f.at) for f in s.stack if f.step == st.S_CHOIR), choir_count(s))


def keepers(s: State) -> list[int]:
    """Who has kept a choir, in this order."""
    return [picker(s, number) for number in range(choirs_kept(s))]


def phase(s: State) -> int:
    """The step of the programme that the match has come to; -1 when it is over."""
    return int(s.stack[1].step) if len(s.stack) > 1 else -1


def turns_done(s: State) -> int:
    """How many turns of the seating that is on are over."""
    return int(s.stack[1].at) - (len(s.stack) > 2) if phase(s) in (st.S_SEATS, st.S_ALLOCATION) else 0


def counts_at(values: object, owner: int) -> Counts:
    return [int(values[owner * KINDS + kind]) for kind in range(KINDS)]  # type: ignore[index]  # a vec, which has no type at run time


def write(values: object, owner: int, counts: Counts) -> None:
    """Back from ``counts_at``."""
    for kind, count in enumerate(counts):
        values[owner * KINDS + kind] = u8(count)  # type: ignore[index]  # a vec, which has no type at run time


def shown_by(s: State, player: int) -> Counts:
    """Cards that came out of the player's hand to the table."""
    kinds = [seat.kind for seat in seated(s) if seat.placer == player + 1]
    if s.terms.progressive:
        both = [Seat(s, inst) for inst in (CONDUCTOR, CONCERTMASTER)]
        kinds += [seat.kind for seat in both if seat.owner == player + 1]
    return counted(kinds)


def announced(d: Box, s: State, player: int) -> Counts:
    """Cards in hand that all know: 01 before the first turn of all (SY-250, SY-253), and one that is getting a seat."""
    found = nothing()
    for f in s.stack:
        if f.step == st.S_ALLOCATE and f.at and f.player == player:
            found[int(d.concertmaster_kind)] += 1
        elif f.step == st.S_SEAT and f.player == player:
            found[int(f.a)] += 1
    return found


def drafted(s: State) -> int:
    """SY-045, SY-181, SY-247: how many cards a player has after the deal and the draft, without a choir."""
    terms = s.terms
    return int(terms.dealt) if not terms.packet or terms.progressive else int(terms.packet) - 1


def packet_at(s: State, packet: int, round: int) -> Counts:
    """The contents of a packet at the start of a round: what is left plus what was picked since."""
    n, size = s.terms.n, s.terms.packet
    found = counts_at(s.packets, packet)
    for later in range(round, int(s.round)):
        found[int(s.picks[((packet + later) % n) * size + later]) - 1] += 1
    return found


def put_aside(s: State, player: int) -> int:
    """SY-224: how many cards others know the player to have discarded: unfinished clicks are nobody's business."""
    return 0 if not len(s.discards) or is_open(s, st.S_DISCARD, player) else sum(counts_at(s.discards, player))


def of(d: Box, s: State, player: int) -> Memory:
    """The memory of a player in the true state."""
    n = int(s.terms.n)
    known = Memory(player)
    if player >= 0:
        known.hand = counts_at(s.hands, player)
        if len(s.discards):
            known.discards = counts_at(s.discards, player)
    known.required = [shown_by(s, q) for q in range(n)]
    known.aside = [put_aside(s, q) for q in range(n)]
    for q in range(n):
        held = plus(counts_at(s.hands, q), known.required[q])
        put = sum(counts_at(s.discards, q)) if len(s.discards) else 0
        known.dealt.append(sum(without_choirs(d, held)) + put)
        if q != player:
            known.required[q] = plus(known.required[q], announced(d, s, q))
    size = int(s.terms.packet)
    if size and len(s.packets):
        rounds = range(int(s.round))
        open = s.terms.draft == 2
        known.picks = [
            [int(s.picks[q * size + r]) - 1 if open or q == player else UNKNOWN for r in rounds] for q in range(n)
        ]
        if player >= 0:
            known.seen = [
                packet_at(s, (player - r) % n, r) for r in range(int(s.round) + (frame_of(s, st.S_DRAFT) > 0))
            ]
    _choirs(d, s, known)
    return known


def _choirs(d: Box, s: State, known: Memory) -> None:
    count = choir_count(s)
    if not int(s.desk[st.CHOIRS]) or not count:
        return
    kept = choirs_kept(s)
    for number in range(count):
        owner = picker(s, number)
        kind = int(s.desk[st.CHOIRS + number]) - 1
        shown = known.required[owner][kind] > 0
        mine = owner == known.player and number < kept
        known.choirs.append(kind if mine or shown else UNKNOWN)
        if owner == known.player and number <= kept:
            known.received = counted([int(s.desk[st.CHOIRS + later]) - 1 for later in range(number, count)])


def without_choirs(d: Box, counts: Counts) -> Counts:
    return [0 if d.category[kind] == CHOIR else count for kind, count in enumerate(counts)]


def is_open(s: State, step: int, player: int) -> bool:
    """Whether the player still has to answer a frame of this step."""
    mask = frame_of(s, step)
    return mask > 0 and bool(mask & BIT[player])
