"""What people may enter as an address, in the words of ``apprise``, and what they are shown of it."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, urlsplit

KINDS = ("push", "webhook", "mail", "chat")
LONGEST = 2000
NAMES = """
    bark barks discord feishu form forms gchat gotify gotifys guilded hassio hassios ifttt join json jsons lark line
    mailto mailtos matrix matrixs mmost mmosts msteams mastodon mastodons nctalk nctalks ncloud nclouds ntfy ntfys
    pbul pover pushover pushy revolt rocket rockets ryver signal signals slack synology synologys tgram threema toot
    toots webex workflow workflows wxteams xml xmls zulip
"""
SERVICES = frozenset(NAMES.split())
"""Services that go over the network by HTTP, or by mail. Others could reach for the machine that the server runs on."""
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


class BadAddress(Exception):
    """Cannot be used; the text is a code of the server's words."""


def webhook(text: str, link: str = "") -> str:
    """An address of http as ``apprise`` wants it: with the link as a field of its own beside title and message."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadAddress("bad_webhook") from None
    if parts.scheme not in ("http", "https") or not host:
        raise BadAddress("bad_webhook")
    user = f"{quote(parts.username, safe='')}:{quote(parts.password or '', safe='')}@" if parts.username else ""
    where = f"[{host}]" if ":" in host else host
    asked = [(f"-{name}", value) for name, value in parse_qsl(parts.query, keep_blank_values=True)]
    fields = [*asked, (":link", link)] if link else asked
    said = "&".join(f"{quote(name, safe='-:')}={quote(value, safe='')}" for name, value in fields)
    scheme = "jsons" if parts.scheme == "https" else "json"
    return f"{scheme}://{user}{where}{f':{port}' if port else ''}{parts.path or '/'}{f'?{said}' if said else ''}"


def mail(text: str) -> str:
    """An address of e-mail, as it is."""
    if len(text) > 254 or not MAIL.fullmatch(text) or ".." in text:
        raise BadAddress("bad_mail")
    return text


def mailed(account: str, to: str, stop: str) -> str:
    """The account of whoever runs the server, with somebody to write to; mail programs can stop it by themselves."""
    more = f"to={quote(to, safe='')}"
    if stop:
        more += f"&+List-Unsubscribe={quote(f'<{stop}>', safe='')}&+List-Unsubscribe-Post=List-Unsubscribe%3DOne-Click"
    return f"{account}{'&' if '?' in account else '?'}{more}"


def label(kind: str, address: str) -> str:
    """So much of an address that its owner knows which it is."""
    if kind == "mail":
        name, _, host = address.partition("@")
        return f"{name[:1]}…@{host}"
    if kind == "webhook":
        return f"{urlsplit(address).hostname or ''}/…"
    if kind == "push":
        return urlsplit(address).hostname or ""
    return ""
