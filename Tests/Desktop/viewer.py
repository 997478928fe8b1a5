# SPDX-License-Identifier: BSD-3-Clause
"""A window of Qt WebEngine or WebKitGTK with the interface of devtools.Chromium, for scripts/pictures.py."""
import time
from pathlib import Path

from engines import Browser, Failure


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
        # Of the same address, the old document would seem to be the new one.
        for address in ("about:blank", url):
            self.window.goto(address)

    def evaluate(self, script):
        return self.window.evaluate(f"() => {script}")

    def wait(self, condition, timeout=20):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return True
            except Failure:
                pass  # between two documents
            time.sleep(0.05)
        return False

    def picture(self, path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        time.sleep(1)  # without a graphics card, what is there is painted late
        self.window.screenshot(path)
