"""Positions: the table as readable data, and the table read from data; ``?`` stands for what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony import loading, memory, names
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.box import (
    PLACES,
    SOURCE_NAMES,
    SOURCES,
    SPACES,
    TOKENS,
    Box,
)
from tutti.games.symphony.instruments import kind_at
from tutti.games.symphony.memory import UNKNOWN
from tutti.games.symphony.options import SHEET_PRIZES
from tutti.games.symphony.points import discs_on
from tutti.games.symphony.state import (
    CARDS_HELD,
    CELLS,
    CHOIRS,
    NOTE,
    NOTE_TOKEN,
    OPENED,
    PENTAGON,
    PLACER,
    POOL,
    REC,
    S_OBJECTIVE,
    SEALED,
    SLOTS_HERE,
    SOUNDED,
    STACK,
    TOKEN,
    WELL,
    WIDTH,
    WINNERS,
    State,
)
from tutti.games.symphony.views import cards, column_tokens, hand_size, open_objectives, owner_of, tokens_at, tracks
from tutti.kernel.chance import Host
from tutti.kernel.facts import HIDDEN, Fields, Json, Options

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony


def dump(game: Symphony, s: State, player: int | None) -> Fields:
    """The whole truth (None), or what one player knows."""
    d, terms = game.d, s.terms
    n = int(terms.n)
    raw: Fields = {
        "stack": game.dump_stack(s),
        "first": int(s.first),
        "holder": int(s.holder),
        "column": int(s.column),
        "master": terms.master.card.id,
        "sheets": list(terms.score.faces),
        "clef_cards": [card + 1 for card in terms.clef_cards],
        "sheet_prizes": [SHEET_PRIZES[number] for number in terms.sheet_prizes],
        "orchestra": {names.place(i): _instrument(d, s, i) for i in range(PLACES) if kind_at(s, i) >= 0},
        "score": _score(s),
        "tokens": {
            "held": [tokens_at(s, p * TOKENS) for p in range(n)],
            "unused": tokens_at(s, POOL),
            "pentagon": tokens_at(s, PENTAGON),
            "columns": column_tokens(s),
        },
        "tracks": [tracks(s, p) for p in range(n)],
        "points": [{name: int(s.points[p * SOURCES + i]) for i, name in enumerate(SOURCE_NAMES)} for p in range(n)],
        "winners": [[p for p in range(n) if int(s.desk[WINNERS + sheet]) >> p & 1] for sheet in range(3)],
        "objectives": _objectives(s, player),
        "sealed": [_sealed(d, s, p, player) for p in range(n)],
        "play": {name: int(getattr(s, name)) for name in loading.PLAY},
    }
    raw.update(_whole_cards(d, s) if player is None else _known_cards(d, s, player))
    return raw


def _instrument(d: Box, s: State, inst: int) -> Fields:
    base = inst * REC
    sounded = int(s.inst[base + SOUNDED])
    return {
        "card": d.ids[int(kind_at(s, inst))],
        "well_placed": bool(s.inst[base + WELL]),
        "owners": [owner_of(s, inst, part) for part in range(3)],
        "token": names.token(int(s.inst[base + TOKEN]) - 1),
        "opened": [space + 1 for space in range(SPACES) if int(s.inst[base + OPENED]) >> space & 1],
        "stack": int(s.inst[base + STACK]),
        "sounded": bool(sounded & 1),
        "stacked": bool(sounded & 2),
        "conducted": [k + 1 for k in range(3) if int(s.inst[base + SLOTS_HERE]) >> k & 1],
        "placer": int(s.inst[base + PLACER]) - 1 if s.inst[base + PLACER] else None,
        "discs": [names.disc(int(s.inst[base + CELLS + cell])) for cell in range(WIDTH)],
    }


def _score(s: State) -> Fields:
    """Notes with something on them."""
    found: Fields = {}
    for i in range(s.terms.score.count):
        discs = [names.disc(disc) for disc in discs_on(s, i)]
        token = names.token(int(s.notes[i * NOTE + NOTE_TOKEN]) - 1)
        if discs or token:
            found[names.note(int(s.terms.score.code[i]))] = {"discs": discs, "token": token}
    return found


def _objectives(s: State, player: int | None) -> Fields:
    n = int(s.terms.n)
    held: list[list[Json]] = []
    for p in range(n):
        mine = [int(s.desk[CARDS_HELD + 2 * p + i]) for i in range(2) if s.desk[CARDS_HELD + 2 * p + i]]
        open = player is None or p == player or not s.stack
        held.append([*mine] if open else [HIDDEN] * len(mine))
    return {**open_objectives(s), "held": held}


def _sealed(d: Box, s: State, p: int, player: int | None) -> Json:
    answer = int(s.desk[SEALED + p])
    if not answer:
        return None
    if player not in (None, p):
        return HIDDEN
    return answer if s.stack[-1].step == S_OBJECTIVE else d.ids[answer - 1]


def _whole_cards(d: Box, s: State) -> Fields:
    n, size = int(s.terms.n), int(s.terms.packet)
    rounds = range(memory.rounds_played(s))
    return {
        "hands": [cards(d, memory.counts_at(s.hands, p)) for p in range(n)],
        "discards": [cards(d, memory.counts_at(s.discards, p)) for p in range(n)] if len(s.discards) else None,
        "draft": {
            "picks": [[d.ids[int(s.picks[p * size + r]) - 1] for r in rounds] for p in range(n)],
            "packets": [cards(d, memory.counts_at(s.packets, k)) for k in range(n)],
        }
        if len(s.packets)
        else None,
        "choirs": [d.ids[int(s.desk[CHOIRS + i]) - 1] for i in range(memory.choir_count(s)) if s.desk[CHOIRS + i]],
        "bag": cards(d, [int(s.bag[kind]) for kind in range(KINDS)]),
    }


def _ids(d: Box, kinds: list[int]) -> list[str]:
    return [HIDDEN if kind == UNKNOWN else d.ids[kind] for kind in kinds]


def _known_cards(d: Box, s: State, player: int) -> Fields:
    """What is left to a player: own cards, those seen in the draft, and how many the others have."""
    n = int(s.terms.n)
    known = memory.of(d, s, player)
    everyone = range(n)

    def mask(p: int, own: list[str], count: int) -> list[str]:
        return own if p == player else [HIDDEN] * count

    return {
        "knower": player,
        "hands": [mask(p, cards(d, known.hand), hand_size(s, p)) for p in everyone],
        "discards": [mask(p, cards(d, known.discards), known.aside[p]) for p in everyone] if len(s.discards) else None,
        "draft": {
            "picks": [_ids(d, row) for row in known.picks],
            "seen": [cards(d, packet) for packet in known.seen],
        }
        if len(s.packets)
        else None,
        "choirs": _ids(d, known.choirs),
        "choirs_seen": cards(d, known.received) if known.received is not None else None,
    }


def load(game: Symphony, raw: Fields, options: Options, host: Host) -> State:
    return loading.load(game, raw, options, host)
