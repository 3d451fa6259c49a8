"""What a person's finished matches come to. Rows are read in a thread: there may be thousands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from tutti.server.messages.account import (
    BotTally,
    Company,
    GameRecord,
    OptionTally,
    PastMatch,
    PastPage,
    PlayersTally,
    Result,
    Statistics,
    Tally,
)
from tutti.server.store.accounts import AccountStore

MOST = 5000
"""So many matches of a person are looked at, the latest."""
PAGE = 50
PORTION = 500
"""So many rows are read at a time at most, while few of them fit."""


class PastSeat(Struct):
    """As much of a stored seat as counts."""

    kind: str = "open"
    person: str | None = None
    name: str = ""
    bot: str = ""


class Stored(Struct):
    """As much of a stored table as counts; the rest is not even read."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    ended: int | None = None
    started: int | None = None
    seats: list[PastSeat] = field(default_factory=list)
    ending: dict[str, Any] | None = None
    origin: dict[str, Any] | None = None


_read = msgspec.json.Decoder(Stored).decode
_text = msgspec.json.Encoder(order="sorted").encode


class Wish(Struct):
    """Which matches somebody wants to see. Empty: all."""

    game: str = ""
    players: int = 0
    result: Result | None = None
    company: Company | None = None
    bot: str = ""
    option: str = ""
    """As ``name=value``, the value as JSON writes it."""
    since: int = 0

    def fits(self, match: PastMatch) -> bool:
        others = [number for number in range(match.players) if number not in match.mine]
        people = any(not match.bots[number] for number in others)
        name, _, value = self.option.partition("=")
        return (
            self.game in ("", match.game)
            and self.players in (0, match.players)
            and (self.result is None or (match.place == 1) == (self.result == "won"))
            and (self.company is None or people == (self.company == "people"))
            and (not self.bot or self.bot in match.bots)
            and (not name or (name in match.options and _text(match.options[name]).decode() == value))
            and match.ended >= self.since
        )


def matches(bodies: Iterable[bytes], person: str, wish: Wish | None = None) -> list[PastMatch]:
    """The matches of a person that fit; rows that cannot be read are left out."""
    return [match for _, match in fitting(bodies, person, wish)]


def fitting(bodies: Iterable[bytes], person: str, wish: Wish | None = None) -> list[tuple[int, PastMatch]]:
    """The same with the number of its row."""
    found = []
    for number, body in enumerate(bodies):
        try:
            match = _match(_read(body), person)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, ValueError):
            continue  # whoever runs the server hears of it when the table is opened
        if wish is None or wish.fits(match):
            found.append((number, match))
    return found


async def page(store: AccountStore, person: str, wish: Wish, first: int) -> PastPage:
    """The matches that fit, from a row on. No more rows are read than it takes to fill the page and to know whether
    there is another one."""
    found: list[tuple[int, PastMatch]] = []
    size = PAGE + 1
    while len(found) <= PAGE and first < MOST:
        bodies = await store.past_bodies(person, min(size, MOST - first), first, wish.since)
        found += [(first + number, match) for number, match in await asyncio.to_thread(fitting, bodies, person, wish)]
        if len(bodies) < size:
            break
        first, size = first + size, min(2 * size, PORTION)
    more = found[PAGE][0] if len(found) > PAGE else None
    return PastPage(matches=[match for _, match in found[:PAGE]], more=more)


def _match(table: Stored, person: str) -> PastMatch:
    ending = table.ending or {}
    places, points = list(ending.get("places", [])), list(ending.get("points", []))
    mine = [number for number, seat in enumerate(table.seats) if seat.person == person and seat.kind == "person"]
    return PastMatch(
        table=table.id,
        game=table.game,
        players=table.players,
        options=table.options,
        started=table.started,
        ended=table.ended or 0,
        names=[seat.name for seat in table.seats],
        bots=[seat.bot if seat.kind == "bot" else "" for seat in table.seats],
        mine=mine,
        place=min((places[number] for number in mine if number < len(places)), default=None),
        points=points,
        places=places,
        early=bool(ending.get("early")),
        reason=str(ending.get("reason", "")),
        played_on=table.origin is not None,
    )


def statistics(found: list[PastMatch], defaults: Callable[[str, int], dict[str, Any]], limited: bool) -> Statistics:
    """Sums over matches. ``defaults`` are a game's options for so many players: those are not told apart."""
    games: dict[str, list[PastMatch]] = {}
    counted = [match for match in found if match.place is not None and not match.played_on]
    for match in counted:
        games.setdefault(match.game, []).append(match)
    won = sum(match.place == 1 for match in counted)
    listed = [_game(name, played, defaults) for name, played in sorted(games.items())]
    return Statistics(matches=len(counted), won=won, games=listed, limited=limited)


def _game(name: str, played: list[PastMatch], defaults: Callable[[str, int], dict[str, Any]]) -> GameRecord:
    players: dict[int, PlayersTally] = {}
    options: dict[tuple[str, bytes], OptionTally] = {}
    bots: dict[str, BotTally] = {}
    points: list[int] = []
    for match in played:
        won = match.place == 1
        _count(players.setdefault(match.players, PlayersTally(players=match.players)), won)
        usual = defaults(match.game, match.players)
        for option, value in match.options.items():
            if value != usual.get(option):
                key = (option, _text(value))
                _count(options.setdefault(key, OptionTally(option=option, value=value)), won)
        for number, bot in enumerate(match.bots):
            if bot:
                tally = bots.setdefault(bot, BotTally(bot=bot))
                tally.met += 1
                tally.beaten += match.place is not None and match.place < match.places[number]
        if not match.early and match.points:
            points.append(max(match.points[number] for number in match.mine))
    return GameRecord(
        game=name,
        played=len(played),
        won=sum(match.place == 1 for match in played),
        finished=len(points),
        best=max(points, default=None),
        mean=round(sum(points) / len(points), 1) if points else None,
        players=[players[number] for number in sorted(players)],
        options=[options[key] for key in sorted(options)],
        bots=sorted(bots.values(), key=lambda one: (-one.met, one.bot)),
    )


def _count(tally: Tally, won: bool) -> None:
    tally.played += 1
    tally.won += won
