"""A stale or mixed build never runs, and never silently."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

from support.machine import SOURCES, python
from tutti import _source

SUFFIX = EXTENSION_SUFFIXES[0]
LOOK = """
import json, sys, warnings
HIDE
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import tutti
tutti.game("symphonimo")
from tutti.games.symphonimo.ai import opinions
dice = tutti.Dice(1)
print(json.dumps({
    "compiled": tutti.COMPILED,
    "warned": [w.category.__name__ for w in caught],
    "said": " ".join(str(w.message) for w in caught),
    "binaries": [n for n, m in list(sys.modules.items())
                 if n.startswith("tutti.") and not (m.__file__ or "").endswith(".py")],
    "dice": [dice.below(1000) for _ in range(8)],
    "prospect": opinions.prospect.__module__,
}))
"""
HIDE = """
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("librt"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hide())
"""


def look(sources: Path, hide: str = "", **changes: str) -> dict[str, Any]:
    """How the package in ``sources`` runs, as told from inside."""
    told: dict[str, Any] = json.loads(python(LOOK.replace("HIDE", hide), sources, **changes))
    return told


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the package with the build that is in place."""
    shutil.copytree(SOURCES / "tutti", tmp_path / "tutti", ignore=shutil.ignore_patterns("__pycache__"))
    for library in SOURCES.glob(f"{_source.LIBRARY}.*"):
        shutil.copy(library, tmp_path)
    return tmp_path


def test_a_build_that_fits_runs_compiled_and_says_nothing(sources: Path) -> None:
    told = look(sources)
    assert told["compiled"], "`make build` first"
    assert told["warned"] == []
    assert "tutti.kernel.chance" in told["binaries"]


def test_pure_asks_for_the_sources_and_gets_them_without_a_warning(sources: Path) -> None:
    told = look(sources, TUTTI_PURE="1")
    assert (told["compiled"], told["warned"], told["binaries"]) == (False, [], [])


def test_after_an_edit_the_edited_code_runs(sources: Path) -> None:
    path = sources / "tutti" / "kernel" / "chance.py"
    text = path.read_text()
    path.write_text(text.replace("return (self.word() * n) >> 32", "return 5"))
    told = look(sources)
    assert told["dice"] == [5] * 8
    assert (told["compiled"], told["warned"], told["binaries"]) == (False, ["StaleBuild"], [])
    assert "kernel/chance.py was edited" in told["said"]
    path.write_text(text)
    assert look(sources)["compiled"]


def test_line_ends_are_no_edit(sources: Path) -> None:
    path = sources / "tutti" / "kernel" / "chance.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert look(sources)["compiled"]


def unmark(package: Path) -> None:
    path = package / "kernel" / "frames.py"
    path.write_bytes(path.read_bytes().removeprefix(_source.MARK))


def mark_another(package: Path) -> None:
    path = package / "kernel" / "types.py"
    path.write_bytes(_source.MARK + path.read_bytes())


def remove_source(package: Path) -> None:
    (package / "games" / "orchestra" / "rules" / "state.py").unlink()  # of a game that nobody asks for here


def orphan(package: Path) -> None:
    shutil.copy(package / "kernel" / f"chance{SUFFIX}", package / "kernel" / f"types{SUFFIX}")


def orphan_under_a_short_name(package: Path) -> None:
    shutil.copy(package / "kernel" / f"chance{SUFFIX}", package / "kernel" / "types.so")


def no_stamp(package: Path) -> None:
    (package / _source.STAMP).unlink()


def torn_stamp(package: Path) -> None:
    path = package / _source.STAMP
    path.write_text(path.read_text()[:300])


def stamp_of_other_things(package: Path) -> None:
    (package / _source.STAMP).write_text('{"kind": "dev", "sources": [1], "files": 3}')


def partial(package: Path) -> None:
    (package / "kernel" / f"game{SUFFIX}").unlink()


def of_another_build(package: Path) -> None:
    path = package / "kernel" / f"game{SUFFIX}"
    path.write_bytes(path.read_bytes() + b" ")


def only_an_orphan(package: Path) -> None:
    saved = (package / "kernel" / f"chance{SUFFIX}").read_bytes()
    for path in _source.binaries(package).values():
        path.unlink()
    (package / "kernel" / f"types{SUFFIX}").write_bytes(saved)


FAULTS: dict[Callable[[Path], None], str] = {
    unmark: "kernel/frames.py was edited",
    mark_another: "kernel/types.py is not compiled",
    remove_source: "games/orchestra/rules/state.py is gone",
    orphan: f"kernel/types{SUFFIX} is no part of the build",
    orphan_under_a_short_name: "kernel/types.so is no part of the build",
    no_stamp: "no stamp of the build",
    torn_stamp: "no stamp of the build",
    stamp_of_other_things: "no stamp of the build",
    partial: f"kernel/game{SUFFIX} is missing",
    of_another_build: f"kernel/game{SUFFIX} is of another build",
    only_an_orphan: f"kernel/types{SUFFIX} is no part of the build",
}


@pytest.mark.parametrize(("fault", "said"), FAULTS.items(), ids=[fault.__name__ for fault in FAULTS])
def test_a_build_with_a_fault_is_left_alone(sources: Path, fault: Callable[[Path], None], said: str) -> None:
    fault(sources / "tutti")
    told = look(sources)
    assert (told["compiled"], told["warned"], told["binaries"]) == (False, ["StaleBuild"], [])
    assert said in told["said"]


def test_compiled_modules_of_another_python_do_not_matter(sources: Path) -> None:
    shutil.copy(
        sources / "tutti" / "kernel" / f"chance{SUFFIX}", sources / "tutti" / "kernel" / "types.cpython-399-any.so"
    )
    assert look(sources)["compiled"]


def test_without_librt_the_sources_run_with_the_stand_in(sources: Path) -> None:
    told = look(sources, HIDE)
    assert (told["compiled"], told["warned"], told["binaries"]) == (False, ["StaleBuild"], [])
    assert "librt is missing" in told["said"]


def test_a_compiled_module_without_source_cannot_be_imported(sources: Path) -> None:
    shutil.copy(sources / "tutti" / "kernel" / f"chance{SUFFIX}", sources / "tutti" / "kernel" / f"ghost{SUFFIX}")
    code = "import warnings; warnings.simplefilter('ignore')\nimport tutti\ntry:\n    import tutti.kernel.ghost\n"
    code += "except ModuleNotFoundError as fault:\n    print(fault)"
    assert python(code, sources).strip() == "tutti.kernel.ghost is compiled and has no source"
