"""``tutti concert``: a match as music, in files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti import concert
from tutti.cli import saves
from tutti.cli.terminal import Problem, Terminal

HELP = "hear a recorded match: MIDI, MusicXML, an engraved score, sound"
OPTIONS = {
    "midi": ("mid", "a Standard MIDI File"),
    "musicxml": ("musicxml", "the orchestral score, for notation programs"),
    "svg": ("svg", "the engraved score with who plays each note (needs Verovio)"),
    "ogg": ("ogg", "sound in Ogg Vorbis (needs FluidSynth and a soundfont)"),
    "wav": ("wav", "sound without loss (needs FluidSynth and a soundfont)"),
}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; “last” is the match kept last")
    for option, (_, about) in OPTIONS.items():
        parser.add_argument(f"--{option}", type=Path, metavar="FILE", help=f"write {about}")
    parser.add_argument("--soundfont", default="", metavar="FILE", help="the soundfont to render with")


def run(args: Namespace, term: Terminal) -> int:
    performance = concert.performance_of(saves.open_match(saves.read(saves.find(args.file, term.words))))
    wished = {path: form for option, (form, _) in OPTIONS.items() if (path := getattr(args, option)) is not None}
    for path in wished:
        if not path.resolve().parent.is_dir():
            raise Problem(term.words.say("concert.no_folder", path=str(path)))
    # everything is made before anything is written, so that what is missing is told at once
    made = {path: concert.made(performance, form, args.soundfont) for path, form in wished.items()}
    for path, content in made.items():
        path.write_bytes(content)
        term.line(Text(term.words.say("concert.written", path=str(path)), "bold green"))
    if not made:
        term.line(Text(performance.title, "bold"))
        seconds = round(performance.timeline()["seconds"])
        term.say("concert.about", seconds=seconds, tones=len(performance.tones), parts=len(performance.parts))
        able = [f"--{option}" for option, (form, _) in OPTIONS.items() if form in concert.formats(args.soundfont)]
        term.say("concert.options", "dim", options=able)
    return 0
