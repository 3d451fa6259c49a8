# tutti: compiled
"""The stages of a play, and the base of the questions that it asks."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import disc_at, kind_at, leftmost, part_of
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import SymphonyStep
from tutti.games.symphony.types import Play
from tutti.kernel.frames import ONE_ASKED, Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt

TOKEN_STAGE: Final = 0
SOURCE_STAGE: Final = 1
PLACE_STAGE: Final = 2
AFTER_STAGE: Final = 3
DISTURB_STAGE: Final = 4
NEXT_STAGE: Final = 5
END_STAGE: Final = 6


class PlayQuestion(SymphonyStep):
    """A question of a play, which has then come to ``stage``. What it is about lies on the table: most are public."""

    def __init__(
        self,
        d: Box,
        number: int,
        name: str,
        rule: str,
        stage: int,
        fields: tuple[str, ...] = (),
        inner: bool = False,
        args: object = Play,
        public: bool = True,
    ) -> None:
        super().__init__(d, number, name, rule, fields, ONE_ASKED, (st.S_PLAY,), inner, args, public)
        self.stage = stage

    # -- people --------------------------------------------------------------------------------

    def cell(self, s: State, f: Frame) -> i64:
        """Where the disc lies that this is about."""
        return st.ON_STACK if s.coda else leftmost(s, s.inst_now)

    def neighbour(self, s: State) -> i64:
        """The note that binds the disc, or -1."""
        return s.near

    def spoken_for(self, s: State) -> str:
        """The rule that speaks for the question."""
        return self.rule

    def shown(self, s: State, f: Frame) -> Play:
        """The play as the table sees it."""
        d = self.d
        inst = s.inst_now
        kind = kind_at(s, inst)
        cell = self.cell(s, f)
        near = self.neighbour(s)
        bond = names.note(s.terms.score.code[near]) if near >= 0 else None
        place = names.place(inst)
        card = d.ids[kind]
        if cell < 0:
            return {"instrument": place, "card": card, "coda": s.coda != 0, "replay": s.replay != 0, "near": bond}
        return {
            "instrument": place,
            "card": card,
            "coda": s.coda != 0,
            "replay": s.replay != 0,
            "disc": names.disc(disc_at(s, inst, cell)),
            "part": part_of(d, s, inst, cell) + 1 if d.part_count[kind] > 1 else None,
            "near": bond,
        }

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: Play = self.shown(s, f)
        return Prompt(self.name, self.spoken_for(s), args)

    # -- positions -----------------------------------------------------------------------------

    def asked(self, s: State, around: Around) -> int:
        return s.who

    def stands(self, s: State, around: Around) -> bool:
        return around.below is not None and around.below.at == self.stage and self.ready(s, around.frame)

    def ready(self, s: State, f: Frame) -> bool:
        """Whether the disc, the note or the last note is there that the question takes for granted."""
        return holds(s, self.cell(s, f))


def holds(s: State, cell: i64) -> bool:
    """Whether a disc of the instrument that plays lies there."""
    if cell < 0:
        return False
    base = s.inst_now * st.REC
    return s.inst[base + (st.STACK if cell == st.ON_STACK else st.CELLS + cell)] != 0
