# SPDX-License-Identifier: BSD-3-Clause
"""Opening a publication, and what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes import c_void_p
from typing import TYPE_CHECKING, BinaryIO, Callable, Optional, Union

from . import _callbacks as callbacks
from . import _values as values
from ._calls import fetch_json, fetch_optional, fetch_text, output
from ._values import BytesInput, PathInput, json_text, path, text, unsigned
from .context import Context, or_default
from .cursor import Cursor
from .notes import BookNotes
from .reading import Reading
from .resource import Resource
from .service import Answer, fetcher

if TYPE_CHECKING:
    from . import types
    from .store import Store


class Publication(Reading):
    """An open publication.  Immutable: any number of threads may use it at once.

    Properties ask the library every time and return fresh objects, yours to change; in a
    loop, keep them in a variable.  Only what belongs to the metadata is read once.
    """

    _free_function = "lectern_publication_free"

    @classmethod
    def open(
        cls,
        file: PathInput,
        options: Union[types.OpenOptions, str, None] = None,
        context: Optional[Context] = None,
    ) -> Publication:
        """Opens a file, or the directory of an exploded publication.

        :param options: schema "open-options"
        :param context: limits, logger and progress; None means the defaults

        Raises NotFoundError without such a file, FormatError when it is not a publication
        or damaged beyond repair, ProtectedError, LimitError, IoError.
        """
        encoded = json_text(options)
        return cls(output(c_void_p, "lectern_publication_open", or_default(context), path(file), encoded))

    @classmethod
    def open_bytes(
        cls,
        data: BytesInput,
        options: Union[types.OpenOptions, str, None] = None,
        context: Optional[Context] = None,
    ) -> Publication:
        """Opens bytes in memory; errors and parameters as for open().

        A bytes object is used in place and kept until the publication and all that
        came from it are closed; anything else is copied.
        """
        encoded, context = json_text(options), or_default(context)
        kept = values.data(data)
        number = callbacks.keep(kept)
        return cls(
            output(
                c_void_p,
                "lectern_publication_open_memory",
                context,
                kept,
                len(kept),
                callbacks.release,
                number,
                encoded,
            )
        )

    @classmethod
    def open_stream(
        cls,
        file: BinaryIO,
        options: Union[types.OpenOptions, str, None] = None,
        context: Optional[Context] = None,
    ) -> Publication:
        """Opens the bytes of a seekable binary file; parameters as for open().

        Only ``seek``, ``tell`` and ``read`` are called, by one thread at a time.  The file stays
        yours: close it after the publication and all that came from it, and leave its
        position alone until then.  What it raises becomes the ``__cause__`` of an
        IoError, here and in every later read.
        """
        encoded, context = json_text(options), or_default(context)
        stream = callbacks.stream(file)
        return cls(output(c_void_p, "lectern_publication_open_stream", context, stream, encoded))

    @classmethod
    def open_manifest(
        cls,
        manifest: Union[types.Manifest, str],
        fetch: Optional[Callable[[str], Union[Answer, BinaryIO]]] = None,
        options: Union[types.OpenOptions, str, None] = None,
        context: Optional[Context] = None,
    ) -> Publication:
        """Makes a publication of a manifest and of files that you serve.

        :param manifest: schema "manifest", as an object or as JSON text
        :param fetch: called with an href; returns bytes, a binary file, a Resource, or
            None when there is no such file.  What it raises becomes the ``__cause__`` of
            a CallbackError.
        """
        encoded, context = json_text(options), or_default(context)
        described = json_text(manifest)
        files = None if fetch is None else fetcher(fetch)
        return cls(
            output(c_void_p, "lectern_publication_open_manifest", context, described, files, encoded)
        )

    @property
    def manifest(self) -> types.Manifest:
        """The Readium Web Publication Manifest, with the links of services."""
        return fetch_json("lectern_publication_manifest", self)

    @property
    def manifest_text(self) -> str:
        """The manifest as JSON text, to store or to send on."""
        return fetch_text("lectern_publication_manifest", self)

    @property
    def warnings(self) -> list[types.Diagnostic]:
        """Authoring mistakes that did not prevent opening: dicts with severity, message, path."""
        return fetch_json("lectern_publication_warnings", self)

    @property
    def info(self) -> types.PublicationInfo:
        """Properties computed from the manifest: schema "publication-info"."""
        return fetch_json("lectern_publication_info", self)

    def accessibility(
        self, options: Union[types.AccessibilityOptions, str, None] = None
    ) -> types.Accessibility:
        """The accessibility metadata as sentences for readers, in groups: schema "accessibility".

        :param options: the language and the dialect, schema "accessibility-options"
        """
        return fetch_json("lectern_publication_accessibility", self, json_text(options))

    def layout(self, href: str) -> types.Presentation:
        """How one resource is to be laid out: schema "presentation".

        Raises NotFoundError when no link has this href.
        """
        return fetch_json("lectern_publication_layout", self, text(href))

    def link(self, href: str) -> types.Link:
        """The first link with this href, tried again without its fragment, then its query.

        Raises NotFoundError when there is none.
        """
        return fetch_json("lectern_publication_link", self, text(href))

    def links(self, filter: Union[types.LinkFilter, str, None] = None) -> list[types.Link]:
        """All links that pass a filter (schema "link-filter"), in document order; all of them without one."""
        return fetch_json("lectern_publication_links", self, json_text({} if filter is None else filter))

    @property
    def identity(self) -> types.PublicationIdentity:
        """What identifies this copy: identifier, title, a hash of its bytes, its reading order."""
        return fetch_json("lectern_publication_identity", self)

    def notes(self, store: Store, device: str) -> BookNotes:
        """Its notes in a store, which keeps it as one of its publications from now on.

        :param device: an identifier of this device, always the same
        """
        return BookNotes(store, store.add_publication(self.identity)["id"], device)

    @property
    def services(self) -> list[types.Service]:
        """The services of this publication, with their routes: schema "services"."""
        return fetch_json("lectern_publication_services", self)

    @property
    def positions(self) -> list[types.Locator]:
        """All positions of the publication, in order: Readium Locator objects.  Recordings have none."""
        answer: types.Positions = fetch_json("lectern_publication_positions", self)
        return answer["positions"]

    @property
    def positions_text(self) -> str:
        """The answer of ~readium/positions as JSON text: ``{"total": …, "positions": […]}``."""
        return fetch_text("lectern_publication_positions", self)

    @property
    def positions_by_reading_order(self) -> list[list[types.Locator]]:
        """The positions, as one list per item of the reading order."""
        return fetch_json("lectern_publication_positions_by_reading_order", self)

    def cover(self) -> Resource:
        """The cover as the encoded image that is there, at its largest.

        Raises NotFoundError when the publication has none.
        """
        return Resource(output(c_void_p, "lectern_publication_cover", self))

    def cover_fitting(self, width: int, height: int) -> Resource:
        """The cover as an image of so many pixels at most, upright; its link says how large it is.

        Raises NotFoundError without a cover, UnsupportedError for a format that is not
        decoded, or whose decoder is not installed, and LimitError for too many pixels.
        A drawing (SVG) fills the pixels; it is drawn if the context option ``rsvg`` names
        librsvg, such as ``rsvg="librsvg-2.so.2"``, and it refers to no other files.
        """
        size = unsigned(width, bits=32), unsigned(height, bits=32)
        return Resource(output(c_void_p, "lectern_publication_cover_fitting", self, *size))

    def locate(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Locator:
        """A complete locator for what is known of a place.

        :param query: schema "locator-query": a locator, a link of the contents,
            ``{"position": 12}``, ``{"totalProgression": 0.5}``, ``{"text": {"highlight": "…"}}``

        Raises NotFoundError when there is no such place.
        """
        return fetch_json("lectern_publication_locate", self, json_text(query))

    def cfi(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.CfiPlace:
        """The EPUB CFI of whatever locate() finds, of a place or a range.

        :param query: as for locate(); a CFI in its fragments is corrected by the ids and texts that
            it asserts, and "fit" says whether it had to be

        Raises UnsupportedError for a publication that is not an EPUB, NotFoundError when there is
        no such place.
        """
        return fetch_json("lectern_publication_cfi", self, json_text(query))

    @property
    def pages(self) -> types.Pages:
        """The pages of the printed book, of a PDF or of a comic, with their labels and the places
        where they begin (schema "pages").

        locate({"pageLabel": "12"}) has the place of one, locate({..., "page": True}) the label of
        the page of any place.
        """
        return fetch_json("lectern_publication_pages", self)

    def note(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Footnote:
        """The note that a reference leads to: text, clean HTML, and its places.

        :param query: any place in the reference or in the note, as for locate()

        Raises NotFoundError when there is no note.
        """
        return fetch_json("lectern_publication_note", self, json_text(query))

    def word(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Word:
        """The word at a place, its sentence and its language, for a dictionary.

        :param query: as for locate(); of a range, the word where it begins

        Raises UnsupportedError for a place that is in no document, NotFoundError when there is no
        such place.
        """
        return fetch_json("lectern_publication_word", self, json_text(query))

    def content(
        self,
        start: Union[types.Locator, str, None] = None,
        tokens: Union[types.TokenOptions, str, None] = None,
    ) -> Cursor[types.Content]:
        """Walks over the content, from a place on: a cursor over pages (schema "content").

        :param start: a locator; None is the beginning
        :param tokens: schema "token-options": cuts the texts into sentences or words, ``{}`` included

        Of a PDF there are paragraphs, each with its page.  Raises NotFoundError when the place is
        not in the reading order, UnsupportedError for PDFs without pdfium.
        """
        place = json_text(start)
        if tokens is None:
            return Cursor(output(c_void_p, "lectern_publication_content", self, place))
        name = "lectern_publication_content_tokens"
        return Cursor(output(c_void_p, name, self, place, json_text(tokens)))

    def elements(
        self,
        start: Union[types.Locator, str, None] = None,
        tokens: Union[types.TokenOptions, str, None] = None,
    ) -> Iterator[types.ContentElement]:
        """Headings, paragraphs, images, … one by one; parameters as for content()."""
        with self.content(start, tokens) as pages:
            for page in pages:
                yield from page["elements"]

    def get(self, href: str) -> Resource:
        """The resource at that href: a file of the publication, or a route of a service, such as
        the links of the manifest expand to: ``~readium/search?query=whale``.

        Raises NotFoundError when there is none.
        """
        return Resource(output(c_void_p, "lectern_publication_get", self, text(href)))

    def get_builtin(self, href: str) -> Resource:
        """The same without the services of the host: lets one of them wrap what is there."""
        return Resource(output(c_void_p, "lectern_publication_get_builtin", self, text(href)))

    def cache(
        self, key: str, compute: Callable[[], Optional[bytes]], variant: Optional[str] = None
    ) -> Optional[bytes]:
        """What ``compute()`` returned the first time it was asked for by this key and variant.

        None means that there is nothing; it is kept, too.
        Raises BusyError when compute would wait for itself.
        """
        names = text(key), text(variant)
        return fetch_optional("lectern_publication_cache", self, *names, callbacks.compute(compute))


def open(
    source: Union[PathInput, BytesInput, BinaryIO],
    options: Union[types.OpenOptions, str, None] = None,
    context: Optional[Context] = None,
) -> Publication:
    """Opens a path, bytes, or a seekable binary file: Publication.open(), open_bytes() or open_stream()."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Publication.open_bytes(source, options, context)
    if isinstance(source, (str, os.PathLike)):
        return Publication.open(source, options, context)
    return Publication.open_stream(source, options, context)


def sniff(
    file: Optional[BinaryIO] = None, hints: Union[types.SniffHints, str, None] = None
) -> types.Format:
    """What a seekable binary file is: schema "format".

    :param hints: schema "sniff-hints"; the bytes decide, hints help where they are silent

    Raises UnsupportedError when nothing is recognised.
    """
    encoded = json_text(hints)
    stream = None if file is None else callbacks.stream(file)
    return fetch_json("lectern_publication_sniff", stream, encoded)
