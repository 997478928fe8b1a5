# SPDX-License-Identifier: BSD-3-Clause
"""Compares Lectern with ebooklib and PyMuPDF: title, text and words of each book, in one process that is killed if a
book takes more than 20 seconds, which are included in the time.

    beside.py FOLDER...
"""
import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
from pathlib import Path

SECONDS = 20


def with_lectern(path):
    import lectern

    with lectern.open(path) as book:
        try:
            return book.title, book.text()
        except lectern.UnsupportedError:
            return book.title, ""  # a comic has no text


def with_ebooklib(path):
    from ebooklib import ITEM_DOCUMENT, epub
    from lxml import html

    book = epub.read_epub(path)
    texts = [html.fromstring(item.get_content()).text_content() for item in book.get_items_of_type(ITEM_DOCUMENT)]
    return book.get_metadata("DC", "title")[0][0], "\n".join(texts)


def with_pymupdf(path):
    import pymupdf

    with pymupdf.open(path) as book:
        return book.metadata.get("title"), "\n".join(page.get_text() for page in book)


TOOLS = {"lectern": with_lectern, "ebooklib": with_ebooklib, "pymupdf": with_pymupdf}
#: The formats that each tool opens.
KINDS = {".epub": ("lectern", "ebooklib", "pymupdf"), ".pdf": ("lectern", "pymupdf"), ".cbz": ("lectern", "pymupdf")}


def child(tool):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        before = resource.getrusage(resource.RUSAGE_SELF)
        try:
            title, text = TOOLS[tool](json.loads(line))
            answer = {"words": len(re.findall(r"\w+", text))}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        signal.setitimer(signal.ITIMER_REAL, 0)
        after = resource.getrusage(resource.RUSAGE_SELF)
        answer["seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.dumps(answer), file=answers, flush=True)


def read(tool, paths):
    """Yields an answer for each path."""
    process = None
    for path in paths:
        process = process or subprocess.Popen([sys.executable, __file__, "--child", tool], stdin=subprocess.PIPE,
                                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdin.write(json.dumps(path).encode() + b"\n")
        process.stdin.flush()  # it is alive: it has answered, or was just started
        line = process.stdout.readline() if select.select([process.stdout], [], [], SECONDS + 10)[0] else b""
        if line:
            yield json.loads(line)
            continue
        try:
            late = process.wait(10) == -signal.SIGALRM
        except subprocess.TimeoutExpired:
            process.kill()
            late = True
        process.communicate()
        yield {"error": "too late" if late else "it crashed", "seconds": SECONDS if late else 0}
        process = None
    if process:
        process.communicate()


def main(folders):
    files = sorted(str(path) for folder in folders for path in Path(folder).rglob("*") if path.is_file())
    print(f"{'':6} {'':9} {'rows':>6} {'failures':>9} {'late':>5} {'crashed':>8} {'words':>10} {'seconds of processor':>21}")
    for kind, tools in KINDS.items():
        paths = [path for path in files if path.endswith(kind)]
        for tool in tools:
            answers = list(read(tool, paths))
            errors = [one["error"] for one in answers if "error" in one]
            words, seconds = (sum(one.get(name, 0) for one in answers) for name in ("words", "seconds"))
            print(f"{kind:6} {tool:9} {len(answers):6} {len(errors):9} {errors.count('too late'):5} {errors.count('it crashed'):8} "
                  f"{words:10} {seconds:21.1f}", flush=True)


if __name__ == "__main__":
    child(sys.argv[2]) if sys.argv[1] == "--child" else main(sys.argv[1:])
