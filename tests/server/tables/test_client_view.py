"""Client views: each pair of eyes is told what the match tells it, though most of it is made once for all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

import tutti
from server.rooms import room_of
from tutti.kernel.log import told_to
from tutti.server.messages import socket as m
from tutti.server.pubsub import Outbox
from tutti.server.rooms.client_view import ClientView, Shared, news
from tutti.server.rooms.commands.undo import take_back
from tutti.server.rooms.room import Room

BY = ("person", "auto", "bot")


def play_on(room: Room, dice: tutti.Dice, number: int) -> None:
    """Something happens: a move by hand or by itself, now and then one is taken back."""
    assert room.match is not None
    player = room.match.active[dice.below(len(room.match.active))]
    legal = room.match.legal(player)
    room.play(room.change(), player, legal[dice.below(len(legal))], BY[dice.below(3)])
    if number % 9 == 4:
        take_back(room, room.change(), player, agreed=True)
    room.turn += 1


def turns(room: Room, dice: tutti.Dice) -> Iterator[tutti.Match]:
    """The match after each of many moves."""
    match = room.match
    assert match is not None
    for number in range(150):
        if not match.active:
            return
        play_on(room, dice, number)
        yield match


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
@pytest.mark.parametrize("seed", ["a", "b"])
def test_everybody_is_told_what_the_match_tells_them(game: str, seed: str) -> None:
    dice, room, told = tutti.Dice(ord(seed)), room_of(game, 3, seed), dict[int | None, list[Any]]()
    for match in turns(room, dice):
        for eyes in (None, 0, 1, 2):
            if dice.below(3) == 0:
                continue  # not everybody looks each time
            view = room.client_view(eyes)
            assert view is not None
            assert view.events == match.events(eyes)
            keep = news(told.get(eyes, []), view.events)
            assert told.get(eyes, [])[:keep] == view.events[:keep]
            assert json.loads(view.heard.written(keep)) == view.events[keep:]
            told[eyes] = view.events
            alone = ClientView(eyes, m.encode)
            alone.look(match, room.table, Shared(m.encode).at(1, match))
            assert (view.core, view.given, view.stood, view.since) == (
                alone.core,
                alone.given,
                alone.stood,
                alone.since,
            )


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_what_a_seat_sees_has_the_form_that_is_published(game: str) -> None:
    """It is put together from pieces of bytes; read strictly, every piece is what the match says."""
    dice, room, seen = tutti.Dice(5), room_of(game, 3), set[object]()
    for match in turns(room, dice):
        for eyes in (None, 0, 1, 2):
            view = room.client_view(eyes)
            assert view is not None
            core = msgspec.json.decode(view.core, type=m.Core)
            assert core.view == json.loads(json.dumps(match.view(eyes)))
            assert core.question == (match.question if eyes is None else match.asked(eyes))
            assert list(core.legal) == ([] if eyes is None else list(match.legal(eyes)))
            prompt = None if eyes is None else match.prompt(eyes)
            assert core.prompt == (None if prompt is None else m.Asked(prompt.step, prompt.rule, dict(prompt.args)))
            refusal = None if eyes is None else match.undo_refusal(eyes)
            if eyes is None or refusal is None:
                assert core.undo == (None if eyes is None else m.TakeBack(free=True, ask=False))
            else:
                ask = refusal.code != "undo_nothing"
                assert core.undo == m.TakeBack(free=False, ask=ask, code=refusal.code, args=dict(refusal.args))
            seen |= {prompt is None, refusal is None, core.question == match.question}
    assert {True, False} <= seen


def test_what_is_told_at_the_same_time_waits_for_nobody_who_fails() -> None:
    told: list[int] = []

    def fail() -> None:
        raise ValueError

    async def tell() -> None:
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
        outbox = Outbox()
        for number in (1, 2):
            outbox.put(partial(told.append, number))
            outbox.put(fail)
        outbox.put(partial(told.append, 3))
        assert not told  # soon, not at once
        for _ in range(4):
            await asyncio.sleep(0)
        assert len(faults) == 2
        outbox.put(partial(told.append, 4))
        await asyncio.sleep(0)

    asyncio.run(tell())
    assert told == [1, 2, 3, 4]


def test_where_nothing_is_secret_events_are_kept_once_for_all() -> None:
    room = room_of("symphonimo", 3)
    for number in range(20):
        play_on(room, tutti.Dice(number), number)
        looks = [room.client_view(eyes) for eyes in (None, 0, 1, 2)]
        assert len({id(view.heard.events) for view in looks if view is not None}) == 1


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_what_can_be_taken_back_follows_from_what_was_told(game: str) -> None:
    """The short way of ``undo_refusal`` says what going through all that a player was told would."""
    dice, room, seen = tutti.Dice(3), room_of(game, 3), set[str]()
    for match in turns(room, dice):
        for player in range(3):
            refusal = match.undo_refusal(player)
            seen.add(refusal.code if refusal else "")
            at = max((at for at, entry in enumerate(match.log) if entry.player == player), default=-1)
            if refusal is not None and refusal.code != "undo_others_played":
                continue
            mine = match.log[at]
            later = [
                entry.player
                for entry in told_to(match.log[at + 1 :], player)
                if not (mine.sealed and entry.sealed and not entry.closed and entry.question == mine.question)
            ]
            assert (refusal.args["player"] if refusal else None) == (later[0] if later else None)
    assert {"", "undo_others_played"} <= seen
