# SPDX-License-Identifier: BSD-3-Clause
"""Opens the window in the browser.  Every user of the machine can read the arguments of a program, so the browser is not given
the address, which is secret, but a file that only this user can read and that leads there."""
import os
import tempfile
import webbrowser
from html import escape
from pathlib import Path

LEADING = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lectern</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url={address}"></head>
<body><p><a href="{address}">Lectern</a></p></body></html>"""


def open_window(server):
    """Returns a context: the file is removed as soon as the window is asked for, and at the end of the context."""
    folder = tempfile.TemporaryDirectory(prefix="lectern-")  # only this user may look into it
    path = Path(folder.name) / "window.html"
    with open(path, "x", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(LEADING.format(address=escape(server.url)))
    server.opened = folder.cleanup
    webbrowser.open(path.as_uri())
    return folder
