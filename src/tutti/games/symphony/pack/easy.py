"""The orchestras of the easy game (SY-274): composed by us, since the Easy Rulebook is lost.

A pack says what a card can do; which cards are pale and who sits where is a rule of this edition, so it stands here
and no pack that records name had to change.
"""

from __future__ import annotations

from collections.abc import Callable

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Preset, Setup

ADVANCED = bx.STRONG | bx.STRONG_BLACK | bx.OVERWRITE_BLACK | bx.ABSOLUTE | bx.OBSESSIVE | bx.DISTURB
"""SY-293: abilities that bend a duty, the order of play or other instruments; a card with one is dark, and so is a
card with a dotted group or two half-dots."""

ROWS_BY_PLAYERS = {
    2: (
        "02a:1 07:2 22:2 11:1 04:1",
        "02a:1 16:1 14:1 15:2 05:2",
        "# # # # #",
        "03a:2 12:1 21:1 08:2 03a:1",
        "24:2 07:2 25:2 11:1 28:2",
    ),
    3: (
        "02a:3 07:2 # 11:1 04:2",
        "02a:1 16:1 14:1 15:2 05:3",
        "03a:3 17:3 08:3 18:2 04:1",
        "06:2 12:1 21:3 08:3 03a:2",
        "24:1 11:2 25:2 07:1 28:3",
    ),
    4: (
        "02a:2 07:3 # 11:2 04:4",
        "02a:1 16:4 14:2 15:3 05:4",
        "03a:3 17:1 08:4 18:2 04:3",
        "06:1 12:3 21:1 08:1 03a:2",
        "24:4 11:2 25:3 07:4 28:1",
    ),
    5: (
        "16:4 19:5 22:1 20:1 04:3",
        "02a:3 16:4 14:1 15:5 05:3",
        "03a:2 17:3 08:2 18:3 04:5",
        "06:2 12:5 21:3 08:4 03a:4",
        "02a:1 23:1 14:5 31:2 05:1",
        "24:5 11:2 25:4 07:4 28:2",
    ),
    6: (
        "16:3 19:2 22:4 20:4 04:2",
        "02a:5 16:3 14:3 15:2 05:6",
        "03a:2 17:1 08:2 18:6 04:3",
        "06:1 12:6 21:5 08:5 03a:1",
        "02a:4 23:5 14:1 31:1 05:4",
        "24:6 11:4 25:6 07:3 28:5",
    ),
}
"""SY-293: rows from the front, card:owner, owner 1 = First Player; "#" = no seat. C1 closes for three and four."""

ROWS_BEFORE = {
    2: (
        "02a:1 07:2 22:2 11:1 04:1",
        "02b:1 16:1 14:1 15:2 05:2",
        "# # # # #",
        "03a:2 12:1 21:1 08:2 03b:1",
        "24:2 07:2 25:2 11:1 28:2",
    ),
    3: (
        "02a:3 07:2 # 11:1 04:2",
        "02b:1 16:1 14:1 15:2 05:3",
        "03a:3 17:3 08:3 18:2 04:1",
        "06:2 12:1 21:3 08:3 03b:2",
        "24:1 11:2 25:2 07:1 28:3",
    ),
    4: (
        "02a:2 07:3 # 11:2 04:4",
        "02b:1 16:4 14:2 15:3 05:4",
        "03a:3 17:1 08:4 18:2 04:3",
        "06:1 12:3 21:1 08:1 03b:2",
        "24:4 11:2 25:3 07:4 28:1",
    ),
    5: (
        "02a:4 19:5 22:1 20:1 04:2",
        "02b:3 16:4 14:2 15:5 05:3",
        "03a:2 17:3 08:1 18:4 04:5",
        "06:2 12:5 21:3 08:3 03b:4",
        "02a:1 23:1 14:5 31:2 05:1",
        "24:5 11:2 25:4 07:4 28:3",
    ),
    6: (
        "02a:3 19:2 22:4 20:4 04:1",
        "02b:1 16:5 14:3 15:2 05:6",
        "03a:2 17:1 08:2 18:6 04:3",
        "06:5 12:6 21:5 08:5 03b:2",
        "02a:4 23:3 14:1 31:1 05:4",
        "24:6 11:4 25:6 07:3 28:5",
    ),
}
"""SY-293: the same under rules version 2, which took 02b and 03b for pale; matches begun with it go on so."""


def is_pale(d: Box, kind: int) -> bool:
    """SY-293: whether a newcomer gets this card."""
    return is_simple(d, kind) and int(d.dots[kind]).bit_count() < 2


def is_simple(d: Box, kind: int) -> bool:
    """SY-293: whether its abilities are those of a pale card; version 2 asked for nothing else."""
    abilities = int(d.basic[kind * 3]) | int(d.unlock[kind])
    return d.category[kind] not in (bx.CHOIR, bx.SPECIAL) and not abilities & ADVANCED and not d.group[kind]


def lay_out(d: Box) -> None:
    """The orchestras of a pack; a number of players is left out where the pack has no such cards or seats."""
    for n, rows in ROWS_BY_PLAYERS.items():
        made = _orchestra(d, n, rows, is_pale)
        if made is not None:
            d.easy[n] = made
            d.easy_setups[n] = _setup(d.setup(n, False), made, n)
    for n, rows in ROWS_BEFORE.items():
        made = _orchestra(d, n, rows, is_simple)
        if made is not None:
            d.easy_before[n] = made


def _orchestra(d: Box, n: int, rows: tuple[str, ...], fits: Callable[[Box, int], bool]) -> Preset | None:
    board, preset, left = d.setup(n, False).board, Preset(), list(d.copies)
    for row, line in enumerate(rows):
        for column, cell in enumerate(line.split()):
            seat, (card, _, owner) = column * bx.ROWS + row, cell.partition(":")
            if not owner:
                continue
            kind = d.ids.index(card) if card in d.ids else -1
            if kind < 0 or not left[kind] or not fits(d, kind) or board[seat] == bx.NO_SEAT:
                return None
            left[kind] -= 1
            preset.cards.append((seat, kind, (int(owner) - 1,)))
    return preset


def _setup(usual: Setup, orchestra: Preset, n: int) -> Setup:
    """The same board without the seats where nobody sits; choirs have left the game."""
    taken = {seat for seat, _, _ in orchestra.cards}
    made = Setup()
    made.board = bytes(dots if seat in taken else bx.NO_SEAT for seat, dots in enumerate(usual.board))
    made.rows, made.large, made.virt_side = usual.rows, usual.large, usual.virt_side
    made.first_row = bytes(column for column in range(bx.COLUMNS) if column * bx.ROWS in taken)
    made.hand, made.turns = 0, len(taken) // n
    made.cover_blue, made.cover_orange = usual.cover_blue, usual.cover_orange
    return made
