"""Worker processes: the framing of jobs and answers (length, then JSON), and how much memory one may take."""

from __future__ import annotations

import struct
from contextlib import suppress

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]  # a module that may be absent

HEAD = struct.Struct(">I")
STOP = HEAD.pack(0)
"""A job of no length calls the one off that is under way; it answers with what it has."""
LOW = "--low"
"""With this argument, a worker runs at low priority."""
MEMORY = 1 << 30
"""Bytes."""


def bound_memory() -> None:
    """A job that wants more than this fails, instead of the machine."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        with suppress(OSError, ValueError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
