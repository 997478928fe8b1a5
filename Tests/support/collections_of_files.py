# SPDX-License-Identifier: BSD-3-Clause
"""Books and hostile files for tests that try many: a large collection, or a small one that is generated here.

Environment variables locate the large collections (CORPUS, HOSTILE, VECTORS); without them, the folder next to the
checkout is searched.  If there is none, `corpus()` and `hostile()` generate files, always the same, and `vectors()` is
Tests/Fixtures/vectors.
"""
import atexit
import csv
import os
import random
import shutil
import tempfile
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from .pdf_file import HELVETICA, pages, written
from .tiny_books import BOOKS, BROKEN, CHAPTER, epub
from .tiny_packages import MANIFEST, PACKAGES, PIXEL, archive
from .tree import ROOT

#: The beginnings of three novels in the public domain; repeated, they form chapters.
MOBY_DICK = """Call me Ishmael. Some years ago\u2014never mind how long precisely\u2014having little or no money in my purse, and
nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world.
It is a way I have of driving off the spleen, and regulating the circulation."""
PRIDE = """It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of
a wife. \u201cMy dear Mr. Bennet,\u201d said his lady to him one day, \u201chave you heard that Netherfield Park is let at last?\u201d
Mr. Bennet replied that he had not."""
LEAVES = """I celebrate myself, and sing myself, And what I assume you shall assume, For every atom belonging to me as good
belongs to you. O Captain! my Captain! our fearful trip is done."""
NOVELS = {"herman-melville_moby-dick": MOBY_DICK, "jane-austen_pride-and-prejudice": PRIDE,
          "walt-whitman_leaves-of-grass": LEAVES}

PARAGRAPH = '<h2 id="h{0}">Part {0}</h2><p>{1}</p><p>{2} <i>{3}</i> caf\u00e9, na\u00efve, the <b>wh</b>ale.</p><ul><li>{4}</li></ul>'


def _large(name, variable):
    """An external collection; None if there is none."""
    path = Path(os.environ.get(variable) or ROOT.parent / "shared" / name)
    return path if path.is_dir() else None


def is_own(folder):
    return _large("corpus", "CORPUS") != folder and _large("hostile", "HOSTILE") != folder


@cache
def _made(name):
    folder = Path(tempfile.mkdtemp(prefix=f"lectern-{name}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _write(folder, rows, columns):
    """Writes files (path, bytes, expectation, also acceptable) and their index."""
    with open(folder / "INDEX.tsv", "w", encoding="utf-8", newline="") as file:
        index = csv.DictWriter(file, columns, delimiter="\t", restval="", extrasaction="ignore")
        index.writeheader()
        for path, data, expectation, also in rows:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
            index.writerow({"path": path, "expectation": expectation, "also_acceptable": also,
                            "expectation_also_acceptable": also, "what": path})
    return folder


# --------------------------------------------------------------------------------------------------------------- Books

def novel(text, chapters=8):
    """An EPUB with this many chapters of a text."""
    words = text.split()
    files = {}
    for number in range(1, chapters + 1):
        body = "".join(PARAGRAPH.format(place, text, " ".join(words[place:]), words[place], " ".join(words[:place + 3]))
                       for place in range(1, 7))
        files[f"EPUB/c{number}.xhtml"] = CHAPTER.format(f"Chapter {number}").replace("</body>", body + "</body>")
    more = "".join(f'<item id="c{number}" href="c{number}.xhtml" media-type="application/xhtml+xml"/>'
                   for number in range(3, chapters + 1))
    with zipfile.ZipFile(BytesIO(epub())) as book:
        package = book.read("EPUB/package.opf").decode()
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(3, chapters + 1))
    package = package.replace("</manifest>", more + "</manifest>").replace("</spine>", spine + "</spine>")
    return epub(files=files | {"EPUB/package.opf": package})


def _pdfs():
    yield "outline.pdf", written(["Call me Ishmael today."], ["Some years ago, never mind."])
    yield "object-streams.pdf", pages(3)
    yield "plain.pdf", written(*[[f"Page with number and words {number}."] for number in range(4)], resources=HELVETICA)


def _books():
    for name, text in NOVELS.items():
        yield f"epub/standardebooks/{name}.epub", novel(text)
    for number, (name, data) in enumerate(BOOKS.items()):
        yield f"epub/{'i18n' if 'Japanese' in name else 'w3c-tests'}/{number}.epub", data
    comics = PACKAGES["tiny.cbz"], archive(**{"2.gif": PIXEL, "10.gif": PIXEL})
    for name, data in zip(("comicinfo-manga", "natural-order", "stored-with-descriptors"), (*comics, comics[1])):
        yield f"cbz/{name}.cbz", data
    yield "audio/plain.zab", PACKAGES["tiny.zab"]
    yield "audio/packaged.audiobook", PACKAGES["tiny.audiobook"]
    chapters = {f"c{number}.html": f"<html><head><title>{number}</title></head><body><p>{MOBY_DICK}</p></body></html>"
                for number in (1, 2)}
    order = [{"href": href, "type": "text/html"} for href in chapters]
    for name, title in (("simple", "Simple"), ("localized", {"en": "Localized", "fr": "Localis\u00e9"})):
        manifest = {"metadata": {"title": title}, "links": [], "readingOrder": order}
        yield f"rwpm/{name}.webpub", archive(**{"manifest.json": manifest}, **chapters)
    pictures = [{"href": "1.gif", "type": "image/gif"}]
    yield "rwpm/comic.divina", archive(
        **{"manifest.json": {"metadata": {"title": "C"}, "links": [], "readingOrder": pictures}, "1.gif": PIXEL})
    yield "lpf/l5.02.lpf", PACKAGES["tiny.lpf"]
    for name, data in _pdfs():
        yield f"pdf/{name}", data


@cache
def corpus():
    """A folder with INDEX.tsv and publications of every format."""
    if large := _large("corpus", "CORPUS"):
        return large
    rows = [(path, data, "opens", "opens-with-warnings") for path, data in _books()]
    rows += [(f"epub/broken/{number}.epub", data, "must-be-refused-with-error", "")
             for number, data in enumerate(BROKEN.values())]
    return _write(_made("corpus"), rows, ["path", "expectation", "expectation_also_acceptable"])


# ------------------------------------------------------------------------------------------------------------- Hostile

#: Any result is acceptable, as long as there is no crash, memory and time are small, and all ways of opening agree.
ANY = "opens opens-with-warnings " + " ".join(f"error:{one}" for one in (
    "archive", "container", "package", "format", "manifest", "pdf", "unsupported", "io", "limit", "protected"))
DEEP = 20_000


def _bomb():
    """A chapter of 40 MB, compressed to a few KB."""
    return epub(files={"EPUB/c1.xhtml": "<html><body>" + " " * (40 << 20) + "</body></html>"})


def _damaged(data, count, seed):
    """The data with some bytes changed."""
    chance, data = random.Random(seed), bytearray(data)
    for _ in range(count):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _hostile():
    good = BOOKS["plain"]
    yield "zip/good.epub", good, "opens"
    for number in range(40):
        yield f"zip/cut-{number:02}.epub", good[:len(good) * number // 40], ANY
    for seed in range(40):
        yield f"zip/damaged-{seed:02}.epub", _damaged(good, 1 + seed, seed), ANY
        yield f"zip/damaged-{seed:02}.cbz", _damaged(PACKAGES["tiny.cbz"], 1 + seed, seed), ANY
    for name in ("../../escape", "/etc/escape", "a/../../escape", "EPUB\\c1.xhtml", "x" * 60_000):
        yield f"names/{abs(hash_of(name))}.epub", epub(files={name: "x"}), ANY
    yield "size/bomb.epub", _bomb(), ANY
    for name, package in {
        "deep": "<a>" * DEEP, "entities": '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">' + "".join(
            f'<!ENTITY b{n} "{(f"&b{n - 1};" if n else "&b;") * 10}">' for n in range(9)) + "]><package>&b8;</package>",
        "external": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><package/>', "circular": "<package><spine toc='spine'/></package>",
    }.items():
        yield f"xml/{name}.epub", epub(files={"EPUB/package.opf": package}), ANY
    yield "xml/deep-chapter.epub", epub(files={"EPUB/c1.xhtml": "<html><body>" + "<div>" * DEEP}), ANY
    for number, text in enumerate(("[" * DEEP, '{"metadata":' * DEEP, '{"metadata":{"title":1e999}}', '{"a":"\\ud800"}', "")):
        yield f"json/{number}.json", text.encode(), ANY
    circle = dict(MANIFEST, readingOrder=[{"href": "one.mp3", "type": "audio/mpeg", "duration": -1}] * 1000)
    yield "json/many.audiobook", archive(**{"manifest.json": circle}), ANY
    for number, (_, data) in enumerate(_pdfs()):
        for seed in range(8):
            yield f"pdf/{number}-{seed}.pdf", _damaged(data, 1 + 4 * seed, seed), ANY


def hash_of(text):
    """A hash that is the same in each run, unlike hash()."""
    return sum(byte * (place + 1) for place, byte in enumerate(text.encode())) % 100_003


@cache
def hostile():
    """A folder with INDEX.tsv and damaged or malicious files."""
    if large := _large("hostile", "HOSTILE"):
        return large
    rows = [(path, data, expectation.split()[0], expectation) for path, data, expectation in _hostile()]
    return _write(_made("hostile"), rows, ["path", "expectation", "also_acceptable", "group", "what", "must_hold"])


def vectors():
    """A folder of *-vectors.json."""
    return _large("vectors", "VECTORS") or ROOT / "Tests" / "Fixtures" / "vectors"
