# SPDX-License-Identifier: BSD-3-Clause
"""Reads books in processes that can be killed."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Optional

from .row import row

#: A process is replaced after this many books, to bound what can accumulate in it.
MOST_BOOKS = 2000
#: The system kills a process that takes too long for a book.  If that fails, the parent kills it after this many
#: seconds.
GRACE = 10.0


class Limits(NamedTuple):
    """The limits for one book."""

    seconds: float
    #: Address space; 0 means unlimited.
    megabytes: int


class Stopped(Exception):
    """The catalogue was stopped."""


class BookProcess:
    """A process that is started on demand, and restarted after a book has crashed it."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.books = limits, 0
        self.process: Optional[subprocess.Popen[bytes]] = None
        self._stopped = False

    def described(self, path: str, with_text: bool) -> tuple[dict[str, Any], Optional[str]]:
        """Returns the row of a book and its text.  There is always a row, unless stop() was called: then it raises
        Stopped."""
        if self.books >= MOST_BOOKS:
            self.close()
        process = self.process = self.process or self._started()
        assert process.stdin is not None and process.stdout is not None
        self.books += 1
        try:
            process.stdin.write(json.dumps({"path": path, "text": with_text}).encode() + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], self.limits.seconds + GRACE)
            line = process.stdout.readline() if ready else b""
        except BrokenPipeError:
            line = b""
        if line.endswith(b"\n"):
            described, text = json.loads(line)
            return described, text
        if self._stopped:
            raise Stopped
        return self._ended(process, path), None

    def stop(self) -> None:
        """Kills the process while another thread waits for it."""
        self._stopped = True
        if self.process is not None:
            self.process.kill()

    def close(self) -> None:
        """Kills the process, which is idle or broken."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process, self.books = None, 0

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", __package__ + ".child", str(self.limits.seconds), str(self.limits.megabytes)]
        # A new session, because Ctrl+C is handled by the parent, which then kills this process.
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _ended(self, process: subprocess.Popen[bytes], path: str) -> dict[str, Any]:
        """The row of a book that crashed the process."""
        try:
            code = process.wait(GRACE)
        except subprocess.TimeoutExpired:
            code = -signal.SIGALRM
        self.close()
        if code == -signal.SIGALRM:
            message = f"It takes longer than {self.limits.seconds:g} seconds."
            return row(path, error_status="TIMEOUT", error_message=message, seconds=self.limits.seconds)
        reason = signal.Signals(-code).name if code < 0 else f"code {code}"
        return row(path, error_status="CRASH", error_message=f"The process that read it ended ({reason}).")


class Processes:
    """A pool of processes, which are reused across parts."""

    here: Processes

    def __init__(self) -> None:
        self._idle: list[BookProcess] = []
        self._busy: set[BookProcess] = set()
        self._lock = threading.Lock()

    @contextmanager
    def borrowed(self, limits: Limits) -> Iterator[BookProcess]:
        """Borrows a process for exclusive use."""
        with self._lock:
            process = next((one for one in self._idle if one.limits == limits), None) or BookProcess(limits)
            self._busy.add(process)
            if process in self._idle:
                self._idle.remove(process)
        try:
            yield process
        except BaseException:
            process.close()
            raise
        else:
            with self._lock:
                self._idle.append(process)
        finally:
            self._busy.discard(process)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        """Kills all processes; threads that still wait for one give up."""
        with self._lock:
            for process in self._busy:
                process.stop()
            while self._idle:
                self._idle.pop().close()


Processes.here = Processes()
