"""Engines for the tests: small Python programs, good and bad."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from tutti.engine.guest import EngineBot
from tutti.kernel.match import Match

FRAME = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "hello":
        say(tutti=1, name="test")
    elif message["do"] == "go":
        asked += 1
{body}
    elif message["do"] != "quit":
        say()
"""


def program(folder: Path, text: str) -> str:
    """The command of a Python program."""
    path = folder / f"engine{len(list(folder.glob('engine*.py')))}.py"
    path.write_text(text)
    return shlex.join([sys.executable, "-I", str(path)])


def answering(folder: Path, body: str) -> str:
    """The command of an engine that does this when it is to decide; it may use ``message`` and ``asked``."""
    return program(folder, FRAME.format(body="\n".join(f"        {line}" for line in body.splitlines())))


def seated(command: str, match: Match, player: int, timeout: float = 5.0) -> EngineBot:
    """The engine in a seat of a match."""
    bot = EngineBot(command, timeout)
    bot.begin(match.game, match.options, player)
    return bot
