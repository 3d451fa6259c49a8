"""The project as a whole: what must be in it, and what must not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from support.machine import ROOT, SOURCES
from tutti.extras import DISTRIBUTION, install_line

LONGEST = 600
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "CREDITS.md", "CITATION.cff", "LICENSE")


def tracked() -> list[Path]:
    """Every file of the project; without git, all but what the set-up and the builds make."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    made = {".venv", "build", "dist", "node_modules", "__pycache__", ".hypothesis", ".mypy_cache", ".ruff_cache"}
    client = SOURCES / "tutti" / "server" / "web"
    found = (path for path in ROOT.rglob("*") if path.is_file() and client not in path.parents)
    return [path for path in found if not made & set(path.relative_to(ROOT).parts)]


FILES = [path for path in tracked() if path.is_file()]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8", errors="replace") for path in FILES}

FOREIGN = re.compile(
    "|".join(
        [
            r"/(?:home|Users|root)/\w",
            r"(?<![\w.])/(?:tmp|work|opt)/\w",
            "registry" + r"\.(?:npmjs|yarnpkg)",
            r"(?:files\.pythonhosted|pypi\.python)" + r"\.org",
            "index" + r"-url\s*=",
        ]
    )
)
"""Paths of one machine, and hosts that a lock file would tie us to."""


def test_no_file_names_a_path_of_one_machine_or_a_host_of_packages() -> None:
    found = {name: match[0] for name, text in TEXTS.items() if (match := FOREIGN.search(text))}
    assert found == {}


@pytest.mark.parametrize("name", [name for name in TEXTS if name.endswith("package-lock.json")])
def test_lock_files_name_no_place_to_download_from(name: str) -> None:
    packages = json.loads(TEXTS[name])["packages"]
    assert packages
    assert [key for key, package in packages.items() if "resolved" in package] == []


def test_constraints_pin_one_version_each() -> None:
    lines = [line for line in TEXTS["constraints.txt"].splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", line) for line in lines)


PINNED = dict(line.split("==") for line in TEXTS["constraints.txt"].splitlines() if not line.startswith("#"))
NEXT_MINOR, NEXT_RELEASE = 2, 3
"""So many numbers of a version are those of the first release that nobody has tested."""


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("uvicorn", NEXT_MINOR), ("httptools", NEXT_MINOR), ("websockets", NEXT_RELEASE), ("litestar", NEXT_RELEASE)],
)
def test_what_the_server_uses_private_parts_of_is_capped_at_what_is_tested(name: str, numbers: int) -> None:
    needs = [Requirement(need) for need in PROJECT["optional-dependencies"]["server"]]
    (allowed,) = (need.specifier for need in needs if need.name == name)
    release = [*Version(PINNED[name]).release, 0, 0][:numbers]
    assert allowed.contains(PINNED[name])
    assert not allowed.contains(".".join(map(str, [*release[:-1], release[-1] + 1])))


def test_every_extra_allows_what_the_constraints_pin() -> None:
    extras = [need for extra in PROJECT["optional-dependencies"].values() for need in extra]
    needs = [Requirement(need) for need in [*PROJECT["dependencies"], *extras] if DISTRIBUTION not in need]
    pins = {canonicalize_name(name): version for name, version in PINNED.items()}
    tested = [need for need in needs if canonicalize_name(need.name) in pins]
    assert len(tested) > len(needs) / 2
    assert [str(need) for need in tested if not need.specifier.contains(pins[canonicalize_name(need.name)])] == []


def test_every_source_reads_in_one_sitting() -> None:
    lengths = {path.relative_to(SOURCES): len(path.read_text().splitlines()) for path in SOURCES.rglob("*.py")}
    assert {str(path): n for path, n in lengths.items() if n >= LONGEST} == {}


PROJECT = tomllib.loads(TEXTS["pyproject.toml"])["project"]
INSTALLED = re.compile(r"pip3? (?:install|download|wheel)((?:[ \t]+[^\s`#|;&]+)+)")
REQUIREMENT = re.compile(r"""["']?([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[\w,-]+\])?(?:[=<>!~]=?[^"']*)?["']?""")
"""A name as pip would look it up: not an option, a path, an address or something that a shell fills in."""


def asked_of_pip(text: str) -> set[str]:
    """The names that a text tells people to install."""
    words = [word for line in INSTALLED.findall(text) for word in line.split()]
    return {found[1].lower().replace("_", "-") for word in words if (found := REQUIREMENT.fullmatch(word))}


def test_names_that_people_are_told_to_install_are_found() -> None:
    assert asked_of_pip("`pip install 'tutti[server]'` or pip install -U Tutti_Games==1") == {"tutti", "tutti-games"}
    assert asked_of_pip("pip install dist/tutti_games-1.whl '.[dev]' \"$(echo dist/*.whl)[server]\"") == set()


def test_nobody_is_told_to_install_what_is_not_ours() -> None:
    """``tutti`` on the package index is a stranger's, and ours is not there yet: neither is told."""
    told = {name: asked_of_pip(text) for name, text in TEXTS.items() if name != "tests/test_repo.py"}
    assert {name: strange for name, found in told.items() if (strange := {n for n in found if "tutti" in n})} == {}


def test_extras_that_name_our_own_package_name_it_rightly() -> None:
    assert PROJECT["name"] == DISTRIBUTION != "tutti"
    own = [need for extra in PROJECT["optional-dependencies"].values() for need in extra if need.startswith("tutti")]
    assert own
    assert all(need.startswith(f"{DISTRIBUTION}[") for need in own)


@pytest.mark.parametrize("extra", ["server", "postgres", "arena"])
def test_the_line_that_installs_an_extra_names_what_it_needs(extra: str) -> None:
    line = install_line(extra)
    for need in PROJECT["optional-dependencies"][extra]:
        assert re.split(r"[\[<>=;]", need)[0] in line
    assert "extra" not in line
    assert line.startswith("pip install '")
    assert line.count("'") == 2 * len(PROJECT["optional-dependencies"][extra])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_are_there(name: str) -> None:
    assert len(TEXTS[name]) > 200


def test_extras_leave_versions_to_the_constraints() -> None:
    """Whoever brings another version may: only the compiler is pinned, since builds differ by it."""
    pinned = {
        extra
        for extra, needs in PROJECT["optional-dependencies"].items()
        if any("==" in need.partition(";")[0] for need in needs)
    }
    assert pinned == {"build"}


def test_only_what_uses_torch_asks_for_it() -> None:
    asking = {
        extra
        for extra, needs in PROJECT["optional-dependencies"].items()
        if any(re.match(r"torch\b", need) for need in needs)
    }
    assert asking == {"torch"}


def test_every_extra_for_users_is_documented() -> None:
    told = set(re.findall(r"^\| `([a-z]+)` \|", TEXTS["docs/installing.md"], re.MULTILINE))
    assert told == set(PROJECT["optional-dependencies"]) - {"bench", "dev"}


def test_the_oldest_python_is_the_first_that_is_classified() -> None:
    named = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if ":: Python :: 3." in line]
    assert PROJECT["requires-python"] == f">={named[0]}"
    assert named == [f"3.{minor}" for minor in range(11, 11 + len(named))]


def test_the_build_needs_what_the_constraints_pin() -> None:
    asked = re.search(r'"mypy\[mypyc\]==([0-9.]+)"', TEXTS["pyproject.toml"])
    assert asked is not None
    assert f"mypy=={asked[1]}" in TEXTS["constraints.txt"].splitlines()


def test_the_python_that_runs_these_tests_is_one_that_is_named() -> None:
    named = [tuple(map(int, found.split("."))) for found in re.findall(r'Python :: (3\.\d+)"', TEXTS["pyproject.toml"])]
    assert sys.version_info[:2] in named
    lowest = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
    assert named == [(3, minor) for minor in range(lowest[1], named[-1][1] + 1)]


def test_torch_is_an_extra_of_its_own_and_pinned_with_all_others() -> None:
    extras = PROJECT["optional-dependencies"]
    assert [name for name, needs in extras.items() if any("torch" in need for need in needs)] == ["torch"]
    assert not any("==" in need for need in extras["torch"])
    assert "torch" in PINNED


QUOTED = re.compile(r"`([\w./<>*-]+\.(?:py|ts|svelte))`")
HISTORY = ("CHANGELOG.md", "docs/decisions/")
"""They speak of files as they were called then."""
EXAMPLES = {"mine.py"}
"""Files that a reader is told to write."""


def quoted_files(text: str) -> set[str]:
    """The source files that a text names in backticks."""
    return {name for name in QUOTED.findall(text) if "<" not in name and "*" not in name}


def test_every_source_file_that_a_text_names_exists() -> None:
    files = {path.name for path in FILES} | EXAMPLES
    pages = [name for name in TEXTS if name.endswith((".py", ".md")) and not name.startswith(HISTORY)]
    assert len(pages) > 500
    named = {(page, file) for page in pages for file in quoted_files(TEXTS[page])}
    assert len(named) > 100
    assert {(page, file) for page, file in named if Path(file).name not in files} == set()


def test_a_source_file_that_is_gone_is_found_out() -> None:
    gone = "gone.py"
    assert quoted_files(f"see ``ai/{gone}``, `box.py` and `<game>/game.py`") == {f"ai/{gone}", "box.py"}
