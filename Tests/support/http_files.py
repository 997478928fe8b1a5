# SPDX-License-Identifier: BSD-3-Clause
"""A server on loopback for files that are read over HTTP, in the ways in which servers differ."""
import threading
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Served:
    """The file that a server has at an address, and its way of answering."""

    def __init__(self, data, kind="application/epub+zip", ranges=True, tag='"1"', modified=None):
        self.data, self.kind, self.ranges, self.tag, self.modified = data, kind, ranges, tag, modified
        #: Keeps the answers waiting until it is set.
        self.going = threading.Event()
        self.going.set()
        #: The most bytes of a body that are sent.
        self.most = None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers.items())))
        served = self.server.files.get(self.path.partition("?")[0])
        if served is None:
            return self.answer(404, b"There is no such file.", {"Content-Type": "text/plain"})
        served.going.wait(20)
        headers = {"Content-Type": served.kind}
        if served.tag:
            headers["ETag"] = served.tag
        if served.modified:
            headers["Last-Modified"] = formatdate(served.modified, usegmt=True)
        asked = self.headers.get("Range") if served.ranges else None
        condition = self.headers.get("If-Range")
        if asked and condition in (None, served.tag):
            first, last = asked.removeprefix("bytes=").split("-")
            if int(first) >= len(served.data):
                return self.answer(416, b"", {"Content-Range": f"bytes */{len(served.data)}"})
            end = min(int(last) + 1, len(served.data))
            headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(served.data)}"
            return self.answer(206, served.data[int(first):end], headers, served.most)
        self.answer(200, served.data, headers, served.most)

    def answer(self, status, body, headers, most=None):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if most is not None and most < len(body):
            self.close_connection = True
        try:
            self.wfile.write(body if most is None else body[:most])
        except ConnectionError:
            self.close_connection = True


class FileServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Handler)
        #: By path, such as "/book.epub".
        self.files = files
        #: The paths and headers of requests.
        self.requests = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def handle_error(self, request, client_address):
        """A client that goes away is no error."""

    def __exit__(self, *_):
        for served in self.files.values():
            served.going.set()
        self.shutdown()
        self.server_close()
