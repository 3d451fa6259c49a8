"""What each player holds, read from a position; every piece of the box lies in one place."""

from __future__ import annotations

from tutti.games.orchestra import box as t
from tutti.games.orchestra import state as st
from tutti.games.orchestra.actions import KIND_NAMES, SECTIONS, SPACES
from tutti.games.orchestra.bank import TYPE_OF
from tutti.games.orchestra.names import AREA_NAMES, FREED, SOURCES, TYPES
from tutti.games.orchestra.state import OWN, State
from tutti.games.orchestra.views import cell, cells
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader

KEYS = (
    "board", "money", "prestige", "scores", "reserve", "grid", "spaces", "slots", "banners", "assigned",
    "virtuosos", "column", "poster", "conductor", "area", "cards",
)  # fmt: skip
RICH = 9999
"""More coins or points than any match sees."""


class Seen:
    """Cards and Musicians that have been read so far; nothing may lie in two places."""

    def __init__(self, s: State) -> None:
        self.d = s.d
        self.cards: set[int] = set()
        self.out = [[0] * t.KINDS for _ in range(s.n)]
        """Musicians off the grid and out of the Orchestra, by player and kind."""

    def card(self, reader: Reader, level: int = -1) -> int:
        first = self.d.level_first[max(level, 0)]
        stop = self.d.level_first[level + 1] if level >= 0 else len(self.d.cards)
        card = self.d.cards.index(reader.one_of(self.d.cards[first:stop]))
        if card in self.cards:
            reader.wrong("card_twice", card=self.d.cards[card])
        self.cards.add(card)
        return card

    def musician(self, player: int, kind: int, count: int = 1) -> None:
        self.out[player][kind] += count


def read_academy(s: State, p: int, reader: Reader, seen: Seen, developing: bool) -> None:
    """``developing``: the Musicians of the next banner slot are home, its section is still to be chosen."""
    reader.only(KEYS)
    _board(s, p, reader)
    _coins(s, p, reader)
    _musicians(s, p, reader, seen)
    _slots(s, p, reader, seen, developing)
    _tracks(s, p, reader)
    cards = reader.get("cards")
    for item in cards.items() if cards else []:
        item.only(("card", "face_up"))
        card = seen.card(item.at("card"))
        up = item.get("face_up")
        icon = s.d.card_icon[card]
        shown = icon != t.NO_ICON and (up is None or up.value is True)
        if up is not None and up.value is True and icon == t.NO_ICON:
            up.wrong("no_icon", rule="OR-148", card=s.d.cards[card])
        s.cards[card] = u8(p + 1 + (0 if shown else st.FACE_DOWN))
        if shown:
            s.own[p * OWN + st.FACE_UP + icon + (6 if s.d.card_level[card] == t.STAR else 0)] += 1


def _set(s: State, p: int, at: int, value: int) -> None:
    s.own[p * OWN + at] = u8(value)


def _board(s: State, p: int, reader: Reader) -> None:
    d = s.d
    given = reader.get("board")
    board = d.boards.index(given.one_of(d.boards)) if given else p
    if any(cell(s, q, st.BOARD) == board for q in range(p)):
        reader.wrong("board_twice", rule="OR-013", board=d.boards[board])
    _set(s, p, st.BOARD, board)
    taught = 1 << d.printed[board]
    banners = reader.get("banners")
    for i, banner in enumerate(banners.items() if banners else []):
        section = SECTIONS.index(banner.one_of(SECTIONS))
        if taught >> section & 1 or i == 3:
            banner.wrong("already_taught", rule="OR-014", section=SECTIONS[section])
        taught |= 1 << section
        _set(s, p, st.BANNER + i, section + 1)
        _set(s, p, st.ADDED, i + 1)
    _set(s, p, st.TEACHES, taught)
    area = reader.get("area")
    if area is not None and not area.absent:
        _set(s, p, st.CHOSEN, AREA_NAMES.index(area.one_of(AREA_NAMES)) + 1)


def _coins(s: State, p: int, reader: Reader) -> None:
    account = p * st.ACCOUNT
    for key, at, usual in (("money", st.MONEY, s.d.money), ("prestige", st.PRESTIGE, s.d.prestige)):
        given = reader.get(key)
        s.account[account + at] = given.number(0, RICH) if given else usual
    scores = reader.get("scores")
    for source, points in scores.pairs() if scores else []:
        if source not in SOURCES:
            points.wrong("not_one_of", found=source, known=list(SOURCES))
        s.account[account + st.BY_CARDS + SOURCES.index(source)] = points.number(0, RICH)


def _kind(reader: Reader, kinds: tuple[str, ...] = KIND_NAMES[:7]) -> int:
    return KIND_NAMES.index(reader.one_of(kinds))


def _musicians(s: State, p: int, reader: Reader, seen: Seen) -> None:
    d = s.d
    reserve = reader.get("reserve")
    for kind in range(t.RESERVED):
        _set(s, p, st.RESERVE + kind, 0 if reserve else d.reserve[kind])
    for name, count in reserve.pairs() if reserve else []:
        if name not in KIND_NAMES[:7]:
            count.wrong("not_one_of", found=name, known=list(KIND_NAMES[:7]))
        _set(s, p, st.RESERVE + KIND_NAMES.index(name), count.number(0, 15))
    for kind in range(t.RESERVED):
        seen.musician(p, kind, cell(s, p, st.RESERVE + kind))
    grid = reader.get("grid")
    for row in range(3):
        columns = grid.get(TYPES[row]) if grid else None
        mask = sum({1 << column.number(1, 4) - 1 for column in columns.items()}) if columns else d.grid[row]
        _set(s, p, st.GRID + row, mask)
    spaces = reader.get("spaces")
    for name, musician in spaces.pairs() if spaces else []:
        space = SPACES.index(name.lower()) if name.lower() in SPACES else -1
        if space < 0:
            musician.wrong("not_one_of", found=name, known=[one.upper() for one in SPACES])
        need = d.space_need[space]
        kind = _kind(musician, KIND_NAMES[:7] if need == t.ANY else (KIND_NAMES[need],))
        _set(s, p, st.SPACE + space, kind + 1)
        seen.musician(p, kind)
    virtuosos = reader.get("virtuosos")
    for v, status in enumerate(virtuosos.items(4) if virtuosos else []):
        allowed = FREED if v < 3 else (FREED[0], FREED[2])
        _set(s, p, st.FREED + v, FREED.index(status.one_of(allowed)))
    assigned = reader.get("assigned")
    _set(s, p, st.ASSIGNED, assigned.number(0, max(d.limit)) if assigned else 0)


def _slots(s: State, p: int, reader: Reader, seen: Seen, developing: bool) -> None:
    staffed = cell(s, p, st.ADDED) + developing
    slots = reader.get("slots")
    for slot, musicians in enumerate(slots.items(3) if slots else []):
        kinds = [_kind(musician) for musician in musicians.items()]
        if not kinds:
            continue
        if slot != staffed or len(kinds) != s.d.develop_need[slot]:
            musicians.wrong("slot_out_of_order", rule="OR-044", slot=slot + 1, need=s.d.develop_need[slot])
        staffed += 1
        for i, kind in enumerate(sorted(kinds)):
            _set(s, p, st.SLOT + 3 * slot + i, kind + 1)
            seen.musician(p, kind)
    _set(s, p, st.STAFFED, staffed)


def _tracks(s: State, p: int, reader: Reader) -> None:
    d = s.d
    column = reader.get("column")
    _set(s, p, st.COLUMN, column.number(0, d.last) if column else 0)
    poster = reader.get("poster")
    if poster is not None and not poster.absent:
        poster.only(("id", "parts"))
        number = d.posters.index(poster.at("id").one_of(d.posters)) + 1
        if any(cell(s, q, st.POSTER) == number for q in range(p)):
            poster.wrong("poster_claimed", rule="OR-098", poster=d.posters[number - 1])
        _set(s, p, st.POSTER, number)
        _set(s, p, st.PARTS, poster.at("parts").number(1, 4))
    conductor = reader.get("conductor")
    if conductor is None:
        return
    conductor.only(("left", "right", "below", "arrived"))
    for side, key in enumerate(("left", "right")):
        _set(s, p, st.MARKER + side, conductor.at(key).number(0, d.track[side]))
    below = conductor.get("below")
    for side, height in enumerate(below.items(2) if below else []):
        _set(s, p, st.HEIGHT + side, height.number(0, 2 * s.n - 1))
    arrived = conductor.get("arrived")
    if arrived is not None and not arrived.absent:
        order = arrived.number(1, s.n)
        if cells(s, p, st.MARKER, 2) != list(d.track) or any(cell(s, q, st.ARRIVED) == order for q in range(p)):
            arrived.wrong("cannot_have_arrived", rule="OR-133", player=p)
        _set(s, p, st.ARRIVED, order)


def check(s: State, top: Reader, seen: Seen) -> None:
    """OR-015, OR-020, OR-031: all pieces of the box, each once; then what follows from them."""
    for p in range(s.n):
        _check_types(s, p, top, seen)
    _check_stacks(s, top)
    counts = {
        "academies_completed": sum(cell(s, p, st.ADDED) == 3 for p in range(s.n)),
        "posters_completed": sum(cell(s, p, st.PARTS) == 4 for p in range(s.n)),
        "arrivals": sum(cell(s, p, st.ARRIVED) > 0 for p in range(s.n)),
    }
    numbers = []
    for key, count in counts.items():
        given = top.get(key)
        numbers.append(given.number(0, s.n) if given else count)
    s.completed, s.posters_done, s.arrivals = numbers
    if s.arrivals != counts["arrivals"]:
        top.at("arrivals").wrong("arrivals_differ", rule="OR-133", expected=counts["arrivals"])


def read_freelancers(s: State, top: Reader, seen: Seen) -> None:
    """OR-020, OR-039: those in no reserve and on no space or card stand on the Theater board."""
    d = s.d
    for kind in range(3):
        used = sum(out[t.INVITED + kind] + out[t.HIRED + kind] for out in seen.out)
        if used > d.pool[kind]:
            top.wrong("too_many_freelancers", rule="OR-039", type=TYPES[kind], found=used, most=d.pool[kind])
        s.pool[kind] = u8(d.pool[kind] - used)
    freelancers = top.get("freelancers")
    for name, count in freelancers.pairs() if freelancers else []:
        if name not in TYPES[:3] or count.number() != s.pool[TYPES.index(name)]:
            count.wrong("freelancers_differ", rule="OR-020", type=name)


def _check_types(s: State, p: int, top: Reader, seen: Seen) -> None:
    out = seen.out[p]
    for kind in range(3):
        orchestra = cell(s, p, st.SOLO) if kind == t.INSTRUMENTALIST else 0
        grid = cell(s, p, st.GRID + kind).bit_count()
        if grid + out[kind] + orchestra != 4:
            top.wrong("musicians_differ", rule="OR-015", player=p, type=TYPES[kind], found=grid + out[kind] + orchestra)
    coming = sum(
        f.player == p and (f.step == st.BEGINNER_COLUMN or (f.step == st.ASSIGNING and f.b == t.INSTRUMENTALIST))
        for f in s.stack
    )
    if sum(out[:3]) + coming != 4:
        top.wrong("members_differ", rule="OR-031", player=p, found=sum(out[:3]), expected=4 - coming)
    freed = cells(s, p, st.FREED, 4)
    seated = sum(int(s.spots[i]) == p + 1 and s.d.spot_shape[i] == t.VIRTUOSO for i in range(len(s.d.spots)))
    if seated + out[t.VIRTUOSO] != freed.count(st.GONE) or (out[t.VIRTUOSO] and freed[3] != st.GONE):
        top.wrong("virtuosos_differ", rule="OR-029", player=p, found=seated + out[t.VIRTUOSO])


def _check_stacks(s: State, top: Reader) -> None:
    """OR-135: heights of the markers on one space are 0, 1, 2 …"""
    stacks: dict[tuple[int, int], list[int]] = {}
    for p in range(s.n):
        for side in range(2):
            steps = cell(s, p, st.MARKER + side)
            height = cell(s, p, st.HEIGHT + side)
            if cell(s, p, st.ARRIVED) or not steps:
                stacks.setdefault((-1, p * 2 + side), []).append(height)
            else:
                centre = steps == s.d.track[side]
                stacks.setdefault((2, 0) if centre else (side, steps), []).append(height)
    for heights in stacks.values():
        if sorted(heights) != list(range(len(heights))):
            top.at("academies").wrong("stack_differs", rule="OR-135", found=sorted(heights))


__all__ = ["TYPE_OF", "Seen", "check", "read_academy", "read_freelancers"]
