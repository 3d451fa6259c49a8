"""Positions: the table as readable data, and the table read from data and checked."""

from __future__ import annotations

from typing import NoReturn

from tutti.games.symphonimo import views
from tutti.games.symphonimo.pack.box import (
    FAMILIES,
    MOST_CARDS,
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_PASS_LEFT,
    POWER_TAKE_NOW,
    SIZE,
    Box,
)
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State, empty_state
from tutti.kernel.errors import BadPosition
from tutti.kernel.frames import BIT, FlatGame
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields, Options

KEYS = ("step", "player", "round", "deck", "drawn", "chosen", "conductors", "collections", "discards", "ended")
ASKING = {
    st.TAKE_NOW: POWER_TAKE_NOW,
    st.PASS_LEFT: POWER_PASS_LEFT,
    st.DISCARD_ONE: POWER_DISCARD_ONE,
    st.DISCARD_OWN: POWER_DISCARD_OWN,
}
"""The steps in which a power asks, and which one."""


def dump(s: State) -> Fields:
    """The position in the words of the view; everything that ``load`` needs and no more."""
    view = views.view(s)
    return {
        "step": view["step"],
        "player": s.player,
        "round": s.round,
        "deck": s.deck,
        "drawn": view["drawn"],
        "chosen": view["chosen"],
        "conductors": [
            {key: conductor[key] for key in ("power", "cards", "taken_by")} for conductor in view["conductors"]
        ],
        "collections": view["collections"],
        "discards": view["discards"],
        "ended": [p for p in range(s.n) if not s.in_round & BIT[p] and not _holds(s, p)],
    }


def _holds(s: State, player: int) -> bool:
    rows = range(st.ROWS, st.ROWS + s.n * st.ROW, st.ROW)
    return any(s.cards[row + st.HOLDER] == player + 1 for row in rows)


def load(game: FlatGame[State], d: Box, raw: Fields, options: Options) -> State:
    """Only ``conductors``, ``collections`` and ``player`` are needed; the rest has its usual value."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    n = options.players
    rows = top.at("conductors").items(n)
    s = empty_state(d, n, _faces(d, rows, options))
    s.in_round = (BIT[n - 1] << 1) - 1
    bag = _Bag(d, n)
    for c, reader in enumerate(rows):
        _load_conductor(s, c, reader, bag)
    for p, reader in enumerate(top.at("collections").items(n)):
        for f, count in bag.take_counts(reader):
            cell = p * FAMILIES + f
            s.cards[cell] = u8(count)
    _load_rest(s, top, bag)
    _load_deck(s, top, bag, options)
    _load_step(game, s, top)
    return s


class _Bag:
    """The cards in play that nobody has placed yet: each card read is taken out of it."""

    def __init__(self, d: Box, n: int) -> None:
        self.values = d.values[: d.in_play[n]]
        self.left = [*self.values, *[0] * (FAMILIES - len(self.values))]

    def take(self, reader: Reader, value: int, count: int = 1) -> int:
        f = self.values.find(value) if 0 <= value < 256 else -1
        if f < 0:
            self.no_such_family(reader, value)
        if self.left[f] < count:
            reader.wrong("too_many_cards", rule="SO-001", card=value, cards=value)
        self.left[f] -= count
        return f

    def take_counts(self, reader: Reader) -> list[tuple[int, int]]:
        taken = []
        for key, count in reader.pairs():
            if key not in map(str, self.values):
                self.no_such_family(count, key)
            number = count.number(0, MOST_CARDS)
            taken.append((self.take(count, int(key), number), number))
        return taken

    def no_such_family(self, reader: Reader, found: int | str) -> NoReturn:
        reader.wrong("no_such_family", rule="SO-003", found=found, low=self.values[0], high=self.values[-1])


def _face(d: Box, reader: Reader, c: int, options: Options) -> int:
    reader.only(("power", "cards", "taken_by"))
    wish = options.values["grand_maestro"]
    given = reader.get("power")
    if isinstance(wish, list):
        power = wish[c] if c < len(wish) else d.powers[0]
        if given is not None and given.one_of(d.powers) != power:
            given.wrong("power_not_chosen", rule="SO-062", found=given.value, expected=power)
        return d.powers.index(power)
    if c >= wish:
        if given is not None and given.one_of(d.powers) != d.powers[0]:
            given.wrong("power_not_chosen", rule="SO-062", found=given.value, expected=d.powers[0])
        return 0
    if given is None:
        reader.wrong("missing_key", key="power")
    return d.powers.index(given.one_of(d.powers[1:]))


def _faces(d: Box, rows: list[Reader], options: Options) -> bytes:
    faces = bytes(_face(d, reader, c, options) for c, reader in enumerate(rows))
    for c, face in enumerate(faces):
        if face and face in faces[:c]:
            rows[c].at("power").wrong("power_twice", rule="SO-030", power=d.powers[face])
    return faces


def _load_conductor(s: State, c: int, reader: Reader, bag: _Bag) -> None:
    listed = reader.at("cards")
    under = [bag.take(card, card.number()) for card in listed.items()]
    size = len(under)
    limit = s.d.limits[s.faces[c]]
    if size > limit:
        listed.wrong("over_limit", rule="SO-040" if limit == 2 else "SO-012", found=size, limit=limit)
    cards, row = s.cards, st.ROWS + c * st.ROW
    for i, f in enumerate(under):
        cards[row + i] = u8(f)
    cards[row + SIZE] = u8(size)
    taken = reader.get("taken_by")
    if taken is not None and not taken.absent:
        p = taken.number(0, s.n - 1)
        if size:
            listed.wrong("taken_but_filled", rule="SO-015", player=p)
        if not s.in_round & BIT[p]:
            taken.wrong("took_twice", rule="SO-017", player=p)
        cards[row + st.HOLDER] = u8(p + 1)
        s.in_round &= ~BIT[p]
        return
    if size:
        s.filled |= BIT[c]
    if size < limit:
        s.room |= BIT[c]


def _load_rest(s: State, top: Reader, bag: _Bag) -> None:
    discards, first = top.get("discards"), s.n * FAMILIES
    for f, count in bag.take_counts(discards) if discards else []:
        s.cards[first + f] = u8(count)
    drawn = top.get("drawn")
    if drawn is not None and not drawn.absent:
        s.drawn = bag.take(drawn, drawn.number())
    number = top.get("round")
    s.round = number.number(1, 88) if number else 1


def _load_deck(s: State, top: Reader, bag: _Bag, options: Options) -> None:
    for f in range(FAMILIES):
        s.bag[f] = u8(bag.left[f])
    s.hidden = s.d.removed if options.values["false_note"] else 0
    s.deck = sum(bag.left) - s.hidden
    if s.deck < 0:
        top.wrong("removed_cards_shown", rule="SO-050", removed=s.hidden, unseen=sum(bag.left))
    given = top.get("deck")
    if given is not None and given.number() != s.deck:
        given.wrong("deck_differs", found=given.value, expected=s.deck)


def _load_step(game: FlatGame[State], s: State, top: Reader) -> None:
    """Who decides what. An absent step is the one the table shows."""
    ended = _load_ended(s, top)
    usual = st.PLACE if s.drawn >= 0 else st.TURN if s.deck else st.LAST if s.in_round else st.OVER
    given = top.get("step")
    s.step = st.STEPS.index(given.one_of(st.STEPS)) if given else usual
    if s.step in ASKING:
        _load_chosen(game, s, top, usual)
    elif s.step != usual:
        (given or top).wrong("wrong_step", found=st.STEPS[s.step], expected=st.STEPS[usual])
    elif (chosen := top.get("chosen")) and not chosen.absent:
        chosen.wrong("nothing_chosen", step=st.STEPS[s.step])
    player = top.at("player")
    s.player = player.number(0, s.n - 1)
    if s.step == st.OVER:
        return
    if not s.in_round & BIT[s.player]:
        player.wrong("out_of_round", rule="SO-017", player=s.player)
    if s.step == st.PLACE and not s.room:
        top.at("drawn").wrong("no_room", rule="SO-013")
    for reader in ended:
        if s.step in (st.PLACE, st.TAKE_NOW) or _somebody_between(s, reader.value):
            reader.wrong("cannot_have_ended", rule="SO-025", player=reader.value)


def _load_ended(s: State, top: Reader) -> list[Reader]:
    ended = top.get("ended")
    readers = ended.items() if ended else []
    for reader in readers:
        p = reader.number(0, s.n - 1)
        if s.deck or not s.in_round & BIT[p]:
            reader.wrong("cannot_have_ended", rule="SO-025", player=p)
        s.in_round &= ~BIT[p]
    return readers


def _somebody_between(s: State, ended: int) -> bool:
    """SO-025: the last choices go clockwise, so nobody after one who ended is still waiting before the player."""
    steps = (s.player - ended) % s.n
    return any(s.in_round & BIT[(ended + step) % s.n] for step in range(1, steps))


def _load_chosen(game: FlatGame[State], s: State, top: Reader, usual: int) -> None:
    if s.drawn >= 0:
        top.at("drawn").wrong("wrong_step", found=st.STEPS[s.step], expected=st.STEPS[usual])
    chosen = top.at("chosen")
    c = chosen.number(1, s.n) - 1
    if s.faces[c] != ASKING[s.step] or not s.filled & BIT[c]:
        rule, power = game.steps[s.step].rule, s.d.powers[ASKING[s.step]]
        chosen.wrong("cannot_be_chosen", rule=rule, conductor=c + 1, power=power)
    s.chosen = c
