"""v0.1.0 in a seat: what it is told differs from what the arena says by what came later, and by nothing else."""

from __future__ import annotations

import pytest
from bench.baseline import as_then

import tutti


def test_a_request_is_told_as_it_was_then() -> None:
    match = tutti.Match.new("symphony", players=2, seed=1, pack="standard")
    asked = {"do": "go", "player": 0, "position": match.dump(0), "legal": ["card 02a"]}
    told = as_then({**asked, "position": match.dump(0)})
    then = told["position"]
    assert then["rules"] == 1
    assert "easy" not in then["options"]
    same = {key: value for key, value in match.dump(0).items() if key not in ("rules", "options")}
    assert {key: value for key, value in then.items() if key not in ("rules", "options")} == same
    assert told["legal"] == asked["legal"]


def test_what_it_cannot_play_is_not_told_as_something_else() -> None:
    match = tutti.Match.new("symphony", players=2, seed=1, options={"easy": True}, pack="standard")
    with pytest.raises(ValueError, match="easy"):
        as_then({"do": "go", "position": match.dump(0)})
