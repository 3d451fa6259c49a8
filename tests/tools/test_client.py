"""The build of the web client: when it is due, and what is said when it cannot be."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools.setup import node
from tools.web import client


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of a tiny client, whose build copies one file."""
    sources, built = tmp_path / "web", tmp_path / "built"
    (sources / "src" / "deep").mkdir(parents=True)
    (sources / "index.html").write_text("page")
    (sources / "src" / "deep" / "part.ts").write_text("part")
    (sources / "README").write_text("not built")

    def vite(folder: Path, env: dict[str, str], *command: str) -> None:
        built.mkdir()
        (built / "index.html").write_bytes((folder / "index.html").read_bytes())

    monkeypatch.setattr(client, "WEB", sources)
    monkeypatch.setattr(client, "BUILT", built)
    monkeypatch.setattr(client, "STAMP", built / "made.json")
    monkeypatch.setattr(node, "install", lambda *_, **__: None)
    monkeypatch.setattr(node, "run", vite)
    monkeypatch.setattr(node, "found", lambda: {"PATH": ""})
    return sources


def test_the_second_one_is_built_again_after_an_edit_of_either(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, seen = tmp_path / "guest", []

    def vite(folder: Path, env: dict[str, str], *command: str) -> None:
        built.mkdir()
        seen.append((env["TUTTI_CLIENT_GAMES"], command[-1]))

    monkeypatch.setattr(client, "GUEST", built)
    monkeypatch.setattr(node, "run", vite)
    module = tmp_path / "tests" / "games" / "mine" / "web" / "mine" / "index.ts"
    module.parent.mkdir(parents=True)
    for edit in (web / "src" / "deep" / "part.ts", module, module):
        edit.write_text(f"{edit.name} {len(seen)}")
        assert client.guest({}) == client.guest({}) == built
    assert len(seen) == 3
    assert seen[0][0].endswith("web")
    assert seen[0][1] == str(built)


def test_it_is_built_once_and_again_after_an_edit(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.main(["--check"]) == 1
    assert client.main([]) == 0
    assert client.main(["--check"]) == 0
    assert client.main([]) == 0
    assert capsys.readouterr().out.count("Building") == 1
    (web / "README").write_text("something else")
    assert client.fresh()
    (web / "src" / "deep" / "part.ts").write_text("another part")
    assert not client.fresh()
    assert client.main([]) == 0
    assert client.fresh()
    (web / "src" / "deep" / "part.ts").rename(web / "src" / "part.ts")
    assert not client.fresh()


@pytest.mark.parametrize(
    ("wish", "script", "needs"), [("--types", "check", "svelte-check"), ("--units", "test", "vitest")]
)
def test_types_and_tests_are_looked_at_once_for_the_same_sources(
    web: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wish: str, script: str, needs: str
) -> None:
    asked: list[str] = []

    def check(folder: Path, env: dict[str, str], *command: str) -> None:
        asked.append(command[-1])
        if "fault" in (web / "tests" / "one.test.ts").read_text():
            raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(node, "run", check)
    monkeypatch.setattr(client, "MODULES", web / "modules")
    monkeypatch.setattr(client, "PASSED", web / "build")
    (web / "tests").mkdir()
    (web / "tests" / "one.test.ts").write_text("fault")
    assert client.main([wish]) == 0
    assert f"not looked at by {needs}" in capsys.readouterr().err
    (web / "modules" / needs).mkdir(parents=True)
    assert client.main([wish]) == client.main([wish]) == 1  # a fault is told until it is mended
    (web / "tests" / "one.test.ts").write_text("right")
    assert client.main([wish]) == client.main([wish]) == 0
    assert asked == [script] * 3


@pytest.mark.usefixtures("web")
def test_half_a_build_is_none() -> None:
    assert client.there()
    (client.BUILT / "index.html").unlink()
    assert not client.fresh()
    client.STAMP.write_text("{")
    assert not client.fresh()


def test_without_node_it_says_so(
    web: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> dict[str, str]:
        raise node.NoNode(f"there is no {node.NEEDED}")

    monkeypatch.setattr(node, "found", lambda: None)
    monkeypatch.setattr(node, "had", nowhere)
    assert client.main([]) == client.NO_NODE
    assert not client.there()
    assert capsys.readouterr().err.count(node.NEEDED) == 2


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v18.20.4", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v24.1.0", True),
    ],
)
def test_which_node_will_do(tmp_path: Path, version: str, fits: bool) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    assert node._fits({"PATH": str(tmp_path)}) is fits
    (tmp_path / "npm").unlink()
    assert not node._fits({"PATH": str(tmp_path)})
