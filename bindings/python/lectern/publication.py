# SPDX-License-Identifier: BSD-3-Clause
"""Opening and querying publications."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from ctypes import c_void_p
from typing import TYPE_CHECKING, BinaryIO, Callable, Optional, Union

from . import _callbacks as callbacks
from . import _values as values
from ._calls import fetch_json, fetch_optional, fetch_text, output
from ._values import BytesInput, PathInput, json_text, path, text
from .cancelling import CancelToken
from .context import Context, or_default
from .cursor import Cursor
from .notes import BookNotes
from .reading import Reading
from .resource import Resource
from .service import Answer, fetcher

if TYPE_CHECKING:
    from typing import Literal

    from . import types
    from .store import Store

    ImageType = Literal["image/png", "image/jpeg"]


class Publication(Reading):
    """An open publication.  Immutable: any number of threads may use it at once.

    Properties call the library each time and return new objects that you may modify; in a
    loop, keep them in a variable.  Only the metadata is read once.
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

        Raises NotFoundError if the file does not exist, FormatError if it is not a
        publication or damaged beyond repair, ProtectedError, LimitError, IoError.
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

        A bytes object is used in place and kept until the publication and everything
        derived from it are closed; anything else is copied.
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

        Only ``seek``, ``tell`` and ``read`` are called, by one thread at a time.  The file
        remains yours: close it after the publication and everything derived from it, and do
        not move its position until then.  An exception from it becomes the ``__cause__`` of
        an IoError, here and in every later read.
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
        """Creates a publication from a manifest and files that you serve.

        :param manifest: schema "manifest", as an object or as JSON text
        :param fetch: called with an href; returns bytes, a binary file, a Resource, or None
        if
            there is no such file.  An exception from it becomes the ``__cause__`` of a
            CallbackError.
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
        """The manifest as JSON text, to store or to forward."""
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
        """The layout of one resource: schema "presentation".

        Raises NotFoundError if no link has this href.
        """
        return fetch_json("lectern_publication_layout", self, text(href))

    def link(self, href: str) -> types.Link:
        """The first link with this href, tried again without its fragment, then its query.

        Raises NotFoundError if there is none.
        """
        return fetch_json("lectern_publication_link", self, text(href))

    def links(self, filter: Union[types.LinkFilter, str, None] = None) -> list[types.Link]:
        """All links that match a filter (schema "link-filter"), in document order; without
        a filter, all links."""
        return fetch_json("lectern_publication_links", self, json_text({} if filter is None else filter))

    @property
    def identity(self) -> types.PublicationIdentity:
        """The data that identifies this copy: identifier, title, a hash of its bytes, its
        reading order."""
        return fetch_json("lectern_publication_identity", self)

    def notes(self, store: Store, device: str) -> BookNotes:
        """The notes of this publication in a store.  Adds the publication to the store if
        necessary.

        :param device: a persistent identifier of this device
        """
        return BookNotes(store, store.add_publication(self.identity)["id"], device)

    @property
    def services(self) -> list[types.Service]:
        """The services of this publication, with their routes: schema "services"."""
        return fetch_json("lectern_publication_services", self)

    @property
    def positions(self) -> list[types.Locator]:
        """All positions of the publication, in order: Readium Locator objects.  A
        recording has one for every 30 seconds."""
        answer: types.Positions = fetch_json("lectern_publication_positions", self)
        return answer["positions"]

    @property
    def positions_text(self) -> str:
        """The response of ~readium/positions as JSON text: ``{"total": …, "positions":
        […]}``."""
        return fetch_text("lectern_publication_positions", self)

    @property
    def positions_by_reading_order(self) -> list[list[types.Locator]]:
        """The positions, as one list per item of the reading order."""
        return fetch_json("lectern_publication_positions_by_reading_order", self)

    @property
    def page_images(self) -> list[Optional[types.Link]]:
        """The image that each item of the reading order is or shows, or None if it is anything
        else: the pages of a comic, or of an image-based EPUB with a fixed layout."""
        return fetch_json("lectern_publication_page_images", self)

    def cover(
        self,
        *,
        width: Optional[int] = None,
        height: Optional[int] = None,
        type: Optional[ImageType] = None,
        generate: bool = False,
    ) -> Resource:
        """The cover as an encoded image: as it is stored, or in the form that you ask for.

        :param width, height: the largest size in pixels; the image is then upright, and its
            link has the actual size
        :param type: "image/png" or "image/jpeg"
        :param generate: make a cover of title and authors if there is none that can be drawn:
            an SVG, or with a type a bitmap, which needs librsvg

        Raises NotFoundError without a cover, UnsupportedError for a format that is not
        supported or whose decoder is not installed, and LimitError for too many pixels.  A
        drawing (SVG) fills the size; it is only drawn if the context option ``rsvg`` names
        librsvg, such as ``rsvg="librsvg-2.so.2"``, and it cannot refer to other files.
        """
        options = {"width": width, "height": height, "type": type, "generate": generate}
        return Resource(output(c_void_p, "lectern_publication_cover", self, json_text(options)))

    def thumbnail(
        self,
        *,
        href: Optional[str] = None,
        position: Optional[int] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        type: Optional[ImageType] = None,
    ) -> Resource:
        """A page of a PDF or a comic, or one that shows only an image, as a picture.

        :param href: the page, such as "book.pdf#page=3"; or
        :param position: its position
        :param width, height: the largest size in pixels: 256 by default, 4096 at most
        :param type: "image/png" or "image/jpeg"

        Raises NotFoundError if there is no such page, UnsupportedError if only a browser can
        draw it.
        """
        options = {"href": href, "position": position, "width": width, "height": height, "type": type}
        return Resource(output(c_void_p, "lectern_publication_thumbnail", self, json_text(options)))

    def locate(
        self,
        query: Union[types.LocatorQuery, types.Locator, types.Link, str],
        *,
        timeout: Optional[float] = None,
    ) -> types.Locator:
        """Completes a partial description of a location to a locator.

        :param query: schema "locator-query": a locator, a link of the contents,
            ``{"position": 12}``, ``{"totalProgression": 0.5}``, ``{"text": {"highlight":
            "…"}}``
        :param timeout: seconds, as for CancelToken

        Raises NotFoundError if the location does not exist.
        """
        with CancelToken(timeout):
            return fetch_json("lectern_publication_locate", self, json_text(query))

    def cfi(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.CfiPlace:
        """The EPUB CFI of the location or range that locate() finds.

        :param query: as for locate(); a CFI in its fragments is corrected by its id and
        text
            assertions, and "fit" tells whether that was necessary

        Raises UnsupportedError for a publication that is not an EPUB, NotFoundError if the
        location does not exist.
        """
        return fetch_json("lectern_publication_cfi", self, json_text(query))

    @property
    def pages(self) -> types.Pages:
        """The pages of the printed edition, of a PDF or of a comic, with their labels and
        where they begin (schema "pages").

        locate({"pageLabel": "12"}) returns the location of a page, locate({..., "page":
        True}) the label of the page at any location.
        """
        return fetch_json("lectern_publication_pages", self)

    def footnote(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Footnote:
        """The footnote that a reference links to: text, clean HTML, and locations.

        :param query: any location in the reference or in the footnote, as for locate()

        Raises NotFoundError if there is no footnote.
        """
        return fetch_json("lectern_publication_footnote", self, json_text(query))

    def note(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Footnote:
        """The former name of footnote(); deprecated."""
        warnings.warn("note() is called footnote() now", DeprecationWarning, stacklevel=2)
        return self.footnote(query)

    def word(
        self, query: Union[types.LocatorQuery, types.Locator, types.Link, str]
    ) -> types.Word:
        """The word at a location, its sentence and its language, for a dictionary.

        :param query: as for locate(); for a range, the word at its start

        Raises UnsupportedError for a location outside of a document, NotFoundError if the
        location does not exist.
        """
        return fetch_json("lectern_publication_word", self, json_text(query))

    def content(
        self,
        start: Union[types.Locator, str, None] = None,
        tokens: Union[types.TokenOptions, str, None] = None,
    ) -> Cursor[types.Content]:
        """Iterates over the content from a location on: a cursor over pages (schema
        "content").

        :param start: a locator; None is the beginning
        :param tokens: schema "token-options": splits the texts into sentences or words;
        ``{}`` does, too

        A PDF has paragraphs, each with its page.  Raises NotFoundError if the location is
        not in the reading order, UnsupportedError for PDFs without pdfium.
        """
        split = f'{{"tokens": {tokens}}}' if isinstance(tokens, str) else {"tokens": tokens}
        arguments = (json_text(start), json_text(split))
        return Cursor(output(c_void_p, "lectern_publication_content", self, *arguments))

    def elements(
        self,
        start: Union[types.Locator, str, None] = None,
        tokens: Union[types.TokenOptions, str, None] = None,
    ) -> Iterator[types.ContentElement]:
        """Iterates over headings, paragraphs, images and so on; parameters as for
        content()."""
        with self.content(start, tokens) as pages:
            for page in pages:
                yield from page["elements"]

    def markdown(
        self,
        *,
        href: Optional[str] = None,
        section: Optional[str] = None,
        start: Union[types.Locator, None] = None,
        end: Union[types.Locator, None] = None,
    ) -> str:
        """The publication as Markdown: all of it, or a part.

        :param href: a resource of the reading order
        :param section: the href of an entry in the table of contents
        :param start: begins at the element that contains this location
        :param end: ends before the element that contains this location

        Notes that are outside of the part follow it.  Raises NotFoundError for an unknown part.
        """
        options = {"href": href, "section": section, "start": start, "end": end}
        return fetch_text("lectern_publication_markdown", self, json_text(options))

    def get(self, href: str) -> Resource:
        """The resource at an href: a file of the publication, or a route of a service, such
        as an expanded link of the manifest: ``~readium/search?query=whale``.

        Raises NotFoundError if there is none.
        """
        return Resource(output(c_void_p, "lectern_publication_get", self, text(href)))

    def get_builtin(self, href: str) -> Resource:
        """Like get(), but without the services of the host, so that they can wrap the
        built-in answer."""
        return Resource(output(c_void_p, "lectern_publication_get_builtin", self, text(href)))

    def cache(
        self, key: str, compute: Callable[[], Optional[bytes]], variant: Optional[str] = None
    ) -> Optional[bytes]:
        """The cached result of ``compute()`` for this key and variant.

        None means that there is no value; this is cached, too.  Raises BusyError if compute
        would wait for itself.
        """
        names = text(key), text(variant)
        return fetch_optional("lectern_publication_cache", self, *names, callbacks.compute(compute))

    def keep(
        self, key: str, compute: Callable[[], Optional[bytes]], variant: Optional[str] = None
    ) -> Optional[bytes]:
        """Like cache(), but the value is also kept across runs, in the ``cacheDirectory`` of the
        context, until the file or the version of the library changes."""
        names = text(key), text(variant)
        return fetch_optional("lectern_publication_keep", self, *names, callbacks.compute(compute))

    def copy(self, manifest: Union[types.Manifest, str]) -> Publication:
        """A copy with the same files, another manifest, and services that are opened for it.

        Raises JsonError for a manifest that is not valid.
        """
        return Publication(output(c_void_p, "lectern_publication_copy", self, json_text(manifest)))


def open(
    source: Union[PathInput, BytesInput, BinaryIO],
    options: Union[types.OpenOptions, str, None] = None,
    context: Optional[Context] = None,
) -> Publication:
    """Opens a path, bytes, or a seekable binary file: Publication.open(), open_bytes() or
    open_stream()."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Publication.open_bytes(source, options, context)
    if isinstance(source, (str, os.PathLike)):
        return Publication.open(source, options, context)
    if not hasattr(source, "read"):
        raise TypeError(f"open() takes a path, bytes or a seekable binary file, not {type(source).__name__}")
    return Publication.open_stream(source, options, context)


def sniff(
    file: Optional[BinaryIO] = None, hints: Union[types.SniffHints, str, None] = None
) -> types.Format:
    """Detects the format of a seekable binary file: schema "format".

    :param hints: schema "sniff-hints", used where the bytes are ambiguous

    Raises UnsupportedError if the format is not recognised.
    """
    encoded = json_text(hints)
    stream = None if file is None else callbacks.stream(file)
    return fetch_json("lectern_publication_sniff", stream, encoded)
