"""What people see: views, prompts, events and the result. No sentences: codes and values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from tutti.games.orchestra import box as t
from tutti.games.orchestra import events
from tutti.games.orchestra import state as st
from tutti.games.orchestra.actions import ICONS, KIND_NAMES, SECTIONS, SIDES, SPACES
from tutti.games.orchestra.box import Box
from tutti.games.orchestra.decks import fulfilled
from tutti.games.orchestra.points import theater_points, track_points
from tutti.games.orchestra.scenario import LEVELS
from tutti.games.orchestra.seating import AREA_NAMES
from tutti.games.orchestra.state import OWN, State
from tutti.kernel.facts import Fields, Json, Result, rank

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

TYPES = ("B", "P", "I", "V")
SPACE_NAMES = tuple(space.upper() for space in SPACES)
FREED = ("locked", "waiting", "gone")
SOURCES = (
    "cards", "column", "posters", "last_space", "academy", "wcu", "conductor", "social",
    "orchestra", "audience", "theater", "coins",
)  # fmt: skip
"""Names of the accounts from ``BY_CARDS`` on."""
TIEBREAKS = ("points", "instrumentalists", "column", "star_cards", "level_i_cards")


def kind_name(cell: int) -> str | None:
    """A cell that holds kind + 1."""
    return KIND_NAMES[cell - 1] if cell else None


def named(names: tuple[str, ...], cells: list[int]) -> Fields:
    """Names with their counts, those without a count left out."""
    return {name: count for name, count in zip(names, cells, strict=True) if count}


def cells(s: State, player: int, first: int, count: int) -> list[int]:
    at = player * OWN + first
    return [int(mark) for mark in s.own[at : at + count]]  # one slice: each look at an array from outside costs


def cell(s: State, player: int, first: int) -> int:
    return int(s.own[player * OWN + first])


def public(game: Orchestra, s: State) -> Fields:
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
        "rows": {level: [_place(s, i * st.ROW + k) for k in range(st.ROW)] for i, level in enumerate(LEVELS)},
        "decks": {level: _deck(s, i) for i, level in enumerate(LEVELS)},
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
        "tried": [space.upper() for i, space in enumerate(SPACES[:3]) if s.tried >> i & 1],
        "academies": [_academy(s, p, cards) for p, cards in enumerate(_fulfilled(s))],
        "stack": game.dump_stack(s),
    }


def _place(s: State, place: int) -> Json:
    """One place of a row: nothing, a card, or a card with Musicians on it."""
    if not s.rows[place]:
        return None
    card: Fields = {"card": s.d.cards[int(s.rows[place]) - 1]}
    at = place * st.STAFF
    if s.staff[at + st.OWNER]:
        card["player"] = int(s.staff[at + st.OWNER]) - 1
        card["part"] = int(s.staff[at + st.PART]) + 1
        card["musicians"] = [kind_name(int(s.staff[at + st.FILL + i])) for i in range(4) if s.staff[at + st.FILL + i]]
    return card


def _deck(s: State, level: int) -> Fields:
    first = s.d.level_first[level]
    below = [s.d.cards[int(s.tail[first + i]) - 1] for i in range(int(s.decks[4 + level]))]
    return {"unseen": int(s.decks[level]), "below": below}


def pieces(s: State) -> list[Fields]:
    """The Audience Pieces on their chairs, in order of their first chair."""
    found = []
    for seat, mark in enumerate(map(int, s.chairs)):
        if mark >= 8:
            shape = mark // 8 - 1
            found.append({"player": mark % 8 - 1, "piece": s.d.shapes[shape], "at": anchors(s.d)[shape, seat]})
    return found


@cache
def anchors(d: Box) -> dict[tuple[int, int], str]:
    """The anchor of each placement, by shape and first chair."""
    return {
        (shape, d.place_seats[k * t.PIECE_SEATS]): d.anchors[d.place_anchor[k]]
        for shape in range(len(d.shapes))
        for k in range(d.first_place[shape], d.first_place[shape + 1])
    }


def _fulfilled(s: State) -> list[list[Fields]]:
    """The cards beside each board."""
    found: list[list[Fields]] = [[] for _ in range(s.n)]
    for card, mark in enumerate(map(int, s.cards)):
        if mark:
            found[mark % st.FACE_DOWN - 1].append({"card": s.d.cards[card], "face_up": mark < st.FACE_DOWN})
    return found


def _academy(s: State, p: int, cards: list[Fields]) -> Fields:
    d = s.d
    own = [int(mark) for mark in s.own[p * OWN : p * OWN + st.SUPPLY]]
    account = [int(n) for n in s.account[p * st.ACCOUNT : (p + 1) * st.ACCOUNT]]
    return {
        "board": d.boards[cell(s, p, st.BOARD)],
        "money": account[st.MONEY],
        "prestige": account[st.PRESTIGE],
        "scores": dict(zip(SOURCES, account[st.BY_CARDS :], strict=True)),
        "reserve": named(KIND_NAMES[:7], own[st.RESERVE : st.RESERVE + 7]),
        "grid": {TYPES[i]: [c + 1 for c in range(4) if own[st.GRID + i] >> c & 1] for i in range(3)},
        "spaces": {space: kind_name(own[st.SPACE + i]) for i, space in enumerate(SPACE_NAMES) if own[st.SPACE + i]},
        "slots": [[kind_name(k) for k in own[st.SLOT + 3 * i : st.SLOT + 3 * i + 3] if k] for i in range(3)],
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


def theater(s: State, player: int) -> Fields:
    """The player's own Theater Cards."""
    kept = cell(s, player, st.KEPT)
    return {
        "dealt": [s.d.theater[card - 1] for card in cells(s, player, st.DEALT, 2)],
        "kept": s.d.theater[kept - 1] if kept else None,
    }


def blanks(s: State, player: int) -> Fields:
    """OR-197: the chairs of the player's Theater Card: under own pieces, lost to others, free; what they score now."""
    kept = cell(s, player, st.KEPT)
    chairs: dict[str, list[str]] = {"mine": [], "lost": [], "free": []}
    for seat in s.d.theater_seats[kept - 1] if kept else b"":
        owner = int(s.chairs[seat]) & 7
        chairs["mine" if owner == player + 1 else "lost" if owner else "free"].append(s.d.seats[seat])
    return {"chairs": chairs, "points": int(theater_points(s, player)), "all": int(s.d.theater_points)} if kept else {}


def view(game: Orchestra, s: State, player: int) -> Fields:
    """The public table, what follows from it, and the player's own secret (OR-011)."""
    d = s.d
    shown = public(game, s)
    shown["step"] = game.steps[s.stack[-1].step].name if s.stack else None
    for p, academy in enumerate(shown["academies"]):
        academy["points"] = track_points(s, p)
        taught = cell(s, p, st.TEACHES)
        academy["teaches"] = [section for i, section in enumerate(SECTIONS) if taught >> i & 1]
        academy["limit"] = d.limit[cell(s, p, st.ADDED)]
        academy["eyes_ignored"] = d.eyes[cell(s, p, st.ADDED)]
        academy["sections"] = dict(zip(SECTIONS, cells(s, p, st.SECTION, 4), strict=True))
        academy["areas"] = dict(zip(AREA_NAMES, cells(s, p, st.AREA, 4), strict=True))
        academy["supply"] = named(d.shapes, cells(s, p, st.SUPPLY, len(d.shapes)))
    unseen = list(s.bag)
    shown["unseen"] = {
        level: [d.cards[c] for c in range(d.level_first[i], d.level_first[i + 1]) if unseen[c]]
        for i, level in enumerate(LEVELS)
    }
    shown["theater"] = {**theater(s, player), **blanks(s, player)} if player >= 0 else None
    if s.phase == st.OVER:
        shown["theater_cards"] = [theater(s, p)["kept"] for p in range(s.n)]
    return shown


# -- the result --------------------------------------------------------------------------------


def tally(game: Orchestra, s: State) -> list[tuple[int, ...]]:
    """OR-002, OR-199 to OR-202: points, I in the Orchestra, Column, Star cards, Level I cards."""
    return [
        (
            game.points(s, p),
            cell(s, p, st.SOLO),
            cell(s, p, st.COLUMN),
            fulfilled(s, p, t.STAR),
            fulfilled(s, p, 0),
        )
        for p in range(s.n)
    ]


def places(game: Orchestra, s: State) -> tuple[int, ...]:
    return rank(tally(game, s))


def result(game: Orchestra, s: State) -> Result:
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
    sources = tuple(
        {source: int(s.account[p * st.ACCOUNT + st.BY_CARDS + i]) for i, source in enumerate(SOURCES)}
        for p in range(s.n)
    )
    return Result(winners, seats, tuple(score[0] for score in scores), sources, reason, tiebreak)


# -- events and outcomes -----------------------------------------------------------------------

EVENTS = (
    ("kept", "theater"),
    ("round_began", "round"),
    ("turn_began", "phase"),
    ("passed",),
    ("paid", "money", "prestige"),
    ("money_gained", "money"),
    ("prestige_gained", "prestige"),
    ("scored", "points", "source"),
    ("space_used", "space", "musician"),
    ("slot_staffed", "slot"),
    ("card_staffed", "place", "card"),
    ("banner_added", "section"),
    ("evolved", "type", "column"),
    ("repeated", "space"),
    ("sent_back", "space"),
    ("exchanged", "money", "prestige"),
    ("column_moved", "from", "to"),
    ("poster_taken", "poster", "part"),
    ("spot_taken", "spot", "who"),
    ("virtuoso_waits", "virtuoso"),
    ("virtuoso_joined",),
    ("beginner_joined", "column"),
    ("piece_placed", "piece", "at"),
    ("wcu_placed", "number"),
    ("stepped", "side", "to"),
    ("stepped_back", "side", "to"),
    ("arrived", "order"),
    ("invited", "type"),
    ("revealed", "social"),
    ("eyes_closed", "eyes", "failed"),
    ("fulfilled", "card"),
    ("gathered", "first", "second", "third"),
    ("concert_given", "icon"),
    ("level_opened", "level"),
    ("card_shown", "place", "card"),
    ("row_renewed", "level"),
    ("end_triggered", "reason"),
    ("area_chosen", "area"),
    ("theater_shown", "theater", "covered"),
    ("finished",),
    ("declined",),
    ("returned", "space_number"),
    ("social_shuffled",),
)
"""Names of the events in events.py and of their values, in order of their numbers."""

_WHO = ("", "", "I", "V4", "V1", "V2", "V3")
_LOOKS = (*ICONS, *(f"star-{icon}" for icon in ICONS))


def _place_name(place: int) -> str:
    return f"{LEVELS[place // st.ROW]}.{place % st.ROW + 1}"


_SHOWN: dict[str, Callable[[Box, int], Json]] = {
    "theater": lambda d, raw: d.theater[raw],
    "phase": lambda d, raw: st.PHASES[raw],
    "source": lambda d, raw: SOURCES[raw - st.BY_CARDS],
    "space": lambda d, raw: SPACES[raw].upper(),
    "musician": lambda d, raw: KIND_NAMES[raw],
    "slot": lambda d, raw: raw + 1,
    "place": lambda d, raw: _place_name(raw),
    "card": lambda d, raw: d.cards[raw],
    "section": lambda d, raw: SECTIONS[raw],
    "type": lambda d, raw: TYPES[raw],
    "column": lambda d, raw: raw + 1,
    "poster": lambda d, raw: d.posters[raw],
    "part": lambda d, raw: "abcd"[raw],
    "spot": lambda d, raw: d.spots[raw],
    "who": lambda d, raw: _WHO[raw],
    "virtuoso": lambda d, raw: f"V{raw + 1}",
    "piece": lambda d, raw: d.shapes[raw],
    "at": lambda d, raw: d.anchors[raw],
    "side": lambda d, raw: SIDES[raw],
    "social": lambda d, raw: d.social[raw],
    "failed": lambda d, raw: bool(raw),
    "first": lambda d, raw: _LOOKS[raw],
    "second": lambda d, raw: _LOOKS[raw],
    "third": lambda d, raw: _LOOKS[raw],
    "icon": lambda d, raw: ICONS[raw],
    "level": lambda d, raw: LEVELS[raw],
    "reason": lambda d, raw: st.REASONS[raw],
    "area": lambda d, raw: AREA_NAMES[raw],
}


def event(d: Box, verb: int, player: int, a: int, b: int, c: int) -> Fields:
    name, *fields = EVENTS[verb]
    shown: Fields = {"event": name, "player": player if player >= 0 else None}
    for field, raw in zip(fields, (a, b, c), strict=False):
        shown[field] = _SHOWN[field](d, raw) if field in _SHOWN else raw
    return shown


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
