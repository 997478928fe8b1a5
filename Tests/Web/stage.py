# SPDX-License-Identifier: BSD-3-Clause
"""A page with single modules of the runtime, and documents to try them on.

    with Stage({"a.xhtml": "<html …>"}) as stage:
        stage.open(page)
        page.evaluate("lib.quote.matchQuote('one two', 'two')")
        page.evaluate("show('a.xhtml', {width: 400, height: 600})")

In the page, ``lib`` has the modules, ``show`` loads a document into a frame, and ``documents`` has those shown.
"""
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[2] / "Sources" / "LecternWeb" / "runtime"
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html", "xhtml": "application/xhtml+xml",
         "svg": "image/svg+xml"}
PAGE = """<!DOCTYPE html><title>Stage</title><body style="margin: 0"><script>
const lib = {}, documents = {};
async function load(...names) {
  for (const name of names) lib[name] = await import(`./${name}.js`);
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


def epub(path, documents, direction=None, layout=None, language="en", stylesheet=""):
    """A book of these documents: name and body, or all of an SVG document."""
    items, spine = [], []
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/epub+zip")
        file.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
                      'version="1.0"><rootfiles><rootfile full-path="book.opf" '
                      'media-type="application/oebps-package+xml"/></rootfiles></container>')
        for number, (name, body) in enumerate(documents.items()):
            svg = name.endswith(".svg")
            kind = "image/svg+xml" if svg else "application/xhtml+xml"
            items.append(f'<item id="i{number}" href="{name}" media-type="{kind}"/>')
            spine.append(f'<itemref idref="i{number}"/>')
            head = '<meta name="viewport" content="width=600, height=800"/>' if layout == "fixed" else ""
            file.writestr(name, body if svg else
                          f'<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="{language}" lang="{language}"><head>'
                          f'<title>{name}</title>{head}<style>{stylesheet}</style></head><body>{body}</body></html>')
        fixed = '<meta property="rendition:layout">pre-paginated</meta>' if layout == "fixed" else ""
        turn = f' page-progression-direction="{direction}"' if direction else ""
        file.writestr("book.opf", '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
                      '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>'
                      f'<dc:title>A book</dc:title><dc:language>{language}</dc:language>{fixed}</metadata>'
                      f'<manifest>{"".join(items)}</manifest><spine{turn}>{"".join(spine)}</spine></package>')
    return path
