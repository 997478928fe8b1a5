# SPDX-License-Identifier: BSD-3-Clause
"""A page that shows a book, in a browser under test."""
import functools
import json
import os
from multiprocessing.util import Finalize
from pathlib import Path

from devtools import CHROMIUM
from support import waiting

from .host import Host

PROBE, HELD, IDLE = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("probe.js", "held.js", "idle.js"))
#: Makes the width of text the same on each machine.
ENVIRONMENT = {**os.environ, "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
ARGUMENTS = ["--no-sandbox", "--no-proxy-server", "--disable-background-networking", "--disable-dev-shm-usage",
             "--autoplay-policy=no-user-gesture-required", "--js-flags=--expose-gc",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


#: Slows down the pages of all tests, like a busy machine: LECTERN_THROTTLE=8.
THROTTLE = float(os.environ.get("LECTERN_THROTTLE", 1))


def throttle(context, page):
    if THROTTLE > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    return page


def launch(playwright):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=ENVIRONMENT)


def window_engine(name):
    """Firefox, or windows of Qt WebEngine or WebKitGTK."""
    fonts = {"FONTCONFIG_FILE": ENVIRONMENT["FONTCONFIG_FILE"]}
    if name == "firefox":
        from Desktop import firefox
        return firefox.Browser(fonts)
    from Desktop import engines
    return engines.Browser(name, fonts)


@functools.cache
def browser(engine="chromium"):
    """One browser per process."""
    if engine == "chromium":
        from playwright.sync_api import sync_playwright
        return launch(sync_playwright().start())
    opened = window_engine(engine)
    Finalize(None, opened.close, exitpriority=1)  # a process of a pool exits without atexit
    return opened


def random_change(choose):
    """A random setting, or a window size."""
    kind = choose.choice(["size", "fontSize", "fontSize", "lineHeight", "pageMargins", "columnCount", "scroll", "theme",
                          "textAlign", "fontFamily", "paragraphSpacing", "letterSpacing"])
    values = {"fontSize": [0.7, 0.9, 1, 1.2, 1.7, 2.5], "lineHeight": [1.0, 1.3, 1.8, None], "columnCount": ["1", "2", "auto"],
              "pageMargins": [0, 0.5, 1, 2, 4], "scroll": [True, False, False], "theme": ["dark", "light", "sepia"],
              "textAlign": ["left", "justify", None], "fontFamily": ["serif", "sans-serif", "monospace", None],
              "paragraphSpacing": [0, 1, None], "letterSpacing": [0.2, None]}
    if kind == "size":
        return choose.randint(320, 1400), choose.randint(400, 1000)
    return {kind: choose.choice(values[kind]), "publisherStyles": choose.random() < 0.5}


def until(page, condition, seconds=30):
    """Calls a function until it returns a true value, and lets the browser report events meanwhile.  Not
    wait_for_function: it uses eval, which the policy of the page forbids."""
    return waiting.until(condition, seconds, lambda: page.wait_for_timeout(20))


class Protocol:
    """Requests to Chromium over its protocol, and to windows of other engines."""

    def __init__(self, context, page):
        self.session = context.new_cdp_session(page)

    def mouse(self, kind, x, y, pressed, pointer="mouse", button="left"):
        """Not playwright's own mouse: it looks for drags in each frame, and blocks where no script runs."""
        self.session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "pointerType": pointer, "button": button if pressed or kind != "mouseMoved" else "none",
            "buttons": {"left": 1, "right": 2}[button] if pressed else 0, "clickCount": 0 if kind == "mouseMoved" else 1})

    def metrics(self):
        """The performance metrics of Chromium: the number of layouts, the time of the main thread."""
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        return {entry["name"]: entry["value"] for entry in self.session.send("Performance.getMetrics")["metrics"]}

    def held(self):
        """The objects that the browser holds after a garbage collection."""
        for _ in range(3):
            self.session.send("HeapProfiler.collectGarbage")
        found = self.metrics()
        return {name: found[key] for name, key in {"frames": "Frames", "documents": "Documents", "listeners": "JSEventListeners",
                                                   "nodes": "Nodes", "bytes": "JSHeapUsedSize"}.items()}


class Reader:
    """A page that shows a book, and its messages.  Scripts are evaluated before those of the page."""

    def __init__(self, browser, path, preferences=None, size=(800, 600), ratio=1, options=None, query="",
                 animated=False, host=Host, scripts=()):
        self.preferences = dict(preferences or {})
        self.host = host(path, preferences, options)
        # Closing a page in the middle of an answer is not an error.
        self.host.server.handle_error = lambda *_: None
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, device_scale_factor=ratio)
        for script in (IDLE, *scripts):
            self.context.add_init_script(script)
        self.page = throttle(self.context, self.context.new_page())
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.host.url + query)
        self.until("Boolean(window.lectern?.shell?.view?.place?.() || lectern.shell?.book.readingOrder.length === 0)")
        self.page.evaluate(f"(window.probe = {PROBE}, lectern.shell.options.animated = {json.dumps(animated)})")
        self.settle()

    def evaluate(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def until(self, script, seconds=30):
        """Waits until a script returns a true value."""
        return until(self.page, lambda: self.evaluate(script), seconds)

    def heard(self, kind, count=1):
        """The last message of a kind, after at least this many."""
        return until(self.page, lambda: self.said(kind)[count - 1:])[-1]

    def settle(self):
        """Waits until the page has arranged itself, and its host knows; it may go on playing or speaking."""
        self.page.evaluate("probe.settled()")

    def idle(self):
        """Waits until the page has finished everything it has begun.  Proves that something does not happen."""
        self.page.evaluate("idle(probe.isBusy)")

    def move(self, way):
        moved = self.page.evaluate("(way) => lectern.move(way)", way)
        self.settle()
        return moved

    def go(self, locator):
        reached = self.page.evaluate("(locator) => lectern.go(locator)", locator)
        self.settle()
        return reached

    def place(self):
        return self.page.evaluate("lectern.place()")

    def at(self):
        return self.page.evaluate("probe.at()")

    def set(self, **preferences):
        """Changes settings like a host: through the navigator, and its message to the page."""
        self.preferences.update(preferences)
        self.host.navigator.submit_preferences(self.preferences)
        state = json.loads(self.host.get("~lectern/state.json")[2])
        names = ("settings", "css", "background", "direction")
        # A page that reads the state gets no messages until it reports that it is ready.
        self.tell({"type": "settings", **{name: state[name] for name in names}}, {"type": "spreads", "spreads": state["spreads"]})
        # The library's own message about this change arrives before the next one.
        until(self.page, self.host.outgoing.empty)
        self.settle()

    def tell(self, *messages):
        """Sends messages of the library."""
        self.page.evaluate("(all) => all.forEach((text) => lectern.receive(text))", [json.dumps(one) for one in messages])
        self.settle()

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def change(self, what):
        """Changes the window size, or settings."""
        if isinstance(what, tuple):
            self.resize(*what)
        else:
            self.set(**what)

    @functools.cached_property
    def control(self):
        return self.page if hasattr(self.page, "held") else Protocol(self.context, self.page)

    def held(self):
        """The numbers of frames, documents, listeners, nodes and bytes; also of observers if HELD is among the
        scripts."""
        counted = self.evaluate("window.held?.()") or {}
        return counted | self.control.held()

    def said(self, kind):
        return [message for message in self.host.messages if message["type"] == kind]

    def close(self):
        self.context.close()
        self.host.close()


class Mouse:
    def __init__(self, reader, **more):
        self.control = reader.control
        #: Such as {"pointer": "pen"}, which Chromium supports.
        self.more = more
        self.at, self.pressed = (0, 0), False

    def send(self, kind, x, y):
        self.at = x, y
        self.control.mouse(kind, x, y, self.pressed, **self.more)

    def move(self, x, y, steps=1):
        from_x, from_y = self.at
        for step in range(1, steps + 1):
            # In Arabic, Chromium treats a fraction of a pixel as a move of the caret.
            self.send("mouseMoved", round(from_x + (x - from_x) * step / steps), round(from_y + (y - from_y) * step / steps))

    def down(self):
        self.pressed = True
        self.send("mousePressed", *self.at)

    def up(self):
        self.pressed = False
        self.send("mouseReleased", *self.at)

    def click(self, x, y):
        self.move(x, y)
        self.down()
        self.up()
