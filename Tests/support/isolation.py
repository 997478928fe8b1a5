# SPDX-License-Identifier: BSD-3-Clause
"""Runs a function in a child process, so that a crash, a hang or excessive memory becomes a result."""
import os
import pickle
import resource
import select
import signal
import time
from dataclasses import dataclass
from typing import Any


@dataclass
class Outcome:
    value: Any = None        # the result; None if the function did not return
    died: str = ""           # the name of the signal, "exit N", or "no answer after N s"
    peak: int = 0            # peak memory in bytes above that at the start of the child


def run(function, *arguments, seconds=60, processor=None, address_space=None):
    """Calls function(*arguments) in a forked child.  The result must be picklable.

    Limits: seconds until it returns, seconds of processor time, bytes of address space.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_child(writing, function, arguments, {resource.RLIMIT_AS: address_space, resource.RLIMIT_CPU: processor, resource.RLIMIT_CORE: 0})
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        data = _read_all(pipe, time.monotonic() + seconds)
    if data is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if data is None:
        return Outcome(died=f"no answer after {seconds} s")
    if os.WIFSIGNALED(status):
        return Outcome(died=signal.Signals(os.WTERMSIG(status)).name)
    if os.WEXITSTATUS(status) or not data:
        return Outcome(died=f"exit {os.WEXITSTATUS(status)}")
    value, peak = pickle.loads(data)
    if isinstance(value, BaseException):
        raise value
    return Outcome(value, peak=peak)


def _be_child(writing, function, arguments, limits):
    """Never returns, and does not run the parent's exit handlers."""
    code = 1
    try:
        for limited, most in limits.items():
            if most is not None:
                resource.setrlimit(limited, (most, most))
        before = _resident()
        try:
            value = function(*arguments)
        except Exception as error:  # of the test itself: the parent raises it again
            value = error
        data = pickle.dumps((value, max(0, peak_memory() - before)))
        while data:
            data = data[os.write(writing, data):]
        code = 0
    finally:
        os._exit(code)


def _read_all(pipe, deadline):
    """Reads until the child closes the pipe; None if it takes too long."""
    parts = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return None
        part = pipe.read(1 << 20)
        if not part:
            return b"".join(parts)
        parts.append(part)


def peak_memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _resident():
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
