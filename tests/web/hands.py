"""Somebody at the board of Orchestra who does what is lit, by chance: with a mouse, with keys alone, or a finger."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from web.site import PATIENCE, Person

NEXT = (Path(__file__).parent / "hands.js").read_text(encoding="utf-8")
"""What is done next, and where; all in one go, since a match has hundreds of gestures."""
WAY = """() => {
    const [node, now] = [window.aimed, document.activeElement]
    if (!node.isConnected) return ['gone', 0]
    if (node === now || now.dataset.seat && node.dataset.seat) return ['here', 0]
    const open = one => one.tabIndex >= 0 && !one.disabled && !one.closest('[inert]') && one.checkVisibility()
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
        .filter(one => one === node || one === now || open(one))
    const back = Boolean(node.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING)
    const from = all.indexOf(now)
    return [back ? 'Shift+Tab' : 'Tab', from < 0 ? 1 : Math.max(1, Math.abs(all.indexOf(node) - from))]
}"""
"""The key that leads to it, and how often it may be needed."""
STOPS = 40
SMALLEST = 24
"""Pixels that a finger needs at least."""


@dataclass
class Player:
    """Faults are collected, since a match is long and the first one may not be the worst."""

    me: Person
    by: str
    seed: int
    done: int = 0
    again: bool = True
    """The next gesture need not wait for the last one to do anything."""
    trace: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """Every kind of question so far."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def match(self, most: int, *, axe: bool = True) -> bool:
        """Play to the end, or so many gestures; True at the end. Axe looks at each kind of question once."""
        while self.done < most:
            step = self.next()
            if step["does"] == "end":
                return True
            if step["does"] in ("go", "hide") and step["question"] not in self.asked:
                self.asked.add(step["question"])
                if axe:
                    self.faults += self.me.axe(step["question"])
                    self.again = True
                    continue
            self.one(step)
        return False

    def next(self) -> dict[str, Any]:
        given = {
            "by": self.by,
            "seed": self.chance.randrange(1, 2147483647),
            "patience": PATIENCE * 1000,
            "again": self.again,
        }
        step: dict[str, Any] = self.me.page.evaluate(NEXT, given)
        self.again = False
        return step

    def one(self, step: dict[str, Any]) -> None:
        """One gesture. Whatever is done to something that is lit must change what is seen."""
        self.done += 1
        if step["does"] == "stop":
            raise AssertionError(f"nothing is asked after {self.trace[-1:]}")
        if step["does"] == "nothing":
            self.faults.append(f"{self.trace[-1]} does nothing")
            self.again = True
            return
        name = f"{self.done} {step['name']} ({step['kind']})"
        if step["does"] == "hide":
            self.faults.append(f"{name} is covered by {step['over']}")
            self.again = True
            return
        self.trace.append(f"{name} at {step['at']}")
        if self.by == "touch" and step["small"] < SMALLEST:
            self.faults.append(f"{name}: {step['small']:.0f}")
        if self.by == "keys":
            self.press(step, name)
        elif self.by == "touch":
            self.me.page.touchscreen.tap(*step["at"])
        else:
            self.me.page.mouse.click(*step["at"])

    def press(self, step: dict[str, Any], name: str) -> None:
        """Tab leads to what is lit, arrows lead on within the hall, Enter does it."""
        keyboard = self.me.page.keyboard
        if step["kind"] == "sure":
            keyboard.press("Enter")
            return
        for _ in range(STOPS):
            way, times = self.me.page.evaluate(WAY)
            if way == "here":
                break
            if way == "gone":
                self.again = True
                return
            for _ in range(times):
                keyboard.press(way)
        else:
            self.faults.append(f"{name} is not reached by Tab")
            self.again = True
            return
        if step["kind"] == "chair":
            for _ in range(self.chance.randrange(6)):
                keyboard.press(self.chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space"]))
            if not self.me.page.evaluate("() => document.activeElement.dataset.move"):
                self.again = True
                return
        keyboard.press("Enter")
