"""Perspective: all that a bot may know. It has no way to the state or to the match."""

from __future__ import annotations

from typing import Any

from tutti.kernel.chance import Host
from tutti.kernel.game import Game
from tutti.kernel.types import Fields, Prompt


class Perspective:
    """One player's seat at one moment: own view, legal actions, prompt, and worlds that fit them."""

    __slots__ = ("__state", "game", "player")

    def __init__(self, game: Game[Any], state: Any, player: int) -> None:
        self.game = game
        self.player = player
        self.__state = state

    def __copy__(self) -> Perspective:
        return Perspective(self.game, self.game.copy(self.__state), self.player)

    def __reduce__(self) -> tuple[Any, ...]:
        return Perspective, (self.game, self.__state, self.player)

    def __repr__(self) -> str:
        return f"<Perspective of player {self.player} in {self.game.name}>"

    def legal(self) -> tuple[int, ...]:
        """The player's legal actions as ints; ``game.actions`` has their texts."""
        return self.game.legal(self.__state, self.player)

    def distinct(self) -> tuple[int, ...]:
        """The same without actions that do in every way what a lower one does; all where something may be hidden."""
        legal = self.legal()
        return legal if self.game.secrets else self.game.mind.distinct(self.__state, legal)

    def alike(self, one: int, other: int) -> bool:
        """Whether two legal actions are known to do the same in every way."""
        return not self.game.secrets and self.game.mind.alike(self.__state, one, other)

    def prompt(self) -> Prompt | None:
        """What the player is asked; None when not asked: another's question may name what only they see."""
        state = self.__state
        return self.game.prompt(state, self.player) if self.player in self.game.active(state) else None

    def view(self) -> Fields:
        """What the player may see and has seen."""
        return self.game.view(self.__state, self.player)

    def dump(self) -> Fields:
        """The position as the player can write it down, with ``?`` where they cannot see; ``game.load`` reads it."""
        return self.game.dump(self.__state, self.player)

    def sample(self, host: Host) -> Any:
        """A state of its own that fits everything the player has seen; hidden things come from ``host``."""
        return self.game.determinize(self.__state, self.player, host)

    def likely(self, host: Host) -> Any:
        """The same, but what others chose in secret is as likely as the game thinks that they would."""
        return self.game.likely(self.__state, self.player, host)
