"""Tokens, tracks, points and the play that is on: what a position counts, written and read."""

from __future__ import annotations

from tutti.games.symphony import box as t
from tutti.games.symphony.box import Box
from tutti.games.symphony.state import COLUMN_TOKEN, PENTAGON, POOL, TRACK, WINNERS, State
from tutti.games.symphony.views import column_tokens, tokens_at, tracks
from tutti.kernel.facts import Fields
from tutti.kernel.native import u8
from tutti.kernel.reading import Reader

MOST_POINTS = 9999
NOTES, PLAYERS = 255, 5
PLAY = {
    "inst_now": (-1, t.PLACES - 1), "who": (-1, PLAYERS), "cell": (-1, 9), "second": (-1, 9), "note": (-1, NOTES),
    "clashing": (0, 1), "near": (-1, NOTES), "last": (-1, NOTES), "part": (0, 2), "placed": (0, 99), "coda": (0, 1),
    "conducted": (0, 1), "grouping": (0, 1), "must": (0, 1), "replay": (0, 1),
}  # fmt: skip
"""The fields of the state that tell of a play, with their least and most; notes and players by the match."""


def shown(s: State) -> Fields:
    n = int(s.terms.n)
    return {
        "tokens": {
            "held": [tokens_at(s, p * t.TOKENS) for p in range(n)],
            "unused": tokens_at(s, POOL),
            "pentagon": tokens_at(s, PENTAGON),
            "columns": column_tokens(s),
        },
        "tracks": [tracks(s, p) for p in range(n)],
        "points": [{name: int(s.points[p * t.SOURCES + i]) for i, name in enumerate(t.SOURCE_NAMES)} for p in range(n)],
        "winners": [[p for p in range(n) if int(s.desk[WINNERS + sheet]) >> p & 1] for sheet in range(3)],
    }


def play(s: State) -> Fields:
    return {name: int(getattr(s, name)) for name in PLAY}


class Pool:
    """SY-035: the musician tokens that nobody has named yet."""

    def __init__(self, d: Box) -> None:
        self.copies = d.token_copies
        self.left = list(d.token_copies)

    def take(self, reader: Reader) -> int:
        """A token + 1, or 0 for none."""
        if reader.absent:
            return 0
        token = t.TOKEN_NAMES.index(reader.one_of(t.TOKEN_NAMES))
        if not self.left[token]:
            reader.wrong("too_many_tokens", rule="SY-035", token=reader.value, copies=self.copies[token])
        self.left[token] -= 1
        return token + 1

    def rest(self) -> list[str]:
        return [name for token, name in enumerate(t.TOKEN_NAMES) for _ in range(self.left[token])]


def read(s: State, top: Reader, pool: Pool) -> None:
    n = int(s.terms.n)
    _tokens(s, top.usual("tokens", {}), pool)
    for p, row in enumerate(top.usual("tracks", [{}] * n).items(n)):
        row.only(t.TRACK_NAMES)
        for track, kind in enumerate(t.TRACK_NAMES):
            s.desk[TRACK + p * t.TRACKS + track] = u8(row.usual(kind, 0).number(0, 99))
    for p, row in enumerate(top.usual("points", [{}] * n).items(n)):
        row.only(t.SOURCE_NAMES)
        for source, name in enumerate(t.SOURCE_NAMES):
            s.points[p * t.SOURCES + source] = row.usual(name, 0).number(-MOST_POINTS, MOST_POINTS)
    for sheet, row in enumerate(top.usual("winners", [[]] * 3).items(3)):
        s.desk[WINNERS + sheet] = u8(sum({1 << item.number(0, n - 1) for item in row.items()}))
    playing = top.usual("play", {})
    playing.only(PLAY)
    for name, (low, high) in PLAY.items():
        most = {NOTES: int(s.terms.score.count) - 1, PLAYERS: n - 1}.get(high, high)
        setattr(s, name, playing.usual(name, int(getattr(s, name))).number(low, most))


def _tokens(s: State, reader: Reader, pool: Pool) -> None:
    """SY-035: what is not named anywhere is the unused pool."""
    n = int(s.terms.n)
    reader.only(("held", "unused", "pentagon", "columns"))

    def lay(row: Reader, at: int) -> None:
        for item in row.items():
            item.one_of(t.TOKEN_NAMES)  # null is no token
            s.desk[at + pool.take(item) - 1] += 1

    for p, held in enumerate(reader.usual("held", [[]] * n).items(n)):
        lay(held, p * t.TOKENS)
    lay(reader.usual("pentagon", []), PENTAGON)
    for column, item in enumerate(reader.usual("columns", [None] * t.COLUMNS).items(t.COLUMNS)):
        s.desk[COLUMN_TOKEN + column] = u8(pool.take(item))
    unused = reader.usual("unused", pool.rest())
    lay(unused, POOL)
    if pool.rest():
        unused.wrong("tokens_missing", rule="SY-035", missing=pool.rest())
