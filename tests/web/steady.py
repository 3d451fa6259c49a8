"""The server of the tests in the browser: the same table is dealt the same cards each time, and bots throw no dice.

A page must hold for every deal, and ``make soak`` tries new ones with each run. A run of ``make test`` is to say the
same twice.
"""

from __future__ import annotations

import hashlib
import json
import os
from types import SimpleNamespace
from typing import Any

from tutti.cli.main import main
from tutti.server.rooms import lobby
from tutti.server.workers import pool


def hold() -> None:
    """The seed of a match follows from its game, its number of players and its options."""
    begin = lobby.begin

    def begins(room: Any, *rest: Any) -> None:
        table = room.table
        asked = json.dumps([table.game, table.players, table.options], sort_keys=True, default=str)
        seed = hashlib.sha256(asked.encode()).hexdigest()[:32]
        vars(lobby)["secrets"] = SimpleNamespace(token_hex=lambda _: seed)
        begin(room, *rest)

    vars(lobby)["begin"] = begins
    vars(pool)["_dice"] = lambda: 1


if __name__ == "__main__":
    if not os.environ.get("TUTTI_SOAK"):
        hold()
    raise SystemExit(main())
