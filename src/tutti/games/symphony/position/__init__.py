"""Positions: the table as readable data, and the table read from data; ``?`` stands for what is hidden.

``dumping`` and ``loading`` are the doors. Each part of a table has one file for both ways: ``table`` (orchestra and
score), ``counted`` (tokens, tracks, points), ``cards``, ``objectives``. ``stack`` reads what is being asked, which the
steps check themselves; ``sound`` knows what no line of play brings about; ``memory`` is what one player knows.
"""
