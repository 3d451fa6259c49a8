"""Development and release builds in one folder: each replaces the other, whole."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from support.machine import environment, python, run, small_project
from tutti import _source

BUILD = (sys.executable, "setup.py", "build_ext", "--inplace")
LOOK = "import tutti; print(tutti.COMPILED, [tutti.Dice(1).below(n) for n in (10, 100)])"


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A build for work with a flag of somebody's own, and what was told while it was made."""
    made = small_project(tmp_path_factory.mktemp("first") / "project")
    return made, run(*BUILD, cwd=made, env=environment(CFLAGS="-DTUTTI_FLAG -O2", TUTTI_DEV="1"))


@pytest.fixture
def here(first: tuple[Path, str], tmp_path: Path) -> Path:
    """The same to go on from."""
    return shutil.copytree(first[0], tmp_path / "project")


def names(here: Path) -> set[str]:
    return {
        name.rpartition("/")[0] + "/" + name.rpartition("/")[2].partition(".")[0]
        for name in _source.binaries(here / "src" / "tutti")
    }


def kind(here: Path) -> str:
    found: str = json.loads((here / "src" / "tutti" / _source.STAMP).read_text())["kind"]
    return found


@pytest.mark.soak
def test_builds_of_both_kinds_never_mix(here: Path) -> None:
    chance = here / "src" / "tutti" / "kernel" / "chance.py"
    pure = python(LOOK, here / "src", TUTTI_PURE="1").replace("False", "True")
    assert (kind(here), names(here)) == ("dev", {"kernel/chance", "kernel/chance__mypyc"})
    assert python(LOOK, here / "src") == pure

    (here / "src" / "tutti" / "kernel" / f"ghost{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    run(*BUILD, cwd=here)
    assert (kind(here), names(here)) == ("release", {"kernel/chance", "../tutti__mypyc"})
    assert python(LOOK, here / "src") == pure

    chance.write_text(chance.read_text().replace("return (self.word() * n) >> 32", "return n - 1"))
    run(*BUILD, cwd=here, env=environment(TUTTI_DEV="1"))
    assert (kind(here), names(here)) == ("dev", {"kernel/chance", "kernel/chance__mypyc"})
    assert python(LOOK, here / "src").strip() == "True [9, 99]"


@pytest.mark.soak
def test_a_constant_that_was_built_in_cannot_go_stale(here: Path) -> None:
    kernel = here / "src" / "tutti" / "kernel"
    (kernel / "plain.py").write_text("from typing import Final\n\nLIMIT: Final = 3\n")
    text = (kernel / "chance.py").read_text().replace("return (self.word() * n) >> 32", "return LIMIT")
    text = text.replace("from tutti.kernel.native", "from tutti.kernel.plain import LIMIT\nfrom tutti.kernel.native")
    (kernel / "chance.py").write_text(text)
    run(*BUILD, cwd=here, env=environment(TUTTI_DEV="1"))
    assert python(LOOK, here / "src").strip() == "True [3, 3]"
    (kernel / "plain.py").write_text("from typing import Final\n\nLIMIT: Final = 4\n")
    assert python(LOOK, here / "src").strip() == "False [4, 4]"


@pytest.mark.soak
def test_flags_of_the_environment_are_added_not_put_in_place_of_pythons(first: tuple[Path, str]) -> None:
    here, told = first
    lines = [line.split() for line in told.splitlines() if "chance" in line and " -c " in line]
    assert lines
    for words in lines:
        assert {"-DTUTTI_FLAG", "-DNDEBUG", "-fwrapv"} <= set(words)
        assert words.index("-DTUTTI_FLAG") < len(words) - 1 - words[::-1].index("-fwrapv")
    assert python(LOOK, here / "src").startswith("True")
