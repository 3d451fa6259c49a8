"""Takes the pictures of the documentation: the main pages, from matches that are played while it runs.

``make pictures`` writes ``docs/pictures/*.webp``. Look at them before they are committed.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from web.site import CHROMIUM, FLAGS, Person, Server, missing, play, play_to_the_end, serving

TARGET = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LARGEST = 140_000
"""Bytes of one picture."""
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1.5}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PACK = """async ([png, quality]) => {
    const image = new Image()
    image.src = "data:image/png;base64," + png
    await image.decode()
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height })
    canvas.getContext("2d").drawImage(image, 0, 0)
    return canvas.toDataURL("image/webp", quality).split(",")[1]
}"""


class Photographer:
    """Has browsers of all sizes, and packs what it saw."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.darkroom = browser.new_page()

    def somebody(self, likes: dict[str, Any] | None = None, **look: Any) -> Person:
        one = Person(self.browser, self.server, likes=likes, **look)
        one.visit("/#/settings")
        one.page.get_by_label("Name", exact=True).first.fill("Clara")
        one.page.get_by_role("button", name="Rename").click()
        one.page.get_by_text("You are Clara now.").wait_for()
        return one

    def shoot(self, one: Person, name: str, scheme: str = "light") -> None:
        one.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        one.page.locator(".notes .note").first.wait_for(state="detached")
        one.page.evaluate("async () => { await document.fonts.ready; await new Promise(requestAnimationFrame) }")
        one.page.mouse.move(0, 0)
        png = base64.b64encode(one.page.screenshot()).decode()
        for quality in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4):
            packed = base64.b64decode(self.darkroom.evaluate(PACK, [png, quality]))
            if len(packed) <= LARGEST:
                break
        (TARGET / f"{name}.webp").write_bytes(packed)
        print(f"{name:<24} {len(packed) // 1000:>4} kB", flush=True)


def pages(by: Photographer) -> None:
    """What lies before a match."""
    me = by.somebody(likes={"level": "student"}, **WIDE)
    me.visit("/", 'li[data-game="orchestra"] button')
    by.shoot(me, "home")
    by.shoot(me, "home-dark", "dark")
    me.visit("/#/new/symphony", "form .options")
    by.shoot(me, "create")
    me.visit("/#/rules/symphonimo", "main section")
    by.shoot(me, "rules")


def symphonimo(by: Photographer) -> None:
    """A table in the light and in the dark, with a hint; the end; the replay."""
    me = by.somebody(**WIDE)
    me.play_now("symphonimo")
    play(me, 9, 11)
    while "draw" not in (choices := me.wait_for_turn()):
        assert choices, "the match was over too soon: try again"
        play(me, 1, 11)
    me.choose("draw")
    me.page.wait_for_selector('[data-action^="place"]', state="attached")
    by.shoot(me, "symphonimo")
    by.shoot(me, "symphonimo-dark", "dark")
    me.page.get_by_role("button", name="Hint").click()
    me.page.locator(".stage .hint").first.wait_for()
    by.shoot(me, "hint")
    play_to_the_end(me, seed=11)
    by.shoot(me, "ending")
    me.page.get_by_role("button", name="Replay and share").click()
    me.page.get_by_text("The set-up").wait_for()
    me.page.get_by_role("button", name="To the end").click()
    me.page.locator(".podium").first.wait_for()
    for _ in range(6):
        me.page.keyboard.press("ArrowLeft")
    by.shoot(me, "replay")


def telephone(by: Photographer) -> None:
    """The same in a pocket."""
    me = by.somebody(**PHONE)
    me.play_now("symphonimo")
    play(me, 10, 12)
    by.shoot(me, "symphonimo-phone")
    by.shoot(me, "symphonimo-phone-dark", "dark")


def heavy(by: Photographer) -> None:
    """Symphony and Orchestra well into a match."""
    for game, moves in (("symphony", 29), ("orchestra", 40)):
        me = by.somebody(**WIDE)
        me.play_with(game, 3, {})
        play(me, moves, 13)
        by.shoot(me, game)


def concert(by: Photographer) -> None:
    """Symphony in a pocket and in the dark, and what was played, to be heard."""
    me = by.somebody(**PHONE)
    me.play_with("symphony", 3, {})
    play(me, 29, 13)
    while not any(action.startswith("note ") for action in me.wait_for_turn()):
        play(me, 1, 13)
    me.page.locator("#pages-score:not([inert])").wait_for()
    by.shoot(me, "symphony-phone")
    me = by.somebody(**WIDE)
    me.play_with("symphony", 3, {})
    play_to_the_end(me, seed=13)
    me.page.get_by_role("button", name="Hear it").click()
    me.page.locator(".concert .row").first.wait_for()
    by.shoot(me, "concert")


ALBUM: tuple[Callable[[Photographer], None], ...] = (pages, symphonimo, telephone, heavy, concert)


def main() -> int:
    if lacks := missing():
        print(f"This needs {', '.join(lacks)}.", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        by = Photographer(browser, server)
        for part in ALBUM:
            part(by)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
