"""What a position says is being asked: the stack of frames, which each step checks, or what the table shows."""

from __future__ import annotations

from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import COLUMNS, CONDUCTOR, PLACES, SEATS, Box
from tutti.games.symphony.positions import turns
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import free_parts
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import SymphonyStep
from tutti.games.symphony.rules.steps.draft import everyone
from tutti.kernel.chance import Host
from tutti.kernel.frames import MANY_ASKED, Around, Frame, StepGame
from tutti.kernel.reading import Reader
from tutti.kernel.stacks import check_frame, read_stack
from tutti.kernel.types import Fields

BEFORE_SEATS = (st.S_CHOIRS, st.S_DRAFT, st.S_DISCARD, st.S_SEATS)
CELLS = ("at", "a", "b", "c", "d")


def read(game: StepGame[State], d: Box, s: State, top: Reader) -> None:
    """The frames given, or the turn or Movement that the table shows."""
    given = top.get("column")
    column = given.number(0, COLUMNS - 1) if given else 0
    reader = top.usual("stack", None)
    if reader.absent:
        reader.value = [_shown(s, column)]
    places = reader.items()
    fields = {step.name: dict.fromkeys(step.fields, 0) for step in game.steps}
    raw = [{**fields[item.at("step").one_of(fields)], **item.fields()} for item in places]
    s.stack = read_stack(game, Reader(raw, reader.fault, reader.place), int(s.terms.n))
    if s.stack and s.stack[0].step != st.S_PROGRAMME:
        s.stack.insert(0, _programme(game, d, s, places[0], column))
        places.insert(0, reader)
    if knowledge.phase(s) == st.S_ALLOCATION and places[1].get("turn") is None:  # the table tells it
        here = places[1].usual("column", column).number(0, COLUMNS - 1)
        s.stack[1].at = turns.taken(s, here, top) + (len(s.stack) > 2)
    if s.terms.progressive:
        turns.allocated(s, top.at("orchestra"))
    s.holder = turns.read(s, top)
    s.column = max(Progress(s).seated, 0)
    for number, place in enumerate(places):
        _complete(game, d, s, number, place)
        check_frame(game, s, number, place)
    if given and s.column != column:
        given.wrong("column_differs", rule="SY-070", found=column, expected=int(s.column))
    _controlled(d, s, top.at("orchestra"))


def _shown(s: State, column: int) -> Fields:
    """What comes next when nobody says it."""
    if s.terms.progressive:
        over = turns.is_full(s, column) and (column < COLUMNS - 1 or SeatedInstrument(s, CONDUCTOR).owner)  # SY-255
        return {"step": "movement" if over else "allocation"}
    done = _controls(s)
    if done < s.terms.setup.turns * s.terms.n and not s.terms.preset:
        return {"step": "seats", "turn": done}
    return {"step": "movement"}


def _programme(game: StepGame[State], d: Box, s: State, first: Reader, column: int) -> Frame:
    """The frame below all others: where the step comes in the programme, with its argument or in this Column."""
    f, steps, now = s.stack[0], s.terms.programme, 0
    said = [name for name in game.steps[f.step].fields[1:2] if first.get(name) is not None]
    found: list[int] = []
    here: list[int] = []
    for at in range(0, len(steps), 2):
        if steps[at] in (st.S_MOVEMENT, st.S_ALLOCATION):
            now = steps[at + 1]
        if steps[at] == f.step and (not said or steps[at + 1] == f.a):
            found.append(at)
            here += [at] * (now == column)
    if not found:
        first.wrong("not_in_programme", found=first.at("step").value)
    return Frame(st.S_PROGRAMME, -1, 0, (here or found)[0] + 2)


def _complete(game: StepGame[State], d: Box, s: State, number: int, place: Reader) -> None:
    """The fields that a frame leaves out, as its step knows them."""
    around = Around(s.stack, number)
    f, step = around.frame, game.steps[around.frame.step]
    if not isinstance(place.value, dict) or not isinstance(step, SymphonyStep):
        return
    if step.asks == MANY_ASKED and place.get("open") is None:
        f.open = everyone(s.terms.n)
    lacking = [i for i, name in enumerate(step.fields) if place.get(name) is None]
    if f.step == st.S_ALLOCATION:
        lacking = [i for i in lacking if i > 0]
    if lacking and around.below and around.below.step in step.on:
        usual = step.usual(s, around)
        for i in lacking:
            setattr(f, CELLS[i], usual[i] if i < len(usual) else 0)


def _controls(s: State) -> int:
    """SY-048: every turn ends with control of one instrument or Part."""
    return sum(owner >= 0 for inst in range(PLACES) for owner in SeatedInstrument(s, inst).controllers)


def _controlled(d: Box, s: State, orchestra: Reader) -> None:
    """SY-048, SY-251: as many controlled as turns were taken; in the end everything."""
    phase = knowledge.phase(s)
    wanted = range(SEATS) if s.terms.progressive else range(PLACES)
    if not s.terms.progressive and phase in BEFORE_SEATS:
        wanted = range(0)
        done = knowledge.turns_done(s)
        if _controls(s) != done:
            orchestra.wrong("turns_do_not_fit", rule="SY-048", found=done, expected=_controls(s))
    for inst in wanted:
        if free_parts(d, s, inst):
            orchestra.usual(names.place(inst), None).wrong("nobody_controls", rule="SY-048", found=names.place(inst))


def objectives_shown(s: State) -> bool:
    """SY-186, SY-261: whether everybody has shown one of the two private objectives."""
    for i, f in enumerate(s.stack):
        if f.step == st.S_OBJECTIVES:
            return f.at > 0 and (i + 1 == len(s.stack) or s.stack[i + 1].step != st.S_OBJECTIVE)
    return not s.stack or (not s.terms.progressive and st.S_OBJECTIVES not in s.terms.programme[s.stack[0].at :: 2])


def answerable(game: StepGame[State], d: Box, s: State, top: Reader, host: Host) -> None:
    """Go on to the next question; whoever is asked must have an answer."""
    stack = top.usual("stack", [])
    if any(f.step == st.S_SEAT and not knowledge.counts_at(s.hands, f.player)[f.a] for f in s.stack):
        stack.wrong("cannot_be_asked", step="seat")
    game.settle(s, host)
    for player in game.active(s):
        if not game.legal(s, player):
            stack.wrong("cannot_be_asked", step=game.steps[s.stack[-1].step].name)
