# SPDX-License-Identifier: BSD-3-Clause
"""Builds a table of many books, one row each: ``lectern catalogue``.

The list of files is sorted and split into parts.  Dask distributes the parts to workers; each worker reads books in a
separate process that can be killed.  The file of a part is written atomically, so an interrupted catalogue can be
resumed.
"""

from .build import Catalogue, Options, Progress
from .plan import CatalogueError

__all__ = ["Catalogue", "CatalogueError", "Options", "Progress"]
