"""The highest level: looks as far ahead as its time allows."""

from tutti.bots._search.bot import USUAL, SearchBot
from tutti.kernel.bot import Budget

BOT = SearchBot("maestro", USUAL, Budget(iterations=100_000, seconds=3.0), keen=True)
