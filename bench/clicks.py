"""From click to change: how long it takes in a real browser until the board shows the moment after a move.

Somebody plays on the boards with a mouse, against three quick bots, while two programs that never pause want both
cores. The page measures itself: from the click (its own time stamp, so a page that is busy just then pays for it) until
the frame after the one in which the board first changes because of the server's answer. What lights up before that
answer counts for nothing. It is a goal that is reported, not a floor: too much of it is the machine's.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import tutti
from bench.load.host import Host

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAME = "clicks"
GAMES = (("symphonimo", "Symphonimo"), ("symphony", "Symphony"), ("orchestra", "Orchestra"))
PLAYERS = 4
CLICKS = 60
GOAL = 150.0
"""Milliseconds, in the median."""
BUSY = 2
"""So many programs beside it that never pause."""
TRIES = 25
"""So many looks at the board for each click that counts, at most: some only pick something up or need the list."""
PATIENCE = 60_000
CLIENT = Path(tutti.__file__).parent / "server" / "web" / "index.html"
BROWSERS = (os.environ.get("TUTTI_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--no-first-run"]
LIKES = {"level": "greedy", "sound": False}
CLOCK = """
localStorage["tutti.prefs"] ??= LIKES
const clicks = window.clicks = { at: 0, question: -1, asked: -1, sent: false, told: false, times: [] }
window.WebSocket = class extends WebSocket {
    constructor(...given) {
        super(...given)
        this.addEventListener("message", event => {
            const message = JSON.parse(event.data)
            if (message.type !== "view") return
            clicks.question = message.question
            clicks.told ||= clicks.at > 0 && message.question !== clicks.asked
        })
    }
    send(text) {
        clicks.sent ||= ["play", "why"].includes(JSON.parse(text).type)
        super.send(text)
    }
}
addEventListener("click", event => {
    if (!event.isTrusted) return
    Object.assign(clicks, { at: event.timeStamp, asked: clicks.question, sent: false, told: false })
}, true)
new MutationObserver(changes => {
    if (!clicks.told || !changes.some(one => one.target.parentElement?.closest(".middle > .board"))) return
    const begun = clicks.at
    clicks.at = 0
    clicks.told = false
    requestAnimationFrame(() => requestAnimationFrame(() => clicks.times.push(performance.now() - begun)))
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
"""
"""In the page before everything else."""
AIM = """() => {
    if (document.querySelector(".ending")) return { over: true }
    const confirm = document.querySelector(".confirm .primary")
    if (confirm) return confirm.click(), {}
    const reached = node => {
        if (node.closest("[inert]") || node.getAttribute("aria-disabled") === "true") return null
        const box = node.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const at = document.elementFromPoint(x, y)
        return at && (node.contains(at) || at.closest("[data-move]") === node) ? { x, y } : null
    }
    const offered = [...document.querySelectorAll("[data-action]:not(:disabled)")].map(node => node.dataset.action)
    const lit = [...document.querySelectorAll(".middle > .board [data-move]")]
    const moves = lit.filter(node => offered.includes(node.dataset.move.split(", ")[0]))
    return { moves: moves.map(reached).filter(Boolean), offered }
}"""
SAY = """action => document.querySelector(`[data-action="${action}"]:not(:disabled)`)?.click()"""
ASKED = "() => document.querySelector('.ending, .confirm, [data-action]:not(:disabled)') !== null"
RESTS = """before => {
    const { at, sent, times } = clicks
    return times.length > before || (at > 0 && performance.now() - at > (sent ? 5000 : 300))
}"""
"""The click was measured, or it was none that the server hears of."""
CREATE = """async body => {
    const answer = await fetch("/api/tables", { method: "POST", body, headers: { "content-type": "application/json" } })
    return (await answer.json()).id
}"""


@dataclass
class Times:
    """What one game's clicks took, in milliseconds."""

    title: str
    times: list[float]

    @property
    def median(self) -> float:
        return median(self.times)

    @property
    def ninety(self) -> float:
        """Nine of ten took no longer."""
        ordered = sorted(self.times)
        return ordered[max(0, -(-9 * len(ordered) // 10) - 1)]

    @property
    def reached(self) -> bool:
        return self.median <= GOAL


def chromium() -> str:
    return next((path for name in BROWSERS if name and (path := shutil.which(name))), "")


def missing() -> list[str]:
    """What it takes and this machine does not have."""
    needed = {
        "Chromium (Debian: apt-get install chromium; elsewhere its path in TUTTI_CHROMIUM)": bool(chromium()),
        "playwright (pip install -e '.[dev]')": find_spec("playwright") is not None,
        "built client (make client)": CLIENT.is_file(),
    }
    return [name for name, there in needed.items() if not there]


@contextmanager
def busy(many: int = BUSY) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Programs that never pause, for so long."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(many)]
    try:
        yield loops
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(wanted: int = CLICKS) -> list[Times]:
    """All games, one after the other, in one browser."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        Host(Path(folder), bot_pause=0) as host,
        sync_playwright() as playwright,
        busy(),
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(CLOCK.replace("LIKES", json.dumps(json.dumps(LIKES))))
        address = f"http://{host.host}:{host.port}"
        return [Times(title, played(page, address, game, wanted)) for game, title in GAMES]


def played(page: Page, address: str, game: str, wanted: int) -> list[float]:
    """What so many clicks on the board of a game took, in as many matches as they need."""
    chance = random.Random(game)
    times: list[float] = []
    open_table(page, address, game)
    for _ in range(TRIES * wanted):
        page.wait_for_function(ASKED)
        aim: dict[str, Any] = page.evaluate(AIM)
        if aim.get("over"):
            open_table(page, address, game)
        elif aim.get("moves"):
            spot = chance.choice(aim["moves"])
            before = page.evaluate("clicks.times.length")
            page.mouse.click(spot["x"], spot["y"])
            page.wait_for_function(RESTS, arg=before)
            times += page.evaluate("before => clicks.times.slice(before)", before)
        elif aim.get("offered"):
            page.evaluate(SAY, chance.choice(aim["offered"]))
        if len(times) >= wanted:
            return times
    raise RuntimeError(f"{game}: {len(times)} of {wanted} clicks, and the board offers no more")


def open_table(page: Page, address: str, game: str) -> None:
    page.goto(address)
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": "greedy"} for _ in range(PLAYERS - 1))]
    table = page.evaluate(CREATE, json.dumps({"game": game, "seats": seats, "options": {}, "start": True}))
    page.goto(f"{address}/#/table/{table}")
    page.wait_for_selector(".table .prompt")
