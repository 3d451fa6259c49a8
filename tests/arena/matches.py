"""Plans and matches for the tests of the arena."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tutti.arena.entrants import AS_IT_IS, Effort
from tutti.arena.playing import Plan, Played
from tutti.arena.seating import Fixture
from tutti.kernel.types import rank

FLAT_BOT = str(Path(__file__).with_name("flat_bot.py"))


def plan(
    *entrants: str,
    asked: int = 4,
    game: str = "symphonimo",
    seed: str = "1",
    effort: Effort = AS_IT_IS,
    players: int | None = None,
    keep: bool = False,
    **options: object,
) -> Plan:
    return Plan(game, players or len(entrants), options, entrants, asked, seed, effort, keep=keep)


def written_bot(folder: Path, body: str, name: str = "bot.py") -> str:
    """A Python file with a bot whose ``decide`` has this body."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    path = folder / name
    path.write_text(
        "import os, pathlib, signal, time\nimport tutti\n\n\nclass Own(tutti.Bot):\n    name = 'own'\n\n"
        f"    def decide(self, perspective, dice):\n{lines}\n\n\nBOT = Own()\n"
    )
    return str(path)


def played(number: int, block: int, seats: Sequence[int], points: Sequence[int], **more: object) -> Played:
    """A match with these points; places follow from them."""
    found = {
        "sources": tuple({"soloists": some, "quartets": 0} for some in points),
        "reason": "deck_empty",
        "moves": 10,
        "times": tuple((0.001, 0.002) for _ in seats),
        "faults": tuple({} for _ in seats),
        "first_fault": tuple("" for _ in seats),
        **more,
    }
    places = rank([(some,) for some in points])
    return Played(Fixture(number, block, tuple(seats)), tuple(points), places, **found)  # type: ignore[arg-type]  # by name
