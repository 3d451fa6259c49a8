"""All matches of a study as one Parquet file: a row for each seat, some thousands at a time.

Only ``tutti lab --parquet`` imports this: pyarrow is an extra.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from tutti.kernel.types import Fields
from tutti.lab.folder import Folder
from tutti.lab.questions import wins
from tutti.lab.study import Study

NAME: Final = "matches.parquet"
GROUP: Final = 5_000
"""Matches of one row group: what is held at once."""
COUNTS: Final = pa.map_(pa.string(), pa.int32())
SCHEMA: Final = pa.schema(
    [
        ("table", pa.string()),
        ("change", pa.string()),
        ("match", pa.int32()),
        ("block", pa.int32()),
        ("seat", pa.int8()),
        ("turn", pa.int8()),
        ("bot", pa.string()),
        ("points", pa.int32()),
        ("place", pa.int8()),
        ("win", pa.float64()),
        ("reason", pa.string()),
        ("moves", pa.int32()),
        ("decisions", pa.int32()),
        ("choices", pa.int32()),
        ("sources", COUNTS),
        ("did", COUNTS),
    ]
)


def write(study: Study, folder: Folder) -> Path:
    """Write the matches that are there; the file gets its name when it is whole."""
    path = folder.path / NAME
    part = path.with_suffix(".part")
    rows = folder.rows()
    with pq.ParquetWriter(part, SCHEMA) as writer:
        while some := list(islice(rows, GROUP)):
            seats = [seat for row in some for seat in _seats(study, row)]
            writer.write_table(pa.Table.from_pylist(seats, SCHEMA))
    part.replace(path)
    return path


def _seats(study: Study, row: Fields) -> list[dict[str, Any]]:
    arm = study.arms[row["arm"]]
    won = wins(row)
    empty: list[Fields] = [{} for _ in won]
    return [
        {
            "table": arm.table,
            "change": None if arm.change is None else arm.name.partition(" ")[2],
            "match": row["match"],
            "block": row["block"],
            "seat": seat,
            "turn": None if row["first"] is None else (seat - row["first"]) % len(won) + 1,
            "bot": arm.kinds[kind],
            "points": row["points"][seat],
            "place": row["places"][seat],
            "win": won[seat],
            "reason": row["reason"],
            "moves": row["moves"],
            "decisions": row["decisions"][seat],
            "choices": row["choices"][seat],
            "sources": list(row.get("sources", empty)[seat].items()),
            "did": list(row.get("did", empty)[seat].items()),
        }
        for seat, kind in enumerate(row["seats"])
    ]
