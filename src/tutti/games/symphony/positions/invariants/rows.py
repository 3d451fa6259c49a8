"""What holds for one instrument of every position reached by play: its discs, its token, its stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import ABSOLUTE_DISCS, abilities, fits
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.movement import BODY, CODA
from tutti.kernel.errors import BadPosition

_fault = BadPosition


class SeatRow:
    """One instrument on a seat, the Conductor or the Concertmaster."""

    def __init__(self, d: Box, s: State, now: Progress, inst: int) -> None:
        seat = SeatedInstrument(s, inst)
        self.d, self.s, self.now, self.inst = d, s, now, inst
        self.kind, self.cells = seat.kind, seat.cells
        self.place = f"orchestra.{names.place(inst)}"
        self.column = inst // bx.ROWS if inst < bx.SEATS else 0
        self.owners = seat.controllers[: d.part_count[self.kind]]
        self.token, self.opened, self.stack, self.slots = seat.token, seat.opened, seat.stack, seat.slots
        self.heard, self.stacked, self.well = bool(seat.sounded & 1), bool(seat.sounded & 2), bool(seat.well)
        first = self.kind * bx.SPACES
        self.spaces = [d.spaces[first + space] for space in range(bx.SPACES)]
        self.linked = sum(1 << space for space, what in enumerate(self.spaces) if what in (bx.GREY, bx.BLACK_LINKED))
        self.extras = self.slots.bit_count() + (self.token == bx.PROLONGED)
        """Discs that the Conductor and a Prolonged token have brought (SY-094, SY-152)."""

    def wrong(self, code: str, key: str, rule: str, **fields: object) -> BadPosition:
        return _fault(code, f"{self.place}.{key}", rule, **fields)

    def faults(self) -> Iterator[BadPosition]:
        if self.inst == bx.CONDUCTOR:
            yield from self.conductor()
            return
        seated = self.inst < bx.SEATS
        expected = seated and (bool(fits(self.d, self.s.terms, self.kind, self.inst)) or self.token == bx.ECLECTIC)
        if self.well != expected:
            yield self.wrong("wrong_well_placed", "well_placed", "SY-013", expected=expected)
        yield from self.musician()
        if not self.has_begun():
            yield from self.untouched()
        elif seated:
            yield from self.seated()
        else:
            yield from self.concertmaster()

    def has_begun(self) -> bool:
        """Whether it may have played, or have got a token before the Attack."""
        return self.now.column >= self.column and self.owners[0] >= 0

    def musician(self) -> Iterator[BadPosition]:
        """SY-088, SY-150, SY-162."""
        if self.token < 0:
            return
        rule = ""
        if self.d.category[self.kind] == bx.CHOIR or self.inst == bx.CONDUCTOR:
            rule = "SY-088"
        elif self.token == bx.ECLECTIC and not self.d.dots[self.kind]:
            rule = "SY-162"
        elif self.inst == bx.CONCERTMASTER and not self.d.token_places[self.token]:
            rule = "SY-157"
        if rule:
            yield self.wrong("token_not_here", "token", rule, token=names.token(self.token))

    # -- its discs -----------------------------------------------------------------------------

    def laid(self, space: int) -> int:
        """SY-054 to SY-056: the disc of a space, if it has had one."""
        what = self.spaces[space]
        if what in (bx.GREY, bx.BLACK_LINKED) and not self.opened >> space & 1:
            return 0
        if what in (bx.BLACK, bx.BLACK_LINKED):
            return bx.NEUTRAL if max(self.owners) >= 0 or self.inst == bx.CONCERTMASTER else 0
        if what not in (bx.WHITE, bx.GREY):
            return 0
        first = self.kind * bx.SPACES
        part = self.d.part_of[first + space] if len(self.owners) > 1 else 0
        return bx.OWN + self.owners[part] if self.owners[part] >= 0 else 0

    def single(self) -> bool:
        """SY-225: whether Berlioz has given it a disc."""
        given = self.s.terms.master.extra_singles and self.now.passed(st.S_SINGLES, self.column)
        return bool(given and self.inst < bx.SEATS and self.d.single[self.kind] and self.owners[0] >= 0)

    def gone(self, disc: int) -> int:
        """How many discs of a colour can have left it, for the score, another instrument or out of the game."""
        mine = disc == bx.OWN + self.owners[0]
        if self.inst == bx.CONDUCTOR:
            return self.slots_of(disc, range(len(self.s.terms.master.card.slots))) - self.cells.count(disc)
        if not self.has_begun():
            return 0
        had = sum(self.laid(space) == disc for space in range(bx.SPACES))
        if mine or disc == bx.NEUTRAL:
            had += self.token == bx.PROLONGED
        if mine:
            active = bool(abilities(self.d, self.s, self.inst, 0) & bx.ABSOLUTE)
            had += self.single() + ABSOLUTE_DISCS * active - self.stack
        return had - self.cells.count(disc)

    def slots_of(self, disc: int, which: Iterable[int]) -> int:
        """How many of these discs of the Conductor have the colour."""
        slots, owner = self.s.terms.master.card.slots, int(self.s.inst[st.CONDUCTOR_AT + st.OWNER]) - 1
        colours = [bx.NEUTRAL if slot.black else bx.OWN + owner for slot in slots] if owner >= 0 else []
        return sum(k < len(colours) and colours[k] == disc for k in which)

    def played(self, player: int) -> int:
        """How many discs of a player it can have placed, those of the Conductor included."""
        if self.inst == bx.CONDUCTOR:
            return 0
        here = [k for k in range(3) if self.slots >> k & 1]
        return max(self.gone(bx.OWN + player) + self.slots_of(bx.OWN + player, here), 0)

    def may_protect(self, player: int) -> bool:
        """SY-130, SY-232: whether its discs can come to lie on black ones."""
        parts = [part for part, owner in enumerate(self.owners) if owner == player]
        over = self.d.category[self.kind] == self.s.terms.master.over_black
        return over or any(abilities(self.d, self.s, self.inst, part) & bx.PROTECT for part in parts)

    def untouched(self) -> Iterator[BadPosition]:
        """Nobody has played it yet: it is as it was when it got its owners."""
        for key, found in (("token", self.token >= 0), ("sounded", self.heard), ("conducted", self.slots)):
            if found:
                yield self.wrong("not_played_yet", key, "SY-089")
        opened = self.linked if self.well and self.owners[0] >= 0 else 0
        if self.opened != opened:
            yield self.wrong("wrong_spaces", "opened", "SY-282", expected=_spaces(opened))
        row = [0] * st.LEFT + [self.laid(space) for space in range(bx.SPACES)]
        if self.single():
            row[st.LEFT - 1] = bx.OWN + self.owners[0]
        if self.cells != row:
            yield self.wrong("not_as_laid", "discs", "SY-054", expected=[names.disc(disc) for disc in row])
        yield from self.absolute(ABSOLUTE_DISCS, ABSOLUTE_DISCS)

    def seated(self) -> Iterator[BadPosition]:
        """An instrument of a Column that plays or has played."""
        yield from self.discs()
        if self.well and self.opened != self.linked:
            yield self.wrong("wrong_spaces", "opened", "SY-282", expected=_spaces(self.linked))
        elif self.opened & ~self.linked or (not self.well and self.opened.bit_count() > self.extras):
            yield self.wrong("wrong_spaces", "opened", "SY-282", expected=[])
        if self.now.over(self.column):
            if any(self.cells) or self.stack:
                yield self.wrong("movement_is_over", "discs" if any(self.cells) else "stack", "SY-075")
            return
        movement = self.now.movement
        low = high = ABSOLUTE_DISCS
        if movement is not None and movement.at == CODA:  # SY-081: a disc a round, more with Mahler
            high -= int(movement.c)
            low = 0 if self.s.terms.master.replays else max(high - 1, 0)
        yield from self.absolute(low, high)

    def discs(self) -> Iterator[BadPosition]:
        for space in range(bx.SPACES):
            found, laid = self.cells[st.LEFT + space], self.laid(space)
            if found not in (0, laid):
                yield self.wrong("strange_disc", "discs", "SY-054", space=space + 1, expected=names.disc(laid))
        left = [disc for disc in self.cells[: st.LEFT] if disc]
        if left != self.cells[st.LEFT - len(left) : st.LEFT]:
            yield self.wrong("gap_in_the_row", "discs", "SY-152")
        hidden = 0 if self.well else self.opened.bit_count()
        if left and len(left) > self.single() + self.extras - hidden:
            yield self.wrong("too_many_extra", "discs", "SY-152", found=len(left))
        mine = {bx.OWN + owner for owner in self.owners}
        if any(disc != bx.NEUTRAL and disc not in mine for disc in left):
            yield self.wrong("strange_disc", "discs", "SY-152", space=0, expected=None)
        first = [bool(self.cells[st.LEFT + i]) for i in range(bx.SPACES) if self.spaces[i] in (bx.WHITE, bx.BLACK)]
        if first != sorted(first) and not self.s.grouping:
            yield self.wrong("gap_in_the_row", "discs", "SY-090")

    def absolute(self, low: int, high: int) -> Iterator[BadPosition]:
        """SY-067, SY-145 to SY-147: a stack where Absolute is active, and nowhere else."""
        active = self.inst < bx.SEATS and self.owners[0] >= 0 and self.now.passed(st.S_ABSOLUTE, self.column)
        if not active or not abilities(self.d, self.s, self.inst, 0) & bx.ABSOLUTE:
            low = high = 0
            if self.stacked:
                yield self.wrong("no_stack_here", "stacked", "SY-067")
        if not low <= self.stack <= high:
            yield self.wrong("out_of_range", "stack", "SY-067", found=self.stack, low=low, high=high)
        elif self.stack and not self.stacked:
            yield self.wrong("stack_is_given", "stacked", "SY-067")

    # -- the two printed spaces ----------------------------------------------------------------

    def conductor(self) -> Iterator[BadPosition]:
        """SY-058, SY-221: its discs are there or used."""
        row = [0] * st.WIDTH
        for k, slot in enumerate(self.s.terms.master.card.slots):
            if self.owners[0] >= 0:
                row[st.LEFT + k] = bx.NEUTRAL if slot.black else bx.OWN + self.owners[0]
        used = self.now.column >= 0
        if any(found != laid and (found or not used) for found, laid in zip(self.cells, row, strict=True)):
            yield self.wrong("not_as_laid", "discs", "SY-058", expected=[names.disc(disc) for disc in row])
        nothing = {
            "well_placed": self.well, "token": self.token >= 0, "opened": self.opened, "stack": self.stack,
            "sounded": self.heard, "stacked": self.stacked, "conducted": self.slots,
        }  # fmt: skip
        for key, found in nothing.items():
            if found:
                yield self.wrong("never_plays", key, "SY-092")

    def concertmaster(self) -> Iterator[BadPosition]:
        """SY-058, SY-077, SY-154: a disc a Movement, black and own ones exchanged only by token and Conductor."""
        spaces = [what for what in self.spaces if what]
        for space in range(bx.SPACES):
            if self.cells[st.LEFT + space] not in (0, bx.NEUTRAL, bx.OWN + self.owners[0]) or (
                self.cells[st.LEFT + space] and not self.spaces[space]
            ):
                yield self.wrong("strange_disc", "discs", "SY-058", space=space + 1, expected=None)
        if any(self.cells[: st.LEFT]):
            yield self.wrong("too_many_extra", "discs", "SY-154", found=1)
        black, whole = spaces.count(bx.BLACK), len(spaces)
        if self.cells.count(bx.NEUTRAL) > black + self.extras:
            yield self.wrong("too_many_swapped", "discs", "SY-154")
        if sum(disc > bx.NEUTRAL for disc in self.cells) > whole - black + self.extras:
            yield self.wrong("too_many_swapped", "discs", "SY-154")
        low, high = self.left_to_play(whole)
        found = sum(disc > 0 for disc in self.cells)
        if not low <= found <= high:
            yield self.wrong("discs_of_01", "discs", "SY-077", found=found, low=low, high=high)
        if self.opened or self.stack or self.stacked:
            yield self.wrong("never_opened", "opened" if self.opened else "stack", "SY-067")

    def left_to_play(self, whole: int) -> tuple[int, int]:
        movement = self.now.movement
        high = whole - self.now.column - 1
        now = self.now.playing and self.s.inst_now == bx.CONCERTMASTER
        low = high
        if movement is not None and (movement.at < BODY or now):
            high += 1
            low = high - now
        return (0 if self.s.terms.master.replays else low), high


def _spaces(mask: int) -> list[int]:
    return [space + 1 for space in range(bx.SPACES) if mask >> space & 1]
