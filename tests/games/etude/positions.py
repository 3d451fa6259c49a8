"""Positions: the table as data that a person could write, and read back strictly; ``?`` is drawn."""

from __future__ import annotations

from games.etude.actions import A_OFFER, A_READY, KINDS, SLOTS
from games.etude.state import BAG_CARD, BAG_CHOICE, SHOWN, UNKNOWN, Card, Desk
from games.etude.steps import CHORD_SIZE, OFFER, PEEK, ROUND, STEPS
from games.etude.views import card, counts
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.frames import BIT, Frame, StepGame
from tutti.kernel.native import u8, vec
from tutti.kernel.reading import Reader
from tutti.kernel.stacks import check_stack, read_stack
from tutti.kernel.types import HIDDEN, Fields, Json, Options

KEYS = ("first", "round", "tail", "hands", "stage", "spent", "coins", "chords", "offers", "stack")


def dump(game: StepGame[Desk], s: Desk, player: int | None) -> Fields:
    """The whole truth (None), or what one player knows of it."""
    stack = game.dump_stack(s)
    for raw, f in zip(stack, s.stack, strict=True):
        if f.step == PEEK:
            raw |= card(Card(f.at, f.a), player)
    return {
        "first": s.first,
        "round": s.round,
        "tail": [card(c, player) for c in s.tail],
        "hands": [[card(c, player) for c in hand] for hand in s.hands],
        "stage": [counts(row) for row in s.stage],
        "spent": counts(s.spent),
        "coins": list(s.coins),
        "chords": list(s.chords),
        "offers": [_offer(s, p, player) for p in range(s.n)],
        "stack": stack,
    }


def _offer(s: Desk, owner: int, player: int | None) -> Json:
    if player is None or player == owner:
        return [slot + 1 for slot in s.offers[owner]]
    return HIDDEN if answered(s, owner) else []


def answered(s: Desk, player: int) -> bool:
    """Whether the player's sealed offer is complete and waits for the others."""
    return bool(s.stack) and s.stack[-1].step == OFFER and not s.stack[-1].open & BIT[player]


# -- hidden things drawn anew ------------------------------------------------------------------


def fill(s: Desk, host: Host) -> None:
    """Draw every unknown card from the bag, which holds all that lie nowhere else."""
    for row in (*s.hands, s.tail):
        for i, c in enumerate(row):
            if c.kind == UNKNOWN:
                row[i] = Card(_from_bag(s, host), c.seen)
    for f in s.stack:
        if f.step == PEEK and f.at == UNKNOWN:
            f.at = _from_bag(s, host)


def _from_bag(s: Desk, host: Host) -> int:
    kind = host.draw(BAG_CARD, s.bag, s.unseen)
    s.bag[kind] -= u8(1)
    return kind


def reseal(s: Desk, player: int, host: Host) -> None:
    """A sealed offer drawn click by click from what this world allows its owner."""
    s.offers[player] = []
    while True:
        choices = STEPS[OFFER].legal(s, s.stack[-1], player)
        a = choices[host.draw(BAG_CHOICE, vec[u8]([1] * len(choices)), len(choices))]
        if a == A_READY:
            return
        s.offers[player].append(a - A_OFFER)


def determinize(s: Desk, player: int, host: Host) -> Desk:
    """Everything unknown to the player goes back into the bag and comes anew; what others seal, too."""
    world = s.copy()
    for row in (*world.hands, world.tail):
        for i, c in enumerate(row):
            if not c.known_to(player):
                world.bag[c.kind] += u8(1)
                row[i] = Card(UNKNOWN, c.seen)
    for f in world.stack:
        if f.step == PEEK and not Card(f.at, f.a).known_to(player):
            world.bag[f.at] += u8(1)
            f.at = UNKNOWN
    fill(world, host)
    for p in range(world.n):
        if p == player:
            continue
        world.offers[p] = []  # unfinished clicks are nothing yet: nobody else may know of them
        if answered(world, p):
            reseal(world, p, host)
    return world


# -- reading -----------------------------------------------------------------------------------


def load(game: StepGame[Desk], raw: Fields, options: Options, host: Host) -> Desk:
    """Only ``hands`` is needed; the rest has its value at the beginning of a match."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    n = options.players
    first, number = top.get("first"), top.get("round")
    s = Desk(n, first.number(0, n - 1) if first else 0, options.values["rounds"])
    wish = options.values["first_player"]
    if first and wish is not None and s.first != wish:
        first.wrong("first_differs", rule="ET-03", found=s.first, expected=wish)
    s.round = number.number(1, s.rounds) if number else 1
    for p, reader in enumerate(top.at("hands").items(n)):
        s.hands[p] = [_card(s, item, BIT[p]) for item in reader.items()]
        if len(s.hands[p]) > SLOTS:
            reader.wrong("hand_full", rule="ET-09", most=SLOTS)
    tail = top.get("tail")
    s.tail = [_card(s, item, 0) for item in tail.items()] if tail else []
    for p, reader in enumerate(_rows(top, "stage", n)):
        s.stage[p] = _counts(s, reader)
    spent = top.get("spent")
    s.spent = _counts(s, spent) if spent else s.spent
    s.coins = [reader.number(0) for reader in _rows(top, "coins", n)] or s.coins
    s.chords = [reader.number(0) for reader in _rows(top, "chords", n)] or s.chords
    if sum(s.spent) != CHORD_SIZE * sum(s.chords):
        (spent or top).wrong("spent_differs", rule="ET-08", found=sum(s.spent), expected=CHORD_SIZE * sum(s.chords))
    _load_stack(game, s, top)
    _enough(s, top)
    fill(s, host)
    _load_offers(s, top, host)
    return s


def _rows(top: Reader, key: str, n: int) -> list[Reader]:
    found = top.get(key)
    return found.items(n) if found else []


def _take(s: Desk, reader: Reader, name: str, number: int = 1) -> int:
    """Take cards out of the bag, which must have them."""
    kind = KINDS.find(name) if len(name) == 1 else -1
    if kind < 0:
        reader.wrong("not_one_of", found=name, known=list(KINDS))
    if s.bag[kind] < number:
        reader.wrong("too_many_cards", rule="ET-01", card=name, cards=s.n + 1)
    s.bag[kind] -= u8(number)
    return kind


def _counts(s: Desk, reader: Reader) -> list[int]:
    row = [0] * len(KINDS)
    for name, count in reader.pairs():
        number = count.number(0, s.n + 1)
        row[_take(s, count, name, number)] = number
    return row


def _card(s: Desk, reader: Reader, holder: int) -> Card:
    """A card as ``{"card": "c", "seen": [0]}``, or just its name: then only its holder has seen it."""
    if isinstance(reader.value, str):
        return Card(_kind(s, reader), holder)
    reader.only(("card", "seen"))
    return Card(_kind(s, reader.at("card")), _seen(s, reader, holder))


def _kind(s: Desk, reader: Reader) -> int:
    return UNKNOWN if reader.text() == HIDDEN else _take(s, reader, reader.text())


def _seen(s: Desk, reader: Reader, holder: int) -> int:
    seen = reader.get("seen")
    if seen is None:
        return holder
    if seen.value == "all":
        return SHOWN
    mask = holder
    for item in seen.items():
        mask |= BIT[item.number(0, s.n - 1)]
    return mask


def _load_stack(game: StepGame[Desk], s: Desk, top: Reader) -> None:
    stack = top.get("stack")
    if stack is None:
        s.stack = [Frame(ROUND, at=1), Frame(OFFER, -1, BIT[s.n - 1] * 2 - 1)]
        return
    kinds = {}
    for i, item in enumerate(stack.items()):
        if item.at("step").value == STEPS[PEEK].name:
            holder = item.at("player").number(0, s.n - 1)
            kinds[i] = Card(_kind(s, item.at("card")), _seen(s, item, BIT[holder]))
    s.stack = read_stack(game, stack, s.n, own={"peek": ("card", "seen")})
    for i, c in kinds.items():
        s.stack[i].at, s.stack[i].a = c
    check_stack(game, s, stack.items())
    if s.stack and not s.stack[-1].open:
        stack.wrong("nobody_asked")


def _enough(s: Desk, top: Reader) -> None:
    unknown = sum(c.kind == UNKNOWN for row in (*s.hands, s.tail) for c in row)
    unknown += sum(f.step == PEEK and f.at == UNKNOWN for f in s.stack)
    if unknown > s.unseen:
        top.wrong("too_many_unknown", rule="ET-01", found=unknown, left=s.unseen)


def _load_offers(s: Desk, top: Reader, host: Host) -> None:
    for p, reader in enumerate(_rows(top, "offers", s.n)):
        if reader.value == HIDDEN and answered(s, p):
            reseal(s, p, host)
            continue
        for item in reader.items():
            slot = item.number(1, SLOTS) - 1
            asked = s.stack and s.stack[-1].step == OFFER
            if not asked or A_OFFER + slot not in STEPS[OFFER].legal(s, s.stack[-1], p):
                item.wrong("cannot_be_offered", rule="ET-04", slot=slot + 1)
            s.offers[p].append(slot)
