"""Virtuosity cards and sealed answers of a position, written and read."""

from __future__ import annotations

from tutti.games.symphony import secrets
from tutti.games.symphony.box import Box
from tutti.games.symphony.position import memory
from tutti.games.symphony.position.stack import objectives_shown
from tutti.games.symphony.setup import audience_cards
from tutti.games.symphony.state import CARDS_HELD, PUBLIC, REVEALED, S_DRAFT, S_OBJECTIVE, SEALED, State
from tutti.games.symphony.steps.draft import packet_of
from tutti.games.symphony.steps.objectives import held_by
from tutti.games.symphony.views import open_objectives
from tutti.kernel.chance import Host
from tutti.kernel.facts import HIDDEN, Fields, Json
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader


def shown(s: State, player: int | None) -> Fields:
    held: list[list[Json]] = []
    for p in range(int(s.terms.n)):
        open = player in (None, p) or not s.stack
        held.append([card if open else HIDDEN for card in held_by(s, p)])
    return {**open_objectives(s), "held": held}


def sealed(d: Box, s: State, p: int, player: int | None) -> Json:
    answer = int(s.desk[SEALED + p])
    if not answer:
        return None
    if player not in (None, p):
        return HIDDEN
    return answer if s.stack[-1].step == S_OBJECTIVE else d.ids[answer - 1]


def read(d: Box, s: State, reader: Reader, host: Host) -> None:
    n = int(s.terms.n)
    reader.only(("public", "revealed", "held"))
    left = audience_cards(d, s.terms)
    hidden: list[int] = []

    def put(item: Reader, at: int, expected: bool) -> None:
        if item.absent and not expected:
            return
        if item.value == HIDDEN and expected:
            hidden.append(at)
            return
        card = item.number(1, len(d.cards))
        if not expected:
            item.wrong("no_objective", rule="SY-185", found=card)
        if not left[card - 1]:
            item.wrong("card_twice", rule="SY-191", found=card)
        left[card - 1] = 0
        s.desk[at] = u8(card)

    public = reader.at("public") if s.terms.audience_public else reader.usual("public", None)
    put(public, PUBLIC, s.terms.audience_public)
    open = s.terms.audience_private and objectives_shown(s)
    for p, item in enumerate(reader.usual("revealed", [HIDDEN if open else None] * n).items(n)):
        put(item, REVEALED + p, open)
    count = 0 if not s.terms.audience_private else 1 if open else 2
    for p, row in enumerate(reader.usual("held", [[HIDDEN] * count] * n).items(n)):
        for i, item in enumerate(row.items(count)):
            put(item, CARDS_HELD + 2 * p + i, True)
    for at in hidden:
        s.desk[at] = u8(secrets.draw(host, left) + 1)


def read_seals(d: Box, s: State, top: Reader, host: Host) -> None:
    n = int(s.terms.n)
    f = s.stack[-1] if s.stack else None
    sealing = f if f and f.step in (S_DRAFT, S_OBJECTIVE) else None
    for p, item in enumerate(top.usual("sealed", [None] * n).items(n)):
        answered = sealing is not None and not sealing.open & BIT[p]
        if item.absent and answered:
            item.wrong("answer_missing", player=p)
        if item.absent:
            continue
        if not answered or sealing is None:
            item.wrong("nothing_sealed", found=item.value)
        if sealing.step == S_OBJECTIVE:
            held = held_by(s, p)
            choice = held[secrets.draw(host, [1, 1])] if item.value == HIDDEN else item.number(1, len(d.cards))
            if choice not in held:
                item.wrong("not_one_of", found=choice, known=held)
            s.desk[SEALED + p] = u8(choice)
        else:
            packet = memory.counts_at(s.packets, int(packet_of(s, p)))
            known = [d.ids[kind] for kind, count in enumerate(packet) if count]
            kind = secrets.draw(host, packet) if item.value == HIDDEN else d.ids.index(item.one_of(known))
            s.desk[SEALED + p] = u8(kind + 1)
