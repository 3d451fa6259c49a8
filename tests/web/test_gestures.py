"""The board of Orchestra takes a third fewer clicks than lists do, for the same recorded decisions."""

from __future__ import annotations

from pathlib import Path

from web.gestures import count

RECORDS = Path(__file__).parents[1] / "records" / "orchestra"


def test_a_third_of_the_clicks_is_gone_besides_forced_answers() -> None:
    counted = [count(path) for path in sorted(RECORDS.glob("*.json"))]
    lists, board = sum(one.lists for one in counted), sum(one.board for one in counted)
    assert board * 3 <= lists * 2, f"{board} gestures for {lists} clicks"
