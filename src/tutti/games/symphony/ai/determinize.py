# tutti: compiled
"""Worlds that fit all a player has seen: hidden cards drawn anew, narrow places first, sealed answers again."""

from __future__ import annotations

from itertools import permutations

from tutti.games.symphony.ai.opinions import card_worth
from tutti.games.symphony.pack.box import CHOIR, ROWS, SEATS, SPECIAL, Box
from tutti.games.symphony.rules import events, knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import kind_at
from tutti.games.symphony.rules.knowledge import UNKNOWN, Counts, Memory, minus, nothing, plus
from tutti.games.symphony.rules.setup import audience_cards, counts, loose
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.draft import may_discard, packet_of
from tutti.games.symphony.rules.steps.opening import choir_count, demanded, picker
from tutti.kernel.chance import Host
from tutti.kernel.native import u8

BAG = -1
"""Holder of cards out of the game; 0 to 5 are picks of players, 6 and up what is left in packet holder - 6."""
REST = 6
Group = tuple[int, int]
UNSEEN: Group = (-1, 0)
TRIES = 500
LIKING = 1000
"""A card that looks so much worse in a draft, in thousandths of a point, is taken to be picked half as often."""
LIKED = 60
"""The weight of the card that looks best; one that nobody would take has 1."""


class NoWorld(Exception):
    """No world fits: a position that cannot be."""


def determinize(d: Box, s: State, player: int, host: Host, doubt: int = 0) -> State:
    """A copy in which everything hidden from the player is drawn anew.

    With a ``doubt`` what others picked in secret is not drawn evenly: a card that looks so much worse, in thousandths
    of a point, is half as likely to be taken. What looks good is the same for all, so it tells nothing that is hidden.
    """
    world = s.copy()
    fill(d, world, knowledge.of(d, s, player), host, doubt)
    redraw_objectives(d, world, player, host)
    reseal(d, world, player, host, doubt)
    return world


def likings(d: Box, cards: Counts, doubt: int) -> Counts:
    """How likely each kind of these cards is to be picked, each card by what it looks worth."""
    if not doubt:
        return cards
    worth = [int(card_worth(d, kind, True)) if count else 0 for kind, count in enumerate(cards)]
    best = max(worth[kind] for kind, count in enumerate(cards) if count)
    return [
        count * max(1, round(LIKED * 2.0 ** ((worth[kind] - best) / doubt))) if count else 0
        for kind, count in enumerate(cards)
    ]


def weighed(host: Host, weights: Counts) -> int:
    """A kind by weights, which stay as they are."""
    return int(host.draw(events.BAG_WORLD, counts(weights), sum(weights), events.NOBODY_SEES))


def draw(host: Host, left: Counts) -> int:
    """One of the kinds counted, which is then one less."""
    kind = int(host.draw(events.BAG_WORLD, counts(left), sum(left), events.NOBODY_SEES))
    left[kind] -= 1
    return kind


def fill(d: Box, world: State, known: Memory, host: Host, doubt: int = 0) -> None:
    """Write hands, packets, picks, discards, choirs and the bag anew."""
    choirs = _fill_choirs(d, world, known, host)
    if world.terms.preset:
        return
    if not _dealt(world):
        knowledge.write(world.bag, 0, Deal(d, world, Memory(knowledge.WATCHER)).unseen)
        return
    for _ in range(TRIES):
        deal = Deal(d, world, known)
        if deal.sample(host, doubt):
            deal.write(choirs, host)
            return
    raise NoWorld


def _dealt(world: State) -> bool:
    """Whether the cards have been dealt; only the choirs come before."""
    return all(f.step != st.S_CHOIR for f in world.stack)


# -- choirs --------------------------------------------------------------------------------------


def _fill_choirs(d: Box, world: State, known: Memory, host: Host) -> list[int]:
    """One of the ways the choirs can have been drawn and kept (SY-043, SY-044)."""
    if not known.choirs:
        return []
    fitting = choir_ways(d, world, known)
    if not fitting:
        raise NoWorld
    way = fitting[draw(host, [1] * len(fitting))]
    kept = knowledge.choirs_kept(world)
    for number, kind in enumerate(way):
        world.desk[st.CHOIRS + number] = u8(kind + 1)
        owner = picker(world, number)
        theirs = owner * KINDS
        for choir in range(KINDS):
            if d.category[choir] == CHOIR:
                here = number < kept and choir == kind and not _seated(world, owner, choir)
                world.hands[theirs + choir] = u8(int(here))
    return list(way)


def choir_ways(d: Box, world: State, known: Memory) -> list[tuple[int, ...]]:
    """All ways that fit what is known."""
    return sorted({way for way in _ways(d, world) if _choirs_fit(world, known, way)})


def _seated(world: State, owner: int, kind: int) -> bool:
    return any(
        int(world.inst[base + st.KIND]) == kind + 1 and int(world.inst[base + st.PLACER]) == owner + 1
        for base in range(0, SEATS * st.REC, st.REC)
    )


def _ways(d: Box, world: State) -> list[tuple[int, ...]]:
    setup = world.terms.setup
    every = [kind for kind in range(KINDS) if d.category[kind] == CHOIR for _ in range(d.copies[kind])]
    count = choir_count(world)
    kept = knowledge.choirs_kept(world)
    found = []
    for way in permutations(every, count):
        twos = sum(d.part_count[kind] == 2 for kind in way)
        if twos == setup.choir2 and list(way[kept:]) == sorted(way[kept:]):
            found.append(way)
    return found


def _choirs_fit(world: State, known: Memory, way: tuple[int, ...]) -> bool:
    if any(kind not in (UNKNOWN, way[number]) for number, kind in enumerate(known.choirs)):
        return False
    if known.received is None:
        return True
    mine = next(i for i in range(len(way)) if picker(world, i) == known.player)
    received = nothing()
    for kind in way[mine:]:
        received[kind] += 1
    return received == known.received


# -- the deal and the draft ----------------------------------------------------------------------


class Deal:
    """Who got which card: groups of cards that the player cannot tell apart, and the slots they lie in."""

    def __init__(self, d: Box, world: State, known: Memory) -> None:
        self.d, self.world, self.known = d, world, known
        self.n = int(world.terms.n)
        self.cards: dict[Group, Counts] = {}
        self.slots: dict[Group, list[int]] = {}
        """Holders of a group, one entry for each card."""
        self.picked: dict[tuple[Group, int], list[int]] = {}
        """Rounds in which a holder of the group picked, in order."""
        self.where: list[tuple[Group, int, int]] = []
        front = nothing()
        for seat in range(SEATS):
            base = seat * st.REC
            if world.inst[base + st.KIND] and not world.inst[base + st.PLACER]:
                front[int(world.inst[base + st.KIND]) - 1] += 1
        deck = loose(d)
        if world.terms.progressive:
            deck[d.conductor_kind] += 1
            deck[d.concertmaster_kind] += 1
        self.unseen = minus(deck, knowledge.without_choirs(d, front))
        if not _dealt(world):
            return
        self._bind()
        if len(world.packets):
            self._packets()
        else:
            self._hands()
        out = sum(self.unseen) - len(self.slots.get(UNSEEN, []))
        self.slots.setdefault(UNSEEN, []).extend([BAG] * out)
        self.cards[UNSEEN] = self.unseen

    def own(self, player: int) -> Counts:
        """The cards that the player was dealt, wherever they are now."""
        hand, aside = (knowledge.counts_at(pile, player) for pile in (self.world.hands, self.world.discards))
        return plus(knowledge.without_choirs(self.d, plus(hand, self.known.required[player])), aside)

    def _hands(self) -> None:
        for q in range(self.n):
            if q == self.known.player:
                self.unseen = minus(self.unseen, self.own(q))
            else:
                self.slots.setdefault(UNSEEN, []).extend([q] * self.known.dealt[q])

    def _packets(self) -> None:
        known, n = self.known, self.n
        size = int(self.world.terms.packet)
        played = int(self.world.round)
        for packet in range(n):
            held = [r for r in range(len(known.seen)) if known.player >= 0 and (known.player - r) % n == packet]
            first = held[0] if held else played
            if held:
                self.unseen = minus(self.unseen, known.seen[first])
            for r in range(min(first, played)):
                self._slot(UNSEEN, (packet + r) % n, r)
            for i, turn in enumerate(held):
                if turn == played:  # it lies in the player's hand: nothing to draw
                    break
                group = (packet, turn)
                own = nothing()
                own[known.picks[known.player][turn]] += 1
                after = held[i + 1] if i + 1 < len(held) else None
                self.cards[group] = minus(known.seen[turn], own)
                if after is not None:
                    self.cards[group] = minus(self.cards[group], known.seen[after])
                for r in range(turn + 1, min(after if after is not None else played, played)):
                    self._slot(group, (packet + r) % n, r)
                if after is None:
                    self.slots.setdefault(group, []).extend([REST + packet] * (size - played))
            if not held:
                self.slots.setdefault(UNSEEN, []).extend([REST + packet] * (size - played))

    def _slot(self, group: Group, q: int, round: int) -> None:
        """A pick of another player: a slot, or a known card of a public draft."""
        kind = self.known.picks[q][round] if self.known.picks else UNKNOWN
        if kind == UNKNOWN:
            self.slots.setdefault(group, []).append(q)
            self.picked.setdefault((group, q), []).append(round)
        elif group == UNSEEN:
            self.unseen[kind] -= 1
        else:
            self.cards[group][kind] -= 1

    def sample(self, host: Host, doubt: int = 0) -> bool:
        """Deal every group out; False if this try ran into a dead end."""
        if any(min(cards) < 0 or sum(cards) != len(self.slots.get(g, [])) for g, cards in self.cards.items()):
            raise NoWorld
        needs = [(q, kind) for q in range(self.n) if q != self.known.player for kind in self._needs(q)]
        if not self._require(needs, 0, host):
            raise NoWorld
        self._rest(host, doubt)
        return self._discards_fit()

    def _needs(self, q: int) -> list[int]:
        """Cards that must lie in unknown slots of a player: those shown but not known as picks."""
        required = knowledge.without_choirs(self.d, self.known.required[q])
        for kind in self.known.picks[q] if self.known.picks else []:
            if kind != UNKNOWN and required[kind]:
                required[kind] -= 1
        return [kind for kind in range(KINDS) for _ in range(required[kind])]

    def _require(self, needs: list[tuple[int, int]], at: int, host: Host) -> bool:
        """Cards that were shown go to slots of those who showed them; tries all ways, in an order drawn."""
        if at == len(needs):
            return self._narrow_fits()
        q, kind = needs[at]
        groups = [g for g in sorted(self.slots) if self.cards[g][kind] and q in self.slots[g]]
        left = [1] * len(groups)
        while any(left):
            group = groups[draw(host, left)]
            self.cards[group][kind] -= 1
            self.slots[group].remove(q)
            self.where.append((group, q, kind))
            if self._require(needs, at + 1, host):
                return True
            self.where.pop()
            self.slots[group].append(q)
            self.cards[group][kind] += 1
        return False

    def _bind(self) -> None:
        """SY-222, SY-247: which cards cannot be out of the game, and which must be."""
        d, terms = self.d, self.world.terms
        pool = terms.master.card.pool
        wanted = [demanded(d, pool, kind) for kind in range(KINDS)]
        special = [d.category[kind] == SPECIAL for kind in range(KINDS)]
        count = sum(copies for kind, copies in enumerate(loose(d)) if wanted[kind])
        if not terms.progressive:
            front = [kind_at(self.world, column * ROWS) for column in terms.setup.first_row]
            count -= sum(wanted[kind] for kind in front if kind >= 0)
        overflow = count > terms.n * terms.dealt - (2 if terms.progressive else 0)
        # When nobody remembers the draft, any card may have been removed in it.
        forgotten = bool(terms.packet) and not len(self.world.packets)
        every = range(KINDS)
        self.in_game = [special[kind] or (wanted[kind] and not overflow and not forgotten) for kind in every]
        self.out = [overflow and not special[kind] and not wanted[kind] for kind in every]

    def _narrow_fits(self) -> bool:
        """Whether the cards that must be dealt, and those that cannot be, still have room."""
        cards, slots = self.cards[UNSEEN], self.slots[UNSEEN]
        bag = slots.count(BAG)
        dealt = sum(cards[kind] for kind in range(KINDS) if self.in_game[kind])
        out = sum(cards[kind] for kind in range(KINDS) if self.out[kind])
        return dealt <= len(slots) - bag and out <= bag

    def _rest(self, host: Host, doubt: int) -> None:
        for group in sorted(self.slots):
            slots = self.slots[group]
            if group == UNSEEN:
                self._put(group, self.in_game, [holder for holder in slots if holder != BAG], host)
                self._put(group, self.out, [holder for holder in slots if holder == BAG], host)
            if doubt:
                self._like(group, host, doubt)
            self._put(group, [True] * KINDS, list(slots), host)

    def _like(self, group: Group, host: Host, doubt: int) -> None:
        """The picks of others in the order in which they were made, each by what it looked worth."""
        cards, slots = self.cards[group], self.slots[group]
        rounds = sorted((turn, q) for (g, q), turns in self.picked.items() if g == group for turn in turns)
        for turn, q in rounds:
            if q not in slots:  # a card that was shown fills it
                continue
            weights = likings(self.d, cards, doubt)
            if group == UNSEEN:
                weights = self._beside(weights, (q - turn) % self.n, doubt)
            kind = weighed(host, weights)
            cards[kind] -= 1
            slots.remove(q)
            self.where.append((group, q, kind))

    def _beside(self, weights: Counts, packet: int, doubt: int) -> Counts:
        """A pick out of a packet that the player had not seen: it was liked better than what came along."""
        cards, known = self.cards[UNSEEN], self.known
        seen = next((s for r, s in enumerate(known.seen) if (known.player - r) % self.n == packet), None)
        best = max(range(KINDS), key=lambda kind: int(card_worth(self.d, kind, True)) if cards[kind] else -1)
        others = int(self.world.terms.packet) * sum(weights) / max(1, sum(cards))
        if seen is not None:
            both = likings(self.d, plus(seen, [int(kind == best) for kind in range(KINDS)]), doubt)
            others = (sum(both) - both[best] / (seen[best] + 1)) * LIKED * (seen[best] + 1) / max(1, both[best])
        each = [weight / count if count else 0.0 for weight, count in zip(weights, cards, strict=True)]
        return [
            count and max(1, round(LIKED * count * one / (one + others) * (LIKED + others) / LIKED))
            for one, count in zip(each, cards, strict=True)
        ]

    def _put(self, group: Group, which: list[bool], open: list[int], host: Host) -> None:
        """Cards of some kinds into open slots, each equally likely; without a draw where it makes no difference."""
        cards, slots = self.cards[group], self.slots[group]
        open.sort()
        for kind in range(KINDS):
            while cards[kind] and which[kind]:
                holder = open.pop(0 if open[0] == open[-1] else draw(host, [1] * len(open)))
                slots.remove(holder)
                cards[kind] -= 1
                self.where.append((group, holder, kind))

    def _discards_fit(self) -> bool:
        """SY-224: 00 and 01 are never discarded, so they must still be in hand or on the table."""
        if not len(self.world.discards):
            return True
        for q in range(self.n):
            if q == self.known.player or knowledge.is_open(self.world, st.S_DISCARD, q):
                continue
            special = sum(holder == q and not may_discard(self.d, kind) for _, holder, kind in self.where)
            shown = sum(self.known.required[q][kind] for kind in range(KINDS) if not may_discard(self.d, kind))
            table = sum(knowledge.without_choirs(self.d, self.known.required[q]))
            if special - shown > self.known.dealt[q] - self.known.aside[q] - table:
                return False
        return True

    # -- writing it into the world -----------------------------------------------------------------

    def write(self, choirs: list[int], host: Host) -> None:
        world, known, n = self.world, self.known, self.n
        bag = nothing()
        rest = [nothing() for _ in range(n)]
        got = [nothing() for _ in range(n)]
        rounds = {key: list(value) for key, value in self.picked.items()}
        size = int(world.terms.packet) if len(world.packets) else 0
        for group, holder, kind in self.where:
            if holder == BAG:
                bag[kind] += 1
            elif holder >= REST:
                rest[holder - REST][kind] += 1
            else:
                got[holder][kind] += 1
                if size:
                    at = rounds[group, holder].pop(0)
                    world.picks[holder * size + at] = u8(kind + 1)
        knowledge.write(world.bag, 0, bag)
        self._write_packets(rest)
        for q in range(n):
            if q != known.player:
                for kind in known.picks[q] if known.picks else []:
                    if kind != UNKNOWN:
                        got[q][kind] += 1
                self._write_hand(q, got[q], host)

    def _write_packets(self, rest: list[Counts]) -> None:
        world, known, n = self.world, self.known, self.n
        if not len(world.packets):
            return
        played = int(world.round)
        for packet in range(n):
            here = rest[packet]
            if len(known.seen) > played and (known.player - played) % n == packet:
                here = known.seen[played]
            knowledge.write(world.packets, packet, here)

    def _write_hand(self, q: int, got: Counts, host: Host) -> None:
        world, d = self.world, self.d
        required = knowledge.without_choirs(d, self.known.required[q])
        hidden = minus(got, required)
        aside = nothing()
        if len(world.discards):
            loose_cards = [count if may_discard(d, kind) else 0 for kind, count in enumerate(hidden)]
            for _ in range(self.known.aside[q]):
                aside[draw(host, loose_cards)] += 1
            knowledge.write(world.discards, q, aside)
        in_hand = minus(self.known.required[q], knowledge.shown_by(world, q))  # known, but not on the table
        theirs = q * KINDS
        for kind in range(KINDS):
            if d.category[kind] != CHOIR:
                world.hands[theirs + kind] = u8(hidden[kind] - aside[kind] + in_hand[kind])


# -- objectives and sealed answers ---------------------------------------------------------------


def redraw_objectives(d: Box, world: State, player: int, host: Host) -> None:
    """SY-018: unrevealed private objectives of the others."""
    if not world.terms.audience_private or not world.stack:
        return
    left = audience_cards(d, world.terms)
    n = int(world.terms.n)
    for at in (
        st.PUBLIC,
        *(st.REVEALED + q for q in range(n)),
        *(st.CARDS_HELD + 2 * player + i for i in range(2) if player >= 0),
    ):
        if world.desk[at]:
            left[int(world.desk[at]) - 1] = 0
    for q in range(n):
        held = [st.CARDS_HELD + 2 * q + i for i in range(2) if world.desk[st.CARDS_HELD + 2 * q + i]]
        if q != player:
            for at in held:
                world.desk[at] = u8(draw(host, left) + 1)


def reseal(d: Box, world: State, player: int, host: Host, doubt: int = 0) -> None:
    """Answers that others have sealed are drawn again from what this world allows them."""
    for q in range(int(world.terms.n)):
        if world.stack and q != player and world.desk[st.SEALED + q]:
            seal(d, world, q, host, doubt)


def seal(d: Box, world: State, q: int, host: Host, doubt: int = 0) -> None:
    """Draw an answer to the question that is sealed now."""
    step = world.stack[-1].step
    if step == st.S_DRAFT:
        packet = knowledge.counts_at(world.packets, int(packet_of(world, q)))
        world.desk[st.SEALED + q] = u8(weighed(host, likings(d, packet, doubt)) + 1)
    elif step == st.S_OBJECTIVE:
        world.desk[st.SEALED + q] = world.desk[st.CARDS_HELD + 2 * q + draw(host, [1, 1])]
