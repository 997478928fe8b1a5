# SPDX-License-Identifier: BSD-3-Clause
"""The process that reads books: ``python -m lectern.catalogue.child SECONDS MEGABYTES``.

For each book, it reads a line of JSON, ``{"path": ..., "text": true}``, and writes one, ``[row, text]``.  A book may
hang or crash it: the system kills it when its time is up, and the parent starts another one.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from typing import Optional

from .row import described


def main() -> None:
    seconds, megabytes = float(sys.argv[1]), int(sys.argv[2])
    # Output of a library must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    # Without a handler, the alarm kills the process wherever it is.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
    for line in sys.stdin:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer: tuple[dict[str, object], Optional[str]] = described(request["path"], request["text"])
        encoded = json.dumps(answer)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(encoded, file=answers, flush=True)


if __name__ == "__main__":
    main()
