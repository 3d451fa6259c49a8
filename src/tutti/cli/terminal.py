"""The person's terminal: what is printed, what is typed, and how a person leaves."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType

from rich.console import Console, RenderableType
from rich.text import Text

from tutti.kernel.errors import TuttiError
from tutti.kernel.types import Json
from tutti.words import DEFAULT, Speaker
from tutti.words.small import bracketed, pieces

try:
    import readline  # line editing and history in input()
except ImportError:  # not on every system
    readline = None  # type: ignore[assignment]  # a module that may be absent

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what has been scrolled off it: a secret must not be a key away."""


class Leave(Exception):
    """The person stops: quit, Ctrl-C, the end of the input, or a closed window."""


class Problem(Exception):
    """A command that cannot be carried out; the text is one clear line."""

    code = 2
    """The exit code of the program."""


class BadConfiguration(Problem):
    """The settings are wrong, and stay so however often the program is started again."""

    code = 78  # EX_CONFIG of sysexits.h; deploy/tutti.service knows it


def lenient_streams() -> None:
    """Bytes that are no text, and characters that the terminal lacks, must not stop a match."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class Terminal:
    """Prints and asks. ``live`` when a person sits before it; a pipe gets neither pauses nor a cleared screen."""

    def __init__(self, fast: bool = False, lang: str = DEFAULT) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.fast = fast or not self.live
        self.console = Console(highlight=False, emoji=False, markup=False)
        self.errors = Console(stderr=True, highlight=False, emoji=False, markup=False, soft_wrap=True)
        self.speak(lang)

    def speak(self, lang: str) -> None:
        """From now on in this language."""
        self.words = Speaker("terminal", lang=lang)

    def sentence(self, fault: TuttiError | Problem) -> str:
        """What is wrong, in the language of the person."""
        return (
            str(fault)
            if isinstance(fault, Problem)
            else bracketed(Speaker(fault.game, lang=self.words.lang, small=True).error(fault))
        )

    def print(self, *what: RenderableType) -> None:
        self.console.print(*what)

    def line(self, text: Text) -> None:
        """A line that is never broken: other programs may read it."""
        self.console.print(text, soft_wrap=True)

    def say(self, code: str, /, style: str = "", **args: Json) -> None:
        """Print words of the terminal's own."""
        self.console.print(Text(self.words.say(code, **args), style))

    def complain(self, text: str) -> None:
        """One line on the error stream."""
        self.errors.print(Text(text, "red"))

    def ask(self, prompt: str) -> str:
        """What the person types. Raises ``Leave`` when there is nobody any more."""
        try:
            self.console.file.flush()
            typed = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None
        if not self.live:
            self.console.print(Text(typed, "dim"))  # so that the transcript of a pipe can be read
        return " ".join(typed.replace("\0", "").split())

    def agrees(self, prompt: str) -> bool:
        """Whether the answer is yes; anything else is no."""
        return self.says("ask.yes", self.ask(prompt))

    def says(self, code: str, typed: str) -> bool:
        """Whether the person typed one of the words of that code, in this language or in English."""
        words = f"{self.words.say(code)} {Speaker('terminal').say(code)}"
        return typed.casefold() in words.split()

    def fresh(self) -> None:
        """An empty screen."""
        if self.live:
            self.console.file.write(CLEAR)
            self.console.file.flush()

    def curtain(self, name: str) -> None:
        """Hide everything until the next person sits down."""
        self.fresh()
        self.ask(self.words.say("ask.curtain", name=name))
        if readline is not None:
            readline.clear_history()  # what the last person typed is a secret too
        self.fresh()

    def pause(self, seconds: float) -> None:
        if not self.fast:
            time.sleep(seconds)


@contextlib.contextmanager
def leaving_on_signals() -> Iterator[None]:
    """A closed window or a polite kill leaves like quit, so that the match is kept."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Leave

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    caught = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(number, signal.signal(number, leave)) for number in caught]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """A second Ctrl-C waits until what must be done is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def said(text: str, style: str = "") -> Text:
    """A sentence with its small print in brackets and dim: codes that can be typed."""
    shown = Text()
    for piece, small in pieces(text):
        shown.append(f" ({piece})" if small else piece, "dim" if small else style)
    return shown
