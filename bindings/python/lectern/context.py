# SPDX-License-Identifier: BSD-3-Clause
"""Configuration for opening publications."""

from __future__ import annotations

from ctypes import c_void_p
from typing import Any, Callable, Optional, Union

from . import _callbacks as callbacks
from . import _pdfium
from ._calls import call, output
from ._functions import ABI
from ._handles import Handle
from ._values import json_text
from .service import ServiceFactory, as_struct
from .subscription import Registration


class Context(Handle):
    """Limits, a logger, a progress callback and services, shared by the publications opened
    with it.

    Contexts are cheap.  They may be closed while their publications are open.
    """

    _free_function = "lectern_context_free"

    def __init__(
        self,
        *,
        logger: Optional[callbacks.LogFunction] = None,
        progress: Optional[callbacks.StepFunction] = None,
        **options: Union[int, str],
    ) -> None:
        """Creates a context.

        :param logger: see set_logger
        :param progress: see set_progress
        :param options: limits against hostile files, a cache directory, and the paths of
            optional libraries, by the names of the schema "context-options", such as
            ``maxEntries=1000``; ``sqlite`` is used by stores; ``pdfium`` defaults to the
            library in the package pypdfium2, if that is installed

        Raises JsonError for an unknown option.
        """
        pdfium = _pdfium.path()
        if pdfium is not None:
            options.setdefault("pdfium", pdfium)
        super().__init__(output(c_void_p, "lectern_context_new", ABI, json_text(options)))
        #: The last registration, by the function that registers it.
        self._registered: dict[str, Registration] = {}
        if logger is not None:
            self.set_logger(logger)
        if progress is not None:
            self.set_progress(progress)
        else:
            # So that signals and tokens stop a call.
            call("lectern_context_set_progress", self, callbacks.progress(None))

    def set_logger(self, logger: Optional[callbacks.LogFunction]) -> Registration:
        """Calls ``logger(entry)`` with diagnostics that are not failures; None removes the
        logger.

        The entry is a dict (schema "log-entry").  An exception from the logger is passed to
        sys.unraisablehook and does not stop anything.  Call the result, or use it in a
        ``with`` statement, to remove the logger.
        """
        return self._register("lectern_context_set_logger", callbacks.logger, logger)

    def set_progress(self, progress: Optional[callbacks.StepFunction]) -> Registration:
        """Calls ``progress(task, done, total)`` during long work; None removes the
        callback.

        If it returns a true value or raises, the work is cancelled with CancelledError,
        with the exception as ``__cause__``.  Call the result, or use it in a ``with``
        statement, to remove the callback.

        With a callback and without, Ctrl-C ends a long call with KeyboardInterrupt, and a
        CancelToken ends it with CancelledError.
        """
        return self._register("lectern_context_set_progress", callbacks.progress, progress)

    def set_editor(self, edit: Optional[callbacks.EditFunction]) -> Registration:
        """Calls ``edit(manifest)`` with the manifest of each publication that is opened later
        with this context; None removes the function.

        It returns the manifest that the publication shall have, or None to leave it as it is.
        An exception ends the opening: a LecternError is passed on, any other becomes the cause
        of a CallbackError.  Call the result, or use it in a ``with`` statement, to remove it.
        """
        return self._register("lectern_context_set_editor", callbacks.editor, edit)

    def _register(
        self, name: str, wrap: Callable[[Any], Any], function: Optional[Callable[..., Any]]
    ) -> Registration:
        def remove(registration: Registration) -> None:
            if self._registered.get(name) is registration and not self.closed:
                del self._registered[name]
                call(name, self, wrap(None))

        call(name, self, wrap(function))
        made = self._registered[name] = Registration(remove)
        return made

    def add_service(self, factory: ServiceFactory, name: Optional[str] = None) -> None:
        """Adds a service to every publication that is opened later with this context.

        :param factory: called with each publication, usually a subclass of Service; returns
        the
            service, or None if this publication needs none
        :param name: by default ``factory.name``

        If the factory or its links() raises, the service is skipped: the publication opens
        with a warning, and the exception is passed to sys.unraisablehook.
        """
        if not callable(factory):
            raise TypeError(f"expected a function that makes a service, not {type(factory).__name__}")
        struct = as_struct(factory, getattr(factory, "name", None) if name is None else name)
        call("lectern_context_add_service", self, struct)


def or_default(context: Optional[Context]) -> Context:
    """The context to use if none is given: the defaults, which signals and tokens stop."""
    if context is not None and not isinstance(context, Context):
        raise TypeError(f"expected a Context, not {type(context).__name__}")
    return Context() if context is None else context
