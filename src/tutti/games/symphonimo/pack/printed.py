"""The types of what is printed: the tables of a pack that a picture needs, without their provenance."""

from __future__ import annotations

from typing import TypedDict

from tutti.games.symphonimo.types import Power


class PrintedDeck(TypedDict):
    families: list[int]


class PrintedConductors(TypedDict):
    limit: int
    powers: list[Power]
    limit_two: int


class PrintedSet(TypedDict):
    cards: int
    points: int


class PrintedScoring(TypedDict):
    soloist: PrintedSet
    quartet: PrintedSet


class PrintedFalseNote(TypedDict):
    removed: int


class Components(TypedDict):
    deck: PrintedDeck
    conductors: PrintedConductors
    scoring: PrintedScoring
    false_note: PrintedFalseNote
