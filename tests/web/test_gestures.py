"""The board of Orchestra takes a third fewer clicks than lists do, for the same recorded decisions."""

from __future__ import annotations

from pathlib import Path

from support.machine import ROOT
from web.gestures import count

RECORDS = Path(__file__).parents[1] / "records" / "orchestra"
PAGE = ROOT / "docs" / "orchestra.md"


def test_a_third_of_the_clicks_is_gone_besides_forced_answers() -> None:
    counted = [count(path) for path in sorted(RECORDS.glob("*.json"))]
    lists, board = sum(one.lists for one in counted), sum(one.board for one in counted)
    page, forced = PAGE.read_text(encoding="utf-8"), sum(one.forced for one in counted)
    assert f"the same {len(counted)} recorded matches" in page
    assert f"through lists {lists:,}, on the board {board:,}, a third fewer" in page
    assert f"Another {forced:,} answers were the only ones" in page
    assert board * 3 <= lists * 2, f"{board} gestures for {lists} clicks"
