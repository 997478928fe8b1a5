# SPDX-License-Identifier: BSD-3-Clause
"""Compares what Lectern says about books in other formats with what other programs say.

Books of a corpus are converted by calibre, pandoc, ffmpeg, 7-Zip and bsdtar in a temporary folder.  Prints the share of equal
fields for each format, the differences, and how long opening takes beside calibre and MuPDF.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import lectern
from support import other_archives

from . import independent
from .independent import letters

ROOT = Path(__file__).resolve().parents[2]
TARGET = 0.99
EPUBS = ("epub/standardebooks/jane-austen_pride-and-prejudice.epub", "epub/samples/childrens-literature.epub", "epub/samples/accessible_epub_3.epub",
         "epub/samples/wasteland.epub", "epub/samples/regime-anticancer-arabic.epub", "epub/standardebooks/walt-whitman_leaves-of-grass.epub")
COMICS = ("cbz/futuristic_tales.cbz", "cbz/many-600.cbz", "cbz/natural-order.cbz", "cbz/nested-folders.cbz")


# ------------------------------------------------------------------------------------------------------------- Lectern

def flat(links):
    for link in links:
        yield link
        yield from flat(link.get("children", ()))


def body(book):
    """The text of all documents, as Python's parser reads what Lectern serves."""
    parts = [independent.tree(book.get(link["href"]).read()) for link in book.reading_order]
    return letters("".join("".join(part.find("{*}body").itertext()) for part in parts))


def titles(book):
    return [letters(link["title"]) for link in flat(book.toc)]


def named(book, kind):
    return [one["name"] if isinstance(one["name"], str) else next(iter(one["name"].values())) for one in book.metadata.get(kind, ())]


def described(book, truth):
    """Fields of metadata, with what calibre says."""
    yield "title", truth["title"], book.title
    yield "authors", truth["authors"], named(book, "author") + named(book, "translator") if truth["authors"] else []
    yield "publisher", truth["publisher"], (named(book, "publisher") or [None])[0]


def same_words(expected, actual):
    """Nearly equal texts are equal, as far as they go; a count of letters shows how much is missing."""
    if expected == actual:
        return True, True
    kept = sum((Counter(expected) & Counter(actual)).values())
    return len(expected), len(expected) if kept >= 0.995 * len(expected) and len(actual) <= 1.005 * len(expected) else kept


# ------------------------------------------------------------------------------------------------------------- Formats

def fictionbook(options, folder):
    for source in EPUBS:
        path = independent.convert(options.corpus / source, folder / (Path(source).stem + ".fb2"))
        root = independent.tree(path.read_bytes())
        with lectern.Publication.open(path) as book:
            yield path, [*described(book, independent.metadata(path)),
                         ("text", letters("".join("".join(one.itertext()) for one in root.findall("{*}body"))), body(book)),
                         ("contents", [letters("".join(one.itertext())) for one in root.find("{*}body").findall(".//{*}section/{*}title")], titles(book))]


def html(options, folder):
    for source in EPUBS:
        path = folder / (Path(source).stem + ".html")
        independent.run("pandoc", "-s", "-f", "epub", "-t", "html", "-o", path, options.corpus / source)
        with lectern.Publication.open(path) as book:
            text = letters("\n".join(element.get("text", "") for element in book.elements() if element["role"] != "image"))
            yield path, [("title", independent.metadata(path)["title"], book.title), ("contents", independent.outline(path, "html"), titles(book)),
                         ("text", *same_words(letters(independent.pandoc(path, "html", "plain")), text))]


def markdown(options, folder):
    for source in EPUBS:
        path = folder / (Path(source).stem + ".md")
        independent.run("pandoc", "-f", "epub", "-t", "commonmark-raw_html", "-o", path, options.corpus / source)
        with lectern.Publication.open(path) as book:
            yield path, [("contents", independent.outline(path, "commonmark"), titles(book)),
                         ("text", *same_words(letters(independent.pandoc(path, "commonmark", "plain")), body(book)))]


def text(options, folder):
    for source in EPUBS:
        path = independent.convert(options.corpus / source, folder / (Path(source).stem + ".txt"))
        with lectern.Publication.open(path) as book:
            yield path, [("text", letters(path.read_text()), body(book))]


def comics(options, folder):
    """The same pages in four kinds of archives."""
    for source in COMICS:
        pages = folder / Path(source).stem
        pages.mkdir()
        independent.run("bsdtar", "-xf", options.corpus / source, "-C", pages)
        names = sorted(str(one.relative_to(pages)) for one in pages.rglob("*") if one.is_file())
        files = {name: (pages / name).read_bytes() for name in names}
        made = {kind: folder / (Path(source).stem + kind) for kind in (".cbt", ".cb7", ".cbr")}
        independent.run("bsdtar", "-cf", made[".cbt"], "-C", pages, *names)
        independent.run("7z", "a", "-bd", "-t7z", made[".cb7"], *names, cwd=pages)
        made[".cbr"].write_bytes(other_archives.rar5(files))
        for path in (options.corpus / source, *made.values()):
            images = [name for name in independent.listing(path) if name.lower().endswith((".jpg", ".jpeg", ".png", ".gif", ".webp"))]
            with lectern.Publication.open(path) as book:
                order = [unquote(link["href"]) for link in book.reading_order]
                yield path, [("order of pages", images, order)] + [
                    ("page", independent.content(path, name)[:64], book.get(link["href"]).read()[:64])
                    for name, link in list(zip(order, book.reading_order))[:5]]


CHAPTERS = ";FFMETADATA1\ntitle=Das Kapitel\nalbum=Ein Buch über drei\nartist=Anna Autor\ncomposer=Nora Sprecher\ndate=2001\n" + "".join(
    f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={title}\n" for start, end, title in ((0, 2500, "Eins"), (2500, 6000, "Zwei Ü"), (6000, 9000, "三")))
ENCODERS = {".mp3": ["-c:a", "libmp3lame", "-b:a", "64k"], ".m4b": ["-c:a", "aac"], ".ogg": ["-c:a", "libvorbis"], ".opus": ["-c:a", "libopus"],
            ".flac": ["-c:a", "flac"], ".wav": ["-c:a", "pcm_s16le"]}
#: In seconds: a frame of the format, and what an encoder adds at both ends.
NEAR = 0.1


def recordings(options, folder):
    (folder / "tags").write_text(CHAPTERS)
    for ending, encoder in ENCODERS.items():
        for number, more in enumerate((["-t", "9"], ["-t", "9", "-ac", "1", "-ar", "48000"], ["-t", "61.5"])):
            if ending == ".mp3" and number == 1:
                more = [*more, "-q:a", "7"]
            path = folder / f"recording{number}{ending}"
            independent.run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=f=440:d=70", "-i", folder / "tags", "-map_metadata", "1",
                            "-map_chapters", "1", *more, *encoder, path)
            truth = independent.probe(path)
            with lectern.Publication.open(path) as book:
                link, = book.reading_order
                tags, isWAV = truth["tags"], ending == ".wav"
                found = [(round(float((one["href"].split("#t=") + ["0"])[1]), 2), one["title"]) for one in book.toc]
                yield path, [("duration", True, abs(link.get("duration", 0) - truth["duration"]) < NEAR), ("title", tags.get("album"), book.title),
                             ("author", [tags.get("artist")], named(book, "author")), ("published", tags.get("date"), book.metadata.get("published", "")[:4]),
                             ("narrator", [] if isWAV else [tags.get("composer")], named(book, "narrator")), ("chapters", truth["chapters"], found)]


def daisy(options, folder):
    """Books below the folder of the option --daisy, as Python's parser reads their files."""
    for place in sorted({one.parent for one in options.daisy.rglob("*") if one.name.lower() == "ncc.html" or one.suffix == ".ncx"} if options.daisy else ()):
        center, ncx = place / "ncc.html", next(place.glob("*.ncx"), None)
        files = {one: independent.tree(one.read_bytes()) for one in place.iterdir() if one.suffix in (".html", ".xml", ".smil", ".ncx")}
        headings = independent.texts(files[center], "h1", "h2", "h3", "h4", "h5", "h6") if center in files else [
            one.text for one in files[ncx].findall(".//{*}navPoint/{*}navLabel/{*}text")]
        heard = sum(independent.seconds(one) for path, root in files.items() if path.suffix == ".smil" for one in root.findall(".//{*}audio"))
        written = "".join("".join(root.find(name).itertext()) for one, root in files.items() if one not in (center, ncx)
                          for name in ("{http://www.w3.org/1999/xhtml}body", "{*}book") if root.find(name) is not None)
        with lectern.Publication.open(place) as book:
            yield place, [("contents", [letters(one) for one in headings], titles(book)), ("seconds heard", round(heard), round(spoken(book) if heard else 0)),
                          ("text", letters(written), body(book)), ("title", independent.named(files, "dc:title"), book.title)]


def spoken(book):
    """The length of all clips."""
    def clips(objects):
        for one in objects:
            yield from clips(one.get("children", ()))
            if "audioref" in one:
                begin, end = one["audioref"].split("#t=")[1].split(",")
                yield float(end) - float(begin)
    return sum(clips(json.loads(book.get("~readium/guided-navigation.json").read())["guided"]))


FORMATS = {"fb2": fictionbook, "html": html, "markdown": markdown, "text": text, "comics": comics, "recordings": recordings, "daisy": daisy}


# --------------------------------------------------------------------------------------------------------------- Costs

OPENING = """#include <lectern.h>
int main(int argc, char **argv) {
    lectern_publication *book; lectern_buffer *manifest;
    if (argc != 2 || lectern_publication_open(0, argv[1], 0, &book, 0) < 0) return 1;
    return lectern_publication_manifest(book, &manifest, 0) < 0;
}"""


#: Runs a command five times.  A process of its own, because the memory of a child includes that of its parent before exec.
MEASURE = """import os, sys, time
best, most = 1e9, 0
for _ in range(5):
    start = time.monotonic()
    process = os.fork()
    if not process:
        nowhere = os.open("/dev/null", os.O_WRONLY)
        os.dup2(nowhere, 1), os.dup2(nowhere, 2)
        os.execvp(sys.argv[1], sys.argv[1:])
    _, status, usage = os.wait4(process, 0)
    if status:
        sys.exit(1)
    best, most = min(best, time.monotonic() - start), max(most, usage.ru_maxrss)
print(best * 1000, most / 1024)"""


def cost(command):
    """The least wall time in milliseconds of five runs, and the memory in megabytes; None if the command fails."""
    done = subprocess.run([sys.executable, "-S", "-c", MEASURE, *map(str, command)], capture_output=True, text=True)
    return tuple(map(float, done.stdout.split())) if done.returncode == 0 else None


def costs(paths, folder):
    (folder / "opening.c").write_text(OPENING)
    library = Path(os.environ.get("LECTERN_LIBRARY", ROOT / "build/lib/liblectern.so"))
    independent.run("cc", "-O1", "-I", ROOT / "include", folder / "opening.c", library, f"-Wl,-rpath,{library.parent}", "-o", folder / "opening")
    print(f"\n{'opening and manifest':40} {'Lectern':>18} {'ebook-meta':>18} {'mutool, page 1':>18}")
    for path in paths:
        answers = [cost([folder / "opening", path]), cost(["ebook-meta", path]),
                   cost(["mutool", "draw", "-q", "-F", "txt", "-o", "/dev/null", path, "1"]) if shutil.which("mutool") else None]
        cells = [f"{one[0]:6.0f} ms {one[1]:5.0f} MB" if one else "-" for one in answers]
        print(f"{path.name[:40]:40} " + " ".join(f"{cell:>18}" for cell in cells))


# ---------------------------------------------------------------------------------------------------------------- Main

def compared(name, options, folder):
    tried = right = 0
    paths, mistakes = [], []
    for path, fields in FORMATS[name](options, folder):
        paths.append(path)
        for field, expected, actual in fields:
            tried += 1
            right += expected == actual
            if expected != actual:
                mistakes.append(f"{path.name}: {field}: expected {str(expected)[:150]!r}, found {str(actual)[:150]!r}")
    return tried, right, paths, mistakes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=ROOT / "../shared/corpus")
    parser.add_argument("--daisy", type=Path, help="a folder with unpacked DAISY books")
    parser.add_argument("--no-costs", action="store_true")
    parser.add_argument("formats", nargs="*", choices=[[], *FORMATS])
    options = parser.parse_args()
    shares, opened = [], []
    with tempfile.TemporaryDirectory() as place:
        for name in options.formats or FORMATS:
            folder = Path(place) / name
            folder.mkdir()
            tried, right, paths, mistakes = compared(name, options, folder)
            opened += [path for path in paths if path.is_file()][:2]
            share = right / tried if tried else 1
            shares.append(share)
            print(f"{name:12} {len(paths):4} files  {right:5} of {tried:5} fields are equal  {share:7.2%}", *mistakes, sep="\n  ", flush=True)
        if not options.no_costs:
            costs(opened, Path(place))
    return min(shares) < TARGET


if __name__ == "__main__":
    sys.exit(main())
