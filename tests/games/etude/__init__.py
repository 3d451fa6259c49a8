"""Étude: a small game for the tests, and a tutorial for writers of games. It has one of each hard thing.

Its rules are in ``rules.md``, its words in ``words``. ``actions`` numbers what can be said, ``state`` holds the
table, ``steps`` are the rules, ``views`` is what people see, ``position`` writes and reads tables, ``game`` wires them.
"""

from games.etude.game import Etude

GAME = Etude()
