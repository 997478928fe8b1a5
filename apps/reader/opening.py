# SPDX-License-Identifier: BSD-3-Clause
"""Opens the window in the browser.

Every user of the machine can see the arguments of a process.  Therefore the browser is not passed the secret address,
but a file that redirects to it and that only this user can read."""
import os
import tempfile
import webbrowser
from html import escape
from pathlib import Path

REDIRECT = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lectern</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url={address}"></head>
<body><p><a href="{address}">Lectern</a></p></body></html>"""


def open_window(server):
    """Returns a context manager.  The file is removed when the browser requests the window, or at the end of the context."""
    folder = tempfile.TemporaryDirectory(prefix="lectern-")  # mode 0700
    path = Path(folder.name) / "window.html"
    with open(path, "x", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(REDIRECT.format(address=escape(server.url)))
    server.opened = folder.cleanup
    webbrowser.open(path.as_uri())
    return folder
