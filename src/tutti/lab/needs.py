"""What is not installed is named with the line that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from tutti.extras import install_line
from tutti.lab.study import BadStudy


def needs(module: str, extra: str) -> None:
    """Refuse what needs a library that is not there."""
    if find_spec(module) is None:
        raise BadStudy("no_extra", what=module, command=install_line(extra))
