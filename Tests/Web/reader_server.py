# SPDX-License-Identifier: BSD-3-Clause
"""Runs apps/reader for a test."""
import http.client
import json
from pathlib import Path

from reader.application import Application
from reader.server import Server
from support.tree import ROOT
from zip_book import zip_book


class Running:
    """A reader of the books in a folder, with its data in another folder."""

    def __init__(self, books, data, **options):
        self.application = Application(Path(books), Path(data), **options)
        self.application.shelf.done.wait(20)
        self.server = Server(self.application)
        self.url, self.token, self.host = self.server.url, self.server.token, self.server.host

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.server.__exit__()
        self.application.close()

    def ask(self, method, path, body=None, headers=(), server=None):
        """Sends a raw request to the window or another server; returns status, headers, bytes."""
        connection = http.client.HTTPConnection(*(server or self.server).server_address, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            given = {"Host": self.host, **dict(headers)}
            if body is not None:
                given.setdefault("Content-Length", str(len(body)))
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.ask("GET", f"/{self.token}/{path}", headers=headers)

    def json(self, path):
        status, _, body = self.get(f"api/{path}")
        assert status == 200, body
        return json.loads(body)

    def post(self, path, data=None, headers=()):
        given = {"Content-Type": "application/json", **dict(headers)}
        status, _, body = self.ask("POST", f"/{self.token}/api/{path}", json.dumps(data or {}).encode(), given)
        return status, json.loads(body) if body.startswith(b"{") else body

    def book(self, title):
        return next(book["id"] for book in self.json("shelf")["books"] if title in book["title"])


def pack_sample(folder):
    return zip_book(ROOT / "examples" / "book", Path(folder) / "read-aloud.epub")
