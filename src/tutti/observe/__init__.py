"""Observations for learners: fields declared by a game, written into rows of ints, one match or thousands."""
