"""Étude: a small game for the tests, and a tutorial for writers of games. It has one of each hard thing.

| ID | Rule |
|---|---|
| ET-01 | 2 to 4 players; 5 kinds of cards (c to g), one more of each than players, in one face-down deck. |
| ET-02 | Each player is dealt a hand, in a row face down; only the owner looks. Slots count from 1 and close up. |
| ET-03 | A round: all offer at once, then each player in turn has a turn, the first player first. |
| ET-04 | Offer up to two cards of different kinds, secretly, in ascending slots. When all are ready they open. |
| ET-05 | Opened cards lie on their owner's stage; in seat order each then gains the row for the number offered. |
| ET-06 | A row of gains is carried out from left to right, each with all its consequences before the next. |
| ET-07 | A turn: you may first show one card of your hand for a coin; then study (a row), play a chord, or rest. |
| ET-08 | A chord: three cards of different kinds from your stage, all or nothing. They are spent for 5 points. |
| ET-09 | Peek: look at the top card of the deck, and keep it (6 cards in hand at most) or bury it under the deck. |
| ET-10 | The deck has no cards left: a draw or a peek gives nothing. A draw with a full hand gives nothing either. |
| ET-11 | A coin is a point. Most points win; then more cards on the stage; then it is shared. |
| ET-12 | Nobody forgets: what a player has seen of a card stays known to that player wherever the card goes. |

``actions`` numbers what can be said, ``state`` holds the table, ``steps`` are the rules, ``views`` is what people
see, ``position`` writes and reads tables, ``game`` wires them.
"""

from games.etude.game import Etude

GAME = Etude()
