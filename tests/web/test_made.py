"""What the client is made from fits its sources."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support.machine import environment, node, run
from tutti import Match
from web.house import CLIENT, ROOT, missing

WEB = ROOT / "web"
SMALL = 200_000
"""Bytes of packed script until the first page is there."""


def test_this_machine_can_test_the_client() -> None:
    assert missing() == []


def test_the_client_is_what_its_sources_say() -> None:
    run(sys.executable, "-m", "tools.web.client", "--check", cwd=ROOT)


def npm(*command: str) -> None:
    run("npm", *command, cwd=WEB, env=environment(PATH=f"{Path(node()).parent}{os.pathsep}{os.environ['PATH']}"))


def test_its_types_fit() -> None:
    npm("run", "check")


def test_its_units_work() -> None:
    npm("run", "test")


def test_its_types_are_those_that_the_server_publishes(tmp_path: Path) -> None:
    run(sys.executable, "-m", "tutti", "serve", "--schema", tmp_path)
    npm("run", "types", "--", str(tmp_path), "--check")


def test_its_pictures_are_those_that_the_credits_name() -> None:
    npm("run", "art", "--", "--check")


def test_the_first_load_is_small() -> None:
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<(?:script|link rel="modulepreload")[^>]*(?:src|href)="/([^"]+\.js)"', page)
    # and what the first page asks for by itself: one language, and itself
    scripts += [f"assets/{path.name}" for name in ("en", "Home") for path in (CLIENT / "assets").glob(f"{name}-*.js")]
    sizes = {name: len(gzip.compress((CLIENT / name).read_bytes())) for name in set(scripts)}
    assert len(sizes) > 2
    assert sum(sizes.values()) <= SMALL, sizes


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"web_{name}", ROOT / "tools" / "web" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_draws_the_components_that_the_engine_plays() -> None:
    assert tool("components").stale() == []


def test_the_twin_of_the_words_is_held_against_today_s_sentences() -> None:
    made = tool("sentences")
    assert made.TARGET.read_text(encoding="utf-8") == made.text()


def shape(value: Any) -> Any:
    """The keys of a view, all the way down; of a list, those of its first member."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value).__name__


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_recorded_moments_have_the_shape_of_today_s_views(game: str) -> None:
    moments = json.loads((ROOT / "web" / "fixtures" / f"{game}.json").read_text(encoding="utf-8"))
    for moment in moments:
        match = Match.new(game, moment["players"], seed=1, options=moment["view"]["options"])
        assert set(match.view(0)) - {"removed", "theater_cards"} == set(moment["view"]) - {"removed", "theater_cards"}


def test_languages_of_the_client_are_complete() -> None:
    folder = ROOT / "web" / "src" / "i18n"
    english = json.loads((folder / "en.json").read_text(encoding="utf-8"))
    for lang in ("fr", "de"):
        assert set(json.loads((folder / f"{lang}.json").read_text(encoding="utf-8"))) == set(english)
