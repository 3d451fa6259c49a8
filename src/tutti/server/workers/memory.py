"""How much memory a process beside the server may take."""

from __future__ import annotations

from contextlib import suppress

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]  # a module that may be absent

MEMORY = 1 << 30
"""Bytes."""


def bound_memory() -> None:
    """A job that wants more than this fails, instead of the machine."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        with suppress(OSError, ValueError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
