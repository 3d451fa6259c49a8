"""Small studies for the tests of the lab."""

from __future__ import annotations

from tutti.kernel.types import Fields
from tutti.lab.study import Study, study_of


def table(**more: object) -> Fields:
    return {"game": "symphonimo", "bots": ["greedy"], "matches": 12, **more}


def small(*tables: Fields, **more: object) -> Study:
    return study_of({"title": "small", "seed": "1", "table": list(tables) or [table()], **more})


def rich() -> Study:
    """Every question, with variants and with strong and weak at one table."""
    return small(
        table(name="even", matches=30, vary={"false_note": [True], "grand_maestro": [["take_now"], ["pass_left"]]}),
        table(name="mixed", matches=8, bots=["soloist@6", "greedy"]),
    )
