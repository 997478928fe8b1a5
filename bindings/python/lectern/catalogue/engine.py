# SPDX-License-Identifier: BSD-3-Clause
"""Distributes the parts with Dask, to threads of this process or to a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Callable

from .plan import CatalogueError
from .process import Processes

#: Parts queued for each worker of a cluster, so that it is never idle.
AHEAD = 2

Work = Callable[..., dict[str, int]]
Done = Callable[[dict[str, int]], None]


def run_here(work: Work, tasks: Iterable[tuple[Any, ...]], done: Done, workers: int) -> None:
    """Uses threads, each of which waits for a process that reads books.  Opens no network ports.

    :param done: called in this thread with the result of each task
    """
    dask, callbacks = import_module("dask"), import_module("dask.callbacks")
    delayed = dask.delayed(work, pure=False, traverse=False)
    waiting = [delayed(*task) for task in tasks]
    with Processes.here, callbacks.Callback(posttask=lambda key, result, *_: done(result)):
        dask.compute(*waiting, scheduler="threads", num_workers=workers, optimize_graph=False)


def run_elsewhere(work: Work, tasks: Iterable[tuple[Any, ...]], done: Done, address: str) -> None:
    """Uses the workers of a cluster, which have their own processes and share a file system.

    Raises CatalogueError if the connection to the cluster is lost.
    """
    distributed = import_module("distributed")
    try:
        with distributed.Client(address) as client:
            running = distributed.as_completed()
            for task in tasks:
                running.add(client.submit(work, *task, pure=False))
                if running.count() >= AHEAD * max(1, sum(client.nthreads().values())):
                    done(next(running).result())
            for future in running:
                done(future.result())
    except (distributed.KilledWorker, distributed.CancelledError) as error:
        raise CatalogueError(f"The cluster at {address} failed: {error}") from None
