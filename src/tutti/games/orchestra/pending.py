"""The stack of open questions in a position: read, bounded, and checked to have an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutti.games.orchestra import box as t
from tutti.games.orchestra import state as st
from tutti.games.orchestra.casting import hands
from tutti.games.orchestra.state import State
from tutti.games.orchestra.views import cell
from tutti.kernel.facts import Fields
from tutti.kernel.frames import BIT, Frame
from tutti.kernel.reading import Reader

if TYPE_CHECKING:
    from tutti.games.orchestra.game import Orchestra

ABOVE = {
    st.PIECE_AT: st.PLACE_PIECE,
    st.SOCIAL_ORDER: st.SOCIAL,
    st.COIN: st.GAINS,
    st.CHOOSE_BANNER: st.DEVELOPED,
    st.CHOOSE_AREA: st.FINAL,
    st.KEEP_THEATER: st.ROUND,
    st.ALLOCATE: st.ROUND,
    st.RESOLVE: st.ROUND,
    st.SPECIAL: st.ROUND,
}
"""Questions that lean on the frame below them."""
NOBODYS = (st.ROUND, st.FINAL, st.KEEP_THEATER)
AUTOMATIC = (st.ROUND, st.FINAL, st.GAINS, st.DEVELOPED, st.EDGES, st.ASSIGNING, st.ARRIVAL, st.SOCIAL)
TURN_OF = {st.ALLOCATION: st.ALLOCATE, st.RESOLUTION: st.RESOLVE, st.SPECIAL_ROUND: st.SPECIAL}


def bounds(s: State, f: Frame) -> tuple[int, ...]:
    """The highest legal value of each field of a frame; the lowest is 0."""
    d = s.d
    rows, offers, last = len(d.rows) - 1, len(d.offer_mode) - 1, d.last
    if f.step == st.GAINS:
        return (d.gain_first[f.a + 1] - d.gain_first[f.a] if f.a <= rows else 0, rows, st.BY_COINS, 1)
    packed = 16**4 - 1
    kinds = len(d.social)
    fixed: dict[int, tuple[int, ...]] = {
        st.ROUND: (3 * s.n + 1,),
        st.FINAL: (s.n + 1,),
        st.DEVELOP: (2, packed),
        st.PART_OF_CARD: (st.PLACES - 1,),
        st.SLOTS: (3, st.PLACES - 1, len(d.part_len) - 1, packed),
        st.GATHER: (2, 12, 12),
        st.DEVELOPED: (2,),
        st.EVOLVE: (1, 3),
        st.COLUMN_STEPS: (last,),
        st.EDGES: (last + 1, last),
        st.POSTER_EFFECT: (7,),
        st.ASSIGNING: (2, len(d.spots) - 1, 6),
        st.VIRTUOSO_SPOT: (2,),
        st.PLACE_PIECE: (9, offers, 9, 1),
        st.PIECE_AT: (len(d.shapes) - 1,),
        st.CONDUCTOR_SIDE: (1, offers),
        st.INVITE: (7,),
        st.COIN: (99,),
        st.TAKE_CARD: (15,),
        st.SOCIAL: (2, kinds, kinds, kinds, 3),
    }
    return fixed.get(f.step, ())


def asked(top: Reader, step: str, player: int) -> bool:
    """Whether the stack as written ends with this question to the player."""
    given = top.get("stack")
    frames = given.items() if given else []
    return bool(frames) and frames[-1].at("step").value == step and frames[-1].at("player").value == player


def read_stack(game: Orchestra, s: State, top: Reader) -> None:
    """The frames given, or the turn that phase and ``turn`` name."""
    given = top.get("stack")
    if given is None:
        _usual_stack(s, top)
        return
    for reader in given.items():
        s.stack.append(_frame(game, s, reader))
    steps = [f.step for f in s.stack]
    for i, f in enumerate(s.stack):
        below = steps[i - 1] if i else -1
        if f.step in ABOVE and below != ABOVE[f.step]:
            given.wrong("frame_below", step=game.steps[f.step].name, below=game.steps[ABOVE[f.step]].name)
        if (f.step in (st.ROUND, st.FINAL)) != (i == 0):
            given.wrong("frame_out_of_place", step=game.steps[f.step].name)
    if bool(steps) == (s.phase == st.OVER) or (steps and not s.stack[-1].open):
        given.wrong("no_question", phase=st.PHASES[s.phase])


def _frame(game: Orchestra, s: State, reader: Reader) -> Frame:
    names = [step.name for step in game.steps]
    step = names.index(reader.at("step").one_of(names))
    fields = game.steps[step].fields
    reader.only(("step", "player", "open", *fields))
    raw: Fields = {"step": names[step], "player": reader.at("player").number(-1, s.n - 1)}
    raw["open"] = [player.number(0, s.n - 1) for player in reader.at("open").items()]
    for name in fields:
        raw[name] = reader.at(name).number(0, 16**4)
    f = game.load_frame(raw)
    for name, value, most in zip(fields, (f.at, f.a, f.b, f.c, f.d), bounds(s, f), strict=False):
        if value > most:
            reader.at(name).wrong("out_of_range", found=value, low=0, high=most)
    if (f.player < 0) != (step in NOBODYS) or (f.open and step in AUTOMATIC):
        reader.at("player").wrong("out_of_range", found=f.player, low=0, high=s.n - 1)
    if f.open and step != st.KEEP_THEATER and f.open != BIT[f.player]:
        reader.at("open").wrong("wrong_player", player=f.player)
    _lean(s, f, reader)
    return f


def _lean(s: State, f: Frame, reader: Reader) -> None:
    """What a frame takes for granted about the table."""
    d = s.d
    fault = False
    if f.step in (st.PART_OF_CARD, st.SLOTS):
        place = f.at if f.step == st.PART_OF_CARD else f.a
        fault = not s.rows[place]
        if not fault and f.step == st.SLOTS:
            card = int(s.rows[place]) - 1
            fault = not d.card_part[card] <= f.b < d.card_part[card] + d.card_parts[card]
            fault = fault or f.at >= d.part_len[f.b] or not _at_hand(s, f.player, f.c, f.at)
    elif f.step == st.DEVELOP:
        staffed = cell(s, f.player, st.STAFFED)
        fault = staffed > 2 or f.at >= d.develop_need[staffed] or not _at_hand(s, f.player, f.a, f.at)
    elif f.step == st.EDGES:
        fault = f.at == 0
    elif f.step == st.DEVELOPED:
        fault = f.at > 0 and not cell(s, f.player, st.ADDED)
    elif f.step in (st.PLACE_PIECE, st.COIN):
        fault = f.at == 0
    elif f.step == st.POSTER_EFFECT:
        fault = d.poster_now[f.at] == t.NOTHING_NOW
    elif f.step == st.VIRTUOSO_SPOT:
        fault = cell(s, f.player, st.FREED + f.at) != st.WAITING
    elif f.step == st.EVOLVE and f.a:
        fault = cell(s, f.player, st.SPACE + f.a - 1) != f.at + 1
    elif f.step == st.EVOLVE:
        fault = not cell(s, f.player, st.RESERVE + f.at)
    if fault:
        reader.wrong("frame_differs")


def _at_hand(s: State, player: int, packed: int, count: int) -> bool:
    left = hands(s, player)
    for i in range(count):
        kind = packed >> 4 * i & 15
        if kind >= t.KINDS or not left >> 4 * kind & 15:
            return False
        left -= 16**kind
    return packed >> 4 * count == 0


def _usual_stack(s: State, top: Reader) -> None:
    if s.phase == st.OVER:
        return
    if s.phase not in TURN_OF:
        top.wrong("missing_key", key="stack")
    turn = (s.player - s.first) % s.n
    before = {st.ALLOCATION: 0, st.RESOLUTION: s.n, st.SPECIAL_ROUND: 2 * s.n + 1}[s.phase]
    s.run(st.ROUND, -1, turn + before + 1)
    s.ask(TURN_OF[s.phase], s.player)


def check_question(game: Orchestra, s: State, top: Reader) -> None:
    """Whoever is asked must have an answer."""
    for player in game.active(s):
        if not game.legal(s, player):
            (top.get("stack") or top).wrong("no_answer", player=player)
