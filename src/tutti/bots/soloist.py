"""The third level: looks a little ahead, and further when the end is near."""

from tutti.ai.bot import Budget
from tutti.bots._search.bot import USUAL, SearchBot

BOT = SearchBot("soloist", USUAL, Budget(iterations=400, seconds=1.0), patience=16)
