"""The search of maestro, which judges Symphony by the learned value instead of playing on to the end.

    tutti arena symphony examples/swift/bot.py@300 maestro@30 --players 2 --games 40

What it is worth is told in docs/bots.md. Other games have no playout to leave out, or have learned no value.
"""

from tutti.ai.bot import Budget
from tutti.bots._search.bot import SearchBot
from tutti.bots._search.search import Style

BOT = SearchBot(
    "swift",
    Style(explore=0.1, trust=0.3, guided=True, points=300, swift=True),
    Budget(iterations=100_000, seconds=3.0),
)
