"""Which modules are compiled, and whether the compiled ones are made from the sources beside them.

A compiled module hides its source: after an edit Python would go on running the old code. So a build
leaves a stamp of the sources it was made from, and ``choose`` compares it before anything is imported.
If one source differs, all modules run from source, and a warning says so.

This file imports nothing of Tutti: the build script uses it too.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

MARK = b"# tutti: compiled\n"
"""The first line of every module that runs in the move loop."""


class StaleBuild(RuntimeWarning):
    """Compiled modules were made from other sources than those beside them."""


def hot_files(package: Path) -> list[Path]:
    """The sources to compile, in a fixed order: those that carry the mark."""
    found = []
    for path in sorted(package.rglob("*.py")):
        with path.open("rb") as file:
            if file.readline().replace(b"\r\n", b"\n") == MARK:
                found.append(path)
    return found


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:16]


def stamp(package: Path) -> str:
    """The text of ``_built.py``: every compiled source with its fingerprint."""
    rows = [f'    "{path.relative_to(package).as_posix()}": "{fingerprint(path)}",' for path in hot_files(package)]
    return '"""Written by the build: the sources it was made from."""\n\nSOURCES = {\n' + "\n".join(rows) + "\n}\n"


def differing(package: Path, sources: dict[str, str]) -> list[str]:
    """The sources that are not what the build was made from, new and missing ones included."""
    now = {path.relative_to(package).as_posix(): path for path in hot_files(package)}
    names = sorted(now.keys() | sources.keys())
    return [name for name in names if name not in now or sources.get(name) != fingerprint(now[name])]


def compiled_beside(package: Path) -> bool:
    """Whether any compiled module of this interpreter lies in the package."""
    return any(path.with_suffix(EXTENSION_SUFFIXES[0]).exists() for path in hot_files(package))


def choose(package: Path) -> bool:
    """Decide once, at import: True to run the compiled modules, False to run all from source."""
    if not compiled_beside(package):
        return False
    if os.environ.get("TUTTI_PURE") == "1":
        _prefer_sources(package)
        return False
    stamp_file = package / "_built.py"
    scope: dict[str, dict[str, str]] = {}
    if stamp_file.exists():
        exec(stamp_file.read_text(), scope)  # our own build wrote it; importing it could find a stale cache
    edited = differing(package, scope.get("SOURCES", {}))
    if not edited:
        return True
    warnings.warn(
        f"compiled Tutti is older than its sources ({', '.join(edited)}): running from source, slowly. "
        "Run `make build` to compile again.",
        StaleBuild,
        stacklevel=3,
    )
    _prefer_sources(package)
    return False


class _Sources:
    """A finder for our own modules that sees no compiled ones."""

    def __init__(self, package: Path) -> None:
        self.package = package

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("tutti.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def _prefer_sources(package: Path) -> None:
    importlib.invalidate_caches()
    sys.meta_path.insert(0, _Sources(package))
