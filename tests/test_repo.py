"""The project as a whole: what must be in it, and what must not."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from support.machine import ROOT, SOURCES

LONGEST = 600
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CREDITS.md", "CITATION.cff", "LICENSE")


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


def test_every_source_reads_in_one_sitting() -> None:
    lengths = {path.relative_to(SOURCES): len(path.read_text().splitlines()) for path in SOURCES.rglob("*.py")}
    assert {str(path): n for path, n in lengths.items() if n >= LONGEST} == {}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_are_there(name: str) -> None:
    assert len(TEXTS[name]) > 200


def test_the_build_needs_what_the_constraints_pin() -> None:
    asked = re.search(r'"mypy\[mypyc\]==([0-9.]+)"', TEXTS["pyproject.toml"])
    assert asked is not None
    assert f"mypy=={asked[1]}" in TEXTS["constraints.txt"].splitlines()
