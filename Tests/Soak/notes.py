# SPDX-License-Identifier: BSD-3-Clause
"""Notes, files of notes, and stores that are crafted to be expensive: the preparation, and the call to measure.

Each case is at one of the limits in docs/running.md; Tests/Python tests exceeding them.
"""
import base64
import json
import os
import tempfile

import lectern
from lectern import notes
from support.note_files import (
    HREF, KINDLE, KINDLE_CSV, KINDLE_HTML, KOBO, KOBO_CSV, MOON_READER, MOON_READER_HTML, MOON_READER_TEXT, READ_ERA, READ_ERA_TEXT, READWISE, annotation, annotation_set,
    note)

from . import files
from .answers import size

MOST = 10_000
TOTAL = 16 << 20
ORDER = {"readingOrder": ["a"]}


def encoded(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def many(**members):
    """The maximum number of notes per call, with 1.5 KB each."""
    return [note(number, body={"text": f"{number} " + "word and " * 125}, **members) for number in range(MOST)]


def members(count):
    return {f"m{number}": 0 for number in range(count)}


def store(*saved):
    """A store in a file, with these notes."""
    path = os.path.join(tempfile.mkdtemp(), "notes.db")
    opened = lectern.Store(path)
    opened.path = path
    for part in saved:
        opened.save_notes("phone", part)
    return opened


def library(copies=10):
    """A store with a hundred thousand notes on three publications."""
    return store(*([note(number, publication=f"p{number % 3}") for number in range(start, start + MOST)]
                   for start in range(0, copies * MOST, MOST)))


def first_page(file, **options):
    with notes.read(file, **options) as cursor:
        return len(cursor.next()["notes"])


def linked(count):
    """A footnote with this many backlinks, and as many broken links."""
    path = os.path.join(tempfile.mkdtemp(), "note.epub")
    links = '<a href="#r"></a><a href="#gone"></a>' * count
    files.epub(path, f'<p>Text <sup><a id="r" href="#n">1</a></sup></p><aside id="n"><p>note {links}</p></aside>'.encode())
    return lectern.open(path)


def found(query):
    return lambda opened: size("lectern_store_notes", opened, encoded(query))


def saved(given):
    opened, text = given
    return size("lectern_store_save_notes", opened, text)


def changes(*save):
    return encoded({"device": "phone", "now": "2026-01-01T00:00:00Z", "save": list(save)})


def copies(text, mebibytes=5):
    """A text that is repeated."""
    return text * ((mebibytes << 20) // len(text))


def text_of(format, text):
    """The case of a text file, which is read as a whole and split into entries."""
    return lambda: text, lambda file: first_page(file, format=format)


MARKUP = b"<annotation><target><fragment start='a'><text>a</text></fragment></target></annotation>"
HEAD = READWISE.split(b"\r\n")[0] + b"\n"

EDITED = {"color": "blue", "modified": "2027-01-01T00:00:00Z"}

LINES = {
    "read, unknown members": (lambda: annotation_set(annotation(), **members(60_000)), first_page),
    "read, unknown members of an item": (lambda: annotation_set(annotation(**members(60_000))), first_page),
    "read, fragments": (lambda: annotation_set(annotation(target={"source": "a", "selector": [
        {"type": "FragmentSelector", "value": f"p{number}"} for number in range(15_000)]})), first_page),
    "read, tags": (lambda: json.dumps({"type": "Annotation", "target": "a", "body": [
        {"type": "TextualBody", "purpose": "tagging", "value": f"t{number}"} for number in range(14_000)]}).encode(), first_page),
    "read, 64 MB": (lambda: annotation_set(*[annotation(number, own="a" * 1000) for number in range(48_000)]), first_page),
    "read, more than 64 MB": (lambda: annotation_set(*[annotation(number, own="a" * 1000) for number in range(55_000)]), first_page),
    "read, 64 MB in 60 items": (lambda: annotation_set(*[annotation(number, own="a" * 1_000_000) for number in range(60)]), first_page),
    "read, calibre's file": (lambda: b"encoding=json+base64:\n" + base64.b64encode(b"[" + b",".join([b'{"":0}'] * 499_000) + b"]"),
                             lambda file: first_page(file, skipInvalid=True, **ORDER)),
    "read, KOReader": (lambda: b"return {annotations={" + b"{{}}," * 490_000 + b"}}", lambda file: first_page(file, skipInvalid=True, **ORDER)),
    "read, Kindle": text_of("kindle", copies(KINDLE)),
    "read, Kindle, one place": text_of("kindle", copies(KINDLE.split(b"==\r\n")[0] + b"==\r\n") + copies(KINDLE, 1)),
    "read, Kindle, HTML": text_of("kindle", copies(KINDLE_HTML)),
    "read, Kindle, CSV": text_of("kindle", KINDLE_CSV + copies(KINDLE_CSV.split(b"Annotation\r\n")[1])),
    "read, Kindle, tags": text_of("kindle", KINDLE_HTML + copies(b"<br>")),
    "read, Kindle, one text": text_of("kindle", b"<div class=noteHeading>" + copies(b"a > ", 1)),
    "read, Kindle, classes": text_of("kindle", b"<div class='noteHeading " + copies(b"a ") + b"'>"),
    "read, Adobe": text_of("adobe", b"<annotationSet>" + copies(MARKUP) + b"</annotationSet>"),
    "read, Adobe, damaged": text_of("adobe", b"<annotationSet>" + copies(MARKUP)),
    "read, Adobe, without ends": text_of("adobe", b"<annotationSet>" + copies(b"<annotation>")),
    "read, Kobo": text_of("kobo", copies(KOBO)),
    "read, Kobo, CSV": text_of("kobo", KOBO_CSV + copies(KOBO_CSV.split(b"\r\n", 1)[1])),
    "read, Kobo, columns": text_of("kobo", copies(b"Text,Annotation,Title,", 1)),
    "read, Kobo, one entry": text_of("kobo", b"T\n\n" + copies(b"Note: a\n")),
    "read, Moon+ Reader": text_of("moonreader", MOON_READER + copies(MOON_READER.split(b"#\n", 1)[1] + b"#\n")),
    "read, Moon+ Reader, separators": text_of("moonreader", MOON_READER + copies(b"#\n", 1)),
    "read, Moon+ Reader, line breaks": text_of("moonreader", MOON_READER.replace(b"<BR>", copies(b"<BR>"))),
    "read, text of Moon+ Reader": text_of("moonreader-text", copies(MOON_READER_TEXT)),
    "read, text of Moon+ Reader, parentheses": text_of("moonreader-text", MOON_READER_TEXT + copies(b"(") + b")"),
    "read, HTML of Moon+ Reader": text_of("moonreader-text", MOON_READER_HTML + copies("<p>▪ Call me Ishmael. (Short &amp; famous)</p>".encode())),
    "read, ReadEra": (lambda: encoded({"docs": json.loads(READ_ERA)["docs"] * 9_000}), lambda file: first_page(file, format="readera", skipInvalid=True)),
    "read, text of ReadEra": text_of("readera-text", copies(READ_ERA_TEXT)),
    "read, text of ReadEra, separators": text_of("readera-text", READ_ERA_TEXT + copies(b"*****\n--\n", 1)),
    "read, Readwise": text_of("readwise", HEAD + copies(READWISE.split(b"\r\n", 1)[1])),
    "read, Readwise, quotation marks": text_of("readwise", HEAD + copies(b'"""\n')),
    "read, Readwise, commas": text_of("readwise", HEAD + copies(b",")),
    "write, KOReader": (lambda: encoded(many()), lambda text: size("lectern_notes_write", text, encoded({"format": "koreader", "readingOrder": [HREF]}))),
    "write, calibre": (lambda: encoded(many()), lambda text: size("lectern_notes_write", text, encoded({"format": "calibre", "readingOrder": [HREF]}))),
    "write, Markdown, lines": (lambda: encoded([note(number, body={"text": "a\n" * 30_000}, kind="note") for number in range(150)]),
                               lambda text: size("lectern_notes_write", text, b'{"format":"markdown"}')),
    "write": (lambda: encoded(many()), lambda text: size("lectern_notes_write", text, b"{}")),
    "write, Markdown": (lambda: encoded(many()), lambda text: size("lectern_notes_write", text, b'{"format":"markdown"}')),
    "write, values": (lambda: b'[{"id":"a","own":[' + b",".join([b'{"":0}'] * 499_000) + b"]}]", lambda text: size("lectern_notes_write", text, b"{}")),
    "write, members": (lambda: encoded({"members": members(500_000)}), lambda options: size("lectern_notes_write", b"[]", options)),
    "write, template": (lambda: (encoded([note(body={"text": "a" * 4000})]), encoded({"format": "html", "template": {"note": "{{text}}" * 8000}})),
                        lambda given: size("lectern_notes_write", *given)),
    "write, longer template": (lambda: (encoded([note(body={"text": "a" * 4500})]), encoded({"format": "html", "template": {"note": "{{text}}" * 8000}})),
                               lambda given: size("lectern_notes_write", *given)),
    "merge": (lambda: (encoded(many()), encoded(many(**EDITED))), lambda given: size("lectern_notes_merge", *given)),
    "merge, one id": (lambda: (encoded([{"id": "a", "color": str(number), "modified": f"{1000 + number % 9000}-01-01T00:00:00Z"}
                                        for number in range(MOST)]), b"[]"), lambda given: size("lectern_notes_merge", *given)),
    "save": (lambda: (store(), changes(*many())), saved),
    "save, in memory": (lambda: (lectern.Store(), changes(*many())), saved),
    "save, again": (lambda: (store(many()), changes(*many(color="blue"))), saved),
    "save, unknown members": (lambda: (store(), changes({"id": "a", "locator": {"href": "b"}, **members(80_000)})), saved),
    "merge into a store": (lambda: (store(many()), encoded(many(**EDITED))), lambda given: size("lectern_store_merge_notes", *given)),
    "store, open": (library, lambda opened: len(lectern.Store(opened.path).warnings)),
    "store, by place": (library, found({"order": "place", "limit": 10})),
    "store, a page": (library, found({"limit": MOST})),
    "store, by time": (library, found({"publication": "p1", "order": "modified", "limit": 10})),
    "store, words": (library, found({"text": "whale", "limit": 10})),
    "store, short words": (library, found({"text": "wh zz", "limit": 10})),
    "store, changes": (library, lambda opened: size("lectern_store_note_changes", opened, b"{}")),
    "store, listener": (lambda: library(3), lambda opened: opened.observe_notes(lambda event: None) and 1),
    "note, links back": (lambda: linked(100_000), lambda book: size("lectern_publication_footnote", book, encoded({"href": "0.xhtml#r"}))),
}

