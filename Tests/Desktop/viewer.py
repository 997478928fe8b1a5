# SPDX-License-Identifier: BSD-3-Clause
"""A window of Qt WebEngine or WebKitGTK with the interface of devtools.Chromium, for scripts/pictures.py."""
import time
from pathlib import Path

from devtools import Chromium

from .engines import Browser

#: The maximum size of a picture with a single color, in bytes.
BLANK = 6000


class Viewer:
    def __init__(self, engine):
        self.browser = Browser(engine)
        self.window = self.browser.new_context({"width": 800, "height": 600})

    def __exit__(self, *_):
        self.window.close()
        self.browser.close()

    def size(self, width, height):
        self.window.viewport = {"width": width, "height": height}

    def open(self, url):
        # Otherwise, with the same address, the old document would look like the new one.
        for address in ("about:blank", url):
            self.window.goto(address)

    def evaluate(self, script):
        return self.window.evaluate(f"() => {script}")

    wait = Chromium.wait

    def picture(self, path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        size = self.window.viewport
        for _ in range(10):
            time.sleep(1)  # without a graphics card, painting is late
            self.window.screenshot(path)
            if Path(path).stat().st_size > BLANK:
                break
            # If it is loaded while its size changes, WebKitGTK may show an empty window until the next change.
            for height in (size["height"] - 100, size["height"]):
                self.window.set_viewport_size({**size, "height": height})
                time.sleep(0.5)
