"""Positions: the table as readable data, and the table read from data; ``?`` stands for what is hidden.

Start with ``whole``. Each part of a table has one file for reading and writing: ``table`` (everything public),
``cards``, ``objectives``. ``stack`` reads the open questions, which the steps check themselves; ``invariants`` reject
what no line of play can reach; ``rules/knowledge.py`` holds what one player knows.
"""
