"""Builds the web client into the package, if it is not there or its sources have changed.

``python -m tools.web.client`` builds; ``--all`` also installs what the client's tests need; ``--check`` only
tells. Exit code 1: it does not build. Exit code 3: there is no Node.js to build it with, and none can be had.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools.setup import node

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "tutti" / "server" / "web"
STAMP = BUILT / "made.json"
CONFIGURED = ("index.html", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
INPUTS = (*CONFIGURED, "public/**/*", "src/**/*")
NO_NODE = 3


def fingerprint() -> str:
    """Of everything that the client is built from."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in INPUTS for path in WEB.glob(pattern) if path.is_file()}):
        digest.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fresh() -> bool:
    """Whether a client is there that was built from the sources as they are."""
    try:
        made: str = json.loads(STAMP.read_text(encoding="utf-8"))["sources"]
    except (OSError, ValueError, KeyError):
        return False
    return made == fingerprint() and (BUILT / "index.html").is_file()


def build(env: dict[str, str]) -> None:
    """The stamp goes first and comes back last: a build that was cut short is never taken for a whole one."""
    sources = fingerprint()
    shutil.rmtree(BUILT, ignore_errors=True)
    node.install(WEB, env, everything=False)
    node.run(WEB, env, "npm", "run", "build")
    STAMP.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")


def there() -> bool:
    """Whether a package may hold what is built: a fresh client, if need be built now, with what this machine has."""
    if fresh():
        return True
    env = node.found()
    if env is None:
        print(f"Tutti: without the web client, which needs {node.NEEDED} to be built.", file=sys.stderr)
        return False
    try:
        build(env)
    except (subprocess.CalledProcessError, OSError) as fault:
        print(f"Tutti: without the web client, which does not build: {fault}", file=sys.stderr)
        return False
    return True


def main(wishes: list[str]) -> int:
    if "--check" in wishes:
        return int(not fresh())
    try:
        if "--all" in wishes:
            node.install(WEB, node.had())
        if not fresh():
            env = node.had()
            print("Building the web client …", flush=True)
            build(env)
    except node.NoNode as fault:
        print(f"Tutti: no web client: {fault}.", file=sys.stderr)
        return NO_NODE
    except subprocess.CalledProcessError as fault:
        print(f"Tutti: the web client cannot be built: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
