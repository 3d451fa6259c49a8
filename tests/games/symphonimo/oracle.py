"""The rules of Symphonimo once more, written from the ledger alone: slow, plain and easy to believe.

It shares no code and no idea with the engine: cards are ints in lists, Conductors are dicts, and what
may happen next is worked out anew each time from what lies on the table.
"""

from __future__ import annotations

from typing import Any

REMOVED_FAMILIES = {2: [10, 11, 12, 13], 3: [11, 12, 13], 4: [12, 13], 5: [13], 6: []}  # SO-003


class Oracle:
    """A match for people who have a pencil and time."""

    def __init__(self, players: int, powers: list[str], false_note: bool, first: int) -> None:
        self.players = list(range(players))
        self.unseen = [
            value for value in range(3, 14) if value not in REMOVED_FAMILIES[players] for _ in range(value)
        ]  # SO-001
        self.removed = 5 if false_note else 0  # SO-050
        self.conductors: list[dict[str, Any]] = [
            {"power": powers[c] if c < len(powers) else "classic", "cards": [], "taken_by": None}
            for c in self.players  # SO-005, SO-062
        ]
        self.collections: list[list[int]] = [[] for _ in self.players]
        self.discards: list[int] = []
        self.out: list[int] = []
        self.player = first
        self.drawn: int | None = None
        self.asking: dict[str, Any] | None = None
        self.offered: dict[str, Any] | None = None
        self.over = False

    # -- what lies there -----------------------------------------------------------------------

    def deck(self) -> int:
        return len(self.unseen) - self.removed  # SO-067

    def on_table(self) -> list[dict[str, Any]]:
        return [conductor for conductor in self.conductors if conductor["taken_by"] is None]

    def limit(self, conductor: dict[str, Any]) -> int:
        return 2 if conductor["power"] == "limit_two" else 4  # SO-012, SO-040

    def number(self, conductor: dict[str, Any]) -> int:
        for number, candidate in enumerate(self.conductors, start=1):
            if candidate is conductor:
                return number
        raise LookupError

    # -- what may be done ----------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.offered is not None:
            return ["now yes", "now no"]  # SO-045
        if self.asking is not None:
            return self.answers(self.asking)
        with_room = [c for c in self.on_table() if len(c["cards"]) < self.limit(c)]
        if self.drawn is not None:
            return [f"place {self.number(c)}" for c in with_room]  # SO-011
        takes = [f"take {self.number(c)}" for c in self.on_table() if c["cards"]]  # SO-016
        if self.deck() == 0:
            return [*takes, "end"]  # SO-025
        if with_room:
            return ["draw", *takes]  # SO-010, SO-013
        return takes  # SO-018

    def answers(self, conductor: dict[str, Any]) -> list[str]:
        if conductor["power"] == "pass_left":
            return [f"give {value}" for value in sorted(set(conductor["cards"]))]
        if conductor["power"] == "discard_one":
            return [f"discard {value}" for value in sorted(set(conductor["cards"]))]
        held = sorted(set(self.collections[self.player]))
        return [*(f"drop {value}" for value in held), "drop none"]

    def outcomes(self, action: str) -> list[int | None]:
        """The different cards that chance may bring with this action; only None if it asks for none."""
        verb, _, rest = action.partition(" ")
        extra = verb == "take" and self.conductors[int(rest) - 1]["power"] == "draw_one" and self.deck() > 0
        return list(set(self.unseen)) if verb == "draw" or extra else [None]

    # -- what happens --------------------------------------------------------------------------

    def play(self, action: str, outcome: int | None = None) -> None:
        verb, _, rest = action.partition(" ")
        if verb == "draw":
            self.drawn = self.turn_up(outcome)
        elif verb == "place":
            self.place(self.conductors[int(rest) - 1])
        elif verb == "take":
            self.take(self.conductors[int(rest) - 1], outcome)
        elif verb == "now":
            offered, self.offered = self.offered, None
            assert offered is not None
            if rest == "yes":
                self.take(offered, outcome)
            else:
                self.next_player()
        elif verb == "end":
            self.leave()
        else:
            self.answer(verb, rest)

    def turn_up(self, outcome: int | None) -> int:
        assert outcome is not None
        self.unseen.remove(outcome)
        return outcome

    def place(self, conductor: dict[str, Any]) -> None:
        conductor["cards"].append(self.drawn)
        self.drawn = None
        if conductor["power"] == "take_now":
            self.offered = conductor
        else:
            self.next_player()  # SO-014

    def take(self, conductor: dict[str, Any], outcome: int | None) -> None:
        if conductor["power"] in ("pass_left", "discard_one", "discard_own"):
            self.asking = conductor  # SO-047, SO-069
            return
        if conductor["power"] == "draw_one" and self.deck() > 0:
            self.collections[self.player].append(self.turn_up(outcome))  # SO-044, SO-063
        self.collect(conductor)

    def answer(self, verb: str, rest: str) -> None:
        conductor, self.asking = self.asking, None
        assert conductor is not None
        if verb == "give":
            conductor["cards"].remove(int(rest))
            left = self.players[(self.player + 1) % len(self.players)]
            self.collections[left].append(int(rest))  # SO-041
        elif verb == "discard":
            conductor["cards"].remove(int(rest))
            self.discards.append(int(rest))  # SO-042
        elif rest != "none":
            self.collections[self.player].remove(int(rest))
            self.discards.append(int(rest))  # SO-043
        self.collect(conductor)

    def collect(self, conductor: dict[str, Any]) -> None:
        self.collections[self.player] += conductor["cards"]  # SO-015
        conductor["cards"] = []
        conductor["taken_by"] = self.player
        self.leave()

    def leave(self) -> None:
        self.out.append(self.player)  # SO-017
        if len(self.out) < len(self.players):
            self.next_player()
        elif self.deck() == 0:
            self.over = True  # SO-027, SO-028
        else:
            self.out = []  # SO-020, SO-022: the player who took last goes on
            for conductor in self.conductors:
                conductor["taken_by"] = None

    def next_player(self) -> None:
        self.player = (self.player + 1) % len(self.players)  # SO-007
        while self.player in self.out:
            self.player = (self.player + 1) % len(self.players)

    # -- what it is worth ----------------------------------------------------------------------

    def score(self, player: int) -> int:
        held = self.collections[player]
        sizes = [held.count(value) for value in set(held)]
        return sizes.count(1) + 5 * sizes.count(4)  # SO-035

    def quartets(self, player: int) -> int:
        held = self.collections[player]
        return sum(held.count(value) == 4 for value in set(held))

    def winners(self) -> list[int]:
        best = max(self.score(player) for player in self.players)
        level = [player for player in self.players if self.score(player) == best]
        most = max(self.quartets(player) for player in level)
        return [player for player in level if self.quartets(player) == most]  # SO-037
