# SPDX-License-Identifier: BSD-3-Clause
"""A search in one book: matches are returned as they are found, and drawn in the page."""
import threading
import time

import lectern

GROUP = "search"
TINT = "#F5A623"
#: The maximum number of matches per request, its maximum time, and the maximum number of matches in a list.
BATCH, SECONDS, MOST = 60, 0.25, 3000


class Search:
    def __init__(self, publication, navigator):
        self.publication, self.navigator, self.lock = publication, navigator, threading.Lock()
        self.cursor, self.matches, self.current, self.complete = None, [], None, True

    def start(self, query, options):
        with self.lock:
            self._end()
            self.cursor = self.publication.search(query, options)
            self.complete = False
            return self._more()

    def more(self):
        with self.lock:
            return self._more()

    def _more(self):
        first, until = len(self.matches), time.monotonic() + SECONDS
        while not self.complete and len(self.matches) - first < BATCH and time.monotonic() < until:
            page = self.cursor.next()
            if page is None:
                self.complete = True
            else:
                self.matches += page["locators"]
                self.complete = len(self.matches) >= MOST
        del self.matches[MOST:]
        self._draw()
        return {"first": first, "matches": self.matches[first:], "complete": self.complete}

    def pick(self, number):
        """Makes a match the current one, and returns its locator."""
        with self.lock:
            if not 0 <= number < len(self.matches):
                raise IndexError("There is no such match.")
            self.current = number
            self._draw()
            return self.matches[number]

    def end(self):
        with self.lock:
            self._end()
            self._draw()

    def _end(self):
        if self.cursor:
            self.cursor.close()
        self.cursor, self.matches, self.current, self.complete = None, [], None, True

    def _draw(self):
        marks = [{"id": str(number), "locator": locator,
                  "style": {"id": "match", "tint": TINT, "isActive": number == self.current}}
                 for number, locator in enumerate(self.matches)]
        self.navigator.apply_decorations(GROUP, marks)

    def close(self):
        with self.lock:
            try:
                self._end()
            except lectern.LecternError:
                pass
