"""Games that others bring: installed with an entry point, or named by whoever starts Tutti. No list is edited."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tutti
from support.machine import ROOT, environment, run
from tutti import guide, ledger, words
from tutti.kernel import library
from tutti.server.routes import catalogue

TELLS = """
import json, tutti
from tutti import ledger, words
match = tutti.Match.new("etude", players=2, seed=3)
print(json.dumps([tutti.games(), match.game.name, words.Speaker("etude", lang="fr").title, len(ledger.rules("etude"))]))
"""
ALL = [["etude", "orchestra", "symphonimo", "symphony"], "etude", "Étude", 12]


def told(**env: str) -> Any:
    return json.loads(run(sys.executable, "-W", "ignore", "-c", TELLS, env=environment(**env)))


def installed(folder: Path, *points: str) -> str:
    """A folder of packages, one of which says that it brings these games."""
    info = folder / "tutti_etude-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tutti-etude\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("\n".join(["[tutti.games]", *points, ""]), encoding="utf-8")
    return f"{folder}:{ROOT / 'tests'}"


def test_a_game_is_found_that_whoever_starts_tutti_names() -> None:
    assert told(PYTHONPATH=str(ROOT / "tests"), TUTTI_GAMES=" games.etude,") == ALL


def test_a_game_is_found_that_somebody_has_installed(tmp_path: Path) -> None:
    assert told(PYTHONPATH=installed(tmp_path, "etude = games.etude")) == ALL


def test_an_entry_point_may_name_something_in_the_module(tmp_path: Path) -> None:
    assert told(PYTHONPATH=installed(tmp_path, "etude = games.etude:GAME")) == ALL


def test_nobody_takes_the_name_of_a_game_of_ours(tmp_path: Path) -> None:
    path = installed(tmp_path, "etude = games.etude", "symphony = games.etude")
    assert told(PYTHONPATH=path, TUTTI_GAMES="games.symphony") == ALL


def test_a_game_is_called_as_it_calls_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(library._added, "study", "games.etude")
    library._modules.cache_clear()
    try:
        with pytest.raises(ImportError, match=r"games\.etude has the game 'etude', which cannot be found as 'study'"):
            library.game("study")
    finally:
        monkeypatch.undo()
        library._modules.cache_clear()


def test_a_pack_that_cannot_be_made_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``playing`` looks through the packs of all games."""
    guest = tmp_path / "guest_with_packs" / "etude"
    (guest / "components").mkdir(parents=True)
    code = "from games.etude import GAME\ndef make(pack):\n    return pack.raw['nothing']\n"
    (guest / "__init__.py").write_text(code, encoding="utf-8")
    (guest / "components" / "wrong.toml").write_text('game = "etude"\nname = "wrong"\n', encoding="utf-8")
    (guest / "components" / "worse.toml").write_text("game =", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(library._added, "etude", "guest_with_packs.etude")
    library._modules.cache_clear()
    try:
        assert library.playing(tutti.game("symphony").pack_hash) is tutti.game("symphony")
        assert library.playing("sha256:0") is None
    finally:
        monkeypatch.undo()
        library._modules.cache_clear()


@pytest.mark.parametrize(
    ("wished", "said"),
    [
        ("nosuch", "the game nosuch cannot be loaded from the module nosuch: ModuleNotFoundError"),
        ("games.etude,json.tool", "the game tool cannot be loaded from the module json.tool: AttributeError"),
    ],
)
def test_a_server_does_not_begin_with_a_game_that_cannot_be_had(tmp_path: Path, wished: str, said: str) -> None:
    """Else everybody who opens a page would be told."""
    env = environment(PYTHONPATH=str(ROOT / "tests"), TUTTI_GAMES=wished, TUTTI_LANG="en")
    command = [sys.executable, "-W", "ignore", "-m", "tutti", "serve", "--port", "0", "--data", str(tmp_path)]
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 2
    assert said in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["games.etude", "../etude", "os", ""])
def test_a_name_that_is_none_is_never_imported(name: str) -> None:
    with pytest.raises(tutti.UnknownName):
        tutti.game(name)
    assert words.catalogue(name) == {}


def test_it_brings_its_words_and_its_rules_and_needs_no_guide() -> None:
    assert library.guests() == ("etude",)
    assert words.Speaker("etude", ["Ada"], "de", you=0).event({"event": "coins", "player": 0, "number": 1}) == (
        "Du hast 1 Münze bekommen."
    )
    assert ledger.rule("ET-09").game == "etude"
    assert guide.sections("etude") == []
    assert "etude" not in guide.games()


def test_it_lies_on_the_shelf_of_the_server() -> None:
    assert '"name":"etude"' in catalogue._games().whole.decode()
    assert json.loads(catalogue._covers("fr").whole)["etude"]["title"] == "Étude"


def test_bots_play_it_in_the_terminal() -> None:
    env = environment(PYTHONPATH=str(ROOT / "tests"), TUTTI_GAMES="games.etude")
    wish = ["--games", "1", "--players", "3", "--bots", "greedy,random,student"]
    said = run(sys.executable, "-W", "ignore", "-m", "tutti", "simulate", "etude", *wish, env=env)
    assert "student" in said
