# SPDX-License-Identifier: BSD-3-Clause
"""A host for the page, on loopback: serves one publication to a browser under test.

    with Host("book.epub", {"fontSize": 1.2}) as host:
        page.goto(host.url)

Every request below the address goes to the navigator.  With ``runtime``, the files of the page come from that folder
instead, so that a change of a script needs no new build of the library.
"""
import io
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import parse_qs, unquote, urlsplit

import lectern
import pypdfium2

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json"}
POLICY = ("default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline' data:; img-src 'self' data: blob:; "
          "font-src 'self' data:; media-src 'self' data:; frame-src 'self'; object-src 'none'; connect-src 'none'; "
          "form-action 'none'; base-uri 'none'")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", kind="text/plain", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
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
            status, headers, body = host.get(self.path.lstrip("/"), self.headers.get("Range"))
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
        """Server-sent events: what the library says to the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        while not self.server.host.closed:
            try:
                message = self.server.host.outgoing.get(timeout=0.2)
                self.wfile.write(b"data: " + message.encode() + b"\n\n")
                self.wfile.flush()
            except Empty:
                pass
            except OSError:
                return


class Host:
    def __init__(self, book, preferences=None, options=None, runtime=RUNTIME):
        self.book = lectern.Publication.open(str(book))
        self.options = {"verticalPages": True, "preferences": preferences or {}, **(options or {})}
        self.navigator = lectern.Navigator(self.book, self.options)
        self.runtime = Path(runtime) if runtime else None
        self.outgoing, self.closed = Queue(), False
        self.telling = self.navigator.observe("web", lambda _, message: self.send(message))
        self.documents, self.drawing = {}, threading.Lock()
        #: What the page said, and which addresses it asked for.
        self.messages, self.requests = [], []
        #: What the library did not take, with its reason.
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

    def receive(self, message):
        self.messages.append(json.loads(message))
        try:
            self.navigator.receive(message)
        except lectern.LecternError as error:
            self.refused.append(f"{error}: {message[:500]}")
            raise

    def send(self, message):
        """A message to the page, as it is."""
        self.outgoing.put(json.dumps(message))

    def get(self, path, byte_range=None):
        """The answer to one request: status, headers and bytes."""
        name = unquote(path.partition("?")[0])
        if self.runtime and name.startswith("~lectern/"):
            # All families of style sheets share ours.
            file = self.runtime / re.sub(r"^~lectern/(css/(rtl|cjk-\w+)/)?", lambda found: "css/" if found[1] else "", name)
            if file.is_file():
                return 200, {"Content-Type": TYPES.get(file.suffix, "text/plain") + "; charset=utf-8"}, file.read_bytes()
        if name.startswith("~lectern/pdf/"):
            return self.draw(name, {key: values[0] for key, values in parse_qs(urlsplit(path).query).items()})
        if hasattr(self.navigator, "get"):
            response = self.navigator.get(path, byte_range)
            headers, data = dict(response.headers), response.read()
            # Until the library prepares documents itself.
            if response.status == 200 and "html" in response.type and b"data-lectern" not in data and not name.startswith("~"):
                data = self.prepared(name, data)
                headers["Content-Length"] = str(len(data))
            return response.status, headers, data
        return self.stand_in(path, name, byte_range)

    # -- Until the library answers by itself

    def draw(self, name, query):
        """A page of a PDF: its text, or its picture."""
        with self.drawing:
            if query["href"] not in self.documents:
                with self.book.get(query["href"]) as resource:
                    self.documents[query["href"]] = pypdfium2.PdfDocument(resource.read())
            page = self.documents[query["href"]][int(query["page"]) - 1]
            width, height = page.get_size()
            if name.endswith(".json"):
                text = page.get_textpage()
                boxes, all_text, start = [], text.get_text_range(), 0
                for line in all_text.split("\r\n"):
                    found = [text.get_charbox(start + index, loose=True) for index in range(len(line))]
                    found = [box for box in found if box[2] > box[0]]
                    if found:
                        left, bottom, right, top = zip(*found)
                        boxes.append([start, len(line), min(left), height - max(top), max(right), height - min(bottom)])
                    start += len(line) + 2
                found = {"width": width, "height": height, "label": query["page"], "text": all_text, "boxes": boxes}
                return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()
            picture = io.BytesIO()
            page.render(scale=int(query["width"]) / width).to_pil().save(picture, "png")
            return 200, {"Content-Type": "image/png"}, picture.getvalue()

    def stand_in(self, path, name, byte_range):
        query = {key: values[0] for key, values in parse_qs(urlsplit(path).query).items()}
        as_json = {"Content-Type": "application/json"}
        if name == "~lectern/state.json":
            return 200, as_json, json.dumps(self.state()).encode()
        if name == "~lectern/decorations.json":
            return 200, as_json, json.dumps(self.navigator.render_decorations(query["href"])).encode()
        if name == "~lectern/locate.json":
            return 200, as_json, json.dumps(self.book.locate(json.loads(query["query"]))).encode()
        if name.startswith("~lectern/"):
            return 404, {}, b"no such file"
        with self.book.get(path if name.startswith("~readium") else name) as resource:
            kind, data = resource.link.get("type", "application/octet-stream"), resource.read()
        headers = {"Content-Type": kind}
        if "html" in kind:
            data = self.prepared(name, data)
            headers["Content-Security-Policy"] = POLICY
        elif "svg" in kind:
            headers["Content-Security-Policy"] = POLICY
        if byte_range and (found := re.fullmatch(r"bytes=(\d+)-(\d*)", byte_range)):
            first, last = int(found[1]), int(found[2] or len(data) - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
            return 206, headers, data[first:last + 1]
        return 200, headers, data

    def prepared(self, name, data):
        css = self.navigator.css(name)
        text = data.decode("utf-8", "replace")
        up = "../" * name.count("/")
        sheets = [up + "~lectern/css/" + sheet["href"] for sheet in css["stylesheets"]
                  if not (sheet["onlyUnstyled"] and re.search(r"<link|<style|\sstyle=", text))]
        if css["layout"] == "reflowable":
            sheets.append(up + "~lectern/css/page.css")
        head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>'
        head += "".join(f'<link rel="stylesheet" type="text/css" href="{sheet}"/>' for sheet in sheets)
        head += f'<style>{css["rules"]}\n{css["fontFaces"]}</style>'
        text = re.sub(r"(<head[^>]*>)", lambda found: found[1] + head, text, count=1)
        direction = f' dir="{css["dir"]}"' if css["dir"] and " dir=" not in text[:3000] else ""
        style = css["style"].replace('"', "&quot;")
        text = re.sub(r"(<html[^>]*?)\sstyle=\"[^\"]*\"", r"\1", text, count=1)
        root = f'<html{direction} data-lectern="{self.names(css)}" style="{style}"'
        return re.sub(r"<html", lambda _: root, text, count=1).encode()

    @staticmethod
    def names(css):
        found = []
        for name, value in css["properties"].items():
            name = name.replace("--USER__", "")
            if value is not None:
                flag = re.fullmatch(r"readium-(\w+)-on", value) if name in ("view", "appearance") else None
                found.append(f"{name}={flag[1]}" if flag else name)
        if css["family"] not in ("default", None):
            found.append("family=" + css["family"])
        return " ".join(found)

    def state(self):
        manifest, info = self.book.manifest, self.book.info
        settings, location = self.navigator.settings, self.navigator.location
        by_item, order, first = self.book.positions_by_reading_order, [], 1
        kinds = (("html", "html"), ("svg", "svg"), ("image", "image/"), ("pdf", "pdf"), ("audio", "audio"), ("video", "video"))
        for link, positions in zip(manifest["readingOrder"], by_item):
            kind = link.get("type", "")
            layout = (link.get("properties") or {}).get("layout") or info["presentation"].get("layout") or "reflowable"
            order.append({**link, "layout": layout, "as": next((name for name, part in kinds if part in kind), "other"),
                          "position": first, "positions": len(positions),
                          "overlay": any("smil" in (other.get("type") or "") for other in link.get("alternate", ()))})
            first += len(positions)
        values = {key: setting["effectiveValue"] for key, setting in settings["settings"].items()}
        css = {}
        for item in order:
            try:
                sheet = self.navigator.css(item["href"])
            except lectern.LecternError:
                continue
            css.setdefault(sheet["layout"], {**sheet, "data": self.names(sheet)})
        title = manifest["metadata"]["title"]
        language = manifest["metadata"].get("language") or [None]
        progression = values.get("readingProgression") or info["effectiveReadingProgression"]
        return {
            "version": lectern.version(), "kind": settings["navigator"], "layout": settings["layout"],
            "title": title if isinstance(title, str) else next(iter(title.values())),
            "language": language if isinstance(language, str) else language[0],
            "direction": "rtl" if progression == "rtl" else "ltr",
            "readingOrder": order, "positions": first - 1, "toc": manifest.get("toc", []),
            "pageList": manifest.get("pageList", []), "landmarks": manifest.get("landmarks", []),
            "spreads": self.navigator.spreads, "settings": values, "css": css,
            "background": next(iter(css.values()), {}).get("backgroundColor"), "location": location,
            "overlay": manifest["metadata"].get("mediaOverlay") or {}, "groups": [], "activable": [],
            "options": {"keyboard": True, "touch": True, "wheel": True, "pen": True, "continuous": False,
                        "remote": False, "scripts": False, "footnotes": True, "animated": True, "voice": "browser"}}


def main():
    """Serves a book until the input ends: python Tests/Web/host.py BOOK [PREFERENCES]"""
    import sys
    with Host(sys.argv[1], json.loads(sys.argv[2]) if len(sys.argv) > 2 else None) as host:
        print(host.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
