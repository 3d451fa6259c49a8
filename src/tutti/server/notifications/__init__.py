"""Notices: a person who is asked hears of it, where they chose to.

``watch.py`` notices whom tables wait for, ``quiet.py`` says when a message may go, ``texts.py`` writes it,
``couriers.py`` has it brought by a process of its own (``courier.py``), in which ``guard.py`` lets no connection into
the network of the server. Addresses are secrets: they go to the store and to that process, and nowhere else.
"""
