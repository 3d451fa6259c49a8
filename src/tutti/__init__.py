"""Tutti: the digital edition of three orchestra board games, and a fast engine for their players and bots.

>>> import tutti
>>> match = tutti.Match.new("symphonimo", players=2, seed=7)
>>> match.legal(match.active[0])
('draw',)
"""

from pathlib import Path as _Path

from tutti import _source

COMPILED: bool = _source.choose(_Path(__file__).parent)
"""Whether the rules run compiled. A build that is older than its sources is never used."""

# The packages first: importing one later would put it in the place of the function of the same name.
from tutti import bots as _bots  # noqa: E402, F401 - only after the choice above
from tutti import games as _games  # noqa: E402, F401
from tutti import ledger, words  # noqa: E402
from tutti.ai.bot import Bot, Budget, Candidate, Thought  # noqa: E402
from tutti.ai.mind import Mind  # noqa: E402
from tutti.ai.roster import bot, bots  # noqa: E402
from tutti.kernel import errors as _errors  # noqa: E402
from tutti.kernel.chance import Dice, Host  # noqa: E402
from tutti.kernel.errors import (  # noqa: E402
    BadAnswer,
    BadOption,
    BadPack,
    BadPosition,
    BadRecord,
    IllegalAction,
    TuttiError,
    UndoRefused,
    UnknownName,
)
from tutti.kernel.game import Game  # noqa: E402
from tutti.kernel.library import game, games  # noqa: E402
from tutti.kernel.match import Match  # noqa: E402
from tutti.kernel.perspective import Perspective  # noqa: E402
from tutti.kernel.schema import prepare  # noqa: E402
from tutti.kernel.types import WATCHER, Options, Prompt, Refusal, Result  # noqa: E402

_errors.sentence = words.error

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "WATCHER",
    "BadAnswer",
    "BadOption",
    "BadPack",
    "BadPosition",
    "BadRecord",
    "Bot",
    "Budget",
    "Candidate",
    "Dice",
    "Game",
    "Host",
    "IllegalAction",
    "Match",
    "Mind",
    "Options",
    "Perspective",
    "Prompt",
    "Refusal",
    "Result",
    "Thought",
    "TuttiError",
    "UndoRefused",
    "UnknownName",
    "bot",
    "bots",
    "game",
    "games",
    "ledger",
    "prepare",
    "words",
]
