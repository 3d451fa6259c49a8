"""When the garbage collector may run. A full collection of a busy server takes a quarter of a second, during which
no socket is answered, and frees next to nothing; so it waits for a quiet moment, but not for ever."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

YOUNG = (2_000, 10, 1_000_000)
"""Young objects as usual, in larger portions; never a full collection by itself."""
LOOK_EVERY = 20.0
AT_LATEST = 30
"""So many looks without a quiet moment, and it is done all the same."""


def settle() -> None:
    """What was made at the start stays: it is not looked at again."""
    gc.freeze()
    gc.set_threshold(*YOUNG)
    gc.enable()


async def collect_when_quiet(busy: Callable[[], int]) -> None:
    """Collect when ``busy``, a number that rises with the work done, has not risen lately."""
    before, waited = busy(), 0
    while True:
        await asyncio.sleep(LOOK_EVERY)
        now, waited = busy(), waited + 1
        if now == before or waited >= AT_LATEST:
            gc.collect()
            waited = 0
        before = now
