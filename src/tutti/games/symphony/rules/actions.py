# tutti: compiled
"""The actions, their numbers and their notation. Cards are named by number, all else by place."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.names import note_text, seat_text

KINDS: Final = 46
NOTES: Final = 216
CARDS: Final = 15
SLOTS: Final = 3

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


def texts(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The notation of every action for a pack with these cards."""
    spaces = [str(i + 1) for i in range(bx.SPACES)]
    seats = [seat_text(seat) for seat in range(bx.SEATS)]
    notes = [note_text(code) for code in range(bx.VOICES * bx.BARS * bx.IN_BAR)]
    return (
        "stop",
        "no token",
        "no replay",
        "replay",
        "leftmost",
        "disc own",
        "disc black",
        "under own",
        "under black",
        "burn",
        *(f"with {space}" for space in spaces),
        *(f"play {name}" for name in bx.TOKEN_NAMES),
        *(f"add {colour} {where}" for colour in ("own", "black") for where in ("left", *spaces)),
        "swap own",
        "swap black",
        *(f"conduct {slot + 1} {way}" for slot in range(SLOTS) for way in ("left", *spaces, "swap")),
        *(f"take {name}" for name in bx.TOKEN_NAMES),
        *(f"give {name}" for name in bx.TOKEN_NAMES),
        *(f"card {id}" for id in ids),
        *(f"discard {id}" for id in ids),
        *(f"seat {seat}" for seat in seats),
        *(f"control {seat}" for seat in seats),
        *(f"control {seat}.{part}" for seat in seats for part in (1, 2, 3)),
        "control 00",
        "control 01",
        *(f"score {card + 1}" for card in range(CARDS)),
        *(f"note {note}" for note in notes),
        *(f"clash {note}" for note in notes),
    )
