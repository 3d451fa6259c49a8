# tutti: compiled
"""Numbers of events and of bags of chance; their names and values are in views.py."""

from __future__ import annotations

from typing import Final

# Bags.
BAG_FIRST: Final = 0
BAG_BOARD: Final = 1
BAG_THEATER: Final = 2
BAG_SOCIAL: Final = 3
BAG_LEVEL: Final = 4
"""(4) Level I, II, III, Star."""

# Events.
KEPT: Final = 0
ROUND_BEGAN: Final = 1
TURN_BEGAN: Final = 2
PASSED: Final = 3
PAID: Final = 4
MONEY_GAINED: Final = 5
PRESTIGE_GAINED: Final = 6
SCORED: Final = 7
SPACE_USED: Final = 8
SLOT_STAFFED: Final = 9
CARD_STAFFED: Final = 10
BANNER_ADDED: Final = 11
EVOLVED: Final = 12
REPEATED: Final = 13
SENT_BACK: Final = 14
EXCHANGED: Final = 15
COLUMN_MOVED: Final = 16
POSTER_TAKEN: Final = 17
SPOT_TAKEN: Final = 18
VIRTUOSO_WAITS: Final = 19
VIRTUOSO_JOINED: Final = 20
BEGINNER_JOINED: Final = 21
PIECE_PLACED: Final = 22
WCU_PLACED: Final = 23
STEPPED: Final = 24
STEPPED_BACK: Final = 25
ARRIVED_BOTH: Final = 26
INVITED_ONE: Final = 27
REVEALED: Final = 28
EYES_CLOSED: Final = 29
FULFILLED: Final = 30
GATHERED: Final = 31
CONCERT_GIVEN: Final = 32
LEVEL_OPENED: Final = 33
CARD_SHOWN: Final = 34
ROW_RENEWED: Final = 35
END_TRIGGERED: Final = 36
AREA_CHOSEN: Final = 37
THEATER_SHOWN: Final = 38
FINISHED: Final = 39
DECLINED: Final = 40
RETURNED: Final = 41
SOCIAL_SHUFFLED: Final = 42
