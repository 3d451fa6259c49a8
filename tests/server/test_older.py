"""Matches stored under older rules: they go on under those of today."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from server.kit import house
from server.test_broken import same_person
from support import rule
from tutti.kernel.match import Match

OPTIONS: list[dict[str, Any]] = [{}, {"draft": "secret", "progressive": True}]


def grow_old(folder: Path, id: str) -> None:
    """As the server would have stored it under version 1."""
    connection = sqlite3.connect(folder / "tutti.db")
    with connection:
        (body,) = connection.execute("SELECT body FROM tables WHERE id = ?", (id,)).fetchone()
        row = json.loads(body)
        assert row["rules"] == 2
        connection.execute("UPDATE tables SET body = ? WHERE id = ?", (json.dumps(row | {"rules": 1}).encode(), id))
    connection.close()


@rule("SY-254", "KN-31")
@pytest.mark.parametrize("options", OPTIONS, ids=["standard", "progressive"])
def test_a_match_of_symphony_1_goes_on(tmp_path: Path, options: dict[str, Any]) -> None:
    with house(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "random", game="symphony", options=options, start=True)
        with ada.at(id, 0) as place:
            for _ in range(24):
                assert place.play()["type"] == "done"
            place.wait(lambda at: at.view["legal"])
            before = place.view
    grow_old(tmp_path, id)
    with house(tmp_path) as home:
        again = same_person(home, ada)
        with again.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            assert place.view["view"] == before["view"]
            assert place.view["legal"] == before["legal"]
            assert not place.table["broken"]
            assert place.play()["type"] == "done"
            place.order("resign")
            place.wait(lambda at: at.table["state"] == "over")
        record = again.get(f"/api/tables/{id}/record")
        assert record["rules"] == 2
        assert Match.replay(record).record()["log"] == record["log"]
