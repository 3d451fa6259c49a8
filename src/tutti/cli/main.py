"""The command line: finds the commands, turns every expected fault into one clear line."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import tutti
from tutti.cli import language
from tutti.cli.terminal import Leave, Problem, Terminal, lenient_streams
from tutti.kernel.errors import TuttiError
from tutti.kernel.library import found_in
from tutti.words import languages

COMMANDS = "tutti.cli.commands"
READER_GONE = 1
USAGE_FAULT = 2
INTERRUPTED = 130


_ADDRESS = re.compile(r"-[\w-]{15}", re.ASCII)
"""An id of a table that begins with a dash; none is made any more, but some are stored."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and that takes no table for an option."""

    def _parse_optional(self, arg_string: str) -> Any:
        if _ADDRESS.fullmatch(arg_string) and not any(
            name.startswith(arg_string) for name in self._option_string_actions
        ):
            return None
        return super()._parse_optional(arg_string)

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_FAULT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser(only: str = "") -> Parser:
    """The parser of all commands in the folder, or of one of them: the others need not even be imported then."""
    top = Parser(prog="tutti", description="Three orchestra board games. Without a command: the menu.")
    state = "compiled" if tutti.COMPILED else "not compiled"
    top.add_argument("--version", action="version", version=f"Tutti {tutti.__version__} ({state})")
    about = f"the language: {', '.join(languages())} (else {language.VARIABLE}, else the system's)"
    top.add_argument("--lang", metavar="LANG", help=about)
    commands = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    names = list(found_in(COMMANDS))
    if only in names:
        names = [only]
    else:
        top.set_defaults(run=importlib.import_module(f"{COMMANDS}.menu").run)
    for name in names:
        module = importlib.import_module(f"{COMMANDS}.{name}")
        sub = commands.add_parser(name.replace("_", "-"), help=module.HELP, description=module.HELP)
        module.arguments(sub)
        sub.add_argument("--lang", metavar="LANG", default=argparse.SUPPRESS, help=about)
        sub.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 done, 2 refused with the reason, 78 refused because of the server's settings."""
    lenient_streams()
    given = sys.argv[1:] if argv is None else list(argv)
    args = parser(given[0] if given else "").parse_args(given)
    term = Terminal(getattr(args, "fast", False))
    try:
        term.speak(language.chosen(args.lang, os.environ))
        return int(args.run(args, term))
    except (TuttiError, Problem) as fault:
        term.complain(f"tutti: {term.sentence(fault)}")
        return fault.code if isinstance(fault, Problem) else USAGE_FAULT
    except BrokenPipeError:
        # The reader has gone (`tutti rules … | head`): say nothing, and keep Python from trying once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except OSError as fault:
        term.complain(f"tutti: {fault.filename or 'file'}: {fault.strerror or fault}")
        return USAGE_FAULT
    except Leave:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
