"""``tutti engine``: Tutti as an engine for other programs, one line of JSON at a time."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

import tutti
from tutti.arena.entrants import shipped, thinker_of
from tutti.cli.commands.hint import best_bot
from tutti.cli.terminal import Terminal
from tutti.engine.service import Service

HELP = "answer other programs on standard input and output (see docs/engine.md)"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--bot", metavar="BOT", help="which bot answers, with its own budget if you like: maestro@0.5s")


def run(args: Namespace, term: Terminal) -> int:
    service = Service(f"Tutti {tutti.__version__}", thinker_of(args.bot or best_bot()), shipped)
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        answer = service.answer(line)
        if answer is None:
            break
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0
