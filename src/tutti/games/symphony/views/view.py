# tutti: compiled
"""What people see: views, results, outcomes. Codes and plain values, never sentences."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box, Score
from tutti.games.symphony.pack.reader import MASTERS
from tutti.games.symphony.remarks import notes
from tutti.games.symphony.remarks.standings import bonus_ahead
from tutti.games.symphony.rules import events, knowledge, scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE, KINDS
from tutti.games.symphony.rules.instruments import abilities, fits, is_free_seat, kind_at, virtuosity
from tutti.games.symphony.rules.knowledge import Counts
from tutti.games.symphony.rules.playing_order import order
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import column_discs, minority, tokens_in
from tutti.games.symphony.rules.steps.draft import packet_of
from tutti.games.symphony.rules.steps.movement import STAGES
from tutti.games.symphony.rules.steps.question import PlayQuestion
from tutti.games.symphony.rules.steps.scoring import track_points
from tutti.games.symphony.types import (
    Ability,
    ColumnStand,
    Counted,
    Instrument,
    Movement,
    Note,
    NoteColour,
    OpenObjectives,
    Own,
    Play,
    Token,
    Tracks,
    View,
    VirtuosityCard,
    Worth,
)
from tutti.games.symphony.views import clefs
from tutti.kernel.frames import StepGame
from tutti.kernel.types import Result, rank

Drawn = Callable[[Box, State], dict[str, Instrument | None]]
Sung = Callable[[State], list[Note]]
COLOURS: tuple[NoteColour | Literal[""], ...] = ("", "blue", "orange")


def cards(d: Box, counts: Counts) -> list[str]:
    """Card numbers in order, twins twice."""
    return [id for id, count in zip(d.ids, counts, strict=True) if count for _ in range(count)]


def tokens_at(s: State, at: int) -> list[Token]:
    lying = zip(bx.TOKEN_NAMES, s.desk[at : at + bx.TOKENS], strict=True)
    return [token for token, count in lying if count for _ in range(int(count))]


def column_tokens(s: State) -> list[Token | None]:
    return [names.token(int(s.desk[st.COLUMN_TOKEN + c]) - 1) for c in range(bx.COLUMNS)]


def column_stand(d: Box, s: State, column: int) -> ColumnStand:
    """SY-060, SY-063: what Minority and Spread look at."""
    discs = [int(column_discs(s, column, p)) for p in range(int(s.terms.n))]
    winner = int(minority(d, s, column))
    return {"discs": [count if count >= 0 else None for count in discs], "minority": winner if winner >= 0 else None}


def tracks(s: State, player: int) -> Tracks:
    first = st.TRACK + player * bx.TRACKS
    flat, sharp, semibreve, green, orange, blue, clash = [int(steps) for steps in s.desk[first : first + bx.TRACKS]]
    return {
        "flat": flat,
        "sharp": sharp,
        "semibreve": semibreve,
        "green": green,
        "orange": orange,
        "blue": blue,
        "clash": clash,
    }


def open_objectives(s: State) -> OpenObjectives:
    """SY-187: the public objective, and those that players have shown."""
    revealed = [int(s.desk[st.REVEALED + p]) or None for p in range(int(s.terms.n))]
    return {"public": int(s.desk[st.PUBLIC]) or None, "revealed": revealed}


def movement_of(d: Box, s: State) -> Movement | None:
    """The Movement that is on, with its bars."""
    for f in s.stack:
        if f.step == st.S_MOVEMENT:
            return {
                "column": names.column(f.a),
                "stage": STAGES[f.at],
                "first": d.area_first[f.a] + 1,
                "last": d.area_end[f.a],
            }
    return None


# -- views ---------------------------------------------------------------------------------------


def view(game: StepGame[State], d: Box, s: State, player: int) -> View:
    """SY-018: the table, and what the player holds and has seen."""
    shown = public(game, d, s)
    if player >= 0:
        shown["own"] = own(d, s, player)
    return shown


def public(game: StepGame[State], d: Box, s: State, drawn: Drawn | None = None, sung: Sung | None = None) -> View:
    """SY-018: the table, as everybody sees it. Instruments and notes are drawn anew, or by those who know them."""
    d, terms = d, s.terms
    n = int(terms.n)
    shared = open_objectives(s)
    play = playing(game, d, s)
    if play and (dear := clefs.clashes(game, d, s)):
        play["clashes"] = dear
    if play and (mine := covered_own(game, d, s)):
        play["covers"] = mine
    if play and s.conducted:
        play["conducted"] = True
    shown: View = {
        "step": game.steps[s.stack[-1].step].name if s.stack else "over",
        "movement": movement_of(d, s),
        "order": order(d, s),
        "first_player": int(s.holder),
        "master": terms.master.card.id,
        "sheets": list(terms.score.faces),
        "clef_cards": clefs.cards(d, s),
        "prizes": _prizes(d, s),
        "orchestra": (drawn or seated)(d, s),
        "virtuosity": added(d, s),
        "column_tokens": column_tokens(s),
        "columns": [column_stand(d, s, column) for column in range(bx.COLUMNS)],
        "pentagon": tokens_at(s, st.PENTAGON),
        "unused": tokens_at(s, st.POOL),
        "tokens": [tokens_at(s, p * bx.TOKENS) for p in range(n)],
        "tracks": [tracks(s, p) for p in range(n)],
        "points": [scored(s, p) for p in range(n)],
        "score": (sung or music)(s),
        "hands": [hand_size(s, p) for p in range(n)],
        "objectives": {
            "public": shared["public"],
            "revealed": shared["revealed"],
            "held": [sum(bool(s.desk[st.CARDS_HELD + 2 * p + i]) for i in range(2)) for p in range(n)],
        },
        "picks": _public_picks(d, s),
        "play": play,
    }
    if terms.audience_public:
        shown["objectives"]["public_card"] = virtuosity_card(
            d, s, int(s.desk[st.PUBLIC]), bool(s.stack) and bonus_ahead(s)
        )
    if not s.stack and terms.audience_private:
        shown["objectives"]["final"] = [int(s.desk[st.CARDS_HELD + 2 * p]) or None for p in range(n)]
    return shown


def seated(d: Box, s: State) -> dict[str, Instrument | None]:
    """All places of the Orchestra."""
    return {names.place(i): instrument(d, s, i) for i in range(bx.PLACES) if exists(s, i)}


def added(d: Box, s: State) -> dict[str, list[int]]:
    """SY-135, SY-136: what Virtuosity adds to each own disc, by Part, where it adds anything."""
    found = {}
    for inst in range(bx.PLACES):
        kind = int(kind_at(s, inst)) if exists(s, inst) else -1
        scoring = [int(virtuosity(d, s, inst, part)) for part in range(d.part_count[kind])] if kind >= 0 else []
        if any(scoring):
            found[names.place(inst)] = scoring
    return found


def exists(s: State, inst: int) -> bool:
    """Whether the place is there at all."""
    if inst >= bx.SEATS:
        return not s.terms.easy  # SY-294
    return s.terms.setup.board[inst] != bx.NO_SEAT


def hand_size(s: State, player: int) -> int:
    """Cards in hand; unfinished discards are nobody's business."""
    size = sum(knowledge.counts_at(s.hands, player))
    if knowledge.is_open(s, st.S_DISCARD, player):
        size += sum(knowledge.counts_at(s.discards, player))
    return size


def instrument(d: Box, s: State, inst: int) -> Instrument | None:
    """One seat; None when it is free. Clefs, extra discs, stack, token and abilities are named where there are any."""
    base = inst * st.REC
    kind = int(kind_at(s, inst))
    if kind < 0:
        return None
    parts = range(d.part_count[kind])
    masks = [int(abilities(d, s, inst, part)) for part in parts]
    row = list(s.inst[base : base + st.REC])
    spaces = row[st.CELLS + st.LEFT : st.CELLS + st.LEFT + _spaces(d, s, inst, kind)]
    shown: Instrument = {
        "card": d.ids[kind],
        "owners": [row[st.OWNER + part] - 1 if row[st.OWNER + part] else None for part in parts],
        "discs": [names.disc(disc) for disc in spaces],
    }
    if row[st.WELL]:
        shown["well_placed"] = True
    if usable := clefs.usable(d, s, inst):
        shown["clefs"] = usable
    if left := [names.disc(disc) for disc in row[st.CELLS : st.CELLS + st.LEFT] if disc]:
        shown["left"] = left
    if row[st.STACK]:
        shown["stack"] = row[st.STACK]
    if row[st.TOKEN]:
        shown["token"] = bx.TOKEN_NAMES[row[st.TOKEN] - 1]
    if any(masks):
        shown["abilities"] = [_abilities(mask).copy() for mask in masks]
    return shown


@cache
def _abilities(mask: int) -> list[Ability]:
    return [name for bit, name in enumerate(bx.ABILITIES) if mask >> bit & 1]


def _spaces(d: Box, s: State, inst: int, kind: int) -> int:
    """How many note spaces are shown: a Master has as many as discs."""
    if inst == bx.CONDUCTOR:
        return len(s.terms.master.card.slots)
    return bx.SPACES - d.spaces.count(0, kind * bx.SPACES, (kind + 1) * bx.SPACES)


def music(s: State) -> list[Note]:
    """The notes with what lies on them; what is absent is not named."""
    lying = bytes(s.notes)
    cells = range(0, len(lying), st.NOTE)
    return [sounding(note, lying[at : at + st.NOTE]) for note, at in zip(printed(s.terms.score), cells, strict=True)]


def sounding(printed: Note, lying: bytes) -> Note:
    """One note with what lies on it."""
    note = printed.copy()
    if lying[st.TOP]:
        note["discs"] = [names.disc(disc) for disc in lying[st.BOTTOM : st.NOTE_TOKEN] if disc]
    if lying[st.NOTE_TOKEN]:
        note["token"] = bx.TOKEN_NAMES[lying[st.NOTE_TOKEN] - 1]
    return note


@lru_cache(maxsize=256)
def printed(score: Score) -> list[Note]:
    """The notes as printed, in the notation of the pack."""
    shown = []
    for i in range(score.count):
        note: Note = {
            "at": names.note(int(score.code[i])),
            "note": "smcq"[score.value[i]] + str(score.position[i]) + ("", "b", "#")[score.accidental[i]],
        }
        if colour := COLOURS[score.colour[i]]:
            note["colour"] = colour
        if zone := bx.ZONES[score.zone[i]]:
            note["zone"] = zone
        if tuplet := score.tuplet[i]:
            note["tuplet"] = tuplet
        shown.append(note)
    return shown


def _prizes(d: Box, s: State) -> list[int | Counted]:
    """The fixed number, or what is counted on the flipped side."""
    shown: list[int | Counted] = []
    for where in range(6):
        prize = d.prizes[s.terms.sheet_prizes[where] if where < 3 else where]
        shown.append({"counts": prize[3], "per": prize[4]} if s.terms.flipped[where] else prize[2])
    return shown


def _public_picks(d: Box, s: State) -> list[list[str]] | None:
    if s.terms.draft != 2 or not len(s.picks):
        return None
    size = s.terms.packet
    return [[d.ids[int(s.picks[p * size + r]) - 1] for r in range(int(s.round))] for p in range(int(s.terms.n))]


def own(d: Box, s: State, player: int) -> Own:
    """What only this player sees or remembers."""
    known = knowledge.drafted_by(s, player)
    held = knowledge.counts_at(s.hands, player)
    shown: Own = {
        "hand": cards(d, held),
        "objectives": [
            int(s.desk[st.CARDS_HELD + 2 * player + i]) for i in range(2) if s.desk[st.CARDS_HELD + 2 * player + i]
        ],
        "sealed": sealed(d, s, player),
    }
    if seats := fitting_seats(d, s, held, player):
        shown["fits"] = seats
    if shown["objectives"]:
        shown["objective_cards"] = [
            virtuosity_card(d, s, one, len(shown["objectives"]) > 1) for one in shown["objectives"]
        ]
    if known.seen:
        shown["packets_seen"] = [cards(d, packet) for packet in known.seen]
        shown["picks"] = [d.ids[kind] for kind in known.picks[player]]
    if knowledge.frame_of(s, st.S_DRAFT) > 0:
        shown["packet"] = cards(d, knowledge.counts_at(s.packets, int(packet_of(s, player))))
    if len(s.discards):
        shown["discards"] = cards(d, knowledge.counts_at(s.discards, player))
    if (received := knowledge.received(s, player)) is not None:
        shown["choirs_seen"] = cards(d, received)
    return shown


def fitting_seats(d: Box, s: State, held: Counts, player: int) -> dict[str, list[str]]:
    """SY-013: for the cards of a hand, of a packet, and the one that waits for its seat."""
    wanted = {kind for kind, count in enumerate(held) if count}
    if knowledge.frame_of(s, st.S_DRAFT) > 0:
        packet = knowledge.counts_at(s.packets, int(packet_of(s, player)))
        wanted.update(kind for kind in range(KINDS) if packet[kind])
    if s.stack and s.stack[-1].step == st.S_SEAT:
        wanted.add(int(s.stack[-1].a))
    if not wanted:
        return {}
    free = [seat for seat in range(bx.SEATS) if is_free_seat(s, seat)]
    if not free:
        return {}
    return {d.ids[kind]: [names.place(i) for i in free if fits(d, s.terms, kind, i)] for kind in sorted(wanted)}


def covered_own(game: StepGame[State], d: Box, s: State) -> list[str]:
    """SY-115: legal notes on which the disc would lie on one's own."""
    found = []
    for player in game.active(s):
        for action in game.legal(s, player):
            if A_NOTE <= action < A_CLASH and notes.landing(d, s, action).top == bx.OWN + player:
                found.append(names.note(action - A_NOTE))
    return found


def virtuosity_card(d: Box, s: State, number: int, ahead: bool) -> VirtuosityCard:
    """What a Virtuosity card pays, and for what; ahead: its Orchestra Bonus may still be scored."""
    card = d.cards[number - 1]
    players = range(int(s.terms.n))
    worth: Worth = {"symphony": [int(scoring.symphony_bonus(d, s, card, p)) for p in players]}
    if ahead:
        worth["orchestra"] = [int(scoring.orchestra_bonus(d, s, card, p)) for p in players]
    return {
        "card": number,
        "symphony": card.symphony,
        "symphony_points": card.symphony_points,
        "orchestra": card.orchestra,
        "orchestra_points": card.orchestra_points[1 if s.terms.n >= 5 else 0],
        "worth": worth,
    }


def sealed(d: Box, s: State, player: int) -> int | str | None:
    """The answer that a player has given and nobody else has seen."""
    answer = int(s.desk[st.SEALED + player])
    if not answer:
        return None
    return answer if s.stack[-1].step == st.S_OBJECTIVE else d.ids[answer - 1]


def playing(game: StepGame[State], d: Box, s: State) -> Play | None:
    """The play that is on, as its question knows it."""
    f = s.stack[-1] if s.stack else None
    step = game.steps[f.step] if f else None
    return step.shown(s, f) if f and isinstance(step, PlayQuestion) else None


# -- standing and result ------------------------------------------------------------------------


def scored(s: State, player: int) -> int:
    """Points on the score track."""
    mine = player * bx.SOURCES
    return sum(map(int, s.points[mine : mine + bx.SOURCES]))


def standing(d: Box, s: State, player: int) -> int:
    """With leftover tokens and tracks as they stand, majorities and objectives aside."""
    tracks = sum(int(track_points(d, s, player, track)) for track in range(bx.TRACKS))
    return scored(s, player) + int(tokens_in(s, player * bx.TOKENS)) + tracks


def tally(d: Box, s: State) -> list[tuple[int, ...]]:
    """SY-178: among the tied, who is met first clockwise from the First Player token."""
    n = s.terms.n
    scoring = [standing(d, s, p) if s.stack else scored(s, p) for p in range(n)]
    return [(scoring[p], -((p - s.holder) % n)) for p in range(n)]


def result(d: Box, s: State) -> Result:
    """SY-177, SY-178."""
    scores = tally(d, s)
    seats = rank(scores)
    level = sum(score[0] == max(scores)[0] for score in scores)
    return Result(
        tuple(p for p in range(s.terms.n) if seats[p] == 1),
        seats,
        tuple(score[0] for score in scores),
        tuple(
            {name: int(s.points[at]) for at, name in enumerate(bx.SOURCE_NAMES, p * bx.SOURCES)}
            for p in range(s.terms.n)
        ),
        "performed",
        "first_player_token" if level > 1 else None,
    )


# -- outcomes ---------------------------------------------------------------------------------------


def _outcomes(d: Box, bag: int) -> list[str]:
    """The texts of a bag by kind."""
    if bag in (events.BAG_CARD, events.BAG_CHOIR):
        return list(d.ids)
    if bag == events.BAG_TOKEN:
        return list(bx.TOKEN_NAMES)
    if bag == events.BAG_MASTER:
        return list(MASTERS)
    if bag == events.BAG_SHEET:
        return [f"sheet {number}" for number in sorted(set(d.face_sheet.values()))]
    if bag == events.BAG_SIDE:
        return ["white", "black"]
    if bag == events.BAG_VIRTUOSITY:
        return [f"virtuosity {card.id}" for card in d.cards]
    if bag == events.BAG_CLEF:
        return [f"clef card {number}" for number in (1, 2, 3)]
    if bag == events.BAG_PRIZE:
        return [prize[3] for prize in d.prizes[:3]]
    return [str(number) for number in range(6)]


def outcome(d: Box, bag: int, kind: int) -> str:
    return _outcomes(d, bag)[kind]


def kind(d: Box, bag: int, text: str) -> int:
    known = _outcomes(d, bag)
    return known.index(text) if text in known else -1
