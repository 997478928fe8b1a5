# SPDX-License-Identifier: BSD-3-Clause
"""Services that a host adds to its publications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO, Callable, Optional, Union

from . import _callbacks as callbacks
from . import _structs as structs
from ._values import json_value, text
from .resource import Resource

if TYPE_CHECKING:
    from . import types
    from .publication import Publication

#: The answer to a request: bytes, with the media type of the link in the manifest; a
#: resource with its own link; or None to try the next provider.
Answer = Union[bytes, Resource, None]
ServiceFactory = Callable[["Publication"], Optional["Service"]]


class Service:
    """A set of routes of a publication.  Derive from it, and pass the class to
    Context.add_service().

    One instance serves one publication.  ``publication`` may be used until close().
    """

    #: "positions", "cover", "search", "guidedNavigation", or a reverse domain name.
    name = "service"

    def __init__(self, publication: Publication) -> None:
        """Called once for each publication, which the service may use until close()."""
        self.publication = publication

    @property
    def links(self) -> Sequence[types.Link]:
        """Links to add to the manifest; routes with parameters have templated links.

        A list as a class attribute works, too.  The link of a route replaces an existing
        link with the same href.
        """
        return []

    def get(self, href: str) -> Answer:
        """Answers a request, query included; None passes it on to the next service.

        Routes begin with "/~", files have no leading slash.  An exception fails only this
        request: a LecternError is passed on, any other becomes the cause of a
        CallbackError.  To wrap the built-in answer, call
        ``self.publication.get_builtin(href)``.
        """
        return None

    def close(self) -> None:
        """Called once, when the publication is closed."""


def resource_handle(answer: Answer, href: str) -> Optional[int]:
    """Converts an answer to a handle that the library takes ownership of."""
    if answer is None:
        return None
    resource = answer if isinstance(answer, Resource) else Resource.of({"href": href}, answer)
    return resource._give_away()


def as_struct(factory: ServiceFactory, name: Optional[str]) -> structs.Service:
    from .publication import Publication

    def make(publication: int) -> Optional[_Instance]:
        service = factory(Publication._borrowed(publication))
        return None if service is None else _Instance(service)

    encoded = text(name)
    if encoded is None:
        raise TypeError("a service must have a name: pass one, or set it in its class")
    return callbacks.service(encoded, make)


class _Instance:
    """Adapts a service to the C callbacks."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def links(self) -> bytes:
        return json_value(list(self.service.links))

    def get(self, href: str) -> Optional[int]:
        return resource_handle(self.service.get(href), href)

    def close(self) -> None:
        self.service.close()


def fetcher(fetch: Callable[[str], Union[Answer, BinaryIO]]) -> structs.Fetcher:
    def get(href: str) -> Optional[int]:
        answer = fetch(href)
        if hasattr(answer, "seek"):
            return Resource.of_stream({"href": href}, answer)._give_away()  # type: ignore[arg-type]
        return resource_handle(answer, href)

    return callbacks.fetcher(get)
