"""Concerts in the browser: what is heard is what was played, when the timeline says so; and how one listens to it."""

from __future__ import annotations

import json
import wave
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Request, expect

import tutti
from tutti import concert
from web.site import CLIENT, People, Person, play_to_the_end, until
from web.test_ahead_and_back_in_browser import PHONE, bring, by_chance

NAMES = ("Ada", "Bo", "Clara")
SOUND = ("worklet", "engine", ".sf2")
"""What is loaded for sound alone."""
EAR = """() => {
    window.ears = []
    const connect = AudioNode.prototype.connect
    AudioNode.prototype.connect = function (to, ...more) {
        if (to === this.context.destination) {
            const ear = this.context.createAnalyser()
            connect.call(this, ear)
            window.ears.push(ear)
        }
        return connect.call(this, to, ...more)
    }
    window.orders = []
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (order, ...more) {
        if (order?.type) window.orders.push(order)
        return post.call(this, order, ...more)
    }
}"""
"""What goes to the loudspeaker can be looked at, and so can what the players are told."""
HEARS = """() => window.ears.some(ear => {
    const wave = new Float32Array(ear.fftSize)
    ear.getFloatTimeDomainData(wave)
    return wave.some(sample => Math.abs(sample) > 1e-4)
})"""
ONSETS = """async ([address, timeline, rate, rest]) => {
    const { rendered } = await import(address)
    // Tones far enough apart that each begins in silence, all of them in a few renderings.
    const groups = []
    timeline.tones.forEach((tone, id) => {
        const free = groups.find(one => one.end + rest <= tone.start)
        const group = free ?? groups[groups.push({ tones: [], ids: [] }) - 1]
        group.tones.push(tone), group.ids.push(id), group.end = tone.end
    })
    const found = []
    for (const { tones, ids } of groups) {
        const [left, right] = await rendered({ ...timeline, tones }, { dry: true, rate })
        tones.forEach((tone, at) => {
            let sample = Math.max(0, Math.floor((tone.start - 0.1) * rate))
            while (sample < left.length && Math.abs(left[sample]) + Math.abs(right[sample]) < 1e-5) sample++
            found[ids[at]] = sample / rate
        })
    }
    return found
}"""
VOICES = """async ([address, timeline, voice, rate]) => {
    const { rendered } = await import(address)
    const muted = { players: new Set(), voices: new Set([voice]), parts: new Set(), company: false }
    const [all] = await rendered(timeline, { rate, dry: true })
    const [others] = await rendered(timeline, { rate, dry: true, muted })
    const gone = all.map((sample, at) => sample - others[at])
    const power = samples => samples.reduce((sum, one) => sum + one * one, 0) / samples.length
    const loud = (from, to) => Math.sqrt(power(gone.slice(from * rate, to * rate)))
    return {
        first: gone.findIndex(sample => Math.abs(sample) > 1e-5) / rate,
        tones: timeline.tones.map(tone => [tone.voice, loud(tone.start, tone.end)]),
        left: others.some(sample => Math.abs(sample) > 1e-3),
    }
}"""


GOES_ON = """([token, entry]) => fetch(`/api/replays/${token}/play`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ entry, seat: null, bot: "random" }),
}).then(answer => answer.json()).then(made => made.id)"""


@cache
def played() -> tutti.Match:
    return by_chance("symphony", 3)


@cache
def timeline() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(concert.performance_of(played()).timeline()))
    return {**made, "formats": []}


def listen(me: Person) -> str:
    token = bring(me, played(), *NAMES)
    me.visit(f"/#/concert/{token}", ".concert .row")
    return token


def wav() -> str:
    (found,) = (CLIENT / "assets").glob("wav-*.js")
    return f"/assets/{found.name}"


def place(me: Person) -> float:
    """How far the concert has come, in seconds as written."""
    return float(me.page.get_by_label("Where in the concert").input_value())


def test_every_tone_begins_when_the_timeline_says(person: People) -> None:
    """Rendered by the players of the page, dry, each tone after silence: within 6 ms before (a block of samples) and
    40 ms after (the slowest bow)."""
    me = person()
    me.visit()
    found = me.page.evaluate(ONSETS, [wav(), timeline(), 22_050, 3.0])
    wrong = [
        (tone["start"], heard, timeline()["parts"][tone["part"]]["name"])
        for tone, heard in zip(timeline()["tones"], found, strict=True)
        if not -0.006 <= heard - tone["start"] <= 0.04
    ]
    assert len(found) > 60
    assert wrong == []


@pytest.mark.soak
def test_a_muted_voice_lacks_its_own_tones_and_no_others(person: People) -> None:
    me = person()
    me.visit()
    heard = me.page.evaluate(VOICES, [wav(), timeline(), 1, 11_025])
    begins = min(tone["start"] for tone in timeline()["tones"] if tone["voice"] == 1)
    assert begins - 0.012 <= heard["first"] <= begins + 0.04
    assert [loud for voice, loud in heard["tones"] if voice == 1 and loud < 1e-4] == []
    assert heard["left"], "the other Voices are there"


@pytest.mark.pages
def test_from_a_replay_to_the_concert(person: People) -> None:
    """Nothing of the sound is loaded before somebody wants it; then it plays, and all can be changed meanwhile."""
    me = person()
    me.context.add_init_script(f"({EAR})()")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    me.page.on("request", note)
    token = bring(me, played(), *NAMES)
    me.visit(f"/#/replay/{token}", ".replay .board")
    me.page.get_by_role("link", name="Hear it").click()
    me.page.wait_for_selector(".concert .row")
    expect(me.page).to_have_url(f"{me.server.address}/#/concert/{token}")
    assert me.axe("concert") == []
    assert [url for url in asked if any(part in url for part in SOUND)] == []

    me.page.get_by_role("button", name="Play", exact=True).click()
    until(lambda: me.page.evaluate(HEARS), me.page)
    assert any(".sf2" in url for url in asked)
    assert me.page.locator(".silent").count() == 0
    me.page.wait_for_selector("[data-sounding]")
    until(lambda: place(me) > 0.5, me.page)
    assert me.page.locator(".row .cursor").count() == 1

    me.page.get_by_role("button", name="Mute Voice 1").click()
    last = me.page.evaluate("window.orders.findLast(order => order.type === 'play').notes.map(note => note.id)")
    assert last
    assert [id for id in last if timeline()["tones"][id]["voice"] == 1] == []
    me.page.get_by_role("button", name="Mute Ada").click()
    last = me.page.evaluate("window.orders.findLast(order => order.type === 'play').notes.map(note => note.id)")
    assert [id for id in last if timeline()["tones"][id]["player"] == 0] == []
    me.page.get_by_role("button", name="Mute Voice 1").click()

    me.page.get_by_role("button", name="Go to bar 7").click()
    until(lambda: place(me) >= timeline()["passages"][6]["start"], me.page)
    expect(me.page.locator(".told")).to_contain_text("Bar 7")
    me.page.get_by_role("button", name="Pause").click()
    until(lambda: not me.page.evaluate(HEARS), me.page)
    stands = place(me)
    me.page.locator("h1").click()
    me.page.keyboard.press("ArrowLeft")
    assert place(me) <= stands
    me.page.get_by_label("Tempo").fill("1.5")
    me.page.keyboard.press("Tab")
    me.page.get_by_role("button", name="Stop").click()
    assert place(me) == 0
    assert me.axe("concert, after") == []


@pytest.mark.pages
def test_the_concert_as_it_is_heard_is_a_file(person: People) -> None:
    me = person()
    listen(me)
    # A third of the way would do; the quickest tempo is the shortest file.
    me.page.get_by_label("Tempo").fill("1.5")
    with me.page.expect_download() as waiting:
        me.page.get_by_role("button", name="As heard here").click()
    with wave.open(str(waiting.value.path())) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, 44_100)
        seconds = file.getnframes() / file.getframerate()
        samples = file.readframes(file.getnframes())
    assert timeline()["seconds"] / 1.5 < seconds < timeline()["seconds"] / 1.5 + 3
    assert any(samples)


@pytest.mark.pages
@pytest.mark.parametrize(
    ("without", "said"),
    [
        pytest.param(
            "delete AudioContext.prototype.audioWorklet, delete BaseAudioContext.prototype.audioWorklet",
            None,
            marks=pytest.mark.pages,
        ),
        ("delete window.AudioContext", "This browser cannot make sound here"),
    ],
    ids=["no worklet", "no sound"],
)
def test_browsers_that_can_less(person: People, without: str, said: str | None) -> None:
    """At an address without https there are no worklets: the players then sit in the page. Without any sound the
    concert is there to be seen, and says why."""
    me = person()
    me.context.add_init_script(f"({EAR})(); {without}")
    listen(me)
    me.page.get_by_role("button", name="Play", exact=True).click()
    if said:
        me.page.wait_for_selector(f'.silent:has-text("{said}")')
    else:
        until(lambda: me.page.evaluate(HEARS), me.page)
    until(lambda: place(me) > 0.3, me.page)
    me.page.wait_for_selector("[data-sounding]")


@pytest.mark.pages
def test_a_concert_in_the_hand(person: People) -> None:
    """On a telephone: nothing wider than the screen, a sheet in a row, nothing too small for a finger."""
    me = person(**PHONE)
    listen(me)
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert me.page.locator(".concert .score > .row").count() == 3
    small = """nodes => nodes.map(node => node.getBoundingClientRect())
        .filter(box => box.width && (box.width < 24 || box.height < 24)).length"""
    assert me.page.locator(".concert :is(button, a)").evaluate_all(small) == 0
    assert me.axe("concert, telephone") == []


@pytest.mark.pages
def test_what_is_placed_sounds_and_the_end_leads_to_the_concert(person: People) -> None:
    """A match shortly before its end, gone on with from its replay: whoever has clicked hears each disc."""
    me = person(likes={"sound": True})
    me.context.add_init_script(f"({EAR})()")
    token = bring(me, played(), *NAMES)
    table = me.page.evaluate(GOES_ON, [token, len(played().log) - 30])
    me.visit(f"/#/table/{table}", ".table .prompt")
    me.page.locator(".table .prompt").click(position={"x": 2, "y": 2})
    play_to_the_end(me, seed=5)
    struck = me.page.evaluate("window.orders.filter(order => order.type === 'strike')")
    sounds = tutti.game("symphony").sounds()["cards"]
    known = {(sound["program"], sound["drum"]) for sound in sounds.values()}
    assert struck
    assert {(one["program"], one["drum"]) for one in struck} <= known
    me.page.get_by_role("button", name="Hear it").click()
    me.page.wait_for_selector(".concert .row")
