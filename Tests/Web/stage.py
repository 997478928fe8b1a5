# SPDX-License-Identifier: BSD-3-Clause
"""A page with single modules of the runtime, and documents to try them on.

    with Stage({"a.xhtml": "<html …>"}) as stage:
        stage.open(page)
        page.evaluate("lib.quote.matchQuote('one two', 'two')")
        page.evaluate("show('a.xhtml', {width: 400, height: 600})")

In the page, ``lib`` has the modules, ``show`` loads a document into a frame, and ``documents`` has those shown.
"""
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .host import RUNTIME

TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html", "xhtml": "application/xhtml+xml",
         "svg": "image/svg+xml"}
PAGE = """<!DOCTYPE html><title>Stage</title><body style="margin: 0"><script>
const lib = {}, documents = {};
async function load(...names) {
  for (const name of names) lib[name.split("/").pop()] = await import(`./${name}.js`);
}
async function show(name, {width = 600, height = 800} = {}) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `border: 0; width: ${width}px; height: ${height}px; display: block`;
  frame.src = "../" + name;
  const loaded = new Promise((resolve) => { frame.onload = resolve; });
  document.body.replaceChildren(frame);
  await loaded;
  return (documents[name] = frame.contentDocument) && null;
}
</script>"""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two packets; the second would be delayed by 40 ms

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name = self.path.partition("?")[0].lstrip("/")
        data = self.server.documents.get(name)
        if name == "~lectern/stage.html":
            data = PAGE
        elif data is None and name.startswith("~lectern/") and (RUNTIME / name[9:]).is_file():
            data = (RUNTIME / name[9:]).read_bytes()
        body = data.encode() if isinstance(data, str) else data or b""
        self.send_response(404 if data is None else 200)
        self.send_header("Content-Type", TYPES.get(name.rpartition(".")[2], "text/plain") + "; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Stage:
    def __init__(self, documents=None):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.documents = self.server.documents = dict(documents or {})
        self.base = "http://127.0.0.1:%d/" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def open(self, page, *modules):
        page.goto(self.base + "~lectern/stage.html")
        page.evaluate("names => load(...names)", list(modules))
