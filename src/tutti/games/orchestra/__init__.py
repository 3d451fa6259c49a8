"""Orchestra by João Toledo and Rogério Lourenço: academies that build an orchestra. Rules: OR ids of the ledger."""

from pathlib import Path

from tutti.games.orchestra.game import Orchestra
from tutti.games.orchestra.pack.printed import Components
from tutti.games.orchestra.pack.reader import read
from tutti.kernel import packs


def make(pack: packs.Pack) -> Orchestra:
    """The game with other components."""
    made = Orchestra(read(pack))
    made.components = pack.tables(Components)
    return made


GAME = make(packs.read(packs.shipped(Path(__file__).parent)["standard"]))
