"""Positions: the table as readable data, and the table read from data; ``?`` stands for what is hidden.

``whole`` is the door. Each part of a table has one file for both ways: ``table`` (all that lies open), ``cards``,
``objectives``. ``stack`` reads what is being asked, which the steps check themselves; ``sound`` knows what no line of
play brings about; ``memory`` is what one player knows.
"""
