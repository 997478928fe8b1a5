# SPDX-License-Identifier: BSD-3-Clause
"""``python -m lectern``: the command line."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
