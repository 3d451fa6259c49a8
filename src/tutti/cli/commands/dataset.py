"""``tutti dataset``: matches of bots with what their searches thought, as arrays; docs/research.md reads them."""

from __future__ import annotations

import subprocess
import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from importlib.util import find_spec

from tutti.cli.terminal import Problem, Terminal
from tutti.extras import install_line
from tutti.words import Speaker

HELP = "write matches of bots as arrays for learners (its own --help: tutti dataset -- --help)"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rest", nargs=REMAINDER, metavar="GAME FOLDER …", help="as python -m tutti.envs.dataset has it")


def run(args: Namespace, term: Terminal) -> int:
    """The environments sit on top of the commands, so that they are started rather than imported."""
    if find_spec("numpy") is None:
        words = Speaker("lab", lang=term.words.lang)
        raise Problem(words.say("error.no_extra", what="numpy", command=install_line("pettingzoo")))
    rest = args.rest[1:] if args.rest[:1] == ["--"] else args.rest
    return subprocess.run([sys.executable, "-m", "tutti.envs.dataset", *rest], check=False).returncode
