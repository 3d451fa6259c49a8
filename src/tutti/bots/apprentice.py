"""The first level: knows what is good, but often mishears it."""

from tutti.bots._noisy import NoisyBot

BOT = NoisyBot("apprentice", noise=60)
