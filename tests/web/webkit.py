"""A WebKit by WebDriver, where this machine has one: ``apt-get install webkit2gtk-driver xvfb``."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.error import URLError
from urllib.request import Request, urlopen

from web.site import LIKES, PATIENCE

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next((str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), "")
HERE = bool(DRIVER and SCREEN and BROWSER)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What the standard calls the name of an element."""


class WebKit:
    """One window; scripts are bodies of functions."""

    def __init__(self, port: int, address: str) -> None:
        self.root, self.session, self.address = f"http://127.0.0.1:{port}", "", address
        options = {"binary": BROWSER, "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = "/session/" + self._ask("POST", "/session", asked)["sessionId"]

    def _ask(self, method: Literal["POST", "DELETE"], path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        head = {"Content-Type": "application/json"}
        request = Request(self.root + self.session + path, data, head, method=method)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)["value"]
            except URLError as fault:
                # The driver takes a moment until it listens.
                if not isinstance(fault.reason, ConnectionRefusedError) or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def size(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def visit(self, address: str) -> None:
        self._ask("POST", "/url", {"url": self.address + address})
        self.run(f"localStorage['tutti.prefs'] = {json.dumps(json.dumps(LIKES))}")
        self._ask("POST", "/refresh", {})

    def run(self, script: str) -> Any:
        return self._ask("POST", "/execute/sync", {"script": script, "args": []})

    def wait(self, wanted: str) -> Any:
        """Until the expression is true, or something."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(f"return {wanted}")):
            assert time.monotonic() < end, f"never true: {wanted}"
            time.sleep(0.05)
        return found

    def click(self, selector: str) -> None:
        """As a person does: it must be in sight, and nothing may lie over it."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        self._ask("POST", f"/element/{found[ELEMENT]}/click", {})

    def close(self) -> None:
        self._ask("DELETE", "")


@contextmanager
def webkit(address: str) -> Iterator[WebKit]:
    """Visitors of the server at this address."""
    assert DRIVER
    assert SCREEN
    with ExitStack() as ends, socket.socket() as free:
        screen = _started(ends, [SCREEN, "-displayfd", "1", "-screen", "0", "1400x900x24"])
        assert screen.stdout is not None
        display = screen.stdout.readline().strip()
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        # In a container there is neither a sandbox nor a graphics card.
        plain = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        shown = {"DISPLAY": f":{display}", "GDK_BACKEND": "x11", **plain}
        _started(ends, [DRIVER, f"--port={port}"], shown)
        running = WebKit(port, address)
        ends.callback(running.close)
        yield running


def _started(ends: ExitStack, command: list[str], env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **(env or {})}
    )

    def end() -> None:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()

    ends.callback(end)
    return process
