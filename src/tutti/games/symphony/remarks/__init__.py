"""What a move would bring: standings, warnings and merits with their rules."""

from tutti.games.symphony.remarks import notes, seating, standings, tokens
from tutti.kernel.types import Foresight

NAMES = Foresight(
    numbers=standings.NUMBERS,
    remarks=(*seating.CODES, *tokens.CODES, *notes.CODES),
    majorities=standings.MAJORITIES,
)
