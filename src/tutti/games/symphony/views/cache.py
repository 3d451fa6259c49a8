# tutti: compiled
"""Instruments and notes as they were drawn before: a move changes few of them, and a server shows all of them to many.

A drawing is found by all that ``views`` looks at to make it, never by where it was used, so one that is found fits. It
is shared: nobody may change it.
"""

from __future__ import annotations

from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import CONDUCTOR, PLACES, Box, Score
from tutti.games.symphony.rules.state import NOTE, REC, State
from tutti.games.symphony.types import Instrument, Note
from tutti.games.symphony.views import view

MOST = 8192
"""So many drawings of a kind are kept; then all are forgotten."""

Look = tuple[Box, bytes, int, int, bool]
"""A card with all that lies on it; of the Conductor, how many spaces it has; what the Master and clefs do to it."""

_instruments: dict[Look, Instrument | None] = {}
_notes: dict[tuple[Score, int, bytes], Note] = {}
_scores: dict[tuple[Score, bytes], list[Note]] = {}


def seated(d: Box, s: State) -> dict[str, Instrument | None]:
    """``views.seated`` of known drawings."""
    master = s.terms.master
    slots, protects, clefs = len(master.card.slots), int(master.protects), s.terms.clefs
    lying = bytes(s.inst)
    shown: dict[str, Instrument | None] = {}
    for inst in range(PLACES):
        if not view.exists(s, inst):
            continue
        base = inst * REC
        look = d, lying[base : base + REC], slots if inst == CONDUCTOR else -1, protects, clefs
        if look not in _instruments:
            if len(_instruments) >= MOST:
                _instruments.clear()
            _instruments[look] = view.instrument(d, s, inst)
        shown[names.place(inst)] = _instruments[look]
    return shown


def music(s: State) -> list[Note]:
    """``views.music`` of known drawings."""
    score, lying = s.terms.score, bytes(s.notes)
    known = _scores.get((score, lying))
    if known is None:
        known = [_note(score, i, lying[at : at + NOTE]) for i, at in enumerate(range(0, len(lying), NOTE))]
        if len(_scores) >= MOST // 8:
            _scores.clear()
        _scores[score, lying] = known
    return known


def _note(score: Score, i: int, lying: bytes) -> Note:
    known = _notes.get((score, i, lying))
    if known is None:
        known = view.sounding(view.printed(score)[i], lying)
        if len(_notes) >= MOST:
            _notes.clear()
        _notes[score, i, lying] = known
    return known
