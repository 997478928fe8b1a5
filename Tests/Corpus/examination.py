# SPDX-License-Identifier: BSD-3-Clause
"""Examines a hostile file in a child process, and checks rules that must hold for any file."""
import json
import os
import time
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import unquote

import lectern

#: The maximum processor time in seconds for opening and describing, and for one call: pdfium reads 10,000 pages in
#: three.
SECONDS = 4.0
READ_AT_MOST = 1 << 20
RESOURCES_AT_MOST = 200

#: A file that exists on most systems, as the target of paths out of a publication.
SECRET = "/etc/passwd"
WAYS_OUT = (SECRET, "//" + SECRET, "../../../../../../../.." + SECRET, "file://" + SECRET, "%2e%2e/%2e%2e/%2e%2e/%2e%2e" + SECRET,
            "..%2f..%2f..%2f..%2fetc%2fpasswd", "OEBPS/../../../../.." + SECRET, "..\\..\\..\\..\\etc\\passwd",
            "https://example.org/", "data:text/html,x", "")
ESCAPED = "/tmp/lectern-escape"

#: The searches to try; PCRE2 may be missing.
SEARCHES = (("e", {}), ("chapter", {"wholeWord": True, "count": True}), ("the ", {"exact": True}),
            (r"\w+[!?]|(?<=\s)(?:\w|\pM)*e", {"regularExpression": True}))
TOKENS = (None, {"unit": "sentence"}, {"unit": "word"})
PAGES_AT_MOST = 20
TEXTS_AT_MOST = 20


@dataclass
class Examination:
    """The findings, and all violated rules."""
    outcome: str = ""                    # opens, opens-with-warnings, or the name of a status
    broken: list = field(default_factory=list)
    manifest_text: str = ""
    seconds: float = 0.0


class Examiner:
    def __init__(self, path, way):
        self.path, self.way = path, way
        self.found = Examination()

    def run(self):
        try:
            with self.timed("open"):
                publication = self.open()
        except lectern.LecternError as error:
            self.found.outcome = error.status
            if error.status == "LECTERN_ERROR_INTERNAL":
                self.breaks(f"our own bug: {error}")
            return self.found
        with publication:
            self.describe(publication)
            self.read_everything(publication)
            self.show_the_cover(publication)
            self.read_the_text(publication)
            self.try_to_get_out(publication)
        return self.found

    def open(self):
        # A book without a title may be named after its file; other sources have no name.
        options = {"name": os.path.basename(self.path)}
        if self.way == "file":
            return lectern.Publication.open(self.path)
        if self.way == "bytes":
            with open(self.path, "rb") as file:
                return lectern.Publication.open_bytes(file.read(), options)
        return lectern.Publication.open_stream(open(self.path, "rb"), options)  # the child exits soon

    def breaks(self, rule):
        self.found.broken.append(f"{self.way}: {rule}")

    def timed(self, what):
        return _Timed(self, what)

    # ------------------------------------------------------------------------------------------------- Describing

    def describe(self, publication):
        with self.timed("manifest"):
            text = publication.manifest_text
        with self.timed("positions"):
            positions_text = publication.positions_text
        with self.timed("warnings"):
            warnings = publication.warnings
        self.found.outcome = "opens-with-warnings" if warnings else "opens"
        self.found.manifest_text = text
        self.manifest, self.positions, self.warnings = self.parse(text), self.parse(positions_text), warnings
        self.parse(json.dumps(warnings, ensure_ascii=False))
        if host_secret() and (host_secret() in text or host_secret() in json.dumps(warnings)):
            self.breaks("a file of the host is in the manifest or in a warning")

    def parse(self, text):
        """Parses strict JSON in UTF-8."""
        def refuse(constant):
            self.breaks(f"{constant} in JSON")

        document = json.loads(text, parse_constant=refuse)
        try:
            json.dumps(document, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            self.breaks(f"text that is not UTF-8: {error}")
        return document

    def links(self):
        """The links of the reading order and the resources, up to a number that a test can afford."""
        links = self.manifest["readingOrder"] + self.manifest.get("resources", [])
        return links[:RESOURCES_AT_MOST]

    # ---------------------------------------------------------------------------------------------------- Reading

    def read_everything(self, publication):
        checksums = central_checksums(self.path)
        for link in self.links():
            data, whole = self.read(publication, link["href"])
            if data is None:
                continue
            if len(data) > READ_AT_MOST:
                self.breaks(f"{link['href'][:80]}: {len(data)} bytes where {READ_AT_MOST} were asked for")
            expected = checksums.get(unquote(link["href"]))
            encrypted = "encrypted" in link.get("properties", {})
            if whole and expected is not None and not encrypted and zlib.crc32(data) != expected:
                self.breaks(f"{link['href'][:80]}: damaged bytes were returned as good")

    def read(self, publication, href):
        """The first bytes of a resource, and whether these are all; (None, False) for an error."""
        try:
            with self.timed("read"), publication.get(href) as resource:
                data = resource.read(0, READ_AT_MOST)
                return data, len(data) == resource.size
        except lectern.LecternError as error:
            if error.status == "LECTERN_ERROR_INTERNAL":
                self.breaks(f"{href[:80]}: our own bug: {error}")
            return None, False

    def show_the_cover(self, publication):
        try:
            with self.timed("cover"), publication.cover(width=200, height=300) as cover:
                link, data = cover.link, cover.read()
                if not 0 < link["width"] <= 200 or not 0 < link["height"] <= 300 or not data:
                    self.breaks(f"the cover is {link}")
        except lectern.LecternError as error:
            if error.status == "LECTERN_ERROR_INTERNAL":
                self.breaks(f"cover: our own bug: {error}")

    def read_the_text(self, publication):
        for query, options in SEARCHES:
            self.walk(f"a search for {query}", lambda: publication.search(query, options))
        for tokens in TOKENS:
            self.walk("reading", lambda: publication.content(tokens=tokens) if tokens else publication.content())
        for link in self.links()[:TEXTS_AT_MOST]:
            self.attempt("text", lambda: publication.text(link["href"]))

    def attempt(self, what, function):
        """The result of a call; None for an error of the publication."""
        try:
            with self.timed(what):
                return function()
        except lectern.LecternError as error:
            if error.status == "LECTERN_ERROR_INTERNAL":
                self.breaks(f"{what}: our own bug: {error}")
            return None

    def walk(self, what, open_cursor):
        """Iterates forwards and back again; the pages must be the same."""
        cursor = self.attempt(what, open_cursor)
        if cursor is None:
            return
        with cursor:
            pages = []
            while len(pages) < PAGES_AT_MOST and (page := self.attempt(what, cursor.next)) is not None:
                pages.append(page)
            for page in reversed(pages[:-1]):
                if self.attempt(what, cursor.previous) != page:
                    return self.breaks(f"{what}: another page on the way back")
            if self.attempt(what, cursor.previous) is not None:
                self.breaks(f"{what}: a page in front of the first one")

    def try_to_get_out(self, publication):
        for way in WAYS_OUT:
            data, _ = self.read(publication, way)
            if data and host_secret() and host_secret().encode() in data:
                self.breaks(f"{way} gives a file of the host")
        if os.path.lexists(ESCAPED):
            self.breaks(f"{ESCAPED} was written")


class _Timed:
    def __init__(self, examiner, what):
        self.examiner, self.what = examiner, what

    def __enter__(self):
        self.start = time.process_time()

    def __exit__(self, *exception):
        seconds = time.process_time() - self.start
        self.examiner.found.seconds = max(self.examiner.found.seconds, seconds)
        if seconds > SECONDS:
            self.examiner.breaks(f"{self.what} took {seconds:.1f} s")


def host_secret():
    """A line that only the host's file has."""
    try:
        with open(SECRET, encoding="utf-8", errors="replace") as file:
            return file.readline().strip()
    except OSError:
        return ""


def central_checksums(path):
    """The CRC-32 of each entry according to another ZIP reader; without duplicate and missing entries."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return {}
    count = Counter(entry.filename for entry in entries)
    return {entry.filename: entry.CRC for entry in entries if count[entry.filename] == 1}


# ------------------------------------------------------------------------------------------ Rules for particular files

def chapter_is_unreadable(it, publication):
    data, _ = it.read(publication, "OEBPS/c1.xhtml")
    if data is not None:
        it.breaks(f"the damaged chapter was read: {len(data)} bytes")


def chapter_stops_at_its_size(it, publication):
    data, _ = it.read(publication, "OEBPS/c1.xhtml")
    if data is not None and len(data) > 1000:
        it.breaks(f"{len(data)} bytes of a chapter that declares 1000")


def symbolic_link_is_a_file(it, publication):
    data, _ = it.read(publication, "OEBPS/link.xhtml")
    if data is not None and len(data) != 11:
        it.breaks(f"the symbolic link has {len(data)} bytes")


def there_is_no_cover(it, publication):
    """A link may be called a cover, but it must not have a file."""
    for link in it.manifest["readingOrder"] + it.manifest.get("resources", []):
        if "cover" in link.get("rel", []) and it.read(publication, link["href"])[0] is not None:
            it.breaks(f"a cover from outside: {link['href']}")


def missing_chapters_have_no_positions(it, publication):
    if it.positions["total"] not in (0, len(it.manifest["readingOrder"])):
        it.breaks(f"{it.positions['total']} positions of nothing")


def title_is_short(it, publication):
    title = json.dumps(it.manifest["metadata"].get("title", ""))
    if len(title) > 200 or "<html" in title:
        it.breaks(f"the title holds a file: {title[:80]}")


#: The start of a text in the column must_hold -> the check.
PARTICULAR = {
    "the entry is unreadable": chapter_is_unreadable, "reading the chapter is an error": chapter_is_unreadable,
    "reading the chapter reports corruption": chapter_is_unreadable,
    "reading the chapter fails or stops": chapter_stops_at_its_size,
    "read as an 11 byte file": symbolic_link_is_a_file, "no cover": there_is_no_cover,
    "no position": missing_chapters_have_no_positions, "the title never holds": title_is_short,
}


def examine(path, way, must_hold=""):
    """Opens a file in one way and tries everything.  Call this in a child process."""
    it = Examiner(path, way)
    found = it.run()
    check = next((check for text, check in PARTICULAR.items() if must_hold.startswith(text)), None)
    if check and found.outcome.startswith("opens"):
        with it.open() as publication:
            check(it, publication)
    return found


def examine_argument(path):
    """JSON that is an argument, not a publication: there must be an error or an answer."""
    with open(path, "rb") as file:
        raw = file.read()
    broken = []
    for wrapped in (raw, b'[{"id":"1","style":{"id":"highlight"},"locator":' + raw + b"}]"):
        try:
            text = wrapped.decode("utf-8")
            lectern.diff("[]", text)
        except UnicodeDecodeError:
            pass
        except lectern.LecternError as error:
            if error.status == "LECTERN_ERROR_INTERNAL":
                broken.append(f"decorations: our own bug: {error}")
        try:
            lectern.Preferences("reflowable", wrapped.decode("utf-8", "replace")).close()
        except lectern.LecternError as error:
            if error.status == "LECTERN_ERROR_INTERNAL":
                broken.append(f"preferences: our own bug: {error}")
    return Examination("refused", broken)
