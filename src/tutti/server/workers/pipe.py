"""How a worker process is spoken to: the length of a job or an answer, then its JSON."""

from __future__ import annotations

import struct

HEAD = struct.Struct(">I")
STOP = HEAD.pack(0)
"""A job of no length calls the one off that is under way; it answers with what it has."""
LOW = "--low"
"""With this argument, a worker runs at low priority."""
