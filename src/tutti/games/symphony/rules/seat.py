"""One instrument of the state by names, to read and to write. Not for the move loop."""

from __future__ import annotations

from tutti.games.symphony.pack.box import SEATS
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.state import State
from tutti.kernel.native import u8


class Cell:
    """One fact of an instrument: a number of the state's array."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __get__(self, seat: SeatedInstrument, owner: type[SeatedInstrument] | None = None) -> int:
        return int(seat.s.inst[seat.base + self.at])

    def __set__(self, seat: SeatedInstrument, value: int) -> None:
        seat.s.inst[seat.base + self.at] = u8(value)


class SeatedInstrument:
    """A seat, the Conductor or the Concertmaster."""

    code, owner, token_code = Cell(st.KIND), Cell(st.OWNER), Cell(st.TOKEN)
    """Kind, first player and musician token, each + 1; 0 is none."""
    well, placer, stack = Cell(st.WELL), Cell(st.PLACER), Cell(st.STACK)
    opened, slots, sounded = Cell(st.OPENED), Cell(st.SLOTS_HERE), Cell(st.SOUNDED)

    def __init__(self, s: State, inst: int) -> None:
        self.s, self.inst, self.base = s, inst, inst * st.REC

    @property
    def kind(self) -> int:
        return self.code - 1

    @property
    def token(self) -> int:
        return self.token_code - 1

    @property
    def controllers(self) -> list[int]:
        """By Part, -1 for nobody."""
        return [int(self.s.inst[self.base + st.OWNER + part]) - 1 for part in range(3)]

    @property
    def cells(self) -> list[int]:
        return [int(self.s.inst[self.base + st.CELLS + cell]) for cell in range(st.WIDTH)]

    @cells.setter
    def cells(self, discs: list[int]) -> None:
        for cell, disc in enumerate(discs):
            self.s.inst[self.base + st.CELLS + cell] = u8(disc)


def seated(s: State) -> list[SeatedInstrument]:
    """The instruments in the orchestra, 00 and 01 aside."""
    return [seat for seat in (SeatedInstrument(s, inst) for inst in range(SEATS)) if seat.code]
