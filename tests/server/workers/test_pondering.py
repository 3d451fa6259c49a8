"""At a table maestro thinks on while a person is asked, where the settings let it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from server.kit import live_server
from tutti import Match
from tutti.server.workers.pool import can_call_off


@pytest.mark.skipif(not can_call_off(), reason="a pipe cannot be looked into here")
@pytest.mark.parametrize("seconds", [60.0, 0.0])
def test_maestro_thinks_on_while_a_person_is_asked_if_it_may(tmp_path: Path, seconds: float) -> None:
    match = Match.new("symphonimo", 2, seed=3)
    while match.active[0] != 0 or len(match.legal(0)) < 2:
        match.play(match.active[0], match.legal(match.active[0])[0])
    with live_server(tmp_path, workers=2, ponder_seconds=seconds) as home:
        workers = home.server.workers
        workers.cores = 2
        ada = home.person("Ada")
        made = ada.post("/api/positions", {"position": match.dump(), "seat": 0, "bot": "maestro"})
        with ada.at(made["id"], 0) as place:
            place.wait(lambda at: at.view["legal"])
            end = time.monotonic() + (30 if seconds else 1)
            while time.monotonic() < end and not any(one.spare for one in list(workers._all)):
                time.sleep(0.02)
            assert any(one.spare for one in list(workers._all)) == bool(seconds)
            assert place.play(place.view["legal"][0])["type"] == "done"
