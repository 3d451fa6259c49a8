"""What goes over HTTP between a person and what is kept about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tutti.server.messages.base import NameText, Passphrase, Wire

Code = Annotated[str, Meta(min_length=1, max_length=64)]


class Me(Wire):
    """Who you are to the server."""

    name: str
    protected: bool


class NewName(Wire):
    name: NameText


class NewPassphrase(Wire):
    """A passphrase protects the name and opens the way back from another device."""

    passphrase: Passphrase
    old: Passphrase | None = None
    """Needed to change one."""


class SignIn(Wire):
    name: NameText
    passphrase: Passphrase


class Protected(Me, kw_only=True):
    """Who you are now, and the code for the day when the passphrase is forgotten. It is told this once."""

    recovery: str


class Recover(Wire):
    """The way back without the passphrase."""

    name: NameText
    code: Code
    passphrase: Passphrase
    """The new one."""


class NewCode(Wire):
    passphrase: Passphrase


class CodeInfo(Wire):
    """Told this once."""

    recovery: str


class SessionInfo(Wire):
    """A device that is signed in. ``about`` is what its browser said of itself, in two words."""

    id: str
    about: str
    began: int
    seen: int
    """To the day."""
    here: bool


class PastMatch(Wire):
    """A match of mine that is over. Rows are per player."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    started: int | None
    ended: int
    names: list[str]
    bots: list[str]
    """Who played a bot's seat; empty for people."""
    mine: list[int]
    place: int | None
    """My best place; None if I only opened the table."""
    points: list[int]
    places: list[int]
    early: bool
    reason: str
    played_on: bool
    """It began at a moment of another match, and does not count."""


class PastPage(Wire):
    """The latest first; ``more`` is where the next page begins."""

    matches: list[PastMatch]
    more: int | None


class Tally(Wire, kw_only=True):
    """How often, and how it went: ``won`` counts first places."""

    played: int = 0
    won: int = 0


class PlayersTally(Tally, kw_only=True):
    players: int


class OptionTally(Tally, kw_only=True):
    option: str
    value: Any


class BotTally(Wire, kw_only=True):
    """Matches against a bot, and in how many I was placed before it."""

    bot: str
    met: int = 0
    beaten: int = 0


class GameRecord(Tally, kw_only=True):
    """One game. Points are mine, of matches that were played to the end."""

    game: str
    finished: int = 0
    best: int | None = None
    mean: float | None = None
    players: list[PlayersTally]
    options: list[OptionTally]
    bots: list[BotTally]


class Statistics(Wire):
    """What my matches come to, those that began at a moment of another one left out."""

    matches: int
    won: int
    games: list[GameRecord]
    limited: bool
    """There are more; only the latest were counted."""


Result = Literal["won", "lost"]
Company = Literal["people", "bots"]
