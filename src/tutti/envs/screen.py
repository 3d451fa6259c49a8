"""The terminal's picture of a table, as text or as an image."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.color import ColorSystem
from rich.console import Console, Group
from rich.segment import Segment
from rich.text import Text

import tutti
from tutti.cli.screens import picture_of
from tutti.words import Speaker

WIDTH = 120
INK = (228, 228, 228)
PAPER = (24, 24, 28)
SIZE = 15
FONTS = ("DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf", "LiberationMono-Regular.ttf")
"""Fonts that have the frames of a table; the first that this machine has."""


def console() -> Console:
    """As wide as the pictures need, with colours, whatever the terminal is."""
    return Console(
        file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False, emoji=False
    )


def shown(match: tutti.Match) -> Group:
    """What a spectator sees, and who is asked."""
    speaker = Speaker(match.game.name, [f"player_{seat}" for seat in range(match.players)])
    asked = ", ".join(f"player_{seat}" for seat in match.active) or "over"
    return Group(picture_of(match.game.name)(match.game, match.view(None), speaker), Text(f"to move: {asked}"))


def ansi(match: tutti.Match) -> str:
    """The screen as text with colours."""
    with console() as pen, pen.capture() as caught:
        pen.print(shown(match))
    return caught.get()


def render(match: tutti.Match, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The screen in one of the modes of Gymnasium and PettingZoo; for people it is printed."""
    if mode == "ansi":
        return ansi(match)
    if mode == "rgb_array":
        return image(match)
    if mode == "human":
        print(ansi(match))
    return None


def image(match: tutti.Match) -> NDArray[np.uint8]:
    """The screen as an image, one letter in each cell."""
    from PIL import Image, ImageDraw

    pen = console()
    lines = pen.render_lines(shown(match), pen.options.update(height=None), pad=True)
    font = _font()
    wide, high = max(1, round(font.getlength("M"))), SIZE + 4
    page = Image.new("RGB", (WIDTH * wide, max(1, len(lines)) * high), PAPER)
    brush = ImageDraw.Draw(page)
    for number, line in enumerate(lines):
        column = 0
        for segment in line:
            ink = _ink(segment)
            for letter in segment.text:
                if letter != " ":
                    brush.text((column * wide, number * high), letter, ink, font)
                column += 1
    return np.asarray(page, np.uint8).copy()


def _ink(segment: Segment) -> tuple[int, int, int]:
    colour = segment.style.color if segment.style else None
    if colour is None or colour.is_default:
        return INK
    red, green, blue = colour.downgrade(ColorSystem.TRUECOLOR).get_truecolor()
    return red, green, blue


def _font() -> Any:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, SIZE)
        except OSError:
            continue
    return ImageFont.load_default(SIZE)
