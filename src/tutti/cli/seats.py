"""Who sits where: people by name, bots by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tutti.ai.roster import bots
from tutti.cli.terminal import Problem
from tutti.words import Speaker

YOU = "you"


@dataclass(frozen=True)
class PlannedSeat:
    """One seat at the table; ``bot`` is None for a person. ``text`` is how the seat was written."""

    name: str
    bot: str | None
    text: str


def usual_bot() -> str:
    """The bot that fills a seat nobody named."""
    return "greedy" if "greedy" in bots() else bots()[0]


def read_seats(texts: Sequence[str], players: int, words: Speaker) -> tuple[PlannedSeat, ...]:
    """Seats from texts such as ``you``, ``greedy``, ``Anna``. Those left open go to bots; the first of all is yours."""
    if len(texts) > players:
        raise Problem(words.say("seat.too_many", seats=len(texts), players=players))
    own = words.say("seat.you").casefold()
    filled = [YOU if text.casefold() in (YOU, own) else text for text in texts] or [YOU]
    filled += [usual_bot()] * (players - len(filled))
    alike = Counter(filled)
    seen: Counter[str] = Counter()
    seats = []
    for text in filled:
        bot = text if text in bots() else None
        if bot is None and text != YOU and (not text or text[0].islower()):
            raise Problem(words.say("seat.unknown", found=text, bots=list(bots())))
        seen[text] += 1
        name = words.say("name.you") if text == YOU else text
        seats.append(PlannedSeat(f"{name} {seen[text]}" if alike[text] > 1 else name, bot, text))
    return tuple(seats)


def spoken_to(seats: Sequence[PlannedSeat]) -> int | None:
    """The player whom sentences call you: the only person who has no other name."""
    found = [player for player, seat in enumerate(seats) if seat.text == YOU]
    return found[0] if len(found) == 1 else None


def split_seats(text: str | None) -> list[str]:
    """The comma-separated seats of an argument; bots and ``you`` in any case."""
    given = [part.strip() for part in (text or "").split(",") if part.strip()]
    return [part.lower() if part.lower() in (YOU, *bots()) else part for part in given]
