# SPDX-License-Identifier: BSD-3-Clause
"""The routes, on loopback only: /TOKEN/ is the reader, /TOKEN/api/ its JSON, /TOKEN/book/ID/ the library's page and book."""
import hmac
import itertools
import json
import math
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import lectern

from . import api
from .exchange import Download

WEB = Path(__file__).parent / "web"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}
LONGEST_BODY = 16_000_000
#: On every answer.
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
           "Cross-Origin-Opener-Policy": "same-origin"}
POLICY = ("default-src 'none'; script-src {base}ui/; style-src {base}ui/; img-src {base}ui/ {base}api/ data:; connect-src {base}; "
          "frame-src {base}book/; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two packets, and the second would wait 40 ms
    server_version, sys_version = "Lectern", ""
    timeout = 60
    begun = False

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.serve(self.get)

    do_HEAD = do_GET

    def do_POST(self):
        self.serve(self.post)

    def refuse_method(self):
        self.close_connection = True
        self.send("This is read with GET and changed with POST.", 405, headers={"Allow": "GET, HEAD, POST"})

    do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_CONNECT = refuse_method

    # -- Who may ask

    def serve(self, method):
        self.begun = False
        self.server.used = time.monotonic()
        try:
            self.check()
            token, _, path = urlsplit(self.path).path[1:].partition("/")
            if not hmac.compare_digest(token.encode(), self.server.token.encode()):
                raise Refused(404, "There is nothing here.")
            method(path)
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception as error:
            self.fail(error)

    def fail(self, error):
        """Says what was wrong: refused, not there, not possible for the library, or not understood."""
        self.close_connection = True
        try:
            if isinstance(error, Refused):
                self.send(error.message, error.status)
            elif isinstance(error, lectern.LecternError):
                self.send({"error": error.message}, 404 if isinstance(error, lectern.NotFoundError) else 422)
            elif isinstance(error, KeyError):
                self.send({"error": "There is nothing here."}, 404)
            elif isinstance(error, (ValueError, TypeError, IndexError, AttributeError, RecursionError)):
                self.send({"error": str(error)}, 400)
            else:
                raise error
        except ConnectionError:
            pass

    def check(self):
        """Only this address: another name that leads here is DNS rebinding, another origin a forged request."""
        if self.headers.get("Host") != self.server.host:
            raise Refused(403, "This server answers to its own address only.")
        if self.headers.get("Origin") not in (None, self.server.origin):
            raise Refused(403, "Another page may not ask.")
        if self.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, "Another page may not ask.")

    # -- GET

    def get(self, path):
        head, _, rest = path.partition("/")
        if path == "":
            self.file("index.html")
        elif path == "read":
            self.file("book.html")
        elif head == "ui":
            self.file(rest)
        elif head == "book":
            self.book(*rest.split("/", 1))
        elif head == "api":
            query = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query).items()}
            self.reply(api.get(self.server.application, rest, query))
        else:
            raise KeyError(path)

    def file(self, name):
        """Only files that were there when the server began: no path leads out of their folder."""
        file = self.server.files[name]
        headers = {"Cache-Control": "no-cache"}
        if file.suffix == ".html":
            headers["Content-Security-Policy"] = POLICY.format(base=self.server.url)
        self.send(file.read_bytes(), kind=TYPES[file.suffix] + "; charset=utf-8", headers=headers)

    def book(self, id, href=""):
        reading = self.server.application.reading(id)
        if href == "~lectern/events":
            return self.stream(reading.page)
        query = urlsplit(self.path).query
        answer = reading.navigator.get(href + (f"?{query}" if query else ""), self.headers.get("Range"))
        self.begin(answer.status, answer.headers)
        with answer:
            for chunk in answer.chunks() if self.command != "HEAD" else ():
                self.wfile.write(chunk)

    def reply(self, answer):
        if isinstance(answer, api.Stream):
            self.stream(answer.channel)
        elif isinstance(answer, api.Image):
            # A drawing is shown as an image, in which nothing runs; opened by itself, nothing runs either.
            self.send(answer.data, kind=answer.kind, headers={
                "Cache-Control": "private, max-age=3600",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"})
        elif isinstance(answer, Download):
            self.send(answer.data, kind=answer.kind, headers={
                "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox",
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(answer.name, safe='')}"})
        else:
            self.send(answer)

    def stream(self, channel):
        self.close_connection = True
        # It listens before the browser knows that the stream is open, and may cause events.
        told = channel.listen()
        first = next(told)
        self.begin(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        for data in itertools.chain([first], told):
            self.server.used = time.monotonic()
            self.wfile.write(data)
            self.wfile.flush()

    # -- POST

    def post(self, path):
        data = self.body()
        head, _, rest = path.partition("/")
        if head == "api" and rest == "quit":
            self.send({})
            self.server.end()
        elif head == "api":
            if (self.headers.get("Content-Type") or "").partition(";")[0].strip() != "application/json":
                raise Refused(415, "JSON is expected.")
            self.reply(api.post(self.server.application, rest, json.loads(data or "{}")))
        elif head == "book" and rest.partition("/")[2] == "~lectern/send":
            self.server.application.reading(rest.partition("/")[0]).navigator.receive(data.decode())
            self.send(b"", 204)
        else:
            raise Refused(405, "This can only be read.")

    def body(self):
        length = self.headers.get("Content-Length") or ""
        if not length.isdecimal():
            raise Refused(411, "How long is it?")
        if int(length) > LONGEST_BODY:
            raise Refused(413, "That is too much.")
        return self.rfile.read(int(length))

    # -- Answers

    def send(self, body, status=200, kind=None, headers=None):
        if isinstance(body, (dict, list)):
            body, kind = json.dumps(body, ensure_ascii=False).encode(), "application/json"
            headers = {"Cache-Control": "no-store", **(headers or {})}
        if isinstance(body, str):
            body, kind = body.encode(), "text/plain; charset=utf-8"
        self.begin(status, {**({"Content-Type": kind} if kind else {}), "Content-Length": str(len(body)), **(headers or {})})
        if self.command != "HEAD":
            self.wfile.write(body)

    def begin(self, status, headers):
        if self.begun:
            # The answer failed half-way: only the end of the connection can say so.
            raise ConnectionAbortedError
        self.begun = True
        self.send_response(status)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, application, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.application, self.token = application, secrets.token_urlsafe(24)
        self.host = f"127.0.0.1:{self.server_address[1]}"
        self.origin = f"http://{self.host}"
        self.url = f"{self.origin}/{self.token}/"
        self.files = {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*") if path.suffix in TYPES}
        self.ended, self.used = threading.Event(), time.monotonic()
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        self.thread.start()

    def handle_error(self, request, client_address):
        """A browser that goes away is no error."""

    def wait(self, idle=math.inf):
        """Until it is ended, or nothing was asked for so many seconds.  An open window asks all the time."""
        while not self.ended.wait(1) and time.monotonic() < self.used + idle:
            pass

    def end(self):
        self.ended.set()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
