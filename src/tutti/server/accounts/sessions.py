"""Sessions of people with a passphrase: which devices are signed in, and what kind each is."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tutti.server.accounts.identity import DATED, DAY
from tutti.server.logs import log
from tutti.server.store import Store, StoreFault
from tutti.server.store.accounts import Session
from tutti.server.store.rows import Person
from tutti.server.tasks import Spawn

KEPT = 20_000
BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""The first sign that is found counts: most browsers claim to be several."""


def kind_of(agent: str) -> str:
    """What a browser says of itself, in two words; nothing by which one could be told from others of its kind."""
    found = (next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS))
    return " · ".join(name for name in found if name)


def public_id(session: str) -> str:
    """What a device is called in lists. The name in its cookie stays in its cookie."""
    return hashlib.sha256(f"tutti-session:{session}".encode()).hexdigest()[:20]


class Sessions:
    """Notes a device once a day; that must be in nobody's way."""

    def __init__(self, store: Store, now: Callable[[], int], spawn: Spawn) -> None:
        self.store = store
        self.now = now
        self.spawn = spawn
        self._noted: OrderedDict[tuple[str, str], int] = OrderedDict()

    def saw(self, person: Person, session: str, headers: Any) -> None:
        """Somebody asks from this device."""
        today = self.now() // DAY
        if person.passphrase is None or self._noted.get((person.id, session)) == today:
            return
        self._noted[(person.id, session)] = today
        self._noted.move_to_end((person.id, session))
        while len(self._noted) > KEPT:
            self._noted.popitem(last=False)
        agent = next((value for name, value in headers if name == b"user-agent"), b"").decode("latin-1")
        day = session.partition(DATED)[0] if DATED in session else ""
        began = int(day[:9]) * DAY if day.isascii() and day.isdecimal() else 0
        self.spawn(self._note(Session(person.id, session, began, today * DAY, kind_of(agent))))

    async def _note(self, session: Session) -> None:
        try:
            await self.store.saw_session(session)
        except StoreFault as fault:
            self._noted.pop((session.person, session.session), None)
            log("not_noted", level="warning", what="session", reason=str(fault))

    def forget(self, person: str) -> None:
        """Note the devices of this person anew."""
        for key in [key for key in self._noted if key[0] == person]:
            del self._noted[key]
