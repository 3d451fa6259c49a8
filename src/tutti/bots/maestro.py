"""The highest level: looks as far ahead as its time allows."""

from tutti.ai.bot import Budget
from tutti.bots._search.bot import USUAL, SearchBot

BOT = SearchBot("maestro", USUAL, Budget(iterations=100_000, seconds=3.0), keen=True)
