"""Optional parts and what they need. Nothing here loads one."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires

DISTRIBUTION = "tutti-games"
"""Our name among Python packages; ``tutti`` there is somebody else's."""
_EXTRA = re.compile(r"""(?:\s+and\s+)?extra\s*==\s*["']([^"']+)["']""")


def install_line(extra: str) -> str:
    """The command that installs what an extra needs, true wherever Tutti itself came from: a wheel or a checkout."""
    try:
        declared = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from its sources
        return f"pip install '.[{extra}]'"
    return " ".join(["pip install", *(f"'{need}'" for text in declared if (need := _need(text, extra)))])


def _need(text: str, extra: str) -> str | None:
    """A requirement without the word that it belongs to this extra; None if it belongs elsewhere."""
    what, _, condition = text.partition(";")
    found = _EXTRA.search(condition)
    if found is None or found[1] != extra:
        return None
    rest = _EXTRA.sub("", condition).strip().replace("'", '"')
    return f"{what.strip()}; {rest}" if rest else what.strip()
