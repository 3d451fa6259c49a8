"""Tables for the rule tests: a bare orchestra in which a test seats what it needs and plays by notation."""

from __future__ import annotations

from typing import Any

import tutti
from tutti.games.symphony.game import Symphony
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.names import place_number
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import seat_card, stack_absolute, take_control
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.movement import begin_play
from tutti.kernel.chance import Dice, Host
from tutti.kernel.native import i64, u8
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields

GAME: Symphony = tutti.game("symphony", "standard")  # type: ignore[assignment]  # the library knows games only as Game
"""The scenes name notes of these sheets."""
D = GAME.d
SHEETS = ["1W", "2W", "3W"]


class Ear(Host):
    """Chance from dice, and every event kept."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.hears = True
        self.dice = Dice(seed)
        self.told: list[Fields] = []

    def draw(self, bag: i64, counts: Any, total: i64, to: i64 = 0) -> i64:
        return self.dice.draw(bag, counts, total, to)

    def tell(self, verb: i64, player: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, to: i64 = 0) -> None:
        self.told.append(GAME.event(verb, player, a, b, c))


class Scene:
    """A table in the middle of a match, with nobody seated and nothing played."""

    def __init__(self, players: int = 5, column: str = "C", **options: Any) -> None:
        options.setdefault("sheets", SHEETS)
        options.setdefault("first_player", 0)
        self.ear = Ear()
        self.s: State = GAME.setup(prepare(GAME, players, options), self.ear)
        s = self.s
        s.stack.clear()
        for at in range(bx.SEATS * st.REC):
            s.inst[at] = u8(0)
        for at in range(players * KINDS):
            s.hands[at] = u8(0)
        for i in range(s.terms.score.count):
            s.notes[i * st.NOTE + st.NOTE_TOKEN] = u8(0)
        for at in range(5):
            s.desk[st.PENTAGON + bx.TOKENS + at] = u8(0)
        for token in range(bx.TOKENS):
            s.desk[st.PENTAGON + token] = s.desk[st.POOL + token] = u8(0)
        s.column = "ABCDE".index(column)
        self.ear.told.clear()

    # -- laying out ------------------------------------------------------------------------------

    def seat(self, place: str, card: str, *owners: int, well: bool | None = None) -> int:
        """A card on a seat; controlled by ``owners`` (by Part), well placed as the seat says or as told."""
        inst, kind = place_number(place), D.ids.index(card)
        if inst < bx.SEATS:
            seat_card(D, self.s, inst, kind, -1)
        if well is not None:
            self.s.inst[inst * st.REC + st.WELL] = u8(int(well))
        for part, owner in enumerate(owners):
            take_control(D, self.s, inst, part, owner)
        return inst

    def discs(self, place: str, *discs: int | str | None) -> None:
        """Exactly these discs on the row spaces."""
        base = place_number(place) * st.REC + st.CELLS
        for cell in range(st.WIDTH):
            self.s.inst[base + cell] = u8(0)
        for space, disc in enumerate(discs):
            self.s.inst[base + st.LEFT + space] = u8(self.code(disc))

    @staticmethod
    def code(disc: int | str | None) -> int:
        if disc is None:
            return 0
        return {"black": 1, "cover": 8}[disc] if isinstance(disc, str) else bx.OWN + disc

    def note(self, text: str) -> int:
        voice, bar, number = (int(piece) - 1 for piece in text.split("."))
        found = self.s.terms.score.at[(voice * 9 + bar) * 8 + number]
        assert found, f"there is no note {text}"
        return found - 1

    def put(self, note: str, *discs: int | str) -> None:
        at = self.note(note) * st.NOTE
        for i, disc in enumerate(discs):
            self.s.notes[at + st.BOTTOM + i] = u8(self.code(disc))
            self.s.notes[at] = self.s.notes[at + st.BOTTOM + i]

    def fill(self, *except_notes: str) -> None:
        """A high stack on every other note, which nothing can overwrite."""
        keep = {self.note(text) for text in except_notes}
        for i in range(self.s.terms.score.count):
            if i not in keep:
                for at, disc in enumerate((1, 1, 1)):
                    self.s.notes[i * st.NOTE + st.BOTTOM + at] = u8(disc)
                self.s.notes[i * st.NOTE] = u8(1)

    def token_on(self, note: str, token: str) -> None:
        self.s.notes[self.note(note) * st.NOTE + st.NOTE_TOKEN] = u8(bx.TOKEN_NAMES.index(token) + 1)

    def hold(self, player: int, *tokens: str) -> None:
        for token in tokens:
            self.s.desk[player * bx.TOKENS + bx.TOKEN_NAMES.index(token)] += u8(1)

    def heap(self, pile: int, *tokens: str) -> None:
        """Tokens on the pentagon or in the unused pool."""
        for token in tokens:
            self.s.desk[pile + bx.TOKEN_NAMES.index(token)] += u8(1)

    def hand(self, player: int, *cards: str) -> None:
        for card in cards:
            self.s.hands[player * KINDS + D.ids.index(card)] += u8(1)

    def absolute(self, place: str) -> None:
        stack_absolute(D, self.s, place_number(place))

    # -- playing ---------------------------------------------------------------------------------

    def begin(self, place: str, coda: bool = False) -> Scene:
        begin_play(D, self.s, place_number(place), coda)
        GAME.settle(self.s, self.ear)
        return self

    def run(self, step: int, argument: int = 0) -> Scene:
        self.s.run(step, -1, 0, argument, 0, 0, 0)
        GAME.settle(self.s, self.ear)
        return self

    def movement(self) -> Scene:
        return self.run(st.S_MOVEMENT, int(self.s.column))

    def endgame(self) -> Scene:
        return self.run(st.S_ENDGAME)

    @property
    def active(self) -> tuple[int, ...]:
        return GAME.active(self.s)

    @property
    def step(self) -> str:
        return GAME.steps[self.s.stack[-1].step].name if self.s.stack else "over"

    def legal(self, player: int = -1) -> list[str]:
        return [GAME.actions[a] for a in GAME.legal(self.s, player)]

    def notes(self) -> list[str]:
        """The notes open to the disc in hand."""
        return [text.split()[1] for text in self.legal() if text.startswith("note ")]

    def play(self, *actions: str) -> Scene:
        for text in actions:
            assert text in self.legal(), (text, self.step, self.legal())
            GAME.apply(self.s, GAME.codes[text], self.ear)
        return self

    def why(self, text: str) -> tuple[str, str]:
        refusal = GAME.why_not(self.s, self.active[0], GAME.codes[text])
        return refusal.code, refusal.rule

    # -- looking ---------------------------------------------------------------------------------

    def stack(self, note: str) -> list[int | str]:
        shown: list[int | str] = GAME.view(self.s, -1)["score"][self.note(note)].get("discs", [])
        return shown

    def row(self, place: str) -> list[int | str | None]:
        """Extra discs at the left, then the row."""
        shown = GAME.view(self.s, -1)["orchestra"][place]
        return [*shown.get("left", []), *shown["discs"]]

    def stacked(self, place: str) -> int:
        return int(self.s.inst[place_number(place) * st.REC + st.STACK])

    def token_at(self, place: str) -> int:
        return int(self.s.inst[place_number(place) * st.REC + st.TOKEN])

    def owner(self, place: str) -> int:
        return int(self.s.inst[place_number(place) * st.REC + st.OWNER]) - 1

    def points(self, player: int, source: str | None = None) -> int:
        row = [int(self.s.points[player * bx.SOURCES + i]) for i in range(bx.SOURCES)]
        return sum(row) if source is None else row[bx.SOURCE_NAMES.index(source)]

    def tokens(self, player: int) -> list[str]:
        shown: list[str] = GAME.view(self.s, -1)["tokens"][player]
        return shown

    def track(self, player: int, name: str) -> int:
        return int(self.s.desk[st.TRACK + player * bx.TRACKS + bx.TRACK_NAMES.index(name)])

    def set_track(self, player: int, name: str, steps: int) -> None:
        self.s.desk[st.TRACK + player * bx.TRACKS + bx.TRACK_NAMES.index(name)] = u8(steps)

    def events(self, name: str) -> list[Fields]:
        return [event for event in self.ear.told if event["event"] == name]


def match(players: int, seed: int = 1, **options: Any) -> tutti.Match:
    return tutti.Match.new(GAME, players=players, seed=seed, options=options)


def play_until(table: tutti.Match, step: str, seed: int = 1) -> tutti.Match:
    """Random play up to the first question of a step."""
    dice = Dice(seed)
    while table.active:
        player = table.active[dice.below(len(table.active))]
        asked = table.prompt(player)
        if asked is not None and asked.step == step:
            return table
        legal = table.legal(player)
        table.play(player, legal[dice.below(len(legal))])
    raise AssertionError(f"no {step} was asked")


def finish(table: tutti.Match, seed: int = 1) -> tutti.Match:
    dice = Dice(seed)
    while table.active:
        player = table.active[dice.below(len(table.active))]
        legal = table.legal(player)
        table.play(player, legal[dice.below(len(legal))])
    return table
