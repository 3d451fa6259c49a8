"""Pictures of the table: complete, within the terminal, and made of the view alone."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from rich.console import Console

import tutti
from tutti.cli.screens import _plain, notes_of, picture_of, symphonimo
from tutti.kernel.library import found_in
from tutti.kernel.types import Fields
from tutti.words import DEFAULT, Speaker, languages


def drawn(view: Fields, names: list[str], width: int, game: str = "symphonimo", lang: str = DEFAULT) -> str:
    console = Console(width=width, file=StringIO(), color_system=None)
    console.print(
        picture_of(game)(
            tutti.game(game if game in tutti.games() else "symphonimo"),
            json.loads(json.dumps(view)),
            Speaker(game, names, lang),
        )
    )
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("players", [2, 4, 5, 6])
@pytest.mark.parametrize("width", [80, 100])
def test_symphonimo_shows_all_that_counts_in_every_position(players: int, width: int) -> None:
    match = tutti.Match.new("symphonimo", players, seed=players, options={"grand_maestro": players, "false_note": True})
    names = ["You", "A name that is far too long", "greedy 1", "greedy 2", "Bo", "Cy"][:players]
    speaker = Speaker("symphonimo", names)
    dice = tutti.Dice(players)
    while match.active:
        view = match.view(None)
        picture = drawn(view, names, width)
        assert max(map(len, picture.splitlines())) <= width
        assert speaker.say("screen.deck", deck=view["deck"]) in picture
        for conductor in view["conductors"]:
            assert speaker.look("power", conductor["power"]) in picture
            for card in conductor["cards"]:
                assert symphonimo.card(card, speaker).plain in picture
        if view["drawn"] is not None:
            assert f"{symphonimo.card(view['drawn'], speaker).plain}, " in picture
        marked = [line for line in picture.splitlines() if line.startswith("▶")]
        assert [line[2:13].strip() for line in marked] == [names[player][:11] for player in match.active]
        for player, points in enumerate(view["points"]):
            row = next(line for line in picture.splitlines() if line[2:13].strip() == names[player][:11])
            assert int(row.split()[-1]) == points
            assert sum(int(part.split("+")[1]) for part in row.split() if "+" in part) == points
        for _ in range(5):
            for player in match.active:
                legal = match.legal(player)
                match.play(player, legal[dice.below(len(legal))])
    assert drawn(match.view(None), names, width)


@pytest.mark.parametrize(("game", "width"), [("symphonimo", 80), ("symphony", 100), ("orchestra", 110)])
@pytest.mark.parametrize("lang", languages())
def test_every_language_fits_the_screen(game: str, width: int, lang: str) -> None:
    options = {"grand_maestro": 4, "false_note": True} if game == "symphonimo" else {}
    match = tutti.Match.new(game, 4, seed=5, options=options)
    names = ["Ada", "Bo", "greedy 1", "greedy 2"]
    speaker = Speaker(game, names, lang)
    dice = tutti.Dice(5)
    for number in range(240):
        if number % 30 == 0:
            view = match.view(0)
            picture = drawn(view, names, width, game, lang)
            assert max(map(len, picture.splitlines())) <= width
            if game == "symphonimo":
                cards = [card for conductor in view["conductors"] for card in conductor["cards"]]
                assert all(symphonimo.card(card, speaker).plain in picture for card in cards)
            if game == "orchestra":
                for own in view["academies"]:
                    assert speaker.say("screen.coins", money=own["money"], prestige=own["prestige"]) in picture
                    done = {"cards": len(own["cards"]), "up": sum(card["face_up"] for card in own["cards"])}
                    assert speaker.say("screen.fulfilled", **done) in picture
                    limit = {"used": own["assigned"], "limit": own["limit"], "eyes": own["eyes_ignored"]}
                    assert speaker.say("screen.limit", **limit) in picture
        if not match.active:
            break
        legal = match.legal(match.active[0])
        match.play(match.active[0], legal[dice.below(len(legal))])


@pytest.mark.parametrize("lang", languages())
def test_symphony_shows_clef_cards_and_the_clefs_of_instruments(lang: str) -> None:
    match = tutti.Match.new("symphony", 2, seed=5, options={"clefs": "I"})
    view = match.view(0)
    picture = drawn(view, ["Ada", "Bo"], 120, "symphony", lang)
    for number, card in enumerate(view["clef_cards"], 1):
        assert Speaker("symphony", lang=lang).say("screen.clef_card", number=number, **card) in picture
    assert view["orchestra"]["01"]["clefs"] == "GF"
    assert " GF" in picture
    assert "✗" in picture
    plain = drawn(tutti.Match.new("symphony", 2, seed=5).view(0), ["Ada", "Bo"], 120, "symphony", lang)
    assert "✗" not in plain


def test_every_family_has_a_symbol_of_its_own() -> None:
    symbols = [symbol for symbol, _ in symphonimo.FACES.values()]
    assert len(set(symbols)) == len(symbols) == 11


def test_notes_explain_the_powers_in_play() -> None:
    match = tutti.Match.new("symphonimo", 3, seed=1, options={"grand_maestro": ["take_now", "draw_one"]})
    notes = notes_of("symphonimo")(match.game, match.view(None), Speaker("symphonimo"))
    assert [note.split(" ")[1] for note in notes] == ["Presto", "Bis"]
    assert notes_of("no_such_game")(match.game, match.view(None), Speaker("symphonimo")) == []


def test_a_game_without_a_picture_shows_every_value_of_its_view() -> None:
    view = {
        "game": "étude", "players": 2, "options": {}, "you": 0, "active": [1], "result": None,
        "hands": [["ace", "king"], []], "deck": 7, "known": {"tail": [3], "open": True}, "money": {"gold": 3},
    }  # fmt: skip
    shown = drawn(view, ["Ada", "Bo"], 80, "étude")
    assert picture_of("étude") is _plain.picture
    for text in ("deck: 7", "Ada: ace, king", "Bo: –", "known: tail 3, open yes", "money: gold 3", "active: 1"):
        assert text in shown


def test_a_game_without_a_picture_is_shown_in_its_own_words() -> None:
    match = tutti.Match.new("etude", 2, seed=3)
    assert picture_of("etude") is _plain.picture
    for lang, said in (
        ("en", "Cards in the deck: 6"),
        ("fr", "Cartes dans la pioche: 6"),
        ("de", "Karten im Stapel: 6"),
    ):
        shown = drawn(match.view(0), ["Ada", "Bo"], 80, "etude", lang)
        assert said.replace("6", str(match.view(0)["deck"])) in shown
        assert "step" not in shown


def test_every_screen_belongs_to_a_game() -> None:
    assert set(found_in("tutti.cli.screens")) <= set(tutti.games())
