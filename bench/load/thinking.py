"""``python -m bench.load.thinking``: how long ``maestro`` takes for a decision, seen by who plays through the server.

One person alone against the bot, who answers at once and by chance. A decision lasts from the message after which the
bot is asked to the one that brings its move. ``--busy 2`` keeps as many loops running meanwhile.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.sync.client import connect

from bench.load.host import Host

GAMES = ("symphonimo", "symphony", "orchestra")
TOLD_AT_ONCE = {"symphony": 2}
"""Decisions that others hear of in one message: a card, and where it sits."""
LATE = 1.1
"""Times the budget: later than this it must not be."""


def watched(host: Host, game: str, bot: str, seconds: float, seed: int = 1) -> list[float]:
    """Seconds of one decision after the other, for so long or until the match is over."""
    chance = random.Random(seed)
    address = f"{host.host}:{host.port}"
    with httpx.Client(base_url=f"http://{address}", verify=False, timeout=60) as http:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        made = http.post("/api/tables", json={"game": game, "seats": seats, "start": True})
        made.raise_for_status()
        cookie = made.headers["set-cookie"].partition(";")[0]
    found: list[float] = []
    end = time.monotonic() + seconds
    path = f"ws://{address}/api/tables/{made.json()['id']}/socket?seat=0"
    with connect(path, additional_headers={"Cookie": cookie}, compression=None) as wire:
        asked, question = None, None
        while time.monotonic() < end:
            message: dict[str, Any] = json.loads(wire.recv(60))
            if message["type"] != "view" or message["question"] == question:
                continue
            now, question = time.monotonic(), message["question"]
            if asked is not None:
                found.append(now - asked)
            if message["view"]["result"]:
                break
            asked = None if message["legal"] else now
            if message["legal"]:
                move = {
                    "type": "play",
                    "key": str(question),
                    "question": question,
                    "action": chance.choice(message["legal"]),
                }
                wire.send(json.dumps(move))
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load.thinking", description=__doc__)
    parser.add_argument("--bot", default="maestro")
    parser.add_argument("--budget", type=float, default=3.0, help="seconds that the bot has")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each game")
    parser.add_argument("--busy", type=int, default=0, help="loops that run meanwhile")
    given = parser.parse_args(arguments)
    spin = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(spin) for _ in range(given.busy)]
    print("| game | decisions | median | longest | later than a tenth beyond the budget |")
    print("|---|---|---|---|---|", flush=True)
    try:
        with tempfile.TemporaryDirectory() as folder, Host(Path(folder), bot_pause=0) as host:
            for game in GAMES:
                times = watched(host, game, given.bot, given.seconds)
                most = LATE * given.budget * TOLD_AT_ONCE.get(game, 1)
                late = sum(one > most for one in times)
                print(f"| {game} | {len(times)} | {median(times):.2f} s | {max(times):.2f} s | {late} |", flush=True)
    finally:
        for one in busy:
            one.kill()
            one.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
