"""Symphonimo by Robert Brouwer: draft animal virtuosos into soloists and quartets. Rules: SO ids of the ledger."""

from pathlib import Path

from tutti.games.symphonimo.game import Symphonimo
from tutti.games.symphonimo.pack import read
from tutti.kernel import packs


def make(pack: packs.Pack) -> Symphonimo:
    """The game with the components of a pack; raises ``BadPack``."""
    return Symphonimo(read(pack))


GAME = make(packs.read(packs.shipped(Path(__file__).parent)["standard"]))
