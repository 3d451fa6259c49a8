"""A server with the built client, and people with browsers: what the tests in the browser share."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

from playwright.sync_api import Browser, ConsoleMessage, Page, TimeoutError

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "src" / "tutti" / "server" / "web"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = (os.environ.get("TUTTI_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if name and (path := shutil.which(name))), "")
SHELL = (not os.environ.get("TUTTI_CHROMIUM") and shutil.which("chromium-headless-shell")) or CHROMIUM
"""The same without windows, which costs a fifth less; what a page shows outside itself (a message) it does not know."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--host-resolver-rules=MAP tutti.lan 127.0.0.1",
]
SERVE = [sys.executable, "-W", "ignore", str(Path(__file__).with_name("steady.py")), "serve"]
SETTINGS = {"BOT_PAUSE": "0", "WORKERS": "2", "LIMITS": "false", "LOG": "off", "HINT_SECONDS": "0.3"}
PATIENCE = 60.0
"""Seconds that anything may take on a machine that has much else to do."""
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SOAK = bool(os.environ.get("TUTTI_SOAK"))
PAGES = os.environ.get("TUTTI_PAGES") == "1"
MATCH = 240.0
"""The same for a whole match."""
LIKES = {"level": "greedy", "motion": False, "sound": False, "auto": False}
"""What a person prefers from the start: quick bots, nothing that flies, every question asked."""
PLAYED = ".table:has(.prompt) .middle > .board > :not(p)"
"""The board of a match that has begun: its script may come after the question."""
ANSWERS = """([seed, most]) => new Promise(done => {
    const chance = length => (seed = (seed * 48271) % 2147483647) % length
    const dull = ["pass", "skip", "stop"]
    const answer = () => {
        if (document.querySelector(".ending") || most <= 0) return done()
        document.querySelector(".confirm .primary")?.click()
        const choices = [...document.querySelectorAll("[data-action]:not(:disabled)")]
        const lively = choices.filter(node => !dull.includes(node.dataset.action))
        const from = lively.length ? lively : choices
        if (from.length) from[chance(from.length)].click(), most--
        setTimeout(answer, 5)
    }
    answer()
})"""
"""Somebody who answers so many questions of the page as soon as it asks, by chance, and seldom gives up a turn."""
FINDS = """async only => {
    const frame = () => new Promise(requestAnimationFrame)
    const moves = one => Number.isFinite(one.effect.getComputedTiming().endTime)
    do { await frame(), await frame() } while (document.getAnimations().some(moves))
    const found = (await axe.run({ ...only, resultTypes: ['violations'], selectors: false })).violations
    return found.flatMap(fault => fault.nodes.map(node => fault.id + ": " + node.html.slice(0, 200)))
}"""


def missing() -> list[str]:
    """What these tests need and this machine does not have."""
    needed = {
        "Chromium (Debian: apt-get install chromium; elsewhere its path in TUTTI_CHROMIUM)": bool(CHROMIUM),
        "the built client (make client)": (CLIENT / "index.html").is_file(),
        "axe (make client)": AXE.is_file(),
    }
    return [name for name, there in needed.items() if not there]


class Server:
    """A match server of its own, which can be killed and comes back at the same address with the same data."""

    def __init__(self, data: Path, env: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.env = env or {}
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def neighbour(self) -> str:
        """The same by a name of the local network: to a browser, a page at plain http is not secure there."""
        return f"http://tutti.lan:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*SERVE, "--port", str(self.port), "--data", str(self.data)],
            env={**os.environ, **{f"TUTTI_SERVER_{name}": value for name, value in SETTINGS.items()}, **self.env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
        raise AssertionError(f"the server does not start: {said}")

    def kill(self) -> None:
        """As if the power had gone."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self.process.poll() is None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()


@contextmanager
def serving(data: Path, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(data, env)
    try:
        yield server
    finally:
        server.stop()


class Person:
    """Somebody in front of a browser."""

    def __init__(self, browser: Browser, server: Server, likes: dict[str, Any] | None = None, **context: Any) -> None:
        wanted = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.server = server
        self.context = browser.new_context(**wanted)
        self.context.set_default_timeout(PATIENCE * 1000)
        kept = json.dumps(json.dumps({**LIKES, **(likes or {})}))
        self.context.add_init_script(f"localStorage['tutti.prefs'] ??= {kept}")
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        # What the network does when a server is killed is no fault of the page.
        known = "net::" in message.text or "WebSocket" in message.text
        if message.type == "error" and not known:
            self.faults.append(f"{message.text} {message.location.get('url')}")

    def visit(self, address: str = "/", wait: str = "main :is(h1, h2)") -> None:
        self.page.goto(self.server.address + address)
        self.page.wait_for_selector(wait)

    def play_now(self, game: str) -> None:
        """Home, one click, and the table is there."""
        self.visit()
        self.page.locator(f'li[data-game="{game}"]').get_by_role("button", name="Play now").click()
        try:
            self.page.wait_for_selector(PLAYED)
        except TimeoutError as late:
            seen = self.page.locator("main").inner_text()
            raise AssertionError(f"no board at {self.page.url}, but: {seen[:1000]}") from late

    def play_with(self, game: str, players: int, options: dict[str, Any]) -> None:
        """A table with these options, bots in the other seats, and the match has begun."""
        wanted = {
            "game": game,
            "seats": [{"kind": "me"}, *({"kind": "bot", "bot": "greedy"} for _ in range(players - 1))],
            "options": options,
            "start": True,
        }
        made = self.context.request.post(f"{self.server.address}/api/tables", data=wanted)
        assert made.ok, made.text()
        self.visit(f"/#/table/{made.json()['id']}", PLAYED)

    def sit_at(self, position: dict[str, Any], wait: str) -> None:
        """At a table that goes on from here, against bots. The page is not loaded anew for a second one."""
        wanted = {"seat": 0, "bot": "greedy", **position}
        made = self.context.request.post(f"{self.server.address}/api/positions", data=wanted)
        assert made.ok, made.text()
        if self.page.url.startswith(self.server.address):
            self.visit("/#/nowhere", "main h1")
        self.visit(f"/#/table/{made.json()['id']}", wait)

    @property
    def choices(self) -> list[str]:
        """What the prompt offers, as the engine writes it."""
        script = "nodes => nodes.filter(node => !node.disabled).map(node => node.dataset.action)"
        found: list[str] = self.page.locator("[data-action]").evaluate_all(script)
        return found

    def wait_for_turn(self) -> list[str]:
        self.page.wait_for_selector("[data-action]:not([disabled]), .ending", state="attached")
        return self.choices

    def wait_for(self, action: str) -> None:
        """Until this is among the choices."""
        self.page.wait_for_selector(f'[data-action="{action}"]:not([disabled])', state="attached")

    def choose(self, action: str) -> None:
        """Click a choice, in a list that may be folded."""
        self.page.eval_on_selector(f'[data-action="{action}"]', "node => node.click()")

    @property
    def ended(self) -> bool:
        return bool(self.page.locator(".ending").count())

    def axe(self, name: str, *, both: bool = False) -> list[str]:
        """What axe finds on the page as it is, in the light or in the dark, by its name. In the other only the colours
        differ: ``make pages`` looks at whole boards and pages in both, ``make soak`` at everything."""
        if not self.page.evaluate("typeof axe !== 'undefined'"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        first, then = THEMES if crc32(name.encode()) % 2 else THEMES[::-1]
        self.page.emulate_media(color_scheme=first)
        found = [f"{name}, {first}: {one}" for one in self.page.evaluate(FINDS, {})]
        if (both and PAGES) or SOAK:
            self.page.emulate_media(color_scheme=then)
            found += [f"{name}, {then}: {one}" for one in self.page.evaluate(FINDS, {"runOnly": ["color-contrast"]})]
        self.page.emulate_media(color_scheme="light")
        return found

    def close(self) -> None:
        self.context.close()
        assert self.faults == []


People = Callable[..., Person]


def play(one: Person, moves: int, seed: int) -> None:
    """Make so many moves, and wait for the next question."""
    one.page.evaluate(ANSWERS, [seed, moves])
    one.wait_for_turn()


def play_to_the_end(*people: Person, seed: int) -> None:
    """Everybody answers what they are asked until the result is shown to all."""
    for number, one in enumerate(people):
        one.page.evaluate(f"given => void ({ANSWERS})(given)", [seed + number, 1e9])
    for one in people:
        one.page.wait_for_selector(".ending", timeout=MATCH * 1000)


def until(true: Callable[[], object], page: Page) -> None:
    """Wait for something that the page itself cannot tell."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        page.wait_for_timeout(20)
