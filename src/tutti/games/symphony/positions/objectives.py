"""Virtuosity cards and sealed answers of a position, written and read."""

from __future__ import annotations

from tutti.games.symphony.ai import determinize
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions.stack import objectives_shown
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.setup import audience_cards
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.draft import packet_of
from tutti.games.symphony.rules.steps.objectives import held_by
from tutti.games.symphony.views.view import open_objectives, sealed
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader, Supply
from tutti.kernel.types import HIDDEN, Fields, Json


def shown(d: Box, s: State, player: int | None) -> Fields:
    held: list[list[Json]] = []
    seals: list[Json] = []
    for p in range(int(s.terms.n)):
        own, seal = player in (None, p), sealed(d, s, p)
        held.append([card if own or not s.stack else HIDDEN for card in held_by(s, p)])
        seals.append(seal if own or seal is None else HIDDEN)
    return {"objectives": {**open_objectives(s), "held": held}, "sealed": seals}


def read(d: Box, s: State, reader: Reader, host: Host) -> None:
    n = int(s.terms.n)
    reader.only(("public", "revealed", "held"))
    deck = Supply(audience_cards(d, s.terms), "card_twice", "SY-191")
    hidden: list[int] = []

    def put(item: Reader, at: int, expected: bool) -> None:
        if item.value == HIDDEN and expected:
            hidden.append(at)
        elif expected or not item.absent:
            card = item.number(1, len(d.cards))
            if not expected:
                item.wrong("no_objective", rule="SY-185", found=card)
            s.desk[at] = u8(deck.take(item, card - 1, found=card) + 1)

    public = reader.at("public") if s.terms.audience_public else reader.usual("public", None)
    put(public, st.PUBLIC, s.terms.audience_public)
    open = s.terms.audience_private and objectives_shown(s)
    for p, item in enumerate(reader.usual("revealed", [HIDDEN if open else None] * n).items(n)):
        put(item, st.REVEALED + p, open)
    count = 0 if not s.terms.audience_private else 1 if open else 2
    for p, row in enumerate(reader.usual("held", [[HIDDEN] * count] * n).items(n)):
        for i, item in enumerate(row.items(count)):
            put(item, st.CARDS_HELD + 2 * p + i, True)
    for at in hidden:
        s.desk[at] = u8(determinize.draw(host, deck.left) + 1)


def read_seals(d: Box, s: State, top: Reader, host: Host) -> None:
    n = int(s.terms.n)
    step, asked = (s.stack[-1].step, s.stack[-1].open) if s.stack else (-1, 0)
    for p, item in enumerate(top.usual("sealed", [None] * n).items(n)):
        answered = step in (st.S_DRAFT, st.S_OBJECTIVE) and not asked & BIT[p]
        if item.absent and answered:
            item.wrong("answer_missing", player=p)
        if not item.absent and not answered:
            item.wrong("nothing_sealed", found=item.value)
        if answered and item.value == HIDDEN:
            determinize.seal(d, s, p, host)
        elif answered:
            s.desk[st.SEALED + p] = u8(
                _objective(d, s, p, item) if step == st.S_OBJECTIVE else _pick(d, s, p, item) + 1
            )


def _objective(d: Box, s: State, p: int, item: Reader) -> int:
    choice, held = item.number(1, len(d.cards)), held_by(s, p)
    if choice not in held:
        item.wrong("not_one_of", found=choice, known=held)
    return choice


def _pick(d: Box, s: State, p: int, item: Reader) -> int:
    packet = knowledge.counts_at(s.packets, int(packet_of(s, p)))
    return d.ids.index(item.one_of([d.ids[kind] for kind, count in enumerate(packet) if count]))
