"""What can be said, as numbers and verbs. Cards in hand are named by slot, since cards have twins."""

from __future__ import annotations

from tutti.kernel.verbs import Verb, Verbs

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

VERBS = Verbs(
    Verb(A_OFFER, "offer", {"slot": int}, zip(range(1, SLOTS + 1))),
    Verb(A_READY, "ready"),
    Verb(A_SHOW, "show", {"slot": int}, zip(range(1, SLOTS + 1))),
    Verb(A_PICK, "pick", {"kind": str}, zip(KINDS)),
    Verb(A_STUDY, "study"),
    Verb(A_REST, "rest"),
    Verb(A_KEEP, "keep"),
    Verb(A_BURY, "bury"),
)
