"""The second level: the best move at first sight, with a slip now and then."""

from tutti.bots._noisy import NoisyBot

BOT = NoisyBot("student", noise=8)
