"""``python -m bench.load``: moves a second and memory for each socket, client and server on one machine."""

from __future__ import annotations

import argparse

import tutti
from bench.load import duel
from bench.load.host import many_files, run
from bench.load.measures import Load, idle, moves, restart, restarting

RATES = {"symphonimo": 1100.0, "symphony": 600.0, "orchestra": 300.0}
"""Moves a second that are asked for where nothing else is said: the goals of docs/performance.md."""
TABLES = {"symphonimo": 300}
OTHERS = 200


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.load")
    parser.add_argument("--game", nargs="+", default=list(RATES), choices=list(RATES))
    parser.add_argument("--tables", type=int, help="(default: 300 of Symphonimo, 200 of the others)")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, nargs="*", help="moves a second, all tables together; several: in turn")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", default="", metavar="URL", help="PostgreSQL instead of SQLite")
    parser.add_argument("--processes", type=int, default=1, help="servers that share the database")
    parser.add_argument("--idle", type=int, default=2000, help="idle sockets; 0: not measured")
    parser.add_argument("--restart", type=int, default=5, metavar="TIMES", help="kills under load; 0: none")
    parser.add_argument("--against", nargs="?", const=duel.RELEASED, metavar="COMMIT", help="in turns with v0.1.0")
    parser.add_argument("--rounds", type=int, default=5, help="of --against")
    return parser.parse_args()


def main() -> None:
    asked = options()
    many_files()
    print(f"Tutti {tutti.__version__}, {'compiled' if tutti.COMPILED else 'NOT compiled'}")
    loads = [
        Load(game, asked.tables or TABLES.get(game, OTHERS), asked.seats, rate, asked.seconds)
        for game in asked.game
        for rate in asked.rate or [RATES[game]]
    ]
    if asked.against:
        duel.fight(loads, asked.against, asked.rounds, asked.restart)
        return
    for load in loads:
        print(run(moves(load, asked.database, asked.processes)))
    if asked.restart:
        print(run(restart(restarting(loads[0]), asked.restart)))
    if asked.idle:
        print(run(idle(asked.idle)))


if __name__ == "__main__":
    main()
