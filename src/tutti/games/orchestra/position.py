"""Positions: the table as readable data, and the table read from data and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.orchestra import box as t
from tutti.games.orchestra import events, holdings, pending, views
from tutti.games.orchestra import state as st
from tutti.games.orchestra.actions import KIND_NAMES, SPACES
from tutti.games.orchestra.audience import cover_chairs, placement_at
from tutti.games.orchestra.decks import turn_up
from tutti.games.orchestra.names import LEVELS, TYPES
from tutti.games.orchestra.state import State, empty_state
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.facts import HIDDEN, Fields, Options
from tutti.kernel.frames import BIT
from tutti.kernel.native import u8, vec
from tutti.kernel.reading import Reader

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

KEYS = (
    "phase", "round", "first_player", "turn", "reason", "open_levels", "rows", "decks", "social", "freelancers",
    "spots", "pieces", "wcu", "academies_completed", "posters_completed", "arrivals", "tried", "academies",
    "theater", "stack",
)  # fmt: skip


def dump(game: Orchestra, s: State, player: int | None) -> Fields:
    """Everything that ``load`` needs. For one player, ``?`` stands for the others' Theater Cards (OR-011)."""
    return {**views.public(game, s), "theater": [_theater(s, p, player) for p in range(s.n)]}


def _theater(s: State, p: int, player: int | None) -> Fields:
    own = views.theater(s, p)
    if player is None or player == p:
        return {**own}
    if s.phase == st.OVER:
        return {"dealt": HIDDEN, "kept": own["kept"]}
    return {"dealt": HIDDEN, "kept": HIDDEN if own["kept"] else None}


def load(game: Orchestra, raw: Fields, options: Options, host: Host) -> State:
    """A state from plain data. What is left out has the value it has at the start of a match."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    s = empty_state(game.d, options.players)
    _progress(s, top)
    seen = holdings.Seen(s)
    for p, academy in enumerate(_list(top, "academies", s.n)):
        holdings.read_academy(s, p, academy, seen, pending.asked(top, "banner", p))
    _spots(s, top)
    _pieces(s, top)
    _cards(s, top, seen, host)
    holdings.read_freelancers(s, top, seen)
    pending.read_stack(game, s, top)
    _social(s, top)
    holdings.check(s, top, seen)
    _theaters(s, top, host)
    pending.check_question(game, s, top)
    return s


def _list(top: Reader, key: str, length: int) -> list[Reader]:
    given = top.get(key)
    return given.items(length) if given else [Reader({}, BadPosition, f"{key}[{i}]") for i in range(length)]


def _number(top: Reader, key: str, low: int, high: int, usual: int) -> int:
    given = top.get(key)
    return given.number(low, high) if given else usual


def _progress(s: State, top: Reader) -> None:
    phase = top.get("phase")
    s.phase = st.PHASES.index(phase.one_of(st.PHASES)) if phase else st.ALLOCATION
    s.round = _number(top, "round", 1, s.d.max_rounds, 1)
    s.first = _number(top, "first_player", 0, s.n - 1, 0)
    s.player = _number(top, "turn", 0, s.n - 1, s.first)
    reason = top.get("reason")
    if reason is not None and not reason.absent:
        s.reason = st.REASONS.index(reason.one_of(st.REASONS[1:]))
    if (s.reason == st.GOING_ON) != (s.phase in (st.SETUP, st.ALLOCATION, st.RESOLUTION)):
        (reason or top).wrong("reason_and_phase", rule="OR-003", phase=st.PHASES[s.phase])
    levels = top.get("open_levels")
    for level in levels.items() if levels else []:
        s.levels |= 1 << LEVELS.index(level.one_of(LEVELS))
    s.wcu = _number(top, "wcu", 0, s.d.wcu_total, 0)
    tried = top.get("tried")
    for space in tried.items() if tried else []:
        s.tried |= 1 << SPACES.index(space.one_of([name.upper() for name in SPACES[:3]]).lower())


def _spots(s: State, top: Reader) -> None:
    spots = top.get("spots")
    for name, owner in spots.pairs() if spots else []:
        if name not in s.d.spots:
            owner.wrong("not_one_of", found=name, known=list(s.d.spots))
        spot = s.d.spots.index(name)
        p = owner.number(0, s.n - 1)
        if not views.cell(s, p, st.TEACHES) >> s.d.spot_section[spot] & 1:
            owner.wrong("section_not_taught", rule="OR-076", spot=name)
        s.spots[spot] = u8(p + 1)
        s.free_spots &= ~(1 << spot)
        s.own[p * st.OWN + st.SECTION + s.d.spot_section[spot]] += 1
        if s.d.spot_shape[spot] == t.INSTRUMENTALIST:
            s.own[p * st.OWN + st.SOLO] += 1


def _pieces(s: State, top: Reader) -> None:
    d = s.d
    for p in range(s.n):
        for shape in range(t.SHAPES):
            s.own[p * st.OWN + st.SUPPLY + shape] = u8(d.supply[shape])
    given = top.get("pieces")
    for piece in given.items() if given else []:
        piece.only(("player", "piece", "at"))
        p = piece.at("player").number(0, s.n - 1)
        shape = d.shapes.index(piece.at("piece").one_of(d.shapes))
        anchor = d.anchors.index(piece.at("at").one_of(d.anchors))
        k = placement_at(s, shape, anchor)
        if k < 0 or not _free(s, shape, k - d.first_place[shape]):
            piece.wrong("seats_taken" if k >= 0 else "off_the_seats", rule="OR-114", piece=d.shapes[shape])
        if not s.own[p * st.OWN + st.SUPPLY + shape]:
            piece.wrong("no_piece_left", rule="OR-015", piece=d.shapes[shape])
        s.own[p * st.OWN + st.SUPPLY + shape] -= 1
        s.own[p * st.OWN + st.AREA + d.place_area[k]] += 1
        cover_chairs(s, p, shape, k)


def _free(s: State, shape: int, k: int) -> bool:
    word, bit = divmod(k, t.WORD)
    return bool(s.open[shape * 2 + word] >> bit & 1)


def _cards(s: State, top: Reader, seen: holdings.Seen, host: Host) -> None:
    """Rows and decks; cards that lie nowhere else are unseen. Rows left out are turned up."""
    rows = top.get("rows")
    for level, key in enumerate(LEVELS):
        row = rows.get(key) if rows else None
        for i, place in enumerate(row.items(st.ROW) if row else []):
            if not place.absent:
                _place(s, level, i, place, seen)
        below = top.get("decks")
        deck = below.get(key) if below else None
        known = deck.get("below") if deck else None
        for i, reader in enumerate(known.items() if known else []):
            s.tail[s.d.level_first[level] + i] = u8(seen.card(reader, level) + 1)
            s.decks[4 + level] += 1
    for level, key in enumerate(LEVELS):
        for card in range(s.d.level_first[level], s.d.level_first[level + 1]):
            if card not in seen.cards:
                s.bag[card] = 1
                s.decks[level] += 1
        given = top.get("decks")
        count = given.at(key).get("unseen") if given and given.get(key) else None
        if count is not None and count.number() != s.decks[level]:
            count.wrong("deck_differs", found=count.value, expected=int(s.decks[level]))
        if (rows is None or rows.get(key) is None) and s.levels >> level & 1:
            for i in range(st.ROW):
                turn_up(s, level * st.ROW + i, host)


def _place(s: State, level: int, i: int, reader: Reader, seen: holdings.Seen) -> None:
    if not s.levels >> level & 1:
        reader.wrong("level_closed", rule="OR-138", level=LEVELS[level])
    reader.only(("card", "player", "part", "musicians"))
    card = seen.card(reader.at("card"), level)
    place = level * st.ROW + i
    s.rows[place] = u8(card + 1)
    owner = reader.get("player")
    if owner is None:
        return
    at = place * st.STAFF
    p = owner.number(0, s.n - 1)
    s.staff[at + st.OWNER] = u8(p + 1)
    part = reader.at("part").number(1, s.d.card_parts[card]) - 1
    s.staff[at + st.PART] = u8(part)
    first = s.d.part_first[s.d.card_part[card] + part]
    length = s.d.part_len[s.d.card_part[card] + part]
    for k, musician in enumerate(reader.at("musicians").items(length)):
        kind = KIND_NAMES.index(musician.one_of(KIND_NAMES))
        need = s.d.slot_type[first + k]
        if need not in (t.ANY, holdings.TYPE_OF[kind]):
            musician.wrong("wrong_type", rule="OR-027", musician=KIND_NAMES[kind], need=(*TYPES, "any")[need])
        s.staff[at + st.FILL + k] = u8(kind + 1)
        seen.musician(p, kind)


def _social(s: State, top: Reader) -> None:
    """The deck, the discards and the cards revealed just now are all there are."""
    d = s.d
    kinds = len(d.social)
    left = list(d.social_copies)
    for frame in s.stack:
        if frame.step == st.SOCIAL:
            for card in (frame.a, frame.b, frame.c):
                if card:
                    left[card - 1] -= 1
    given = top.get("social")
    discards = given.get("discards") if given else None
    for name, count in discards.pairs() if discards else []:
        if name not in d.social:
            count.wrong("not_one_of", found=name, known=list(d.social))
        kind = d.social.index(name)
        s.social[kinds + kind] = u8(count.number(0, max(0, left[kind])))
        left[kind] -= int(s.social[kinds + kind])
    if min(left) < 0:
        top.wrong("too_many_cards", rule="OR-021")
    for kind in range(kinds):
        s.social[kind] = u8(left[kind])
    s.social_left = sum(left)
    deck = given.get("deck") if given else None
    if deck is not None and deck.value != views.named(d.social, left):
        deck.wrong("deck_differs", found=deck.value, expected=views.named(d.social, left))


def _theaters(s: State, top: Reader, host: Host) -> None:
    """OR-011, OR-023: cards given stay with their owners; ``?`` and what is left out is dealt anew."""
    names = s.d.theater
    readers = _list(top, "theater", s.n)
    dealt: list[list[int]] = []
    kept: list[str] = []
    used: set[int] = set()
    for reader in readers:
        reader.only(("dealt", "kept"))
        cards = reader.get("dealt")
        hidden = cards is None or cards.value == HIDDEN
        own = [] if hidden or cards is None else [names.index(card.one_of(names)) for card in cards.items(2)]
        choice = reader.get("kept")
        kept.append(HIDDEN if choice is None else "" if choice.absent else choice.text())
        if choice is not None and kept[-1] not in ("", HIDDEN):
            card = names.index(choice.one_of(names))
            if hidden:
                own = [card]
            elif card not in own:
                choice.wrong("not_one_of", found=names[card], known=[names[c] for c in own])
        for card in own:
            if card in used:
                reader.wrong("card_twice", card=names[card])
            used.add(card)
        dealt.append(own)
    left = vec[u8]([0 if card in used else 1 for card in range(len(names))])
    for p, reader in enumerate(readers):
        while len(dealt[p]) < 2:
            card = host.draw(events.BAG_THEATER, left, sum(map(int, left)), BIT[p])
            left[card] = 0
            dealt[p].append(card)
        for i in range(2):
            s.own[p * st.OWN + st.DEALT + i] = u8(dealt[p][i] + 1)
        choosing = s.phase == st.SETUP and bool(s.stack) and bool(s.stack[-1].open & BIT[p])
        if choosing != (kept[p] == "") and kept[p] != HIDDEN:
            reader.wrong("kept_or_not", rule="OR-023", player=p)
        if not choosing:
            card = names.index(kept[p]) if kept[p] in names else dealt[p][0]
            s.own[p * st.OWN + st.KEPT] = u8(card + 1)
