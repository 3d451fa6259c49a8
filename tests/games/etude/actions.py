"""What can be said: one small int each, and its text. Cards in hand are named by slot, since cards have twins."""

from __future__ import annotations

KINDS = "cdefg"
SLOTS = 6

A_OFFER = 0
A_READY = A_OFFER + SLOTS
A_SHOW = A_READY + 1
A_PICK = A_SHOW + SLOTS
A_STUDY = A_PICK + len(KINDS)
A_REST = A_STUDY + 1
A_KEEP = A_REST + 1
A_BURY = A_KEEP + 1

TEXTS = (
    *(f"offer {slot + 1}" for slot in range(SLOTS)),
    "ready",
    *(f"show {slot + 1}" for slot in range(SLOTS)),
    *(f"pick {kind}" for kind in KINDS),
    "study",
    "rest",
    "keep",
    "bury",
)
