# tutti: compiled
"""The actions: their numbers, what they mean and how they are written. Cards are named by number, all else by place."""

from __future__ import annotations

from itertools import product
from typing import Final, get_args

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.names import note_text, seat_text
from tutti.games.symphony.types import Token, Way, Whose
from tutti.kernel.verbs import Verb, Verbs

KINDS: Final = 46
NOTES: Final = 216
CARDS: Final = 15
SLOTS: Final = 3
WHOSE: Final[tuple[Whose, ...]] = ("own", "black")

A_STOP: Final = 0
A_NO_TOKEN: Final = 1
A_NO_REPLAY: Final = 2
A_REPLAY: Final = 3
A_LEFTMOST: Final = 4
A_DISC_OWN: Final = 5
A_DISC_BLACK: Final = 6
A_UNDER_OWN: Final = 7
A_UNDER_BLACK: Final = 8
A_BURN: Final = 9
A_WITH: Final = 10
A_PLAY: Final = A_WITH + bx.SPACES
A_ADD: Final = A_PLAY + bx.TOKENS
"""Own at the left, own on space 1 to 6, then the same for black."""
A_SWAP_OWN: Final = A_ADD + 2 * (bx.SPACES + 1)
A_SWAP_BLACK: Final = A_SWAP_OWN + 1
A_CONDUCT: Final = A_SWAP_BLACK + 1
"""By disc of the Conductor: left, space 1 to 6, swap."""
CONDUCT_SWAP: Final = bx.SPACES + 1
CONDUCT_WAYS: Final = bx.SPACES + 2
A_TAKE: Final = A_CONDUCT + SLOTS * CONDUCT_WAYS
A_GIVE: Final = A_TAKE + bx.TOKENS
A_CARD: Final = A_GIVE + bx.TOKENS
A_DISCARD: Final = A_CARD + KINDS
A_SEAT: Final = A_DISCARD + KINDS
A_CONTROL: Final = A_SEAT + bx.SEATS
A_PART: Final = A_CONTROL + bx.SEATS
A_CONTROL_00: Final = A_PART + 3 * bx.SEATS
A_CONTROL_01: Final = A_CONTROL_00 + 1
A_SCORE: Final = A_CONTROL_01 + 1
A_NOTE: Final = A_SCORE + CARDS
A_CLASH: Final = A_NOTE + NOTES
ACTIONS: Final = A_CLASH + NOTES


def verbs(ids: tuple[str, ...]) -> Verbs:
    """The actions of a pack with these cards."""
    whose, seat, note = {"whose": Whose}, {"seat": str}, {"note": str}
    card, token = {"card": str}, {"token": Token}
    spaces = range(1, bx.SPACES + 1)
    ways: tuple[Way, ...] = get_args(Way)
    seats = [seat_text(number) for number in range(bx.SEATS)]
    notes = [note_text(code) for code in range(bx.VOICES * bx.BARS * bx.IN_BAR)]
    return Verbs(
        Verb(A_STOP, "stop"),
        Verb(A_NO_TOKEN, "no_token", text="no token"),
        Verb(A_NO_REPLAY, "no_replay", text="no replay"),
        Verb(A_REPLAY, "replay"),
        Verb(A_LEFTMOST, "leftmost"),
        Verb(A_DISC_OWN, "disc", whose, zip(WHOSE)),
        Verb(A_UNDER_OWN, "under", whose, zip(WHOSE)),
        Verb(A_BURN, "burn"),
        Verb(A_WITH, "with", {"space": int}, zip(spaces)),
        Verb(A_PLAY, "play", token, zip(bx.TOKEN_NAMES)),
        Verb(A_ADD, "add", {"whose": Whose, "way": Way}, product(WHOSE, ways[:-1])),
        Verb(A_SWAP_OWN, "swap", whose, zip(WHOSE)),
        Verb(A_CONDUCT, "conduct", {"slot": int, "way": Way}, product(range(1, SLOTS + 1), ways)),
        Verb(A_TAKE, "take", token, zip(bx.TOKEN_NAMES)),
        Verb(A_GIVE, "give", token, zip(bx.TOKEN_NAMES)),
        Verb(A_CARD, "card", card, zip(ids)),
        Verb(A_DISCARD, "discard", card, zip(ids)),
        Verb(A_SEAT, "seat", seat, zip(seats)),
        Verb(A_CONTROL, "control", seat, zip(seats)),
        Verb(A_PART, "control_part", {"seat": str, "part": int}, product(seats, (1, 2, 3)), "control {seat}.{part}"),
        Verb(A_CONTROL_00, "control", seat, zip(("00", "01"))),
        Verb(A_SCORE, "score", {"card": int}, zip(range(1, CARDS + 1))),
        Verb(A_NOTE, "note", note, zip(notes)),
        Verb(A_CLASH, "clash", note, zip(notes)),
    )
