"""What the client is made from fits its sources."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

import tutti
from support.machine import environment, node, run
from support.shapes import fits
from web.site import CLIENT, ROOT, missing

WEB = ROOT / "web"
SMALL = 200_000
"""Bytes of packed script until the first page is there."""
BOARD = 60_000
"""The same for the board of one game, sound and fonts apart."""


def test_this_machine_can_test_the_client() -> None:
    assert missing() == []


def test_the_client_is_what_its_sources_say() -> None:
    run(sys.executable, "-m", "tools.web.client", "--check", cwd=ROOT)


def npm(*command: str) -> None:
    run("npm", *command, cwd=WEB, env=environment(PATH=f"{Path(node()).parent}{os.pathsep}{os.environ['PATH']}"))


def test_its_own_tests_have_passed_as_they_are() -> None:
    """``make test`` runs them before these, once for the same sources."""
    run(sys.executable, "-m", "tools.web.client", "--units", cwd=ROOT)


def test_its_types_are_those_that_the_server_publishes(tmp_path: Path) -> None:
    run(sys.executable, "-m", "tutti", "serve", "--schema", tmp_path)
    npm("run", "types", "--", str(tmp_path), "--check")


def test_the_types_of_a_module_from_elsewhere_are_those_of_its_game(tmp_path: Path) -> None:
    env = environment(PYTHONPATH=str(ROOT / "tests"), TUTTI_GAMES="games.etude")
    run(sys.executable, "-W", "ignore", "-m", "tutti", "serve", "--schema", tmp_path, env=env)
    types = ROOT / "tests" / "games" / "etude" / "web" / "etude" / "types.ts"
    npm("run", "types", "--", str(tmp_path), "--check", "--only", "etude", str(types))


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


def test_the_board_of_a_game_is_small() -> None:
    """What a board asks for once the page is there: its own script and those that only it imports."""
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    first = set(re.findall(r'/(assets/[^"]+\.js)"', page))
    boards = list((CLIENT / "assets").glob("Board-*.js"))
    assert boards
    for board in boards:
        wanted = {f"assets/{name}" for name in re.findall(r'from"\./([^"]+\.js)"', board.read_text(encoding="utf-8"))}
        sizes = {name: len(gzip.compress((CLIENT / name).read_bytes())) for name in wanted - first}
        sizes[board.name] = len(gzip.compress(board.read_bytes()))
        assert sum(sizes.values()) <= BOARD, sizes


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


MOMENTS = [path for path in sorted((WEB / "fixtures").glob("*.json")) if path.stem in tutti.games()]


def moments(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def hold(moment: dict[str, Any]) -> None:
    """A moment against today's shape of view, prompt and events, all the way down."""
    shapes = tutti.game(moment["game"]).shapes
    fits(moment["view"], shapes.whole_view())
    if moment["prompt"]:
        fits(moment["prompt"]["args"], shapes.prompt_types()[moment["prompt"]["step"]])
    events = shapes.event_types()
    for event in moment["events"]:
        fits(event, events[event["event"]])


@pytest.mark.parametrize("path", MOMENTS, ids=lambda path: path.stem)
def test_recorded_moments_have_the_shape_of_today(path: Path) -> None:
    for moment in moments(path):
        hold(moment)


def places(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to every object in plain data."""
    if isinstance(value, dict):
        yield way
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in members:
        yield from places(one, (*way, key))


def declared(shape: Any, way: tuple[str | int, ...]) -> bool:
    """Whether the keys of the object at a place are named by the shape, and not by what lies on the table."""
    for key in (*way, None):
        if get_origin(shape) in (Union, UnionType):
            shape = next(one for one in get_args(shape) if is_typeddict(one) or get_origin(one) in (list, dict))
        if key is None:
            break
        shape = get_type_hints(shape)[str(key)] if is_typeddict(shape) else (get_args(shape) or (Any,))[-1]
    return is_typeddict(shape)


@pytest.mark.parametrize("path", MOMENTS, ids=lambda path: path.stem)
def test_a_key_renamed_anywhere_in_a_moment_is_found(path: Path) -> None:
    """The test above, tested: no object of a view is too deep for it."""
    view, shape = moments(path)[-1]["view"], tutti.game(path.stem).shapes.whole_view()
    deepest = 0
    for way in places(view):
        if declared(shape, way):
            spoilt = at = deepcopy(view)
            for key in way:
                at = at[key]
            at["renamed"] = at.pop(next(iter(at)))
            with pytest.raises((AssertionError, msgspec.ValidationError)):
                fits(spoilt, shape)
            deepest = max(deepest, len(way))
    assert deepest >= 2


def test_languages_of_the_client_are_complete() -> None:
    folder = ROOT / "web" / "src" / "i18n"
    english = json.loads((folder / "en.json").read_text(encoding="utf-8"))
    for lang in ("fr", "de"):
        assert set(json.loads((folder / f"{lang}.json").read_text(encoding="utf-8"))) == set(english)
