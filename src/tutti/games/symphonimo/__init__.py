"""Symphonimo by Robert Brouwer: draft animal virtuosos into soloists and quartets. Rules: SO ids of the ledger."""

from tutti.games.symphonimo.game import Symphonimo

GAME = Symphonimo()
