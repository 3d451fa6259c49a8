"""Notifications: players hear that a table waits for them, where they chose to.

``dispatcher.py`` notices whom tables wait for, ``quiet_hours.py`` says when a message may go, ``texts.py`` writes it,
``sender.py`` hands it to a process of its own (``sender_process.py``), in which ``egress_guard.py`` allows no
connection into the network of the server. Addresses are secrets: they go to the store and to that process, and nowhere
else.
"""
