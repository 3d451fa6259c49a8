"""What a position says is being asked: the stack of frames, checked against the table, or what the table shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.symphony import baton, memory, names
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.box import COLUMNS, CONCERTMASTER, CONDUCTOR, PLACES, ROWS, SEATS, SEMIBREVE, Box
from tutti.games.symphony.instruments import controls, disc_at, free_parts, kind_at, leftmost, owner_at
from tutti.games.symphony.placement import has_clash, has_note, partners
from tutti.games.symphony.progress import Progress
from tutti.games.symphony.state import (
    CELLS,
    NOTE,
    ON_STACK,
    OWNER,
    PENTAGON,
    POOL,
    REC,
    S_ABSOLUTE,
    S_ALLOCATE,
    S_ALLOCATION,
    S_BATON,
    S_CARD,
    S_CHAIN,
    S_CHOIR,
    S_CHOIRS,
    S_CONTROL,
    S_DISCARD,
    S_DRAFT,
    S_ENDGAME,
    S_EXTRA,
    S_GIFT,
    S_MINORITY,
    S_MOVEMENT,
    S_MUSICIAN,
    S_OBJECTIVE,
    S_OBJECTIVES,
    S_PENTAGON,
    S_PLACE,
    S_PLAY,
    S_PRE_ATTACK,
    S_PROGRAMME,
    S_REPLAY,
    S_SCORING,
    S_SEAT,
    S_SEATS,
    S_SINGLES,
    S_SOURCE,
    S_SPREAD,
    S_TALENTS,
    S_UNDER,
    S_UNUSED,
    S_WITH,
    STACK,
    WIDTH,
    State,
)
from tutti.games.symphony.steps.bonuses import ALL_COLUMNS
from tutti.games.symphony.steps.movement import ATTACK, BODY, CODA, CODA_ROUNDS, PRE_ATTACK, may_prepare
from tutti.games.symphony.steps.question import AFTER_STAGE, DISTURB_STAGE, END_STAGE, PLACE_STAGE, SOURCE_STAGE
from tutti.kernel.chance import Host
from tutti.kernel.facts import Fields
from tutti.kernel.frames import BIT, Frame
from tutti.kernel.native import i64
from tutti.kernel.reading import Reader
from tutti.kernel.stacks import read_stack

if TYPE_CHECKING:
    from tutti.games.symphony.game import Symphony

ON_PLAY = {
    S_MUSICIAN: SOURCE_STAGE, S_EXTRA: SOURCE_STAGE, S_SOURCE: PLACE_STAGE, S_PLACE: AFTER_STAGE, S_WITH: AFTER_STAGE,
    S_UNDER: AFTER_STAGE, S_CHAIN: AFTER_STAGE, S_GIFT: DISTURB_STAGE, S_UNUSED: DISTURB_STAGE, S_REPLAY: END_STAGE,
}  # fmt: skip
"""The questions of a play, and the stage at which it then is."""
PHASES = (
    S_CHOIRS, S_DRAFT, S_DISCARD, S_SEATS, S_SINGLES, S_MINORITY, S_SPREAD, S_ABSOLUTE, S_OBJECTIVES, S_BATON,
    S_ALLOCATION, S_MOVEMENT, S_SCORING, S_ENDGAME,
)  # fmt: skip
"""The steps of the programme that a position can be in: all but the first row and the deal, which are chance."""
ABOVE = {
    S_PROGRAMME: PHASES, S_CHOIRS: (S_CHOIR,), S_SEATS: (S_CONTROL,), S_CONTROL: (S_CARD, S_SEAT),
    S_SPREAD: (S_PENTAGON,), S_OBJECTIVES: (S_OBJECTIVE, S_TALENTS), S_TALENTS: (S_PENTAGON, S_TALENTS),
    S_ALLOCATION: (S_ALLOCATE, S_SEAT), S_MOVEMENT: (S_PRE_ATTACK, S_PLAY), S_PLAY: tuple(ON_PLAY),
    S_ENDGAME: (S_OBJECTIVES,),
}  # fmt: skip
"""Which steps can lie on a step."""
BEFORE_SEATS = (S_CHOIRS, S_DRAFT, S_DISCARD, S_SEATS)
USUAL = {
    ("discard", "at"): 1, ("seat", "column"): -1, ("control", "only"): -1, ("pentagon", "from"): PENTAGON,
    ("unused", "from"): POOL, ("singles", "column"): ALL_COLUMNS, ("minority", "column"): ALL_COLUMNS,
    ("absolute", "column"): ALL_COLUMNS,
}  # fmt: skip
"""Fields of frames that are not 0 when they are left out."""
ONLY_BELOW = (S_CHOIRS, S_PLAY)
"""Automatic steps that a position cannot end with."""


def read(game: Symphony, s: State, top: Reader) -> None:
    """The frames given, or the turn or Movement that the table shows."""
    d = game.d
    given = top.get("column")
    column = given.number(0, COLUMNS - 1) if given else 0
    reader = top.usual("stack", None)
    if reader.absent:
        reader.value = [_shown(s, column)]
    places = reader.items()
    raw = [_completed(game, s, item, column) for item in places]
    for number, frame in enumerate(raw):
        if frame["step"] == "allocation" and "turn" not in frame:
            asking = number + 1 < len(raw)
            frame["turn"] = baton.turns(s, places[number].usual("column", column).number(0, COLUMNS - 1), top) + asking
    s.stack = read_stack(game, Reader(raw, reader.fault, reader.place), int(s.terms.n))
    if s.stack and s.stack[0].step != S_PROGRAMME:
        s.stack.insert(0, _programme(s, places[0]))
        places.insert(0, reader)
    if s.terms.progressive:
        baton.allocated(s, top.at("orchestra"))
    s.holder = baton.read(s, top)
    s.column = max(Progress(s).seated, 0)
    for number in range(len(s.stack)):
        Checked(game, s, number).check(places[number])
    if given and s.column != column:
        given.wrong("column_differs", rule="SY-070", found=column, expected=int(s.column))
    _controlled(d, s, top.at("orchestra"))


def _shown(s: State, column: int) -> Fields:
    """What comes next when nobody says it."""
    if s.terms.progressive:
        over = baton.is_full(s, column) and (column < COLUMNS - 1 or baton.in_use(s, CONDUCTOR))  # SY-255
        return {"step": "movement" if over else "allocation"}
    turns = _controls(s)
    if turns < _turns(s) and not s.terms.preset:
        return {"step": "seats", "turn": turns}
    return {"step": "movement"}


def _controls(s: State) -> int:
    """SY-048: every turn ends with control of one instrument or Part."""
    return sum(bool(s.inst[inst * REC + OWNER + part]) for inst in range(PLACES) for part in range(3))


def _turns(s: State) -> int:
    return int(s.terms.setup.turns * s.terms.n)


def _completed(game: Symphony, s: State, item: Reader, column: int) -> Fields:
    """A frame with the fields that were left out."""
    known = {step.name: step for step in game.steps}
    step = known[item.at("step").one_of(known)]
    usual: Fields = {name: USUAL.get((step.name, name), 0) for name in step.fields}
    if step.name in ("movement", "allocation"):
        usual["column"] = column
    if step.name == "movement" and item.usual("stage", 0).value == ATTACK:
        usual["row"] = ROWS - 1
    if step.name == "allocation":
        del usual["turn"]  # the table tells it
    if step.name in ("draft", "discard", "objective"):
        usual["open"] = list(range(int(s.terms.n)))
    return {**usual, **item.fields()}


def _programme(s: State, first: Reader) -> Frame:
    """The frame below all others, from the one above it."""
    f = s.stack[0]
    steps = s.terms.programme
    for at in range(0, len(steps), 2):
        if steps[at] == f.step and steps[at + 1] == f.a:
            return Frame(S_PROGRAMME, -1, 0, at + 2)
    first.wrong("not_in_programme", found=first.at("step").value)
    return None


def objectives_shown(s: State) -> bool:
    """SY-186, SY-261: whether everybody has shown one of the two private objectives."""
    for i, f in enumerate(s.stack):
        if f.step == S_OBJECTIVES:
            return f.at > 0 and (i + 1 == len(s.stack) or s.stack[i + 1].step != S_OBJECTIVE)
    return not s.stack or (not s.terms.progressive and S_OBJECTIVES not in s.terms.programme[s.stack[0].at :: 2])


def _controlled(d: Box, s: State, orchestra: Reader) -> None:
    """SY-048, SY-251: as many controlled as turns were taken; in the end everything."""
    phase = memory.phase(s)
    if s.terms.progressive:
        wanted = range(SEATS)
    elif phase in BEFORE_SEATS:
        wanted = range(0)
        done = 0 if phase != S_SEATS else int(s.stack[1].at) - (len(s.stack) > 2)
        if _controls(s) != done:
            orchestra.wrong("turns_do_not_fit", rule="SY-048", found=done, expected=_controls(s))
    else:
        wanted = range(PLACES)
    for inst in wanted:
        if free_parts(d, s, inst):
            orchestra.usual(names.place(inst), None).wrong("nobody_controls", rule="SY-048", found=names.place(inst))


def answerable(game: Symphony, s: State, top: Reader, host: Host) -> None:
    """Go on to the next question; whoever is asked must have an answer."""
    stack = top.usual("stack", [])
    if any(f.step == S_SEAT and not s.hands[f.player * KINDS + f.a] for f in s.stack):
        stack.wrong("cannot_be_asked", step="seat")
    game.settle(s, host)
    for player in game.active(s):
        if not game.legal(s, player):
            stack.wrong("cannot_be_asked", step=game.steps[s.stack[-1].step].name)


# -- one frame ---------------------------------------------------------------------------------------


Bounds = tuple[int, int]
NONE: Bounds = (0, 0)


class Checked:
    """One frame of a stack against those around it and against the table."""

    def __init__(self, game: Symphony, s: State, number: int) -> None:
        self.game, self.d, self.s = game, game.d, s
        self.f = s.stack[number]
        self.below = s.stack[number - 1] if number else None
        self.above = s.stack[number + 1] if number + 1 < len(s.stack) else None
        self.phase = s.stack[1] if len(s.stack) > 1 else self.f

    def check(self, item: Reader) -> None:
        step, f = self.game.steps[self.f.step], self.f
        fitting = ABOVE.get(self.below.step, ()) if self.below else (S_PROGRAMME,)
        if f.step not in fitting or not self.in_programme():
            item.wrong("wrong_step", found=step.name, expected=[self.game.steps[other].name for other in fitting])
        for name, value, (low, high) in zip(step.fields, (f.at, f.a, f.b, f.c, f.d), self.bounds(), strict=False):
            if not low <= value <= high:
                item.usual(name, value).wrong("out_of_range", found=int(value), low=low, high=high)
        self.players(item)
        if not self.stands() or (self.above is None and f.step in ONLY_BELOW):
            item.wrong("cannot_be_asked", step=step.name)

    def in_programme(self) -> bool:
        """Whether the step is the one that the programme has come to."""
        if self.below is None or self.below.step != S_PROGRAMME:
            return True
        at = int(self.below.at) - 2
        return at % 2 == 0 and self.s.terms.programme[at] == self.f.step

    def bounds(self) -> tuple[Bounds, ...]:
        """The least and most of each field of the frame."""
        s, step, n = self.s, self.f.step, int(self.s.terms.n)
        begun = 1 if self.above else 0
        below = int(self.below.at) if self.below else 0
        argument = int(self.below.a) if self.below else 0
        if self.below and self.below.step == S_PROGRAMME:
            argument = s.terms.programme[below - 1]
        first = int(below == 1 and argument == 0)
        final = int(self.phase.step == S_ENDGAME)
        column = int(self.phase.a)
        known: dict[int, tuple[Bounds, ...]] = {
            S_PROGRAMME: ((2, len(s.terms.programme)),),
            S_CHOIRS: ((1, memory.choir_count(s) - 1), NONE),
            S_CHOIR: ((below - 1, below - 1),),
            S_DISCARD: ((1, 1), NONE),
            S_SEATS: ((begun, _turns(s)), NONE),
            S_SEAT: (NONE, (0, KINDS - 1), (column, column) if s.terms.progressive else (-1, -1)),
            S_CONTROL: (NONE, (-1, SEATS - 1)),
            S_SPREAD: ((begun, n), NONE),
            S_OBJECTIVES: ((begun, 2), (final, final)),
            S_TALENTS: ((begun, 2 * n), (0, len(self.d.cards) - 1), (1, 2**n - 1)),
            S_PENTAGON: (NONE, (PENTAGON, PENTAGON)),
            S_UNUSED: (NONE, (POOL, POOL)),
            S_ALLOCATION: (self.turns(argument) if step == S_ALLOCATION else NONE, (argument, argument)),
            S_ALLOCATE: ((first, first), (argument, argument)),
            S_MOVEMENT: self.movement_bounds(argument),
            S_PRE_ATTACK: (NONE, (column * ROWS, column * ROWS + ROWS - 1)),
            S_PLAY: ((0, END_STAGE), (0, 1)),
            S_GIFT: (NONE, (int(s.who), int(s.who))),
            S_WITH: (NONE, (1, 2**WIDTH - 1)),
            S_CHAIN: (NONE, (0, WIDTH - 1)),
            S_ENDGAME: ((2 * begun, 2 * begun), NONE),
        }
        return known.get(step, (NONE, (argument, argument)))

    def turns(self, column: int) -> Bounds:
        """SY-251: how many turns of an allocation the table shows, the one that is asked included."""
        least, most = baton.turns_in(self.s, column)
        asking = int(self.above is not None)
        return least + asking, most + asking

    def movement_bounds(self, column: int) -> tuple[Bounds, ...]:
        stage, playing = self.f.at, self.f.d
        rounds = (0, 1) if stage == PRE_ATTACK else (0, CODA_ROUNDS if stage == CODA else 0)
        rows = (0, ROWS - 1 if playing else ROWS) if stage in (BODY, CODA) else (-1, ROWS - 1)
        return (PRE_ATTACK, CODA), (column, column), rows, rounds, (0, 1 if stage == BODY else 0)

    def players(self, item: Reader) -> None:
        """Who is asked: nobody, some of all, or the one whose turn it is, who can be left out."""
        f = self.f
        player = self.asked()
        if player >= 0 and item.get("player") is None:
            f.player = player
        if player >= 0 and item.get("open") is None:
            f.open = BIT[player]
        together = f.step in (S_DRAFT, S_DISCARD, S_OBJECTIVE)
        if f.player != player or (f.open == 0 if together else f.open != (BIT[player] if player >= 0 else 0)):
            item.wrong("wrong_players", step=self.game.steps[f.step].name, player=player)

    def asked(self) -> int:
        """The player whom the question asks; -1 for an automatic frame and a question to several."""
        s, f, n = self.s, self.f, int(self.s.terms.n)
        below = int(self.below.at) if self.below else 0
        if f.step == S_CHOIR:
            return memory.picker(s, int(f.at))
        if f.step in (S_CONTROL, S_CARD, S_SEAT, S_ALLOCATE):
            return int((s.first if self.phase.step == S_SEATS else s.holder) + self.phase.at - 1) % n
        if f.step == S_PENTAGON:
            if self.phase.step == S_SPREAD:
                return int(s.first - below) % n
            return int((s.holder if s.terms.progressive else s.first) - 1 - (below - 1) // 2) % n
        if f.step == S_PRE_ATTACK:
            return int(s.inst[f.a * REC + OWNER]) - 1
        if f.step == S_GIFT:
            return int(f.player) if (f.player - s.who) % n in (1, n - 1) else int(s.who + 1) % n
        if f.step == S_CHAIN:
            return int(owner_at(self.d, s, s.inst_now, f.a))
        return int(s.who) if f.step in ON_PLAY else -1

    def stands(self) -> bool:
        """Whether the table is one on which this can be asked."""
        d, s, f = self.d, self.s, self.f
        if f.step in ON_PLAY:
            return self.below is not None and self.below.at == ON_PLAY[f.step] and self.play_stands()
        if f.step == S_PLAY:
            inst = int(s.inst_now)
            here = inst == CONCERTMASTER or (0 <= inst < SEATS and inst // ROWS == self.phase.a)
            return here and kind_at(s, inst) >= 0 and s.who >= 0 and controls(s, inst, s.who)
        if f.step == S_PRE_ATTACK:
            return may_prepare(d, s, f.a)
        if f.step == S_CONTROL and f.a >= 0:
            return free_parts(d, s, f.a) == 1 and d.part_count[int(kind_at(s, f.a))] == 1
        if f.step == S_OBJECTIVE:
            return s.terms.audience_private and self.below is not None and self.below.at == 1
        if f.step == S_TALENTS:
            return d.cards[f.a].orchestra == "group_of_talents"
        return True

    def play_stands(self) -> bool:
        """The disc in hand, the note and the last note that a question of a play takes for granted."""
        d, s, f = self.d, self.s, self.f
        inst, cell = s.inst_now, int(s.cell)
        if f.step in (S_MUSICIAN, S_EXTRA, S_SOURCE):
            return self.holds(ON_STACK if s.coda else int(leftmost(s, inst)))
        if f.step in (S_REPLAY, S_GIFT, S_UNUSED):
            return s.last >= 0
        if f.step == S_CHAIN:
            return s.last >= 0 and f.a == leftmost(s, inst)
        if f.step == S_PLACE:
            return self.holds(cell) and (
                has_note(d, s, inst, cell, s.who, s.near) or has_clash(d, s, inst, cell, s.who, s.near)
            )
        free = s.note >= 0 and s.terms.score.value[s.note] == SEMIBREVE and not s.notes[s.note * NOTE]
        if not free or not self.holds(cell):
            return False
        if f.step == S_UNDER:
            return self.holds(int(s.second)) and disc_at(s, inst, cell) != disc_at(s, inst, s.second)
        return bool(f.a == partners(d, s, inst, cell, s.who, i64(s.terms.score.accidental[s.note])))

    def holds(self, cell: int) -> bool:
        """Whether a disc of the instrument that plays lies there."""
        at = self.s.inst_now * REC
        return cell >= 0 and bool(self.s.inst[at + STACK] if cell == ON_STACK else self.s.inst[at + CELLS + cell])
