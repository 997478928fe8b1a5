# SPDX-License-Identifier: BSD-3-Clause
"""Configuration to open publications with."""

from __future__ import annotations

from ctypes import c_void_p
from typing import Optional, Union

from . import _callbacks as callbacks
from . import _pdfium
from . import _structs as structs
from ._calls import call, output
from ._functions import ABI
from ._handles import Handle
from ._values import json_text
from .service import ServiceFactory, as_struct
from .subscription import Registration


class Context(Handle):
    """Limits, a logger, a progress callback and services, shared by the publications opened with it.

    Cheap: make as many as useful.  It may be closed while its publications are open.
    """

    _free_function = "lectern_context_free"

    def __init__(
        self,
        *,
        logger: Optional[callbacks.LogFunction] = None,
        progress: Optional[callbacks.StepFunction] = None,
        **options: Union[int, str],
    ) -> None:
        """Makes a context.

        :param logger: see set_logger
        :param progress: see set_progress
        :param options: limits against hostile files, a directory for what is kept across
            runs, and the places of optional libraries, by the names of the schema
            "context-options", such as ``maxEntries=1000``; ``sqlite`` is that of stores;
            ``pdfium`` defaults to the library in the package pypdfium2, if that is installed

        Raises JsonError for an option that the schema does not know.
        """
        pdfium = _pdfium.path()
        if pdfium is not None:
            options.setdefault("pdfium", pdfium)
        super().__init__(output(c_void_p, "lectern_context_new", ABI, json_text(options)))
        #: What was registered last, by the function that registers it.
        self._registered: dict[str, Registration] = {}
        if logger is not None:
            self.set_logger(logger)
        if progress is not None:
            self.set_progress(progress)

    def set_logger(self, logger: Optional[callbacks.LogFunction]) -> Registration:
        """Calls ``logger(entry)`` with diagnostics that are not failures; None stops it.

        The entry is a dict (schema "log-entry").  An exception from the logger goes to
        sys.unraisablehook, and stops nothing.  Call the result, or use it in a ``with``
        statement, to remove the logger.
        """
        struct = None if logger is None else callbacks.logger(logger)
        return self._register("lectern_context_set_logger", struct)

    def set_progress(self, progress: Optional[callbacks.StepFunction]) -> Registration:
        """Calls ``progress(task, done, total)`` during long work; None stops it.

        When it returns something true, or raises, the work ends with CancelledError,
        whose ``__cause__`` is what was raised.  Call the result, or use it in a ``with``
        statement, to remove the callback.
        """
        struct = None if progress is None else callbacks.progress(progress)
        return self._register("lectern_context_set_progress", struct)

    def _register(
        self, function: str, struct: Union[structs.Logger, structs.Progress, None]
    ) -> Registration:
        call(function, self, struct)

        def remove(registration: Registration) -> None:
            if self._registered.get(function) is registration and not self.closed:
                del self._registered[function]
                call(function, self, None)

        made = self._registered[function] = Registration(remove)
        return made

    def add_service(self, factory: ServiceFactory, name: Optional[str] = None) -> None:
        """Adds a service to every publication opened afterwards with this context.

        :param factory: called with each publication, usually a subclass of Service;
            it returns the service, or None when this publication needs none
        :param name: by default ``factory.name``

        A service that raises before it is made, or whose links cannot be had, is left out:
        the publication opens with a warning, and the exception goes to sys.unraisablehook.
        """
        if not callable(factory):
            raise TypeError(f"expected what makes a service, not the {type(factory).__name__} itself")
        struct = as_struct(factory, getattr(factory, "name", None) if name is None else name)
        call("lectern_context_add_service", self, struct)


def or_default(context: Optional[Context]) -> Optional[Context]:
    """What to pass for a context that was left out: the defaults, which know where pdfium is."""
    if context is not None and not isinstance(context, Context):
        raise TypeError(f"expected a Context, not {type(context).__name__}")
    return Context() if context is None and _pdfium.path() is not None else context
