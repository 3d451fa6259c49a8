"""A server with the built client, and people with browsers: what the tests in the browser share."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "src" / "tutti" / "server" / "web"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = (os.environ.get("TUTTI_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if name and (path := shutil.which(name))), "")
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
]
SERVE = [sys.executable, "-W", "ignore", "-m", "tutti", "serve"]
PATIENCE = 60.0
"""Seconds that anything may take on a machine that has much else to do."""
MATCH = 240.0
"""The same for a whole match."""
LIKES = """localStorage.getItem("tutti.prefs") ??
    localStorage.setItem("tutti.prefs", JSON.stringify({ level: "greedy", motion: false, sound: false }))"""
PLAYS = """seed => {
    const chance = length => (seed = (seed * 48271) % 2147483647) % length
    const dull = ["pass", "skip", "stop"]
    const answer = () => {
        if (document.querySelector(".ending")) return
        const choices = [...document.querySelectorAll("[data-action]:not(:disabled)")]
        const lively = choices.filter(node => !dull.includes(node.dataset.action))
        const from = lively.length ? lively : choices
        if (from.length) from[chance(from.length)].click()
        setTimeout(answer, 5)
    }
    answer()
}"""
"""Somebody who answers what the page asks as soon as it asks, by chance, and seldom gives up a turn."""


def ready() -> bool:
    """Whether this machine has all that these tests need: Playwright, Chromium, a built client, axe, the server."""
    modules = ("playwright", "litestar", "uvicorn", "msgspec")
    return (
        bool(CHROMIUM)
        and (CLIENT / "index.html").is_file()
        and AXE.is_file()
        and all(importlib.util.find_spec(name) for name in modules)
    )


class Server:
    """A match server of its own, which can be killed and comes back at the same address with the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        settings = {
            "TUTTI_SERVER_BOT_PAUSE": "0.0",
            "TUTTI_SERVER_WORKERS": "2",
            "TUTTI_SERVER_LIMITS": "false",
            "TUTTI_SERVER_LOG": "off",
        }
        self.process = subprocess.Popen(
            [*SERVE, "--port", str(self.port), "--data", str(self.data)],
            env={**os.environ, **settings, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = ""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line = self.process.stdout.readline()
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
            if not line and self.process.poll() is not None:
                break
        raise AssertionError(f"the server does not start: {said}")

    def kill(self) -> None:
        """As if the power had gone."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)
        self._forget()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self._forget()

    def _forget(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.stop()


class Person:
    """Somebody in front of a browser."""

    def __init__(self, browser: Any, server: Server, **context: Any) -> None:
        wanted = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.server = server
        self.context = browser.new_context(**wanted)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(LIKES)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # What the network does when a server is killed is no fault of the page, nor that a server has no guide.
        known = "net::" in message.text or "WebSocket" in message.text or "/guide/" in message.location.get("url", "")
        if message.type == "error" and not known:
            self.faults.append(f"{message.text} {message.location.get('url')}")

    def visit(self, address: str = "/") -> None:
        self.page.goto(self.server.address + address)
        self.page.wait_for_selector("main :is(h1, h2)")

    def play_now(self, game: str) -> None:
        """Home, one click, and the table is there."""
        self.visit()
        self.page.locator(f'li[data-game="{game}"]').get_by_role("button", name="Play now").click()
        self.page.wait_for_selector(".table .prompt")

    @property
    def choices(self) -> list[str]:
        """What the prompt offers, as the engine writes it."""
        script = "nodes => nodes.filter(node => !node.disabled).map(node => node.dataset.action)"
        found: list[str] = self.page.locator("[data-action]").evaluate_all(script)
        return found

    def wait_for_turn(self) -> list[str]:
        self.page.wait_for_selector("[data-action]:not([disabled]), .ending", state="attached")
        return self.choices

    def choose(self, action: str) -> None:
        """Click a choice, in a list that may be folded."""
        self.page.eval_on_selector(f'[data-action="{action}"]', "node => node.click()")

    @property
    def question(self) -> str:
        return str(self.page.locator(".question").inner_text())

    @property
    def ended(self) -> bool:
        return bool(self.page.locator(".ending").count())

    def axe(self, name: str) -> list[str]:
        """What axe finds on the page as it is."""
        if not self.page.evaluate("typeof axe !== 'undefined'"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        script = "async () => (await axe.run(document)).violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html))"
        found: list[str] = self.page.evaluate(script)
        return [f"{name}: {one[:200]}" for one in found]

    def close(self) -> None:
        self.context.close()
        assert self.faults == []


def play_to_the_end(people: list[Person], seed: int) -> None:
    """Everybody answers what they are asked until the result is shown to all."""
    for number, one in enumerate(people):
        one.page.evaluate(PLAYS, seed + number)
    for one in people:
        one.page.wait_for_selector(".ending", timeout=MATCH * 1000)
