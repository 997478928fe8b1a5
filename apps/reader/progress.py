# SPDX-License-Identifier: BSD-3-Clause
"""Chapters, pages and time: where a location is in the book, and how much is left."""
import re
import threading
import time
from bisect import bisect_right

import lectern

#: The number of Han and Kana characters that are read in the time of one word.
CJK_PER_WORD = 2
#: Bounds within which a page turn is evidence of the reading speed.
SHORTEST, LONGEST, SLOWEST, FASTEST = 2, 180, 60, 900
DEEPEST = 12
#: A chapter that starts in the first hundredth of its item starts with it.
NEAR_THE_START = 0.01
#: The maximum number of pages of a printed edition to locate.
MOST_PAGES = 3000


class Progress:
    def __init__(self, publication):
        manifest = publication.manifest
        self.publication, self.order = publication, manifest["readingOrder"]
        self.index = {link["href"]: number for number, link in reversed(list(enumerate(self.order)))}
        #: Documents outside of the reading order, which the contents may link to.
        self.outside = {link["href"] for link in manifest.get("resources", []) if "html" in link.get("type", "")}
        # The positions of a recording are times, not pages.
        is_recording = all(link.get("type", "").startswith(("audio/", "video/")) for link in self.order)
        self.counts = [0 if is_recording else len(positions) for positions in publication.positions_by_reading_order]
        self.first, total = [], 0
        for count in self.counts:
            self.first.append(total + 1)
            total += count
        self.positions = total
        self.durations = [link.get("duration") or 0 for link in self.order]
        self.words, self.chapters, self.tree, self.pages = None, [], [], []
        self.ready = threading.Event()
        threading.Thread(target=self._prepare, args=(manifest,), daemon=True).start()

    # -- Computed once, in a separate thread: a book with many chapters takes a second

    def _prepare(self, manifest):
        try:
            places = []
            self.tree = self._outline(manifest.get("toc", []), 0, places)
            self.chapters = sorted(places, key=lambda one: one["start"])
            self.pages = self._printed(manifest.get("pageList", [])[:MOST_PAGES])
            self.words = self._counts()
        except lectern.LecternError:
            pass  # the book was closed
        finally:
            self.ready.set()

    def _outline(self, links, level, places):
        found = []
        for link in links if level < DEEPEST else ():
            entry = {"title": link.get("title") or "", "href": link.get("href"), "level": level, **self._place(link)}
            entry["canGo"] = entry["start"] is not None or (link.get("href") or "").partition("#")[0] in self.outside
            if entry["start"] is not None:
                entry["number"] = len(places)
                places.append(entry)
            found.append({**entry, "children": self._outline(link.get("children", []), level + 1, places)})
        return found

    def _place(self, link):
        try:
            place = self.publication.locate({"href": link.get("href") or "", "type": link.get("type") or "text/html"})
        except lectern.LecternError:
            return {"start": None, "position": None}
        return {"start": self.order_key(place), "position": place.get("locations", {}).get("position")}

    def _printed(self, links):
        """The start of each page of the printed edition, with its label."""
        found = [(self._place(link)["start"], link.get("title") or "") for link in links]
        return sorted([round(self.total(start), 5), label] for start, label in found if start is not None and label)

    def _counts(self):
        """The number of words in each item, with ideographs converted.  PDFs are not read for this, because it would
        delay their pages."""
        if any("pdf" in link.get("type", "") for link in self.order):
            return [0] * len(self.order)
        return [one["words"] + one["cjk"] / CJK_PER_WORD for one in self.publication.statistics()["resources"]]

    # -- Locations

    def order_key(self, locator):
        """The number of items before a location plus the fraction of its own: 3.25 is a quarter into the fourth
        item."""
        number = self.index.get(locator.get("href"))
        if number is None:
            return None
        locations = locator.get("locations") or {}
        progression = locations.get("progression")
        if progression is None and self.durations[number]:
            progression = seconds(locations) / self.durations[number]
        return number + min(max(progression or 0, 0), 0.999999)

    def total(self, key):
        """The progression in the whole book, from 0 to 1."""
        number, part = int(key), key % 1
        weights = self.counts if self.positions else self.durations
        whole = sum(weights) or 1
        return (sum(weights[:number]) + weights[number] * part) / whole

    def chapter_at(self, key):
        # A heading at the top of a page is slightly after the start of the page.
        at = bisect_right([one["start"] for one in self.chapters], key + 1e-6) - 1
        return self.chapters[at] if at >= 0 else None

    def page_label(self, key):
        """The label of the printed page at a location."""
        at = -1 if key is None else bisect_right(self.pages, self.total(key) + 1e-5, key=lambda one: one[0]) - 1
        return self.pages[at][1] if at >= 0 else None

    def chapter_end(self, chapter):
        """The start of the next chapter on the same or a higher level."""
        later = (one["start"] for one in self.chapters
                 if one["start"] > chapter["start"] and one["level"] <= chapter["level"])
        return next(later, len(self.order))

    def words_before(self, key):
        number = min(int(key), len(self.words))
        return sum(self.words[:number]) + (self.words[number] * (key - number) if number < len(self.words) else 0)

    def words_between(self, start, end):
        return max(0, self.words_before(end) - self.words_before(start)) if self.words else 0

    def describe(self, locator, speed, shown=None):
        """Describes a location for a reader; ``shown`` has the indices of the items on the screen."""
        key = self.order_key(locator) if locator else None
        if key is None:
            return None
        locations = locator.get("locations") or {}
        total = locations.get("totalProgression")
        progress = self.total(key) if total is None else total
        position = locations.get("position") or self.position_at(key) if self.positions else None
        first, last = self._pages(shown, position) if shown else (position, None)
        answer = {"position": first, "lastPosition": last, "positions": self.positions,
                  "progress": progress, "chapter": None, "title": locator.get("title"),
                  "pagesLeft": None, "endsWithItem": False, "minutesLeft": None, "chapterMinutesLeft": None,
                  "duration": sum(self.durations) or None}
        if not self.ready.is_set():
            return answer
        chapter = self.chapter_at(key)
        end = self.chapter_end(chapter) if chapter else int(key) + 1
        if chapter:
            answer.update(chapter=chapter["number"], title=chapter["title"] or answer["title"])
        if self.positions and (chapter or not shown):
            seen = last or progress * self.positions
            answer["pagesLeft"] = max(0, round(self.total_end(end) * self.positions - seen))
            answer["endsWithItem"] = abs(end - int(key) - 1) < NEAR_THE_START
        if any(self.words or ()):
            answer["minutesLeft"] = self.words_between(key, len(self.order)) / speed
            answer["chapterMinutesLeft"] = self.words_between(key, end) / speed
        return answer

    def _pages(self, shown, position):
        """The first and the last position on the screen; the last is None for text between fixed pages."""
        if len(shown) > 1:
            return self.first[shown[0]], self.first[shown[-1]] + self.counts[shown[-1]] - 1
        is_page = self.counts[shown[0]] == 1 or "pdf" in self.order[shown[0]].get("type", "")
        return position, position if is_page else None

    def total_end(self, key):
        return 1 if key >= len(self.order) else self.total(key)

    def position_at(self, key):
        number = int(key)
        return self.first[number] + int(key % 1 * self.counts[number]) if self.positions else None


def seconds(locations):
    """The time in the fragments (Media Fragments URI)."""
    for fragment in locations.get("fragments") or ():
        if found := re.match(r"t=(?:npt:)?(\d+(?:\.\d+)?)", fragment):
            return float(found[1])
    return 0


class Pace:
    """The reading speed, learned from page turns."""

    def __init__(self, reader):
        self.reader, self.last = reader, None

    @property
    def speed(self):
        return self.reader.value["speed"]

    def turned(self, progress, key, now=None):
        now = time.monotonic() if now is None else now
        before, self.last = self.last, (key, now)
        if before is None or not progress.ready.is_set() or key <= before[0]:
            return
        elapsed, words = now - before[1], progress.words_between(before[0], key)
        if not SHORTEST <= elapsed <= LONGEST or not words or not SLOWEST <= words / elapsed * 60 <= FASTEST:
            return
        turns = self.reader.value["turns"] + 1
        weight = max(1 / (turns + 4), 0.05)
        self.reader.update(speed=round(self.speed + (words / elapsed * 60 - self.speed) * weight, 1), turns=turns)
