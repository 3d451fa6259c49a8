"""Tables set up by hand and scripts of moves, so that a test reads like the rule it proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tutti import Match
from tutti.kernel.scribe import Scribe
from tutti.kernel.types import Fields, Json

HIGHEST = {2: 9, 3: 10, 4: 11, 5: 12, 6: 13}
"""The highest family in play, by number of players (SO-003)."""


def musicians(players: int) -> Counter[int]:
    """All cards in play."""
    return Counter({value: value for value in range(3, HIGHEST[players] + 1)})


def cards(text: str) -> list[int]:
    """``"3 3 5"`` as cards."""
    return [int(card) for card in text.split()]


def position(
    *rows: str,
    left: str | None = None,
    hands: Sequence[str] = (),
    powers: Sequence[str] = (),
    taken: Mapping[int, int] | None = None,
    player: int = 0,
    drawn: int | None = None,
    false_note: bool = False,
    **more: Json,
) -> Fields:
    """A position: one row of cards per Conductor, and as many players.

    ``left`` are the cards nobody has seen; all that lie nowhere else are discards. Without it there
    are no discards, and the deck is what remains. ``taken`` says which Conductor who has.
    """
    held = [*hands, *([""] * (len(rows) - len(hands)))]
    made: Fields = {
        "game": "symphonimo",
        "players": len(rows),
        "options": {"grand_maestro": list(powers), "false_note": false_note},
        "player": player,
        "drawn": drawn,
        "conductors": [{"cards": cards(row), "taken_by": (taken or {}).get(c)} for c, row in enumerate(rows, start=1)],
        "collections": [{str(value): count for value, count in Counter(cards(hand)).items()} for hand in held],
        **more,
    }
    if left is not None:
        rest = musicians(len(rows))
        rest.subtract(cards(" ".join([left, *rows, *held, str(drawn or "")])))
        assert min(rest.values()) >= 0, f"more cards than there are: {rest}"
        made["discards"] = {str(value): count for value, count in rest.items() if count}
    return made


def table(*rows: str, **more: Json) -> Match:
    """A match at such a position."""
    return Match.load(position(*rows, **more), seed=1)


def play(match: Match, *script: str) -> list[Fields]:
    """Play lines such as ``"0 draw → 5"``: who, what, and what chance brings. Returns what was told."""
    told = []
    for line in script:
        who, said = line.split(" ", 1)
        action, *chance = said.split(" → ")
        assert match.active == (int(who),), f"{line}: it is the turn of {match.active}"
        scribe = Scribe(match.game, script=chance)
        told += match.carry_out(int(who), match.read(int(who), action), scribe)
        match.skip(len(chance))
        assert len(scribe.outcomes) == len(chance), f"{line}: chance was not asked"
    return told


def legal(match: Match) -> list[str]:
    """What the one active player may do."""
    (player,) = match.active
    return list(match.legal(player))


def collection(match: Match, player: int) -> list[int]:
    """A player's cards one by one."""
    counts: Mapping[str, int] = match.view()["collections"][player]
    return sorted(int(value) for value, count in counts.items() for _ in range(count))


def row(match: Match, conductor: int) -> list[int]:
    """The cards under a Conductor."""
    shown: list[int] = match.view()["conductors"][conductor - 1]["cards"]
    return shown


def refused(match: Match, action: str) -> tuple[str, str]:
    """Code and rule of the refusal that the one active player would get."""
    (player,) = match.active
    refusal = match.why_not(player, action)
    assert refusal is not None, f"{action} is legal"
    return refusal.code, refusal.rule
