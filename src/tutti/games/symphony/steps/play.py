# tutti: compiled
"""One play of one instrument: token, source, placement, chain, replay (sections 6 to 8 of the ledger)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony import events
from tutti.games.symphony.actions import (
    A_ADD,
    A_BURN,
    A_CLASH,
    A_CONDUCT,
    A_DISC_BLACK,
    A_GIVE,
    A_LEFTMOST,
    A_NO_REPLAY,
    A_NO_TOKEN,
    A_NOTE,
    A_PLAY,
    A_REPLAY,
    A_STOP,
    A_SWAP_OWN,
    A_UNDER_BLACK,
    A_UNDER_OWN,
    A_WITH,
    CONDUCT_SWAP,
    CONDUCT_WAYS,
)
from tutti.games.symphony.box import (
    CHAIN,
    CONCERTMASTER,
    NEUTRAL,
    OWN,
    PROLONGED,
    QUAVER,
    SEMIBREVE,
    TOKENS,
    Box,
)
from tutti.games.symphony.effects import burn, disturb, gain_token, land, land_pair, play_token
from tutti.games.symphony.instruments import (
    abilities,
    disc_at,
    find_disc,
    group_next,
    in_group,
    leftmost,
    owner_at,
)
from tutti.games.symphony.masters import ASK_LEFT, ASK_NOBODY, ASK_UNUSED
from tutti.games.symphony.placement import has_clash, has_note, partners, targets
from tutti.games.symphony.sources import (
    WAYS,
    add_extra,
    conduct,
    extra_choices,
    may_replay,
    source_choices,
    token_choices,
)
from tutti.games.symphony.state import (
    LEFT,
    ON_STACK,
    POOL,
    S_CHAIN,
    S_EXTRA,
    S_GIFT,
    S_MUSICIAN,
    S_PLACE,
    S_REPLAY,
    S_SOURCE,
    S_UNDER,
    S_UNUSED,
    S_WITH,
    WIDTH,
    State,
)
from tutti.games.symphony.steps.base import SymphonyStep
from tutti.games.symphony.steps.bonuses import tokens_in
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8

TOKEN_STAGE: Final = 0
SOURCE_STAGE: Final = 1
PLACE_STAGE: Final = 2
AFTER_STAGE: Final = 3
DISTURB_STAGE: Final = 4
NEXT_STAGE: Final = 5
END_STAGE: Final = 6


class Play(SymphonyStep):
    """The course of a play; ``at`` is the stage. Questions lie on top of it and leave their answer in the state."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        stage = f.at
        if stage == TOKEN_STAGE:
            f.at = SOURCE_STAGE
            if token_choices(self.d, s, s.inst_now, s.who):
                s.ask(S_MUSICIAN, s.who, 0, 0, 0, 0, 0)
        elif stage == SOURCE_STAGE:
            self.source(s, f, host)
        elif stage == PLACE_STAGE:
            self.place(s, f, host)
        elif stage == AFTER_STAGE:
            f.at = DISTURB_STAGE
            self.after(s, host)
        elif stage == DISTURB_STAGE:
            f.at = NEXT_STAGE
            disturb(self.d, s, host)
        elif stage == NEXT_STAGE:
            self.follow(s, f)
        else:
            self.end(s, f)

    def source(self, s: State, f: Frame, host: Host) -> None:
        """SY-090 to SY-095: which disc; asked only where there is a choice."""
        f.at = PLACE_STAGE
        inst = s.inst_now
        if s.coda:
            s.cell = ON_STACK
            return
        choices = source_choices(self.d, s, inst, s.who)
        if len(choices) == 1 and choices[0] < A_CONDUCT:
            choose_disc(self.d, s, choices[0])
        else:
            s.ask(S_SOURCE, s.who, 0, 0, 0, 0, 0)

    def place(self, s: State, f: Frame, host: Host) -> None:
        """SY-096, SY-097, SY-268: a question if there is a note, also one that only a clash opens; else it burns."""
        d = self.d
        inst = s.inst_now
        if in_group(d, s, inst, s.cell):
            s.grouping = 1  # SY-137
        if has_note(d, s, inst, s.cell, s.who, s.near) or has_clash(d, s, inst, s.cell, s.who, s.near):
            f.at = AFTER_STAGE
            s.ask(S_PLACE, s.who, 0, 0, 0, 0, 0)
            return
        burn_in_hand(s, f, host)

    def after(self, s: State, host: Host) -> None:
        """SY-104: what a Master does after a disc (Kleiber, Furtwängler)."""
        score = s.terms.score
        n = s.terms.n
        asked = s.terms.master.asks(i64(score.value[s.last]), i64(score.accidental[s.last]))
        if asked == ASK_NOBODY:
            return
        if asked == ASK_UNUSED:
            if tokens_in(s, POOL):
                s.ask(S_UNUSED, s.who, 0, POOL, 0, 0, 0)
            return
        giver = s.who + 1 if asked == ASK_LEFT else s.who + n - 1
        giver %= n
        kinds: i64 = 0
        one: i64 = 0
        token: i64 = 0
        while token < TOKENS:
            if s.desk[giver * TOKENS + token]:
                kinds += 1
                one = token
            token += 1
        if kinds == 1:
            give(s, giver, s.who, one, host)
        elif kinds:
            s.ask(S_GIFT, giver, 0, s.who, 0, 0, 0)

    def follow(self, s: State, f: Frame) -> None:
        """SY-138, SY-140, SY-143, SY-277: the rest of a group, then the chain."""
        d = self.d
        inst = s.inst_now
        if s.grouping:
            s.cell = group_next(d, s, inst)
            if s.cell >= 0:
                s.near = -1
                f.at = PLACE_STAGE
                return
            s.grouping = 0
        f.at = END_STAGE
        if s.coda or s.last < 0 or inst == CONCERTMASTER or not abilities(d, s, inst, s.part) & CHAIN:
            return
        cell = leftmost(s, inst)
        if cell < 0:
            return
        owner = owner_at(d, s, inst, cell)
        if has_note(d, s, inst, cell, owner, s.last) or has_clash(d, s, inst, cell, owner, s.last):
            f.at = AFTER_STAGE
            s.ask(S_CHAIN, owner, 0, cell, 0, 0, 0)

    def end(self, s: State, f: Frame) -> None:
        """SY-236, SY-280: Mahler's replay, tested once on the disc placed last."""
        d = self.d
        if (
            s.terms.master.replays
            and s.last >= 0
            and not f.a
            and s.terms.score.value[s.last] == QUAVER
            and may_replay(d, s, s.inst_now, s.who, s.last)
        ):
            f.a = 1
            s.ask(S_REPLAY, s.who, 0, 0, 0, 0, 0)
            return
        s.stack.pop()


def choose_disc(d: Box, s: State, a: i64) -> None:
    """Take the disc in hand."""
    if a == A_LEFTMOST:
        s.cell = leftmost(s, s.inst_now)
        return
    wanted = NEUTRAL if a == A_DISC_BLACK else OWN + s.who
    other = OWN + s.who if a == A_DISC_BLACK else NEUTRAL
    s.cell = find_disc(s, CONCERTMASTER, wanted)
    cell = find_disc(s, CONCERTMASTER, other)
    s.must = 1 if cell >= 0 and has_note(d, s, CONCERTMASTER, cell, s.who, s.near) else 0


def burn_in_hand(s: State, f: Frame, host: Host) -> None:
    """SY-096, SY-138: the disc leaves the game; a group goes on, any other play ends."""
    burn(s, s.inst_now, s.cell, s.who, host)
    if s.grouping:
        f.at = NEXT_STAGE
    else:
        f.at = END_STAGE
        f.a = 1  # nothing follows a burned disc (SY-142)


def give(s: State, giver: i64, taker: i64, token: i64, host: Host) -> None:
    """SY-234."""
    s.desk[giver * TOKENS + token] -= u8(1)
    gain_token(s, taker, token)
    if host.hears:
        host.tell(events.GAVE, giver, token, taker, 0, 0)


class Musician(SymphonyStep):
    """D12: a token on the instrument, or none."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_NO_TOKEN, *token_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == A_NO_TOKEN:
            return
        play_token(self.d, s, s.inst_now, a - A_PLAY, player, host)
        if a - A_PLAY == PROLONGED:
            s.ask(S_EXTRA, player, 0, 0, 0, 0, 0)


class Extra(SymphonyStep):
    """D12, Prolonged: the colour and the place of the disc added."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return tuple(extra_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        add_extra(s, s.inst_now, a, player)
        if host.hears:
            black = a - A_ADD >= WAYS if a < A_SWAP_OWN else a != A_SWAP_OWN
            disc = NEUTRAL if black else OWN + player
            if a < A_SWAP_OWN:
                host.tell(events.ADDED, player, s.inst_now, (a - A_ADD) % WAYS, disc, 0)
            else:
                host.tell(events.SWAPPED, player, s.inst_now, disc, 0, 0)


class Source(SymphonyStep):
    """D13: the leftmost disc, a disc of the Conductor, or one of the Concertmaster's."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return tuple(source_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a < A_CONDUCT:
            choose_disc(self.d, s, a)
            return
        k = (a - A_CONDUCT) // CONDUCT_WAYS
        way = (a - A_CONDUCT) % CONDUCT_WAYS
        conduct(s, s.inst_now, k, way, player)
        if host.hears:
            host.tell(events.CONDUCTED, player, s.inst_now, k, way, 0)
        if way == CONDUCT_SWAP:
            s.stack[-1].at = SOURCE_STAGE  # any of its discs may now be chosen (SY-095)
        else:
            s.cell = leftmost(s, s.inst_now)


def placements(d: Box, s: State, cell: i64, player: i64, near: i64) -> list[int]:
    """Notes, then notes that a clash opens."""
    found = targets(d, s, s.inst_now, cell, player, near, False, False)
    if s.terms.clefs:
        found += targets(d, s, s.inst_now, cell, player, near, True, False)
    return found


def put_down(d: Box, s: State, a: i64, host: Host) -> None:
    """The disc in hand goes on the note of an action; a Semibreve wants its second disc first."""
    s.clashing = 1 if a >= A_CLASH else 0
    note = i64(s.terms.score.at[a - (A_CLASH if s.clashing else A_NOTE)]) - 1
    if s.terms.score.value[note] != SEMIBREVE:
        land(d, s, note, host)
        return
    s.note = note
    mask = partners(d, s, s.inst_now, s.cell, s.who, i64(s.terms.score.accidental[note]))
    first: i64 = -1
    count: i64 = 0
    cell: i64 = 0
    while cell < WIDTH:
        if mask & (1 << cell):
            count += 1
            if first < 0:
                first = cell
        cell += 1
    if count > 1:
        s.ask(S_WITH, s.who, 0, mask, 0, 0, 0)
    else:
        choose_second(d, s, first, host)


def choose_second(d: Box, s: State, cell: i64, host: Host) -> None:
    """SY-112: if the two differ in colour, the player says which lies underneath."""
    s.second = cell
    if in_group(d, s, s.inst_now, cell):
        s.grouping = 1  # SY-277: a chain that reaches a group takes all of it
    if disc_at(s, s.inst_now, s.cell) == disc_at(s, s.inst_now, cell):
        land_pair(d, s, s.cell, cell, host)
    else:
        s.ask(S_UNDER, s.who, 0, 0, 0, 0, 0)


class Place(SymphonyStep):
    """D14: a note for the disc in hand; burning only when clashes alone would help (SY-268)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found = placements(self.d, s, s.cell, player, s.near)
        if found[0] >= A_CLASH and not s.must:
            return (A_BURN, *found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == A_BURN:
            burn_in_hand(s, s.stack[-1], host)
        else:
            put_down(self.d, s, a, host)


class With(SymphonyStep):
    """D14, Semibreve: which other disc of the group goes with it (``a``: mask of cells)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        cell: i64 = LEFT
        while cell < WIDTH:
            if f.a & (1 << cell):
                found.append(A_WITH + cell - LEFT)
            cell += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        choose_second(self.d, s, a - A_WITH + LEFT, host)


class Under(SymphonyStep):
    """D14, Semibreve: which of two different discs lies underneath (SY-112)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_UNDER_OWN, A_UNDER_BLACK)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        first_black = disc_at(s, s.inst_now, s.cell) == NEUTRAL
        if first_black == (a == A_UNDER_BLACK):
            land_pair(self.d, s, s.cell, s.second, host)
        else:
            land_pair(self.d, s, s.second, s.cell, host)


class Chain(SymphonyStep):
    """D15: the next disc (``a``) next to the note just used, or stop; on a choir its owner says (SY-143)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_STOP, *placements(self.d, s, f.a, player, s.last))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        cell = f.a
        s.stack.pop()
        if a == A_STOP:
            s.stack[-1].at = END_STAGE
            return
        s.who = player
        s.cell = cell
        if in_group(self.d, s, s.inst_now, cell):
            s.grouping = 1
        put_down(self.d, s, a, host)


class Replay(SymphonyStep):
    """D16: play again with the same instrument, next to the note just used (SY-236, SY-237)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_NO_REPLAY, A_REPLAY)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == A_NO_REPLAY:
            return
        play = s.stack[-1]
        play.at = TOKEN_STAGE
        play.a = 0
        s.near = s.last
        s.last = -1
        s.replay = 1
        s.conducted = 0


class Gift(SymphonyStep):
    """D17: the neighbour (who is asked) gives one token to the player ``a`` (SY-234)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        token: i64 = 0
        while token < TOKENS:
            if s.desk[player * TOKENS + token]:
                found.append(A_GIVE + token)
            token += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        taker = f.a
        s.stack.pop()
        give(s, player, taker, a - A_GIVE, host)
