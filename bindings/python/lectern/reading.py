# SPDX-License-Identifier: BSD-3-Clause
"""Convenient access to a book: metadata, contents, text."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from ctypes import c_void_p
from html import escape
from typing import TYPE_CHECKING, Any, Optional, Union

from ._calls import fetch_json, fetch_text, output
from ._handles import Handle
from ._values import json_text, text
from .cancelling import CancelToken
from .cursor import Cursor
from .errors import FormatError, IoError, LimitError, NotFoundError, ProtectedError, UnsupportedError
from .match import Match

if TYPE_CHECKING:
    from . import types

#: Errors about a single file; all others concern the call.
_ABOUT_THE_FILE = (FormatError, IoError, LimitError, NotFoundError, ProtectedError, UnsupportedError)


class Reading(Handle):
    """The part of Publication that reads the manifest and the text."""

    def __repr__(self) -> str:
        return super().__repr__() if self.closed else f"<lectern.Publication {self.title!r}, open>"

    def _repr_html_(self) -> str:
        """In a notebook: the title and the authors."""
        authors = f"<br>{escape(', '.join(self.authors))}" if self.authors else ""
        return f"<p><b>{escape(self.title)}</b>{authors}</p>"

    @functools.cached_property
    def metadata(self) -> types.Metadata:
        """The metadata of the manifest; read once."""
        manifest: types.Manifest = fetch_json("lectern_publication_manifest", self)
        return manifest["metadata"]

    # ------------------------------------------------------------------------------------- Metadata

    @property
    def title(self) -> str:
        """The title, in the first language of the book in which it is available."""
        return self._plain(self.metadata["title"])

    @property
    def subtitle(self) -> Optional[str]:
        """The subtitle, like the title."""
        subtitle = self.metadata.get("subtitle")
        return None if subtitle is None else self._plain(subtitle)

    @property
    def authors(self) -> list[str]:
        """The names of the authors."""
        return self.contributors("author")

    @property
    def publishers(self) -> list[str]:
        """The names of the publishers."""
        return self.contributors("publisher")

    def contributors(self, role: str) -> list[str]:
        """The names of the contributors with a role in the manifest: author, translator,
        narrator, ..., contributor."""
        return [self._plain(one) for one in _listed(self.metadata.get(role))]

    @property
    def subjects(self) -> list[str]:
        """The names of the subjects."""
        return [self._plain(one) for one in _listed(self.metadata.get("subject"))]

    @property
    def language(self) -> Optional[str]:
        """The first language, a BCP 47 tag; None if the book declares none."""
        return next(iter(self.languages), None)

    @property
    def languages(self) -> list[str]:
        """All languages, main language first."""
        return _listed(self.metadata.get("language"))

    @property
    def identifier(self) -> Optional[str]:
        """An identifier such as an ISBN or a UUID, as a URN if possible."""
        return self.metadata.get("identifier")

    @property
    def description(self) -> Optional[str]:
        """The description, which may contain HTML."""
        return self.metadata.get("description")

    @property
    def published(self) -> Optional[str]:
        """The date or time of publication, in ISO 8601."""
        return self.metadata.get("published")

    def _plain(self, value: Any) -> str:
        """The text of a name, a localized string, or a plain string."""
        if isinstance(value, dict) and "name" in value:
            value = value["name"]
        if isinstance(value, dict):
            # The name of a series may be a number, or missing.
            found = next((value[tag] for tag in self.languages if tag in value), None)
            value = found if found is not None else next(iter(value.values()), "")
        return str(value)

    # -------------------------------------------------------------------------------------- Contents

    def collection(self, role: str) -> list[types.Link]:
        """The links of a collection, such as "toc" or "loi"; [] if it does not exist."""
        return fetch_json("lectern_publication_collection", self, text(role))

    @property
    def reading_order(self) -> list[types.Link]:
        """The items to read from beginning to end."""
        return self.collection("readingOrder")

    @property
    def resources(self) -> list[types.Link]:
        """Files of the book outside of the reading order."""
        return self.collection("resources")

    @property
    def toc(self) -> list[types.Link]:
        """The table of contents: links with a title, and ``children`` if there are any."""
        return self.collection("toc")

    @property
    def page_list(self) -> list[types.Link]:
        """The pages of the printed edition; their titles are the labels."""
        return self.collection("pageList")

    @property
    def landmarks(self) -> list[types.Link]:
        """The cover, the start of the text and the like, by relation."""
        return self.collection("landmarks")

    # ------------------------------------------------------------------------------------------ Text

    def text(self, href: Optional[str] = None) -> str:
        """The text of a document as it is rendered, with a line for each heading, paragraph
        and so on.

        Without an href, returns the text of all documents of the reading order, separated
        by empty lines.  Resources without text, or that cannot be read, are omitted.

        Raises UnsupportedError for a resource that is not a document, for a book without
        documents, and for a PDF without pdfium.
        """
        if href is not None:
            return fetch_text("lectern_publication_text", self, text(href))
        return "\n\n".join(self._texts())

    @property
    def word_count(self) -> int:
        """The number of words, including notes; each Han or Kana character counts as one.

        Reads all documents once.  A comic, an audiobook or a video has none; raises
        UnsupportedError like text() for a PDF without pdfium.
        """
        counts = self.statistics()
        kinds = {(link.get("type") or "").partition("/")[0] for link in self.reading_order}
        if not any(one["hasText"] for one in counts["resources"]) and kinds - {"image", "audio", "video"}:
            next(self._texts())  # Raises the reason.
        return sum(one[kind] for one in (counts, counts["notes"]) for kind in ("words", "cjk"))

    def statistics(
        self,
        options: Union[types.StatisticsOptions, str, None] = None,
        *,
        timeout: Optional[float] = None,
    ) -> types.Statistics:
        """Words, characters, images and minutes, for the book, its resources and its
        sections: schema "statistics".

        Reads all documents once.

        :param options: the reading speed, and where to start, schema "statistics-options"
        :param timeout: seconds, as for CancelToken

        Raises NotFoundError if the publication does not have the location.
        """
        with CancelToken(timeout):
            return fetch_json("lectern_publication_statistics", self, json_text(options))

    def _texts(self) -> Iterator[str]:
        failure, found = None, False
        for link in self.reading_order:
            try:
                yield self.text(link["href"])
                found = True
            except _ABOUT_THE_FILE as error:
                failure = failure or error
        if not found:
            raise failure or UnsupportedError("There are no documents.")

    def search(
        self, query: str, options: Union[types.SearchOptions, str, None] = None
    ) -> Cursor[types.Locators]:
        """Searches the text: a cursor over pages (schema "locators"), one per resource with
        matches, or per up to 16 pages of a PDF.  matches() returns single matches.

        :param options: schema "search-options"

        Raises UnsupportedError for a publication without text, and for PDFs without pdfium.
        """
        found = output(c_void_p, "lectern_publication_search", self, text(query), json_text(options))
        return Cursor(found)

    def matches(
        self, query: str, options: Union[types.SearchOptions, str, None] = None
    ) -> Iterator[Match]:
        """Iterates over the matches of a search, which are found on demand; parameters as
        for search()."""
        with self.search(query, options) as pages:
            for page in pages:
                for locator in page["locators"]:
                    yield Match(locator)


def _listed(value: Any) -> list[Any]:
    """The values of a member that may have one value, several, or none."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
