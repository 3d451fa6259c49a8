"""The source archive and the wheel made from it: complete, and at home in an empty environment.

`make test` has compiled everything once already, so its wheel holds sources alone; that of `make soak` is compiled as
a release is.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from packaging.requirements import Requirement

from support.machine import ROOT, SOURCES, environment, project, run
from tutti import _source

PACKAGE = SOURCES / "tutti"
CLIENT = PACKAGE / "server" / "web"
DATA = sorted(
    [
        "tutti/py.typed",
        *(path.relative_to(SOURCES).as_posix() for kind in ("toml", "css") for path in PACKAGE.rglob(f"*.{kind}")),
        *(f"tutti/rulebook/{path.name}" for path in (ROOT / "rules").glob("*.md")),
        *(f"tutti/guide/{path.parent.name}/{path.name}" for path in (PACKAGE / "guide").glob("*/*.md")),
        *(path.relative_to(SOURCES).as_posix() for path in CLIENT.rglob("*") if path.is_file()),
    ]
)
"""What is no code and must be there."""
COMPILED = bool(os.environ.get("TUTTI_SOAK"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = project(tmp_path_factory.mktemp("sdist") / "project")
    run(sys.executable, "setup.py", "-q", "sdist", cwd=here, env=environment(TUTTI_PURE="1"))
    (made,) = (here / "dist").glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q")
    # As a release, but not optimised: the C compiler would take several times as long.
    how = environment(CFLAGS="-O0") if COMPILED else environment(TUTTI_PURE="1")
    run(*pip, "--no-build-isolation", "--no-deps", "-w", out, archive, env=how)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(scope="module")
def host(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("host"), "server")


def installed(wheel: Path, folder: Path, extra: str = "") -> Path:
    """The Python of an environment that holds the wheel, what it declares to need, and nothing else."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    inside = folder / "venv" / "bin" / "python"
    site = Path(run(inside, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", inside)
    run(*pip, "install", "-q", "--no-deps", "--no-index", wheel)
    (metadata,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    declared = message_from_bytes(zipfile.ZipFile(wheel).read(metadata)).get_all("Requires-Dist", [])
    for name in needed(declared, extra):
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), site / file)
    return inside


def needed(requirements: Sequence[str], extra: str = "") -> set[str]:
    """The distributions that these requirements name, and those that they need."""
    wanted = [Requirement(text) for text in requirements]
    names = {each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": extra})}
    return names.union(*(needed(distribution(name).requires or ()) for name in names))


def test_the_archive_holds_the_sources_and_the_client_and_nothing_compiled(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    sources = {path.relative_to(ROOT).as_posix() for path in SOURCES.rglob("*.py")}
    assert sources | {"setup.py", "LICENSE", "rules/symphonimo.md"} <= names
    assert {f"src/{name}" for name in DATA if "rulebook" not in name} <= names
    assert {"web/src/main.ts", "web/package-lock.json", "web/.npmrc", "tools/web/client.py"} <= names
    assert not [name for name in names if "node_modules" in name]
    assert not [name for name in names if name.endswith((".so", _source.STAMP))]


def test_the_wheel_is_complete(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "tutti/server/web/index.html" in DATA  # `make client` builds it
    assert set(DATA) <= names
    assert {path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py")} <= names
    compiled = {name.partition(".")[0] for name in names if name.endswith(".so")}
    hot = {path.relative_to(SOURCES).with_suffix("").as_posix() for path in _source.hot_files(PACKAGE)}
    assert compiled == (hot | {_source.LIBRARY} if COMPILED else set())
    tops = {name.split("/")[0].partition("-")[0].partition(".")[0] for name in names}
    library = {_source.LIBRARY} if COMPILED else set()
    assert tops == {"tutti", "tutti_games"} | library  # the package, its metadata, the compiled library


def test_it_runs_in_an_empty_environment(empty: Path) -> None:
    code = "import tutti; print(tutti.COMPILED, tutti.__file__)"
    compiled, file = run(empty, "-I", "-W", "error", "-c", code, cwd=empty.parent).split()
    assert compiled == str(COMPILED)
    assert Path(file).is_relative_to(empty.parent.parent)


@pytest.mark.soak
def test_the_command_runs_in_an_empty_environment(empty: Path) -> None:
    tutti = empty.parent / "tutti"
    assert "greedy" in run(tutti, "simulate", "symphonimo", "--games", "2", cwd=empty.parent)
    assert "SO-007" in run(tutti, "rules", "SO-007", cwd=empty.parent)


@pytest.mark.soak
def test_its_server_has_the_pages(host: Path, tmp_path: Path) -> None:
    serve = [str(host.parent / "tutti"), "serve", "--port", "0", "--data", str(tmp_path)]
    env = environment(TUTTI_SERVER_LOG="off", PYTHONUNBUFFERED="1")
    with subprocess.Popen(serve, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
            page = urlopen(Request(address + "/any/where")).read()
            assert page == (CLIENT / "index.html").read_bytes()
            script = re.search(r'src="(/assets/[^"]+\.js)"', page.decode())
            assert script is not None
            with urlopen(address + script[1]) as answer:
                assert answer.read() == (CLIENT / script[1].removeprefix("/")).read_bytes()
                assert "immutable" in answer.headers["cache-control"]
                assert "default-src 'self'" in answer.headers["content-security-policy"]
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0
        finally:
            server.kill()  # what fails above must not wait for a server that nobody stops


@pytest.mark.soak
def test_the_release_plays_in_lockstep_with_the_build_for_work(empty: Path) -> None:
    """That one plays as the sources do: see the test of the lockstep."""
    driver = ROOT / "tests" / "lockstep" / "driver.py"
    here = run(sys.executable, driver, "1", "0", "1", env=environment(PYTHONPATH=str(SOURCES)))
    release = run(empty, driver, "1", "0", "1")
    assert release.splitlines()[0].startswith("# compiled librt")
    assert release.splitlines()[1:] == here.splitlines()[1:]
