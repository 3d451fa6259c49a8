"""The words of all that the server says."""

from __future__ import annotations

import re
from pathlib import Path

import tutti
from server.kit import LiveServer
from tutti import words

SERVER = Path(tutti.__file__).parent / "server"


def codes_said() -> set[str]:
    """Every code of the server's own words that its sources say."""
    from tutti.server.notifications.dispatcher import REASONS

    said: set[str] = set()
    patterns = (
        (r'(?:Refused|Stale)\(\s*"(\w+)"', "error."),
        (r'change\.notice\(\s*"(\w+)"', "notice."),
        (r'hand_over\(.*, "(\w+)"', "notice."),
        (r'stop\(room, change, "(\w+)"', "ending."),
        (r'Unfair\("(\w+)"', "verify."),
        (r'BadAddress\("(\w+)"', "error."),
        (r"""\bsay\(["'](\w+)["'], lang""", "told."),
    )
    sources = [*SERVER.rglob("*.py"), *(SERVER.parent / "cli" / "commands").glob("*.py")]
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for pattern, section in patterns:
            said |= {section + code for code in re.findall(pattern, text)}
        said |= set(re.findall(r'"((?:serve|verify|backup|export|reports|owner|moderate|checkup|health)\.\w+)"', text))
        said |= {f"error.{code}{end}" for code in re.findall(r'_out\("(\w+)"', text) for end in ("", "_until")}
    said |= {f"told.{why}" for why in REASONS}
    return said | {
        f"notice.{what}_{how}" for what in ("undo", "end", "slow", "seat") for how in ("declined", "withdrawn")
    }


def test_everything_the_server_says_has_words_and_nothing_is_left_over() -> None:
    from tutti.server.app import CODES

    said = codes_said() | {f"error.{code}" for code in CODES.values()} | {"title"}
    assert said == set(words.catalogue("server"))


def test_the_words_get_the_values_they_ask_for(home: LiveServer) -> None:
    ada = home.person()
    for answer in (
        ada.patch("/api/me", {"name": "x" * 60}, status=400),
        ada.put("/api/me/passphrase", {"passphrase": "x"}, status=400),
        ada.get("/api/words/xx/kernel", status=404),
        ada.get(f"/api/tables/{ada.table('me', 'greedy', start=True)}/view?seat=1", status=403),
    ):
        assert "{" not in answer["text"]
        assert words.say("server", answer["code"], answer["args"]) == answer["text"]
