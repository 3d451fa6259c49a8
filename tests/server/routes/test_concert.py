"""Concerts over the wire: the timeline, the files, how the cards sound, and what this server cannot make."""

from __future__ import annotations

import pytest

import tutti
from server.kit import Browser, LiveServer
from server.routes.test_positions import brought, played
from tutti import concert
from tutti.concert import midi, musicxml
from tutti.performance import Performance

Shown = tuple[Browser, str, Performance]


@pytest.fixture(scope="module")
def shown(home: LiveServer) -> Shown:
    """A replay of a match of chance."""
    ada = home.person("Ada")
    match = played("symphony", 10_000, 3, 2)
    return ada, brought(ada, match), concert.performance_of(match)


def test_the_timeline_is_that_of_the_match(shown: Shown) -> None:
    ada, token, performance = shown
    said = ada.get(f"/api/replays/{token}/concert")
    assert said == {**performance.timeline(), "formats": list(concert.formats())}


def test_files_are_those_of_the_match(shown: Shown) -> None:
    ada, token, performance = shown
    for form, made in (("mid", midi.write(performance)), ("musicxml", musicxml.orchestral(performance).encode())):
        answer = ada.http.get(f"/api/replays/{token}/concert.{form}")
        assert answer.content == made
        assert answer.headers["content-disposition"] == f'attachment; filename="concert.{form}"'
        again = ada.http.get(f"/api/replays/{token}/concert.{form}", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    svg = ada.http.get(f"/api/replays/{token}/concert.svg")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert b"n1.1.1" in svg.content


def test_what_was_made_is_kept_as_long_as_there_is_room(
    shown: Shown, home: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, token, _ = shown
    concerts = home.server.concerts
    first = ada.http.get(f"/api/replays/{token}/concert.mid").content
    assert (token, "mid") in concerts._kept
    monkeypatch.setattr("tutti.server.concerts.KEPT", 0)
    concerts._kept.clear()
    assert ada.http.get(f"/api/replays/{token}/concert.mid").content == first
    assert not concerts._kept


def test_what_this_server_lacks_is_told(shown: Shown, home: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, token, _ = shown
    monkeypatch.setattr(home.server.concerts, "formats", ("mid", "musicxml"))
    for form, need in (("svg", "Verovio"), ("ogg", "FluidSynth"), ("wav", "FluidSynth")):
        fault = ada.get(f"/api/replays/{token}/concert.{form}", status=501)
        assert fault["code"] == "error.no_such_format"
        assert need in fault["text"]


def test_only_games_that_can_be_performed_have_concerts(shown: Shown) -> None:
    ada, _, _ = shown
    able = {game["name"]: game["concert"] for game in ada.get("/api/games")}
    assert able == {name: tutti.game(name).concert for name in tutti.games()}
    other = brought(ada, played("symphonimo", 5))
    assert ada.get(f"/api/replays/{other}/concert", status=404)["code"] == "error.not_there"
    assert ada.get(f"/api/replays/{other}/concert.mid", status=404)["code"] == "error.not_there"


def test_cards_sound_as_their_pack_says(shown: Shown) -> None:
    ada, _, _ = shown
    game = tutti.game("symphony")
    said = ada.get(f"/api/packs/{game.pack_hash}/sounds")
    assert said == game.sounds()
    assert said["cards"]["22"]["program"] == 72
    assert [len(keys) for keys in said["cards"]["22"]["keys"]] == [7, 7, 7]
    ada.get(f"/api/packs/{tutti.game('symphonimo').pack_hash}/sounds", status=404)
    ada.get("/api/packs/nothing/sounds", status=404)
