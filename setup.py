"""Compiles what runs in the move loop with mypyc, if there is a compiler; everything works without.

Environment: TUTTI_PURE=1 compiles nothing; TUTTI_DEV=1 builds each module apart at -O1, so that an
edit costs seconds (a release is one group at -O3). CFLAGS are added to Python's own, never put in
their place.

Packages hold the web client: the one that was built already, if it fits its sources; otherwise it is
built now, where there is Node.js.
"""

from __future__ import annotations

import ast
import atexit
import os
import shlex
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "src" / "tutti")]
import _source  # noqa: E402 - the table of compiled modules lives with the check that uses it
from tools.setup.compiled import compiler_here  # noqa: E402 - of this folder, too
from tools.web import client  # noqa: E402

SOURCES = HERE / "src" / "tutti"
FINGERPRINTS: dict[str, str] = {}
"""Of all sources that a build depends on, as they were before the compiler read them."""
DEV = os.environ.get("TUTTI_DEV") == "1"
KIND = "dev" if DEV else "release"


def imported_by(path: Path) -> set[Path]:
    """The sources of ours that a source imports from."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    bases = [SOURCES.parent.joinpath(*name.split(".")) for name in names if name.split(".")[0] == "tutti"]
    return {file for base in bases for file in (base.with_suffix(".py"), base / "__init__.py") if file.exists()}


def constants_for(hot: list[Path]) -> list[Path]:
    """The sources whose ``Final`` values mypyc builds into those that import them, marked or not."""
    near, new = set(hot), set(hot)
    while new:
        new = set().union(*map(imported_by, new)) - near
        near |= new
    return [path for path in near if b"Final" in path.read_bytes()]


def extensions(base: str) -> list[Any]:
    """The mypyc extensions, each optional: a machine without compiler installs the sources."""
    if os.environ.get("TUTTI_PURE") == "1":
        return []
    if sys.platform != "win32" and not compiler_here():
        return []  # mypyc would write for a minute what nobody compiles
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    hot = _source.hot_files(SOURCES)
    for path in sorted({*hot, *constants_for(hot)}):
        FINGERPRINTS[path.relative_to(SOURCES).as_posix()] = _source.fingerprint(path)
    # A cache of its own each time: with separate=True mypyc 2.4 forgets in its cache which int fields
    # it tracks, and the next build after an edit dies. Unchanged C files are not compiled again anyway.
    cache = tempfile.mkdtemp(prefix="tutti-mypyc-")
    atexit.register(shutil.rmtree, cache, ignore_errors=True)
    made = mypycify(
        ["--strict", "--cache-dir", cache, *(str(path.relative_to(HERE)) for path in hot)],
        opt_level="1" if DEV else "3",
        debug_level="0",
        separate=DEV,
        group_name=None if DEV else _source.LIBRARY.removesuffix("__mypyc"),
        target_dir=f"{base}/c",
    )
    # distutils lets CFLAGS replace Python's own flags, -fwrapv among them: i64 would no longer wrap.
    flags = shlex.split(os.environ.pop("CFLAGS", ""))
    if sys.platform != "win32":
        # mypyc exports its functions; without the first two gcc may not inline them into each other.
        # The last is for time alone: gcc looks minutes at the indentation of a release's one file of 400,000 lines.
        flags += ["-fno-semantic-interposition", "-fvisibility=hidden", "-fwrapv", "-Wno-misleading-indentation"]
    for extension in made:
        extension.optional = True
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    return list(made)


def remove_binaries(package: Path) -> None:
    """All that any build left, for whichever interpreter. Only for folders of this project."""
    for path in [*_source.binaries(package).values(), *package.parent.glob("*__mypyc.*")]:
        path.unlink(missing_ok=True)


class BuildExtensions(build_ext):
    """Builds, then writes down what was made and from which sources. A partial build is thrown away.

    The stamp goes first and comes back last, so a build that was cut short is never taken for a whole one.
    """

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = os.cpu_count()
        self.force = not DEV  # of a dev build, only what an edit changed is made again

    def run(self) -> None:
        package = SOURCES if self.inplace else Path(self.build_lib) / "tutti"
        (package / _source.STAMP).unlink(missing_ok=True)
        remove_binaries(package)
        super().run()
        wanted = [Path(self.get_ext_fullpath(ext.name)) for ext in self.extensions]
        if wanted and all(path.exists() for path in wanted):
            (package / _source.STAMP).write_text(_source.stamp(KIND, FINGERPRINTS, package), encoding="utf-8")
            return
        remove_binaries(package)
        print("Tutti: not compiled (no working C compiler); everything runs from source.", file=sys.stderr)


class BuildSources(build_py):
    """Ships the rule ledgers and the web client in the package, and nothing that an older build left behind."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        package = Path(self.build_lib) / "tutti"
        shutil.rmtree(package, ignore_errors=True)
        fits = client.there()
        super().run()
        if not fits:
            shutil.rmtree(package / "server" / "web", ignore_errors=True)
        shutil.copytree(HERE / "rules", package / "rulebook", dirs_exist_ok=True)


class Archive(sdist):
    """Whoever builds from the archive needs no Node.js."""

    def run(self) -> None:
        client.there()
        super().run()


def build_base() -> str:
    """A folder for each kind of build and each compiler: object files of different flags never meet."""
    try:
        return f"build/{KIND}-{version('mypy')}"
    except ImportError:
        return f"build/{KIND}"


BASE = build_base()
setup(
    ext_modules=extensions(BASE),
    options={"build": {"build_base": BASE}},
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildSources, "sdist": Archive},
)
