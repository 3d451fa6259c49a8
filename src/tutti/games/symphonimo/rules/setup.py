# tutti: compiled
"""The opening: cards in the deck, Conductors with their powers, and who begins."""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import Box
from tutti.games.symphonimo.rules.effects import BAG_FIRST, BAG_POWER, SEATS, begin_round
from tutti.games.symphonimo.rules.events import NEW_ROUND
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Options

CLASSIC: Final = tuple(bytes(n) for n in range(SEATS + 1))
"""The faces of so many Conductors without powers; matches share them."""


def deal(s: State, options: Options, host: Host) -> State:
    """The opening on an empty table."""
    d = s.d
    n = options.players
    s.faces = draw_faces(d, n, options.values["grand_maestro"], host)
    bag = s.bag
    families: i64 = d.in_play[n]
    f: i64 = 0
    while f < families:  # SO-003
        cards: i64 = d.values[f]
        bag[f] = u8(cards)
        s.deck += cards
        f += 1
    if options.values["false_note"]:  # SO-050: they stay in the bag; the deck ends before them
        s.hidden = d.removed
        s.deck -= d.removed
    first = options.values["first_player"]
    if first is None:  # SO-006
        first = host.draw(BAG_FIRST, vec[u8]([1] * n), n)
    begin_round(s, first)
    if host.hears:
        host.tell(NEW_ROUND, s.player, s.round)
    return s


def draw_faces(d: Box, n: int, wish: object, host: Host) -> bytes:
    """SO-030, SO-062: the face of each Conductor in play, from a list of powers or a number of them."""
    if not wish:
        return CLASSIC[n]
    faces = [0] * n
    if isinstance(wish, int):
        left = vec[u8]([0] + [1] * (len(d.powers) - 1))
        for c in range(wish):
            faces[c] = host.draw(BAG_POWER, left, len(d.powers) - 1 - c)
            left[faces[c]] = 0
    elif isinstance(wish, list):
        for c, name in enumerate(wish):
            faces[c] = d.powers.index(name)
    return bytes(faces)
