"""What is not installed is named with the line that installs it."""

from __future__ import annotations

from tutti.extras import install_line


def missing(fault: ImportError, extra: str) -> ImportError:
    """The same fault for a person: which part needs what, and how to have it."""
    return ModuleNotFoundError(
        f"tutti.envs: {fault.name} is not installed. It comes with: {install_line(extra)}", name=fault.name
    )
