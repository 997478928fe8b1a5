# SPDX-License-Identifier: BSD-3-Clause
"""A host for the page, on loopback: serves one publication to a browser under test.

    with Host("book.epub", {"fontSize": 1.2}) as host:
        page.goto(host.url)

Every request below the address goes to the navigator, but the files of the page come from the sources, so that changing a
script does not require rebuilding the library.  Tests may import single scripts, which the library does not serve.
"""
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from urllib.parse import unquote

import lectern
from support.tree import ROOT

RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
#: All scripts of the page in one file, by scripts/bundle.sh.
BUNDLE = ROOT / "Sources" / "LecternWeb" / "bundle" / "main.js"
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two packets; the second would be delayed by 40 ms

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", kind="text/plain", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            if name != "Content-Length":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        host = self.server.host
        host.requests.append(self.path)
        if self.path.partition("?")[0] == "/~lectern/events":
            return self.events()
        try:
            status, headers, body = host.get(self.path.lstrip("/"), self.headers)
        except lectern.LecternError as error:
            return self.answer(404, str(error).encode())
        self.answer(status, body, headers.pop("Content-Type", "application/octet-stream"), headers.items())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            self.server.host.receive(body.decode())
        except lectern.LecternError as error:
            return self.answer(400, str(error).encode())
        self.answer(204)

    def events(self):
        """Server-sent events: messages of the library to the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        self.wfile.write(b": open\n\n")  # Firefox waits for the first bytes
        while not self.server.host.closed:
            try:
                message = self.server.host.outgoing.get(timeout=0.2)
                self.wfile.write(b"data: " + message.encode() + b"\n\n")
                self.wfile.flush()
            except Empty:
                pass
            except OSError:
                return


class Calls:
    """Calls of the library in the threads of the server; the objects that they use live until they return."""

    def __init__(self):
        self.count, self.changed = 0, threading.Condition()

    def __enter__(self):
        with self.changed:
            self.count += 1

    def __exit__(self, *_):
        with self.changed:
            self.count -= 1
            self.changed.notify_all()

    def wait(self):
        with self.changed:
            assert self.changed.wait_for(lambda: not self.count, 10)


class Host:
    def __init__(self, book, preferences=None, options=None):
        self.book = book if isinstance(book, lectern.Publication) else lectern.Publication.open(str(book))
        self.options = {"verticalPages": True, "preferences": preferences or {}, **(options or {})}
        self.navigator = lectern.Navigator(self.book, self.options)
        self.outgoing, self.closed, self.calls = Queue(), False, Calls()
        self.telling = self.navigator.observe("web", lambda _, message: self.send(message))
        self.documents, self.drawing = {}, threading.Lock()
        #: The messages of the page, and the requested addresses.
        self.messages, self.requests = [], []
        #: The messages that the library rejected, with the reason.
        self.refused = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.host = self
        self.base = "http://127.0.0.1:%d/" % self.server.server_address[1]
        self.url = self.base + "~lectern/index.html?channel=http"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.closed = True
        self.server.shutdown()
        self.server.server_close()
        self.telling.close()
        self.navigator.close()
        self.book.close()
        self.calls.wait()

    def receive(self, message):
        self.messages.append(json.loads(message))
        try:
            with self.calls:
                self.navigator.receive(message)
        except lectern.LecternError as error:
            self.refused.append(f"{error}: {message[:500]}")
            raise

    def send(self, message):
        """Sends a message to the page unchanged."""
        self.outgoing.put(json.dumps(message))

    def get(self, path, fields=None):
        """The answer to a request: status, headers and bytes."""
        name = unquote(path.partition("?")[0])
        # The library inserts its token into the page itself.
        if name.startswith("~lectern/") and name != "~lectern/index.html":
            # All families of style sheets share ours.
            edition, path_of = re.match(r"~lectern/([0-9a-f]{16}/)?(.*)", name).groups()
            path_of = re.sub(r"^css/(rtl|cjk-\w+)/", "css/", path_of)
            file = BUNDLE if path_of == "main.js" else RUNTIME / path_of
            if file.is_file():
                headers = {"Cache-Control": "immutable, max-age=600"} if edition else {}
                return 200, {"Content-Type": TYPES.get(file.suffix, "text/plain") + "; charset=utf-8", **headers}, file.read_bytes()
        with self.calls:
            response = self.navigator.get(path, headers=fields)
            return response.status, dict(response.headers), response.read()


class Held(Host):
    """Delays a resource until it is released."""

    held = None

    def hold(self, number):
        self.asked, self.released = threading.Event(), threading.Event()
        self.held = self.book.manifest["readingOrder"][number]["href"]
        return self.held

    def get(self, path, fields=None):
        if path == self.held:
            self.asked.set()
            self.released.wait(20)
        return super().get(path, fields)


def main():
    """Serves a book until the input ends: python -m Web.host BOOK [PREFERENCES]"""
    import sys
    with Host(sys.argv[1], json.loads(sys.argv[2]) if len(sys.argv) > 2 else None) as host:
        print(host.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
