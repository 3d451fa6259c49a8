"""What one player has."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import ANY, NO_ICON, RESERVED, STAR
from tutti.games.orchestra.pack.names import AREA_NAMES, FREED, SECTIONS, SOURCES, SPACE_NAMES, TYPES
from tutti.games.orchestra.positions.cards import Scenario
from tutti.games.orchestra.positions.table import put
from tutti.games.orchestra.rules import state
from tutti.games.orchestra.rules.actions import KIND_NAMES, SIDES
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.types import Holding
from tutti.games.orchestra.views.view import cell, cells
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader

RICH = 9999
"""More coins or points than any match sees."""
IN_RESERVE = KIND_NAMES[:RESERVED]


def read(s: State, p: int, reader: Reader, scenario: Scenario) -> None:
    reader.only(Holding.__annotations__)
    _read_board(s, p, reader)
    _read_coins(s, p, reader)
    _read_musicians(s, p, reader)
    _read_slots(s, p, reader)
    _read_poster(s, p, reader)
    _read_conductor(s, p, reader.usual("conductor", {"left": 0, "right": 0}))
    _read_cards(s, p, reader, scenario)


def _taken(s: State, p: int, at: int, value: int) -> bool:
    """Whether a player before this one has it."""
    return any(cell(s, q, at) == value for q in range(p))


def _read_board(s: State, p: int, reader: Reader) -> None:
    boards = s.d.boards
    board = reader.usual("board", boards[p]).pick(boards)
    if _taken(s, p, state.BOARD, board):
        reader.wrong("board_twice", rule="OR-013", board=boards[board])
    put(s, p, state.BOARD, board)
    taught = 1 << s.d.printed[board]
    for i, banner in enumerate(reader.usual("banners", []).items()):
        section = banner.pick(SECTIONS)
        if taught >> section & 1 or i == 3:
            banner.wrong("already_taught", rule="OR-014", section=SECTIONS[section])
        taught |= 1 << section
        put(s, p, state.BANNER + i, section + 1)
        put(s, p, state.ADDED, i + 1)
    put(s, p, state.TEACHES, taught)
    area = reader.usual("area", None)
    put(s, p, state.CHOSEN, 0 if area.absent else area.pick(AREA_NAMES) + 1)
    put(s, p, state.COLUMN, reader.usual("column", 0).number(0, s.d.last))


def _read_coins(s: State, p: int, reader: Reader) -> None:
    account = p * state.ACCOUNT
    s.account[account + state.MONEY] = reader.usual("money", s.d.money).number(0, RICH)
    s.account[account + state.PRESTIGE] = reader.usual("prestige", s.d.prestige).number(0, RICH)
    for source, points in reader.usual("scores", {}).named(SOURCES):
        s.account[account + state.BY_CARDS + source] = points.number(0, RICH)


def _read_musicians(s: State, p: int, reader: Reader) -> None:
    d = s.d
    for kind, count in reader.usual("reserve", dict(zip(IN_RESERVE, d.reserve, strict=True))).named(IN_RESERVE):
        put(s, p, state.RESERVE + kind, count.number(0, 15))
    grid = reader.usual("grid", {})
    for row in range(3):
        columns = grid.usual(TYPES[row], [c + 1 for c in range(4) if d.grid[row] >> c & 1])
        put(s, p, state.GRID + row, columns.mask(lambda column: column.number(1, 4) - 1))
    for space, musician in reader.usual("spaces", {}).named(SPACE_NAMES):
        need = d.space_need[space]
        kind = KIND_NAMES.index(musician.one_of(IN_RESERVE if need == ANY else (KIND_NAMES[need],)))
        put(s, p, state.SPACE + space, kind + 1)
    for v, status in enumerate(reader.usual("virtuosos", [FREED[0]] * 4).items(4)):
        put(s, p, state.FREED + v, FREED.index(status.one_of(FREED if v < 3 else (FREED[0], FREED[2]))))
    put(s, p, state.ASSIGNED, reader.usual("assigned", 0).number(0, max(d.limit)))


def _read_slots(s: State, p: int, reader: Reader) -> None:
    staffed = cell(s, p, state.ADDED)
    if s.stack and s.stack[-1].step == state.CHOOSE_BANNER and s.stack[-1].player == p:
        staffed += 1  # its Musicians are home, its section is still to be chosen
    for slot, musicians in enumerate(reader.usual("slots", [[], [], []]).items(3)):
        kinds = sorted(musician.pick(IN_RESERVE) for musician in musicians.items())
        if not kinds:
            continue
        if slot != staffed or len(kinds) != s.d.develop_need[slot]:
            musicians.wrong("slot_out_of_order", rule="OR-044", slot=slot + 1, need=s.d.develop_need[slot])
        staffed += 1
        for i, kind in enumerate(kinds):
            put(s, p, state.SLOT + 3 * slot + i, kind + 1)
    put(s, p, state.STAFFED, staffed)


def _read_poster(s: State, p: int, reader: Reader) -> None:
    poster = reader.usual("poster", None)
    if poster.absent:
        return
    poster.only(("id", "parts"))
    number = poster.at("id").pick(s.d.posters) + 1
    if _taken(s, p, state.POSTER, number):
        poster.wrong("poster_claimed", rule="OR-098", poster=s.d.posters[number - 1])
    put(s, p, state.POSTER, number)
    put(s, p, state.PARTS, poster.at("parts").number(1, 4))


def _read_conductor(s: State, p: int, reader: Reader) -> None:
    track = s.d.track
    reader.only((*SIDES, "below", "arrived"))
    for side, name in enumerate(SIDES):
        put(s, p, state.MARKER + side, reader.at(name).number(0, track[side]))
    for side, height in enumerate(reader.usual("below", [0, 0]).items(2)):
        put(s, p, state.HEIGHT + side, height.number(0, 2 * s.n - 1))
    arrived = reader.usual("arrived", None)
    if arrived.absent:
        return
    order = arrived.number(1, s.n)
    if cells(s, p, state.MARKER, 2) != list(track) or _taken(s, p, state.ARRIVED, order):
        arrived.wrong("cannot_have_arrived", rule="OR-133", player=p)
    put(s, p, state.ARRIVED, order)


def _read_cards(s: State, p: int, reader: Reader, scenario: Scenario) -> None:
    d = s.d
    me = p * state.OWN
    for item in reader.usual("cards", []).items():
        item.only(("card", "face_up"))
        card = scenario.card(item.at("card"))
        icon = d.card_icon[card]
        up = item.usual("face_up", icon != NO_ICON)
        if up.value is True and icon == NO_ICON:
            up.wrong("no_icon", rule="OR-148", card=d.cards[card])
        s.cards[card] = u8(p + 1 if up.value is True else p + 1 + state.FACE_DOWN)
        s.fulfilled += state.ONE_CARD[p]
        if up.value is True:
            s.own[me + state.FACE_UP + icon + (6 if d.card_level[card] == STAR else 0)] += 1
