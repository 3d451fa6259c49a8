"""What the client is made from fits its sources."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tutti import Match

ROOT = Path(__file__).resolve().parents[2]


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
