# tutti: compiled
"""Orchestra Phase, steps 1 to 3: first row, choirs, distribution."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CARD, A_DISCARD, KINDS
from tutti.games.symphony.rules.instruments import seat_card
from tutti.games.symphony.rules.state import State, zeros
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep, comes_now
from tutti.games.symphony.types import ChoirArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, NOBODY_ASKED, NONE, Around, Frame
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Prompt, Refusal

THEME: Final = bytes([bx.STRINGS, bx.BRASS, bx.WOODWINDS, bx.BRASS, bx.STRINGS])
"""SY-041: category of the front seat of each Column."""
NOT_HERE: Final = 2


def demanded(d: Box, pool: str, kind: i64) -> bool:
    """SY-222: whether the Master wants this card in the deal."""
    if pool == "" or pool == "all" or d.category[kind] == bx.CHOIR:
        return False
    if pool == "flat_or_sharp":
        return (d.basic[kind * 3] | d.unlock[kind]) & (bx.FLAT | bx.SHARP) != 0
    return bx.CATEGORIES[d.category[kind]] == pool


def total(counts: vec[u8]) -> i64:
    sum: i64 = 0
    for count in counts:
        sum += i64(count)
    return sum


class FirstRow(SymphonyStep):
    """SY-040, SY-041: random cards on the front seats."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        d = self.d
        pool = s.terms.master.card.pool
        for column in s.terms.setup.first_row:
            open = zeros(KINDS)
            kind: i64 = 0
            while kind < KINDS:
                if s.terms.thematic:
                    fits = d.category[kind] == THEME[column]
                else:
                    fits = not demanded(d, pool, kind)
                if fits:
                    open[kind] = s.bag[kind]
                kind += 1
            kind = host.draw(events.BAG_CARD, open, total(open), 0)
            s.bag[kind] -= u8(1)
            seat_card(d, s, i64(column) * bx.ROWS, kind, -1)
            if host.hears:
                host.tell(events.FRONT_ROW, -1, i64(column) * bx.ROWS, kind, 0, 0)
        s.stack.pop()


class Choirs(Phase):
    """SY-042 to SY-044: some choirs are drawn; the Last Player keeps one and passes the rest to the right."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        d = self.d
        setup = s.terms.setup
        count = setup.choir2 + setup.choir3
        n = s.terms.n
        last = s.first - 1 if s.first else n - 1
        if f.at == 0:
            drawn = 0
            for parts in (2, 3):
                open = zeros(KINDS)
                kind: i64 = 0
                while kind < KINDS:
                    if d.category[kind] == bx.CHOIR and d.part_count[kind] == parts:
                        open[kind] = u8(d.copies[kind])
                    kind += 1
                wanted = setup.choir2 if parts == 2 else setup.choir3
                while wanted > 0:
                    kind = host.draw(events.BAG_CHOIR, open, total(open), BIT[last])
                    open[kind] -= u8(1)
                    s.desk[st.CHOIRS + drawn] = u8(kind + 1)
                    drawn += 1
                    wanted -= 1
            sort_choirs(s, 0, count)
        if f.at == count:
            s.stack.pop()
            return
        picker = (last - f.at + n) % n
        if f.at and host.hears:  # the first one saw them drawn
            i = f.at
            while i < count:
                host.reveal(events.BAG_CHOIR, i64(s.desk[st.CHOIRS + i]) - 1, BIT[picker], 0)
                i += 1
        f.at += 1
        if f.at == count:  # D2: the last one is no choice
            keep_choir(s, picker, f.at - 1, i64(s.desk[st.CHOIRS + f.at - 1]) - 1, host)
        else:
            s.ask(st.S_CHOIR, picker, f.at - 1, 0, 0, 0, 0)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (1, choir_count(s) - 1), NONE

    def stands(self, s: State, around: Around) -> bool:
        return around.above is not None and comes_now(s, around)  # it draws before it asks


def choir_count(s: State) -> int:
    """How many choirs are in the match."""
    return 0 if s.terms.preset else s.terms.setup.choir2 + s.terms.setup.choir3


def picker(s: State, number: int) -> int:
    """SY-044: who keeps the choir of this number."""
    n = s.terms.n
    return (s.first - 1 - number + 2 * n) % n


def sort_choirs(s: State, start: i64, count: i64) -> None:
    i = start
    while i < count:
        j = i + 1
        while j < count:
            if s.desk[st.CHOIRS + j] < s.desk[st.CHOIRS + i]:
                swap = s.desk[st.CHOIRS + i]
                s.desk[st.CHOIRS + i] = s.desk[st.CHOIRS + j]
                s.desk[st.CHOIRS + j] = swap
            j += 1
        i += 1


def keep_choir(s: State, player: i64, at: i64, kind: i64, host: Host) -> None:
    count = s.terms.setup.choir2 + s.terms.setup.choir3
    i = at
    while i64(s.desk[st.CHOIRS + i]) != kind + 1:
        i += 1
    s.desk[st.CHOIRS + i] = s.desk[st.CHOIRS + at]
    s.desk[st.CHOIRS + at] = u8(kind + 1)
    sort_choirs(s, at + 1, count)
    mine = player * KINDS
    s.hands[mine + kind] += u8(1)
    if host.hears:
        host.tell(events.CHOIR_KEPT, player, kind, 0, 0, BIT[player])


class KeepChoir(SymphonyStep):
    """D2: one of the choirs received."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        count = s.terms.setup.choir2 + s.terms.setup.choir3
        found: list[int] = []
        i = f.at
        while i < count:
            found.append(A_CARD + i64(s.desk[st.CHOIRS + i]) - 1)
            i += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        at = f.at
        s.stack.pop()
        host.seal(True)  # SY-018: which one is kept stays hidden
        host.close(False)
        keep_choir(s, player, at, a - A_CARD, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_CARD <= a < A_DISCARD:
            return OTHER
        i = f.at
        while i < choir_count(s):
            if i64(s.desk[st.CHOIRS + i]) == a - A_CARD + 1:
                return 0
            i += 1
        return NOT_HERE

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return self.card_not_held(a - A_CARD)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        here = range(f.at, choir_count(s))
        args: ChoirArgs = {"choirs": [self.d.ids[int(s.desk[st.CHOIRS + i]) - 1] for i in here]}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        number = around.below.at - 1 if around.below else 0
        return ((number, number),)

    def asked(self, s: State, around: Around) -> int:
        return picker(s, around.frame.at)


class Deal(SymphonyStep):
    """SY-045, SY-179, SY-222, SY-224, SY-247: hands or draft packets."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        terms = s.terms
        n = terms.n
        pile = self.pile(s, host)
        into = s.hands
        if terms.packet:
            s.packets = zeros(n * KINDS)
            s.picks = zeros(n * terms.packet)
            into = s.packets
        left = total(pile)
        player: i64 = 0
        while player < n:
            mine = player * KINDS
            i: i64 = 0
            while i < terms.dealt:
                kind = host.draw(events.BAG_CARD, pile, left, BIT[player])
                pile[kind] -= u8(1)
                left -= 1
                into[mine + kind] += u8(1)
                if host.hears:
                    host.tell(events.DEALT, player, kind, 0, 0, BIT[player])
                i += 1
            player += 1
        kind = 0
        while kind < KINDS:  # what is left of the pile leaves the game with the rest
            s.bag[kind] += pile[kind]
            kind += 1
        s.stack.pop()

    def pile(self, s: State, host: Host) -> vec[u8]:
        """The cards to deal from: everything, or what the Master and Progressive Orchestra put together."""
        d = self.d
        terms = s.terms
        pile = zeros(KINDS)
        size = terms.n * terms.dealt
        special = terms.progressive
        pool = terms.master.card.pool
        wanted: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if demanded(d, pool, kind):
                wanted += i64(s.bag[kind])
            kind += 1
        if special:
            pile[d.conductor_kind] = u8(1)
            pile[d.concertmaster_kind] = u8(1)
            size -= 2
        elif wanted == 0:
            every = s.bag
            s.bag = zeros(KINDS)
            return every
        if wanted > size:
            self.fill(s, pile, pool, size, True, host)
        else:
            kind = 0
            while kind < KINDS:
                if demanded(d, pool, kind):
                    pile[kind] += s.bag[kind]
                    s.bag[kind] = u8(0)
                kind += 1
            self.fill(s, pile, pool, size - wanted, False, host)
        return pile

    def fill(self, s: State, pile: vec[u8], pool: str, count: i64, only_wanted: bool, host: Host) -> None:
        open = zeros(KINDS)
        kind: i64 = 0
        while kind < KINDS:
            if not only_wanted or demanded(self.d, pool, kind):
                open[kind] = s.bag[kind]
            kind += 1
        left = total(open)
        while count > 0:
            kind = host.draw(events.BAG_CARD, open, left, events.NOBODY_SEES)
            open[kind] -= u8(1)
            s.bag[kind] -= u8(1)
            pile[kind] += u8(1)
            left -= 1
            count -= 1


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    """The first row and the deal are chance alone: no position lies there."""
    return (
        FirstRow(d, st.S_FIRST_ROW, "first_row", "SY-040", ("at", "argument"), NOBODY_ASKED),
        Choirs(d, st.S_CHOIRS, "choirs", "SY-044", ("at", "argument")),
        Deal(d, st.S_DEAL, "deal", "SY-045", ("at", "argument"), NOBODY_ASKED),
        KeepChoir(d, st.S_CHOIR, "choir", "SY-044", ("picker",), on=(st.S_CHOIRS,), args=ChoirArgs),
    )
