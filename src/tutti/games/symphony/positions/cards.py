"""The cards of a position: hands, packets, choirs and what is out of the game. Hidden ones are drawn to fit."""

from __future__ import annotations

from tutti.games.symphony.ai import determinize
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions import turns
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import is_free_seat
from tutti.games.symphony.rules.knowledge import UNKNOWN, Counts, Memory, counted, plus, without_choirs
from tutti.games.symphony.rules.seat import SeatedInstrument, seated
from tutti.games.symphony.rules.setup import loose
from tutti.games.symphony.rules.state import State, zeros
from tutti.games.symphony.rules.steps.opening import choir_count, picker
from tutti.games.symphony.views.view import cards as ids_of
from tutti.games.symphony.views.view import hand_size
from tutti.kernel.chance import Host
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader, Supply
from tutti.kernel.types import HIDDEN, Fields


def shown(d: Box, s: State, player: int | None) -> Fields:
    """All cards (None), or what is left to a player: own ones, those seen in the draft, how many the others have."""
    known = knowledge.of(d, s, knowledge.EVERYTHING if player is None else player)

    def ids(kinds: list[int]) -> list[str]:
        return [HIDDEN if kind == UNKNOWN else d.ids[kind] for kind in kinds]

    def piles(values: object, sizes: list[int]) -> list[list[str]]:
        own = [player in (None, p) for p in range(len(sizes))]
        return [
            ids_of(d, knowledge.counts_at(values, p)) if own[p] else [HIDDEN] * size for p, size in enumerate(sizes)
        ]

    draft: Fields = {"picks": [ids(row) for row in known.picks]}
    if player is not None:
        draft["seen"] = [ids_of(d, packet) for packet in known.seen]
    elif len(s.packets):
        draft["packets"] = piles(s.packets, known.aside)
    found: Fields = {
        "hands": piles(s.hands, [hand_size(s, p) for p in range(int(s.terms.n))]),
        "discards": piles(s.discards, known.aside) if len(s.discards) else None,
        "draft": draft if len(s.packets) else None,
        "choirs": ids(known.choirs),
    }
    if player is None:
        return {**found, "bag": ids_of(d, knowledge.counts_at(s.bag, 0))}
    return {"knower": player, **found, "choirs_seen": ids_of(d, known.received) if known.received else None}


def read(d: Box, s: State, top: Reader, host: Host) -> None:
    """All cards that are not on the table."""
    n = int(s.terms.n)
    deck = Deck(d, s, top.at("orchestra"))
    known = Memory(top.usual("knower", -1).number(-1, n - 1))
    _draft(d, s, top, known, deck)
    _discards(s, top, known, deck)
    sizes = _hand_sizes(s, known)
    _seats_fit(s, top.at("orchestra"), sizes)
    rows = top.usual("hands", [[HIDDEN] * size for size in sizes]).items(n)
    hands = [deck.pile(s.hands, p, row, sizes[p], p == known.player) for p, row in enumerate(rows)]
    holders = _choirs(d, s, top, known, deck, hands)
    known.required = [knowledge.required(d, s, known.player, q, hands[q]) for q in range(n)]
    for q, size in enumerate(sizes):
        shown = sum(without_choirs(d, knowledge.shown_by(s, q)))
        known.dealt.append(size - (q in holders) + shown + known.aside[q])
    _picks_fit(d, s, top, known, hands)
    bag = top.get("bag")
    if bag is not None:
        _bag(d, s, bag, known, deck)
        return
    if s.terms.preset:
        knowledge.write(s.bag, 0, [deck.left[kind] if count else 0 for kind, count in enumerate(loose(d))])
    try:
        determinize.fill(d, s, known, host)
    except determinize.NoWorld:
        top.wrong("no_world_fits", rule="SY-018")


class Deck(Supply):
    """The cards of the deck that nobody has named yet: each one read is taken out."""

    def __init__(self, d: Box, s: State, orchestra: Reader) -> None:
        self.ids = d.ids
        self.hidden = 0
        """How many cards were read that nobody knows."""
        choirs = s.terms.preset or choir_count(s) > 0
        copies = [int(d.copies[k]) if d.category[k] != bx.CHOIR or choirs else 0 for k in range(KINDS)]
        for kind, inst in ((d.conductor_kind, bx.CONDUCTOR), (d.concertmaster_kind, bx.CONCERTMASTER)):
            copies[int(kind)] = int(s.terms.progressive and not SeatedInstrument(s, inst).owner)  # SY-252
        super().__init__(copies, "too_many_copies", "SY-029")
        for seat in seated(s):
            self.card(orchestra.at(names.place(seat.inst)), seat.kind)

    def card(self, reader: Reader, kind: int) -> None:
        self.take(reader, kind, card=self.ids[kind], copies=self.copies[kind])

    def kind(self, reader: Reader) -> int:
        """A card by name, or UNKNOWN."""
        return UNKNOWN if reader.value == HIDDEN else reader.pick(self.ids)

    def named(self, row: Reader, length: int) -> list[int]:
        """The kinds of a list that its reader knows."""
        kinds = [self.kind(item) for item in row.items(length)]
        if UNKNOWN in kinds:
            row.wrong("own_hidden")
        return kinds

    def pile(self, values: object, owner: int, row: Reader, size: int | None = None, own: bool = False) -> Counts:
        """The cards of a list that are named, as own ones must be, laid into a pile of the state."""
        kinds = [self.kind(item) for item in row.items(size)]
        self.hidden += kinds.count(UNKNOWN)
        for item, kind in zip(row.items(), kinds, strict=True):
            if kind != UNKNOWN:
                self.card(item, kind)
        if own and UNKNOWN in kinds:
            row.wrong("own_hidden")
        knowledge.write(values, owner, counted(kinds))
        return counted(kinds)


# -- the draft and Berlioz -----------------------------------------------------------------------------


def _draft(d: Box, s: State, top: Reader, known: Memory, deck: Deck) -> None:
    drafting = knowledge.frame_of(s, st.S_DRAFT) >= 0
    draft = top.at("draft") if drafting else top.usual("draft", None)
    if draft.absent and not drafting:
        return
    n, size = int(s.terms.n), int(s.terms.packet)
    draft.only(("picks", "packets", "seen"))
    if not size:
        draft.wrong("no_draft", rule="SY-179")
    s.packets, s.picks = zeros(n * KINDS), zeros(n * size)
    rows = draft.at("picks").items(n)
    s.round = min(len(rows[0].items()), size - 2) if drafting else knowledge.drafted(s)
    for p, row in enumerate(rows):
        known.picks.append([deck.kind(item) for item in row.items(int(s.round))])
        for r, kind in enumerate(known.picks[-1]):
            s.picks[p * size + r] = u8(kind + 1)
    packets = draft.get("packets")
    for k, row in enumerate(packets.items(n) if packets else []):
        deck.pile(s.packets, k, row, size - int(s.round))
    deck.hidden += packets is None
    _seen(draft, known, deck, size, int(s.round) + drafting)


def _seen(draft: Reader, known: Memory, deck: Deck, size: int, rounds: int) -> None:
    """The packets that the knower has had in hand."""
    if known.player < 0:
        return
    row = draft.at("picks").items()[known.player]
    deck.named(row, len(row.value))
    known.seen = [counted(deck.named(packet, size - r)) for r, packet in enumerate(draft.at("seen").items(rounds))]
    for r, item in enumerate(row.items()):
        item.one_of(draft.at("seen").value[r])


def _discards(s: State, top: Reader, known: Memory, deck: Deck) -> None:
    """SY-224."""
    n = int(s.terms.n)
    discarding = knowledge.frame_of(s, st.S_DISCARD) >= 0
    given = top.usual("discards", [[]] * n if discarding else None)
    known.aside = [0] * n
    if given.absent:
        return
    if not s.terms.master.deals_all:
        given.wrong("no_discards", rule="SY-224")
    s.discards = zeros(n * KINDS)
    over = knowledge.drafted(s) - int(s.terms.setup.hand)
    for p, row in enumerate(given.items(n)):
        size = min(len(row.items()), over - 1) if knowledge.is_open(s, st.S_DISCARD, p) else over
        deck.pile(s.discards, p, row, size, p == known.player)
        known.aside[p] = size


def _picks_fit(d: Box, s: State, top: Reader, known: Memory, hands: list[Counts]) -> None:
    """What a player picked is in hand, seated or put aside."""
    for p, picks in enumerate(known.picks):
        if known.dealt[p] != len(picks):
            top.at("orchestra").wrong(
                "wrong_placers", rule="SY-048", player=p, expected=len(picks), found=known.dealt[p]
            )
        aside = knowledge.counts_at(s.discards, p)
        here = without_choirs(d, plus(plus(hands[p], knowledge.shown_by(s, p)), aside))
        if UNKNOWN not in picks and sum(here) == len(picks) and here != counted(picks):
            top.at("draft").at("picks").items()[p].wrong("no_world_fits", rule="SY-018")


# -- hands ---------------------------------------------------------------------------------------------


def _hand_sizes(s: State, known: Memory) -> list[int]:
    """SY-045 to SY-049, SY-247, SY-251: how many cards each player must have in hand."""
    n, hand = int(s.terms.n), int(s.terms.setup.hand)
    phase = knowledge.phase(s)
    kept = knowledge.keepers(s)
    if s.terms.preset:
        return [0] * n
    if any(f.step == st.S_CHOIR for f in s.stack):
        return [kept.count(p) for p in range(n)]
    if phase == st.S_DRAFT:
        return [int(s.round) + kept.count(p) for p in range(n)]
    if phase == st.S_DISCARD:
        return [knowledge.drafted(s) + kept.count(p) - known.aside[p] for p in range(n)]
    if s.terms.progressive:
        return [hand - sum(knowledge.shown_by(s, p)) for p in range(n)]
    if phase != st.S_SEATS:
        return [0] * n
    begun = [int(s.first + turn) % n for turn in range(int(s.stack[1].at))]
    if s.stack[-1].step in (st.S_CARD, st.S_SEAT):
        begun.pop()
    return [max(hand + kept.count(p) - begun.count(p), 0) for p in range(n)]


def _seats_fit(s: State, orchestra: Reader, hands: list[int]) -> None:
    """SY-047, SY-255: the cards that are still to be seated fill the free seats exactly."""
    n = int(s.terms.n)
    seats = [seat for seat in range(bx.SEATS) if is_free_seat(s, seat)]
    cards = sum(hands)
    if s.terms.progressive:
        seats = [seat for seat in seats if seat // bx.ROWS >= turns.next_allocation(s)]
        special = sum(not SeatedInstrument(s, place).owner for place in (bx.CONDUCTOR, bx.CONCERTMASTER))
        left = [int(s.terms.setup.hand) - sum(knowledge.shown_by(s, p)) for p in range(n)]
        cards = sum(left) - special
        asked = int(s.holder) + knowledge.turns_done(s)
        order = [left[(asked + i) % n] for i in range(n)]
        if order != sorted(order, reverse=True) or order[0] - order[-1] > 1 or order[-1] < 0:
            orchestra.wrong("uneven_turns", rule="SY-251", found=left)
    elif knowledge.phase(s) != st.S_SEATS and s.stack and st.S_SEATS in s.terms.programme[s.stack[0].at :: 2]:
        cards = n * int(s.terms.setup.hand) + choir_count(s)
    if cards != len(seats):
        orchestra.wrong("hands_do_not_fill_seats", rule="SY-047", cards=cards, seats=len(seats))


# -- choirs and the rest ---------------------------------------------------------------------------------


def _choirs(d: Box, s: State, top: Reader, known: Memory, deck: Deck, hands: list[Counts]) -> list[int]:
    """SY-044: who got which choir, as far as hands and table tell or the position says; who has it in hand."""
    in_hand = [[kind for kind, held in enumerate(hand) if held and d.category[kind] == bx.CHOIR] for hand in hands]
    kept = knowledge.keepers(s)
    on_table = {} if s.terms.preset else _seat_choirs(d, s, top.at("orchestra"), in_hand)
    for p, row in enumerate(top.usual("hands", []).items()):
        most = int(p in kept and p not in on_table)
        found = sum(hands[p][kind] for kind in in_hand[p])
        if not (0 if HIDDEN in row.value else most) <= found <= most:
            row.wrong("wrong_choirs", rule="SY-044", expected=most, found=found)
    owners = [picker(s, number) for number in range(choir_count(s))]
    given = top.usual("choirs", [HIDDEN] * len(owners)).items(len(owners))
    for owner, item in zip(owners, given, strict=True):
        kind, shown = deck.kind(item), in_hand[owner][0] if in_hand[owner] else on_table.get(owner, UNKNOWN)
        if UNKNOWN not in (kind, shown):
            item.one_of([d.ids[shown]])
        known.choirs.append(shown if kind == UNKNOWN else kind)
        s.desk[st.CHOIRS + len(known.choirs) - 1] = u8(known.choirs[-1] + 1)
    _received(s, top, known, deck)
    return [p for p in kept if p not in on_table]


def _seat_choirs(d: Box, s: State, orchestra: Reader, in_hand: list[list[int]]) -> dict[int, int]:
    """Choirs on the table, by those who got them: any of those who hold none, if nobody says."""
    seats = [seat for seat in seated(s) if d.category[seat.kind] == bx.CHOIR]
    kept, placers = knowledge.keepers(s), [seat.placer - 1 for seat in seats]
    free = [owner for owner in kept if owner not in placers and not in_hand[owner]]
    for seat, placer in zip(seats, placers, strict=True):
        if placer < 0 and free:
            placer = free.pop(0)
            seat.placer = placer + 1
        if placer not in kept or placers.count(placer) > 1:
            orchestra.at(names.place(seat.inst)).wrong("wrong_choirs", rule="SY-044", expected=0, found=1)
    return {seat.placer - 1: seat.kind for seat in seats}


def _received(s: State, top: Reader, known: Memory, deck: Deck) -> None:
    seen = top.usual("choirs_seen", None)
    if seen.absent:
        return
    mine = [number for number in range(choir_count(s)) if picker(s, number) == known.player]
    if not mine or mine[0] > knowledge.choirs_kept(s):
        seen.wrong("wrong_choirs", rule="SY-044", expected=0, found=len(seen.items()))
    known.received = counted([deck.kind(item) for item in seen.items(choir_count(s) - mine[0])])


def _bag(d: Box, s: State, bag: Reader, known: Memory, deck: Deck) -> None:
    """The cards out of the game are those that lie nowhere else."""
    deck.pile(s.bag, 0, bag)
    if deck.hidden or UNKNOWN in known.choirs or any(UNKNOWN in row for row in known.picks):
        bag.wrong("bag_unknown")
    missing = [d.ids[k] for k in range(KINDS) if d.category[k] != bx.CHOIR for _ in range(deck.left[k])]
    if missing:
        bag.wrong("bag_differs", rule="SY-045", missing=missing)
    if known.choirs and not determinize.choir_ways(d, s, known):
        bag.wrong("no_world_fits", rule="SY-043")
