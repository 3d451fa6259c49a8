"""Recorded matches: each replays to its exact result; there is one for each way to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import rule
from tutti import Match
from tutti.games.orchestra.rules.state import REASONS

FOLDER = Path(__file__).parents[2] / "records" / "orchestra"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))


@rule("OR-175", "OR-176", "OR-177", "OR-183", "OR-211", "KN-31")
@pytest.mark.parametrize("name", FILES)
def test_a_record_replays_to_its_result(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    match = Match.replay(text)
    assert json.loads(text)["rules"] < match.game.version, "recorded under version 1: what did not change still stands"
    assert match.result is not None
    assert match.result.json() == json.loads(text)["result"]
    players, reason = name.split("-", 1)
    assert match.players == int(players)
    assert match.result.reason == reason.replace("-", "_")


@rule("OR-011")
def test_a_players_record_keeps_the_others_theater_cards_until_they_are_shown() -> None:
    match = Match.replay((FOLDER / f"{FILES[0]}.json").read_text(encoding="utf-8"), upto=60)
    secret = match.view(1)["theater"]
    text = json.dumps(match.record(0)) + json.dumps(match.view(0)) + json.dumps(match.events(0))
    assert not any(f'"{card}"' in text or f"keep {card.lower()}" in text for card in secret["dealt"])


def test_every_number_of_players_and_every_way_to_end_has_a_record() -> None:
    assert {name[0] for name in FILES} == {"2", "3", "4"}
    assert {name[2:].replace("-", "_") for name in FILES} == set(REASONS[1:])
