# SPDX-License-Identifier: BSD-3-Clause
"""The common part of the reader's servers: access checks and responses."""
import hashlib
import hmac
import itertools
import json
import re
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import lectern

WEB = Path(__file__).parent / "web"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json",
         ".svg": "image/svg+xml"}
FILES = {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*") if path.suffix in TYPES}
LONGEST_BODY = 16_000_000
#: The hash of all files in their addresses: browsers keep files at such an address.
EDITION = re.compile(r"^[0-9a-f]{16}/")
KEPT = "private, max-age=31536000, immutable"
#: Headers of every response.
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
           "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"}


def at_once(page):
    """A page that asks for all of its scripts at once, not for one level of imports after another."""
    edition = hashlib.sha256(b"".join(path.read_bytes() for path in FILES.values())).hexdigest()[:16].encode()
    page, seen = page.replace(b'"ui/', b'"ui/' + edition + b"/"), []
    left = re.findall(rb'<script type="module" src="ui/\w+/([\w-]+\.js)"', page)
    while left:
        name = left.pop()
        seen.append(name)
        imported = re.findall(rb'from "\./([\w-]+\.js)"', FILES[name.decode()].read_bytes())
        left += [one for one in dict.fromkeys(imported) if one not in seen + left]
    links = b"".join(b'<link rel="modulepreload" href="ui/%s/%s">\n' % (edition, name) for name in seen)
    return page.replace(b"</head>", links + b"</head>", 1)


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


class Handler(BaseHTTPRequestHandler):
    """The part that both servers share: access checks and responses."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two packets; the second would be delayed by 40 ms
    server_version, sys_version = "Lectern", ""
    timeout = 60
    begun = False
    #: Methods of this class by HTTP method and first path segment after the secret; "*" matches everything else.
    ROUTES = {}

    def log_message(self, *_):
        pass

    # -- Access

    def serve(self):
        self.begun = False
        self.server.touch()
        try:
            self.check()
            given, _, path = urlsplit(self.path).path[1:].partition("/")
            secret, self.below = self.secret(path)
            if not hmac.compare_digest(given.encode(), secret.encode()):
                raise Refused(404, "Nothing was found at this address.")
            head, _, rest = self.below.partition("/")
            method = "GET" if self.command == "HEAD" else self.command
            route = self.ROUTES.get((method, head)) or self.ROUTES.get((method, "*"))
            if route is None:
                raise Refused(405, "Only GET, HEAD and POST are allowed.")
            route(self, rest)
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception as error:
            self.fail(error)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_CONNECT = serve

    def fail(self, error):
        """Sends an error: rejected, not found, not supported by the library, or malformed."""
        self.close_connection = True
        try:
            if isinstance(error, Refused):
                allow = {"Allow": "GET, HEAD, POST"} if error.status == 405 else None
                self.send(error.message, error.status, headers=allow)
            elif isinstance(error, lectern.LecternError):
                self.send({"error": error.message}, 404 if isinstance(error, lectern.NotFoundError) else 422)
            elif isinstance(error, KeyError):
                self.send({"error": "Nothing was found at this address."}, 404)
            elif isinstance(error, (ValueError, TypeError, IndexError, AttributeError, RecursionError)):
                self.send({"error": str(error)}, 400)
            else:
                raise error
        except ConnectionError:
            pass

    def check(self):
        """Only accepts this address: another host name that resolves here is DNS rebinding, another origin a forged
        request."""
        if self.headers.get("Host") != self.server.host:
            raise Refused(403, "This server only answers to its own address.")
        # Documents with an opaque origin, such as scripted chapters, load their fonts with the origin "null".
        known = (None, self.server.origin) if self.command == "POST" else (None, self.server.origin, "null")
        if self.headers.get("Origin") not in known:
            raise Refused(403, "Requests from other pages are refused.")

    def secret(self, path):
        """The secret that is required for a path, and the part of the path after it."""
        raise NotImplementedError

    def nothing(self, rest):
        raise KeyError(self.path)

    def body(self):
        length = self.headers.get("Content-Length") or ""
        if not length.isdecimal():
            raise Refused(411, "The request has no Content-Length.")
        if int(length) > LONGEST_BODY:
            raise Refused(413, "The request is too large.")
        return self.rfile.read(int(length))

    # -- Responses

    def file(self, name):
        """Only serves files that existed at startup, so no path can leave their folder."""
        plain = EDITION.sub("", name)
        file = FILES[plain]
        body = file.read_bytes()
        headers = {"Cache-Control": "no-cache" if name == plain else KEPT, "Content-Security-Policy": self.server.policy}
        self.send(at_once(body) if file.suffix == ".html" else body, kind=TYPES[file.suffix] + "; charset=utf-8", headers=headers)

    def stream(self, channel):
        self.close_connection = True
        # Starts listening before the browser knows that the stream is open, because it may then cause events.
        told = channel.listen()
        first = next(told)
        self.begin(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        for data in itertools.chain([first], told):
            self.server.touch()
            self.wfile.write(data)
            self.wfile.flush()

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
            # The response failed half-way, which can only be reported by closing the connection.
            raise ConnectionAbortedError
        self.begun = True
        self.send_response(status)
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
