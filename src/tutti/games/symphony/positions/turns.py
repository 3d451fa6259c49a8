"""The First Player token and the allocations of Progressive Orchestra in a position: the table tells of both."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import is_free_seat
from tutti.games.symphony.rules.seat import seated
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.allocation import turns_in
from tutti.kernel.reading import Reader
from tutti.kernel.types import Json


def in_use(s: State, place: int) -> bool:
    """Whether somebody controls 00 or 01."""
    base = place * st.REC
    return bool(s.inst[base + st.OWNER])


def is_passed(s: State) -> bool:
    """Whether the token has left the First Player of the set-up."""
    return not s.stack or st.S_BATON not in s.terms.programme[s.stack[0].at - 2 :: 2]


def is_full(s: State, column: int) -> bool:
    return not any(is_free_seat(s, seat) for seat in range(column * bx.ROWS, column * bx.ROWS + bx.ROWS))


def next_allocation(s: State) -> int:
    """The Column that is seated now or next."""
    steps = s.terms.programme[s.stack[0].at - 2 :] if s.stack else b""
    return next((steps[i + 1] for i in range(0, len(steps), 2) if steps[i] == st.S_ALLOCATION), bx.COLUMNS)


def _next(s: State) -> int:
    """Who is next in Progressive Orchestra: since 01 was used everybody has had turns in order (SY-251, SY-253)."""
    turns = len(seated(s)) + in_use(s, bx.CONDUCTOR)
    return int(s.inst[st.CONCERTMASTER_AT + st.OWNER]) + turns


def taken(s: State, column: int, top: Reader) -> int:
    """How many turns a Column has had, if the position does not say it but says who has the token."""
    least, most = turns_in(s, column)
    if least == most:
        return least
    fits = (_next(s) - least) % int(s.terms.n) == top.at("holder").value
    return least if fits else most


def read(s: State, top: Reader) -> int:
    """Who has the token: it may be left out, and must be the one of whom the rest tells."""
    n = int(s.terms.n)
    usual: Json = int(s.first)
    rule = "SY-037"
    only = not is_passed(s) or s.terms.easy  # SY-294
    if s.terms.easy:
        rule = "SY-294"
    if not only and in_use(s, bx.CONCERTMASTER):
        only, rule = True, "SY-069"
        usual = int(s.inst[st.CONCERTMASTER_AT + st.OWNER]) - 1
        if s.terms.progressive:
            usual, rule = (_next(s) - knowledge.turns_done(s)) % n, "SY-254"
    given = top.usual("holder", usual)
    if given.number(0, n - 1) != usual and only:
        given.wrong("wrong_holder", rule=rule, found=given.value, expected=usual)
    return int(given.value)


def allocated(s: State, orchestra: Reader) -> None:
    """SY-251 to SY-255: the Columns are seated one after another, 01 is used first of all, 00 at last."""
    now = next_allocation(s)
    seating = knowledge.phase(s) == st.S_ALLOCATION
    for seat in seated(s):
        if seat.inst // bx.ROWS >= now + seating:
            place = names.place(seat.inst)
            orchestra.at(place).wrong("seated_too_early", rule="SY-251", found=place)
    begun = now > 0 or bool(seated(s))
    for inst, rule, needed in ((bx.CONCERTMASTER, "SY-253", begun), (bx.CONDUCTOR, "SY-255", now == bx.COLUMNS)):
        if needed and not in_use(s, inst):
            place = names.place(inst)
            orchestra.usual(place, None).wrong("nobody_controls", rule=rule, found=place)
    if in_use(s, bx.CONDUCTOR) and not in_use(s, bx.CONCERTMASTER):
        orchestra.at("00").wrong("seated_too_early", rule="SY-253", found="00")
    if in_use(s, bx.CONCERTMASTER) and not now and not seating:
        orchestra.at("01").wrong("seated_too_early", rule="SY-251", found="01")
