# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about file contents: formats, comics and media overlays."""
import io
import json
import zipfile
from xml.sax.saxutils import quoteattr

from .common import Refused, Unhandled
from .tiny_epub import around
from .toolkit import follow


def sniffing(vector, folder):
    """Kind format-sniffing."""
    import lectern
    given = vector["input"]
    hints = {key: given[key] for key in ("mediaType", "fileExtension") if given.get(key)}
    path = folder / given["fixture"] if "fixture" in given else None
    try:
        if path is None:
            return lectern.sniff(None, hints)
        with path.open("rb") as file:
            return lectern.sniff(file, hints)
    except lectern.UnsupportedError:
        return None


def comic(vector, folder):
    """Kind comicinfo: a comic with this document, as far as it is about metadata."""
    import lectern
    given = vector["input"]
    steps = given.get("then") or []
    if given["op"] != "comicinfo" or steps[:1] != [{"call": "toMetadata", "args": []}]:
        raise Unhandled("of ComicInfo.xml, a publication has the metadata")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        book.writestr("page.jpg", b"\xff\xd8\xff\xd9")
        book.writestr("ComicInfo.xml", given["xml"])
    try:
        with lectern.Publication.open_bytes(out.getvalue(), {"name": "comic.cbz"}) as opened:
            return follow(steps[1:], opened.manifest["metadata"])
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


OVERLAY = """<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="chapter.xhtml#a"/>
<audio src="a.mp3" clipBegin="0s" clipEnd={}/></par></body></smil>"""


def clock(vector, folder):
    """Kind smil-clock: the end of a clip, from the guided navigation of a book."""
    import lectern
    given = vector["input"]
    value = given["value"] if "value" in given else given["args"][0]
    files = {"chapter.smil": OVERLAY.format(quoteattr(value)).encode(), "a.mp3": b""}
    items = [("overlay", "chapter.smil", "application/smil+xml", ""), ("sound", "a.mp3", "audio/mpeg", "")]
    with lectern.Publication.open_bytes(around(files, items, overlay="overlay")) as book:
        document = json.loads(book.get("/~readium/guided-navigation.json?ref=chapter.xhtml").read())
    # Without a valid end, the clip is open-ended: t=0
    _, mark, end = document["guided"][0]["audioref"].partition(",")
    return float(end) if mark else None


HANDLERS = {"comicinfo": comic, "format-sniffing": sniffing, "smil-clock": clock}
