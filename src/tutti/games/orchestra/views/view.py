# tutti: compiled
"""What people see: views, outcomes and the result. No sentences: codes and values."""

from __future__ import annotations

from functools import cache
from typing import TypeVar, cast

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.pack.names import AREA_NAMES, FREED, LEVELS, SECTIONS, SOURCES, SPACE_NAMES, TYPES
from tutti.games.orchestra.rules import events
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import KIND_NAMES
from tutti.games.orchestra.rules.decks import fulfilled
from tutti.games.orchestra.rules.follow_ups import ways
from tutti.games.orchestra.rules.growth import payable
from tutti.games.orchestra.rules.scoring import piece_halves, theater_points, track_points
from tutti.games.orchestra.rules.spots import in_section
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.round import OPENS_AT, unlocked_instrumentalists
from tutti.games.orchestra.types import (
    Academy,
    Areas,
    CardPlace,
    Chairs,
    Dealt,
    Deck,
    Fulfilled,
    Goal,
    Holding,
    Open,
    Own,
    Piece,
    Progress,
    Public,
    Scores,
    Theater,
    View,
)
from tutti.games.orchestra.views.score_sheet import reckoning
from tutti.kernel.frames import StepGame
from tutti.kernel.types import Fields, Result, rank

Name = TypeVar("Name", bound=str)

TIEBREAKS = ("points", "instrumentalists", "column", "star_cards", "level_i_cards")


def named(names: tuple[Name, ...], cells: list[int]) -> dict[Name, int]:
    """Names with their counts, those without a count left out."""
    return {name: count for name, count in zip(names, cells, strict=True) if count}


def cells(s: State, player: int, first: int, count: int) -> list[int]:
    at = player * st.OWN + first
    return [int(mark) for mark in s.own[at : at + count]]  # one slice: each look at an array from outside costs


def cell(s: State, player: int, first: int) -> int:
    me = player * st.OWN
    return int(s.own[me + first])


def public(game: StepGame[State], s: State) -> Public:
    """OR-010: everything on the table that all may see, enough to set it up again."""
    d = s.d
    kinds = len(d.social)
    return {
        "phase": st.PHASES[s.phase],
        "round": s.round,
        "first_player": s.first,
        "turn": s.player,
        "reason": st.REASONS[s.reason] or None,
        "open_levels": [level for i, level in enumerate(LEVELS) if s.levels >> i & 1],
        "rows": {"I": _row(s, 0), "II": _row(s, 1), "III": _row(s, 2), "S": _row(s, 3)},
        "decks": {"I": _deck(s, 0), "II": _deck(s, 1), "III": _deck(s, 2), "S": _deck(s, 3)},
        "social": {
            "deck": named(d.social, [int(n) for n in s.social[:kinds]]),
            "discards": named(d.social, [int(n) for n in s.social[kinds:]]),
        },
        "freelancers": named(TYPES[:3], [int(n) for n in s.pool]),
        "spots": {spot: int(owner) - 1 for spot, owner in zip(d.spots, s.spots, strict=True) if owner},
        "pieces": pieces(s),
        "wcu": s.wcu,
        "academies_completed": s.completed,
        "posters_completed": s.posters_done,
        "arrivals": s.arrivals,
        "tried": [space for i, space in enumerate(SPACE_NAMES[:3]) if s.tried >> i & 1],
        "academies": [_holding(s, p, cards) for p, cards in enumerate(_fulfilled(s))],
        "stack": game.dump_stack(s),
    }


def _row(s: State, level: int) -> list[CardPlace | None]:
    return [_place(s, level * st.ROW + i) for i in range(st.ROW)]


def _place(s: State, place: int) -> CardPlace | None:
    """One place of a row: nothing, a card, or a card with Musicians on it."""
    if not s.rows[place]:
        return None
    card: CardPlace = {"card": s.d.cards[int(s.rows[place]) - 1]}
    at = place * st.STAFF
    if s.staff[at + st.OWNER]:
        card["player"] = int(s.staff[at + st.OWNER]) - 1
        card["part"] = int(s.staff[at + st.PART]) + 1
        fill = [int(kind) for kind in s.staff[at + st.FILL : at + st.FILL + 4]]
        card["musicians"] = [KIND_NAMES[kind - 1] for kind in fill if kind]
    return card


def _deck(s: State, level: int) -> Deck:
    first = s.d.level_first[level]
    below = [s.d.cards[int(s.tail[first + i]) - 1] for i in range(int(s.decks[4 + level]))]
    return {"unseen": int(s.decks[level]), "below": below}


def pieces(s: State) -> list[Piece]:
    """The Audience Pieces on their chairs, in order of their first chair."""
    found: list[Piece] = []
    for seat, mark in enumerate(map(int, s.chairs)):
        if mark >= 8:
            shape = mark // 8 - 1
            found.append({"player": mark % 8 - 1, "piece": s.d.shapes[shape], "at": anchors(s.d)[shape, seat]})
    return found


@cache
def anchors(d: Box) -> dict[tuple[int, int], str]:
    """The anchor of each placement, by shape and first chair."""
    first_seats = d.place_seats[:: bx.PIECE_SEATS]
    return {
        (shape, first_seats[k]): d.anchors[d.place_anchor[k]]
        for shape in range(len(d.shapes))
        for k in range(d.first_place[shape], d.first_place[shape + 1])
    }


def _fulfilled(s: State) -> list[list[Fulfilled]]:
    """The cards beside each board."""
    found: list[list[Fulfilled]] = [[] for _ in range(s.n)]
    for card, mark in enumerate(map(int, s.cards)):
        if mark:
            found[mark % st.FACE_DOWN - 1].append({"card": s.d.cards[card], "face_up": mark < st.FACE_DOWN})
    return found


def _holding(s: State, p: int, cards: list[Fulfilled]) -> Holding:
    d = s.d
    me = p * st.OWN
    own = [int(mark) for mark in s.own[me : me + st.SUPPLY]]
    mine = p * st.ACCOUNT
    account = [int(n) for n in s.account[mine : mine + st.ACCOUNT]]
    return {
        "board": d.boards[cell(s, p, st.BOARD)],
        "money": account[st.MONEY],
        "prestige": account[st.PRESTIGE],
        "scores": _scores(account),
        "reserve": named(KIND_NAMES[:7], own[st.RESERVE : st.RESERVE + 7]),
        "grid": {"B": _columns(own[st.GRID]), "P": _columns(own[st.GRID + 1]), "I": _columns(own[st.GRID + 2])},
        "spaces": {space: KIND_NAMES[k - 1] for space, k in zip(SPACE_NAMES, own[st.SPACE :], strict=False) if k},
        "slots": [[KIND_NAMES[k - 1] for k in own[st.SLOT + 3 * i : st.SLOT + 3 * i + 3] if k] for i in range(3)],
        "banners": [SECTIONS[b - 1] for b in own[st.BANNER : st.BANNER + 3] if b],
        "assigned": own[st.ASSIGNED],
        "virtuosos": [FREED[v] for v in own[st.FREED : st.FREED + 4]],
        "column": own[st.COLUMN],
        "poster": {"id": d.posters[own[st.POSTER] - 1], "parts": own[st.PARTS]} if own[st.POSTER] else None,
        "conductor": {
            "left": own[st.MARKER],
            "right": own[st.MARKER + 1],
            "below": own[st.HEIGHT : st.HEIGHT + 2],
            "arrived": own[st.ARRIVED] or None,
        },
        "area": AREA_NAMES[own[st.CHOSEN] - 1] if own[st.CHOSEN] else None,
        "cards": cards,
    }


def _columns(mask: int) -> list[int]:
    return [column + 1 for column in range(4) if mask >> column & 1]


def _scores(account: list[int]) -> Scores:
    return {
        "cards": account[st.BY_CARDS],
        "column": account[st.BY_COLUMN],
        "posters": account[st.BY_POSTERS],
        "last_space": account[st.BY_LAST_SPACE],
        "academy": account[st.BY_ACADEMY],
        "wcu": account[st.BY_WCU],
        "conductor": account[st.BY_CONDUCTOR],
        "social": account[st.BY_SOCIAL],
        "orchestra": account[st.BY_SECTIONS],
        "audience": account[st.BY_AUDIENCE],
        "theater": account[st.BY_THEATER],
        "coins": account[st.BY_COINS],
    }


def theater(s: State, player: int) -> Dealt:
    """The player's own Theater Cards."""
    kept = cell(s, player, st.KEPT)
    return {
        "dealt": [s.d.theater[card - 1] for card in cells(s, player, st.DEALT, 2)],
        "kept": s.d.theater[kept - 1] if kept else None,
    }


def _own_theater(s: State, player: int) -> Theater:
    """OR-197: with the chairs of the card that is kept, and what they score now."""
    cards = theater(s, player)
    shown: Theater = {"dealt": cards["dealt"], "kept": cards["kept"]}
    if kept := cell(s, player, st.KEPT):
        chairs: Chairs = {"mine": [], "lost": [], "free": []}
        for seat in s.d.theater_seats[kept - 1]:
            owner = int(s.chairs[seat]) & 7
            chairs["mine" if owner == player + 1 else "lost" if owner else "free"].append(s.d.seats[seat])
        shown["chairs"] = chairs
        shown["points"] = int(theater_points(s, player))
        shown["all"] = int(s.d.theater_points)
    return shown


def _academy(s: State, p: int, held: Holding) -> Academy:
    """What a player has, and what follows from it."""
    d = s.d
    taught = cell(s, p, st.TEACHES)
    strings, woodwinds, brass, percussion = cells(s, p, st.SECTION, 4)
    a, b, c, rest = cells(s, p, st.AREA, 4)
    return {
        **held,
        "points": track_points(s, p),
        "teaches": [section for i, section in enumerate(SECTIONS) if taught >> i & 1],
        "limit": d.limit[cell(s, p, st.ADDED)],
        "eyes_ignored": d.eyes[cell(s, p, st.ADDED)],
        "sections": {"strings": strings, "woodwinds": woodwinds, "brass": brass, "percussion": percussion},
        "areas": {"A": a, "B": b, "C": c, "D": rest},
        "supply": named(d.shapes, cells(s, p, st.SUPPLY, len(d.shapes))),
        "repeats": [space for i, space in enumerate(SPACE_NAMES[:3]) if not payable(s, p, d.space_need[i])],
    }


def _goal(now: int, needed: int) -> Goal:
    return {"now": int(now), "needed": int(needed)}


def _progress(s: State) -> Progress:
    least = s.d.min_section[s.n]
    strings, woodwinds, brass, percussion = (int(in_section(s, section)) for section in range(4))
    return {
        "III": _goal(unlocked_instrumentalists(s), OPENS_AT),
        "S": _goal(strings + woodwinds + brass + percussion, OPENS_AT),
        "chairs": _goal(s.taken, len(s.chairs)),
        "strings": _goal(strings, least),
        "woodwinds": _goal(woodwinds, least),
        "brass": _goal(brass, least),
        "percussion": _goal(percussion, least),
        "rounds": _goal(s.round, s.d.max_rounds),
    }


def _halves(s: State) -> Areas:
    a, b, c, rest = (int(piece_halves(s, area)) for area in range(4))
    return {"A": a, "B": b, "C": c, "D": rest}


def _unseen(s: State, level: int, cards: list[int]) -> list[str]:
    d = s.d
    return [d.cards[c] for c in range(d.level_first[level], d.level_first[level + 1]) if cards[c]]


def view(game: StepGame[State], s: State, player: int) -> View:
    """The public table, what follows from it, and the player's own secret (OR-011), in the order of playthroughs."""
    shown, mine = cast(Fields, open_to_all(game, s)), own(game, s, player)
    late = {key: shown.pop(key) for key in ("progress", "halves", "reckoning", "theater_cards") if key in shown}
    between = {"theater": mine["theater"], "progress": late["progress"], "halves": late["halves"], "ways": mine["ways"]}
    return cast(View, {**shown, **between, **late})


def own(game: StepGame[State], s: State, player: int) -> Own:
    """The player's Theater Cards, and how the player can go on; a spectator has neither."""
    return {"theater": _own_theater(s, player) if player >= 0 else None, "ways": ways(game, s, player)}


def open_to_all(game: StepGame[State], s: State) -> Open:
    """The public table, and what follows from it."""
    table = public(game, s)
    bag = [int(count) for count in s.bag]
    shown: Open = {
        **table,
        "academies": [_academy(s, p, held) for p, held in enumerate(table["academies"])],
        "step": game.steps[s.stack[-1].step].name if s.stack else None,
        "unseen": {
            "I": _unseen(s, 0, bag),
            "II": _unseen(s, 1, bag),
            "III": _unseen(s, 2, bag),
            "S": _unseen(s, 3, bag),
        },
        "progress": _progress(s),
        "halves": _halves(s),
    }
    if s.phase >= st.SCORING:
        shown["reckoning"] = reckoning(s)
    if s.phase == st.OVER:
        shown["theater_cards"] = [theater(s, p)["kept"] for p in range(s.n)]
    return shown


# -- the result --------------------------------------------------------------------------------


def tally(game: StepGame[State], s: State) -> list[tuple[int, ...]]:
    """OR-002, OR-199 to OR-202: points, I in the Orchestra, Column, Star cards, Level I cards."""
    return [
        (
            game.points(s, p),
            cell(s, p, st.SOLO),
            cell(s, p, st.COLUMN),
            fulfilled(s, p, bx.STAR),
            fulfilled(s, p, 0),
        )
        for p in range(s.n)
    ]


def places(game: StepGame[State], s: State) -> tuple[int, ...]:
    return rank(tally(game, s))


def result(game: StepGame[State], s: State) -> Result:
    scores = tally(game, s)
    seats = rank(scores)
    winners = tuple(p for p in range(s.n) if seats[p] == 1)
    best = max(scores)
    level = [score for score in scores if score[0] == best[0]]
    tiebreak = None
    if len(winners) > 1:
        tiebreak = "shared"  # OR-203
    elif len(level) > 1:
        second = sorted(level)[-2]
        tiebreak = next(TIEBREAKS[i] for i in range(1, 5) if second[i] != best[i])
    reason = (
        "audience_full"
        if s.reason == st.BY_SEATS
        else "orchestra_full"
        if s.reason == st.BY_ORCHESTRA
        else "last_round"
        if s.reason == st.BY_GUARD
        else "deck_i"
        if s.reason == st.BY_DECK
        else "deck_ii"
        if s.reason == st.BY_DECK + 1
        else "deck_iii"
        if s.reason == st.BY_DECK + 2
        else "deck_star"
    )
    sources: tuple[dict[str, int], ...] = tuple(
        {source: int(s.account[at]) for at, source in enumerate(SOURCES, p * st.ACCOUNT + st.BY_CARDS)}
        for p in range(s.n)
    )
    return Result(winners, seats, tuple(score[0] for score in scores), sources, reason, tiebreak)


# -- outcomes -------------------------------------------------------------------------------------


def outcome(d: Box, bag: int, kind: int) -> str:
    if bag == events.BAG_FIRST:
        return str(kind)
    if bag == events.BAG_BOARD:
        return d.boards[kind]
    if bag == events.BAG_THEATER:
        return d.theater[kind]
    if bag == events.BAG_SOCIAL:
        return d.social[kind]
    return d.cards[d.level_first[bag - events.BAG_LEVEL] + kind]


def kind(d: Box, bag: int, text: str) -> int:
    """The kind that an outcome names, or -1."""
    if bag == events.BAG_FIRST:
        return int(text) if text.isdecimal() else -1
    if bag >= events.BAG_LEVEL:
        names = d.cards[d.level_first[bag - events.BAG_LEVEL] : d.level_first[bag - events.BAG_LEVEL + 1]]
    else:
        names = {events.BAG_BOARD: d.boards, events.BAG_THEATER: d.theater, events.BAG_SOCIAL: d.social}[bag]
    return names.index(text) if text in names else -1
