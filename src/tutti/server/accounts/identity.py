"""Identity: a signed cookie at once, a passphrase for people who want to sign in from elsewhere."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import NamedTuple

from tutti.server.accounts.confusables import legible, mixed
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.store.rows import Person

COOKIE = "tutti"
DEVICE = "tutti-device"
"""The cookie by which a device is known on which somebody was signed in; it says nothing of who is there now."""
KNOWN = 5
"""So many people are known on a device, the newest first."""
COOKIE_DAYS = 400
COOKIE_AGE = COOKIE_DAYS * 24 * 3600
DAY = 24 * 3600 * 1000
DATED = "~"
"""Between the day of a session and its name."""
LONGEST_NAME = 24
SHORTEST_PASSPHRASE = 8
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
"""Letters that look like digits are not in codes, and are read as those."""
_TEMPI = ("Adagio", "Allegro", "Andante", "Cantabile", "Dolce", "Largo", "Presto", "Vivace")


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(16)


def address_id() -> str:
    """The last part of an address that people paste, of a table or a replay.

    Whoever knows it may come in, so nobody may guess it. It begins and ends as a word, lest a command line take it for
    an option or a chat cut off its end.
    """
    while True:
        found = secrets.token_urlsafe(12)
        if found[0].isalnum() and found[-1].isalnum():
            return found


def guest(id: str, now: int) -> Person:
    """A visitor who has not said a name yet gets a musical one."""
    digest = hashlib.sha256(id.encode()).digest()
    return Person(id, f"{_TEMPI[digest[0] % len(_TEMPI)]} {int.from_bytes(digest[1:4], 'big') % 9000 + 1000}", now, now)


# -- cookies -----------------------------------------------------------------------------------


class Pass(NamedTuple):
    """What a cookie says: who, of which epoch, and which of their devices."""

    id: str
    epoch: int
    session: str


def new_session(now: int) -> str:
    """The name of one device's cookie, by which it can be ended; and the day from which it is."""
    return f"{now // DAY}{DATED}{secrets.token_urlsafe(9)}"


def too_old(session: str, now: int) -> bool:
    """Whether a browser has thrown the cookie away by now, so that whoever still has it copied it.

    Of cookies from before they had a day nobody knows."""
    day, dated, _ = session.partition(DATED)
    return bool(dated) and day.isascii() and day.isdecimal() and now // DAY - int(day[:9]) > COOKIE_DAYS + 1


def sign(secret: bytes, id: str, epoch: int, session: str) -> str:
    """The value of the cookie."""
    text = f"{id}.{epoch}.{session}"
    return f"{text}.{_mac(secret, text)}"


def verify(secret: bytes, cookie: str) -> Pass | None:
    """What a cookie says that we signed; None for any other. Old ones name no session: they share the empty one."""
    text, _, mac = cookie.rpartition(".")
    id, epoch, session = (*text.split("."), "", "")[:3]
    if text.count(".") not in (1, 2) or not id or not epoch.isascii() or not epoch.isdecimal() or len(epoch) > 9:
        return None
    if not hmac.compare_digest(mac.encode(errors="replace"), _mac(secret, text).encode()):
        return None
    return Pass(id, int(epoch), session)


def known_device(secret: bytes, cookie: str, id: str) -> str:
    """The name of the device, if this person was signed in on it; else nothing."""
    device, *known = cookie.split(".")
    right = _known(secret, device, id).encode()
    return device if any(hmac.compare_digest(one.encode(errors="replace"), right) for one in known[:KNOWN]) else ""


def remember_device(secret: bytes, cookie: str, id: str) -> str:
    """What the device is given when this person was signed in on it. Nobody can read from it who that was."""
    device, *known = cookie.split(".")
    if not (known and device.isascii() and 0 < len(device) <= 32):
        device, known = secrets.token_urlsafe(12), []
    mine = _known(secret, device, id)
    others = [one for one in known if one != mine and len(one) == len(mine)]
    return ".".join([device, mine, *others[: KNOWN - 1]])


def _known(secret: bytes, device: str, id: str) -> str:
    return _mac(secret, f"device {device} {id}")


def _mac(secret: bytes, text: str) -> str:
    # Not hmac.digest: it lets other threads run, and whoever comes back in a crowd waits for them.
    made = _keyed(secret).copy()
    made.update(text.encode(errors="replace"))
    return urlsafe_b64encode(made.digest()).decode().rstrip("=")


@lru_cache(maxsize=4)
def _keyed(secret: bytes) -> hmac.HMAC:
    """What is the same for every cookie."""
    return hmac.new(secret, digestmod="sha256")


# -- names -------------------------------------------------------------------------------------


def clean_name(text: str) -> str:
    """The name as it is shown, or ``Refused``."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name_key(name) or not legible(name):
        raise Refused("bad_name", longest=LONGEST_NAME)
    if mixed(name):
        raise Refused("mixed_name")
    return name


def name_key(name: str) -> str:
    """What ways to write a name share: letters and digits only, without case and accents."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


# -- passphrases -------------------------------------------------------------------------------


def check_passphrase(text: str) -> None:
    if len(text) < SHORTEST_PASSPHRASE:
        raise Refused("short_passphrase", least=SHORTEST_PASSPHRASE)


def hash_passphrase(text: str) -> str:
    """Slow on purpose: call it in a thread."""
    salt = secrets.token_bytes(16)
    return f"scrypt${_b64(salt)}${_b64(_scrypt(text, salt))}"


def right_passphrase(text: str, stored: str | None) -> bool:
    """Slow on purpose, also for a name that does not exist: the time must not tell."""
    salt, digest = secrets.token_bytes(16), b""
    if stored is not None:
        try:
            _, salt_text, digest_text = stored.split("$")
            salt, digest = urlsafe_b64decode(salt_text), urlsafe_b64decode(digest_text)
        except (ValueError, TypeError):
            log("unreadable", level="error", what="passphrase")  # nobody's passphrase is right
    return hmac.compare_digest(_scrypt(text, salt), digest)


# -- the way back without a passphrase ---------------------------------------------------------


def new_recovery() -> str:
    """A code of a hundred bits that can be read aloud and written down, in groups of five."""
    code = "".join(secrets.choice(_SIGNS) for _ in range(20))
    return "-".join(code[at : at + 5] for at in range(0, 20, 5))


def plain_recovery(text: str) -> str:
    """The code as it was given, however somebody wrote it down."""
    signs = unicodedata.normalize("NFKC", text).upper().translate(_MISREAD)
    return "".join(sign for sign in signs if sign in _SIGNS)


def _scrypt(text: str, salt: bytes) -> bytes:
    plain = unicodedata.normalize("NFKC", text).encode(errors="replace")
    return hashlib.scrypt(plain, salt=salt, dklen=32, **_SCRYPT)


def _b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode()
