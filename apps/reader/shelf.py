# SPDX-License-Identifier: BSD-3-Clause
"""The books in a folder: title, author, cover, reading progress."""
import hashlib
import os
import threading
import time

import lectern
from lectern.cli.books import DOCUMENTS, OPENED, SHARED, is_book, is_recognized

from .names import names, text

MOST, DEEPEST = 5000, 6
#: Cover formats that browsers can display if the library cannot scale them.
DRAWN = {"image/svg+xml", "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"}
LARGEST_DRAWN = 8_000_000
#: The minimum number of seconds between two scans of the folder.
PAUSE = 2


class Shelf:
    """A thread opens the books one by one; those found so far are available immediately."""

    def __init__(self, path, context, reflow=False):
        self.folder, self.context, self.reflow = path, context, reflow
        self.books, self.paths, self.refused = {}, {}, {}  # refused: files that are not books, with the reason
        self.seen, self.looked = {}, 0.0
        self.done, self.ended = threading.Event(), False
        self.single = path.is_file() or is_book(path)
        if self.single:
            self._add_all([path])
        else:
            self._start()

    def look(self):
        """Scans for new and changed files, unless it has just done so."""
        if not self.single and self.done.is_set() and time.monotonic() > self.looked + PAUSE:
            self._start()

    def _start(self):
        self.done.clear()
        threading.Thread(target=lambda: self._add_all(book_files(self.folder)), daemon=True).start()

    def _add_all(self, paths):
        for path in paths:
            if self.ended:
                return
            try:
                status = path.stat()
                stamp = status.st_mtime_ns, status.st_size
                if self.seen.get(path) != stamp:
                    self.seen[path] = stamp
                    self._forget(path)
                    self._add(path)
            except lectern.LecternError as error:
                if self.single:
                    self.done.set()
                    raise SystemExit(str(error)) from None
                self.refused[path] = {"name": path.name, "reason": error.message}
            except OSError:
                pass  # the file has just been deleted
        self.looked = time.monotonic()
        self.done.set()

    def _forget(self, path):
        self.refused.pop(path, None)
        for id, other in list(self.paths.items()):
            if other == path:
                self.books.pop(id, None)

    def _add(self, path):
        if not self.single and ending(path) in SHARED and not is_recognized(path):
            return
        with self.open(path) as publication:
            entry = described(publication, path)
        if self.paths.get(entry["id"], path) != path:
            # Another file with the same identifier, title and date.
            entry["id"] = digest(entry["id"], path.name, str(path.parent))
        self.paths[entry["id"]] = path
        self.books[entry["id"]] = entry

    def not_opened(self):
        """The files that could not be opened, and still exist."""
        return [entry for path, entry in list(self.refused.items()) if path.exists()]

    def there(self):
        """The books whose files still exist."""
        return [entry for id, entry in list(self.books.items()) if self.paths[id].exists()]

    def open(self, path):
        return lectern.Publication.open(path, {"reflow": self.reflow}, self.context)

    def cover(self, id, width):
        """The media type and the bytes of a cover of at most this width; None without a cover."""
        with self.open(self.paths[id]) as publication:
            try:
                with publication.cover(width=width, height=width * 2) as image:
                    return image.link["type"], image.read()
            except lectern.LecternError:
                pass
            try:
                with publication.cover() as image:
                    kind = image.link.get("type", "")
                    return (kind, image.read()) if kind in DRAWN and image.size <= LARGEST_DRAWN else None
            except lectern.LecternError:
                return None

    def close(self):
        self.ended = True


def book_files(folder):
    found = []
    for place, folders, files in os.walk(folder):
        here = folder.__class__(place)
        if here != folder and is_book(here):
            found.append(here)
            folders.clear()
            continue
        if len(here.relative_to(folder).parts) >= DEEPEST:
            folders.clear()
        # Browsers keep the files of a saved page in "Name_files".
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith("_files"))
        found += [here / name for name in sorted(files) if ending(here / name) in OPENED | DOCUMENTS | SHARED]
        if len(found) >= MOST:
            break
    return found[:MOST]


def ending(path):
    return path.suffix.lower()


def described(publication, path):
    manifest = publication.manifest
    metadata = manifest["metadata"]
    languages = metadata.get("language") or [None]
    language = languages if isinstance(languages, str) else languages[0]
    title = text(metadata.get("title"), language) or path.stem
    identifier = str(metadata.get("identifier") or "")
    entry = {
        "id": digest(identifier or path.name, title, str(metadata.get("modified") or "")),
        "title": title,
        "subtitle": text(metadata.get("subtitle"), language),
        "authors": names(metadata.get("author") or metadata.get("artist") or metadata.get("narrator"), language),
        "sortTitle": text(metadata.get("sortAs"), language) or title,
        "sortAuthor": sort_name(metadata.get("author")),
        "language": language,
        "series": series(metadata),
        "subjects": names(metadata.get("subject"), language)[:5],
        "kind": kind_of(publication),
        "direction": publication.info["effectiveReadingProgression"],
        "isProtected": publication.info["protection"] is not None,
        "added": path.stat().st_mtime,
    }
    return {**entry, "hasCover": entry["kind"] == "pdf" or has_cover(publication)}


def has_cover(publication):
    try:
        publication.cover().close()
    except lectern.LecternError:
        return False
    return True


def series(metadata):
    found = metadata.get("belongsTo", {}).get("series")
    found = found[0] if isinstance(found, list) and found else found
    return {"name": text(found.get("name")), "position": found.get("position")} if isinstance(found, dict) else None


def sort_name(authors):
    first = authors[0] if isinstance(authors, list) and authors else authors
    if isinstance(first, dict):
        return text(first.get("sortAs")) or text(first.get("name"))
    return text(first)


def kind_of(publication):
    """The category for sorting: text, comic, pdf, audio or video."""
    info = publication.info
    if info["allAreAudio"]:
        return "audio"
    if info["allAreVideo"]:
        return "video"
    if "pdf" in (info["format"] or ""):
        return "pdf"
    return "comic" if info["allAreBitmap"] else "text"


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
