# SPDX-License-Identifier: BSD-3-Clause
"""Dask hands out the parts, to threads of this process or to a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Callable

from .plan import CatalogueError
from .process import Processes

#: Parts that wait for each worker of a cluster, so that it is never idle.
AHEAD = 2

Work = Callable[..., dict[str, int]]
Done = Callable[[dict[str, int]], None]


def run_here(work: Work, tasks: Iterable[tuple[Any, ...]], done: Done, workers: int) -> None:
    """Each thread waits for a process that reads books.  Nothing listens on the network.

    :param done: is called in this thread, with what each task has come to
    """
    dask, callbacks = import_module("dask"), import_module("dask.callbacks")
    delayed = dask.delayed(work, pure=False, traverse=False)
    waiting = [delayed(*task) for task in tasks]
    with Processes.here, callbacks.Callback(posttask=lambda key, result, *_: done(result)):
        dask.compute(*waiting, scheduler="threads", num_workers=workers, optimize_graph=False)


def run_elsewhere(work: Work, tasks: Iterable[tuple[Any, ...]], done: Done, address: str) -> None:
    """The workers of a cluster have processes of their own, and see the same files.

    Raises CatalogueError if the cluster is lost.
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
        raise CatalogueError(f"The cluster at {address} does not go on: {error}") from None
