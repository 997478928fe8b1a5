# SPDX-License-Identifier: BSD-3-Clause
"""A page that shows a hostile book, and everything that the book might reach: a server, windows, dialogs, downloads,
messages."""
import mimetypes
import re
import socket
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import unescape

from . import fixed_books
from .host import Host
from .hostile_books import ATTEMPTS, TEXT
from .reading import Mouse, Reader

#: Replacements for the sandbox of document frames: as WebKit needs it, where only the documents themselves disable
#: scripts; or none.
SANDBOXES = {"bare": "allow-same-origin allow-scripts", "careless": "allow-same-origin allow-scripts", "open": ""}
SANDBOXED = """{ const {setAttribute} = Element.prototype, sandbox = %r;
Element.prototype.setAttribute = function (name, value) {
  if (name !== "sandbox") setAttribute.call(this, name, value);
  else if (sandbox) setAttribute.call(this, name, sandbox) } }"""
#: Receives messages from scripts in frames of other origins.
HEARS = """addEventListener("message", (event) => { if (event.data === "hacked") window.hacked = true })"""
#: Records everything that the page sends.
SENT = """{ const {send} = XMLHttpRequest.prototype, sent = window.sent = [];
XMLHttpRequest.prototype.send = function (text) { if (text) sent.push(text); return send.call(this, text) } }"""


class Watched(Host):
    """Records messages sent with GET, which the page does not use here."""

    def __init__(self, *arguments):
        self.taken = []
        super().__init__(*arguments)

    def get(self, path, fields=None):
        answer = super().get(path, fields)
        if path.startswith(("~lectern/send", "~lectern/poll")) and answer[0] < 400:
            self.taken.append(path)
        return answer


class Bare(Watched):
    """Only passes on bytes and media types, like examples/gtk and examples/qt."""

    def get(self, path, fields=None):
        _, headers, body = super().get(path)
        return 200, {"Content-Type": headers["Content-Type"]}, body


class Careless(Watched):
    """Serves the files of the book unchanged, with the media types that the book declares."""

    def __init__(self, path, *arguments):
        self.archive = zipfile.ZipFile(path)
        package = self.archive.read("EPUB/package.opf").decode()
        self.kinds = {unescape(href): unescape(kind, {"&quot;": '"'})
                      for href, kind in re.findall('href="([^"]*)" media-type="([^"]*)"', package)}
        super().__init__(path, *arguments)

    def get(self, path, fields=None):
        name = unquote(urlsplit("/" + path).path).lstrip("/").replace("//", "/")
        if name not in self.archive.namelist():
            return super().get(path, fields)
        return 200, {"Content-Type": self.kinds.get(name[5:]) or mimetypes.guess_type(name)[0] or ""}, self.archive.read(name)


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
    """A server that represents the network, and also notices connections and datagrams without a request."""
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
        """Everything received since the last call."""
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


HOSTS = {"sealed": Watched, "bare": Bare, "passing": Bare, "careless": Careless, "open": Careless}


class Attacked:
    """A reader, and a list of forbidden effects of a book."""

    def __init__(self, browser, path, kind, remote, **more):
        self.remote, self.events, self.is_open = remote, [], True
        scripts = [SENT] + [HEARS] * ("options" not in more) + ([SANDBOXED % SANDBOXES[kind]] if kind in SANDBOXES else [])
        self.reader = fixed_books.interactive(Reader(
            SimpleNamespace(new_context=lambda **options: self.context(browser.new_context(**options))), path,
            host=HOSTS[kind], scripts=scripts, **more))
        self.page, self.host = self.reader.page, self.reader.host
        self.page.evaluate("(window.isFirst = true, null)")

    def close(self):
        if self.is_open:
            self.is_open = False
            self.reader.close()

    def heard(self, is_connected):
        """Closes the window, so that no more requests are on their way, and returns what the server has received.

        With is_connected, a connection without a request is permitted."""
        self.close()
        return [one for one in self.remote.take() if not is_connected or one not in ("a connection", "a datagram")]

    def context(self, context):
        if hasattr(context, "events"):  # a window of another engine reports them itself
            self.events = context.events
        else:
            context.on("page", self.watch)
            context.on("serviceworker", lambda worker: self.events.append(f"service worker {worker.url}"))
        return context

    def watch(self, page):
        if len(page.context.pages) > 1:
            self.events.append(f"window {page.url}")
        page.on("dialog", lambda dialog: (self.events.append(f"dialog {dialog.type}"), dialog.dismiss()))
        page.on("download", lambda download: self.events.append(f"download {download.url}"))
        page.on("worker", lambda worker: self.events.append(f"worker {worker.url}"))

    def stays(self):
        """Whether the page is still the original one."""
        return self.page.evaluate("window.isFirst ? location.href : ''") == self.host.url

    def show(self, name):
        """Goes to the chapter of an attempt."""
        self.reader.go({"href": f"EPUB/{name}.xhtml", "type": "application/xhtml+xml"})
        assert not ATTEMPTS[name].shown or (
            self.reader.place()["locator"]["href"] == self.page.evaluate("lectern.shell.current().href") == f"EPUB/{name}.xhtml")

    def finish(self):
        """Waits until the chapter with all of its frames has loaded."""
        self.reader.until("lectern.shell.current()?.document.readyState !== 'loading'")
        self.reader.idle()

    def provoke(self, name):
        """Clicks everything clickable, with the mouse and with an outside script, and submits forms."""
        self.show(name)
        for index in range(self.page.evaluate("lectern.shell.current()?.document.querySelectorAll('.click').length || 0")):
            self.show(name)
            place = self.page.evaluate("""(index) => {
              const frame = lectern.shell.current(), one = frame.document.querySelectorAll(".click")[index];
              const {left, top, width, height} = frame.toView(one.getBoundingClientRect());
              return [left + width / 2, top + height / 2] }""", index)
            Mouse(self.reader).click(*place)
            self.reader.idle()
            self.show(name)
            self.page.evaluate("""(index) => {
              const one = lectern.shell.current().document.querySelectorAll(".click")[index];
              const event = new MouseEvent("click", {bubbles: true, cancelable: true});
              one.click ? one.click() : one.dispatchEvent(event);
              return null }""", index)
            self.reader.idle()
        self.show(name)
        self.page.evaluate("""() => {
          for (const form of lectern.shell.current()?.document.querySelectorAll("form.submit") || []) form.requestSubmit() }""")

    def hacked(self):
        """The addresses of the page and its frames in which a script has left its mark."""
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
        """Messages that the host accepted although the page did not send them."""
        self.reader.idle()
        said = self.page.evaluate("sent.length")
        more = [] if said == len(self.host.messages) else [f"{len(self.host.messages)} messages, {said} of the page"]
        # Reports about broken links and unreadable documents are correct.
        return self.host.taken + more + [message for message in self.host.messages
                                         if message["type"] == "error" and message.get("subject") not in ("document", "link")]

    def readable(self):
        """Whether the expected text is on the page, large enough, and not covered."""
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
        """Turns pages until the next chapter is shown; returns the number of pages, or None at the end of the book."""
        href = self.reader.place()["locator"]["href"]
        for count in range(1, most):
            if not self.reader.move("forward"):
                return None
            if self.reader.place()["locator"]["href"] != href:
                return count
        raise AssertionError(f"{most} pages of {href}, and no other chapter")
