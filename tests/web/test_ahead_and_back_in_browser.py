"""Looking back at a match, and on from any of its moments: the analysis, play on, positions of one's own."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Route, expect

import tutti
from web.site import People, Person

BRINGS = """body => fetch('/api/replays', {method: 'POST', headers: {'content-type': 'application/json'}, body})
    .then(answer => answer.json()).then(made => made.id)"""
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def by_chance(game: str, players: int, moves: int = 10**6, seed: int = 4) -> tutti.Match:
    match, dice = tutti.Match.new(game, players, seed), tutti.Dice(seed)
    while match.active and len(match.log) < moves:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    return match


def bring(me: Person, match: tutti.Match, *seats: str) -> str:
    """A replay of this match."""
    me.visit()
    token: str = me.page.evaluate(BRINGS, json.dumps({**match.record(), "seats": list(seats)}))
    return token


def made_up(match: tutti.Match) -> dict[str, Any]:
    """An analysis in the form of the engine (docs/analysis.md), found out by nobody."""
    result, players = match.result, match.players
    assert result is not None
    length = len(match.log)

    def move(action: str, chance: float) -> dict[str, Any]:
        preview: dict[str, Any] = {
            "actions": [action],
            "events": [],
            "stop": "turn",
            "changes": None,
            "majorities": [],
            "merits": [],
        }
        preview |= {"numbers": {}, "sources": {"quartets": [[0] * players, [5] * players]}, "warnings": []}
        reason = {"code": "completes_set", "rule": "SO-035", "args": {"set": "quartet", "card": 5}}
        return {"action": action, "visits": 9, "chance": chance, "error": 0.01, "points": 9.0, "points_error": 0.5} | {
            "chances": [], "scores": [], "reasons": [reason], "line": [], "preview": preview
        }  # fmt: skip

    def account(by: float) -> dict[str, Any]:
        luck = {"start": by, "luck": by, "luck_interval": [0, by], "own": -by, "own_interval": [-by, 0]}
        return {**luck, "others": 0, "rest": 0, "end": by}

    first = match.record()["log"][8]
    decision = {"entry": 8, "player": first["player"], "round": 1, "moves": 2, "loss": 0.12, "loss_error": 0.01}
    better = {"points_loss": 2.5, "points_loss_error": 0.1, "played": move(first["action"], 0.3)}
    ripple = [[at, [0.5 + math.sin(at / 9) / 3, 0.5 - math.sin(at / 9) / 3], [9, 9]] for at in range(0, length, 2)]
    end = [length, [float(seat in result.winners) for seat in range(players)], list(result.points)]
    turning = {"entry": 20, "kind": "chance", "player": 1, "action": "draw", "round": 3, "change": -0.2, "error": 0.01}
    return {
        "analysis": 1, "game": match.game.name, "players": players, "length": length,
        "winners": list(result.winners), "winner": result.winners[0], "course": [*ripple, end],
        "decisions": [{**decision, **better, "better": move("draw", 0.42)}],
        "turning": [{**turning, "before": 0.6, "after": 0.4}], "sources": result.json()["sources"],
        "gaps": [[] for _ in range(players)],
        "luck": [{"chance": account(0.1), "points": account(2)} for _ in range(players)],
    }  # fmt: skip


def analysed(me: Person, match: tutti.Match) -> None:
    """The server answers with an analysis that takes two looks to be done."""
    looks = 0

    def answer(route: Route) -> None:
        nonlocal looks
        said: dict[str, Any] = {"state": "none", "done": 0, "total": 0, "mine": False, "analysis": None}
        if route.request.method == "POST" or looks:
            looks += 1
            said |= {"state": "running", "done": looks, "total": 3, "mine": True}
        if looks > 2:
            said |= {"state": "done", "analysis": made_up(match)}
        route.fulfill(json=said)

    me.page.route("**/analysis", answer)


def test_an_analysis_is_followed_and_clicked_through(person: People) -> None:
    me, match = person(), by_chance("symphonimo", 2)
    token = bring(me, match, "Ada", "greedy")
    analysed(me, match)
    me.visit(f"/#/replay/{token}", ".desk")
    me.page.get_by_role("button", name="Analyse", exact=True).click()
    me.page.get_by_role("button", name="Analyse the match").click()
    me.page.get_by_role("progressbar").wait_for()
    plot = me.page.get_by_role("slider", name="The course of the chances to win")
    plot.wait_for()
    moment = me.page.locator(".controls .num").first
    plot.click(position={"x": 200, "y": 80})
    there = int(plot.get_attribute("aria-valuenow") or 0)
    assert 0 < there < len(match.log)
    expect(moment).to_have_text(f"{there}/{len(match.log)}")
    me.page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(f"{there + 2}/{len(match.log)}")
    assert re.search(r"Ada \d+%, Felix \d+%", plot.get_attribute("aria-valuetext") or "")
    me.page.keyboard.press("End")
    expect(moment).to_have_text(f"{len(match.log)}/{len(match.log)}")
    me.page.get_by_text("As a table").click()
    me.page.get_by_role("row").get_by_role("button", name="4", exact=True).click()
    expect(moment).to_have_text(f"4/{len(match.log)}")
    me.page.locator(".list .entry").filter(has_text="chance").click()
    expect(moment).to_have_text(f"21/{len(match.log)}")
    # The board shows what came after move 20, and so do the figures: those before the next decision.
    chance = round(100 * (0.5 + math.sin(22 / 9) / 3))
    assert f"Ada {chance}%" in (plot.get_attribute("aria-valuetext") or "")
    plot.focus()
    me.page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(f"22/{len(match.log)}")
    player = match.record()["log"][8]["player"]
    me.page.get_by_label("Decisions of").select_option(str(player))
    me.page.locator(".decision .entry").click()
    expect(moment).to_have_text(f"8/{len(match.log)}")
    expect(me.page.locator(".decision")).to_contain_text("Quartets +5")
    expect(me.page.locator(".decision")).to_contain_text("ompletes")
    expect(me.page.locator(".decision")).to_contain_text("Then others decide.")
    # To whoever did not sit there "your" is said to somebody by name; to whoever did, it is said at once.
    said = me.page.get_by_text(f"Said to {('Ada', 'Felix')[player]}:")
    expect(said).to_have_count(2)
    expect(me.page.get_by_text("cannot be told from nothing").first).to_be_visible()
    assert me.axe("analysis of others") == []
    me.visit()
    me.visit(f"/#/replay/{token}?analysis&me={player}", ".decision")
    expect(me.page.get_by_label("Decisions of")).to_have_value(str(player))
    expect(me.page.locator(".decision")).to_contain_text("Quartets +5")
    expect(said).to_have_count(0)
    me.page.get_by_role("button", name="Points", exact=True).click()
    me.page.get_by_role("slider", name="The course of the points").wait_for()
    assert me.axe("analysis") == []
    assert "analysis" in me.page.url


@pytest.mark.pages
def test_a_match_is_analysed_and_the_next_time_it_is_there_at_once(person: People) -> None:
    """By the engine itself: the last moves of a match."""
    me, whole = person(), by_chance("symphonimo", 2)
    late = tutti.Match.load(tutti.Match.replay(whole.record(), len(whole.log) - 12).dump(), "late")
    dice = tutti.Dice(1)
    while late.active:
        legal = late.legal(late.active[0])
        late.play(late.active[0], legal[dice.below(len(legal))])
    token = bring(me, late, "Ada", "greedy")
    me.visit(f"/#/replay/{token}?analysis", ".desk")
    me.page.get_by_role("button", name="Analyse the match").click()
    plot = me.page.get_by_role("slider", name="The course of the chances to win")
    plot.wait_for()
    plot.focus()
    me.page.keyboard.press("End")
    expect(plot).to_have_attribute("aria-valuenow", str(len(late.log)))
    expect(me.page.get_by_role("row", name="luck")).to_have_count(2)  # in points and in chances
    other = person()
    other.visit(f"/#/replay/{token}?analysis", ".desk")
    other.page.get_by_role("slider", name="The course of the chances to win").wait_for()
    assert other.page.get_by_role("button", name="Analyse the match").count() == 0


@pytest.mark.pages
def test_an_analysis_is_stopped_and_taken_up_again(person: People) -> None:
    """By the engine itself: a whole match, of which nobody waits for the end."""
    me, match = person(), by_chance("symphonimo", 4)
    token = bring(me, match, "Ada", "greedy", "greedy", "greedy")
    me.visit(f"/#/replay/{token}?analysis", ".desk")
    me.page.get_by_role("button", name="Analyse the match").click()
    progress = me.page.get_by_role("progressbar")
    progress.wait_for()
    me.page.get_by_role("button", name="Stop", exact=True).click()
    begin = me.page.locator("#analysis .btn.primary")
    begin.wait_for()
    expect(progress).to_have_count(0)
    begin.click()
    progress.wait_for()
    me.page.get_by_role("button", name="Stop", exact=True).click()
    begin.wait_for()


@pytest.mark.pages
def test_an_analysis_fits_a_telephone_and_answers_to_a_finger(person: People) -> None:
    me, match = person(**PHONE), by_chance("symphonimo", 2)
    token = bring(me, match, "Ada", "greedy")
    analysed(me, match)
    me.page.evaluate(f"fetch('/api/replays/{token}/analysis', {{method: 'POST'}})")
    me.visit(f"/#/replay/{token}?analysis", ".desk")
    plot = me.page.get_by_role("slider", name="The course of the chances to win")
    plot.wait_for()
    plot.tap(position={"x": 180, "y": 80})
    expect(plot).not_to_have_attribute("aria-valuenow", "0")
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.pages
def test_any_moment_of_a_replay_is_played_on_and_says_that_it_is_not_the_match(person: People) -> None:
    me, match = person(), by_chance("symphonimo", 3)
    token = bring(me, match, "Ada", "greedy", "random")
    me.visit(f"/#/replay/{token}?at=21", ".podium")
    me.page.get_by_role("button", name="Play on from here").click()
    dialog = me.page.get_by_role("dialog")
    asked = tutti.Match.replay(match.record(), 21).active[0]
    expect(dialog.get_by_label("I play for")).to_have_value(str(asked))
    expect(dialog.get_by_label("Bots play as")).to_have_value("")
    assert me.axe("play on") == []
    dialog.get_by_role("button", name="Play on", exact=True).click()
    me.page.get_by_text("not the real match").wait_for()
    legal = tutti.Match.replay(match.record(), 21).legal(asked)
    me.wait_for(legal[0])
    assert set(me.choices) == set(legal)
    me.page.get_by_role("tab", name="Table", exact=True).click()
    with me.page.expect_download() as saving:
        me.page.get_by_role("link", name="Save this position").click()
    saved = json.loads(saving.value.path().read_text())
    assert saved == tutti.Match.replay(match.record(), 21).dump(asked)
    me.page.get_by_role("link", name="moment 21").click()
    me.page.wait_for_function("location.hash.includes('at=21')")


def test_a_position_is_put_together_by_keys_and_asked_about(person: People) -> None:
    me = person()
    me.visit("/#/position/symphonimo", ".editor .add")
    verdict = me.page.get_by_role("region", name="Whether this position can be played")
    expect(verdict).to_contain_text("To move: Seat 1")
    me.page.get_by_role("radio").first.focus()
    for _ in range(2):
        me.page.keyboard.press("ArrowRight")  # the owl, 5

    def press(name: str, times: int = 1) -> None:
        for _ in range(times):
            me.page.get_by_role("button", name=name).focus()
            me.page.keyboard.press("Enter")

    press("Conductor 2: put 5")
    press("Seat 3: put 5", 5)
    expect(verdict).to_contain_text("5")
    expect(verdict.locator(".wrong")).to_contain_text("more cards of")
    expect(verdict.get_by_role("button", name="Play on", exact=True)).to_be_disabled()
    press("Seat 3: take away 5", 2)
    me.page.get_by_label("Whose turn it is").focus()
    me.page.keyboard.press("ArrowDown")
    expect(verdict).to_contain_text("To move: Seat 2")
    press("What should I do?")
    me.page.get_by_text("Played on from a position").wait_for()
    me.page.wait_for_selector("[data-action='take 2']", state="attached")
    assert set(me.choices) == {"draw", "take 2"}
    me.page.locator(".hints, .hint").first.wait_for()


@pytest.mark.pages
def test_a_saved_position_of_a_heavy_game_is_pasted_and_played(person: People) -> None:
    me, match = person(), by_chance("symphony", 3, 45)
    me.visit("/#/position/symphony", ".editor [data-seat]")
    me.page.locator(".verdict .fine").wait_for()
    me.page.get_by_text("Paste a position").first.click()
    me.page.locator("textarea").fill('{"game": "symphony"')
    expect(me.page.locator(".verdict .wrong")).to_contain_text("not whole JSON")
    wrong = {**match.dump(), "players": 9}
    me.page.locator("textarea").fill(json.dumps(wrong))
    expect(me.page.locator(".verdict .wrong")).to_contain_text("9")
    file = FilePayload(name="evening.json", mimeType="application/json", buffer=json.dumps(match.dump()).encode())
    me.page.locator("input[type=file]").set_input_files(file)
    seat = match.active[0]
    expect(me.page.locator(".fine")).to_contain_text(f"Seat {seat + 1}")
    me.page.get_by_role("button", name="Play on", exact=True).click()
    me.page.get_by_text("not the real match").wait_for()
    me.wait_for(match.legal(seat)[0])


@pytest.mark.pages
def test_the_editor_answers_to_a_finger(person: People) -> None:
    me = person(**PHONE)
    me.visit("/#/position/symphonimo", "main h1")
    me.page.get_by_role("button", name="Conductor 1: put 3").tap()
    me.page.get_by_role("button", name="Conductor 1: take away 3").tap()
    me.page.get_by_role("button", name="Conductor 1: take away 3").wait_for(state="detached")


@pytest.mark.pages
def test_a_power_may_be_what_asks(person: People) -> None:
    me = person()
    me.visit("/#/position/symphonimo", ".editor .add")
    me.page.get_by_label("Power of conductor 1").select_option("discard_one")
    me.page.get_by_label("Question").select_option("1")
    place = me.page.get_by_role("region", name="Conductor 1")
    expect(me.page.locator(".verdict .wrong")).to_contain_text("conductor 1 cannot be chosen")
    place.get_by_role("button", name="put 3").click()
    expect(me.page.locator(".verdict .fine")).to_contain_text("Seat 1")
    me.page.get_by_role("button", name="Play on", exact=True).click()
    me.wait_for("discard 3")
    assert me.choices == ["discard 3"]


# -- Symphony -------------------------------------------------------------------------------------


@pytest.mark.pages
def test_a_table_of_symphony_is_put_together_by_clicks(person: People) -> None:
    """A disc has gone from an instrument to a note, and another instrument has come; what cannot be is said at once."""
    me = person()
    me.visit("/#/position/symphony", ".editor [data-seat]")
    fine, wrong = me.page.locator(".verdict .fine"), me.page.locator(".verdict .wrong")
    panel, stack = me.page.locator(".desk > .panel"), me.page.get_by_label("Discs on its stack")
    fine.wait_for()
    me.page.get_by_label("What comes next").select_option("A")
    wrong.filter(has_text="orchestra.C5.stack").wait_for()
    seat = me.page.locator(".seat.wrong button")
    seat.focus()
    me.page.keyboard.press("Enter")
    stack.fill("3")
    me.page.keyboard.press("Escape")
    fine.wait_for()
    first = me.page.locator("[data-seat=A1]")
    first.click()
    owner = int(panel.get_by_label("Controlled by").input_value())
    panel.get_by_label("Instrument").select_option("05")
    expect(first).to_have_accessible_name(re.compile("^Double Bass in the front row .*disc of"))
    me.page.locator("[data-place='note 1.1.1'] button").click()
    panel.get_by_role("button", name=f"Lay on top: disc of Seat {owner + 1}").click()
    wrong.filter(has_text="disc").wait_for()
    assert me.axe("editor of Symphony") == []
    first.click()
    for shown in ("a black disc", "free"):
        panel.get_by_role("button", name="Space 1").click()
        panel.get_by_role("button", name=f"Space 1: {shown}").wait_for()
    fine.wait_for()
    with me.page.expect_response("**/api/positions") as opening:
        me.page.get_by_role("button", name="Play on", exact=True).click()
    sent = json.loads(opening.value.request.post_data or "")["position"]
    assert sent["orchestra"]["A1"]["card"] == "05"
    assert sent["score"]["1.1.1"]["discs"] == [owner]
    me.page.get_by_text("Played on from a position").wait_for()


# -- Orchestra ------------------------------------------------------------------------------------


@pytest.mark.pages
def test_a_table_of_orchestra_is_put_together_and_played(person: People) -> None:
    """Coins, a spot and what follows from it, a piece by keys; the server says what cannot be, and what then can."""
    me = person()
    me.visit("/#/position/orchestra", ".editor .who")
    verdict = me.page.locator(".verdict")
    expect(verdict.locator(".fine")).to_contain_text("Seat 1")
    me.page.get_by_role("combobox", name="Players").select_option("2")
    me.page.get_by_label("Whose turn it is").select_option("1")
    expect(verdict.locator(".fine")).to_contain_text("Seat 2")
    me.page.locator(".who label").nth(1).click()
    mine = me.page.get_by_role("region", name="Seat 2", exact=True)
    mine.get_by_role("spinbutton", name="Money", exact=True).fill("17")
    mine.get_by_role("combobox", name="Academy").select_option(label="Cantabile Conservatory (Strings)")
    expect(verdict.locator(".wrong")).to_contain_text("belongs to another player")
    mine.get_by_role("combobox", name="Academy").select_option(label="Zephyr Institute (Woodwinds)")
    me.page.get_by_role("button", name="WW1, Instrumentalist: put Seat 2").click()
    expect(verdict.locator(".wrong")).to_contain_text("Instrumentalist instead of four")
    mine.get_by_role("button", name="Instrumentalist, column 1").click()
    expect(verdict.locator(".fine")).to_contain_text("Seat 2")
    me.page.get_by_role("radio", name="two chairs side by side, 7").check(force=True)
    seat = me.page.get_by_role("gridcell", name="b08, Area A: put the piece of two chairs")
    seat.focus()
    me.page.keyboard.press("ArrowDown")
    me.page.keyboard.press("Enter")
    lies = "c08, Area A: take away the piece of two chairs side by side (Seat 2)"
    me.page.get_by_role("gridcell", name=lies).wait_for()
    me.page.get_by_role("radio", name="two chairs side by side, 6").wait_for(state="attached")
    expect(verdict.locator(".fine")).to_contain_text("Seat 2")
    assert me.axe("the editor of Orchestra") == []
    with me.page.expect_request("**/api/positions") as sent:
        me.page.get_by_role("button", name="Play on", exact=True).click()
    laid = json.loads(sent.value.post_data or "")["position"]
    assert laid["pieces"] == [{"player": 1, "piece": "H2", "at": "c08"}]
    assert (laid["spots"], laid["academies"][1]["money"]) == ({"WW1": 1}, 17)
    me.page.get_by_text("not the real match").wait_for()


@pytest.mark.pages
def test_the_editor_of_orchestra_fits_a_telephone(person: People) -> None:
    me = person(**PHONE)
    me.visit("/#/position/orchestra", ".editor .who")
    me.page.locator("[data-seat=b08]").tap()
    me.page.get_by_role("gridcell", name="b08, Area A: take away").tap()
    me.page.get_by_role("gridcell", name="b08, Area A: put").wait_for()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 360
