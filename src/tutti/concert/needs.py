"""What may be missing on a machine, and what cannot be performed."""

from __future__ import annotations

from tutti.kernel.errors import TuttiError


class Missing(TuttiError):
    """Something that is not installed here; the code says what, its arguments how to have it."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, arguments=fields)


class NoConcert(TuttiError):
    """A match of a game that cannot be performed."""

    def __init__(self, game: str) -> None:
        super().__init__("no_concert", arguments={"of": game})
