"""Tasks spread over a Ray cluster, with the same promises as over processes: order, and the dead replaced.

Only ``tutti lab --ray`` imports this: Ray is an extra.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import ray  # the extra `ray`
from ray.exceptions import RayError

from tutti.arena.runner import AHEAD, Crew, TaskQueue, Work, attempt

T = TypeVar("T")
R = TypeVar("R")
_BUSY: Final = 2
"""Tasks given out for each core, so that no core waits for the driver."""

_crews: dict[str, Crew[Any, Any]] = {}


def _play(name: str, work: Work[T, R], task: T) -> Any:
    """In a process of the cluster: the crew of this work is made once."""
    if name not in _crews:
        for crew in _crews.values():
            crew.close()
        _crews.clear()
        _crews[name] = work.crew()
    return attempt(_crews[name], task)


class Cluster:
    """A Ray cluster that is there, or one started on this machine."""

    def __init__(self, address: str | None = None) -> None:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Work[T, R], tasks: Iterable[T], jobs: int, ordered: bool = False) -> Iterator[R]:
        """All results, in the order of their tasks or as they come. Raises ``runner.Failed``."""
        queue: TaskQueue[T, R] = TaskQueue(tasks, jobs * AHEAD if ordered else None)
        remote = ray.remote(max_retries=0, num_cpus=1)(_play)  # deaths are counted here, as over processes
        sent = ray.put(work)
        name = f"{sent}"
        busy: dict[Any, tuple[int, T]] = {}
        try:
            while True:
                while len(busy) < jobs * _BUSY and (job := queue.next()) is not None:
                    busy[remote.remote(name, sent, job[1])] = job
                if not busy:
                    return
                for done in ray.wait(list(busy), num_returns=1)[0]:
                    number, task = busy.pop(done)
                    try:
                        result = ray.get(done)
                    except RayError as fault:
                        queue.again(number, task, type(fault).__name__)
                        continue
                    yield from queue.done(number, task, result)
        finally:
            for left in busy:
                with contextlib.suppress(RayError):
                    ray.cancel(left, force=True)
            ray.shutdown()
