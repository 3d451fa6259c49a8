"""Symphonimo by Robert Brouwer: draft animal virtuosos into soloists and quartets. Rules: SO ids of the ledger."""

from pathlib import Path

from tutti.games.symphonimo.game import Symphonimo
from tutti.games.symphonimo.pack.printed import Components
from tutti.games.symphonimo.pack.reader import read
from tutti.kernel import packs


def make(pack: packs.Pack) -> Symphonimo:
    """The game with the components of a pack; raises ``BadPack``."""
    made = Symphonimo(read(pack))
    made.components = pack.tables(Components)
    return made


GAME = make(packs.read(packs.shipped(Path(__file__).parent)["standard"]))
