"""A PostgreSQL of the tests' own: started when the first test asks for it, gone with the last."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
"""Where Debian puts what is not meant for everybody's path."""


def program(name: str) -> str | None:
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, PLACES)]))


def owner() -> str | None:
    """Whoever may run it: not root, who lends it to the user that its package makes."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    return "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else None


def here() -> bool:
    """Whether this machine has what it takes."""
    return bool(program("initdb") and program("postgres") and owner())


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a database server, without the name of a database."""
    initdb, postgres, user = program("initdb"), program("postgres"), owner()
    assert initdb
    assert postgres
    assert user
    folder = Path(tempfile.mkdtemp(prefix="tutti-postgres-"))
    shutil.chown(folder, user)
    other = user if os.geteuid() == 0 else None

    def run(*command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, user=other, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    try:
        data = str(folder / "data")
        made = run(initdb, "-D", data, "-A", "trust", "-U", "tutti", "--no-sync", "--locale=C", "-E", "UTF8").wait(120)
        assert made == 0
        options = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=8MB")
        server = run(postgres, "-D", data, "-k", str(folder), *options)
        try:
            address = f"host={folder} user=tutti"
            _wait(address)
            yield address
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(address: str) -> None:
    import psycopg

    for _ in range(600):
        try:
            psycopg.connect(f"{address} dbname=postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("PostgreSQL did not start")


def fresh(address: str, name: str) -> str:
    """A new empty database; its address as the settings take it."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as wire:
        wire.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    folder = address.partition("host=")[2].split()[0]
    return f"postgresql://tutti@/{name}?host={folder}"
