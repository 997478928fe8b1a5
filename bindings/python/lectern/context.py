# SPDX-License-Identifier: BSD-3-Clause
"""Configuration to open publications with."""

from ctypes import c_void_p
from typing import Optional

from . import _callbacks as callbacks
from ._calls import call, output
from ._functions import ABI
from ._handles import Handle
from ._values import json_text


class Context(Handle):
    """Limits, a logger and a progress callback, shared by the publications opened with it.

    Cheap: make as many as useful.  It may be closed while its publications are open.
    """

    _free_function = "lectern_context_free"

    def __init__(
        self,
        *,
        logger: Optional[callbacks.LogFunction] = None,
        progress: Optional[callbacks.StepFunction] = None,
        **limits: int,
    ) -> None:
        """Makes a context.

        :param logger: see set_logger
        :param progress: see set_progress
        :param limits: against hostile files, by the names of the schema
            "context-options", such as ``maxEntries=1000``

        Raises JsonError for a limit that the schema does not know.
        """
        super().__init__(output(c_void_p, "lectern_context_new", ABI, json_text(limits)))
        if logger is not None:
            self.set_logger(logger)
        if progress is not None:
            self.set_progress(progress)

    def set_logger(self, logger: Optional[callbacks.LogFunction]) -> None:
        """Calls ``logger(entry)`` with diagnostics that are not failures; None stops it.

        The entry is a dict (schema "log-entry").  An exception from the logger goes to
        sys.unraisablehook, and stops nothing.
        """
        struct = None if logger is None else callbacks.logger(logger)
        call("lectern_context_set_logger", self, struct)

    def set_progress(self, progress: Optional[callbacks.StepFunction]) -> None:
        """Calls ``progress(task, done, total)`` during long work; None stops it.

        When it returns something true, or raises, the work ends with CancelledError,
        whose ``__cause__`` is what was raised.
        """
        struct = None if progress is None else callbacks.progress(progress)
        call("lectern_context_set_progress", self, struct)
