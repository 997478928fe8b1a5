# SPDX-License-Identifier: BSD-3-Clause
"""A window of the reader, and the strings of a hostile book."""
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import pytest

from .reading import IDLE, throttle, until

playwright = pytest.importorskip("playwright.sync_api")
PlaywrightError = playwright.Error
#: Waits until a part of the window meets a condition.
expect = playwright.expect
expect.set_options(timeout=15000)
HOSTILE = '<img src=x onerror="document.title=1">\u202eevil'
#: In the page of the library, which is a frame of another origin: Window.inside().
SHELL = "window.lectern?.shell"


class Window:
    """A window of the reader, with common queries."""

    def __init__(self, browser, running, size=(1200, 800), locale="en-US", **more):
        self.running = running
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale,
                                           reduced_motion="reduce", **more)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.set_default_timeout(15000)
        self.context.add_init_script(IDLE)
        self.page = throttle(self.context, self.context.new_page())
        self.devtools = self.context.new_cdp_session(self.page)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda one: one.type == "error" and self.errors.append(f"{one.text} {one.location}"))

    def close(self):
        self.context.close()
        assert self.errors == [], self.errors

    def shelf(self):
        self.page.goto(self.running.url)
        self.page.wait_for_selector(".book-link")

    def read(self, title="Read Aloud"):
        self.page.goto(f"{self.running.url}read?book={self.running.book(title)}")
        self.shown()

    @property
    def id(self):
        """The id of the open book."""
        return parse_qs(urlsplit(self.page.url).query)["book"][0]

    def notes(self):
        """The notes of the open book on the server."""
        return self.running.json(f"books/{self.id}/notes")["notes"]

    def shown(self):
        """Waits until the page is loaded, and has reported its location."""
        self.until(f"{SHELL}?.view?.place?.()", where=self.inside)
        self.until("document.querySelector('#waiting').hidden && document.querySelector('.tree')")

    def inside(self, script, argument=None):
        """Evaluates a script in the page of the library; None while there is none."""
        found = [frame for frame in self.page.frames if "/~lectern/index.html" in frame.url]
        return found[0].evaluate(script, argument) if found else None

    def until(self, condition, timeout=10, where=None):
        def value():
            with suppress(PlaywrightError):  # between two documents
                return (where or self.page.evaluate)(condition)
        return until(self.page, value, timeout)

    def place(self):
        return self.inside(f"(({{locator, page}}) => [locator.href, page])({SHELL}.view.place())")

    def turned(self, act):
        """The location before and after an action."""
        before = self.place()
        act()
        until(self.page, lambda: self.place() != before)
        self.becomes(True, self._is_told)
        self.idle()
        return before, self.place()

    def _is_told(self):
        """Whether the server has the location."""
        location = self.running.json(f"books/{self.id}")["location"]["locator"]["locations"]
        return location["progression"] == self.inside(f"{SHELL}.view.place().locator.locations.progression")

    def idle(self):
        """Waits until the window, and the page in it, have finished everything they have begun."""
        self.page.evaluate("idle()")
        self.inside(f"idle(() => {SHELL}?.busy || {SHELL}?.view?.dirty)")
        self.page.evaluate("idle()")

    def style(self, name, selector="p"):
        """A computed style in the current document; None while there is none."""
        script = f"""([selector, name]) => {{
          const frame = {SHELL}?.current?.();
          const element = frame?.root && (selector === ':root' ? frame.root : frame.document.querySelector(selector) || frame.body);
          return element ? frame.window.getComputedStyle(element)[name] : null;
        }}"""
        return self.inside(script, [selector, name])

    def drawn(self, group="notes"):
        """The boxes of decorations on the current page."""
        return self.inside(f"""(group) => {{
          const frame = {SHELL}.current(), {{left, top, width, height}} = frame.visible();
          return [...frame.decorations?.layer.top.querySelectorAll(`[data-group="${{group}}"] *`) ?? []].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width && box.right > left && box.left < left + width && box.bottom > top && box.top < top + height).length;
        }}""", group)

    def becomes(self, wanted, what, *arguments):
        """Polls a function of the window."""
        with suppress(AssertionError):  # which does not show the value
            until(self.page, lambda: what(*arguments) == wanted, 10)
        assert what(*arguments) == wanted

    def bars(self):
        """Moves the mouse to the edge."""
        self.page.mouse.move(300, 30)
        self.page.mouse.move(320, 24)
        self.until("document.body.dataset.bars === 'shown'")

    def open(self, panel):
        self.bars()
        self.page.click(f"#show-{panel}")
        self.page.wait_for_selector(f"#{panel}:not([hidden])")
        if panel == "settings":
            self.page.evaluate("document.querySelector('#more').open = true")

    def select(self, words):
        """Selects words of the page with the mouse."""
        box = self.inside(f"""(words) => {{
          const frame = {SHELL}.current(), walker = frame.document.createTreeWalker(frame.body, 4);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {{
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            const range = frame.document.createRange();
            range.setStart(node, at); range.setEnd(node, at + words.length);
            const all = range.getClientRects(), first = frame.toView(all[0]), last = frame.toView(all[all.length - 1]);
            return [first.left + 1, first.top + first.height / 2, last.right - 1, last.top + last.height / 2];
          }}
        }}""", words)
        page = self.page.locator("#page").bounding_box()
        box = [value + page["xy"[at % 2]] for at, value in enumerate(box)]
        # No stop in between: the bar would also appear for a selection on the way.
        for kind, (x, y) in (("Pressed", box[:2]), ("Moved", box[2:]), ("Released", box[2:])):
            # Not with playwright's mouse: it runs a script in each frame, and blocks for frames without scripts.
            self.devtools.send("Input.dispatchMouseEvent", {"type": f"mouse{kind}", "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1})
        self.page.wait_for_selector("#selection-bar:not([hidden])")
        return box
