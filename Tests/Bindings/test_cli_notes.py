# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes`: listing, exporting, importing, and synchronizing two stores."""
import csv
import json
import subprocess

import pytest

import lectern as binding
from support.note_files import CALIBRE_EXPORT, HYPOTHESIS, KOREADER, READWISE, annotation, annotation_set
from support.tiny_books import NAV_ITEM, PACKAGE, epub

from .command_line import COMMAND, ENVIRONMENT, in_terminal, lectern, objects, without_colors

DAYS = [f"2026-01-0{day}T12:00:00Z" for day in range(1, 6)]


@pytest.fixture
def store(book, tmp_path):
    """A store with a highlight, two notes, a bookmark, a last location, and a note on another book."""
    path = tmp_path / "notes.db"
    with binding.open(book) as opened, binding.Store(path) as kept:
        def place(words):
            return next(iter(opened.matches(words))).locator
        id = kept.add_publication(opened.identity)["id"]
        made = [
            {"kind": "note", "locator": place("Ishmael"), "style": "solid", "color": "yellow", "tags": ["names"], "body": {"text": "A Name."}},
            {"kind": "highlight", "locator": place("money"), "style": "underline", "color": "blue"},
            {"kind": "note", "locator": place("dreary"), "style": "solid", "color": "pink", "tags": ["night"], "body": {"text": "When\nelse?"}},
            {"kind": "bookmark", "locator": opened.locate({"position": 30})},
        ]
        for number, (day, note) in enumerate(zip(DAYS, made), 1):
            kept.save_notes("laptop", [{"id": f"n{number}", "publication": id, **note}], now=day)
        kept.save_notes("laptop", [{"kind": "position", "publication": id, "locator": place("walrus")}], now=DAYS[4])
        kept.save_notes("laptop", [{"id": "other", "publication": "elsewhere", "kind": "bookmark", "locator": {"href": "a.xhtml"}}], now=DAYS[4])
    return path


def notes(action, *arguments, store, **more):
    return lectern("notes", action, *arguments, "--store", store, **more)


def ids(*arguments, store, **more):
    return [note["id"] for note in objects("notes", *arguments, "--store", store, **more)]


def content(store):
    with binding.Store(store) as opened:
        return sorted((json.dumps(note, sort_keys=True) for note in opened.note_changes()["notes"]))


# ----------------------------------------------------------------------------------------------------- List and search


def test_list(store):
    lines = notes("list", "--book", "read aloud", store=store).splitlines()
    assert lines[:5] == ["Read Aloud", "Loomings", "     2  ▌ Ishmael", "          A Name.", "          #names  2026-01-01"]
    assert "The Raven" in lines and "          else?" in lines and "    30  ■ Four Fables and a Fifth" in lines
    assert "elsewhere" in notes("list", store=store).splitlines()


def test_what_is_wanted(store, book):
    assert sorted(ids("list", store=store)) == ["n1", "n2", "n3", "n4", "other"]
    assert ids("list", "--book", book, store=store) == ["n1", "n2", "n3", "n4"] == ids("list", "--book", "ALOUD", store=store)
    assert ids("list", "--tag", "night", store=store) == ["n3"] and ids("list", "--color", "blue", store=store) == ["n2"]
    assert ids("list", "--kind", "bookmark", "--book", book, store=store) == ["n4"]
    assert ids("list", "--since", "2026-01-02", "--until", "2026-01-04", store=store) == ["n2", "n3"]
    assert ids("list", "--book", book, "--max", 2, store=store) == ["n1", "n2"]
    with binding.Store(store) as kept:
        kept.merge_notes([{"id": "odd", "publication": "odd", "created": DAYS[0], "locator": {"href": "x", "title": 5, "locations": {"position": []}}}])
    assert "▌ 5" in notes("list", "--since", "2026-01-01", "--until", "2026-01-02", store=store)
    assert "▸ laptop" in notes("list", "--kind", "position", store=store)
    assert ids("list", "--book", "Ulysses", store=store, code=1) == []


def test_search(store):
    assert ids("search", "name ishmaël", store=store) == ["n1"]
    assert ids("search", "ISHMAEL", "--color", "blue", store=store, code=1) == []
    pytest.importorskip("rich")
    shown = in_terminal("notes", "search", "ISHM", "--store", store)
    assert "\x1b[33m▌\x1b[0m \x1b[1;30;43mIshm\x1b[0mael" in shown


@pytest.mark.parametrize("arguments, code, words", [
    (("list", "--store", "nowhere.db"), 3, "nowhere.db"), (("list", "--since", "yesterday"), 2, "date"), ((), 2, "ACTION"),
    (("export",), 2, "2 books"), (("import", "nowhere.json"), 3, "nowhere.json"), (("merge", "BOOK"), 2, "lectern notes changes"),
    (("changes", "--since", "-1"), 2, "revision"),
])
def test_what_is_wrong(arguments, code, words, store, book):
    given = [book if one == "BOOK" else one for one in arguments]
    said = lectern("notes", *given, *([] if "--store" in given or not given else ["--store", store]), code=code)
    assert words in said and said.splitlines()[-1].startswith("lectern")


# --------------------------------------------------------------------------------------------------- Export and import


def test_export(store, book, tmp_path):
    mine = "--book", book
    assert notes("export", *mine, store=store).startswith("# Read Aloud\n\n## Loomings\n\n> Ishmael\n")
    assert "<blockquote><p>dreary</p></blockquote>" in notes("export", *mine, "--format", "html", store=store)
    rows = list(csv.DictReader(notes("export", *mine, "--format", "csv", store=store).splitlines()))
    assert [row["color"] for row in rows if row["kind"] != "bookmark"] == ["yellow", "blue", "pink"]
    for format, type in ("readium", "AnnotationSet"), ("epub", "AnnotationSet"), ("w3c", "AnnotationPage"):
        written = json.loads(notes("export", *mine, "--format", format, store=store))
        assert written["type"] == type and [one["id"] for one in written["items"]] == ["n1", "n2", "n3", "n4"]
    assert "Ishmael" not in notes("export", *mine, "--protected", "--format", "readium", store=store)
    assert [one["notes"] for one in objects("notes", "export", "--out", tmp_path, "--store", store)] == [1, 4]
    assert (tmp_path / "Read Aloud.md").read_text(encoding="utf-8") == notes("export", *mine, store=store)


def test_documents_that_are_not_linear_are_numbered(tmp_path):
    package = PACKAGE.replace('<itemref idref="c1"/>', '<itemref idref="c1" linear="no"/>').format(
        version="3.0", title="T", language="en", metadata="", spine="", manifest=NAV_ITEM)
    book, file, store = tmp_path / "a.epub", tmp_path / "metadata.epub.lua", tmp_path / "notes.db"
    book.write_bytes(epub(files={"EPUB/package.opf": package}))
    file.write_bytes(KOREADER)
    notes("import", file, "--book", book, store=store)
    assert {one["kind"]: one["locator"]["href"] for one in objects("notes", "list", "--store", store)} == {
        "note": "EPUB/c2.xhtml", "bookmark": "EPUB/c1.xhtml"}
    with binding.Store(store) as kept:
        [record] = kept.publications
        kept.save_notes("a", [{"id": "b", "publication": record["id"], "kind": "bookmark", "locator": {"href": "EPUB/c2.xhtml"}}])
    assert '["page"] = "/body/DocFragment[2]/body' in notes("export", "--book", book, "--format", "koreader", store=store)


@pytest.mark.parametrize("name, data, found", [
    ("export.json", CALIBRE_EXPORT, 3), ("hypothesis.json", HYPOTHESIS, 1), ("metadata.epub.lua", KOREADER, 2),
    ("thorium.annotation", annotation_set(annotation()), 1),
    ("My Clippings.txt", b"T (A)\n- Your Highlight on Location 3-4 | x\n\nthe whale\n==========\nT (A)\n- Your Note on Location 9 | x\n\nn\n==========\n", 2),
])
def test_import(name, data, found, book, tmp_path):
    (tmp_path / name).write_bytes(data.replace(b"EPUB/c1.xhtml", b"EPUB/text/loomings.xhtml").replace(b"the whale", b"Ishmael"))
    store = tmp_path / "new" / "notes.db"
    [first] = objects("notes", "import", tmp_path / name, "--book", book, "--store", store)
    assert (first["notes"], first["changed"]) == (found, found)
    assert f"{found} note{'s' * (found != 1)}, 0 new or changed" in notes("import", tmp_path / name, "--book", book, store=store)
    listed = objects("notes", "list", "--book", "Read Aloud", "--store", store)
    # The last location is not among them.
    assert len(listed) == found - (data is CALIBRE_EXPORT)
    # Notes that cannot be written back are located in the book from now on.
    quoted = next(note for note in listed if note["locator"].get("text"))
    assert name.endswith("annotation") or quoted["locator"]["locations"]["position"] >= 1


@pytest.mark.parametrize("format", ["koreader", "calibre"])
def test_exact_places(format, store, book, tmp_path):
    file = tmp_path / "out"
    notes("export", "--book", book, "--format", format, "-o", file, store=store)
    with binding.open(book) as opened:
        order = [link["href"] for link in opened.reading_order]
        found = binding.notes.load(file.read_bytes(), readingOrder=order)
        quotes = [opened.locate({"href": one["locator"]["href"], "locations": one["locator"]["locations"]})["text"].get("highlight") for one in found]
    assert quotes == ["Ishmael", "money", "dreary", None] and [one["kind"] for one in found] == ["note", "highlight", "note", "bookmark"]
    written = notes("export", "--book", "aloud", "--format", format, store=store)
    assert len(binding.notes.load(written.encode(), readingOrder=order)) == 4
    with binding.Store(tmp_path / "other.db") as kept:
        kept.save_notes("phone", [{"id": "n", "locator": {"href": "a"}}])
    assert "--book" in notes("export", "--format", format, store=tmp_path / "other.db", code=2)


def test_a_file_with_notes_of_several_books(book, tmp_path):
    file, store = tmp_path / "readwise.csv", tmp_path / "notes.db"
    file.write_bytes(READWISE + b"Ishmael,Read Aloud (Many),A\r\n")
    [read] = objects("notes", "import", file, "--book", book, "--store", store)
    assert (read["notes"], read["others"]) == (1, 2)
    assert "2 of other books left out" in notes("import", file, "--book", book, store=store)
    file.write_bytes(READWISE + b"Ishmael,Ulysses,A\r\n")
    assert "Moby Dick, Ulysses" in notes("import", file, "--book", book, store=store, code=2)


def test_import_says_which_book_it_needs(store, book, tmp_path):
    file = tmp_path / "a"
    file.write_bytes(annotation_set(annotation(), about={"dc:title": "Moby Dick"}))
    assert "does not say which book" in notes("import", file, store=store, code=2)
    with binding.open(book) as opened:
        about = {"dc:title": opened.title, "dc:identifier": opened.identifier}
    file.write_bytes(annotation_set(annotation(), {"wrong": 1}, about=about))
    said = notes("import", "./a", store=store, code=3, cwd=tmp_path)
    assert said.startswith("lectern: ./a > ") and "/items/1" in said and len(ids("list", store=store)) == 5
    assert "skipped" in notes("import", file, "--skip-invalid", store=store) and len(ids("list", store=store)) == 6
    file.write_bytes(KOREADER)
    assert "--book" in notes("import", file, store=tmp_path / "empty.db", code=2)


def test_what_is_imported_is_exported_as_it_was(book, tmp_path):
    item = {**annotation(), "other": {"member": 1}}
    item["target"] = {"source": "EPUB/text/raven.xhtml", "selector": [{"type": "TextQuoteSelector", "exact": "dreary"}, {"type": "OtherSelector"}]}
    (tmp_path / "in").write_bytes(annotation_set(item))
    store = tmp_path / "notes.db"
    notes("import", tmp_path / "in", "--book", book, store=store)
    assert json.loads(notes("export", "--format", "readium", store=store))["items"] == [item]


# -------------------------------------------------------------------------------------------------------- Two devices


def test_two_stores_become_the_same(store, tmp_path):
    """One direction, edits on both sides, and back.  Repeating this, or changing the order, has no effect."""
    other, first = tmp_path / "other.db", tmp_path / "first"
    [said] = objects("notes", "changes", "--out", first, "--store", store)
    assert said["notes"] == 6
    assert objects("notes", "merge", first, "--store", other) == [{"path": str(first), "notes": 6, "changed": 6, "reply": 0}]
    with binding.Store(store) as ours, binding.Store(other) as theirs:
        ours.save_notes("laptop", [{"id": "n1", "color": "green"}], delete=["n2"])
        theirs.save_notes("phone", [{"id": "n1", "body": {"text": "both"}}, {"id": "n9", "publication": "elsewhere", "locator": {"href": "b"}}])
    files = tmp_path / "ours", tmp_path / "theirs"
    assert objects("notes", "changes", "--since", said["revision"], "-o", files[0], "--store", store)[0]["notes"] == 2
    notes("changes", "-o", files[1], store=other)
    reply = tmp_path / "reply"
    notes("merge", files[1], "--reply", reply, store=store)
    notes("merge", files[0], files[1], first, files[0], store=other)
    assert content(store) == content(other)
    merged = {note["id"]: note for note in objects("notes", "list", "--store", store)}
    assert sorted(merged) == ["n1", "n3", "n4", "n9", "other"] and (merged["n1"]["color"], merged["n1"]["body"]["text"]) == ("green", "both")
    # The reply contains exactly the notes that the other side lacks.
    assert {note["id"] for note in json.loads(reply.read_text())["notes"]} == {"n1", "n2"}
    assert objects("notes", "merge", reply, first, "--store", other)[0]["changed"] == 0 and content(store) == content(other)


def test_stores_are_merged_directly(store, tmp_path):
    """Stores are merged with their records of books; with --both, the other store is updated, too."""
    other, third = tmp_path / "other.db", tmp_path / "third.db"
    with binding.Store(store) as ours:
        books = list(ours.publications)
    with binding.Store(other) as theirs:
        id = theirs.add_publication({"identifier": "urn:x", "title": "Elsewhere", "hash": "sha256:1", "readingOrder": ["a", "b"]})["id"]
        theirs.add_publication({"id": id, "hash": "sha256:2"})
        theirs.save_notes("phone", [{"id": "n9", "publication": id, "locator": {"href": "b"}}])
        # The other store has its own edit of a note, and has deleted a note.
        with binding.Store(store) as ours:
            theirs.merge_notes(ours.note_changes()["notes"])
        theirs.save_notes("phone", [{"id": "n1", "color": "green"}], delete=["n2"])
    before = content(other)
    assert objects("notes", "merge", other, "--store", store) == [{"path": str(other), "notes": 7, "changed": 3, "reply": 0}]
    assert content(other) == before
    with binding.Store(store) as ours, binding.Store(other) as theirs:
        [record] = [one for one in ours.publications if one["id"] == id]
        assert record == {"id": id, "title": "Elsewhere", "identifiers": ["urn:x"], "hashes": ["sha256:1", "sha256:2"], "readingOrder": ["a", "b"]}
        assert len(ours.publications) == len(books) + 1 and len(theirs.publications) == 1
    notes("merge", other, "--both", store=store)
    notes("merge", store, "--both", store=third)
    assert content(store) == content(other) == content(third)
    with binding.Store(third) as last:
        assert len(last.publications) == len(books) + 1


def test_changes_are_piped(store):
    piped = subprocess.run([*COMMAND, "notes", "changes", "--store", store], capture_output=True, timeout=60, env=ENVIRONMENT)
    with binding.Store(store) as opened:
        assert json.loads(piped.stdout) == opened.note_changes()


# ------------------------------------------------------------------------------------------------------- Private files

def test_what_is_written_is_private(store, tmp_path):
    """Files are private regardless of the umask; an existing file keeps its mode."""
    for action in (["export", "--book", "read aloud", "--out", "a.md"], ["export", "--out", "notes"], ["changes", "--out", "a.json"],
                   ["merge", store, "--reply", "b.json"]):
        (tmp_path / "notes").mkdir(exist_ok=True)
        notes(*action, store=tmp_path / "other" / "new.db" if action[0] == "merge" else store, cwd=tmp_path, umask=0)
    found = {path: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.name for path in found} >= {"a.md", "a.json", "b.json", "new.db", "Read Aloud.md"}
    assert {path: mode for path, mode in found.items() if mode != 0o600 and path.suffix != ".epub"} == {}
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o700
    (tmp_path / "a.md").chmod(0o644)
    notes("export", "--book", "read aloud", "--out", "a.md", store=store, cwd=tmp_path)
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o644


# ---------------------------------------------------------------------------------------------------------- Box


def snapshot(folder):
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("action", [("list",), ("search", "a"), ("export",), ("changes",)])
def test_reading_writes_nothing(action, store, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "book.epub").write_bytes(b"PK\3\4" + bytes(5000))
    (folder / "empty.db").write_bytes(b"")
    before = snapshot(folder)
    for name in "book.epub", "empty.db", "missing.db", "missing/too.db":
        assert notes(*action, store=f"./{name}", code=3, cwd=folder).startswith(f"lectern: ./{name}: ")
    assert snapshot(folder) == before and not (folder / "missing").exists()
    before = snapshot(tmp_path)
    notes(*action, "--book", "read aloud", store=store) if action[0] in ("list", "export") else notes(*action, store=store)
    assert snapshot(tmp_path) == before


def test_writing_leaves_other_files_alone(store, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "book.epub").write_bytes(b"PK\3\4" + bytes(5000))
    (folder / "a.annotation").write_bytes(annotation_set(annotation()))
    before = snapshot(folder)
    assert "not a Lectern store" in notes("import", folder / "a.annotation", store=folder / "book.epub", code=3)
    assert "not a Lectern store" in notes("merge", store, store=folder / "book.epub", code=3)
    notes("merge", folder / "book.epub", store=store, code=2)
    assert snapshot(folder) == before
    # Another store is only read, unless it is updated.
    other = tmp_path / "other.db"
    with binding.Store(other) as kept:
        kept.save_notes("phone", [{"id": "n9", "publication": "elsewhere", "locator": {"href": "b"}}])
    before = other.read_bytes()
    notes("merge", other, store=store)
    assert other.read_bytes() == before


def test_files_are_named_after_books(tmp_path):
    """The names are not options, hidden files or other folders, and are unique."""
    store, out = tmp_path / "notes.db", tmp_path / "out"
    out.mkdir()
    titles = ["-rf", "../up", ".hidden", "CON", "Same", "same", "a\x1b[31m\u202eb"]
    with binding.Store(store) as kept:
        for number, title in enumerate(titles):
            id = kept.add_publication({"id": f"p{number}", "title": title})["id"]
            kept.save_notes("phone", [{"id": str(number), "publication": id, "locator": {"href": "a"}}])
    objects("notes", "export", "--out", out, "--store", store)
    assert sorted(path.name for path in out.iterdir()) == sorted(
        ["rf.md", "_up.md", "hidden.md", "_CON.md", "Same.md", "same 2.md", "a__31m_b.md"])


def test_a_terminal_gets_no_orders_of_a_book(tmp_path):
    """In every format: ESC, the 8-bit controls of ISO 6429, DEL, and marks that reverse text."""
    orders = "a\x1b[31mb\x9b31mc\x7fd\u202ee\u2066f\x85g"
    store = tmp_path / "notes.db"
    with binding.Store(store) as kept:
        id = kept.add_publication({"id": "p", "title": orders})["id"]
        kept.save_notes("phone", [{"id": "1", "kind": "note", "publication": id, "tags": [orders], "body": {"text": orders},
                                   "locator": {"href": "a", "title": orders, "text": {"highlight": orders}}}])
    for action in (("list",), ("list", "--json"), ("search", "31mb"), ("changes",), *(("export", "--format", one) for one in ("markdown", "html", "csv", "readium", "w3c", "epub"))):
        shown = in_terminal("notes", *action, "--store", store, NO_COLOR="1")
        # Our own styles are allowed.
        assert "31mb" in shown and "\x1b[31m" not in shown, action
        assert not set(without_colors(shown)) & set("\x1b\x9b\x7f\x85\u202e\u2066"), action
        if action in (("list", "--json"), ("changes",)):
            assert orders in json.dumps(json.loads(shown), ensure_ascii=False).replace("\\u001b", "\x1b")
    # A pipe gets the bytes unchanged.
    assert json.loads(notes("list", "--json", store=store))["body"]["text"] == orders


def test_one_bad_note_is_skipped(store, book, tmp_path):
    file = tmp_path / "a.annotation"
    file.write_bytes(annotation_set(annotation(), *[annotation(number, target={"source": "#p1"}) for number in (2, 3)]))
    assert "/items/1" in notes("import", file, "--book", book, store=store, code=3) and len(ids("list", store=store)) == 5
    [done] = objects("notes", "import", file, "--book", book, "--skip-invalid", "--store", store)
    assert (done["notes"], done["changed"], len(done["skipped"])) == (1, 1, 2)
