"""Settings: defaults that need no thought, then a TOML file, then the environment; all checked at start."""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tutti.ai import roster

PREFIX = "TUTTI_SERVER_"
FILE = "server.toml"
"""Read from the data folder if it is there."""

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0)]


class BadSettings(Exception):
    """Settings that cannot be used; the text says which, and what would be right."""


class Settings(Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything that can be set. ``docs/server.md`` explains each."""

    data: str = ""
    """The data folder; empty: the place of this system for a person's data."""
    database: str = ""
    """A PostgreSQL database, ``postgresql://…``, for several processes; empty: a file in the data folder."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """0 takes any free port."""
    origins: list[str] = []
    """Other addresses that pages of the client may come from, such as ``https://play.example``."""
    hosts: list[str] = []
    """Names under which the server is reached besides those of this machine and its network; ``*`` for any."""
    proxies: str = ""
    """Addresses of proxies whose ``X-Forwarded-For`` is believed, with commas."""
    https: bool = False
    """Cookies only over https; set it behind a proxy that speaks https."""
    web: str = ""
    """The folder of the web client; empty: the one inside the package, if it is there."""
    workers: Count = 0
    """Processes in which bots think; 0: as many as there are cores, at least two."""
    bot_pause: Seconds = 0.4
    """A bot waits so long before it moves, so that people can follow."""
    ponder_seconds: Seconds = 20.0
    """So long at most a bot thinks on while somebody else is asked and a core has nothing to do; 0: never."""
    think_limit: Annotated[float, Meta(gt=0)] = 60.0
    """A bot that thinks longer is taken for dead."""
    standin: str = ""
    """The bot that takes the seat of somebody who left; empty: the best that answers at once."""
    hint_bot: str = ""
    """The bot that is asked for hints; empty: the one that searches longest."""
    hint_seconds: Annotated[float, Meta(gt=0)] = 2.0
    """How long it may think about a hint."""
    limits: bool = True
    """Whether anybody is slowed down who asks too much."""
    connections_per_address: Positive = 250
    """Open connections of one address, sockets included; those of ``proxies`` are not counted."""
    sockets_per_address: Positive = 100
    head_seconds: Annotated[float, Meta(gt=0)] = 15.0
    """Until the head of a request must have come."""
    body_seconds: Annotated[float, Meta(gt=0)] = 60.0
    """Until the body of a request must have come; and how long an answer may lie unread."""
    body_limit: Positive = 64 * 1024
    record_limit: Positive = 512 * 1024
    frame_limit: Positive = 16 * 1024
    soundfont: str = ""
    """The soundfont with which concerts are rendered; empty: one of those in the usual places."""
    imports_per_person: Positive = 50
    """Records that one person may have brought along; those not opened for longest go first."""
    imports_per_address: Positive = 20
    """MiB of records that may be brought along from one address in a day."""
    imports_total: Count = 1024
    """MiB for all records that were brought along."""
    imports_days: Positive = 90
    """A record that was brought along and not opened for so long goes."""
    rooms_kept: Positive = 2000
    """So many tables stay in memory though nobody looks at them."""
    room_idle: Seconds = 120.0
    """Seconds until a table that nobody looks at may leave the memory."""
    notices_private: bool = False
    """Whether messages to people may go to addresses of this machine and its network."""
    mail: str = ""
    """The account that writes e-mails to people, as ``apprise`` says it: ``mailtos://user:password@host?from=…``."""
    holiday_days: Count = 30
    """Days a year for which a person's clocks may stand still."""
    waiting_hours: Positive = 48
    """A table that has not started by then is closed."""
    abandoned_days: Positive = 120
    guest_days: Positive = 400
    """A guest who did nothing for so long and sits at no open table is forgotten. A cookie is good for 400."""
    contact: str = ""
    """Where to report a weakness, ``mailto:…`` or ``https://…``: shown in ``/.well-known/security.txt``."""
    metrics: Literal["local", "open", "off"] = "local"
    log: Literal["text", "json", "off"] = "text"


def limits(settings: Settings) -> dict[str, Any]:
    """The settings that limit somebody, by name."""
    parts = ("limit", "per_", "_seconds")
    named = [name for name in settings.__struct_fields__ if any(part in name for part in parts)]
    return {name: getattr(settings, name) for name in sorted(named)}


def read(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
    home: Path | None = None,
) -> Settings:
    """The settings: those ``given`` win over the environment, it over the file, and that over the defaults."""
    env = _from_environment(os.environ if environment is None else environment)
    over = {name: value for name, value in (given or {}).items() if value is not None}
    folder = over.get("data") or env.get("data") or (str(home) if home else "")
    values: dict[str, Any] = {}
    if file is not None or (folder and (Path(folder) / FILE).is_file()):
        values = _from_file(file or Path(folder) / FILE)
    values |= env
    values |= over
    if not values.get("data"):
        values["data"] = folder
    try:
        settings = msgspec.convert(values, Settings, strict=True)
    except msgspec.ValidationError as fault:
        raise BadSettings(f"a setting is wrong: {_place(str(fault))}") from None
    _check(settings)
    return settings


def _from_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise BadSettings(f"{path}: {fault.strerror or fault}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadSettings(f"{path}: this is not TOML: {fault}") from None
    _known(found, str(path))
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found = {name.removeprefix(PREFIX).lower(): text for name, text in environment.items() if name.startswith(PREFIX)}
    _known(found, "the environment")
    return {name: _value(name, text) for name, text in found.items()}


def _value(name: str, text: str) -> Any:
    """A text of the environment as the kind of value that the setting has; what does not fit is refused later."""
    default = getattr(Settings(), name)
    if isinstance(default, bool):
        said = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
        return said.get(text.strip().lower(), text)
    if isinstance(default, list):
        return [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(default, int | float):
        try:
            return float(text) if isinstance(default, float) else int(text)
        except ValueError:
            return text
    return text


def _known(found: Mapping[str, Any], where: str) -> None:
    known = Settings.__struct_fields__
    for name in found:
        if name not in known:
            raise BadSettings(f"{where}: there is no setting “{name}”. Settings: {', '.join(known)}.")


def _place(text: str) -> str:
    """msgspec's message with the name of the setting in front."""
    reason, _, path = text.partition(" - at `$.")
    return f"{path.rstrip('`')}: {reason}" if path else reason


def _check(settings: Settings) -> None:
    for name in ("standin", "hint_bot"):
        bot = getattr(settings, name)
        if bot and bot not in roster.bots():
            raise BadSettings(f"{name}: there is no bot “{bot}”. Bots: {', '.join(roster.bots())}.")
    if settings.database and not settings.database.startswith(("postgresql://", "postgres://")):
        raise BadSettings("database: not an address such as postgresql://user@host/name")
    for origin in settings.origins:
        scheme, _, rest = origin.partition("://")
        if scheme not in ("http", "https") or not rest or "/" in rest:
            raise BadSettings(f"origins: “{origin}” is not an address such as https://play.example")
    for host in settings.hosts:
        if host != "*" and not re.fullmatch(r"(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?", host):
            raise BadSettings(f"hosts: “{host}” is not a name such as play.example (small letters, no port)")
    if settings.contact and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+|tel:\+[\d-]+)", settings.contact):
        raise BadSettings(
            "contact: not an address such as mailto:security@play.example or https://play.example/contact"
        )
    if settings.mail and not settings.mail.startswith(("mailto://", "mailtos://")):
        raise BadSettings("mail: not an account such as mailtos://user:password@mail.example?from=tutti@play.example")
    for name in (
        "bot_pause",
        "ponder_seconds",
        "think_limit",
        "hint_seconds",
        "room_idle",
        "head_seconds",
        "body_seconds",
    ):
        if not math.isfinite(getattr(settings, name)):
            raise BadSettings(f"{name}: not a number of seconds")
    if settings.soundfont and not Path(settings.soundfont).is_file():
        raise BadSettings(f"soundfont: there is no file {settings.soundfont}")
    if settings.web and not (Path(settings.web) / "index.html").is_file():
        raise BadSettings(f"web: there is no index.html in {settings.web}")
