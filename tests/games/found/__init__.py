"""The games of the tests. Importing this package shows them to ``tutti.games()``, each as a module of this folder."""

import importlib
from pathlib import Path

_HERE = str(Path(__file__).parent)
_SHOWN = importlib.import_module("tutti.games").__path__
if _HERE not in _SHOWN:
    _SHOWN.append(_HERE)
