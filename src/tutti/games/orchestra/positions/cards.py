"""Scenario Cards in rows and decks, Social Media Cards, Theater Cards."""

from __future__ import annotations

from tutti.games.orchestra.pack.names import LEVELS, NEEDS
from tutti.games.orchestra.positions.table import put
from tutti.games.orchestra.rules import state
from tutti.games.orchestra.rules.actions import KIND_NAMES
from tutti.games.orchestra.rules.casting import suits
from tutti.games.orchestra.rules.decks import turn_up
from tutti.games.orchestra.rules.events import BAG_THEATER
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.views.view import named
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8, vec
from tutti.kernel.reading import Reader, Supply
from tutti.kernel.types import HIDDEN


class Scenario(Supply):
    """The Scenario Cards that have not been seen yet: none may lie in two places."""

    def __init__(self, s: State) -> None:
        super().__init__([1] * len(s.d.cards), "card_twice")
        self.d = s.d

    def card(self, reader: Reader, level: int = -1) -> int:
        """A card of a level, or of any."""
        first = self.d.level_first[max(level, 0)]
        card = first + reader.pick(self.d.cards[first : self.d.level_first[level + 1] if level >= 0 else None])
        return self.take(reader, card, card=self.d.cards[card])


def read_rows(s: State, top: Reader, scenario: Scenario, host: Host) -> None:
    """Rows and decks; cards that lie nowhere else are unseen. Rows left out are turned up."""
    rows, decks = top.usual("rows", {}), top.usual("decks", {})
    for level, name in enumerate(LEVELS):
        row = rows.get(name)
        for i, place in enumerate(row.items(state.ROW) if row else []):
            if not place.absent:
                _read_place(s, level, i, place, scenario)
        for i, card in enumerate(decks.usual(name, {}).usual("below", []).items()):
            s.tail[s.d.level_first[level] + i] = u8(scenario.card(card, level) + 1)
            s.decks[4 + level] += 1
    for level, name in enumerate(LEVELS):
        for number in range(s.d.level_first[level], s.d.level_first[level + 1]):
            s.bag[number] = u8(scenario.left[number])
            s.decks[level] += s.bag[number]
        unseen = decks.usual(name, {}).usual("unseen", int(s.decks[level]))
        if unseen.number() != s.decks[level]:
            unseen.wrong("deck_differs", found=unseen.value, expected=int(s.decks[level]))
        if rows.get(name) is None and s.levels >> level & 1:
            for i in range(state.ROW):
                turn_up(s, level * state.ROW + i, host)


def _read_place(s: State, level: int, i: int, reader: Reader, scenario: Scenario) -> None:
    d = s.d
    if not s.levels >> level & 1:
        reader.wrong("level_closed", rule="OR-138", level=LEVELS[level])
    reader.only(("card", "player", "part", "musicians"))
    card = scenario.card(reader.at("card"), level)
    place = level * state.ROW + i
    s.rows[place] = u8(card + 1)
    owner = reader.get("player")
    if owner is None:
        return
    at = place * state.STAFF
    part = reader.at("part").number(1, d.card_parts[card]) - 1
    s.staff[at + state.OWNER] = u8(owner.number(0, s.n - 1) + 1)
    s.staff[at + state.PART] = u8(part)
    part += d.card_part[card]
    for k, musician in enumerate(reader.at("musicians").items(d.part_len[part])):
        kind = musician.pick(KIND_NAMES)
        need = d.slot_type[d.part_first[part] + k]
        if not suits(need, kind):
            musician.wrong("wrong_type", rule="OR-027", musician=KIND_NAMES[kind], need=NEEDS[need])
        s.staff[at + state.FILL + k] = u8(kind + 1)


def read_social(s: State, top: Reader) -> None:
    """The deck, the discards and the cards revealed just now are all there are."""
    d = s.d
    left = list(d.social_copies)
    for f in s.stack:
        for card in (f.a, f.b, f.c) if f.step == state.SOCIAL else ():
            if card:
                left[card - 1] -= 1
    social = top.usual("social", {})
    for kind, count in social.usual("discards", {}).named(d.social):
        discarded = count.number(0, max(0, left[kind]))
        s.social[len(left) + kind] = u8(discarded)
        left[kind] -= discarded
    if min(left) < 0:
        top.wrong("too_many_cards", rule="OR-021")
    for kind, number in enumerate(left):
        s.social[kind] = u8(number)
    s.social_left = sum(left)
    deck = social.usual("deck", named(d.social, left))
    if deck.value != named(d.social, left):
        deck.wrong("deck_differs", found=deck.value, expected=named(d.social, left))


def read_theater(s: State, top: Reader, host: Host) -> None:
    """OR-011, OR-023: cards given stay with their owners; ``?`` and what is left out is dealt anew."""
    readers = top.usual("theater", [{}] * s.n).items(s.n)
    given = [_dealt(s.d.theater, reader) for reader in readers]
    deck = Supply([1] * len(s.d.theater), "card_twice")
    for reader, dealt in zip(readers, given, strict=True):
        for card in dealt:
            deck.take(reader, card, card=s.d.theater[card])
    for p, (reader, dealt) in enumerate(zip(readers, given, strict=True)):
        while len(dealt) < 2:
            drawn = host.draw(BAG_THEATER, vec[u8](map(u8, deck.left)), sum(deck.left), BIT[p])
            dealt.append(deck.take(readers[p], int(drawn)))
        for i, card in enumerate(dealt):
            put(s, p, state.DEALT + i, card + 1)
        choosing = s.phase == state.SETUP and bool(s.stack) and bool(s.stack[-1].open & BIT[p])
        kept = reader.usual("kept", HIDDEN).value
        if kept != HIDDEN and choosing != (not kept):
            reader.wrong("kept_or_not", rule="OR-023", player=p)
        if not choosing:
            put(s, p, state.KEPT, 1 + (dealt[0] if kept == HIDDEN else s.d.theater.index(kept)))


def _dealt(names: tuple[str, ...], reader: Reader) -> list[int]:
    """The cards dealt, as far as they are known; the one kept is one of them."""
    reader.only(("dealt", "kept"))
    cards, kept = reader.usual("dealt", HIDDEN), reader.usual("kept", HIDDEN)
    dealt = [] if cards.value == HIDDEN else [card.pick(names) for card in cards.items(2)]
    if kept.absent or kept.text() in ("", HIDDEN):
        return dealt
    card = names.index(kept.one_of([names[card] for card in dealt] or names))
    return dealt or [card]
