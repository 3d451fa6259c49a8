"""What every position reached by play satisfies: ``Match.load`` refuses the rest, and a law checks it along play."""

from __future__ import annotations

from collections.abc import Iterator

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.positions.invariants import points, score, tokens
from tutti.games.symphony.positions.invariants.rows import SeatRow
from tutti.games.symphony.positions.progress import Progress
from tutti.games.symphony.rules import knowledge
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import is_free_seat, kind_at
from tutti.games.symphony.rules.scoring import discs_on
from tutti.games.symphony.rules.seat import SeatedInstrument
from tutti.games.symphony.rules.setup import loose
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.movement import ATTACK, BODY, CODA
from tutti.games.symphony.rules.steps.opening import THEME, demanded
from tutti.kernel.errors import BadPosition


def faults(d: Box, s: State) -> Iterator[BadPosition]:
    """All that no line of play can have brought about."""
    now = Progress(s)
    yield from _seats(d, s, now)
    rows = [SeatRow(d, s, now, inst) for inst in range(bx.PLACES) if kind_at(s, inst) >= 0]
    for row in rows:
        yield from row.faults()
    yield from _deal(d, s)
    yield from _conducted(d, s)
    yield from score.faults(d, s, now)
    yield from _discs(s, rows)
    yield from points.faults(d, s, now, rows)
    yield from tokens.faults(d, s, now)
    yield from _play(d, s, now)


# -- who sits where --------------------------------------------------------------------------------


def _seats(d: Box, s: State, now: Progress) -> Iterator[BadPosition]:
    if s.terms.preset:
        yield from _preset(d, s)
    elif not s.terms.progressive:
        yield from _front(d, s)
        yield from _turns(s, now)
    kept = knowledge.keepers(s)
    for p in range(int(s.terms.n)):
        seated = [seat for seat in range(bx.SEATS) if SeatedInstrument(s, seat).placer == p + 1]
        most = 0 if s.terms.preset else int(s.terms.setup.hand) + kept.count(p) - sum(knowledge.counts_at(s.hands, p))
        if len(seated) > max(most, 0):
            place = f"orchestra.{names.place(seated[0])}.placer"
            yield BadPosition("too_many_seated", place, "SY-048", player=p, found=len(seated), most=max(most, 0))
    if s.terms.progressive:
        for seat in range(bx.SEATS):
            base = seat * st.REC
            if s.inst[base + st.PLACER] != s.inst[base + st.OWNER]:
                yield BadPosition("placer_controls", f"orchestra.{names.place(seat)}.placer", "SY-251")


def _front(d: Box, s: State) -> Iterator[BadPosition]:
    """SY-040, SY-041: the front row was drawn."""
    for column in s.terms.setup.first_row:
        seat = column * bx.ROWS
        place = f"orchestra.{names.place(seat)}"
        kind = int(kind_at(s, seat))
        if is_free_seat(s, seat):
            yield BadPosition("missing_key", "orchestra", "SY-040", key=names.place(seat))
        elif s.terms.thematic and d.category[kind] != THEME[column]:
            yield BadPosition("not_drawn_here", f"{place}.card", "SY-041", card=d.ids[kind])
        elif not s.terms.thematic and demanded(d, s.terms.master.card.pool, kind):
            yield BadPosition("not_drawn_here", f"{place}.card", "SY-222", card=d.ids[kind])
        base = seat * st.REC
        if s.inst[base + st.PLACER]:
            yield BadPosition("front_row_is_drawn", f"{place}.placer", "SY-040")


def _turns(s: State, now: Progress) -> Iterator[BadPosition]:
    """SY-048: everybody has taken control as often as they had a turn."""
    n = int(s.terms.n)
    turns = int(s.terms.setup.turns) * n if now.passed(st.S_SEATS) else 0
    if knowledge.phase(s) == st.S_SEATS:
        turns = knowledge.turns_done(s)
    taken = [owner for inst in range(bx.PLACES) for owner in SeatedInstrument(s, inst).controllers]
    for p in range(n):
        expected = len(range((p - int(s.first)) % n, turns, n))
        if taken.count(p) != expected:
            yield BadPosition(
                "wrong_controls", "orchestra", "SY-048", player=p, found=taken.count(p), expected=expected
            )


def _preset(d: Box, s: State) -> Iterator[BadPosition]:
    """SY-272: the cards and who has them are printed."""
    n, easy, preset = int(s.terms.n), s.terms.easy, s.terms.orchestra
    printed = list(preset.cards)
    if not easy:
        printed.append((bx.CONDUCTOR, int(d.conductor_kind), (preset.conductor,)))
        printed.append((bx.CONCERTMASTER, int(d.concertmaster_kind), (preset.concertmaster,)))
    for inst, kind, owners in printed:
        found = SeatedInstrument(s, inst).controllers[: len(owners)]
        expected = [(int(s.first) + owner) % n for owner in owners]
        if int(kind_at(s, inst)) != kind:
            yield BadPosition("preset_differs", "orchestra", "SY-272", found=names.place(inst), card=d.ids[kind])
        elif found != expected:
            place = f"orchestra.{names.place(inst)}.owners"
            yield BadPosition("preset_owners", place, "SY-272", found=found, expected=expected)


def _discs(s: State, rows: list[SeatRow]) -> Iterator[BadPosition]:
    """SY-098: a disc on the score has left an instrument; black ones may also protect (SY-130)."""
    lying = [disc for note in range(s.terms.score.count) for disc in discs_on(s, note)]
    for p in range(int(s.terms.n)):
        most = sum(row.gone(bx.OWN + p) for row in rows)
        if lying.count(bx.OWN + p) > most:
            found = lying.count(bx.OWN + p)
            yield BadPosition("too_many_discs", "score", "SY-098", player=p, found=found, most=most)
    below = [score.protected(s, note) for note in range(s.terms.score.count)]
    most = sum(row.gone(bx.NEUTRAL) for row in rows)
    black = lying.count(bx.NEUTRAL) - sum(p >= 0 for p in below)
    if black > most:
        yield BadPosition("too_many_black", "score", "SY-098", found=black, most=most)
    for p in range(int(s.terms.n)):
        most = sum(row.played(p) for row in rows if row.may_protect(p))
        quiet = [s.terms.score.value[note] != s.terms.master.shields for note, q in enumerate(below) if q == p]
        if sum(quiet) > most:
            yield BadPosition("too_many_protected", "score", "SY-130", player=p, found=sum(quiet), most=most)


def _deal(d: Box, s: State) -> Iterator[BadPosition]:
    """SY-222: a Master's own cards are all in the deal, or nothing else is."""
    terms, pool = s.terms, s.terms.master.card.pool
    if terms.preset or not pool or knowledge.frame_of(s, st.S_CHOIR) >= 0:
        return
    front = [] if terms.progressive else [int(kind_at(s, column * bx.ROWS)) for column in terms.setup.first_row]
    wanted = [kind for kind in range(KINDS) if demanded(d, pool, kind)]
    count = sum(loose(d)[kind] - front.count(kind) for kind in wanted)
    overflow = count > terms.n * terms.dealt - 2 * terms.progressive
    forgotten = bool(terms.packet) and not len(s.packets)
    for kind, copies in enumerate(loose(d)):
        dealt = copies - int(s.bag[kind]) - front.count(kind)
        if (overflow and dealt and kind not in wanted) or (
            not overflow and not forgotten and kind in wanted and s.bag[kind]
        ):
            yield BadPosition("not_so_dealt", "bag", "SY-222", card=d.ids[kind])


def _conducted(d: Box, s: State) -> Iterator[BadPosition]:
    """SY-092, SY-093, SY-221: each disc of the Conductor goes once, and where it may."""
    slots = s.terms.master.card.slots
    seen: list[int] = []
    for inst in range(bx.PLACES):
        here = [k for k in range(3) if SeatedInstrument(s, inst).slots >> k & 1]
        for k in here:
            gone = k < len(slots) and not s.inst[st.CONDUCTOR_AT + st.CELLS + st.LEFT + k]
            fits = gone and slots[k].category in (-1, d.category[int(kind_at(s, inst))])
            apart = fits and slots[k].apart and any(slots[j].apart for j in here if j < k)
            if not fits or apart or k in seen or not s.inst[st.CONDUCTOR_AT + st.OWNER]:
                yield BadPosition("not_conducted", f"orchestra.{names.place(inst)}.conducted", "SY-093", found=k + 1)
        seen += here


# -- the play that is on ---------------------------------------------------------------------------


def _play(d: Box, s: State, now: Progress) -> Iterator[BadPosition]:
    top = s.stack[-1].step if s.stack else -1
    pairing = top in (st.S_WITH, st.S_UNDER)
    at = s.last * st.NOTE
    known: dict[str, bool] = {
        "note": (s.note >= 0) == pairing,
        "second": (s.second >= 0) == (top == st.S_UNDER),
        "clashing": not s.clashing or (pairing and s.terms.clefs),
        "near": (s.near >= 0) == bool(s.replay),
        "replay": not s.replay or s.terms.master.replays,
        "grouping": not s.grouping or bool(s.inst_now >= 0 and d.group[int(kind_at(s, s.inst_now))]),
        "last": s.last < 0 or (s.placed > 0 and bool(s.notes[at])),
    }
    movement = now.movement
    if movement is not None and now.playing:
        leading = s.inst_now == bx.CONCERTMASTER
        row = {ATTACK: movement.b + 1, CODA: movement.b - 1}.get(int(movement.at), movement.b)
        expected = movement.a * bx.ROWS + row
        known["coda"] = bool(s.coda) == (movement.at == CODA)
        if leading:
            known["inst_now"] = movement.at == BODY and not movement.d and not movement.b
        else:
            known["inst_now"] = s.inst_now == expected and bool(movement.d) == (movement.at == BODY)
    for name, right in known.items():
        if not right:
            yield BadPosition("play_differs", f"play.{name}", "SY-087", key=name, found=int(getattr(s, name)))
