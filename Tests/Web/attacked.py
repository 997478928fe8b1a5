# SPDX-License-Identifier: BSD-3-Clause
"""A page that shows a hostile book, and what the book might reach: a server, windows, dialogs, downloads, messages."""
import re
import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import fixed_books
import lectern
from hostile_books import TEXT
from reading import Mouse, Reader

#: What the frames of documents have instead of their sandbox: what WebKit needs, where the policy of the documents alone keeps
#: scripts from running; or none, and the documents no policy either.
SANDBOXES = {"policy": "allow-same-origin allow-scripts", "open": ""}
SANDBOXED = """{ const {setAttribute} = Element.prototype, sandbox = %r;
Element.prototype.setAttribute = function (name, value) {
  if (name !== "sandbox") setAttribute.call(this, name, value);
  else if (sandbox) setAttribute.call(this, name, sandbox) } }"""
POLICY = re.compile(r'<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>', re.IGNORECASE)


def without_policy(route):
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
    route.fulfill(status=answer.status, headers=headers, body=POLICY.sub("", answer.text()))


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.heard.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


class Remote(ThreadingHTTPServer):
    """A server that stands for the network, and hears also of connections and datagrams without a request."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.heard = []
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(self.server_address)
        self.datagrams.setblocking(False)
        self.url = "http://127.0.0.1:%d/~remote/" % self.server_port
        Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self):
        self.heard.append("a connection")
        return super().get_request()

    def take(self):
        """What was heard since the last time."""
        try:
            while self.datagrams.recv(2048):
                self.heard.append("a datagram")
        except BlockingIOError:
            pass
        taken, self.heard[:] = self.heard[:], []
        return taken

    def close(self):
        self.shutdown()
        self.server_close()
        self.datagrams.close()


class Attacked:
    """A reader, and a list of what a book did that no book may do."""

    def __init__(self, browser, path, kind="sealed", **more):
        self.events, self.sent = [], []
        self.kind = kind
        self.reader = fixed_books.interactive(Reader(SimpleNamespace(new_context=lambda **options: self.context(
            browser.new_context(**options))), path, **more))
        self.page, self.host = self.reader.page, self.reader.host
        self.url = self.page.url
        self.page.on("framenavigated", lambda frame: frame is self.page.main_frame and self.events.append("navigated"))

    def context(self, context):
        if self.kind in SANDBOXES:
            context.add_init_script(SANDBOXED % SANDBOXES[self.kind])
        if self.kind == "open":
            context.route(re.compile(r"/EPUB/.*\.xhtml"), without_policy)
        context.on("page", self.watch)
        context.on("response", self.heed)
        context.on("serviceworker", lambda worker: self.events.append(f"service worker {worker.url}"))
        return context

    def watch(self, page):
        if len(page.context.pages) > 1:
            self.events.append(f"window {page.url}")
        page.on("dialog", lambda dialog: (self.events.append(f"dialog {dialog.type}"), dialog.dismiss()))
        page.on("download", lambda download: self.events.append(f"download {download.url}"))
        page.on("worker", lambda worker: self.events.append(f"worker {worker.url}"))

    def heed(self, response):
        if "/~lectern/send" in response.url or "/~lectern/poll" in response.url:
            own = response.request.frame.parent_frame is None
            self.sent.append((own, response.status, response.url, response.request.post_data))

    def show(self, name):
        """Goes to the chapter of an attempt, and returns its frame."""
        self.reader.go({"href": f"EPUB/{name}.xhtml", "type": "application/xhtml+xml"})
        assert self.reader.place()["locator"]["href"] == f"EPUB/{name}.xhtml"
        return next(frame for frame in self.page.frames[1:] if frame.url.endswith(f"EPUB/{name}.xhtml")
                    and frame.frame_element().evaluate("(element) => element.dataset.lecternFrame !== undefined"))

    def provoke(self, name):
        """Clicks what is made to be clicked, by the mouse and by a script from outside, and submits forms."""
        frame = self.show(name)
        for index in range(frame.evaluate("document.querySelectorAll('.click').length")):
            frame = self.show(name)
            place = self.page.evaluate("""(index) => {
              const frame = lectern.shell.current(), one = frame.document.querySelectorAll(".click")[index];
              const {left, top, width, height} = frame.toView(one.getBoundingClientRect());
              return [left + width / 2, top + height / 2] }""", index)
            Mouse(self.reader).click(*place)
            self.page.wait_for_timeout(60)
            self.show(name).evaluate("""(index) => {
              const one = document.querySelectorAll(".click")[index];
              const event = new MouseEvent("click", {bubbles: true, cancelable: true});
              one.click ? one.click() : one.dispatchEvent(event) }""", index)
            self.page.wait_for_timeout(60)
        self.show(name).evaluate("for (const form of document.querySelectorAll('form.submit')) form.requestSubmit()")

    def hacked(self):
        """Addresses of the page and of the frames in it in which a script left its mark."""
        return self.page.evaluate("""() => {
          const marked = (one) => {
            let own = [];
            try { if (one.hacked) own = [one.location.href] } catch { own = [] } // on another origin
            return own.concat(...Array.from({length: one.length}, (_, index) => marked(one[index])))
          };
          return marked(window) }""")

    def stored(self):
        return self.page.evaluate("""async () => [localStorage.hacked, sessionStorage.hacked, document.cookie,
          ...(await indexedDB.databases()).map(({name}) => name)].filter(Boolean)""")

    def forged(self):
        """What the host took, though the page did not say it."""
        said = [post for own, _, _, post in self.sent if own]
        taken = [url for own, status, url, _ in self.sent if not own and status < 400]
        deadline = time.monotonic() + 2
        while len(said) != len(self.host.messages) and time.monotonic() < deadline:
            self.page.wait_for_timeout(20)
            said = [post for own, _, _, post in self.sent if own]
        if len(said) != len(self.host.messages):
            taken.append(f"{len(self.host.messages)} messages, {len(said)} of the page")
        return taken + [message for message in self.host.messages if message["type"] == "error"]

    def readable(self):
        """Whether the known text is on the page, large enough, and under nothing."""
        return self.page.evaluate("""(text) => {
          const frame = lectern.shell.current(), range = frame.document.createRange();
          const words = [...frame.document.querySelectorAll("p")].find((one) => one.textContent.includes(text));
          if (!words) return "there is no such text";
          range.selectNodeContents(words);
          const rects = [...range.getClientRects()].filter(({width}) => width > 1);
          if (!rects.length) return "the text has no place";
          const {left, top, right, bottom, height} = rects[0], seen = frame.toView(rects[0]);
          if (height < 8) return `the text is ${height} pixels high`;
          if (seen.left < -1 || seen.top < -1 || seen.right > innerWidth + 1 || seen.bottom > innerHeight + 1)
            return `the text is at ${[seen.left, seen.top, seen.right, seen.bottom]}`;
          const one = frame.document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!words.contains(one)) return `over the text is ${one?.outerHTML.slice(0, 80)}`;
          const above = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
          return above === frame.element || `over the page is ${above?.outerHTML.slice(0, 80)}` }""", TEXT)

    def turn(self, most=40):
        """Turns pages until the next chapter is shown: how many it took, or None at the end of the book."""
        href = self.reader.place()["locator"]["href"]
        for count in range(1, most):
            if not self.reader.move("forward"):
                return None
            if self.reader.place()["locator"]["href"] != href:
                return count
        raise AssertionError(f"{most} pages of {href}, and no other chapter")

    def close(self):
        self.reader.close()
        assert not self.reader.errors
        assert lectern.live_handles() == {}
