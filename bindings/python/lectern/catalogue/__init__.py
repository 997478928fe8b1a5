# SPDX-License-Identifier: BSD-3-Clause
"""A table of many books, one row each: ``lectern catalogue``.

The list of files is sorted and cut into parts.  Dask hands the parts to workers; each book is read in a
process of its own kind, which can be ended.  A part is written to a file, whole or not at all, so that a
catalogue that was interrupted goes on where it was.
"""

from .build import Catalogue, Options, Progress
from .plan import CatalogueError

__all__ = ["Catalogue", "CatalogueError", "Options", "Progress"]
