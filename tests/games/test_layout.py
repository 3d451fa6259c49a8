"""Every game has the same folders, and imports between them go one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.machine import ROOT

GAMES = ROOT / "src" / "tutti" / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))
ORDER = ("types", "pack", "rules", "remarks", "views", "ai")
"""Each imports only from those before it."""
SIDE_BY_SIDE = ("positions", "observations", "music")
"""These import from all of the above, and nothing from each other."""
EVERYWHERE = {
    "types.py", "pack/box.py", "pack/reader.py", "pack/printed.py", "rules/state.py", "rules/actions.py",
    "rules/options.py", "rules/setup.py", "rules/events.py", "rules/scoring.py", "ai/mind.py", "ai/opinions.py",
    "observations/spec.py", "observations/encoder.py", "game.py", "README.md",
}  # fmt: skip
"""The same job has the same file in every game."""
WHERE_A_FOLDER_IS = {
    "pack/cards.py", "pack/names.py", "rules/effects.py", "rules/steps/base.py", "remarks/standings.py",
    "remarks/warnings.py", "remarks/merits.py", "views/view.py", "ai/determinize.py", "ai/features.py",
    "ai/weights.py", "positions/table.py", "positions/whole.py",
}  # fmt: skip
"""And in every heavy game, whose remarks, views and positions are folders."""


def part(path: Path, game: str) -> str:
    return path.relative_to(GAMES / game).parts[0].removesuffix(".py")


def allowed(part: str) -> set[str]:
    if part in ("game", "__init__"):
        return {*ORDER, *SIDE_BY_SIDE, "game"}
    return {part, *(ORDER if part in SIDE_BY_SIDE else ORDER[: ORDER.index(part)])}


def imports(text: str, game: str) -> Iterator[str]:
    """The parts of the game that a source imports; for types only, too."""
    own = f"tutti.games.{game}"
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name.split(".")[3] for name in names if name.startswith(f"{own}."))


@pytest.mark.parametrize("game", NAMES)
def test_imports_go_one_way_inside_a_game(game: str) -> None:
    sources = sorted((GAMES / game).rglob("*.py"))
    assert len(sources) > 20
    for path in sources:
        may = allowed(part(path, game))
        assert set(imports(path.read_text(encoding="utf-8"), game)) <= may, path.relative_to(GAMES)


@pytest.mark.parametrize(
    "text",
    [
        "from tutti.games.chess import views",
        "from tutti.games.chess.views import view",
        "import tutti.games.chess.views.view",
        "if TYPE_CHECKING:\n    from tutti.games.chess.views.view import View",
    ],
)
def test_every_kind_of_import_is_seen(text: str) -> None:
    assert list(imports(text, "chess")) == ["views"]
    assert "views" not in allowed("rules")
    assert "positions" not in allowed("observations")


@pytest.mark.parametrize("game", NAMES)
def test_the_same_job_has_the_same_file(game: str) -> None:
    heavy = (GAMES / game / "remarks").is_dir()
    names = EVERYWHERE | WHERE_A_FOLDER_IS if heavy else EVERYWHERE
    missing = {name for name in names if not (GAMES / game / name).is_file()}
    assert missing == set()
    for name in (*ORDER, "positions", "observations"):
        assert (GAMES / game / name).is_dir() or (GAMES / game / f"{name}.py").is_file(), name


@pytest.mark.parametrize("game", NAMES)
def test_the_pages_of_all_games_have_one_form(game: str) -> None:
    page = (GAMES / game / "README.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {game.capitalize()}: where to find what\n")
    assert re.findall(r"^## (.*)", page, re.MULTILINE)[:2] == ["Folders", "Where a rule lives"]
    assert "**Read in this order**" in page
