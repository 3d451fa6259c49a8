"""Recorded matches: each replays to its exact result; together they show every way a step can end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.symphony.tables import GAME
from support import rule
from tutti import BadPosition, BadRecord, Match
from tutti.kernel import record

FOLDER = Path(__file__).parents[2] / "records" / "symphony"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))

STEPS = {step.name for step in GAME.steps if type(step).legal is not type(GAME.steps[0]).legal}
"""The steps that ask; the Group of Talents asks through the step of the pentagon."""
EVENTS = {
    "burned", "paired", "disturbed", "conducted", "clashed", "token_found", "gave", "swapped", "added", "stacked",
    "clef_points", "revealed", "bonus", "final_bonus", "discarded", "choir_kept", "picked", "column_won",
}  # fmt: skip


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_a_record_replays_to_its_exact_result(name: str) -> None:
    match = Match.replay(text(name))
    assert match.result is not None
    assert match.result.json() == json.loads(text(name))["result"]
    old = json.loads(text(name))
    said = {key: old[key] for key in ("rules", "options")}
    assert match.options.values == {"easy": False, **said["options"]}  # SY-274: it came later
    assert record.text({**match.record(), **said}) == text(name)


@rule("SY-254", "KN-31")
def test_only_what_progressive_orchestra_wrote_is_old() -> None:
    """Records of version 1 replay above, to the same positions; in Progressive Orchestra these would differ."""
    old = {name for name in FILES if json.loads(text(name))["rules"] == 1}
    assert len(old) > 10
    assert not any(json.loads(text(name))["options"]["progressive"] for name in old)
    whole = json.loads(text("3-public-progressive-both"))
    for upto in (0, 40, whole["length"]):
        position = Match.replay(whole, upto=upto).dump()
        assert Match.load(position).dump() == position
        with pytest.raises(BadPosition) as unread:
            Match.load({**position, "rules": 1})
        assert (unread.value.code, unread.value.place, unread.value.rule) == ("older_rules", "rules", "SY-254")
    with pytest.raises(BadRecord) as caught:
        Match.replay({**whole, "rules": 1})
    assert (caught.value.code, caught.value.place, caught.value.rule) == ("older_rules", "rules", "SY-254")
    assert "SY-254" in str(caught.value)


def test_the_records_show_every_question_every_kind_of_answer_and_every_effect() -> None:
    steps: set[str] = set()
    verbs: set[str] = set()
    told: set[str] = set()
    tables: set[int] = set()
    for name in FILES:
        match = Match.replay(text(name))
        tables.add(match.players)
        told |= {event["event"] for player in range(match.players) for event in match.events(player)}
        for entry, state in match.states():
            verbs.add(_verb(GAME.actions[entry.action]))
            if state.stack:
                steps.add(GAME.steps[state.stack[-1].step].name)
    assert tables == {2, 3, 4, 5, 6}
    assert steps >= STEPS
    assert verbs == {_verb(action) for action in GAME.actions}
    assert told >= EVENTS


def _verb(action: str) -> str:
    """What kind of action it is: the words without the place."""
    words = action.split()
    if words[0] in ("add", "conduct"):
        return f"{words[0]} {words[-1] if words[-1] in ('left', 'swap') else 'space'}"
    if words[0] in ("no", "disc", "under", "swap"):
        return action
    return words[0] + (" part" if "." in action and words[0] == "control" else "")
