"""What all shapes are built of. They are strict both ways; fields are only ever added, with defaults."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tutti.server.accounts.identity import LONGEST_NAME

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
NameText = Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)]
Passphrase = Annotated[str, Meta(min_length=1, max_length=256)]


class Wire(Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all bodies."""


class Created(Wire):
    """Where the new thing is."""

    id: str
