"""Running Tutti in other processes: builds, other interpreters, other folders."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tutti import _source

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "TUTTI_GAMES", "TUTTI_PURE", "TUTTI_DEV", "CC", "CFLAGS", "PYTEST_ADDOPTS")


def compiler_here() -> bool:
    """Whether mypyc can build here: a C compiler and the headers of this Python."""
    return not subprocess.run([sys.executable, ROOT / "tools" / "setup" / "compiled.py", "--compiler"]).returncode


def node() -> str:
    """The node to use: the one that the set-up installed for want of another, else the machine's."""
    own = Path(sys.executable).parent
    return shutil.which("node", path=f"{own}{os.pathsep}{os.environ.get('PATH', '')}") or "node"


def environment(**changes: str) -> dict[str, str]:
    """The environment without anything that steers a build or an import, and with ``changes``."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return kept | {"PYTHONDONTWRITEBYTECODE": "1"} | changes


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """The standard output of a command that must succeed; its errors are shown when it does not."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env or environment(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def python(code: str, sources: Path, **changes: str) -> str:
    """What a piece of code prints with the package in ``sources``; warnings are printed, too."""
    return run(sys.executable, "-W", "always", "-c", code, env=environment(PYTHONPATH=str(sources), **changes))


def small_project(folder: Path) -> Path:
    """The same with a single module that is compiled, so that a build takes seconds."""
    made = project(folder)
    for path in _source.hot_files(made / "src" / "tutti"):
        if path.name != "chance.py":
            path.write_bytes(path.read_bytes().removeprefix(_source.MARK))
    return made


def project(folder: Path) -> Path:
    """A copy of what a build needs, without anything built."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_built.json", "*.egg-info")
    shutil.copytree(SOURCES, folder / "src", ignore=unwanted)
    for name in ("rules", "tools", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, folder)
    return folder
