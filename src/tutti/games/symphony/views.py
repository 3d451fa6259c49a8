"""What people see: views, prompts, outcomes. Codes and plain values, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from tutti.games.symphony import clefs, events, memory, names, refusals, results
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.box import (
    ABILITIES,
    COLUMNS,
    CONDUCTOR,
    NO_SEAT,
    PLACES,
    SEATS,
    SPACES,
    TOKEN_NAMES,
    TOKENS,
    TRACKS,
    ZONES,
    Box,
)
from tutti.games.symphony.instruments import abilities, disc_at, kind_at, leftmost, part_of
from tutti.games.symphony.memory import Counts
from tutti.games.symphony.pack import MASTERS
from tutti.games.symphony.points import discs_on
from tutti.games.symphony.shapes import (
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
)
from tutti.games.symphony.state import (
    CARDS_HELD,
    CELLS,
    CHOIRS,
    COLUMN_TOKEN,
    LEFT,
    NOTE,
    NOTE_TOKEN,
    ON_STACK,
    OWNER,
    PENTAGON,
    POOL,
    PUBLIC,
    REC,
    REVEALED,
    S_CHAIN,
    S_CHOIR,
    S_CONTROL,
    S_DISCARD,
    S_DRAFT,
    S_EXTRA,
    S_GIFT,
    S_MOVEMENT,
    S_MUSICIAN,
    S_OBJECTIVE,
    S_PLACE,
    S_PRE_ATTACK,
    S_REPLAY,
    S_SEAT,
    S_SOURCE,
    S_UNDER,
    S_WITH,
    SEALED,
    STACK,
    TOKEN,
    TRACK,
    WELL,
    State,
)
from tutti.games.symphony.steps.draft import packet_of, to_discard
from tutti.games.symphony.steps.movement import STAGES
from tutti.kernel.facts import Json, Prompt, Refusal

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony

PLAYING = (S_MUSICIAN, S_EXTRA, S_SOURCE, S_PLACE, S_WITH, S_UNDER, S_CHAIN, S_REPLAY, S_GIFT)
COLOURS: tuple[NoteColour | Literal[""], ...] = ("", "blue", "orange")


def cards(d: Box, counts: Counts) -> list[str]:
    """Card numbers in order, twins twice."""
    return [d.ids[kind] for kind in range(KINDS) for _ in range(counts[kind])]


def tokens_at(s: State, at: int) -> list[Token]:
    return [TOKEN_NAMES[token] for token in range(TOKENS) for _ in range(int(s.desk[at + token]))]


def column_tokens(s: State) -> list[Token | None]:
    return [names.token(int(s.desk[COLUMN_TOKEN + c]) - 1) for c in range(COLUMNS)]


def tracks(s: State, player: int) -> Tracks:
    first = TRACK + player * TRACKS
    flat, sharp, semibreve, green, orange, blue, clash = [int(steps) for steps in s.desk[first : first + TRACKS]]
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
    revealed = [int(s.desk[REVEALED + p]) or None for p in range(int(s.terms.n))]
    return {"public": int(s.desk[PUBLIC]) or None, "revealed": revealed}


def movement_of(d: Box, s: State) -> Movement | None:
    """The Movement that is on, with its bars."""
    for f in s.stack:
        if f.step == S_MOVEMENT:
            return {
                "column": names.column(f.a),
                "stage": STAGES[f.at],
                "first": d.area_first[f.a] + 1,
                "last": d.area_end[f.a],
            }
    return None


# -- views ---------------------------------------------------------------------------------------


def view(game: Symphony, s: State, player: int) -> View:
    """SY-018: the table, and what the player holds and has seen."""
    d, terms = game.d, s.terms
    n = int(terms.n)
    shared = open_objectives(s)
    play = playing(d, s)
    if play and (dear := clefs.clashes(game, s)):
        play["clashes"] = dear
    shown: View = {
        "step": game.steps[s.stack[-1].step].name if s.stack else "over",
        "movement": movement_of(d, s),
        "first_player": int(s.holder),
        "master": terms.master.card.id,
        "sheets": list(terms.score.faces),
        "clef_cards": clefs.cards(d, s),
        "prizes": _prizes(d, s),
        "orchestra": {names.place(i): instrument(d, s, i) for i in range(PLACES) if _exists(s, i)},
        "column_tokens": column_tokens(s),
        "pentagon": tokens_at(s, PENTAGON),
        "unused": tokens_at(s, POOL),
        "tokens": [tokens_at(s, p * TOKENS) for p in range(n)],
        "tracks": [tracks(s, p) for p in range(n)],
        "points": [results.scored(s, p) for p in range(n)],
        "score": [note(s, i) for i in range(terms.score.count)],
        "hands": [hand_size(s, p) for p in range(n)],
        "objectives": {
            "public": shared["public"],
            "revealed": shared["revealed"],
            "held": [sum(bool(s.desk[CARDS_HELD + 2 * p + i]) for i in range(2)) for p in range(n)],
        },
        "picks": _public_picks(d, s),
        "play": play,
    }
    if terms.audience_public:
        shown["objectives"]["public_card"] = virtuosity_card(d, s, int(s.desk[PUBLIC]))
    if not s.stack and terms.audience_private:
        shown["objectives"]["final"] = [int(s.desk[CARDS_HELD + 2 * p]) or None for p in range(n)]
    if player >= 0:
        shown["own"] = own(d, s, player)
    return shown


def _exists(s: State, inst: int) -> bool:
    return inst >= SEATS or s.terms.setup.board[inst] != NO_SEAT


def hand_size(s: State, player: int) -> int:
    """Cards in hand; unfinished discards are nobody's business."""
    size = sum(memory.counts_at(s.hands, player))
    if memory.is_open(s, S_DISCARD, player):
        size += sum(memory.counts_at(s.discards, player))
    return size


def instrument(d: Box, s: State, inst: int) -> Instrument | None:
    """One seat; None when it is free. Clefs, extra discs, stack, token and abilities are named where there are any."""
    base = inst * REC
    kind = int(kind_at(s, inst))
    if kind < 0:
        return None
    parts = range(d.part_count[kind])
    masks = [int(abilities(d, s, inst, part)) for part in parts]
    shown: Instrument = {
        "card": d.ids[kind],
        "owners": [owner_of(s, inst, part) for part in parts],
        "discs": [names.disc(int(s.inst[base + CELLS + LEFT + c])) for c in range(_spaces(d, s, inst, kind))],
    }
    if s.inst[base + WELL]:
        shown["well_placed"] = True
    if usable := clefs.usable(d, s, inst):
        shown["clefs"] = usable
    if left := [names.disc(int(s.inst[base + CELLS + c])) for c in range(LEFT) if s.inst[base + CELLS + c]]:
        shown["left"] = left
    if stack := int(s.inst[base + STACK]):
        shown["stack"] = stack
    if token := names.token(int(s.inst[base + TOKEN]) - 1):
        shown["token"] = token
    if any(masks):
        shown["abilities"] = [[name for bit, name in enumerate(ABILITIES) if mask >> bit & 1] for mask in masks]
    return shown


def owner_of(s: State, inst: int, part: int) -> int | None:
    """Who controls a Part; None while nobody does."""
    number = int(s.inst[inst * REC + OWNER + part])
    return number - 1 if number else None


def _spaces(d: Box, s: State, inst: int, kind: int) -> int:
    """How many note spaces are shown: a Master has as many as discs."""
    if inst == CONDUCTOR:
        return len(s.terms.master.card.slots)
    return sum(what != 0 for what in d.spaces[kind * SPACES : (kind + 1) * SPACES])


def note(s: State, i: int) -> Note:
    """One note as printed, in the notation of the pack; what is absent is not named."""
    score = s.terms.score
    shown: Note = {
        "at": names.note(int(score.code[i])),
        "note": "smcq"[score.value[i]] + str(score.position[i]) + ("", "b", "#")[score.accidental[i]],
    }
    if colour := COLOURS[score.colour[i]]:
        shown["colour"] = colour
    if zone := ZONES[score.zone[i]]:
        shown["zone"] = zone
    if tuplet := score.tuplet[i]:
        shown["tuplet"] = tuplet
    if discs := [names.disc(disc) for disc in discs_on(s, i)]:
        shown["discs"] = discs
    if token := names.token(int(s.notes[i * NOTE + NOTE_TOKEN]) - 1):
        shown["token"] = token
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
    return [
        [d.ids[int(s.picks[p * size + r]) - 1] for r in range(memory.rounds_played(s))] for p in range(int(s.terms.n))
    ]


def own(d: Box, s: State, player: int) -> Own:
    """What only this player sees or remembers."""
    known = memory.of(d, s, player)
    shown: Own = {
        "hand": cards(d, known.hand),
        "objectives": [
            int(s.desk[CARDS_HELD + 2 * player + i]) for i in range(2) if s.desk[CARDS_HELD + 2 * player + i]
        ],
        "sealed": _sealed(d, s, player),
    }
    if shown["objectives"]:
        shown["objective_cards"] = [virtuosity_card(d, s, number) for number in shown["objectives"]]
    if known.seen:
        shown["packets_seen"] = [cards(d, packet) for packet in known.seen]
        shown["picks"] = [d.ids[kind] for kind in known.picks[player]]
    if memory.frame_of(s, S_DRAFT) > 0:
        shown["packet"] = cards(d, memory.counts_at(s.packets, int(packet_of(s, player))))
    if len(s.discards):
        shown["discards"] = cards(d, known.discards)
    if known.received is not None:
        shown["choirs_seen"] = cards(d, known.received)
    return shown


def virtuosity_card(d: Box, s: State, number: int) -> VirtuosityCard:
    """What a Virtuosity card pays, and for what."""
    card = d.cards[number - 1]
    return {
        "card": number,
        "symphony": card.symphony,
        "symphony_points": card.symphony_points,
        "orchestra": card.orchestra,
        "orchestra_points": card.orchestra_points[1 if s.terms.n >= 5 else 0],
    }


def _sealed(d: Box, s: State, player: int) -> int | str | None:
    answer = int(s.desk[SEALED + player])
    if not answer:
        return None
    return answer if s.stack[-1].step == S_OBJECTIVE else d.ids[answer - 1]


def playing(d: Box, s: State) -> Play | None:
    """The play that is on: which instrument, which disc, what binds it."""
    if not s.stack or s.stack[-1].step not in PLAYING:
        return None
    inst, cell = int(s.inst_now), _cell(s)
    last = int(s.last) if s.stack[-1].step in (S_CHAIN, S_REPLAY) else int(s.near)
    near = names.note(int(s.terms.score.code[last])) if last >= 0 else None
    place, kind, coda, replay = names.place(inst), int(kind_at(s, inst)), bool(s.coda), bool(s.replay)
    if cell < 0:
        return {"instrument": place, "card": d.ids[kind], "coda": coda, "replay": replay, "near": near}
    return {
        "instrument": place,
        "card": d.ids[kind],
        "coda": coda,
        "replay": replay,
        "disc": names.disc(int(disc_at(s, inst, cell))),
        "part": int(part_of(d, s, inst, cell)) + 1 if d.part_count[kind] > 1 else None,
        "near": near,
    }


def _cell(s: State) -> int:
    f = s.stack[-1]
    if f.step == S_CHAIN:
        return int(f.a)
    if f.step in (S_PLACE, S_WITH, S_UNDER):
        return int(s.cell)
    return ON_STACK if s.coda else int(leftmost(s, s.inst_now))


# -- prompts and refusals ------------------------------------------------------------------------


def prompt(game: Symphony, s: State, player: int) -> Prompt:
    """Which step asks, under which rule, for which instrument, disc or card."""
    d = game.d
    f = s.stack[-1]
    step = game.steps[f.step]
    args: Mapping[str, Json] = {}
    rule = step.rule
    if f.step in PLAYING and f.step != S_GIFT:
        args = playing(d, s) or {}
        rule = _why(s, f.step, rule)
    elif f.step == S_GIFT:
        args = {"to": int(f.a)}
    elif f.step == S_PRE_ATTACK:
        args = {"instrument": names.place(int(f.a)), "card": d.ids[int(kind_at(s, f.a))]}
    elif f.step == S_SEAT:
        args = {"card": d.ids[int(f.a)], "column": names.column(f.b) if f.b >= 0 else None}
    elif f.step == S_CONTROL:
        args = {"only": names.place(int(f.a)) if f.a >= 0 else None}
        rule = "SY-287" if f.a >= 0 else rule
    elif f.step == S_DRAFT:
        args = {"round": int(s.round) + 1, "packet": cards(d, memory.counts_at(s.packets, int(packet_of(s, player))))}
    elif f.step == S_DISCARD:
        args = {"left": int(to_discard(d, s, player))}
    elif f.step == S_CHOIR:
        count = memory.choir_count(s)
        args = {"choirs": [d.ids[int(s.desk[CHOIRS + i]) - 1] for i in range(int(f.at), count)]}
    elif f.step == S_OBJECTIVE:
        args = {"cards": own(d, s, player)["objectives"]}
        rule = "SY-261" if s.terms.progressive else rule
    return Prompt(step.name, rule, args)


def _why(s: State, step: int, rule: str) -> str:
    """The rule that speaks for a placement."""
    if step == S_PLACE:
        if s.replay:
            return "SY-237"
        if s.coda:
            return "SY-081"
        if s.grouping:
            return "SY-138"
    if step == S_SOURCE and s.inst_now >= SEATS:
        return "SY-091"
    return rule


def why_not(game: Symphony, s: State, player: int, a: int) -> Refusal:
    return refusals.why_not(game, s, player, a)


# -- outcomes ---------------------------------------------------------------------------------------


def _outcomes(d: Box, bag: int) -> list[str]:
    """The texts of a bag by kind."""
    if bag in (events.BAG_CARD, events.BAG_CHOIR):
        return list(d.ids)
    if bag == events.BAG_TOKEN:
        return list(TOKEN_NAMES)
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
