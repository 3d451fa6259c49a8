"""Tells whether a compiled Tutti is in place: exit code 0 if there is nothing to do, 1 if a build is due.

Usage: ``compiled.py [dev|release|--compiler]``. With a kind, only a build of that kind will do; with
``--compiler`` it tells whether this machine can compile at all. Without a compiler nothing is ever due.
"""

from __future__ import annotations

import importlib
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent.parent / "src" / "tutti"


def compiler_here() -> bool:
    """A C compiler that can be called, and the headers of this Python."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    try:
        asked = subprocess.run([*compiler, "--version"], capture_output=True)
    except OSError:
        return False
    return asked.returncode == 0 and Path(sysconfig.get_path("include"), "Python.h").exists()


def due(kind: str | None) -> bool:
    """Whether the modules in the package are to be compiled (again)."""
    sys.path.insert(0, str(PACKAGE))  # by itself: the package need not be importable yet
    source: Any = importlib.import_module("_source")
    known = source.read_stamp(PACKAGE)
    if known is None or (kind is not None and known.kind != kind):
        return True
    return bool(source.faults(PACKAGE))


def main(wish: str | None) -> int:
    if wish == "--compiler":
        return int(not compiler_here())
    if not compiler_here():
        print("No C compiler here: Tutti runs from source.")
        return 0
    return int(due(wish))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
