"""Builds the web client into the package, if it is not there or its sources have changed.

``python -m tools.web.client`` builds; ``--all`` also makes what the client's tests need, among it a second client with
the module of a game from elsewhere; ``--check`` only tells; ``--types`` and ``--units`` check layout and types and
run the client's own tests, where what does it is installed and the same sources have not passed before.
Exit code 1: it does not build or fit. Exit code 3: there is no Node.js to build it with, and none can be had.
"""

from __future__ import annotations

import hashlib
import json
import os
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
ELSEWHERE = "../tests/games/*/web/**/*"
TYPED = (*INPUTS, "gallery/**/*", "tests/**/*", ELSEWHERE)
"""What is looked at when types are checked."""
LINTED = (*TYPED, ".prettierrc.json", ".prettierignore", "*.js", "*.json", "*.ts", "scripts/**/*")
"""What has a layout, and is looked at for what is hard to read."""
TRIED = (*TYPED, "../CREDITS.md", "fixtures/**/*", "vitest.config.ts")
"""What its own tests read."""
PASSED = ROOT / "build"
"""Where it is kept of which sources types and tests have passed."""
GUEST = ROOT / "build" / "guest"
"""A client that was built with a second folder of games: the étude, which lies with the tests."""
MODULES = WEB / "node_modules"
NO_NODE = 3


def fingerprint(inputs: tuple[str, ...] = INPUTS) -> str:
    """Of everything that the client is built from, or of other files."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in inputs for path in WEB.glob(pattern) if path.is_file()}):
        digest.update(f"{os.path.relpath(path, WEB)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(stamp: Path) -> str:
    """Those that a stamp tells of."""
    try:
        return str(json.loads(stamp.read_text(encoding="utf-8"))["sources"])
    except (OSError, ValueError, KeyError):
        return ""


def fresh() -> bool:
    """Whether a client is there that was built from the sources as they are."""
    return _sources(STAMP) == fingerprint() and (BUILT / "index.html").is_file()


def passes(script: str, needs: str, inputs: tuple[str, ...]) -> bool:
    """Whether a script of the client finds nothing, once for the same sources; faults are told by what finds them."""
    stamp, sources = PASSED / f"{script}.json", fingerprint(inputs)
    if _sources(stamp) == sources:
        return True
    if not (MODULES / needs).is_dir():
        print(f"Tutti: the client is not looked at by {needs}: `make client` installs it.", file=sys.stderr)
        return True
    try:
        node.run(WEB, node.had(), "npm", "run", "-s", script)
    except subprocess.CalledProcessError:
        return False
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")
    return True


def build(env: dict[str, str]) -> None:
    """The stamp goes first and comes back last: a build that was cut short is never taken for a whole one."""
    sources = fingerprint()
    shutil.rmtree(BUILT, ignore_errors=True)
    node.install(WEB, env, everything=False)
    node.run(WEB, env, "npm", "run", "build")
    STAMP.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")


def guest(env: dict[str, str]) -> Path:
    """The second client, built if need be; nobody measures it."""
    sources, stamp = fingerprint((*INPUTS, ELSEWHERE)), GUEST / "made.json"
    if _sources(stamp) != sources:
        shutil.rmtree(GUEST, ignore_errors=True)
        how = ("--minify", "false", "--emptyOutDir", "--logLevel", "warn", "--outDir", str(GUEST))
        games = {"TUTTI_CLIENT_GAMES": str(ROOT / "tests" / "games" / "etude" / "web")}
        node.run(WEB, env | games, "npm", "run", "-s", "build", "--", *how)
        stamp.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")
    return GUEST


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
        if "--types" in wishes:
            return int(not (passes("lint", "prettier", LINTED) and passes("check", "svelte-check", TYPED)))
        if "--units" in wishes:
            return int(not passes("test", "vitest", TRIED))
        if "--all" in wishes:
            node.install(WEB, node.had())
        if not fresh():
            env = node.had()
            print("Building the web client …", flush=True)
            build(env)
        if "--all" in wishes:
            guest(node.had())
    except node.NoNode as fault:
        print(f"Tutti: no web client: {fault}.", file=sys.stderr)
        return NO_NODE
    except subprocess.CalledProcessError as fault:
        print(f"Tutti: the web client cannot be built: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
