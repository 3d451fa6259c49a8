"""pgx in a process of its own, on one core, which waits while others have their turn.

Its clock counts the processor time of the whole process: XLA works in threads of its own.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from bench.harness import Lane

GAME = "kuhn_poker"
"""Its quickest."""
STEPS = 100
CHILD = "import sys; from bench.vectors import serve; serve(sys.argv[1], int(sys.argv[2]), sys.argv[3] == 'seen')"
ONE_CORE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def pgx_lane(way: str, matches: int, seen: bool) -> Lane:
    """``scan``: random actions inside ``lax.scan``. ``step``: the jitted step, actions from numpy known beforehand.

    ``seen``: with the observation; without it, XLA computes none.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, way, str(matches), "seen" if seen else "alone"],
        env={
            **os.environ,
            "JAX_PLATFORMS": "cpu",
            "XLA_FLAGS": ONE_CORE,
            "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    asked, told = child.stdin, child.stdout
    assert asked is not None
    assert told is not None
    atexit.register(asked.close)

    def slice() -> tuple[float, float]:
        print("go", file=asked, flush=True)
        units, seconds = told.readline().split()
        return float(units), float(seconds)

    told_of = f"{'lax.scan' if way == 'scan' else 'jitted step'}{', with observations' if seen else ''}"
    return Lane(f"pgx, {GAME}, {told_of}", slice)


def serve(way: str, matches: int, seen: bool) -> None:
    """The child: a slice for every line that comes in, its units and seconds as the answer."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    work = scan(matches, seen) if way == "scan" else stepped(matches, seen)
    work()  # compiled by now
    for _ in sys.stdin:
        start = time.process_time()
        work()
        print(STEPS * matches, time.process_time() - start, flush=True)


def _environment(matches: int, seen: bool) -> tuple[Any, Any]:
    """All matches at their start, and a step of all that begins anew whatever has ended."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(GAME)
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), matches))
    step = jax.vmap(auto_reset(env.step, env.init))
    blank = first.observation
    return first, step if seen else lambda *given: step(*given).replace(observation=blank)


def scan(matches: int, seen: bool) -> Callable[[], None]:
    import jax
    import jax.numpy as jnp

    state, step = _environment(matches, seen)

    def body(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choose, begin = jax.random.split(key, 3)
        action = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)))
        state = step(state, action, jax.random.split(begin, matches))
        return (state, key), None

    run = jax.jit(lambda carried: jax.lax.scan(body, carried, None, length=STEPS)[0])
    carried = (state, jax.random.PRNGKey(1))

    def work() -> None:
        nonlocal carried
        carried = jax.block_until_ready(run(carried))

    return work


def stepped(matches: int, seen: bool) -> Callable[[], None]:
    import jax
    import numpy as np

    first, step = _environment(matches, seen)
    run = jax.jit(lambda state, action, key: step(state, action, jax.random.split(key, matches)))
    keys = list(jax.random.split(jax.random.PRNGKey(1), STEPS))
    random, state, actions = np.random.default_rng(1), first, []
    for key in keys:  # legal ones, which come again as the keys do
        mask = np.asarray(state.legal_action_mask)
        actions.append((random.random(mask.shape) * mask).argmax(1).astype(np.int32))
        state = run(state, actions[-1], key)

    def work() -> None:
        state = first
        for action, key in zip(actions, keys, strict=True):
            state = run(state, action, key)
            np.asarray(state.legal_action_mask)  # as ours: masks are there, and what is observed if it is asked for
            if seen:
                np.asarray(state.observation)

    return work
