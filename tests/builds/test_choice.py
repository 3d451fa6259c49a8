"""What ``tutti.COMPILED`` says is what runs; and no compiler is no obstacle."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import tutti
from support.machine import SOURCES, environment, python, run, small_project
from tutti import _source

PACKAGE = SOURCES / "tutti"
HOT = [path.relative_to(SOURCES).with_suffix("") for path in _source.hot_files(PACKAGE)]
MATCH = """
import tutti
m = tutti.Match.new("symphonimo", players=2, seed=7)
while m.active:
    m.play(m.active[0], m.legal(m.active[0])[0])
print(tutti.COMPILED, m.result.points)
"""


@pytest.mark.parametrize("module", [".".join(path.parts) for path in HOT])
def test_compiled_tells_how_each_hot_module_runs(module: str) -> None:
    file = importlib.import_module(module).__file__ or ""
    assert file.endswith(tuple(EXTENSION_SUFFIXES)) == tutti.COMPILED


def test_pure_runs_every_module_from_source() -> None:
    code = "import sys, tutti; tutti.game('symphonimo'); print(tutti.COMPILED); print(*[m.__file__ for m in list("
    code += "sys.modules.values()) if m.__name__.startswith('tutti.')])"
    compiled, files = python(code, SOURCES, TUTTI_PURE="1").splitlines()
    assert compiled == "False"
    assert all(file.endswith(".py") for file in files.split())


def test_games_and_bots_stay_functions_once_their_folders_are_imported() -> None:
    code = "import tutti; tutti.game('symphonimo'), tutti.bot('random'); print(tutti.games(), tutti.bots())"
    assert "symphonimo" in python(code, SOURCES)


BROKEN = "#!/bin/sh\n[ $1 = --version ]\n"
"""A compiler that says who it is, and compiles nothing."""


SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    "lack",
    [{"CC": "/bin/false"}, pytest.param({"PATH": "/nowhere"}, marks=SOAK), pytest.param({"CC": "broken"}, marks=SOAK)],
    ids=str,
)
def test_without_a_compiler_the_build_succeeds_and_leaves_the_sources(tmp_path: Path, lack: dict[str, str]) -> None:
    here = small_project(tmp_path / "project")
    orphan = here / "src" / "tutti" / "kernel" / f"chance{EXTENSION_SUFFIXES[0]}"
    orphan.write_bytes(b"left by an older build")
    (tmp_path / "broken").write_text(BROKEN)
    (tmp_path / "broken").chmod(0o755)
    env = environment(**{name: value.replace("broken", str(tmp_path / "broken")) for name, value in lack.items()})
    run(sys.executable, "setup.py", "-q", "build_ext", "--inplace", cwd=here, env=env)
    made = here / "build"  # the C of mypyc, where there seemed to be a use for it
    assert any(made.rglob("*.c")) == ("broken" in lack.values())
    assert not _source.binaries(here / "src" / "tutti")
    assert not (here / "src" / "tutti" / _source.STAMP).exists()
    assert python(MATCH, here / "src") == python(MATCH, SOURCES, TUTTI_PURE="1")


@pytest.mark.soak
def test_without_a_compiler_a_wheel_holds_the_sources(tmp_path: Path) -> None:
    here = small_project(tmp_path / "project")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(
        *pip, "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", tmp_path, here, env=environment(CC="/bin/false")
    )
    (wheel,) = tmp_path.glob("*.whl")
    run(*pip, "install", "-q", "--no-deps", "--target", tmp_path / "installed", wheel)
    assert python(MATCH, tmp_path / "installed").startswith("False")
