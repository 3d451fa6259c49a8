"""Symphony by Angelo Tonin: seat an orchestra, then perform the score together. Rules: SY ids of the ledger."""

from pathlib import Path

from tutti.games.symphony.game import Symphony
from tutti.games.symphony.pack.printed import Components
from tutti.games.symphony.pack.reader import read
from tutti.kernel import packs
from tutti.kernel.packs import Pack


def make(pack: Pack) -> Symphony:
    """The game with the components of a pack; raises ``BadPack``."""
    made = Symphony(read(pack))
    made.components = pack.tables(Components)
    return made


GAME = make(packs.read(packs.shipped(Path(__file__).parent)["concert"]))
