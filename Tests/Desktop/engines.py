# SPDX-License-Identifier: BSD-3-Clause
"""Windows of Qt WebEngine and WebKitGTK with the part of playwright's interface that the tests of the page need.
scripts/desktop.sh builds the programs."""
import json
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

from .display import SURROUNDINGS, Desktop

#: Records the errors of the page, which playwright reports as events.
FAILURES = """window.failures = []; addEventListener("error", (event) => failures.push(event.message));
addEventListener("unhandledrejection", (event) => failures.push(String(event.reason)))"""
BUTTONS = {"mouseMoved": [], "mousePressed": ["mousedown", 1], "mouseReleased": ["mouseup", 1]}

PROGRAMS = Path(__file__).resolve().parents[2] / "build" / "desktop"
#: How to set the number of device pixels per CSS pixel.  GTK does not support fractions.
SCALES = {"qt": ("QT_SCALE_FACTOR", float), "webkit": ("GDK_SCALE", round)}

#: Evaluates a script, and keeps its value, or that of its promise.
EVALUATE = r"""(async () => { const value = (%s
); return typeof value === "function" ? value(%s) : value; })().then((value) => window.answer = {value},
  (error) => window.answer = {error: `${error}\n${error?.stack}`}), window.answer = null, ''"""


class Failure(RuntimeError):
    pass


class Browser:
    def __init__(self, engine, environment=None):
        self.engine = engine
        self.desktop = Desktop(2600, 2400)
        self.desktop.__enter__()
        # held.js needs both.
        flags = f"{SURROUNDINGS['QTWEBENGINE_CHROMIUM_FLAGS']} --js-flags=--expose-gc --enable-precise-memory-info"
        self.desktop.environment |= {"QTWEBENGINE_CHROMIUM_FLAGS": flags, **(environment or {})}

    def new_context(self, viewport, device_scale_factor=1):
        return Window(self, viewport, device_scale_factor)

    def new_page(self):
        return self.new_context({"width": 1280, "height": 720})

    def close(self):
        self.desktop.__exit__()


class Window:
    """A window and its page."""

    def __init__(self, browser, viewport, ratio):
        name, number = SCALES[browser.engine]
        self.browser, self.ratio, self.listeners = browser, number(ratio), []
        self.log = open(PROGRAMS / f"{browser.engine}.log", "a")  # noqa: SIM115
        self.process = subprocess.Popen([PROGRAMS / f"{browser.engine}-window"], text=True,
                                        env={**browser.desktop.environment, name: str(self.ratio)},
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)
        self.viewport = viewport
        #: When the button was pressed.
        self.pressed = 0
        #: Windows, dialogs and downloads that the page requested, and did not get.
        self.events = []
        self.add_init_script(FAILURES)

    def new_page(self):
        return self

    def add_init_script(self, script):
        self._tell("script", script)

    def on(self, event, listener):
        assert event == "pageerror"
        self.listeners.append(listener)

    def _tell(self, command, argument):
        self.process.stdin.write(f"{command} {quote(argument, safe=' ')}\n")
        self.process.stdin.flush()
        while (line := self.process.stdout.readline()).startswith("*"):
            self.events.append(line[1:].rstrip("\n"))
        if not line or line.startswith("!"):
            raise Failure(line[1:].strip() or "the window was closed")
        return line.rstrip("\n")

    def goto(self, url):
        self._tell("size", "{width} {height}".format(**self.viewport))
        self._tell("load", url)
        self._await(lambda: self._tell("run", "String(document.readyState === 'complete' && location.href)") == url)
        self.set_viewport_size(self.viewport)

    def set_content(self, html):
        self.goto("data:text/html;charset=utf-8," + quote(html))

    def _await(self, test, seconds=30, pause=0.02):
        end = time.monotonic() + seconds
        while not test():
            if time.monotonic() > end:
                raise TimeoutError(f"{self.browser.engine}: no answer")
            time.sleep(pause)

    def evaluate(self, script, argument=None, seconds=900):
        self._tell("run", EVALUATE % (script, json.dumps(argument)))
        found = {}

        def answered():
            text = self._tell("run", "JSON.stringify(window.answer ?? null)")
            found.update(json.loads(text) or {})
            return text != "null"
        self._await(answered, seconds)
        if "error" in found:
            raise Failure(found["error"])
        return found.get("value")

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def set_viewport_size(self, size):
        wanted = f"{size['width']} {size['height']}"
        self._tell("size", wanted)
        self._await(lambda: self._tell("run", "`${innerWidth} ${innerHeight}`") == wanted)
        self.viewport = size

    def mouse(self, kind, x, y, pressed):
        """Uses the display, like a person; the window is at its upper left."""
        if kind == "mousePressed":  # otherwise two clicks are a double click
            time.sleep(max(0, self.pressed + 0.6 - time.monotonic()))
            self.pressed = time.monotonic()
        self.browser.desktop.run("xdotool", "mousemove", *(round(at * self.ratio) for at in (x, y)), *BUTTONS[kind])
        time.sleep(0.05)  # until the window has received it

    def held(self):
        """No objects besides those that held.js counts."""
        return {}

    def screenshot(self, path):
        """A screenshot of the display."""
        self.browser.desktop.picture(path, *(round(self.viewport[side] * self.ratio) for side in ("width", "height")))

    def close(self):
        try:
            for message in json.loads(self._tell("run", "JSON.stringify(window.failures || [])")):
                for listener in self.listeners:
                    listener(message)
        except (Failure, ValueError, OSError):
            pass  # the reason was reported before
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
