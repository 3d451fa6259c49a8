"""The table as data that a person could have written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.box import Box
from tutti.games.symphony.options import SHEET_PRIZES
from tutti.games.symphony.position import counted, memory, objectives, table
from tutti.games.symphony.position.memory import UNKNOWN
from tutti.games.symphony.state import CHOIRS, State
from tutti.games.symphony.steps.opening import choir_count
from tutti.games.symphony.views import cards, hand_size
from tutti.kernel.facts import HIDDEN, Fields

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony


def dump(game: Symphony, s: State, player: int | None) -> Fields:
    """The whole truth (None), or what one player knows."""
    d, terms = game.d, s.terms
    return {
        "stack": game.dump_stack(s),
        "first": int(s.first),
        "holder": int(s.holder),
        "column": int(s.column),
        "master": terms.master.card.id,
        "sheets": list(terms.score.faces),
        "clef_cards": [card + 1 for card in terms.clef_cards],
        "sheet_prizes": [SHEET_PRIZES[number] for number in terms.sheet_prizes],
        "orchestra": table.orchestra(d, s),
        "score": table.score(s),
        **counted.shown(s),
        "objectives": objectives.shown(s, player),
        "sealed": [objectives.sealed(d, s, p, player) for p in range(int(terms.n))],
        "play": counted.play(s),
        **(_whole_cards(d, s) if player is None else _known_cards(d, s, player)),
    }


def _whole_cards(d: Box, s: State) -> Fields:
    everyone, size = range(int(s.terms.n)), int(s.terms.packet)
    piles = {"hands": s.hands, "discards": s.discards, "packets": s.packets}
    lists = {
        name: [cards(d, memory.counts_at(pile, p)) for p in everyone] if len(pile) else None
        for name, pile in piles.items()
    }
    picks = [[d.ids[int(s.picks[p * size + r]) - 1] for r in range(int(s.round))] for p in everyone]
    return {
        "hands": lists["hands"],
        "discards": lists["discards"],
        "draft": {"picks": picks, "packets": lists["packets"]} if len(s.packets) else None,
        "choirs": [d.ids[int(s.desk[CHOIRS + i]) - 1] for i in range(choir_count(s)) if s.desk[CHOIRS + i]],
        "bag": cards(d, [int(s.bag[kind]) for kind in range(KINDS)]),
    }


def _known_cards(d: Box, s: State, player: int) -> Fields:
    """What is left to a player: own cards, those seen in the draft, and how many the others have."""
    known = memory.of(d, s, player)
    everyone = range(int(s.terms.n))

    def ids(kinds: list[int]) -> list[str]:
        return [HIDDEN if kind == UNKNOWN else d.ids[kind] for kind in kinds]

    def mask(p: int, own: memory.Counts, count: int) -> list[str]:
        return cards(d, own) if p == player else [HIDDEN] * count

    draft = {"picks": [ids(row) for row in known.picks], "seen": [cards(d, packet) for packet in known.seen]}
    return {
        "knower": player,
        "hands": [mask(p, known.hand, hand_size(s, p)) for p in everyone],
        "discards": [mask(p, known.discards, known.aside[p]) for p in everyone] if len(s.discards) else None,
        "draft": draft if len(s.packets) else None,
        "choirs": ids(known.choirs),
        "choirs_seen": cards(d, known.received) if known.received is not None else None,
    }
