"""The sender process: delivers messages to addresses that people entered. It knows nothing of tables and of the store.

Jobs come as lines of JSON, answers go back as such, in any order, by the number of the job. ``egress_guard.py`` watches
every step into the network, redirects are not followed, and nothing said here is passed on: no address gets into a log.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TextIO

from tutti.server.notifications import egress_guard
from tutti.server.notifications.addresses import SERVICES, BadAddress, mailed, webhook
from tutti.server.workers.pipe import bound_memory

AT_ONCE = 8
CONNECT, READ = 4.0, 6.0
"""Seconds for a connection, and for each part of an answer; whoever started the process bounds the whole."""
LASTS = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is not running."""
GONE = (404, 410)
Answer = dict[str, Any]


def check_chat(job: Answer) -> Answer:
    """Whether ``apprise`` knows what to do with an address, and the name of the service."""
    service = _service(job["address"])
    if service is None:
        return {"outcome": "bad"}
    return {"outcome": "good", "service": str(service.service_name)}


def push(job: Answer) -> Answer:
    from pywebpush import WebPushException, webpush

    subscription = json.loads(job["address"])
    try:
        webpush(
            subscription,
            json.dumps(job["message"]),
            vapid_private_key=job["key"],
            vapid_claims={"sub": job["contact"]},
            timeout=CONNECT + READ,
            ttl=LASTS,
        )
    except WebPushException as fault:
        status = getattr(fault.response, "status_code", 0)
        return {"outcome": "gone" if status in GONE else "failed", "status": status}
    return {"outcome": "sent"}


def write(job: Answer) -> Answer:
    """Webhook, mail or chat."""
    message = job["message"]
    address: str = job["address"]
    if job["kind"] == "webhook":
        address = webhook(address, message["url"])
    elif job["kind"] == "mail":
        address = mailed(job["account"], address, message.get("stop_post", ""))
    service = _service(address)
    if service is None:
        return {"outcome": "bad"}
    sent = service.notify(title=message["title"], body=message["text"], body_format="text")
    return {"outcome": "sent" if sent else "failed"}


def _service(address: str) -> Any:
    """The plugin for an address; None for one that is not ours to use."""
    import apprise

    asset = apprise.AppriseAsset(app_id="Tutti", app_desc="Tutti", app_url="", http_redirects=False, async_mode=False)
    found = apprise.Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if found is None or not SERVICES & {_scheme(address), *_schemes(found)}:
        return None
    found.socket_connect_timeout, found.socket_read_timeout = CONNECT, READ
    return found


def _scheme(address: str) -> str:
    return address.partition("://")[0].lower()


def _schemes(service: Any) -> set[str]:
    """By which a plugin is called; an address of a known service may begin with https."""
    found: set[str] = set()
    for one in (service.protocol, service.secure_protocol):
        found |= {one} if isinstance(one, str) else set(one or ())
    return found


def quiet() -> None:
    """Nobody follows a redirect, reads another's passwords, or says anything."""
    import requests

    logging.disable(logging.CRITICAL)

    def nowhere(self: requests.Session, resp: requests.Response) -> None:
        return None

    requests.Session.get_redirect_target = nowhere  # every session of this process


WORK = {"push": push, "webhook": write, "mail": write, "chat": write}


def do(job: Answer) -> Answer:
    if job["do"] == "check":
        return check_chat(job)
    with egress_guard.job(bool(job["private"])) as leave:
        try:
            answer = WORK[job["kind"]](job)
        except BadAddress:
            answer = {"outcome": "bad"}
        except Exception:  # whatever a library finds wrong may name the address
            answer = {"outcome": "failed"}
        if leave.stopped and answer["outcome"] != "sent":
            answer = {"outcome": "private"}
    return answer


def serve(source: TextIO, sink: TextIO) -> None:
    lock = threading.Lock()

    def answer(line: str) -> None:
        job = json.loads(line)
        try:
            said = do(job)
        except Exception:
            said = {"outcome": "failed"}
        with lock:
            sink.write(json.dumps({"id": job["id"], **said}) + "\n")
            sink.flush()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for line in source:
            pool.submit(answer, line)


def main() -> None:
    sink, sys.stdout = sys.stdout, sys.stderr  # nothing but answers may go to the output
    bound_memory()
    quiet()
    egress_guard.install()
    serve(sys.stdin, sink)


if __name__ == "__main__":
    main()
