"""Which modules are compiled, and whether the compiled ones are made from the sources beside them.

A compiled module hides its source: after an edit Python would go on running the old code, and a
compiled module whose source is gone or no longer marked would be imported all the same. So a build
leaves a stamp of the sources it was made from and of the files it made, and ``choose`` compares both
before anything is imported. If one thing differs, all modules run from source, and a warning says so.

This file imports nothing of Tutti: the build script uses it too.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
import warnings
import zlib
from collections.abc import Sequence
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

MARK = b"# tutti: compiled\n"
"""The first line of every module that runs in the move loop."""

STAMP = "_built.json"
BINARIES = (".so", ".pyd")
LIBRARY = "tutti__mypyc"
"""The shared library of a release. mypyc 2.4 finds ``__file__`` only if it lies beside the package."""


class StaleBuild(RuntimeWarning):
    """Compiled modules are not made from the sources beside them."""


# -- what lies in the package ------------------------------------------------------------------


def files_in(package: Path) -> dict[str, str]:
    """The path of every file of ours, by its name relative to the package, with slashes; nothing in a zip."""
    found: dict[str, str] = {}
    folders = [("", str(package))] if package.is_dir() else []
    while folders:
        prefix, folder = folders.pop()
        with os.scandir(folder) as entries:  # runs at every import, and takes half the time of pathlib
            for entry in entries:
                if not entry.is_dir():
                    found[prefix + entry.name] = entry.path
                elif entry.name != "__pycache__":
                    folders.append((f"{prefix}{entry.name}/", entry.path))
    for suffix in EXTENSION_SUFFIXES:
        library = package.parent / (LIBRARY + suffix)
        if library.exists():
            found[f"../{library.name}"] = str(library)
    return found


def binaries(package: Path) -> dict[str, Path]:
    """All compiled files in the package, also those of other interpreters, by relative name."""
    return {name: Path(path) for name, path in files_in(package).items() if name.endswith(BINARIES)}


def importable(name: str) -> bool:
    """Whether this interpreter would import a file of that name as a compiled module."""
    base = name.rpartition("/")[2]
    return any(base.endswith(suffix) and "." not in base.removesuffix(suffix) for suffix in EXTENSION_SUFFIXES)


def marked(path: Path | str) -> bool:
    """Whether a source is to be compiled."""
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - at every import, too
        return file.read(len(MARK) + 1).replace(b"\r\n", b"\n").startswith(MARK)


def hot_files(package: Path) -> list[Path]:
    """The sources to compile, in a fixed order: those that carry the mark."""
    return [Path(path) for name, path in sorted(files_in(package).items()) if name.endswith(".py") and marked(path)]


def fingerprint(path: Path) -> str:
    """Of a source; line ends do not count."""
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - at every import, too
        text = file.read()
    return hashlib.sha256(text.replace(b"\r\n", b"\n") if b"\r" in text else text).hexdigest()[:16]


def checksum(path: Path) -> str:
    """Of a compiled file: against mix-ups, so it may be quick."""
    return f"{zlib.crc32(path.read_bytes()):08x}"


# -- the stamp ---------------------------------------------------------------------------------


def stamp(kind: str, sources: dict[str, str], built: Path) -> str:
    """The text of the stamp: the kind of build, the fingerprint of each source, and the files that were made.

    The fingerprints must be taken before the compiler reads the sources: an edit meanwhile is then found out.
    """
    files = {name: checksum(path) for name, path in sorted(binaries(built).items())}
    return json.dumps({"kind": kind, "sources": sources, "files": files}, indent=1) + "\n"


class Stamp(NamedTuple):
    """A stamp as read: fingerprints of sources and checksums of compiled files, by name."""

    kind: str
    sources: dict[str, str]
    files: dict[str, str]


def read_stamp(package: Path) -> Stamp | None:
    """The stamp, or None if there is none that can be read."""
    try:
        raw = json.loads((package / STAMP).read_text(encoding="utf-8"))
        return Stamp(str(raw["kind"]), dict(raw["sources"]), dict(raw["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def faults(package: Path) -> list[str]:
    """What speaks against running the compiled modules; nothing for a build that fits."""
    known = read_stamp(package)
    if known is None:
        return ["no stamp of the build"]
    found: list[str] = []
    left = dict(known.sources)
    compiled: dict[str, str] = {}
    for name, path in files_in(package).items():
        if name in left:
            if fingerprint(Path(path)) == left.pop(name):
                continue
            found.append(f"{name} was edited")
        elif name.endswith(".py") and marked(path):
            found.append(f"{name} is not compiled")
        elif name.endswith(BINARIES) and importable(name):
            compiled[name] = path
    found += [f"{name} is gone" for name in left]
    for name in sorted(known.files.keys() | compiled.keys()):
        if name not in compiled:
            found.append(f"{name} is missing")
        elif name not in known.files:
            found.append(f"{name} is no part of the build")
        elif checksum(Path(compiled[name])) != known.files[name]:
            found.append(f"{name} is of another build")
    return found or _missing_runtime()


def _missing_runtime() -> list[str]:
    """Compiled code needs the arrays of librt; from source, a stand-in serves."""
    try:
        vecs = importlib.import_module("librt.vecs")
    except ImportError:
        return ["librt is missing"]
    return [] if hasattr(vecs, "_C_API") else ["librt is too old"]


# -- the choice --------------------------------------------------------------------------------


def choose(package: Path) -> bool:
    """Decide once, at import: True to run the compiled modules, False to run all from source."""
    if not any(importable(name) for name in binaries(package)):
        return False
    if os.environ.get("TUTTI_PURE") == "1":
        _prefer_sources()
        return False
    found = faults(package)
    if not found:
        return True
    warnings.warn(
        f"compiled Tutti does not fit its sources ({', '.join(sorted(found))}): running from source, slowly. "
        "`make build` compiles again.",
        StaleBuild,
        stacklevel=3,
    )
    _prefer_sources()
    return False


class _Sources:
    """A finder for our own modules that sees no compiled ones."""

    def __init__(self) -> None:
        self.finders: dict[str, FileFinder] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("tutti.") or path is None:
            return None
        for folder in path:
            if folder not in self.finders:
                self.finders[folder] = FileFinder(folder, (SourceFileLoader, [".py"]))
            spec = self.finders[folder].find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        other = PathFinder.find_spec(name, path, target)
        if other is not None and isinstance(other.loader, ExtensionFileLoader):
            raise ModuleNotFoundError(f"{name} is compiled and has no source", name=name)
        return other


def _prefer_sources() -> None:
    importlib.invalidate_caches()
    sys.meta_path.insert(0, _Sources())
