"""What a move would bring: standings, warnings and merits with their rules."""

from tutti.games.orchestra.remarks import merits, standings, warnings
from tutti.kernel.types import Foresight

NAMES = Foresight(
    numbers=standings.NUMBERS,
    remarks=warnings.CODES + merits.CODES,
    majorities=standings.MAJORITIES,
)
