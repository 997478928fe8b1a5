# SPDX-License-Identifier: BSD-3-Clause
"""Two servers on loopback: one for the window of the reader at /TOKEN/ and its JSON at /TOKEN/api/, and one for the
library's page with a book at /SECRET/ID/.

They have different origins, and each book has its own secret.  A script that runs in the page in spite of all policies
can neither use the JSON nor access the window or another book.
neither use the JSON nor reach the window or another book."""
import hmac
import json
import math
import secrets
import threading
import time
from http.server import ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

from . import api
from .exchange import Download
from .handler import Handler, Refused

POLICY = ("default-src 'none'; script-src {base}ui/; style-src {base}ui/; img-src {base}ui/ {base}api/ data:; "
          "connect-src {base}; frame-src {books}/; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")


class WindowHandler(Handler):
    """The window: its files, and its JSON."""

    def check(self):
        super().check()
        # The file that opens the window (opening.py) counts as another site.
        is_ours = self.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
        if not is_ours and self.headers.get("Sec-Fetch-Dest") != "document":
            raise Refused(403, "Requests from other pages are refused.")

    def secret(self, path):
        return self.server.token, path

    def shelf(self, rest):
        self.server.opened()
        self.file("index.html")

    def get(self, rest):
        query = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query).items()}
        self.reply(api.get(self.server.application, rest, query))

    def post(self, rest):
        data = self.body()
        if rest == "quit":
            self.send({})
            return self.server.end()
        if (self.headers.get("Content-Type") or "").partition(";")[0].strip() != "application/json":
            raise Refused(415, "Expected application/json.")
        self.reply(api.post(self.server.application, rest, json.loads(data or "{}")))

    def reply(self, answer):
        if isinstance(answer, api.Stream):
            self.stream(answer.channel)
        elif isinstance(answer, api.Image):
            # A drawing is only shown as an image, where no script runs; if opened directly, none may run either.
            self.send(answer.data, kind=answer.kind, headers={
                "Cache-Control": "private, max-age=3600",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"})
        elif isinstance(answer, Download):
            self.send(answer.data, kind=answer.kind, headers={
                "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox",
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(answer.name, safe='')}"})
        else:
            self.send(answer)

    ROUTES = {("GET", ""): shelf, ("GET", "read"): lambda self, rest: self.file("book.html"),
              ("GET", "ui"): Handler.file, ("GET", "api"): get, ("GET", "*"): Handler.nothing, ("POST", "api"): post}


class BookHandler(Handler):
    """The page of the library, and the book in it."""

    def check(self):
        super().check()
        if self.headers.get("Sec-Fetch-Dest") == "document":
            raise Refused(403, "A book can only be opened in the window of the reader.")

    def secret(self, path):
        self.id, _, rest = path.partition("/")
        return self.server.secret(self.id), rest

    @property
    def reading(self):
        return self.server.application.reading(self.id)

    def page(self, rest):
        if rest == "events":
            return self.stream(self.reading.page)
        if rest != "index.html":
            return self.resource(rest)
        with self.reading.navigator.get(f"~lectern/{rest}") as answer:
            script = b'<script type="module" src="../~reader/answers.js"></script></head>'
            body = answer.body.read().replace(b"</head>", script, 1)
            policy = answer.headers["Content-Security-Policy"]
            policy = policy.replace("frame-ancestors 'self'", f"frame-ancestors {self.server.window}")
            self.send(body, answer.status, headers={
                **answer.headers, "Content-Length": str(len(body)), "Content-Security-Policy": policy})

    def resource(self, rest):
        query = urlsplit(self.path).query
        answer = self.reading.navigator.get(self.below + (f"?{query}" if query else ""), method=self.command,
                                            headers=self.headers)
        self.begin(answer.status, answer.headers)
        with answer:
            for chunk in answer.chunks():
                self.wfile.write(chunk)

    def receive(self, rest):
        if rest != "send":
            raise Refused(405, "This address is read-only.")
        self.reading.navigator.receive(self.body().decode())
        self.send(b"", 204)

    ROUTES = {("GET", "~reader"): lambda self, rest: self.file(f"page/{rest}"), ("GET", "~lectern"): page,
              ("GET", "*"): resource, ("POST", "~lectern"): receive}


class Listener(ThreadingHTTPServer):
    """A loopback port with a thread."""
    daemon_threads = True
    request_queue_size = 64
    policy = "default-src 'none'; sandbox"

    def __init__(self, application, handler, port):
        super().__init__(("127.0.0.1", port), handler)
        self.application, self.host = application, f"127.0.0.1:{self.server_address[1]}"
        self.origin = f"http://{self.host}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def handle_error(self, request, client_address):
        """A closed connection is not an error."""

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Books(Listener):
    """The pages of books."""

    def __init__(self, server, port):
        self.key, self.touch, self.window = secrets.token_bytes(32), server.touch, server.origin
        super().__init__(server.application, BookHandler, port)
        self.application.address = self.address

    def secret(self, id):
        return hmac.new(self.key, id.encode(), "sha256").hexdigest()[:40]

    def address(self, id):
        return f"{self.origin}/{self.secret(id)}/{id}/"


class Server(Listener):
    """The server of the window.  The book server uses the next port, or any port if none is given."""

    def __init__(self, application, port=0):
        self.token, self.opened = secrets.token_urlsafe(24), lambda: None
        self.ended, self.used = threading.Event(), time.monotonic()
        super().__init__(application, WindowHandler, port)
        self.books = Books(self, port and port + 1)
        self.url = f"{self.origin}/{self.token}/"
        self.policy = POLICY.format(base=self.url, books=self.books.origin)

    def touch(self):
        self.used = time.monotonic()

    def wait(self, idle=math.inf):
        """Waits until it is stopped, or has had no request for this many seconds.  An open window makes requests all
        the time."""
        while not self.ended.wait(1) and time.monotonic() < self.used + idle:
            pass

    def end(self):
        self.ended.set()

    def __exit__(self, *arguments):
        self.books.__exit__()
        super().__exit__()
