"""Compiles what runs in the move loop with mypyc, if there is a compiler; everything works without.

Environment: TUTTI_PURE=1 compiles nothing; TUTTI_DEV=1 builds each module apart at -O1, so that an
edit costs seconds (a release is one group at -O3).
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "src" / "tutti"))
import _source  # noqa: E402 - the table of compiled modules lives with the check that uses it

DEV = os.environ.get("TUTTI_DEV") == "1"


def extensions() -> list[object]:
    """The mypyc extensions, each optional: a machine without compiler installs the sources."""
    if os.environ.get("TUTTI_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    # A cache of its own each time: with separate=True mypyc 2.4 forgets in its cache which int fields
    # it tracks, and the next build after an edit dies. Unchanged C files are not compiled again anyway.
    cache = tempfile.mkdtemp(prefix="tutti-mypyc-")
    atexit.register(shutil.rmtree, cache, ignore_errors=True)
    files = [str(path.relative_to(HERE)) for path in _source.hot_files(HERE / "src" / "tutti")]
    made = mypycify(
        ["--strict", "--cache-dir", cache, *files],
        opt_level="1" if DEV else "3",
        debug_level="0",
        separate=DEV,
    )
    for extension in made:
        extension.optional = True
        if sys.platform != "win32":
            # mypyc exports its functions; without this gcc may not inline them into each other
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
    return list(made)


class BuildExtensions(build_ext):
    """Builds, then writes down which sources the build was made from. A partial build is thrown away."""

    def run(self) -> None:
        super().run()
        root = HERE / "src" if self.inplace else Path(self.build_lib)
        built = [Path(self.get_ext_fullpath(ext.name)) for ext in self.extensions]
        if built and all(path.exists() for path in built):
            (root / "tutti" / "_built.py").write_text(_source.stamp(HERE / "src" / "tutti"))
            return
        for path in built:
            path.unlink(missing_ok=True)


class BuildSources(build_py):
    """Ships the rule ledgers inside the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shutil.copytree(HERE / "rules", Path(self.build_lib) / "tutti" / "rulebook", dirs_exist_ok=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions, "build_py": BuildSources})
