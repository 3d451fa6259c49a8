"""The catalogue: games with their options and components, bots, rules."""

from __future__ import annotations

from typing import Any

from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Fault


class OptionInfo(Wire):
    """An option; ``option.<name>`` of the game's words explains it."""

    name: str
    rule: str
    default: Any
    schema: dict[str, Any]


class Choices(Wire):
    """Options while they are being chosen."""

    players: int
    options: dict[str, Any]


class Conflict(Wire):
    """Why these choices cannot be played together, and which of them to change."""

    options: list[str]
    fault: Fault


class PackOrigin(Wire):
    """Of the fields of a pack that are marked with their source, how many are printed, inferred, and composed by us."""

    printed: int
    inferred: int
    composed: int
    fields: int
    percent: int
    """Of all, those composed by us."""


class GameInfo(Wire):
    name: str
    version: int
    low: int
    high: int
    usual: int
    pack: str
    pack_hash: str
    options: list[OptionInfo]
    actions: list[str]
    secrets: bool = True
    """Whether somebody may know what another does not."""
    simultaneous: bool = True
    """Whether several may be asked at once."""
    minutes: int = 0
    """How long a match of people usually takes; 0: nobody can say."""
    concert: bool = False
    """Whether a match of it can be performed (``/api/replays/TOKEN/concert``)."""
    origin: PackOrigin | None = None
    """Where its usual components come from; ``origin.some`` or ``origin.none`` of the words says it."""


class PackInfo(Wire):
    """The components of a game by the hash of their pack, as far as a picture needs them."""

    game: str
    name: str
    hash: str
    components: dict[str, Any]


class CardSound(Wire):
    """How a card sounds: ``keys`` of the seven positions, Voice by Voice; an accidental adds or takes a semitone."""

    program: int
    """General MIDI, from 0."""
    drum: int | None
    """The key of General MIDI percussion, of an instrument without pitch."""
    keys: list[list[int]]


class Sounds(Wire):
    """How the cards of a pack sound, by card."""

    cards: dict[str, CardSound]


class BotInfo(Wire):
    name: str
    searches: bool
    """Whether it can be asked for hints."""


class RuleInfo(Wire):
    """A rule of the ledger; ``text`` is Markdown in one line."""

    id: str
    section: str
    text: str
    source: str
