"""Tables set up by hand and scripts of moves, so that a test reads like the rule it proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tutti import Match, Refusal, words
from tutti.games.orchestra.remarks.merits import MOST
from tutti.kernel.types import Fields, Json

THEATER = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
ROWS = {"I": ["I01", "I02", "I03"], "II": ["II01", "II02", "II03"]}


def members(text: str, orchestra: int = 0) -> Fields:
    """Reserve and grid for the Musicians named; ``orchestra`` I are there already."""
    reserve = Counter(text.split())
    on_grid = {
        "B": 4 - reserve["b"],
        "P": 4 - reserve["p"],
        "I": 4 - reserve["i"] - orchestra,
    }
    grid = {
        "B": list(range(1, on_grid["B"] + 1)),
        "P": list(range(5 - on_grid["P"], 5)),
        "I": list(range(5 - on_grid["I"], 5)),
    }
    return {"reserve": dict(reserve), "grid": grid}


def position(players: int = 2, academies: Sequence[Fields] = (), **more: Json) -> Fields:
    """A position; everything left out is as at the start, with the rows above open.

    Cards may be named by their ids alone, in rows and beside a board.
    """
    owned = [{**own, "cards": _cards(own.get("cards", []))} for own in academies]
    rows = {level: _cards(row) for level, row in {**ROWS, **more.pop("rows", {})}.items()}
    return {
        "game": "orchestra",
        "players": players,
        "options": {"first_player": 0},
        "rows": rows,
        "academies": [*owned, *({} for _ in range(players - len(owned)))],
        **more,
    }


def _cards(cards: Sequence[Json]) -> list[Json]:
    return [{"card": card} if isinstance(card, str) else card for card in cards]


def table(players: int = 2, academies: Sequence[Fields] = (), **more: Json) -> Match:
    return Match.load(position(players, academies, **more), seed=1)


def play(match: Match, *moves: str, chance: Sequence[str] = ()) -> list[Fields]:
    """Moves like ``"0 x b"``; ``chance`` scripts what comes of the last one. Returns its events."""
    told: list[Fields] = []
    for number, move in enumerate(moves):
        player, action = move.split(" ", 1)
        if chance and number == len(moves) - 1:
            code = match.read(int(player), action)
            told = match.carry_out(int(player), code, match.scribe(list(chance)))
        else:
            told = match.play(int(player), action)
    return told


def legal(match: Match, *verbs: str) -> list[str]:
    """What the active player may do, only these verbs if some are named."""
    actions = match.legal(match.active[0])
    return [action for action in actions if not verbs or action.split()[0] in verbs]


def academy(match: Match, player: int = 0) -> Fields:
    found: Fields = match.view()["academies"][player]
    return found


def coins(match: Match, player: int = 0) -> tuple[int, int]:
    own = academy(match, player)
    return own["money"], own["prestige"]


def points(match: Match, player: int = 0) -> int:
    score: int = academy(match, player)["points"]
    return score


def refused(match: Match, move: str) -> Refusal:
    player, action = move.split(" ", 1)
    refusal = match.why_not(int(player), action)
    assert refusal is not None, f"{move} is legal"
    return refusal


def finish_round(match: Match) -> None:
    """Everybody does as little as possible until the round is over."""
    began = match.view()["round"]
    while match.active and match.view()["round"] == began and match.view()["phase"] in ("allocation", "resolution"):
        idle(match)


def idle(match: Match) -> None:
    """One move that changes as little as possible."""
    actions = match.legal(match.active[0])
    for wish in ("pass", "skip", "exchange 0m 0p"):
        if wish in actions:
            match.play(match.active[0], wish)
            return
    chosen = [a for a in actions if a.split()[0] not in ("gather", "concert", "assign", "card", "develop", "evolve")]
    match.play(match.active[0], (chosen or list(actions))[0])


def finish_match(match: Match) -> None:
    while match.active:
        idle(match)


def pieces(text: str, player: int = 0) -> list[Fields]:
    """Pieces as in ``"H3 a07, U2 e08"``."""
    return [dict(zip(("piece", "at"), piece.split(), strict=True), player=player) for piece in text.split(", ")]


def praised(match: Match, *actions: str, player: int = 0) -> dict[str, Fields]:
    """Merits of a row of actions: code → its values; the last action has no more than a few."""
    found = match.preview(player, actions, views=False).merits
    assert len(found) <= MOST * len(actions)
    speaker = words.Speaker("orchestra", ["Ada", "Bo", "Cy", "Di"])
    assert all("{" not in speaker.remark(remark) for remark in found)
    return {remark.code: dict(remark.args) for remark in found}


def warned(match: Match, *actions: str, player: int = 0) -> dict[str, Fields]:
    """Warnings of a row of actions: code → its values."""
    found = match.preview(player, actions, views=False).warnings
    speaker = words.Speaker("orchestra", ["Ada", "Bo", "Cy", "Di"])
    assert all("{" not in speaker.remark(remark) for remark in found)
    return {remark.code: dict(remark.args) for remark in found}
