"""The concert: a performance as files. See docs/concert.md.

``midi`` and ``musicxml`` are written here with the standard library alone; ``engrave`` needs Verovio (the extra
``concert``), ``render`` needs FluidSynth and a soundfont on the machine.
"""

from __future__ import annotations

from typing import Final

from tutti.concert import engrave, midi, musicxml, render
from tutti.concert.needs import Missing, NoConcert
from tutti.kernel.match import Match
from tutti.performance import Performance

__all__ = ["FORMATS", "Missing", "NoConcert", "formats", "made", "performance_of"]

FORMATS: Final = ("mid", "musicxml", "svg", "ogg", "wav")


def performance_of(match: Match) -> Performance:
    """The match as music, as far as it went. Raises ``NoConcert``."""
    if not match.game.concert:
        raise NoConcert(match.game.name)
    made: Performance = match.game.performance(match.state, match.events())
    return made


def formats(soundfont: str = "") -> tuple[str, ...]:
    """What can be made on this machine."""
    able = {"svg": engrave.able(), "ogg": render.able(soundfont), "wav": render.able(soundfont)}
    return tuple(form for form in FORMATS if able.get(form, True))


def made(performance: Performance, form: str, soundfont: str = "") -> bytes:
    """A performance in one of ``FORMATS``. Raises ``Missing`` where this machine lacks what it needs."""
    if form == "mid":
        return midi.write(performance)
    if form == "musicxml":
        return musicxml.orchestral(performance).encode()
    if form == "svg":
        return engrave.svg(musicxml.printed(performance)).encode()
    if form in ("ogg", "wav"):
        return render.sound(midi.write(performance), form, soundfont)
    raise ValueError(form)
