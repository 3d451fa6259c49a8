# tutti: compiled
"""What one player knows of the cards: own ones, shown ones, packets seen in the draft. Sampling builds on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutti.games.symphony.pack.box import CHOIR, CONCERTMASTER, CONDUCTOR, SEATS, Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.opening import choir_count, picker
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8

Counts = list[int]
UNKNOWN = -1
WATCHER, EVERYTHING = -1, -2
"""In place of a player: one who has no cards, and one who knows them all."""


def nothing() -> Counts:
    return [0] * KINDS


def plus(a: Counts, b: Counts) -> Counts:
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Counts, b: Counts) -> Counts:
    return [x - y for x, y in zip(a, b, strict=True)]


def counted(kinds: list[int]) -> Counts:
    found = nothing()
    for kind in kinds:
        if kind >= 0:
            found[kind] += 1
    return found


@dataclass
class Memory:
    """What a player (or WATCHER, or EVERYTHING) has seen or can see of the cards, own ones aside."""

    player: int
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
    """What lies in one of the piles of an array; nothing where the match has none."""
    theirs = owner * KINDS
    return list(map(int, values[theirs : theirs + KINDS])) or nothing()  # type: ignore[index]  # a vec, which has no type at run time


def write(values: object, owner: int, counts: Counts) -> None:
    """Back from ``counts_at``."""
    theirs = owner * KINDS
    for kind, count in enumerate(counts):
        values[theirs + kind] = u8(count)  # type: ignore[index]  # a vec, which has no type at run time


def shown_by(s: State, player: int) -> Counts:
    """Cards that came out of the player's hand to the table."""
    table, mine = s.inst, player + 1  # not by Seat: every view and every dump asks it for every player
    places = range(0, SEATS * st.REC, st.REC)
    kinds = [int(table[at + st.KIND]) - 1 for at in places if table[at + st.PLACER] == mine and table[at + st.KIND]]
    if s.terms.progressive:
        both = [SeatedInstrument(s, inst) for inst in (CONDUCTOR, CONCERTMASTER)]
        kinds += [seat.kind for seat in both if seat.owner == player + 1]
    return counted(kinds)


def required(d: Box, s: State, player: int, q: int, hand: Counts | None = None) -> Counts:
    """Cards that the player knows ``q`` to have been dealt: shown, or in a hand of which only some are named."""
    shown = shown_by(s, q)
    if q == player:
        return shown
    return plus(shown, [max(one, other) for one, other in zip(hand or nothing(), _announced(d, s, q), strict=True)])


def _announced(d: Box, s: State, player: int) -> Counts:
    """Cards in hand that all know: 01 before the first turn of all (SY-250, SY-253), and one that is getting a seat."""
    found = nothing()
    for f in s.stack:
        if f.step == st.S_ALLOCATE and f.at and f.player == player:
            found[int(d.concertmaster_kind)] += 1
        elif f.step == st.S_SEAT and f.player == player:
            found[int(f.a)] += 1
    if (
        s.stack
        and s.stack[-1].step == st.S_ALLOCATION
        and s.holder == player
        and not SeatedInstrument(s, CONCERTMASTER).owner
    ):
        found[int(d.concertmaster_kind)] = 1
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


def of(d: Box, s: State, player: int) -> Memory:
    """The memory of a player in the true state."""
    n = int(s.terms.n)
    known = drafted_by(s, player)
    for q in range(n):
        put = sum(counts_at(s.discards, q))
        known.aside.append(0 if is_open(s, st.S_DISCARD, q) else put)  # unfinished clicks are nobody's business
        if player != EVERYTHING:  # who knows all has nothing to work out
            known.dealt.append(sum(without_choirs(d, plus(counts_at(s.hands, q), shown_by(s, q)))) + put)
            known.required.append(required(d, s, player, q))
    _choirs(s, known)
    return known


def drafted_by(s: State, player: int) -> Memory:
    """What a player remembers of the draft alone."""
    n, size = int(s.terms.n), int(s.terms.packet)
    known = Memory(player)
    if len(s.packets):
        for q in range(n):
            open = s.terms.draft == 2 or player in (q, EVERYTHING)
            known.picks.append([int(s.picks[q * size + r]) - 1 if open else UNKNOWN for r in range(int(s.round))])
        rounds = int(s.round) + (frame_of(s, st.S_DRAFT) > 0)
        known.seen = [packet_at(s, (player - r) % n, r) for r in range(rounds) if player >= 0]
    return known


def _drawn(s: State) -> list[int]:
    """The choirs in the order in which they were, or will be, kept."""
    return [int(s.desk[st.CHOIRS + number]) - 1 for number in range(choir_count(s)) if s.desk[st.CHOIRS + number]]


def _choirs(s: State, known: Memory) -> None:
    kept = choirs_kept(s)
    for number, kind in enumerate(_drawn(s)):
        owner = picker(s, number)
        mine = (owner == known.player and number < kept) or known.player == EVERYTHING
        known.choirs.append(kind if mine or known.required[owner][kind] else UNKNOWN)
    known.received = received(s, known.player)


def received(s: State, player: int) -> Counts | None:
    """SY-044: the choirs that a player got to choose from; None where there were none yet."""
    drawn = _drawn(s)
    for number in range(min(len(drawn), choirs_kept(s) + 1)):
        if picker(s, number) == player:
            return counted(drawn[number:])
    return None


def without_choirs(d: Box, counts: Counts) -> Counts:
    return [0 if d.category[kind] == CHOIR else count for kind, count in enumerate(counts)]


def is_open(s: State, step: int, player: int) -> bool:
    """Whether the player still has to answer a frame of this step."""
    mask = frame_of(s, step)
    return mask > 0 and bool(mask & BIT[player])
