# SPDX-License-Identifier: BSD-3-Clause
"""Events for the browser (server-sent events)."""
import json
import threading
from queue import Empty, Full, Queue


class Channel:
    """Distributes messages to any number of listeners, each with its own queue."""

    LONGEST = 1000

    def __init__(self):
        self.lock, self.queues, self.closed = threading.Lock(), [], False

    def publish(self, event, data):
        self.put(f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n")

    def forward(self, message):
        """Sends a message as the data of an unnamed event."""
        self.put(f"data: {message}\n\n")

    def put(self, text):
        data = text.encode("utf-8", "replace")
        with self.lock:
            for queue in self.queues:
                try:
                    queue.put_nowait(data)
                except Full:
                    # A listener that does not keep up has to reconnect.
                    queue.overflown = True

    def listen(self):
        """Yields the output for one listener, with b":\
        \
        " now and then; ends when the channel closes."""
        queue = Queue(self.LONGEST)
        queue.overflown = False
        with self.lock:
            self.queues.append(queue)
        try:
            yield b": hello\n\n"
            waited = 0
            while not self.closed and not queue.overflown:
                try:
                    yield queue.get(timeout=0.5)
                    waited = 0
                except Empty:
                    waited += 1
                    if waited % 20 == 0:
                        yield b": still here\n\n"
        finally:
            with self.lock:
                self.queues.remove(queue)

    def close(self):
        self.closed = True
