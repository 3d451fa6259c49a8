"""The whole table, as data that a person could have written, and read back strictly.

What a position leaves out is as it was at the beginning.
"""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.pack.reader import MASTERS, score_of
from tutti.games.symphony.positions import cards, invariants, objectives, stack, table
from tutti.games.symphony.rules.masters import master
from tutti.games.symphony.rules.options import SHEET_PRIZES
from tutti.games.symphony.rules.setup import lay_clefs, terms_of
from tutti.games.symphony.rules.state import State, Terms, empty
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadPosition
from tutti.kernel.frames import StepGame
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields, Json, Options

KEYS = (
    "stack", "first", "holder", "column", "master", "sheets", "clef_cards", "sheet_prizes", "orchestra", "score",
    "tokens", "tracks", "points", "winners", "objectives", "sealed", "play", "knower", "hands", "discards", "draft",
    "choirs", "choirs_seen", "bag",
)  # fmt: skip


def dump(game: StepGame[State], d: Box, s: State, player: int | None) -> Fields:
    """The whole truth (None), or what one player knows."""
    d, terms = d, s.terms
    return {
        "stack": game.dump_stack(s),
        "first": int(s.first),
        "holder": int(s.holder),
        "column": int(s.column),
        "master": terms.master.card.id,
        "sheets": list(terms.score.faces),
        "clef_cards": [card + 1 for card in terms.clef_cards],
        "sheet_prizes": [SHEET_PRIZES[number] for number in terms.sheet_prizes],
        "orchestra": table.orchestra(d, s),
        "score": table.score(s),
        **table.counted(s),
        **objectives.shown(d, s, player),
        "play": table.play(s),
        **cards.shown(d, s, player),
    }


def load(game: StepGame[State], d: Box, raw: Fields, options: Options, host: Host) -> State:
    """The state of a position; ``?`` is drawn by ``host``."""
    top = Reader(raw, BadPosition)
    top.only(KEYS)
    s = empty(_terms(d, top, options))
    s.first = _settled(top, "first", options.values["first_player"]).number(0, int(s.terms.n) - 1)
    pool = table.Pool(d)
    table.read_orchestra(d, s, top.at("orchestra"), pool)
    table.read_score(s, top.usual("score", {}), pool)
    table.read_counted(s, top, pool)
    stack.read(game, d, s, top)
    cards.read(d, s, top, host)
    objectives.read(d, s, top.usual("objectives", {}), host)
    objectives.read_seals(d, s, top, host)
    for fault in invariants.faults(d, s):
        raise fault
    stack.answerable(game, d, s, top, host)
    return s


def _settled(top: Reader, key: str, chosen: Json) -> Reader:
    """A key that an option may have settled: then it can be left out, and must agree."""
    if chosen is None:
        return top.at(key)
    found = top.usual(key, chosen)
    if found.value != chosen:
        found.wrong("not_chosen", found=found.value, expected=chosen)
    return found


def _terms(d: Box, top: Reader, options: Options) -> Terms:
    values = dict(options.values)
    wish = values["master"]
    chosen = _settled(top, "master", None if wish == "random" else wish)
    name = chosen.one_of(MASTERS if wish == "random" else (wish,))
    rules = master(d.plain if name == "none" else d.masters[MASTERS.index(name)])
    terms = terms_of(d, options, rules, score_of(d, _faces(d, top, values)))
    clefs = top.at("clef_cards") if terms.clefs else top.usual("clef_cards", [])
    order = [card.number(1, 3) - 1 for card in clefs.items(3 if terms.clefs else 0)]
    if terms.clefs:
        if sorted(order) != [0, 1, 2]:
            clefs.wrong("wrong_clef_cards", rule="SY-262", found=clefs.value)
        lay_clefs(d, terms, tuple(order))
    terms.sheet_prizes = _prizes(top, values)
    return terms


def _faces(d: Box, top: Reader, values: Fields) -> tuple[str, ...]:
    """SY-024, SY-025."""
    faces: list[str] = []
    for item in _settled(top, "sheets", values["sheets"]).items(3):
        face = item.one_of(d.faces)
        if d.face_sheet[face] in [d.face_sheet[other] for other in faces]:
            item.wrong("sheet_twice", rule="SY-025", sheet=d.face_sheet[face])
        if values["sides"] == "white" and d.face_black[face]:
            item.wrong("black_side", rule="SY-024", face=face)
        faces.append(face)
    return tuple(faces)


def _prizes(top: Reader, values: Fields) -> bytes:
    """SY-214: it matters only where a sheet prize lies on its variable side."""
    drawn = any(name.startswith("sheet") for name in values["variable_prizes"])
    wish = values["sheet_prizes"]
    usual = top.usual("sheet_prizes", list(SHEET_PRIZES))
    given = _settled(top, "sheet_prizes", wish) if wish or drawn else usual
    prizes = [prize.pick(SHEET_PRIZES) for prize in given.items(3)]
    if len(set(prizes)) < 3:
        given.wrong("wrong_prizes", expected=list(SHEET_PRIZES))
    return bytes(prizes)
